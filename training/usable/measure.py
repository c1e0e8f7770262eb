"""Print the figures of the rater's card, from chances of heads that never saw the rated texts.

python -m training.usable.measure HELD_OUT.json
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np

from training.usable.export import scale_and_shift
from training.usable.pairs import rated

EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 1.0)
SAMPLES = 200


def auc(chances: np.ndarray, shares: np.ndarray) -> float:
    """Return how often a usable question has a higher chance than one that is not."""
    good, bad = chances[shares > 0.75], chances[shares < 0.25]
    below = (good[:, None] > bad[None]).mean()
    return float(below + (good[:, None] == bad[None]).mean() / 2)


def main() -> None:
    rows = list(rated())
    chances = np.array(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))[:, 0]
    odds = np.log(chances.clip(1e-4, 1 - 1e-4) / (1 - chances.clip(1e-4, 1 - 1e-4)))
    shares = np.array([row.labels[0] for row in rows])
    wrong = np.array([row.labels[1] for row in rows])
    scale, shift = scale_and_shift(odds, shares)
    chances = 1 / (1 + np.exp(-(scale * odds + shift)))
    texts = np.array([row.text for row in rows])
    inside = [np.flatnonzero(texts == text) for text in np.unique(texts)]
    random = np.random.default_rng(0)
    draws = []
    for _ in range(SAMPLES):
        some = np.concatenate([inside[at] for at in random.integers(0, len(inside), len(inside))])
        draws.append(auc(chances[some], shares[some]))
    low, high = np.quantile(draws, (0.025, 0.975))
    print(f"{len(rows):,} questions about {len(inside)} texts, {shares.mean():.1%} usable")
    print(f"AUROC {auc(chances, shares):.3f} [{low:.3f}, {high:.3f}]")
    print("| chance | questions | usable | wrong answer |\n|---|---|---|---|")
    for first, last in pairwise(EDGES):
        there = (chances >= first) & (chances < last)
        if there.any():
            usable, bad = shares[there].mean(), wrong[there].mean()
            print(f"| {first:.2f} to {last:.2f} | {there.sum():,} | {usable:.1%} | {bad:.1%} |")


if __name__ == "__main__":
    main()
