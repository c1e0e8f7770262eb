"""Step 3: measure how much each noise hurt the readers, and which metrics predicted it.

    python -m benchmarks.extrinsic.report DATA [NOISED.npz RUNS]

NOISED.npz is the output of step 1, RUNS the folder of step 2. Without them, the recorded figures of
the readers are kept and only the metrics are computed again. Writes results.json next to this file;
`docs/RESULTS.md` shows it. The metrics compare the noisy training questions with the clean ones;
metrics that need a model score a sample from SQuAD.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

import qgauge
from benchmarks.extrinsic.conditions import CLEAN, CONDITIONS, NOISES
from benchmarks.extrinsic.noised import noised, questions
from qgauge.core import Example
from qgauge.stats.correlation import correlate
from training.reader.records import Question
from training.reader.scores import answer_f1, squad_words

LEXICAL = (
    *(f"bleu{order}" for order in range(1, 5)),
    *("rouge_l", "meteor", "nist", "chrf", "answerability"),
    *(f"q_bleu{order}" for order in range(1, 5)),
    *("q_rouge_l", "q_meteor", "q_nist"),
)
WITH_MODELS = ("qsts", "facet_f", "grammar", "answering", "inference", "quality")
SAMPLED = 300
"""Number of questions per noise that a metric with a model scores."""
RESAMPLES, SEED = 10_000, 12345
RESULTS = Path(__file__).with_name("results.json")


def answer_scores(asked: Sequence[Question], data: Path, run: Path) -> list[tuple[float, float]]:
    """Return F1 and exact match of each test question."""
    with np.load(data) as arrays:
        ends = np.cumsum(arrays["test.offsets.lengths"].astype(np.int64))
        offsets = np.split(arrays["test.offsets.ids"], ends[:-1])
    found = []
    for one, places, (first, last) in zip(
        asked, offsets, np.load(run, allow_pickle=False).tolist(), strict=True
    ):
        text = one.passage[int(places[2 * first]) : int(places[2 * last + 1])]
        exact = any(squad_words(text) == squad_words(gold) for gold in one.answers)
        found.append((answer_f1(text, one.answers), float(exact)))
    return found


def cost(clean: np.ndarray, worse: np.ndarray, articles: Sequence[str]) -> list[float]:
    """Return the 95 % interval of the difference in mean F1, by resampling articles."""
    names = sorted(set(articles))
    gaps = np.zeros(len(names))
    counts = np.zeros(len(names))
    for gap, article in zip(worse - clean, articles, strict=True):
        gaps[names.index(article)] += gap
        counts[names.index(article)] += 1
    drawn = np.random.default_rng(SEED).integers(0, len(names), (RESAMPLES, len(names)))
    means = gaps[drawn].sum(1) / counts[drawn].sum(1)
    return [float(edge) for edge in np.quantile(means, [0.025, 0.975])]


def trained(asked: Sequence[Question], data: Path, runs: Path) -> dict[str, dict[str, Any]]:
    """Return the scores of each noise's readers on the clean test questions."""
    scores: dict[str, list[np.ndarray]] = {}
    for run in sorted(runs.glob("*.npy")):
        condition = CONDITIONS[int(run.stem.split("-")[0])]
        scores.setdefault(condition, []).append(np.array(answer_scores(asked, data, run)))
    articles = [one.group for one in asked]
    clean = np.mean(scores[CLEAN], axis=0)[:, 0]
    rows = {}
    for condition, found in scores.items():
        mean = np.mean(found, axis=0)
        rows[condition] = {
            "f1": float(mean[:, 0].mean()),
            "exact": float(mean[:, 1].mean()),
            "f1_by_seed": [float(seed[:, 0].mean()) for seed in found],
            "f1_less_clean": cost(clean, mean[:, 0], articles),
        }
    return rows


def metric_means(
    asked: Sequence[Question], condition: str, metrics: Sequence[str]
) -> dict[str, float]:
    examples = [
        Example(
            str(number),
            text,
            references=(one.text,),
            passage=one.passage,
            answer=one.answer,
        )
        for number, (one, text) in enumerate(zip(asked, noised(asked, condition), strict=True))
    ]
    means = {}
    for name, result in qgauge.score(examples, metrics).items():
        values = [score.value for score in result.scores if isinstance(score.value, float)]
        means[name] = fmean(values)
    return means


def signatures(asked: Sequence[Question], metrics: Sequence[str]) -> dict[str, str]:
    one = asked[0]
    row = Example("1", one.text, (one.text,), passage=one.passage, answer=one.answer)
    return {name: str(result.signature) for name, result in qgauge.score([row], metrics).items()}


def foreseen(rows: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Correlate each metric's order of the noises with that of the readers."""
    f1 = [rows[noise]["f1"] for noise in NOISES]
    found: dict[str, Any] = {}
    for metric in (*LEXICAL, *WITH_MODELS):
        means = [rows[noise]["metrics"][metric] for noise in NOISES]
        for kind in ("spearman", "kendall"):
            told = correlate(means, f1, kind=kind, resamples=RESAMPLES, seed=SEED)
            found.setdefault(metric, {})[kind] = [told.value, told.low, told.high, told.p]
    return found


def recorded() -> dict[str, dict[str, Any]]:
    """Return the readers' figures from results.json."""
    rows: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))["noises"]
    return rows


def main() -> None:
    """Read the data and the runs, and write results.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("noised", type=Path, nargs="?")
    parser.add_argument("runs", type=Path, nargs="?")
    given = parser.parse_args()
    if given.noised and not given.runs:
        parser.error("give both NOISED.npz (step 1) and RUNS (step 2), or neither")
    train, test = questions(given.data)
    rows = trained(test, given.noised, given.runs) if given.runs else recorded()
    squad = [one for one in train if one.source == "squad"]
    sample = random.Random(SEED).sample(squad, SAMPLED)
    for number, condition in enumerate(CONDITIONS, 1):
        print(f"metrics of {condition} ({number} of {len(CONDITIONS)})", file=sys.stderr)
        cheap = metric_means(train, condition, LEXICAL)
        rows[condition]["metrics"] = cheap | metric_means(sample, condition, WITH_MODELS)
        changed = zip(noised(train, condition), train, strict=True)
        rows[condition]["changed"] = fmean(text != one.text for text, one in changed)
    made = {
        "date": datetime.now(UTC).date().isoformat(),
        "train": len(train),
        "test": len(test),
        "test_articles": len({one.group for one in test}),
        "sampled": SAMPLED,
        "signatures": signatures(sample, (*LEXICAL, *WITH_MODELS)),
        "noises": {condition: rows[condition] for condition in CONDITIONS},
        "rank_correlation": foreseen(rows),
    }
    text = json.dumps(made, indent=1, ensure_ascii=False)
    RESULTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
