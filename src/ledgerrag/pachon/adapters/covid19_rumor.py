"""Claims about COVID-19 with the labels true, false and unverified, some of them by fact-checkers.

Traps. Of the records only those of the part `en_dup` name who checked them, as `author` next to an
address of a fact-checking network; elsewhere `author` is who posted, and is no verdict of anybody.
Fact-checks bear no day: the day of the collection's last change is the day by which they were
public. A fact-check's text at times begins with a rating in words (`Mostly`, `Partly`): such
verdicts are neither true nor false. Texts repeat between parts, at times with another label: who
uses them must compare. Some texts tell of a post (`A video shows ...`) and not of the world.
Licence: MIT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlparse

from ledgerrag.pachon.adapters.claims import Checked, Rating, line
from ledgerrag.pachon.adapters.provisions import field, rows

NAME: Final = "covid19_rumor"
PUBLIC: Final = "2021-04-29"
_CHECKERS: Final = frozenset(("www.poynter.org",))
_LABELS: Final = {"T": Rating.TRUE, "F": Rating.FALSE}
_PARTLY: Final = re.compile(
    r"\s*(?:(?:(?i:mostly|partly|partially|half|insufficient|unproven|misleading)|IN)\b[\s:]+)+"
)
_LEAD: Final = re.compile(r"\s*true\b[\s:]+", re.I)


def read(folder: Path) -> Iterator[Checked]:
    """Every record in the order of the file.

    Args:
        folder: the folder that holds `covid19_rumor`.
    Raises:
        InputError: the file is missing or damaged.
    """
    path = folder / NAME / "records.jsonl.gz"
    for number, row in enumerate(rows(path), 1):
        text = line(field(row, "text", path))
        rating = _LABELS.get(str(field(row, "label", path)), Rating.OPEN)
        host = urlparse(str(row.get("source") or "")).netloc
        checker = line(row.get("author")) if host in _CHECKERS else ""
        if _PARTLY.match(text):
            text, rating = _PARTLY.sub("", text, count=1), Rating.OPEN
        elif checker:
            text = _LEAD.sub("", text, count=1)
        if text:
            yield Checked(f"{NAME}:{number}", NAME, text, rating, checker, PUBLIC)
