"""Check the calibration of the embedded verifier: fit a factor for its log odds.

    python -m training.reader.verifier_sharpness reader.jsonl.gz

As `entailer_sharpness` does, but on the held-out verification records of the training file. The
tool has no factor: the one that was fitted is near 1.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar

from qgauge.tools.embedded.verifier import EmbeddedVerifier
from training.reader.word_pieces import read_records

MOST = 2_400
SURE = 1e-4

Scores = npt.NDArray[np.float64]


def held_out(file: Path) -> tuple[Scores, Scores]:
    """Return the log odds of held-out answers, and 1 for each right one, 0 for each wrong one."""
    passages, texts, rows = read_records(file)
    chosen = [row for row in rows if row["task"] == "verify" and row["split"] == "test"]
    random.Random(1).shuffle(chosen)
    triples = [
        (
            texts[row["question"]] if isinstance(row["question"], int) else row["question"],
            row["answer"],
            passages[row["passage"]],
        )
        for row in chosen[:MOST]
    ]
    verified = EmbeddedVerifier(threads=2).verify(triples)
    chances = np.clip([one.right for one in verified], SURE, 1 - SURE)
    right = np.array([float(row["right"]) for row in chosen[:MOST]])
    return np.log(chances / (1 - chances)), right


def log_loss(logits: Scores, right: Scores, sharpness: float) -> float:
    chances = np.clip(1 / (1 + np.exp(-sharpness * logits)), 1e-6, 1 - 1e-6)
    return float(-(right * np.log(chances) + (1 - right) * np.log(1 - chances)).mean())


def main(file: Path) -> None:
    logits, right = held_out(file)
    first = np.arange(len(right)) % 2 == 0
    fitted = minimize_scalar(
        lambda sharpness: log_loss(logits[first], right[first], sharpness),
        bounds=(0.2, 10),
        method="bounded",
    ).x
    print(f"fitted on {first.sum()} answers: {fitted:.2f}")
    for sharpness in (1.0, fitted):
        loss = log_loss(logits[~first], right[~first], sharpness)
        print(f"  times {sharpness:.2f}: log loss {loss:.3f} on the {(~first).sum()} others")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
