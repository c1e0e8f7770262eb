"""Fit the model that scores candidate answers.

    python -m training.answer_finder.fit --shared SHARED [--measure]

It parses 1,900 passages, which takes minutes once; the usual cache of tools keeps the parses. The
model is logistic regression on piecewise linear curves, one per feature, with a ridge penalty.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from qgauge.generation.answer_model import FILE, FORMAT
from qgauge.models.additive import Additive, Curve
from qgauge.models.files import FOLDER
from training.answer_finder.examples import Labelled, label_all
from training.answer_finder.passages import read_passages
from training.export.manifest import record

DIGITS = 4
QUANTILES = (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)
"""Where a curve may bend, as quantiles of its feature."""
RAREST = 30
"""A feature that fewer candidates have is left out."""
RIDGE = 1.0


@dataclass(frozen=True)
class Basis:
    """The knots of each feature. A feature has one column for its presence, and ramps."""

    knots: Mapping[str, tuple[float, ...]]

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, float]]) -> Basis:
        """Return the basis for some rows."""
        counts = Counter(name for row in rows for name in row)
        knots = {}
        for name in sorted(name for name, count in counts.items() if count >= RAREST):
            values = [row[name] for row in rows if name in row]
            places = np.quantile(values, QUANTILES, method="nearest")
            knots[name] = tuple(float(one) for one in np.unique(places))
        return cls(knots)

    def columns(self) -> dict[str, int]:
        """Return the first column of each feature."""
        firsts, first = {}, 0
        for name, knots in self.knots.items():
            firsts[name] = first
            first += len(knots)
        return firsts

    def matrix(self, rows: Sequence[Mapping[str, float]]) -> csr_matrix:
        """Return one row per candidate: presence, and the share of each interval passed."""
        firsts, data, places, ends = self.columns(), [], [], [0]
        for row in rows:
            for name, value in row.items():
                knots = self.knots.get(name)
                if knots is None:
                    continue
                shares = [min(1.0, max(0.0, (value - a) / (b - a))) for a, b in pairwise(knots)]
                for at, share in enumerate([1.0, *shares]):
                    if share:
                        data.append(share)
                        places.append(firsts[name] + at)
            ends.append(len(data))
        width = sum(map(len, self.knots.values()))
        return csr_matrix((data, places, ends), shape=(len(rows), width))

    def curves(self, weights: np.ndarray) -> dict[str, Curve]:
        """Return the curves of the weights of all columns."""
        made = {}
        for name, first in self.columns().items():
            knots = self.knots[name]
            adds = np.cumsum(weights[first : first + len(knots)])
            made[name] = Curve(knots, tuple(round(float(one), DIGITS) for one in adds))
        return made


def fit(labelled: Sequence[Labelled]) -> Additive:
    """Fit the log-odds that people ask about a candidate.

    Both sources have the same weight in total.
    """
    rows = [row for one in labelled for row in one.features]
    asked = np.array([flag for one in labelled for flag in one.asked])
    sources = np.array([one.passage.source for one in labelled for _ in one.asked])
    counts = Counter(sources.tolist())
    weights = np.array([len(rows) / len(counts) / counts[one] for one in sources])
    basis = Basis.of(rows)
    model = LogisticRegression(C=1 / RIDGE, max_iter=2000, tol=1e-6)
    model.fit(basis.matrix(rows), asked, sample_weight=weights)
    start = round(float(model.intercept_[0]), DIGITS)
    return Additive(start, basis.curves(model.coef_[0]))


def as_json(odds: Additive) -> str:
    """Return the text of the file."""
    curves = {name: [curve.at, curve.adds] for name, curve in sorted(odds.curves.items())}
    made = {"format": FORMAT, "odds": {"start": odds.start, "curves": curves}}
    return json.dumps(made, indent=None, separators=(",", ":")) + "\n"


def main() -> None:
    """Fit the model, write it, and measure it if wanted."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shared", type=Path, required=True)
    options.add_argument("--measure", action="store_true", help="only measure the shipped model")
    chosen = options.parse_args()
    labelled = label_all(read_passages(chosen.shared / "train"))
    held = [one for one in labelled if one.passage.split == "held"]
    if not chosen.measure:
        odds = fit([one for one in labelled if one.passage.split == "train"])
        (FOLDER / FILE).write_text(as_json(odds), encoding="utf-8")
        print(record(FILE, "answer_finder.md"))
    from training.answer_finder.measure import report

    print(report(held))


if __name__ == "__main__":
    main()
