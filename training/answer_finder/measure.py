"""Measure the answer finder on held-out passages, beside simple baselines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from qgauge.generation.answers import diverse, spans_of
from qgauge.stats.auc import auc
from training.answer_finder.examples import Labelled, token_f1, tokens

TOP = (1, 5, 10)
DRAWS = 1000
_NAMES = ("person", "organisation", "location", "name", "date", "number")
Choice = Callable[[Labelled, int], list[int]]
"""Returns the chosen candidates of a passage, the best first."""


def by_finder(one: Labelled, count: int) -> list[int]:
    """Choose as `qgauge.generation.answers.diverse` does."""
    spans = spans_of(one.passage.text, one.tree)
    place = {span: at for at, span in enumerate(spans)}
    return [place[span] for span in diverse(spans, count)]


def by_score(one: Labelled, count: int) -> list[int]:
    """Choose the best scores without overlaps, whatever the sentence and type."""
    scores = [span.score for span in spans_of(one.passage.text, one.tree)]
    return _disjoint(one, sorted(range(len(scores)), key=lambda at: -scores[at]), count)


def first_names(one: Labelled, count: int) -> list[int]:
    """Choose the first names, dates and numbers, then other candidates in order."""
    order = range(len(one.candidates))
    named = {at for at in order if one.candidates[at].form == "entity"}
    return _disjoint(one, sorted(order, key=lambda at: (at not in named, at)), count)


def longest_phrases(one: Labelled, count: int) -> list[int]:
    """Choose the longest noun phrases without what follows the noun."""

    def key(at: int) -> tuple[bool, int]:
        candidate = one.candidates[at]
        plain = candidate.type in (*_NAMES, "phrase") and candidate.form in ("core", "entity")
        return not plain, candidate.first - candidate.last

    return _disjoint(one, sorted(range(len(one.candidates)), key=key), count)


def at_random(one: Labelled, count: int) -> list[int]:
    """Choose candidates at random, the same on every call."""
    order = list(range(len(one.candidates)))
    Random(one.passage.text).shuffle(order)
    return _disjoint(one, order, count)


def _disjoint(one: Labelled, order: Sequence[int], count: int) -> list[int]:
    chosen: list[int] = []
    for at in order:
        start, end = one.span(at)
        if all(end <= one.span(taken)[0] or one.span(taken)[1] <= start for taken in chosen):
            chosen.append(at)
        if len(chosen) == count:
            break
    return chosen


# ------------------------------------------------------------------ figures


def at_top(rows: Sequence[Labelled], choose: Choice, count: int) -> np.ndarray:
    """Return per passage: precision, recall of human answers, and mean best overlap (F1)."""
    found = []
    for one in rows:
        chosen = choose(one, count)
        hits = sum(one.asked[at] for at in chosen)
        golds = [[tokens(text) for text in answer.texts] for answer in one.passage.answers]
        best = [
            max(token_f1(gold, tokens(one.text(at))) for texts in golds for gold in texts)
            for at in chosen
        ]
        found.append(
            (
                hits / max(1, len(chosen)),
                hits / max(1, sum(one.asked)) if any(one.asked) else np.nan,
                float(np.mean(best)) if best else 0.0,
            )
        )
    return np.array(found)


def interval(values: np.ndarray, groups: Sequence[str]) -> str:
    """Return the mean and its 95 % interval over articles or tales (bootstrap)."""
    names = sorted(set(groups))
    members = [np.array([at for at, one in enumerate(groups) if one == name]) for name in names]
    sums = np.array([np.nansum(values[rows]) for rows in members])
    counts = np.array([np.sum(~np.isnan(values[rows])) for rows in members])
    drawn = np.random.default_rng(1).integers(0, len(names), (DRAWS, len(names)))
    means = sums[drawn].sum(1) / counts[drawn].sum(1)
    low, high = np.quantile(means, (0.025, 0.975))
    return f"{_figure(sums.sum() / counts.sum())} ({_figure(low)} to {_figure(high)})"


def _figure(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def report(held: Sequence[Labelled]) -> str:
    """Return all figures of the shipped model as Markdown tables."""
    lines = []
    for source in sorted({one.passage.source for one in held}):
        rows = [one for one in held if one.passage.source == source]
        groups = [one.passage.group for one in rows]
        lines += ["", f"{source}: {len(rows)} passages of {len(set(groups))} articles or tales"]
        lines += [*_recall(rows), *_separation(rows), ""]
        lines += ["| choice | k | precision | recall | overlap |", "|---|---|---|---|---|"]
        choices = {
            "`diverse`": by_finder,
            "best scores": by_score,
            "first names": first_names,
            "longest phrases": longest_phrases,
            "random": at_random,
        }
        for name, choose in choices.items():
            for count in TOP:
                columns = at_top(rows, choose, count).T
                cells = [interval(column, groups) for column in columns]
                lines.append(f"| {name} | {count} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _recall(rows: Sequence[Labelled]) -> list[str]:
    """Return how many human answers are among the candidates, for spans and for all answers."""
    lines = []
    for name, spans in (("spans of the passage", True), ("all answers", False)):
        found, groups = [], []
        for one in rows:
            for answer, quality in zip(one.passage.answers, one.found, strict=True):
                if answer.start >= 0 or not spans:
                    found.append((quality == "exact", quality != "missing"))
                    groups.append(one.passage.group)
        exact, close = (interval(column, groups) for column in np.array(found, float).T)
        lines.append(f"- human answers, {name}, n {len(found)}: exact {exact}, F1 .8 {close}")
    return lines


def _separation(rows: Sequence[Labelled]) -> list[str]:
    """Return the AUROC of the score over all candidates."""
    scores = [span.score for one in rows for span in spans_of(one.passage.text, one.tree)]
    asked = [flag for one in rows for flag in one.asked]
    groups = [one.passage.group for one in rows for _ in one.asked]
    made = auc(scores, asked, groups=groups)
    bounds = " to ".join(map(_figure, made.interval or (np.nan, np.nan)))
    value = _figure(made.value if made.value is not None else np.nan)
    size = f"n {len(asked):,}, {sum(asked):,} asked about"
    return [f"- AUROC {value} ({bounds}); {size}"]
