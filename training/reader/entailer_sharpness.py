"""Check the calibration of the embedded inference model: fit a factor for its logits.

    python -m training.reader.entailer_sharpness SHARED

A model that learned from a teacher's soft labels may be underconfident. One factor for all logits
fixes that (temperature scaling, https://arxiv.org/abs/1706.04599). It is fitted on one half of the
held-out MNLI and SNLI premises, for the least log loss, and measured on the other half. The tool
has no factor: the one that was fitted is near 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar

from qgauge.tools.embedded.entailer import EmbeddedEntailer
from training.reader.data import add_nli
from training.reader.records import Book, Record, part

CLASSES = ("entailment", "neutral", "contradiction")
SOURCES = ("mnli", "snli")
BINS = 15

Scores = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int64]


def held_out(shared: Path) -> list[Record]:
    """Return the held-out pairs of the sets with three classes."""
    book = Book()
    add_nli(book, shared / "train")
    return [one for one in book.records if one["split"] == "test" and one["source"] in SOURCES]


def scores_of(pairs: list[Record]) -> Scores:
    """Recover the model's logits, up to a constant for each pair, from the tool's output."""
    judged = EmbeddedEntailer(threads=2).entail([(p["premise"], p["hypothesis"]) for p in pairs])
    chances = np.array([[getattr(one, name) for name in CLASSES] for one in judged])
    return np.asarray(np.log(chances))


def log_chances(scores: Scores, sharpness: float) -> Scores:
    scaled = sharpness * scores
    scaled = scaled - scaled.max(axis=1, keepdims=True)
    return np.asarray(scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True)))


def log_loss(scores: Scores, labels: Labels, sharpness: float) -> float:
    return float(-log_chances(scores, sharpness)[np.arange(len(labels)), labels].mean())


def calibration_error(scores: Scores, labels: Labels, sharpness: float) -> float:
    """Return the expected calibration error: confidence against accuracy, over bins."""
    logs = log_chances(scores, sharpness)
    sure, right = np.exp(logs.max(axis=1)), logs.argmax(axis=1) == labels
    place = np.minimum((sure * BINS).astype(int), BINS - 1)
    gaps = [
        abs(float(sure[place == at].sum() - right[place == at].sum()))
        for at in range(BINS)
        if (place == at).any()
    ]
    return sum(gaps) / len(labels)


def best_sharpness(scores: Scores, labels: Labels) -> float:
    found = minimize_scalar(
        lambda sharpness: log_loss(scores, labels, sharpness), bounds=(0.2, 10), method="bounded"
    )
    return float(found.x)


def main(shared: Path) -> None:
    pairs = held_out(shared)
    scores = scores_of(pairs)
    labels = np.array([CLASSES.index(one["label"]) for one in pairs])
    # the first of ten buckets is held out, that is the first and the eleventh of twenty
    first = np.array([part(one["premise"].lower(), 20) == 0 for one in pairs])
    source = np.array([one["source"] for one in pairs])
    fitted = best_sharpness(scores[first], labels[first])
    print(f"fitted on {first.sum()} pairs: {fitted:.2f}")
    print(f"fitted on the others: {best_sharpness(scores[~first], labels[~first]):.2f}")
    for name in SOURCES:
        rows = source == name
        print(f"fitted on {name}: {best_sharpness(scores[rows], labels[rows]):.2f}")
    print(f"on the {(~first).sum()} others:")
    for sharpness in (1.0, fitted):
        loss = log_loss(scores[~first], labels[~first], sharpness)
        error = calibration_error(scores[~first], labels[~first], sharpness)
        print(f"  times {sharpness:.2f}: log loss {loss:.3f}, calibration error {error:.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
