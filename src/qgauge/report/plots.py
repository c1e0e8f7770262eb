"""Plots of a study: a scatter plot of the rows, and a calibration plot by tenths of the scores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from qgauge.core import BadInput, MissingTool
from qgauge.core.damaged_files import fault_text
from qgauge.meta.calibration import calibration
from qgauge.meta.report import Block, MetaReport
from qgauge.meta.systems import means_by_system

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS, CURVE = "#4477aa", "#aa3377"


def check_plotting() -> None:
    """Raise MissingTool if matplotlib is missing; call it before the long scoring."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        problem = "Plots need the package matplotlib, which is not installed."
        raise MissingTool(problem, "pip install 'qgauge[plot]'") from None


def write_plots(study: MetaReport, folder: str | Path) -> list[Path]:
    """Write a scatter plot and, for items, a calibration plot per metric and dimension, as PNG."""
    check_plotting()
    target, written = Path(folder), []
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, figure in _figures(study):
            path = target / f"{name}.png"
            # omit matplotlib's version, so that the same study gives the same bytes
            figure.savefig(path, dpi=120, metadata={"Software": None})
            written.append(path)
    except OSError as fault:
        problem = f"cannot write plots here: {fault_text(fault)}"
        raise BadInput(problem, file=str(folder), field="--plot") from None
    return written


def _figures(study: MetaReport) -> Iterator[tuple[str, Figure]]:
    taken: set[str] = set()
    for block in study.blocks:
        for metric in (line.metric for line in block.metrics):
            base = name = "-".join(map(_plain, (study.judged.name, block.dimension, metric)))
            at = 1
            while name in taken:
                at += 1
                name = f"{base}-{at}"
            taken.add(name)
            if np.isnan(study.scores[metric] + study.gold[block.dimension]).all():
                continue  # nothing to plot; the table gives the reason
            yield f"{name}-scatter", _scatter(study, block, metric)
            if study.level == "items":
                yield f"{name}-calibration", _calibration(study, block, metric)


def _scatter(study: MetaReport, block: Block, metric: str) -> Figure:
    figure, axes = _empty(study, block, metric)
    scores, gold = study.scores[metric], study.gold[block.dimension]
    if study.level == "systems":
        systems = [example.system for example in study.judged.examples]
        both = np.where(np.isnan(scores + gold), np.nan, 1.0)
        scores, gold = (means_by_system(column * both, systems) for column in (scores, gold))
        for name, x, y in zip(sorted(set(systems)), scores, gold, strict=True):
            if not np.isnan(x):
                axes.annotate(_shown(name), (x, y), (4, 4), textcoords="offset points", fontsize=7)
    # many rows coincide: transparent points show density
    axes.scatter(scores, gold, s=14, alpha=0.35 if len(scores) > 50 else 0.8, color=POINTS, lw=0)
    return figure


def _calibration(study: MetaReport, block: Block, metric: str) -> Figure:
    figure, axes = _empty(study, block, metric)
    bins = calibration(study.scores[metric], study.gold[block.dimension], study.judged.clusters)
    axes.plot([one.score for one in bins], [one.gold for one in bins], "o-", color=CURVE)
    for one in bins:
        if one.interval:
            axes.vlines(one.score, *one.interval, color=CURVE, alpha=0.5)
    axes.set_xlabel(f"{_shown(metric)} (mean of each tenth of the rows; bars: 95 % interval)")
    return figure


def _empty(study: MetaReport, block: Block, metric: str) -> tuple[Figure, Axes]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.4, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes: Any = figure.add_subplot()
    of = " (means of systems)" if study.level == "systems" else ""
    axes.set_title(_shown(f"{study.judged.name}{of}"), fontsize=10)
    axes.set_xlabel(_shown(metric))
    axes.set_ylabel(_shown(f"{block.dimension}, gold score"))
    return figure, axes


def _shown(text: str) -> str:
    """Escape dollars, between which matplotlib expects a formula."""
    return text.replace("$", r"\$")[:80]


def _plain(text: str) -> str:
    """Make a text safe for a file name."""
    return re.sub(r"[^A-Za-z0-9_.]+", "_", text).strip("._")[:60] or "data"
