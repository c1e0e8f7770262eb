"""The whole of a meta-evaluation: metrics scored and correlated on one or more rated sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from qgauge.core import BadInput, BadSetting, Example, Progress, Result, Tools
from qgauge.core.display import Shown, Table, plain
from qgauge.meta.correlations import study
from qgauge.meta.judged import Judged
from qgauge.meta.ratings import Gold
from qgauge.meta.report import Level, MetaReport, lines_frame, lines_table
from qgauge.meta.verdicts import VerdictAgreement, verdict_agreement
from qgauge.run import LOOK_AHEAD, Request, check, evaluate
from qgauge.stats.correlation import Kind, Pair

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True, repr=False)
class MetaEvaluation(Shown):
    """How well metrics agree with human ratings, on one or more rated sets.

    Examples:
        >>> import qgauge
        >>> rated = {"Who built the mill?": 5, "Who build mill?": 2, "Who the?": 1, "Mill?": 3}
        >>> rows = [
        ...     {"question": one, "references": "Who built the mill?", "ratings": {"fluency": n}}
        ...     for one, n in rated.items()
        ... ]
        >>> found = qgauge.meta(rows, ["rouge_l"], resamples=100)
        >>> found.studies[0].blocks[0].dimension
        'fluency'
    """

    studies: tuple[MetaReport, ...]
    """One report per rated set."""
    verdicts: tuple[VerdictAgreement, ...]
    """The agreement of verdicts with ratings, for metrics that give verdicts."""
    settings: Mapping[str, Any]
    """The level, the gold score, the coefficients, the resamples and the seed."""
    rows: int
    """The number of rows."""
    unscored: Mapping[str, int]
    """The number of unscored rows of each metric."""

    def as_json(self, refused: int = 0) -> dict[str, Any]:
        """Return the evaluation as `qgauge meta --json` prints it.

        Args:
            refused: The number of rows that the command left out; Python functions raise instead.

        Returns:
            The settings and one object per rated set.
        """
        studies = [one.as_json() for one in self.studies]
        found: dict[str, Any] = {"settings": dict(self.settings), "studies": studies}
        if self.verdicts:
            found["verdicts"] = [one.as_json() for one in self.verdicts]
        return found | {"refused": refused}

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per rated set, dimension, metric (or baseline) and coefficient."""
        return lines_frame(self.studies)

    def __repr__(self) -> str:
        names = ", ".join(plain(one.judged.name, 40) for one in self.studies[:4])
        metrics = ", ".join(plain(name, 40) for name in list(self.unscored)[:8])
        return f"MetaEvaluation({metrics} on {names or 'nothing'}: {self.rows:,} rows)"

    def _table(self) -> Table:
        return lines_table(self.studies)


def selected(
    judged: Sequence[Judged], dimensions: Sequence[str] | None, leave_out_copies: bool
) -> list[Judged]:
    """Return the rated sets with some dimensions only, or without copies of references."""
    chosen = list(judged)
    if dimensions:
        there = list(dict.fromkeys(scale.name for one in judged for scale in one.scales))
        for name in dimensions:
            if name not in there:
                raise BadSetting(
                    f"there is no dimension '{name}'; the dimensions are: {', '.join(there)}."
                )
        chosen = [one for one in (one.only(dimensions) for one in judged) if one.scales]
    return [_without_copies(one) for one in chosen] if leave_out_copies else chosen


def _without_copies(judged: Judged) -> Judged:
    left = judged.without_copies()
    if not left.examples:
        raise BadInput(
            "every question is identical to a reference, so none remains", file=judged.name
        )
    return left


def first_rows(judged: Sequence[Judged]) -> list[Example]:
    """Return the rows that decide about the default metrics."""
    return list(islice(chain.from_iterable(one.examples for one in judged), LOOK_AHEAD))


def score_sets(
    judged: Sequence[Judged],
    requests: Sequence[Request],
    tools: Tools,
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[list[Result]]:
    """Return the results of every metric on every set.

    The fields of all sets must have been checked with `check_sets`.
    """
    return [
        evaluate(one.examples, requests, tools, workers=workers, progress=progress)
        for one in judged
    ]


def check_sets(judged: Sequence[Judged], requests: Sequence[Request], tools: Tools) -> None:
    """Check that every set has the fields that the metrics need."""
    for one in judged:
        try:
            check(one.examples, requests, tools)
        except BadInput as error:
            raise BadInput(error.problem, file=one.name, field=error.field) from None


def meta_evaluation(
    judged: Sequence[Judged],
    requests: Sequence[Request],
    results: Sequence[Sequence[Result]],
    *,
    level: Level = "items",
    gold: Gold = "mean",
    kinds: Sequence[Kind] = ("pearson", "spearman"),
    pairs: Sequence[Pair] = (),
    resamples: int = 1000,
    seed: int = 12345,
    progress: Progress | None = None,
) -> MetaEvaluation:
    """Correlate the results of every set with its ratings, and compare verdicts with ratings."""
    studies = []
    for one, scored in zip(judged, results, strict=True):
        studies.append(
            study(
                one,
                scored,
                level=level,
                gold=gold,
                kinds=kinds,
                pairs=pairs,
                resamples=resamples,
                seed=seed,
            )
        )
        if progress is not None:
            progress(1)
    verdicts = [
        found
        for one, scored in zip(judged, results, strict=True)
        for request, result in zip(requests, scored, strict=True)
        if request.metric.verdicts
        for found in verdict_agreement(
            one,
            request.label,
            result.scores,
            request.metric.verdicts,
            request.metric.judges,
            resamples=resamples,
            seed=seed,
        )
    ]
    settings: dict[str, Any] = {"level": str(level), "gold": str(gold), "kinds": list(kinds)}
    settings |= {"resamples": resamples, "seed": seed}
    unscored = Counter({request.label: 0 for request in requests})
    for result in chain.from_iterable(results):
        unscored[result.metric] += result.overall.unscored
    rows = sum(len(one.examples) for one in judged)
    return MetaEvaluation(tuple(studies), tuple(verdicts), settings, rows, dict(unscored))
