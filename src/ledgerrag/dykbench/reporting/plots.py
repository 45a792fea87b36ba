"""The plots, drawn by altair and embedded as SVG whose colours follow the page, light or dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from ledgerrag.dykbench.items import Task
from ledgerrag.dykbench.metrics import Measure, about
from ledgerrag.dykbench.reporting.facts import METRIC, OURS, Facts, share
from ledgerrag.dykbench.reporting.properties import shown, slices
from ledgerrag.dykbench.reporting.tables import task_title
from ledgerrag.errors import UnavailableError

if TYPE_CHECKING:
    import altair as alt

# Colours that no plot uses otherwise: each becomes a colour of the page.
_INK: Final = "#010203"
_FAINT: Final = "#010204"
_OURS: Final = "#010205"
_OTHER: Final = "#010206"
_THIRD: Final = "#010207"
_PAGE: Final = {
    _INK: "var(--ink)",
    _FAINT: "var(--line)",
    _OURS: "var(--ours)",
    _OTHER: "var(--other)",
    _THIRD: "var(--third)",
}
_WIDTH: Final = 300


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Args:
        name: its id in the page.
        title: above it.
        about: what it shows, in words, for those who cannot see it.
        svg: the drawing.
    """

    name: str
    title: str
    about: str
    svg: str


def every(facts: Facts) -> tuple[Plot, ...]:
    """The plots that the run has something for.

    Raises:
        UnavailableError: altair or vl-convert is not installed.
    """
    made = (main(facts), cost(facts), errors(facts), time(facts))
    return tuple(plot for plot in made if plot is not None)


def main(facts: Facts) -> Plot | None:
    """The metric of each task by system, with intervals and the paper's figures."""
    from ledgerrag.dykbench.reporting.main_tables import paper_figure

    rows = []
    for system in shown(facts):
        for task, measure in METRIC.items():
            found = facts.interval(system, task, measure)
            if found is None:
                continue
            paper = paper_figure(system, task, measure)
            rows.append(
                {
                    "system": facts.title(system),
                    "panel": f"{task_title(task)}: {about(measure).title}",
                    "value": found.value,
                    "low": found.low,
                    "high": found.high,
                    "paper": float(paper) if paper else None,
                    "ours": _whose(system),
                }
            )
    if not rows:
        return None
    alt = _altair()
    order = [facts.title(name) for name in shown(facts)]
    y = alt.Y("system:N", sort=order, title=None, axis=alt.Axis(labelLimit=240))
    base = alt.Chart(alt.Data(values=rows))
    x = alt.X("value:Q", scale=alt.Scale(domain=[0, 1]), title=None, axis=alt.Axis(tickCount=5))
    colour = _colour(alt)
    bars = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q", y=y, color=colour)
    dots = base.mark_point(filled=True, size=70).encode(x=x, y=y, color=colour)
    paper_marks = base.mark_point(shape="diamond", size=45, stroke=_INK).encode(x="paper:Q", y=y)
    layered = alt.layer(bars, dots, paper_marks).properties(width=_WIDTH, height=22 * len(order))
    chart = layered.facet(facet=alt.Facet("panel:N", title=None, sort=_panels()), columns=3)
    told = "Dots: this run, with the interval of 95 %. Hollow diamonds: the paper's figure."
    return Plot("plot-main", "The metric of each task", told, _svg(chart))


def _panels() -> list[str]:
    return [f"{task_title(task)}: {about(measure).title}" for task, measure in METRIC.items()]


def cost(facts: Facts) -> Plot | None:
    """Quality against retrieval calls."""
    rows: list[dict[str, object]] = []
    for system in shown(facts):
        for task, measure in METRIC.items():
            line = facts.line(system, task)
            value = line.value(measure) if line else None
            calls = line.value(Measure.RETRIEVAL_CALLS) if line else None
            if line is None or value is None or calls is None:
                continue
            rows.append(
                {
                    "system": facts.title(system),
                    "panel": f"{task_title(task)}: {about(measure).title}",
                    "value": float(value),
                    "calls": float(calls),
                    "ms": line.latency.mean / 1_000,
                    "ours": _whose(system),
                }
            )
    if not rows:
        return None
    alt = _altair()
    numbered = {facts.title(name): n for n, name in enumerate(shown(facts), 1)}
    # Systems at one place share a label: two numbers over each other cannot be read.
    places: dict[tuple[object, ...], list[int]] = {}
    for row in rows:
        places.setdefault(_place(row), []).append(numbered[str(row["system"])])
    for row in rows:
        here = places[_place(row)]
        first = numbered[str(row["system"])] == here[0]
        row["number"] = ", ".join(map(str, here)) if first else ""
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X(
            "calls:Q",
            title="retrieval calls an item",
            scale=alt.Scale(zero=True, nice=True),
            axis=alt.Axis(tickCount=5),
        ),
        y=alt.Y("value:Q", title=None, scale=alt.Scale(domain=[0, 1])),
    )
    dots = base.mark_point(filled=True, size=70).encode(color=_colour(alt))
    names = base.mark_text(align="left", dx=7, dy=-5, color=_INK, fontSize=11).encode(
        text="number:N"
    )
    chart = (
        alt.layer(dots, names)
        .properties(width=_WIDTH, height=240)
        .facet(facet=alt.Facet("panel:N", title=None, sort=_panels()), columns=3)
        .resolve_scale(x="independent")
    )
    key = "; ".join(f"{number} {title}" for title, number in numbered.items())
    told = f"Up is better, left is cheaper. {key}."
    return Plot("plot-cost", "Cost against quality", told, _svg(chart))


def _place(row: Mapping[str, object]) -> tuple[object, ...]:
    value, calls = (float(str(row[name])) for name in ("value", "calls"))
    return (row["panel"], round(20 * value), round(5 * calls))


def errors(facts: Facts) -> Plot | None:
    """Failures by step of the stream."""
    systems = [name for name in (OURS, f"{OURS}-refresh", "query-rag-bm25") if facts.of(name)]
    rows: list[dict[str, object]] = []
    for system in systems:
        held = facts.of(system, Task.STREAM)
        for step in sorted({row.step for row in held}):
            of_step = [row for row in held if row.step == step]
            for measure in (Measure.RET_FAIL, Measure.CIT_MIS, Measure.FMT_MIS):
                value = share(of_step, measure)
                if value is not None:
                    rows.append(
                        {
                            "system": facts.title(system),
                            "panel": about(measure).title,
                            "step": step,
                            "value": 100 * value,
                        }
                    )
    if not rows:
        return None
    titles = [facts.title(name) for name in systems]
    told = "Share of answers with the failure, in per cent, by step."
    chart = _lines(rows, titles, "step:Q", "step", ["RET_FAIL", "CIT_MIS", "FMT_MIS"], 100)
    return Plot("plot-errors", "Failures by step of the stream", told, _svg(chart))


def time(facts: Facts) -> Plot | None:
    """The metric of each task by time slice."""
    systems = [name for name in (OURS, "query-rag-bm25", "rule-only") if facts.of(name)]
    rows: list[dict[str, object]] = []
    for task, named in slices(facts).items():
        measure = METRIC[task]
        for place, value in enumerate(dict.fromkeys(named.values()), 1):
            for system in systems:
                held = [row for row in facts.of(system, task) if named.get(row.item_id) == value]
                found = share(held, measure)
                if found is not None:
                    rows.append(
                        {
                            "system": facts.title(system),
                            "panel": f"{task_title(task)}: {about(measure).title}",
                            "step": place,
                            "value": found,
                        }
                    )
    if not rows:
        return None
    titles = [facts.title(name) for name in systems]
    chart = _lines(rows, titles, "step:Q", "time slice, oldest first", _panels(), 1)
    told = "The same slices as in the table below."
    return Plot("plot-time", "Over time", told, _svg(chart))


def _lines(
    rows: Sequence[dict[str, object]],
    titles: Sequence[str],
    x: str,
    x_title: str,
    panels: Iterable[str],
    top: float,
) -> Any:
    alt = _altair()
    scale = alt.Scale(domain=list(titles), range=[_OURS, _OTHER, _THIRD][: len(titles)])
    dashes = alt.Scale(domain=list(titles), range=[[1, 0], [6, 3], [2, 2]][: len(titles)])
    return (
        alt.Chart(alt.Data(values=list(rows)))
        .mark_line(point=alt.OverlayMarkDef(size=35))
        .encode(
            x=alt.X(x, title=x_title, axis=alt.Axis(format="d", tickMinStep=1)),
            y=alt.Y("value:Q", title=None, scale=alt.Scale(domain=[0, top])),
            color=alt.Color("system:N", scale=scale, legend=alt.Legend(title=None, orient="top")),
            strokeDash=alt.StrokeDash("system:N", scale=dashes, legend=None),
        )
        .properties(width=_WIDTH, height=180)
        .facet(facet=alt.Facet("panel:N", title=None, sort=list(panels)), columns=3)
    )


def _whose(system: str) -> str:
    return "LedgerRAG" if system.startswith(OURS) else "other systems"


def _colour(alt: Any) -> Any:
    return alt.Color(
        "ours:N",
        scale=alt.Scale(domain=["LedgerRAG", "other systems"], range=[_OURS, _OTHER]),
        legend=alt.Legend(title=None, orient="top"),
    )


def _altair() -> Any:
    try:
        import altair
        import vl_convert  # noqa: F401 - altair draws with it
    except ImportError:
        raise UnavailableError(
            "plots need altair and vl-convert-python",
            "pip install 'ledgerrag[bench]', or give --no-plots",
        ) from None
    return altair


def _svg(chart: alt.TopLevelMixin) -> str:
    text = {"labelColor": _INK, "titleColor": _INK}
    line = {"domainColor": _FAINT, "tickColor": _FAINT, "gridColor": _FAINT}
    configured = chart.configure(
        background="transparent",
        font="sans-serif",
        view={"stroke": _FAINT},
        axis={
            **text,
            **line,
            "labelFontSize": 11,
            "titleFontSize": 11,
            "titleFontWeight": "normal",
        },
        header={**text, "labelFontSize": 12, "labelFontWeight": "bold"},
        legend={**text, "labelFontSize": 12, "labelLimit": 0},
    )
    out = StringIO()
    configured.save(out, format="svg")
    svg = out.getvalue()
    for drawn, of_page in _PAGE.items():
        svg = svg.replace(drawn, of_page)
    return svg[svg.index("<svg") :]
