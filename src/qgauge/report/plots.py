"""Plots of a study: a scatter plot of the rows, and a calibration plot by tenths of the scores.

They are written as SVG files, and with matplotlib also as PNG files, from the same data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from qgauge.core import BadInput
from qgauge.core.damaged_files import fault_text
from qgauge.meta import Bin, Block, MetaReport, calibration
from qgauge.meta.systems import means_by_system
from qgauge.report.drawing import Dot, Drawing, Line, Scale, Shape, scale_of
from qgauge.report.svg_file import svg_file
from qgauge.stats.arrays import Array

MOST_POINTS = 5000
"""Points that are drawn in an SVG file; of more, every n-th one. PNG files have them all."""
POINTS, CURVE = "#1f6fb2", "#a8326e"


@dataclass(frozen=True, slots=True)
class Plot:
    """What a plot of a metric and a dimension shows."""

    name: str
    """The name of its file, without the ending."""
    title: str
    across: str
    up: str
    points: Sequence[tuple[float, float]] = ()
    """Score and gold score of each row, or of each system."""
    labels: Sequence[str] = ()
    """The system of each point; empty for rows."""
    bins: Sequence[Bin] = ()
    """The calibration curve."""


def plots(study: MetaReport) -> Iterator[Plot]:
    """Yield a scatter plot and, for items, a calibration plot per metric and dimension."""
    taken: set[str] = set()
    for block in study.blocks:
        for metric in (line.metric for line in block.metrics):
            base = name = "-".join(map(_plain, (study.judged.name, block.dimension, metric)))
            at = 1
            while name in taken:
                at += 1
                name = f"{base}-{at}"
            taken.add(name)
            points, labels = points_of(study, block, metric)
            if not points:
                continue  # nothing to plot; the table gives the reason
            of = " (means of systems)" if study.level == "systems" else ""
            title, up = f"{study.judged.name}{of}", f"{block.dimension}, gold score"
            yield Plot(f"{name}-scatter", title, metric, up, points, labels)
            if study.level == "items":
                across = f"{metric} (mean of each tenth of the rows; bars: 95 % interval)"
                bins = bins_of(study, block, metric)
                yield Plot(f"{name}-calibration", title, across, up, bins=bins)


def points_of(
    study: MetaReport, block: Block, metric: str
) -> tuple[list[tuple[float, float]], list[str]]:
    """Return the score and gold score of every row or system, and the names of the systems."""
    scores, gold = study.scores[metric], study.gold[block.dimension]
    labels: list[str] = []
    if study.level == "systems":
        systems = [example.system for example in study.judged.examples]
        both: Array = np.where(np.isnan(scores + gold), np.nan, 1.0)
        scores, gold = (means_by_system(column * both, systems) for column in (scores, gold))
        labels = sorted(set(systems))
    known = np.flatnonzero(~np.isnan(scores + gold)).tolist()
    points = [(float(scores[at]), float(gold[at])) for at in known]
    return points, [labels[at] for at in known] if labels else []


def bins_of(study: MetaReport, block: Block, metric: str) -> list[Bin]:
    """Return the calibration curve of a metric on a dimension."""
    return calibration(study.scores[metric], study.gold[block.dimension], study.judged.clusters)


def drawing_of(plot: Plot, most: int = MOST_POINTS) -> Drawing:
    """Return the drawing of a plot, with at most so many points."""
    every, curve = plot.points, plot.bins
    ends = [end for one in curve for end in one.interval or ()]
    across = scale_of([x for x, _ in every] + [one.score for one in curve])
    up = scale_of([y for _, y in every] + [one.gold for one in curve] + ends)
    shapes: list[Shape] = [Line([(0, 1), (0, 0), (1, 0)], "axis")]
    small = not plot.labels
    shapes += [Dot(across(x), up(y), "one", small) for x, y in thinned(every, most)]
    shapes += _curve(curve, across, up)
    seen = f"{len(every)} points" if every else f"{len(curve)} groups of rows"
    description = f"{plot.title}: {plot.up} against {plot.across}, {seen}"
    return Drawing(description, shapes, "plot", across.ticks(), up.ticks())


def _curve(bins: Sequence[Bin], across: Scale, up: Scale) -> Iterator[Shape]:
    for one in bins:
        if one.interval:
            yield Line([(across(one.score), up(end)) for end in one.interval], "two")
        yield Dot(across(one.score), up(one.gold), "two")
    if len(bins) > 1:
        yield Line([(across(one.score), up(one.gold)) for one in bins], "two")


def thinned(points: Sequence[tuple[float, float]], most: int) -> Sequence[tuple[float, float]]:
    """Return at most so many of the points, evenly chosen."""
    return (
        points if len(points) <= most else [points[at * len(points) // most] for at in range(most)]
    )


def can_write_png() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def write_plots(study: MetaReport, folder: str | Path) -> list[Path]:
    """Write every plot of a study as SVG and, where matplotlib is installed, as PNG."""
    target, written = Path(folder), []
    png = can_write_png()
    try:
        target.mkdir(parents=True, exist_ok=True)
        for plot in plots(study):
            path = target / f"{plot.name}.svg"
            path.write_text(_svg(plot), encoding="utf-8", newline="\n")
            written.append(path)
            if png:
                path = target / f"{plot.name}.png"
                # omit matplotlib's version, so that the same study gives the same bytes
                _figure(plot).savefig(path, dpi=120, metadata={"Software": None})
                written.append(path)
    except OSError as fault:
        problem = f"cannot write plots here: {fault_text(fault)}"
        raise BadInput(problem, file=str(folder), field="--plot") from None
    return written


def _svg(plot: Plot) -> str:
    drawing = drawing_of(plot)
    across = plot.across
    if len(plot.points) > MOST_POINTS:
        across += f" ({MOST_POINTS:,} of {len(plot.points):,} rows are drawn)"
    dots = (shape for shape in drawing.shapes if isinstance(shape, Dot))
    labels = [(dot.x, dot.y, text) for dot, text in zip(dots, plot.labels, strict=False)]
    return svg_file(drawing, plot.title, across=across, up=plot.up, labels=labels)


def _figure(plot: Plot) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.4, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes: Any = figure.add_subplot()
    axes.set_title(_shown(plot.title), fontsize=10)
    axes.set_xlabel(_shown(plot.across))
    axes.set_ylabel(_shown(plot.up))
    if plot.points:
        columns = zip(*plot.points, strict=True)
        # many rows coincide: transparent points show density
        alpha = 0.35 if len(plot.points) > 50 else 0.8
        axes.scatter(*columns, s=14, alpha=alpha, color=POINTS, lw=0)
    for point, name in zip(plot.points, plot.labels, strict=False):
        axes.annotate(_shown(name), point, (4, 4), textcoords="offset points", fontsize=7)
    if plot.bins:
        bins = plot.bins
        axes.plot([one.score for one in bins], [one.gold for one in bins], "o-", color=CURVE)
    for one in plot.bins:
        if one.interval:
            axes.vlines(one.score, *one.interval, color=CURVE, alpha=0.5)
    return figure


def _shown(text: str) -> str:
    """Escape dollars, between which matplotlib expects a formula."""
    return text.replace("$", r"\$")[:80]


def _plain(text: str) -> str:
    """Make a text safe for a file name."""
    return re.sub(r"[^A-Za-z0-9_.]+", "_", text).strip("._")[:60] or "data"
