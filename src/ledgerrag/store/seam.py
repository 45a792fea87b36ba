"""What other rooms meet the store at: chunks as the index takes them, and the journal's pen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ledgerrag.model import Authority, DocKey, Domain

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json]"
JsonMap: TypeAlias = "dict[str, Json]"


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk as the store keeps it and the index takes it.

    Args:
        row: position in the store; ascending, never reused.
        key: document version.
        series: of the document.
        start: first code point of the chunk in the document's text.
        end: first code point after.
        tokens: analysed tokens of title and chunk, separated by blanks.
        length: number of tokens.
        published: (UTC, calendar) seconds at which publication has certainly begun.
        seq: ingest sequence number of the document.
        authority: authority level.
        source: registry key.
        domain: of the document.
        language: of the document.
        cluster: independence cluster.
    """

    row: int
    key: DocKey
    series: str
    start: int
    end: int
    tokens: str
    length: int
    published: tuple[int, int]
    seq: int
    authority: Authority
    source: str
    domain: Domain
    language: str
    cluster: str


class Recorder(Protocol):
    """Appends journal entries inside the open transaction (audit.journal is the real one)."""

    def append(
        self,
        type: str,
        det: JsonMap,
        *,
        run: str = "",
        step: int = 0,
        actor: str = "",
        idem: str = "",
        obs: JsonMap | None = None,
        pay: Mapping[str, bytes] | None = None,
    ) -> int:
        """Append one entry and return its seq.

        Args:
            type: kind of entry: `ingest`, `act`, `run`, `step`, `answer`, ...
            det: the deterministic part, compared on replay.
            run: run id; empty for entries outside a run.
            step: loop step.
            actor: who asked for it.
            idem: idempotency key; empty for none.
            obs: times and hosts: never compared.
            pay: payloads by name; the entry commits to each by salted hash.
        """
        ...
