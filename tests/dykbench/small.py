"""A benchmark of a few items that fits on one screen, for the tests of folder, run and report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ledgerrag.answer import Answer, ClaimVerdict, Cost, Sentence
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines.seam import Asked, System
from ledgerrag.dykbench.folder import Bench
from ledgerrag.dykbench.freezing import Made, write
from ledgerrag.dykbench.items import Gold, Item, Label, Part, Quote, Task
from ledgerrag.errors import NotFoundError
from ledgerrag.model import Authority, Source, ValueKind, Verdict

SOURCES = (
    Source("harbour-office", "Harbour Office of Tarn", Authority.OFFICIAL),
    Source("tarn-post", "The Tarn Post", Authority.OUTLET),
    Source("quay-talk", "Quay Talk", Authority.USER),
)
MADE = Made("synthetic", 7, 0, 10)


def document(
    name: str, text: str, published: str, source: str, **more: object
) -> dict[str, object]:
    return {
        "doc_id": name, "series": name, "version": 1, "title": name.replace("-", " "),
        "text": text, "source": source, "published": published, "domain": "regulation",
        "language": "en", **more,
    }  # fmt: skip


FEE_1 = "The mooring fee for a sailing boat is 40 euros per night."
FEE_2 = "The mooring fee for a sailing boat is 55 euros per night."
RUMOUR = "They say the mooring fee for a sailing boat is 90 euros per night."
CREW = "The number of rescued passengers of the ferry Osprey is {} persons."


def quote(doc_id: str, text: str, words: str, version: int = 1) -> Quote:
    start = text.index(words)
    return Quote(doc_id, version, start, start + len(words))


def regchange() -> Part:
    documents = (
        document("fee", FEE_1, "2021-02-01", "harbour-office", effective_from="2021-03-01"),
        document(
            "fee", FEE_2, "2022-05-01", "harbour-office", effective_from="2022-07-01", version=2
        ),
        document("lamp", "A boat at anchor shows one white lamp.", "2020-01-01", "harbour-office"),
    )
    ask = "How much is the mooring fee for a sailing boat?"
    items = tuple(
        Item(
            f"reg-{kind}", Task.REGCHANGE, kind, "small", "fee", "plain", "ask", ask, day, day,
            Gold(
                Label.SUPPORTED, text, (value,), (quote("fee", text, value, version),),
                f"fee@{version}",
            ),
        )
        for kind, day, text, value, version in (
            ("before", "2022-04-01", FEE_1, "40 euros", 1),
            ("between", "2022-06-01", FEE_1, "40 euros", 1),
            ("after", "2022-08-01", FEE_2, "55 euros", 2),
        )
    )  # fmt: skip
    return Part(Task.REGCHANGE, documents, (), SOURCES, items)


def conflict() -> Part:
    documents = (
        document("tariff", FEE_2, "2022-05-01", "harbour-office"),
        *(document(f"talk-{n}", RUMOUR, f"2022-06-0{n}", "quay-talk") for n in range(1, 4)),
        document("berths", "They say that the new pier has 12 berths.", "2022-06-09", "quay-talk"),
        document("piers", "They say that the new pier has 15 berths.", "2022-06-09", "quay-talk"),
    )

    def item(name: str, kind: str, text: str, gold: Gold) -> Item:
        return Item(
            name, Task.CONFLICT, kind, "small", name, "plain", "check", text,
            "2022-07-01", "2022-07-01", gold,
        )  # fmt: skip

    fee = (quote("tariff", FEE_2, "55 euros"),)
    items = (
        item(
            "con-true", "flood", FEE_2, Gold(Label.SUPPORTED, FEE_2, ("55 euros",), fee)
        ),
        item(
            "con-false", "flood", "The mooring fee for a sailing boat is 90 euros per night.",
            Gold(Label.REFUTED, FEE_2, ("55 euros",), fee),
        ),
        item(
            "con-open", "no official", "The new pier has 12 berths.",
            Gold(Label.UNRESOLVED, "Nobody may settle how many berths the new pier has."),
        ),
    )  # fmt: skip
    return Part(Task.CONFLICT, documents, (), SOURCES, items)


def stream() -> Part:
    figures = (
        (1, "2023-01-02", 11),
        (2, "2023-01-03", 14),
        (3, "2023-01-04", 14),
        (4, "2023-01-05", 13),
    )
    reports = [(n, day, rescued) for n, day, rescued in figures if n != 3]
    documents = tuple(
        document(
            "osprey", CREW.format(rescued), day, "harbour-office", version=place, domain="news"
        )
        for place, (_, day, rescued) in enumerate(reports, 1)
    )
    items: list[Item] = []
    version, before = 0, 0
    for n, day, rescued in figures:
        version += n != 3
        text = CREW.format(rescued)
        items.append(
            Item(
                f"str-{n}", Task.STREAM, "count", "small", "osprey", "plain", "ask",
                "How many passengers of the ferry Osprey were rescued?", day, day,
                Gold(
                    Label.SUPPORTED, text, (f"{rescued} persons",),
                    (quote("osprey", text, f"{rescued} persons", version),),
                    f"osprey@{version}", changed=rescued != before,
                ),
                "osprey", "rescued", n,
            )
        )  # fmt: skip
        before = rescued
    return Part(Task.STREAM, documents, (), SOURCES, tuple(items))


def parts() -> tuple[Part, ...]:
    return (regchange(), conflict(), stream())


def frozen(folder: Path) -> Bench:
    return write(folder, parts(), MADE)


class Product:
    """The product as it is."""

    name = "product"
    title = "The product"

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        del before
        if asked.form == "ask":
            return rag.ask(asked.text, as_of=asked.as_of, known_at=asked.known_at)
        report = rag.check(asked.text, as_of=asked.as_of, known_at=asked.known_at)
        return report.paragraphs[0].answer


class Parrot:
    """Says the question again, and how many steps it remembers."""

    name = "parrot"
    title = "A parrot"

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        del rag
        heard = 1 + (before.cost.steps if before else 0)
        verdict = ClaimVerdict(
            "c1", asked.text, Verdict.SUPPORTED, "heard", "", ValueKind.TEXT, 1, 1, 0, 0
        )
        return Answer(
            question=asked.text, as_of=asked.as_of, known_at=asked.known_at, period="",
            preset="none", sentences=(Sentence(asked.text, ()),), citations=(),
            verdicts=(verdict,), changes=(), pending=(), disputed=(), nearest=(), checklist=(),
            cost=Cost(heard, 0, 0), run="",
        )  # fmt: skip


class Mute:
    """Fails, in one of two ways."""

    name = "mute"
    title = "A mute"

    def answer(self, rag: LedgerRAG, asked: Asked, before: Answer | None) -> Answer:
        del rag, before
        if asked.form == "check":
            raise NotFoundError("nothing to say", "ask another")
        raise ZeroDivisionError("by zero")


def find(names: Sequence[str]) -> tuple[System, ...]:
    known: dict[str, System] = {one.name: one for one in (Product(), Parrot(), Mute())}
    return tuple(known[name] for name in names)
