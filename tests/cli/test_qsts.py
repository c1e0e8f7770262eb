"""Metrics that use tools, through every verb that scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

RATED = str(Path(__file__).parent.parent.parent / "examples" / "rated.jsonl")
EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")
BOTH = ["-m", "qsts", "-m", "qsts_passage"]
DYLAN = [
    *("--question", "What was Bob Dylan's first album called?"),
    *("--reference", "What was the title of Bob Dylan's first album?"),
    *("--passage", "Bob Dylan's first album was called Bob Dylan."),
]


@pytest.mark.slow
def test_score_with_workers_and_with_the_cache(
    qgauge: Any, tmp_path: Path, own_cache: Path
) -> None:
    shown = []
    for at, more in enumerate((["--workers", "2"], [], ["--cache", "off"])):
        done = qgauge("score", EXAMPLES, *BOTH, "-o", f"{at}.jsonl", *more)
        assert done.returncode == 0, done.stderr
        shown.append((done.stdout, (tmp_path / f"{at}.jsonl").read_bytes()))
    assert own_cache.exists()
    assert shown.count(shown[0]) == 3
    assert "|classes:on|direction:reference|parser:embedded@" in shown[0][0]
    assert "|classes:off|parser:embedded@" in shown[0][0]
    rows = [json.loads(line) for line in shown[0][1].splitlines()]
    assert len(rows) == 36
    assert set(rows[0]["scores"]["qsts"]["parts"]) == {"qcsim", "nesim", "semsim"}
    same = [row for row in rows if row["question"] in row["references"]]
    assert same
    assert {row["scores"]["qsts"]["value"] for row in same} == {1.0}


def test_explain_shows_classes_names_and_edges(qgauge: Any) -> None:
    done = qgauge("explain", *DYLAN, *BOTH)
    assert done.returncode == 0, done.stderr
    assert "passage   Bob Dylan's first album was called Bob Dylan.\n" in done.stdout
    for words in (
        "edge of the reference",
        "best edge in the question",
        "best edge in the passage",
        "question class ",
        "names of the reference found in the question: ",
        "names of the question found in the passage: ",
        "; missing: ",
        "flat(bob, dylan)",
        "^(1/3) = ",
    ):
        assert words in done.stdout
    found = json.loads(qgauge("explain", *DYLAN, "-m", "qsts", "--json").stdout)
    (view,) = found["scores"]["qsts"]["evidence"]["views"]
    assert view["table"]["columns"][0] == "edge of the reference"


@pytest.mark.slow
def test_compare_and_meta(qgauge: Any) -> None:
    done = qgauge("compare", EXAMPLES, "-m", "qsts:classes=off")
    assert done.returncode == 0, done.stderr
    assert "qsts:classes=off  atlas -> birch" in done.stdout
    done = qgauge("meta", RATED, "-m", "qsts", "--dimension", "answerability", "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert "\nqsts " in done.stdout
    assert "signature qsts|" in done.stdout


def test_word_vectors_by_path(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("built 1 0\nbuild 1 0\nmake 3 4\n", encoding="utf-8")
    asked = ["--question", "Who made it?", "--reference", "Who built it?", "-m", "qsts"]
    done = qgauge("explain", *asked, "--embedder", "vectors:own.txt")
    assert done.returncode == 0, done.stderr
    assert "|embedder:vectors:own.txt@" in done.stdout
    assert "root(ROOT, build)      root(ROOT, make)           0.8000" in done.stdout  # (.6 + 1) / 2


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "own.txt: the file cannot be read"),
        ("build 1 0\nmake 1\n", "own.txt, line 2: expected a word and 2 numbers"),
    ],
)
def test_an_invalid_vector_file_is_named(
    qgauge: Any, tmp_path: Path, content: str | None, complaint: str
) -> None:
    if content:
        (tmp_path / "own.txt").write_text(content, encoding="utf-8")
    done = qgauge("score", EXAMPLES, "-m", "qsts", "--embedder", "vectors:own.txt")
    assert done.returncode == 2
    assert complaint in done.stderr


def test_rows_that_cannot_be_scored_say_why(qgauge: Any, write: Any) -> None:
    rows = [
        {"question": "Who is it?", "references": ["Who is it?"], "question_class": "person"},
        {"question": "Who is it?", "references": ["Who is it?"], "reference_class": "HUM:ind"},
    ]
    done = qgauge("score", write("in.jsonl", rows), "-m", "qsts")
    assert done.returncode == 1  # half of the rows
    reason = "question_class is 'person', which is not a question class"
    assert f"unscored by qsts: 1 ({reason}" in done.stdout
    done = qgauge("score", write("in.jsonl", rows), "-m", "qsts_passage")
    assert done.returncode == 2
    assert "qsts_passage needs 'passage'" in done.stderr
