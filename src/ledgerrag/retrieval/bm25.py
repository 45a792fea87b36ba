"""BM25 over a slice, in whole numbers: a replay is identical on every machine.

With N chunks of mean length avg in the slice, df(t) of them holding the term t::

    idf(t)   = ln(1 + (N - df(t) + 1/2) / (df(t) + 1/2))
    norm(d)  = k1 * (1 - b + b * |d| / avg)
    score(d) = sum over t of idf(t) * (k1 + 1) * tf(t, d) / (tf(t, d) + norm(d))

The form of idf is Lucene's, which is never negative (Robertson and Zaragoza 2009, section 3.4).
Lengths are exact. Lucene's one-byte length, always rounded down, serves `stats="index"` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal
from functools import lru_cache

ONE = 1_000_000_000  # idf, norm and score are counted in billionths
K1 = 1_200_000_000
B = 750_000_000
_CONTEXT = Context(prec=28)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the formula knows of a slice.

    Args:
        n: number of chunks.
        total: sum of their lengths; the mean length is total / n.
        df: how many of them hold each term.
        holding: how many hold any of the terms.
    """

    n: int = 0
    total: int = 0
    df: Mapping[str, int] = field(default_factory=dict)
    holding: int = 0

    def plus(self, other: Statistics) -> Statistics:
        """The statistics of both slices together, which share no chunk."""
        terms = self.df.keys() | other.df.keys()
        df = {t: self.df.get(t, 0) + other.df.get(t, 0) for t in terms}
        holding = self.holding + other.holding
        return Statistics(self.n + other.n, self.total + other.total, df, holding)


@lru_cache(maxsize=16_384)
def idf(n: int, df: int) -> int:
    """ln(1 + (n - df + 1/2) / (df + 1/2)) in billionths, rounded correctly from 28 digits."""
    ratio = _CONTEXT.divide(Decimal(2 * n + 2), Decimal(2 * df + 1))
    return int(_CONTEXT.multiply(_CONTEXT.ln(ratio), Decimal(ONE)))


def one_byte(length: int) -> int:
    """A length as Lucene stores it: exact up to 40, then the four highest bits beyond 24."""
    rest = max(0, length - 24)
    lost = max(0, rest.bit_length() - 4)
    return min(length, 24) + (rest >> lost << lost)


class Bm25:
    """Scores chunks for one set of query terms over one slice.

    Args:
        terms: query terms; each counts once however often it is repeated.
        statistics: of the slice.
        lucene: read lengths as Lucene stores them.
    """

    def __init__(self, terms: Iterable[str], statistics: Statistics, *, lucene: bool) -> None:
        found = {t: df for t in terms if (df := statistics.df.get(t, 0))}
        self.idf = {t: idf(statistics.n, df) for t, df in found.items()}
        self._n, self._total, self._lucene = statistics.n, statistics.total, lucene

    def norm(self, length: int) -> int:
        """k1 * (1 - b + b * |d| / avg) in billionths."""
        size = one_byte(length) if self._lucene else length
        return K1 * (ONE - B + B * size * self._n // max(1, self._total)) // ONE

    def score(self, tokens: str, length: int) -> int:
        """The score of a chunk in billionths; 0 where it holds no term.

        Args:
            tokens: its tokens, separated by blanks.
            length: their number.
        """
        tf: dict[str, int] = {}
        for term in filter(self.idf.__contains__, tokens.split(" ")):
            tf[term] = tf.get(term, 0) + 1
        norm = self.norm(length)
        return sum(self.idf[t] * (K1 + ONE) * f // (f * ONE + norm) for t, f in tf.items())
