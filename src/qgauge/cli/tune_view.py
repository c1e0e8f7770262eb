"""Tuning for `qgauge tune`: runs it and returns the results for the file and the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from qgauge import __version__
from qgauge.cli.terminal import progress
from qgauge.core import Tools
from qgauge.meta.judged import Judged
from qgauge.metrics.qmetric import QMetric
from qgauge.metrics.quality import Quality
from qgauge.stats.arrays import Array
from qgauge.tune import qmetric as q_metrics
from qgauge.tune import quality as qualities

USUAL = {"variant": "paper", "absent": "renormalise", "content": "rest", "names": "capitals"}
"""Default settings that tuned weights depend on; others must be given along with the weights."""


@dataclass(frozen=True, slots=True)
class Rated:
    """Questions with one gold score each."""

    judged: Judged
    gold: Array
    names: list[str]
    """The dimensions of the gold scores."""
    rule: str
    """How the gold scores were computed, in words."""

    def about(self, rows: int) -> dict[str, Any]:
        """Return the description of the data for the weights file."""
        return {
            "data": {"name": self.judged.name, "digest": self.judged.digest, "rows": rows},
            "dimension": self.names[0] if len(self.names) == 1 else self.names,
            "gold": self.rule.partition(": ")[2] if len(self.names) == 1 else self.rule,
        }


@dataclass(frozen=True, slots=True)
class Found:
    """The result for the file, the lines to print, and the settings to use with the weights."""

    result: dict[str, Any]
    lines: list[str]
    settings: list[str]


def tune_q_metric(
    metric: QMetric, rated: Rated, plan: q_metrics.Plan, tools: Tools, workers: int
) -> Found:
    judged = rated.judged
    rows = [at for at, each in enumerate(judged.examples) if len(each.references) == 1]
    examples = [judged.examples[at] for at in rows]
    gold = [float(rated.gold[at]) for at in rows]
    with progress("scoring", len(rows)) as done:
        parts = q_metrics.parts_of(metric, examples, gold, tools, workers=workers, progress=done)
    groups = [judged.clusters[at] for at in rows]
    with progress("tuning", plan.splits) as done:
        found = q_metrics.tune(metric, parts, groups, plan, progress=done)
    low, high = found.range
    settings = {key: value for key, value in metric.settings().items() if key in USUAL}
    result: dict[str, Any] = {
        "metric": metric.name,
        "weights": str(found.weights),
        "settings": settings,
        "signature": q_metrics.with_weights(metric, found.weights).signature(tools, __version__),
        **rated.about(found.rows),
        "plan": asdict(plan),
        "held_out": {"mean": found.mean, "low": low, "high": high, "each": found.held_out},
        "before_held_out": {"mean": found.mean_before, "each": found.before_held_out},
        "spread": found.spread,
        "before": found.before,
    }
    needed = [f"{key}={value}" for key, value in settings.items() if value != USUAL[key]]
    return Found(result, list(_q_lines(found, judged)), needed)


def _q_lines(found: q_metrics.Tuned, judged: Judged) -> Iterator[str]:
    yield _used(found.rows, found.groups, len(judged.examples), "do not have exactly one reference")
    if found.scored < found.rows:
        yield (
            f"with these weights, {found.rows - found.scored} rows are unscored: they have no word "
            "with a non-zero weight"
        )
    yield ""
    weights = (*found.weights.of_kinds(), found.weights.delta)
    for kind, value in zip(found.spread, weights, strict=True):
        yield f"{kind:9} {value:.3f}  spread {found.spread[kind]:.3f}"
    low, high = found.range
    times = len(found.held_out)
    yield "\nPearson correlation with human ratings, on held-out rows"
    yield f"tuned      {found.mean:.3f} (95 % of {times} splits: {low:.3f} to {high:.3f})"
    before = "-" if found.mean_before is None else f"{found.mean_before:.3f}"
    yield f"before     {before} on the same rows; tuned is better in {found.better} splits"


def tune_quality(
    metric: Quality, rated: Rated, plan: qualities.Plan, tools: Tools, workers: int
) -> Found:
    examples = rated.judged.examples
    with progress("scoring", len(examples)) as done:
        parts = qualities.parts_of(metric, examples, tools, workers=workers, progress=done)
    layer = qualities.layer_of(metric)
    before = metric.exponents.values if metric.learned else metric.weighting
    found = qualities.fit(parts, rated.gold, rated.judged.clusters, plan, before, layer)
    fitted = qualities.with_weights(metric, found.weights)
    settings = {"method": "learned"} if metric.learned else {"formula": str(metric.formula)}
    gained = found.gained
    result: dict[str, Any] = {
        "metric": metric.name,
        "weights": fitted.weights,
        "settings": settings,
        "signature": fitted.signature(tools, __version__),
        **rated.about(found.rows),
        "plan": asdict(plan),
        "out_of_fold": gained.second,
        "before": gained.first,
        "difference": {"value": gained.value, "low": gained.low, "high": gained.high},
        "spread": dict(zip(layer.names, found.spread, strict=True)),
    }
    lines = _quality_lines(found, layer.names, before, len(examples))
    usual = metric.formula == "soft"
    return Found(result, list(lines), [] if usual else [f"formula={metric.formula}"])


def _quality_lines(
    found: qualities.Fitted, names: Sequence[str], before: Sequence[float], examples: int
) -> Iterator[str]:
    yield _used(found.rows, found.groups, examples, "have no passage or answer")
    yield ""
    wide = max(map(len, names))
    for name, weight, spread in zip(names, found.weights, found.spread, strict=True):
        yield f"{name:{wide}} {weight:.3f}  spread {spread:.3f}"
    gained = found.gained
    yield "\nPearson correlation with human ratings, on held-out passages"
    if gained.first is None or gained.second is None:
        yield f"no correlation: {gained.reason}"
        return
    yield f"fitted     {gained.second:.3f}"
    shown = "/".join(f"{weight:g}" for weight in before)
    yield f"before     {gained.first:.3f} on the same rows, with weights {shown}"
    if gained.low is None or gained.high is None:
        yield f"difference {gained.value:+.3f} ({gained.reason})"
        return
    yield f"difference {gained.value:+.3f} (95 %: {gained.low:+.3f} to {gained.high:+.3f})"
    if gained.low <= 0:
        worse = "the fitted weights are worse" if gained.high < 0 else "they are not clearly better"
        yield f"keep the weights from before: {worse} on held-out passages"


def _used(rows: int, groups: int, examples: int, problem: str) -> str:
    used = f"{rows} rows in {groups} clusters"
    if examples > rows:
        used += f"; excluded {examples - rows} rows that have no rating or {problem}"
    return used
