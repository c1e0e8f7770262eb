"""Compute the reader's figures, for training scripts and for the exported model."""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Outputs = dict[str, np.ndarray]
Run = Callable[[Sequence[Any]], list[Outputs]]
LONGEST_ANSWER = 30


def squad_words(text: str) -> list[str]:
    """Split into words as SQuAD compares them: lower case, no punctuation, no articles."""
    plain = "".join(letter for letter in text.lower() if letter not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", plain).split()


def answer_f1(found: str, golds: Sequence[str]) -> float:
    best = 0.0
    mine = squad_words(found)
    for gold in golds:
        theirs = squad_words(gold)
        shared = sum((Counter(mine) & Counter(theirs)).values())
        if shared:
            best = max(best, 2 * shared / (len(mine) + len(theirs)))
        elif not mine and not theirs:
            best = 1.0
    return best


def best_span(start: np.ndarray, end: np.ndarray, first: int) -> tuple[int, int, float]:
    """Return the best answer among the pieces from `first` on, and the score of all answers."""
    start, end = start[first:].astype(np.float64), end[first:].astype(np.float64)
    scores = start[:, None] + end[None, :]
    size = len(start)
    allowed = np.triu(np.ones((size, size), bool)) & ~np.triu(
        np.ones((size, size), bool), LONGEST_ANSWER
    )
    scores = np.where(allowed, scores, -np.inf)
    at = int(scores.argmax())
    return first + at // size, first + at % size, float(np.logaddexp.reduce(scores, axis=None))


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the probability that a positive scores above a negative; ties count half."""
    both = np.concatenate([positive, negative])
    _, place, count = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[place]
    size = len(positive)
    return float((ranks[:size].sum() - size * (size + 1) / 2) / (size * len(negative)))


def reader_figures(run: Run, loaded: dict[tuple[str, str], list[Any]]) -> dict[str, float]:
    figures: dict[str, float] = {}
    pairs = loaded["qa", "test"]
    f1 = defaultdict(list)
    chances = defaultdict(list)
    for pair, out in zip(pairs, run(pairs), strict=True):
        a, b, score = best_span(out["start"][:-1], out["end"][:-1], pair.first)
        source = pair.labels["source"]
        # the odds of an answer, as in the tool
        chances[(source if "squad" in source else "other", pair.labels["answerable"])].append(
            score - float(out["start"][0] + out["end"][0])
        )
        if pair.labels["answerable"]:
            passage = pair.labels["texts"][1]
            begin, stop = pair.offsets[a - pair.first][0], pair.offsets[b - pair.first][1]
            f1[source].append(answer_f1(passage[begin:stop], pair.labels["answers"]))
    for source, values in f1.items():
        figures[f"f1_{source}"] = float(np.mean(values))
        figures[f"n_{source}"] = len(values)
    answerable = [
        s for (source, ok), scores in chances.items() if ok and "squad" in source for s in scores
    ]
    for (source, ok), scores in chances.items():
        if not ok and answerable:
            figures[f"auroc_{source}"] = auroc(answerable, scores)
            figures[f"n_unanswerable_{source}"] = len(scores)
    pairs = loaded["nli", "test"]
    right = defaultdict(list)
    for pair, out in zip(pairs, run(pairs), strict=True):
        guess = int(out["nli"].argmax())
        label = pair.labels["label"]
        if label in ("entailment", "not_entailment") and pair.labels["source"].lower() in (
            "scitail",
            "med",
        ):
            # two-class sets: neutral and contradiction count as one class
            hit = (guess == 0) == (label == "entailment")
        else:
            hit = guess == ("entailment", "neutral", "contradiction").index(label)
        right[pair.labels["source"]].append(hit)
    for source, hits in right.items():
        figures[f"nli_{source}"] = float(np.mean(hits))
        figures[f"n_nli_{source}"] = len(hits)
    pairs = loaded["statement", "test"]
    by_truth: dict[bool | None, list[np.ndarray]] = defaultdict(list)
    for pair, out in zip(pairs, run(pairs), strict=True):
        weights = np.exp(out["nli"] - out["nli"].max())
        by_truth[pair.labels["right"]].append(weights / weights.sum())
    margins = {truth: [float(c[0] - c[2]) for c in chances] for truth, chances in by_truth.items()}
    figures["statement_auroc"] = auroc(margins[True], margins[False])
    figures["n_statement"] = len(margins[True]) + len(margins[False])
    if None in by_truth:
        figures["elsewhere_neutral"] = float(np.mean([c.argmax() == 1 for c in by_truth[None]]))
        figures["n_elsewhere"] = len(by_truth[None])
    return figures | verification_figures(run, loaded["verify", "test"])


def verification_figures(run: Run, pairs: Sequence[Any]) -> dict[str, float]:
    """Return the AUROC of right against wrong answers.

    By source: answers as the data has them against other answers of the same passage. By kind of
    foil: right answers in all forms against the foils of that kind.
    """
    right, wrong = defaultdict(list), defaultdict(list)
    forms, kinds = defaultdict(list), defaultdict(list)
    for pair, out in zip(pairs, run(pairs), strict=True):
        source, how = pair.labels["source"], pair.labels["how"]
        score = float(out["verify"].reshape(()))
        if pair.labels["right"]:
            forms["polar" if source == "boolq" else ""].append(score)
            if how == "verbatim":
                right[source].append(score)
        elif how == "same passage":
            wrong[source].append(score)
        else:
            kinds[how.removesuffix(", sentence")].append(score)
    figures = {}
    for source, scores in wrong.items():
        figures[f"verify_{source}"] = auroc(right[source], scores)
        figures[f"n_verify_{source}"] = len(right[source]) + len(scores)
    for how, scores in kinds.items():
        figures[f"verify_against_{how}"] = auroc(forms.get(how, forms[""]), scores)
        figures[f"n_verify_against_{how}"] = len(scores)
    return figures


def report_reader(
    model: Any, loaded: dict[tuple[str, str], list[Any]], device: str
) -> dict[str, float]:
    """Return the figures of a model that is still a torch module."""
    import torch

    from training.reader.train import collate

    def run(pairs: Sequence[Any]) -> list[Outputs]:
        made: list[Outputs] = [{} for _ in pairs]
        order = sorted(range(len(pairs)), key=lambda at: len(pairs[at].ids))
        for start in range(0, len(order), 64):
            places = order[start : start + 64]
            with torch.no_grad():
                out = model(collate([pairs[at] for at in places], device))
            arrays = {name: value.float().cpu().numpy() for name, value in out.items()}
            for row, at in enumerate(places):
                size = len(pairs[at].ids)
                made[at] = {
                    "start": arrays["start"][row, :size],
                    "end": arrays["end"][row, :size],
                    "nli": arrays["nli"][row],
                    "verify": arrays["verify"][row],
                }
        return made

    return reader_figures(run, loaded)
