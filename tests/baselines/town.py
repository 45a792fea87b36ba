"""A small town's papers: a rule and its amendment, a flood of rumours, a correction, a repeal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ledgerrag import baselines
from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.baselines import Asked
from ledgerrag.baselines.answering import answered
from ledgerrag.baselines.desk import Desk
from ledgerrag.baselines.voting import Settled
from ledgerrag.embedding.seam import HashedWords
from ledgerrag.language.seam import LanguageModel
from ledgerrag.model import Claim
from tests.product.newsroom import SOURCES, Newsroom, seeded

HOW_LONG = "How long is the notice period?"
HOW_MANY = "How many boats are missing after the storm?"

RULE = {
    "doc_id": "rule-7",
    "title": "Rule 7 Notice period",
    "source": "regulator",
    "text": "The notice period is 30 days.",
    "published": "2024-01-10",
}
AMENDED = {
    "doc_id": "rule-7-amended",
    "series": "rule-7",
    "title": "Rule 7 Notice period",
    "source": "regulator",
    "text": "The notice period is 45 days.",
    "published": "2025-03-01",
    "effective_from": "2025-06-01",
}
OFFICIAL = {
    "doc_id": "harbour-report",
    "title": "Harbour report",
    "source": "ministry",
    "text": "After the storm 2 boats are missing in the old harbour.",
    "published": "2025-02-03",
    "domain": "news",
}


def rumours(count: int, *, value: int = 9, reworded: bool = False) -> list[dict[str, str]]:
    """Posts that say the same, word for word or each in words of its own."""
    openings = ("Listen:", "They hide it:", "My cousin says", "Heard at the pier:", "Unbelievable,")
    return [
        {
            "doc_id": f"post-{n}",
            "title": "",
            "source": "forum" if n % 2 else "chat",
            "text": f"{openings[n % 5] if reworded else 'Shocking:'} "
            f"{value} boats are missing after the storm!" + (f" No {n}." if reworded else ""),
            "published": "2025-02-02",
            "domain": "news",
        }
        for n in range(count)
    ]


@dataclass(slots=True)
class Town:
    """A store of some records, and the systems that are asked over it."""

    rag: LedgerRAG

    def ask(
        self,
        name: str,
        text: str,
        as_of: str,
        known_at: str = "",
        *,
        form: str = "ask",
        before: Answer | None = None,
    ) -> Answer:
        """What a system answers; K is V where it is not said."""
        (system,) = baselines.systems([name])
        return system.answer(self.rag, asked(text, as_of, known_at, form), before)

    def value(self, name: str, text: str, as_of: str, known_at: str = "") -> str:
        """The value that a system settles on; the verdict where it settles on none."""
        (verdict,) = self.ask(name, text, as_of, known_at).verdicts
        return verdict.value or str(verdict.verdict)

    def at_desk(self, text: str, as_of: str, settle: Callable[[Desk, Claim], Settled]) -> Answer:
        """An answer by a way of settling that a test makes itself."""
        return answered(self.rag, asked(text, as_of), "lexical", settle)


def asked(text: str, as_of: str, known_at: str = "", form: str = "ask") -> Asked:
    return Asked(text, "check" if form == "check" else "ask", as_of, known_at or as_of)


@contextmanager
def town(
    folder: Path,
    *records: Mapping[str, object],
    language: LanguageModel | None = None,
    **params: str | int,
) -> Iterator[Town]:
    """A store that can be searched by words and by meaning.

    Args:
        folder: of its own.
        records: documents and acts.
        language: a language model at hand.
        params: that the store is opened with.
    """
    room = Newsroom(folder)
    room.write(records, "town.jsonl")
    registry = folder / "sources.toml"
    registry.write_text(SOURCES, "utf-8")
    with LedgerRAG.open(
        room.store,
        clock=room.clock,
        entropy=seeded("town"),
        embedding=HashedWords(512),
        params={"retrieval": "hybrid", **params},
        language=language,
    ) as rag:
        report = rag.ingest(folder / "town.jsonl", sources=registry, domain="regulation")
        assert not report.rejected
        yield Town(rag)
