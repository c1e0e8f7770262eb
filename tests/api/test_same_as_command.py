"""Every function returns the object that the command prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import qgauge

from .conftest import EXAMPLES, Printed, as_printed, rows_of

QUESTIONS, RATED, QUD = (EXAMPLES / f"{name}.jsonl" for name in ("questions", "rated", "qud"))
METRICS = ("-m", "rouge_l", "-m", "q_bleu1")


def written(rows: list[dict[str, Any]], folder: Path) -> Path:
    file = folder / "rows.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


def test_score(printed: Printed) -> None:
    found = qgauge.score(rows_of("questions.jsonl"), ["rouge_l", "q_bleu1"])
    assert as_printed(found.as_json()) == printed("score", QUESTIONS, *METRICS)
    assert found == qgauge.score(QUESTIONS, ["rouge_l", "q_bleu1"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ()),
        ({"threshold": 0.5, "top": 2}, ("--threshold", "0.5", "--top", "2")),
        ({"top": 1, "each_passage": True}, ("--top", "1", "--each-passage")),
    ],
)
def test_rank(
    printed: Printed, tmp_path: Path, arguments: dict[str, Any], words: tuple[str, ...]
) -> None:
    rows = [*rows_of("stories.jsonl")[:6], *rows_of("stories.jsonl")[-6:]]
    rows.append({"id": "none", "question": "Why is it so?", "answer": "x"})
    found = qgauge.rank(rows, **arguments)
    assert as_printed(found.as_json()) == printed("rank", written(rows, tmp_path), *words)
    assert len(found.ranked) + found.left_out + len(found.unscored) == len(rows) == 13


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ()),
        ({"baseline": "birch"}, ("--baseline", "birch")),
        ({"all_pairs": True, "seed": 7}, ("--all-pairs", "--seed", "7")),
    ],
)
def test_compare(printed: Printed, arguments: dict[str, Any], words: tuple[str, ...]) -> None:
    rows = rows_of("questions.jsonl")
    found = qgauge.compare(rows, ["rouge_l", "q_bleu1"], resamples=200, **arguments)
    shown = printed("compare", QUESTIONS, *METRICS, "--resamples", "200", *words)
    assert as_printed(found.as_json()) == shown
    assert list(as_printed(found.as_json())["comparisons"][0]) == list(shown["comparisons"][0])


def test_compare_without_enough_rows(printed: Printed, tmp_path: Path) -> None:
    rows = [
        {"id": "1", "system": name, "question": "Why?", "references": "Why?"} for name in ("", "b")
    ]
    found = qgauge.compare(rows, ["rouge_l"])
    assert as_printed(found.as_json()) == printed(
        "compare", written(rows, tmp_path), "-m", "rouge_l"
    )
    assert found.tests[0].verdict is None
    assert found.tests[0].reason == "fewer than two rows are scored for both systems"


@pytest.mark.parametrize("given", [QUESTIONS, str(QUESTIONS), rows_of("questions.jsonl")])
def test_explain(printed: Printed, given: Any) -> None:
    found = qgauge.explain(given, "q02", system="birch", metrics=["rouge_l", "q_bleu1"])
    shown = printed("explain", QUESTIONS, "--id", "q02", "--system", "birch", *METRICS)
    assert as_printed(found.as_json()) == shown


def test_explain_takes_one_row(printed: Printed) -> None:
    row = {"question": "Who?", "references": ["Who was it?"]}
    shown = printed("explain", "--question", "Who?", "--reference", "Who was it?", *METRICS)
    for given in (row, [row], qgauge.Example("1", "Who?", ("Who was it?",))):
        found = qgauge.explain(given, metrics=["rouge_l", "q_bleu1"])
        assert as_printed(found.as_json()) == shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ()),
        (
            {"dimensions": ["answerability"], "kinds": ["kendall"], "gold": "blatz", "seed": 7},
            ("--dimension", "answerability", "--kind", "kendall", "--gold", "blatz", "--seed", "7"),
        ),
        ({"level": "systems", "all_pairs": True}, ("--level", "systems", "--all-pairs")),
        (
            {"baseline": "rouge_l", "leave_out_copies": True},
            ("--baseline", "rouge_l", "--leave-out-copies"),
        ),
    ],
)
def test_meta(printed: Printed, arguments: dict[str, Any], words: tuple[str, ...]) -> None:
    shown = printed("meta", RATED, *METRICS, "--resamples", "100", *words)
    found = qgauge.meta(RATED, ["rouge_l", "q_bleu1"], resamples=100, **arguments)
    assert as_printed(found.as_json()) == shown
    rows = qgauge.meta(rows_of("rated.jsonl"), ["rouge_l", "q_bleu1"], resamples=100, **arguments)
    (from_rows,), (from_file,) = as_printed(rows.as_json())["studies"], shown["studies"]
    assert from_rows == from_file | {"data": "the rows", "sha256": ""}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ()),
        (
            {"dimensions": ["fluency"], "share": 0.5, "rows": 2, "seed": 7},
            ("--dimension", "fluency", "--share", "0.5", "--rows", "2", "--seed", "7"),
        ),
        (
            {"require_kappa": 0.4, "leave_out_copies": True},
            ("--require-kappa", "0.4", "--leave-out-copies"),
        ),
    ],
)
def test_calibrate(printed: Printed, arguments: dict[str, Any], words: tuple[str, ...]) -> None:
    found = qgauge.calibrate(RATED, ["rouge_l", "q_bleu1"], **arguments)
    assert as_printed(found.as_json()) == printed("calibrate", RATED, *METRICS, *words)


def test_dimensions(printed: Printed, tmp_path: Path) -> None:
    rows = [*rows_of("stories.jsonl")[:3], {"id": "no passage", "question": "Who wrote Emma?"}]
    found = qgauge.dimensions(rows)
    file = written(rows, tmp_path)
    assert as_printed(found.as_json()) == printed(
        "score", file, "-m", "dimensions", "-o", "out.jsonl"
    )
    lines = (tmp_path / "out.jsonl").read_text("utf-8").splitlines()
    for one, line in zip(found.questions, lines, strict=True):
        shown = json.loads(line)["scores"]["dimensions"]
        shown.pop("signature", None)  # the first row of a file has it
        assert as_printed(one.score.as_json()) == shown
        assert {name: each.flawed for name, each in one.ratings.items()} == {
            name: each["flawed"] for name, each in shown["evidence"]["dimensions"].items()
        }
    assert len(found.questions[0].ratings) == 7
    assert found.questions[3].not_judged["answer_consistency"] == "no passage"


def test_qud(printed: Printed) -> None:
    shown = printed("qud", "eval", QUD, "--method", "rule")
    for given in (QUD, rows_of("qud.jsonl")):
        found = qgauge.qud(given, method="rule")
        assert as_printed(found.as_json()) == shown
    edges = qgauge.qud(found.edges, ["qud_language:method=rule"], flags=False)
    assert (
        edges.as_json()["metrics"]["qud_language:method=rule"]
        == (found.as_json()["metrics"]["qud_language:method=rule"])
    )
