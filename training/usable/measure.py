"""Print the figures of the rater's card, from chances of heads that never saw the rated texts.

python -m training.usable.measure HELD_OUT.json
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np

from qgauge.stats.auc import auc
from training.usable.export import held_out_odds, scale_and_shift
from training.usable.pairs import rated

EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 1.0)


def main() -> None:
    rows = list(rated())
    odds = held_out_odds(Path(sys.argv[1]))
    shares = np.array([row.labels[0] for row in rows])
    wrong = np.array([row.labels[1] for row in rows])
    scale, shift = scale_and_shift(odds, shares)
    chances = 1 / (1 + np.exp(-(scale * odds + shift)))
    texts = np.array([row.text for row in rows])
    labels = [None if 0 < share < 1 else bool(share) for share in shares]
    area = auc(chances.tolist(), labels, groups=texts.tolist())
    print(f"{len(rows):,} questions about {area.clusters} texts, {shares.mean():.1%} usable")
    print(f"AUROC {area.value:.3f} [{area.low:.3f}, {area.high:.3f}], {area.missing} left out")
    print("| chance | questions | usable | wrong answer |\n|---|---|---|---|")
    for first, last in pairwise(EDGES):
        there = (chances >= first) & (chances < last)
        if there.any():
            usable, bad = shares[there].mean(), wrong[there].mean()
            print(f"| {first:.2f} to {last:.2f} | {there.sum():,} | {usable:.1%} | {bad:.1%} |")


if __name__ == "__main__":
    main()
