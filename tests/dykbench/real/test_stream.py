"""Stream-QA from raw sources: what is asked, what is right at each step, and what is set aside."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from ledgerrag import LedgerRAG
from ledgerrag.dykbench.items import Item, Part, Wanted
from ledgerrag.dykbench.real.stream import ADAPTERS, build
from ledgerrag.dykbench.real.stream_papers import manner, paper
from ledgerrag.dykbench.real.stream_steps import Course, course
from ledgerrag.dykbench.real.stream_wording import said, spellings, wording
from ledgerrag.errors import InputError
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.things import Fact, Kind, State, Thing
from ledgerrag.pachon.fields import clean
from tests.rawstream import SHRUNK, everything, fires, ridge

SEEDS = range(8)
_STEM = 5
_PLAIN = frozenset(
    (
        *("named", "thing", "place", "value", "day", "biden", "trump"),
        *("the", "and", "for", "from", "with", "until", "has", "have", "had", "was", "were", "are"),
        *("been", "how", "many", "much", "what", "which", "who", "when", "there", "its", "any"),
    )
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return everything(tmp_path_factory.mktemp("raw"))


@pytest.fixture(scope="module")
def part(folder: Path) -> Part:
    return build(Wanted(folder, seed=3))


def texts(part: Part) -> dict[str, str]:
    return {f"{one['doc_id']}@{one['version']}": str(one["text"]) for one in part.documents}


def chains(part: Part) -> dict[tuple[str, str], list[Item]]:
    found: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for one in part.items:
        found[one.trajectory, one.claim].append(one)
    return found


def of(part: Part, source: str) -> list[Item]:
    return [one for one in part.items if one.source == source]


def test_each_source_gives_trajectories(part: Part) -> None:
    assert len({one.source for one in part.items}) == len(ADAPTERS)


def test_gold_stands_word_for_word_where_it_is_quoted(part: Part) -> None:
    known = texts(part)
    for one in part.items:
        (quote,) = one.gold.evidence
        told = known[f"{quote.doc_id}@{quote.version}"][quote.start : quote.end]
        assert any(value in told for value in one.gold.values)
        assert one.gold.version == f"{quote.doc_id}@{quote.version}"


def test_a_steps_gold_is_the_last_report_before_it(part: Part) -> None:
    reports: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for one in part.documents:
        reports[str(one["doc_id"])].append((str(one["published"]), str(one["version"])))
    for item in part.items:
        doc_id, _, version = item.gold.version.rpartition("@")
        known = [one for one in reports[doc_id] if one[0][:10] <= item.known_at[:10]]
        if "T" in item.known_at:
            known = [one for one in reports[doc_id] if one[0] <= item.known_at]
        assert max(known)[1] == version


def test_changed_tells_whether_the_answer_differs_from_the_step_before(part: Part) -> None:
    for items in chains(part).values():
        assert [one.step for one in items] == list(range(1, len(items) + 1))
        assert not items[0].gold.changed
        for before, now in pairwise(items):
            assert now.gold.changed == (now.gold.values != before.gold.values)
            assert before.known_at < now.known_at
            assert before.text == now.text
        assert any(one.gold.changed for one in items)


def test_some_steps_bring_nothing_new_and_some_figures_fall(folder: Path) -> None:
    kinds = {one.kind for seed in SEEDS for one in build(Wanted(folder, seed)).items}
    assert {"first", "changed", "restated", "quiet", "fell", "corrected"} <= kinds


def test_every_claim_of_a_trajectory_is_asked_at_every_step(part: Part) -> None:
    moments: dict[str, set[tuple[tuple[int, str], ...]]] = defaultdict(set)
    for (trajectory, _), items in chains(part).items():
        moments[trajectory].add(tuple((one.step, one.known_at) for one in items))
    assert all(len(found) == 1 for found in moments.values())


def test_figures_of_a_day_are_asked_for_that_day_as_known_later(part: Part) -> None:
    asked = of(part, "covid_uk")
    assert {one.as_of for one in asked} == {"2020-04-01"}
    assert all(one.known_at > one.as_of for one in asked)
    begins = {
        str(one["effective_from"]) for one in part.documents if one["source"] == "covid-wales"
    }
    assert begins == {"2020-04-01", "2020-04-02"}


def test_elsewhere_it_is_asked_for_the_moment_itself(part: Part) -> None:
    assert all(one.as_of == one.known_at for one in part.items if one.source != "covid_uk")


def test_a_declared_correction_and_a_removal_are_acts(folder: Path) -> None:
    made = build(Wanted(folder, seed=3, background=100))
    acts = {(str(one["act"]), str(one["target"])): one for one in made.acts}
    assert acts["correct", "calfire/0f0e@3"]["note"] == SHRUNK
    assert acts["correct", "calfire/0f0e@3"]["by"] == "calfire/0f0e@4"
    assert ("correct", "nyt-count/westland@3") in acts
    assert ("withdraw", "cisa-kev/cve-2025-0002") in acts
    assert len(acts) == 3


def test_a_narrative_is_a_document_of_its_own_published_with_the_fields(part: Part) -> None:
    told = [one for one in part.documents if one["source"] == "calfire-narrative"]
    assert [(one["version"], one["published"]) for one in told] == [
        (1, "2021-07-02T03:00:00Z"),
        (2, "2021-07-03T17:00:00Z"),
        (3, "2021-07-05T17:00:00Z"),
    ]


def test_what_leaves_an_answer_in_doubt_is_dropped_with_its_reason(part: Part) -> None:
    reasons = {one.item_id: one.reason for one in part.dropped}
    assert "two values at one moment" in reasons["stream/endoflife/osprey/2-1/released"]
    assert "yes or no" in reasons["stream/endoflife/osprey/2-1/eol"]
    assert "no single figure" in reasons["stream/wikipedia/ottawashooting/injured"]


def test_no_question_is_asked_where_its_claim_is_in_doubt(folder: Path) -> None:
    for seed in SEEDS:
        for one in build(Wanted(folder, seed)).items:
            assert not (one.source == "endoflife" and one.claim == "released")
            assert not (one.claim == "eol" and one.known_at < "2023-03-01")


def test_a_question_names_county_and_month_where_two_fires_share_a_name(tmp_path: Path) -> None:
    later = [{**one, "Started": "2022-05-01T09:00:00Z"} for one in ridge()["updates"]]  # type: ignore[attr-defined]
    twin = {**ridge(), "incident_id": "0f0f", "updates": later}
    everything(tmp_path)
    fires(tmp_path, twin)
    asked = {one.text for one in of(build(Wanted(tmp_path, seed=3)), "calfire_incidents")}
    assert all("that began in" in one and "Alder County" in one for one in asked)


def stems(*plans: str) -> set[str]:
    found = (word for plan in plans for word in re.findall(r"[a-z]{3,}", plan.casefold()))
    return {word[:_STEM] for word in found if word not in _PLAIN}


def test_questions_of_the_paraphrased_split_use_none_of_the_reports_words() -> None:
    for read in ADAPTERS:
        words = wording(read.__module__.rpartition(".")[2])
        for claim in words.claims.values():
            lent = stems(*claim.says, claim.label)
            assert any(stems(plan) & lent for plan in claim.plain), claim.key
            assert not any(stems(plan) & lent for plan in claim.paraphrased), claim.key


def test_every_claim_can_be_asked_and_said_in_more_than_one_way() -> None:
    for read in ADAPTERS:
        for claim in wording(read.__module__.rpartition(".")[2]).claims.values():
            for plans in (claim.says, claim.plain, claim.paraphrased):
                assert len(set(plans)) >= 2
            assert all("{value}" in plan for plan in claim.says)
            assert all("{named}" in plan for plan in (*claim.plain, *claim.paraphrased))


@pytest.mark.parametrize(
    ("fact", "claim", "values"),
    [
        (Fact(Kind.COUNT, "2500"), "acres", ("2,500 acres", "2500 acres", "2,500", "2500")),
        (Fact(Kind.COUNT, "0.5"), "acres", ("0.5 acres", "0.5")),
        (Fact(Kind.PERCENT, "35"), "contained", ("35%", "35 percent", "35 per cent")),
    ],
)
def test_a_value_counts_in_each_of_its_spellings(
    fact: Fact, claim: str, values: tuple[str, ...]
) -> None:
    assert spellings(fact, wording("calfire_incidents").claims[claim]) == values


def test_a_thing_keeps_its_way_to_write_days() -> None:
    one, other = Fact(Kind.DAY, "2024-06-30"), Fact(Kind.DAY, "2024-07-01")
    assert (said(one, 2), said(other, 2)) == ("30 June 2024", "1 July 2024")
    assert (said(one, 0), said(one, 1)) == ("2024-06-30", "June 30, 2024")


def thing(*states: State, ended: str = "") -> Thing:
    issuer = Source("calfire", "CAL FIRE", Authority.OFFICIAL)
    words = {"thing": "Ridge Fire", "place": "Alder County", "when": "2021-07"}
    name = "calfire/x"
    return Thing(name, name, "calfire_incidents", issuer, "news", words, states, ended=ended)


def state(at: str, acres: int | None, contained: int = 10) -> State:
    facts = {"contained": Fact(Kind.PERCENT, str(contained))}
    if acres is not None:
        facts["acres"] = Fact(Kind.COUNT, str(acres))
    return State(at, facts)


def test_reports_state_every_fact_once_in_every_layout() -> None:
    layouts = set()
    for number in range(40):
        made = thing(state("2021-07-01T17:00:00Z", 1000, 5))
        how = manner(made, number)
        found = paper(how, 1)
        layouts.add(how.layout)
        assert set(found.spans) == {"acres", "contained"}
        start, end = found.spans["acres"]
        assert "1,000" in found.text[start:end]
        assert found.text.count("1,000") == 1
    assert len(layouts) == 5


def test_two_states_too_close_to_ask_in_between_give_no_step_there() -> None:
    close = thing(
        state("2021-07-01T10:00:00Z", 1),
        state("2021-07-01T12:00:00Z", 2),
        state("2021-07-01T12:03:00Z", 3),
        state("2021-07-01T15:00:00Z", 4),
        state("2021-07-01T18:00:00Z", 5),
    )
    for seed in SEEDS:
        made = course(close, ("acres",), random.Random(seed))
        assert isinstance(made, Course)
        assert all(step.state != 2 for step in made.steps)
        for step in made.steps:
            states = close.states[step.state - 1 :]
            assert states[0].published < step.moment
            assert all(step.moment < one.published for one in states[1:])


def test_a_state_without_the_claim_ends_the_run() -> None:
    holed = thing(
        *(state(f"2021-07-0{n}T10:00:00Z", n) for n in range(1, 4)),
        state("2021-07-04T10:00:00Z", None),
        *(state(f"2021-07-0{n}T10:00:00Z", n) for n in range(5, 9)),
    )
    made = course(holed, ("acres",), random.Random(1))
    assert isinstance(made, Course)
    assert min(one.state for one in made.steps) >= 5


def test_a_thing_that_was_taken_out_is_not_asked_about_after_its_end() -> None:
    ended = thing(
        *(state(f"2021-07-0{n}T10:00:00Z", n) for n in range(1, 5)), ended="2021-07-04T11:00:00Z"
    )
    for seed in SEEDS:
        made = course(ended, ("acres",), random.Random(seed))
        assert isinstance(made, Course)
        assert all(one.moment < "2021-07-04T11:00:00Z" for one in made.steps)


def test_a_thing_whose_claims_never_move_gives_no_trajectory() -> None:
    still = thing(*(state(f"2021-07-0{n}T10:00:00Z", 7) for n in range(1, 6)))
    made = course(still, ("acres", "contained"), random.Random(1))
    assert made == "none of its claims ever changes"


def test_as_many_trajectories_are_made_as_are_wanted(folder: Path) -> None:
    made = build(Wanted(folder, seed=3, items=2, background=0))
    assert len({one.trajectory for one in made.items}) == 2
    asked = {one.trajectory.removeprefix("stream/") for one in made.items}
    assert {str(one["doc_id"]).removesuffix("/narrative") for one in made.documents} == asked


def test_background_is_filled_up_to_the_size_wanted(folder: Path) -> None:
    bare = build(Wanted(folder, seed=3, background=0))
    more = build(Wanted(folder, seed=3, background=2))
    assert len(more.documents) == len(bare.documents) + 2
    assert more.items == bare.items


def test_the_same_seed_gives_the_same_bytes_whatever_the_order_of_sets(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path;"
        "from ledgerrag.dykbench.items import Wanted;"
        "from ledgerrag.dykbench.real.stream import build;"
        "print(repr(build(Wanted(Path(sys.argv[1]), seed=3, background=3))))"
    )
    told = []
    for number in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder)],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            check=True,
        )
        told.append(hashlib.sha256(done.stdout).hexdigest())
    assert told[0] == told[1]


def test_without_a_folder_the_next_step_is_told() -> None:
    with pytest.raises(InputError, match="--sources"):
        build(Wanted(None, seed=1))


def test_the_records_are_taken_in_as_they_are_and_answer(part: Part, tmp_path: Path) -> None:
    lines = [json.dumps(one, ensure_ascii=False) for one in (*part.documents, *part.acts)]
    (tmp_path / "corpus.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    registry = "".join(
        f'[sources."{one.key}"]\nname = "{one.name}"\nauthority_level = {one.authority_level:d}\n'
        for one in part.sources
    )
    (tmp_path / "sources.toml").write_text(registry, encoding="utf-8")
    with LedgerRAG.open(tmp_path / "store.db") as rag:
        report = rag.ingest(tmp_path / "corpus.jsonl", sources=tmp_path / "sources.toml")
        assert not report.rejected
        assert not report.quarantined
        assert rag.counts()["documents"] == len(part.documents)
        plain = [one for one in part.items if one.source == "covid_uk" and one.split == "plain"]
        for one in plain:
            answer = rag.ask(one.text, as_of=one.as_of, known_at=one.known_at)
            assert any(value in answer.text for value in one.gold.values)


def test_texts_are_kept_by_ingest_as_they_are_written(part: Part) -> None:
    for one in part.documents:
        assert clean(str(one["text"])) == one["text"]
        assert " ".join(str(one["title"]).split()) == one["title"]


@pytest.mark.skipif("LEDGERRAG_DATA" not in os.environ, reason="LEDGERRAG_DATA names no folder")
def test_the_real_sources_give_at_least_125_trajectories_and_479_steps() -> None:
    made = build(Wanted(Path(os.environ["LEDGERRAG_DATA"]), seed=1, background=1000))
    steps = {(one.trajectory, one.step) for one in made.items}
    assert len({one for one, _ in steps}) >= 250
    assert len(steps) >= 2000
    assert len({one.source for one in made.items}) == 6
