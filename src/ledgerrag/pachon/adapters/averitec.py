"""Claims of 2020 with verdicts that annotators drew from fact-checking articles.

Traps. `claim_date` is day-month-year. The article's own day is not given: the day on which the web
archive kept it is one by which it was public, often months later. The verdict is the annotators',
after the article: here it is told as that of the article's publisher, known by the host of its
address. `reporting_source` is free text. Licence: CC BY-NC 4.0: a benchmark with these records in
it is for non-commercial use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlparse

from ledgerrag.pachon.adapters.claims import Checked, Rating, line
from ledgerrag.pachon.adapters.provisions import field, rows

NAME: Final = "averitec"
_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("ledgerrag.pachon.adapters").joinpath("averitec.toml").read_text("utf-8")
)
_CHECKERS: Final[dict[str, str]] = _DATA["checkers"]
_SOCIAL: Final = re.compile("|".join(map(re.escape, _DATA["social"])), re.IGNORECASE)
_ARCHIVED: Final = re.compile(r"/web/(\d{4})(\d\d)(\d\d)\d*[a-z_]*/(https?://.*)")
_DAY: Final = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4})")
_LABELS: Final = {"Supported": Rating.TRUE, "Refuted": Rating.FALSE}


def read(folder: Path) -> Iterator[Checked]:
    """Every claim whose article was archived and whose publisher is known, in order.

    Args:
        folder: the folder that holds `averitec`.
    Raises:
        InputError: the file is missing or damaged.
    """
    path = folder / NAME / "dev.jsonl.gz"
    for number, row in enumerate(rows(path), 1):
        archived = _ARCHIVED.search(str(row.get("fact_checking_article") or ""))
        if archived is None:
            continue
        host = urlparse(archived.group(4)).netloc.removeprefix("www.")
        checked = "-".join(archived.group(1, 2, 3))
        said = _said(row.get("claim_date"))
        # A page that was kept before the claim was made cannot be about this claim alone.
        if host not in _CHECKERS or not said or checked <= said:
            continue
        yield Checked(
            claim_id=f"{NAME}:{number}",
            adapter=NAME,
            text=line(field(row, "claim", path)),
            rating=_LABELS.get(str(field(row, "label", path)), Rating.OPEN),
            checker=_CHECKERS[host],
            checked=checked,
            said=said,
            social=_SOCIAL.search(str(row.get("reporting_source") or "")) is not None,
        )


def _said(stated: object) -> str:
    found = _DAY.fullmatch(str(stated or "").strip())
    if found is None:
        return ""
    day, month, year = (int(part) for part in found.groups())
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else ""
