"""S3, Tables 8 to 10: models trained on noisy questions, as recorded by benchmarks/extrinsic."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks import PROJECT
from benchmarks.reproduce.bench import Bench
from benchmarks.reproduce.page import between, head, number, row

RECORDED = PROJECT / "benchmarks" / "extrinsic" / "results.json"
PRINTED = {
    "Table 8, WikiMovies, Hit 1": (
        ("none", 100, 100, 76.5),
        ("stop words", 25.4, 84.0, 75.6),
        ("question type", 74.0, 79.3, 73.5),
        ("content words", 29.4, 64.3, 54.7),
        ("named entities", 41.9, 48.5, 17.97),
    ),
    "Table 9, SQuAD, F1": (
        ("none", 100, 100, 76.5),
        ("question type", 80.1, 66.1, 69.0),
        ("stop words", 24.2, 61.0, 70.4),
        ("content words", 60.7, 57.1, 64.1),
        ("named entities", 77.0, 56.0, 73.8),
    ),
    "Table 10, VQA, accuracy": (
        ("none", 100, 100, 64.4),
        ("content words", 49.4, 58.2, 60.21),
        ("question type", 63.7, 50.9, 59.81),
        ("stop words", 10.8, 37.7, 57.37),
    ),
}
"""For each noise: BLEU-4 and Q-BLEU-4 of the questions, and the score of the trained model."""
OURS, CLEAN = "Table 9, SQuAD, F1", "none"
SAME = {
    CLEAN: "none",
    "no_function": "stop words",
    "other_question_word": "question type",
    "no_content": "content words",
    "no_names": "named entities",
}
"""The paper's name for each of qgauge's noises."""


def trained(bench: Bench) -> Iterator[str]:
    """Show whether metrics rank the noises as the models trained on them do."""
    yield from head(
        "table", "noise", "BLEU-4, paper", "Q-BLEU-4, paper", "model trained on it, paper"
    )
    for table, rows in PRINTED.items():
        for noise, *figures in rows:
            yield row(table, noise, *figures)
    yield ""
    found = json.loads(RECORDED.read_text(encoding="utf-8"))
    yield from ours(found)
    bench.signatures |= {f"{name}, recorded": one for name, one in found["signatures"].items()}


def ours(found: Mapping[str, Any]) -> Iterator[str]:
    """Compare our readers with Table 9, and show which metrics predict the order of the noises."""
    names = ("BLEU-4", "Q-BLEU-4", "F1 of the trained model")
    columns = (f"{name}, {who}" for name in names for who in ("paper", "ours"))
    yield from head("noise", "changed", *columns, "F1 minus clean, 95 % interval", "exact match")
    printed = {noise: figures for noise, *figures in PRINTED[OURS]}
    for noise, one in found["noises"].items():
        figures = [one["metrics"]["bleu4"], one["metrics"]["q_bleu4"], one["f1"]]
        theirs = printed.get(SAME.get(noise, ""), ["-"] * 3)
        low, high = one["f1_less_clean"]
        cost = between(100 * low, 100 * high, 1).strip()
        yield row(
            f"`{noise}`",
            f"{100 * one['changed']:.0f} %",
            *(cell for a, b in zip(theirs, figures, strict=True) for cell in (a, _hundred(b))),
            "-" if noise == CLEAN else cost,
            _hundred(one["exact"]),
        )
    yield ""
    yield from head("metric", "Spearman with F1 across noises", "Kendall")
    for metric, one in found["rank_correlation"].items():
        kinds = (one["spearman"], one["kendall"])
        yield row(f"`{metric}`", *(number(v) + between(low, high) for v, low, high, _ in kinds))
    yield SAYS.format(**found, ways=len(found["noises"]) - 1)


def _hundred(share: float) -> str:
    return number(100 * share, 1)


SAYS = """
Recorded on {date} by [benchmarks/extrinsic](../benchmarks/extrinsic/README.md). Small readers
were trained on {train:,} questions, clean or with one of {ways} kinds of noise, and tested on the
same {test:,} clean questions about {test_articles} articles. The paper's model (BiDAF) and training
set (all of SQuAD) are larger, so the levels differ. BLEU-4 of clean questions is below 100 because
coco-caption's BLEU-4 is near 0 for three-word questions, which are common in QAMR. Metrics that use
models scored {sampled} questions per noise. As in the paper, Q-BLEU predicts the cost of a noise
better than BLEU-4; with {ways} noises the intervals are wide."""
