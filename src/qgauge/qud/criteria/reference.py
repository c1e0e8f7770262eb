"""Label edges by thresholds on the score of a reference-based metric."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from qgauge.core import BadInput, BadSetting, Example, Score, Tools
from qgauge.metrics import create
from qgauge.metrics.metric import Metric
from qgauge.qud.criteria.criterion import Method
from qgauge.stats.thresholds import Thresholds

DEFAULT = "bleu1"
SHIPPED = Path(__file__).parent / "thresholds.json"
_MOST_BYTES = 1_000_000


@cache
def inner_metric(request: str) -> Metric:
    """Return the reference-based metric; semicolons separate its settings inside a setting."""
    made = create((request or DEFAULT).replace(";", ","))
    if "references" not in made.needs or made.labelled:
        raise BadSetting(f"method=reference: {made.name} does not use references.")
    return made


def without_version(signature: str) -> str:
    """Return a signature without the version; thresholds are valid for all versions."""
    return "|".join(piece for piece in signature.split("|") if not piece.startswith("v:"))


def thresholds(criterion: str, metric: str, file: str) -> Thresholds:
    """Return the thresholds of the user's file, or those in the package."""
    if file:
        return _own(file, criterion)
    known = {name: Thresholds.from_dict(one) for name, one in _shipped()[criterion].items()}
    label = inner_metric(metric).label()
    if label not in known:
        raise BadSetting(
            f"qgauge has no thresholds for {label}, only for {', '.join(known)}; tune them with "
            f"`qgauge qud meta --tune FILE` and set thresholds=FILE."
        )
    return known[label]


def by_reference(metric: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
    """Label each example by the score of another metric."""
    compares = inner_metric(metric.metric)
    cuts = thresholds(metric.judges, metric.metric, metric.thresholds)
    signature = without_version(compares.signature(tools, ""))
    if cuts.signature != signature:
        raise BadSetting(
            f"the thresholds were tuned for {cuts.signature}, not for {signature}; tune them "
            f"again with `qgauge qud meta --tune FILE`."
        )
    scores = compares.score(examples, tools)
    values = [score.value if isinstance(score.value, float) else None for score in scores]
    labels = cuts.apply(values, signature=signature)
    return [
        score
        if label is None or value is None
        else Score(
            label,
            {compares.name: value},
            {"references": list(example.references), **score.evidence},
        )
        for example, score, value, label in zip(examples, scores, values, labels, strict=True)
    ]


def effective_settings(metric: Any) -> dict[str, str]:
    """Return the other metric's settings and the cuts, for the signature."""
    compares = inner_metric(metric.metric)
    cuts = thresholds(metric.judges, metric.metric, metric.thresholds)
    inner_settings = ",".join(f"{name}={value}" for name, value in compares.settings().items())
    return {
        "metric": f"{compares.name}({inner_settings})",
        "thresholds": "/".join(f"{cut:.6g}" for cut in cuts.cuts),
    }


@cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = json.loads(SHIPPED.read_bytes())["thresholds"]
    return found


def _own(file: str, criterion: str) -> Thresholds:
    try:
        found = json.loads(Path(file).read_bytes()[: _MOST_BYTES + 1])
    except OSError as problem:
        raise BadInput(f"the file cannot be read: {problem.strerror}", file=file) from None
    except ValueError as problem:
        raise BadInput(f"not JSON: {problem}", file=file) from None
    record = found.get(criterion) if isinstance(found, dict) else None
    if not isinstance(record, dict):
        raise BadInput(f"the file has no thresholds for {criterion}", file=file, field=criterion)
    try:
        return Thresholds.from_dict(record)
    except ValueError as problem:
        raise BadInput(str(problem), file=file, field=criterion) from None


BY_REFERENCE = Method(
    by_reference,
    uses=lambda metric: inner_metric(metric.metric).roles(),
    settings=("metric", "thresholds"),
    signature_extras=effective_settings,
    needs=("references",),
)
