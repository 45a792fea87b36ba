"""One analysis for documents and questions: what a search term is.

NFKC and casefold, numbers without their thousands separators, stop words, English stems, bigrams
of Chinese, Japanese and Korean text. Any string is data: nothing raises, nothing is syntax. Tokens
hold letters, digits, marks and inner full stops only, so an engine may cut them at blanks.
"""

from __future__ import annotations

import hashlib
import re
import threading
import unicodedata
from importlib.resources import files

import Stemmer  # type: ignore[import-not-found]

_RULES = "1"  # raised whenever the code below changes what a token is
_LONGEST = 64  # a longer run of letters is no word; its head still finds it
_CACHE = 200_000  # distinct words kept before the cache starts afresh


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _words(text: str) -> frozenset[str]:
    lines = (line.partition("#")[0] for line in text.splitlines())
    return frozenset(word for line in lines for word in line.split())


def _marks() -> str:
    # Vowel signs and accents that no composed letter takes up; `\w` leaves them out.
    blocks = (range(0x300, 0x3100), range(0xA660, 0xAC00), range(0xFE20, 0xFE30))
    return "".join(chr(c) for b in blocks for c in b if unicodedata.category(chr(c))[0] == "M")


_STOP_TEXT = _read("stopwords.txt")
_STOP = _words(_STOP_TEXT)
ANALYZER = f"lr{_RULES}-" + hashlib.sha256(_STOP_TEXT.encode()).hexdigest()[:12]

_LETTER = f"(?:[^\\W_]|[{_marks()}])"
_ASCII_TOKEN = re.compile(r"[^\W_]+(?:[.,'][^\W_]+)*", re.ASCII)
_TOKEN = re.compile(rf"{_LETTER}+(?:[.,']{_LETTER}+)*")
# Soft hyphens, joiners and direction marks are invisible: a word is the same with and without.
_INVISIBLE = re.compile("[\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_HARD_SPACE = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_RAISED = re.compile("(?<=\\w)([\u00b2\u00b3\u00b9\u2070-\u209c\u00bc-\u00be\u2150-\u215e])")
_THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:[,']\d{3})+(?!\d)")
_ENDING = re.compile(r"'(?:s|ll|re|ve|d|m)\Z")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_NUMBERED = re.compile(r"[^\W\d_]?\d+[^\W\d_]?|[^\W\d_]")
_CJK = (
    "\u1100-\u11ff\u3005\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_CJK}]+|[^{_CJK}]+")
_IDEOGRAPH = re.compile(f"[{_CJK}]")
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall"}  # can't, won't, shan't


def _whole(piece: str) -> bool:
    # 38.1, c.1 and v2.0 name one place; end.Next and s.20 are two words without a blank.
    parts = piece.split(".")
    numbered = all(_NUMBERED.fullmatch(part) for part in parts)
    return numbered and parts[0] not in {"s", "p"} and any(c.isdecimal() for c in piece)


def _pieces(raw: str) -> list[str]:
    """Cut a run of letters, digits, full stops, commas and apostrophes into words."""
    raw = _THOUSANDS.sub(lambda number: re.sub("[,']", "", number[0]), raw)
    pieces: list[str] = []
    for part in raw.split(","):
        piece = part.replace("'", "")
        if "." not in piece or _whole(piece):
            pieces.append(piece)
        elif all(len(letter) == 1 for letter in piece.split(".")):
            pieces.append(piece.replace(".", ""))  # u.s.a
        else:
            pieces.extend(piece.split("."))
    return pieces


def _digits(word: str) -> str:
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in word)


class _Terms(dict[str, tuple[str, ...]]):
    """From a run of characters to its terms, remembered; shared by all threads."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()  # a stemmer may serve one thread at a time
        self._stem = Stemmer.Stemmer("english", 0)

    def __missing__(self, raw: str) -> tuple[str, ...]:
        terms = tuple(self._split(raw))
        if len(raw) <= _LONGEST:
            if len(self) >= _CACHE:
                self.clear()
            self[raw] = terms
        return terms

    def _split(self, raw: str) -> list[str]:
        stem = raw.removesuffix("n't") if raw != "cannot" else "can"
        terms = [] if stem == raw else ["not"]
        for piece in _pieces(_ENDING.sub("", _SHORTENED.get(stem, stem))):
            for run in _RUN.findall(piece):
                if _IDEOGRAPH.match(run):
                    terms.extend(run[i : i + 2] for i in range(max(1, len(run) - 1)))
                else:
                    terms.extend(self._term(run))
        return terms

    def _term(self, word: str) -> tuple[str, ...]:
        word = _digits(word[:_LONGEST])
        if word in _STOP:
            return ()
        if any(c.isdecimal() for c in word):
            ordinal = _ORDINAL.fullmatch(word)
            return (ordinal[1] if ordinal else word.removesuffix(".00"),)
        with self._lock:
            return (self._stem.stemWord(word),)


_TERMS = _Terms()


def _fold(text: str) -> str:
    text = _HARD_SPACE.sub("", _INVISIBLE.sub("", text))
    text = _RAISED.sub(r" \1", text)  # 2½ is not 21/2, and a note's mark is not part of the word
    text = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", text)


def analyze(text: str) -> list[str]:
    """The terms of a text, in order, repeated as often as they occur.

    Args:
        text: any string; control characters, unpaired surrogates and signs separate words.
    """
    text = text.replace("\u2019", "'")
    runs = _ASCII_TOKEN.findall(text.lower()) if text.isascii() else _TOKEN.findall(_fold(text))
    terms: list[str] = []
    for run in runs:
        terms.extend(_TERMS[run])
    return terms
