"""Digits that count nothing: provision numbers, enumerators, codes, fractions of dates."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ledgerrag.stance.tables import table

_ONE: Final = r"\d+(?:\.\d+)*(?:\s?\(\w{1,5}(?:\.\d+)?\))*(?:[-–/]\d+)?"
_NO_UNIT: Final = (
    r"(?!,\d)(?!\s*(?:%|per\s?cent|-?\s?(?:days?|weeks?|months?|years?|hours?|minutes?)\b))"
)
_GOES_ON: Final = (
    r"(?=\s*(?:$|[.,;:)\]]|(?:of|or|and|to|apply|applies|cease|ceases|is|are|do|does|shall|may|must"
    r"|has|have|in|the|that|which|as|were|was|above|below)\b))"
)
_CODES: Final = re.compile(
    r"[A-Za-z]\w*[-/]\d[\w.-]*"  # C656-14, SOR/2012-191, I-5
    r"|\b(?=[A-Za-z]*\d)(?=\w*[A-Za-z])"  # B2, 5A, but not 10th, 5m, 30km
    r"(?!\d+(?:st|nd|rd|th|[a-zµ]{1,4}|[kKmMbB]n?|GB|MB|TB|KB|kW|MW|kWh|kPa|Mbps)\b)\w+(?:-\d+)*"
    r"|(?<![\d.,])[12]\d{3}\s?-\s?\d{2,3}(?![\d-])(?!\s?(?:days|years|months))"  # 2013-637
    r"|\d+(?:\.\d+)*\(\w{1,5}\)(?:\(\w{1,5}\))*"  # 5(1)(a)
    r"|(?<=\()\d{1,3}(?:\.\d+)?(?=\))"  # (1), (2.1)
    r"|(?m:^)\s*\d+(?:\.\d+)*"  # at the head of a line: 1. / 42 / 10.1 Despite
    r"(?:[.)](?=\s)|(?=\s*\n)|(?=\s+\()|(?=\s+[A-Z][a-z]))"
    r"|\d+(?:[./]\d+){2,}"  # 1.2.3
    r"|\d+/\d+(?!\d)"  # 10/31
)


@cache
def _references() -> re.Pattern[str]:
    words = "|".join(sorted(table("units.toml")["references"]["words"], key=len, reverse=True))
    more = (
        rf"(?:\s*(?:,\s*(?:and|or)?|and|or|to|through|-|–)\s*{_ONE}(?![\w.%]){_NO_UNIT}{_GOES_ON})*"
    )
    return re.compile(
        rf"(?:\b(?:{words})\.?(?:\s+|/|(?=\d))|§+\s*)(?:no\.?\s*)?{_ONE}{more}", re.IGNORECASE
    )


def codes(text: str) -> list[tuple[int, int]]:
    """Spans of digits that are names: `section 5(1)`, `C656-14`, `(ii)`, `2013-637`."""
    found = [match.span() for match in _references().finditer(text)]
    found += [match.span() for match in _CODES.finditer(text)]
    return found
