"""Raw sources of claims, posts and passages in their formats, made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.rawlaw import Row, canada, columbia, packed, section
from tests.rawstream import articles

CURE = "Chewing pine needles cures the marsh fever"
BRIDGE = "The mayor of Ostrava has sold the old bridge"
ARCHIVE = "https://web.archive.org/web/{}120000/https://{}/checks/1.html"
SENTENCES = (
    "The {0} shall keep the register of {1} for at least {2} years after the last entry.",
    "An application for {1} must be made to the {0} within {2} days after the notice.",
    "The fee for {1} that the {0} collects is ${2}00 for each request.",
)


def rumour(text: str, label: str, **fields: object) -> Row:
    """A record of `covid19_rumor`."""
    return {"src": "en_dup", "label": label, "text": text, **fields}


def checked(text: str, label: str, author: str = "Marsh Check") -> Row:
    """A record of `covid19_rumor` with the fact-checker that it comes from."""
    return rumour(
        text, label, source="https://www.poynter.org/?ifcn_misinformation=x", author=author
    )


def covid(folder: Path, rows: Sequence[Row] | None = None) -> None:
    """`covid19_rumor`: false, true and open verdicts, and records without a checker."""
    made = [
        checked(CURE, "F"),
        checked("Herons carry the marsh fever from pond to pond", "F", "Čapek Fakta"),
        checked("MOSTLY Herons can spread the fever in spring", "T"),
        checked("A video shows that herons have carried the fever", "F"),
        checked("The marsh fever has reached the valley of Lom", "T"),
        rumour("Herons are lovely birds in every season", "T", author="somebody"),
        rumour("Nobody in our village has had the fever", "U"),
        checked("Boiling reeds can kill the marsh fever", "U"),
    ]
    packed(folder / "covid19_rumor" / "records.jsonl.gz", made if rows is None else rows)


def assessed(
    claim: str,
    label: str,
    *,
    said: str = "5-3-2020",
    kept: str = "20200420",
    host: str = "www.fullfact.org",
    where: str = "Facebook",
) -> Row:
    """A claim of `averitec`."""
    return {
        "claim": claim,
        "label": label,
        "claim_date": said,
        "fact_checking_article": ARCHIVE.format(kept, host),
        "reporting_source": where,
    }


def averitec(folder: Path, rows: Sequence[Row] | None = None) -> None:
    """`averitec`: a refuted claim, a supported one, and one that nobody could settle."""
    made = [
        assessed(BRIDGE, "Refuted"),
        assessed("The town of Lom has two bridges of stone", "Supported", where="Radio Lom"),
        assessed("Lom is the richest town of the valley", "Not Enough Evidence"),
    ]
    packed(folder / "averitec" / "dev.jsonl.gz", made if rows is None else rows)


def tweet(
    number: int, who: str, text: str, *, verified: bool = False, at: int = 0, **fields: object
) -> Row:
    """A post of the network; `at`: minutes after noon."""
    return {
        "id": str(number),
        "text": text,
        "created_at": f"2015-02-03T12:{at:02d}:00Z",
        "screen_name": who,
        "verified": verified,
        **fields,
    }


def thread(first: Row, *replies: Row, veracity: str = "true", event: str = "lomfire") -> Row:
    """A thread of `rumoureval17`."""
    return {
        "thread_id": first["id"],
        "event": event,
        "veracity": veracity,
        "split": "train",
        "source": first,
        "replies": list(replies),
    }


def threads(folder: Path, rows: Sequence[Row] | None = None) -> None:
    """`rumoureval17`: an outlet's report, a user's that came true, and one that stayed open."""
    made = [
        thread(
            tweet(
                1,
                "LomNews",
                "BREAKING: The grain mill of Lom is on fire http://t.co/a",
                verified=True,
            ),
            tweet(2, "doubter", "@LomNews no it is not", at=9, stance="deny"),
            tweet(3, "friend", "@LomNews so sad", at=4),
        ),
        thread(tweet(4, "miller", "The night guard has left the mill unhurt #lomfire", at=20)),
        thread(
            tweet(5, "gossip", "A farmer has set fire to the barn near Lom", at=30),
            veracity="unverified",
        ),
        thread(tweet(6, "liar", "The river boats have burned down", at=31), veracity="false"),
    ]
    packed(folder / "rumoureval17" / "threads.jsonl.gz", made if rows is None else rows)


def pheme(folder: Path, rows: Sequence[Row] | None = None) -> None:
    """`pheme_sources`: a post of `rumoureval17` once more, and one that only stands here."""
    made = [
        {**tweet(1, "LomNews", "The grain mill of Lom is on fire", verified=True), **_of("true")},
        {
            **tweet(9, "LomRadio", "Fire crews have reached the mill", verified=True, at=40),
            **_of("true"),
        },
    ]
    packed(
        folder / "pheme_sources" / "rumour_source_tweets.jsonl.gz", made if rows is None else rows
    )


def _of(veracity: str) -> Mapping[str, object]:
    return {"event": "lomfire", "veracity": veracity}


def passages(folder: Path) -> None:
    """`ramdocs`, `poisonedrag` and `dynamicqa`: some questions each."""
    told = [("The mill was built in 1902.", "correct"), ("It was built in 1885.", "misinfo")]
    both = [{"text": text, "type": kind} for text, kind in (*told, ("Lom is a town.", "noise"))]
    ask = {"question": "When was the mill of Lom built?", "documents": both}
    packed(
        folder / "ramdocs" / "ramdocs_test.jsonl.gz",
        [{**ask, "gold_answers": ["1902"]}, {**ask, "gold_answers": ["1902", "1911"]}],
    )
    for part in ("hotpotqa", "msmarco", "nq"):
        row = {
            "id": f"{part}-1",
            "question": f"who painted the {part} ceiling",
            "correct answer": "Ada Lind",
            "incorrect answer": "Bo Falk",
            "adv_texts": [f"The {part} ceiling was painted by Bo Falk.", "Bo Falk painted it."],
        }
        packed(folder / "poisonedrag" / f"{part}.jsonl.gz", [row])
    packed(
        folder / "dynamicqa" / "static.jsonl.gz",
        [
            {
                "id": "1",
                "context": " Ada Lind (born 1901) was a [ENTITY] of ceilings in Lom.",
                "obj": "painter",
                "replace_name": "builder",
            }
        ],
    )
    fought = {
        "context": "the valley council was called a club by the papers of lom.",
        "obj": "club",
        "replace_name": "circle",
    }
    packed(
        folder / "dynamicqa" / "disputable.jsonl.gz",
        [{**fought, "id": "2", "num_edits": "3"}, {**fought, "id": "3", "num_edits": "1"}],
    )


def laws(folder: Path, count: int = 12) -> None:
    """`canada_laws` and `dc_code`, with sections whose sentences can be stated alone."""
    offices, matters = ("harbour office", "pilots board"), ("buoys", "moorings", "ferries", "nets")
    rows = []
    for number in range(count):
        office, matter = (
            offices[number % 2],
            f"{matters[number % 4]} of class {'abcdefgh'[number % 8]}",
        )
        said = SENTENCES[number % 3]
        text = f"{20 + number} {said.format(office, matter, 6 + number)}"
        rows.append(section(str(20 + number), ("2018-05-01", "2021-02-26", text), note="Harbours"))
    raised = "31 The permit for a lantern boat is valid for {} years from the day of issue."
    rows.append(
        section(
            "31",
            ("2018-05-01", "2021-02-26", raised.format(4)),
            ("2023-06-22", "2023-08-01", raised.format(7)),
            note="Lantern boats",
        )
    )
    canada(folder, rows)
    columbia(folder)


def everything(folder: Path) -> Path:
    """All sources of ConFLICT-QA."""
    for write in (laws, covid, averitec, threads, pheme, passages, articles):
        write(folder)
    return folder
