"""The model card: what was measured, as Markdown."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from ledgerrag.bench.stance import Result
from ledgerrag.bench.stance_tables import Table, curve_table, data_table, tables
from ledgerrag.model import UNIT
from ledgerrag.stance.combined import DECIDES_U, MOST_ASKED, SURE_U, UNCLEAR_U
from ledgerrag.stance.encoding import LIMIT


def card(result: Result, curve: Path | None = None) -> str:
    """The card of the weights that were measured; the same for the same figures.

    Args:
        result: of `measure`.
        curve: learning curve of the run that made the weights; left out where None.
    Raises:
        InputError: the curve cannot be read.
    """
    text = resources.files("ledgerrag.bench").joinpath("stance_card.md.j2").read_text("utf-8")
    # Markdown for a file in the repository: nothing in it comes from outside.
    environment = Environment(  # noqa: S701 - see above
        undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    drawn = curve_table(curve) if curve is not None else None
    return environment.from_string(text).render(
        version=result.version,
        digest=result.digest,
        limit=LIMIT,
        opposes=_share(SURE_U),
        decides=_share(DECIDES_U),
        unclear=_share(UNCLEAR_U),
        most=MOST_ASKED,
        pairs=f"{sum(one.scores[0].pairs for one in result.sets):,}",
        tables=[{"title": one.title, "text": markdown(one)} for one in tables(result)],
        data=markdown(data_table()),
        curve={"title": drawn.title, "text": markdown(drawn)} if drawn else None,
    )


def markdown(table: Table) -> str:
    """A table in Markdown."""
    lines = [table.heads, tuple("---" for _ in table.heads), *table.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _share(micro: int) -> str:
    return f"{micro / UNIT:.2f}"
