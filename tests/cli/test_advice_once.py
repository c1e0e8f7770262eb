"""A message says each thing once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES

ROWS = {
    "empty.jsonl": '{"id": "1", "question": " ", "references": ["Who?"]}\n',
    "number.jsonl": '{"id": "1", "question": 3}\n',
    "odd_byte.txt": "Who was Andr\x81?\n",
    "short.csv": "id,question\n1,Who?,more\n",
    "article.jsonl": '{"sentences": ["A.", "B."], "edges": []}\n',
    "edge.jsonl": json.dumps(
        {"sentences": ["A.", "B."], "edges": [{"question": "Why?", "anchor": 5}]}
    ),
    "span.jsonl": '{"id": "d", "text": "Ada.", "annotators": {"a": [[0, 99]]}}\n',
    "scores.csv": "respondent,q1,q2\na,1,x\n",
}
REFUSED = {
    "empty.jsonl": ["score", "rank", "noise", "set"],
    "number.jsonl": ["score"],
    "odd_byte.txt": ["score"],
    "short.csv": ["score"],
    "article.jsonl": ["score"],
    "edge.jsonl": ["qud eval", "qud show"],
    "span.jsonl": ["concepts"],
    "scores.csv": ["items"],
}


@pytest.mark.parametrize(
    ("verb", "file"), [(verb, file) for file, verbs in REFUSED.items() for verb in verbs]
)
def test_a_refused_row_is_advised_once(verb: str, file: str, qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / file).write_text(ROWS[file], encoding="latin-1")
    done = qgauge(*verb.split(), file)
    assert done.returncode == 2
    assert done.stderr.count("--keep-going") == 1
    assert "the row." not in done.stderr.replace("remove the row.", "", 1)
    assert done.stderr.count(file) == 1
    sentences = re.split(r"[.;] ", done.stderr.strip())
    assert len(sentences) == len(set(sentences))


def test_verbs_without_keep_going_do_not_advise_it(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text(ROWS["empty.jsonl"])
    (tmp_path / "span.jsonl").write_text(ROWS["span.jsonl"])
    judge = ["--rubric", "fluency", "--judge", "server:m@http://localhost:1"]
    for words in (
        ["judge", "estimate", "empty.jsonl", *judge],
        ["set", EXAMPLES, "--concepts", "span.jsonl"],  # its own rows could be skipped
    ):
        done = qgauge(*words)
        assert done.returncode == 2
        assert "line 1" in done.stderr and "--keep-going" not in done.stderr


def test_without_good_rows_the_file_is_named_once(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text(ROWS["empty.jsonl"])
    done = qgauge("score", "empty.jsonl", "--keep-going", "--refused", "side.jsonl")
    assert done.returncode == 2
    assert done.stderr.count("empty.jsonl") == 1
    assert "the first: line 1, field 'question': the question is empty" in done.stderr


def test_texts_of_different_length_are_described_once(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text("Who?\nWhat?\n")
    (tmp_path / "r.txt").write_text("Who?\n")
    done = qgauge("score", "q.txt", "--references", "r.txt")
    assert done.stderr == (
        "qgauge: q.txt, line 2: this file has 2 lines but r.txt has 1 lines; this line has no "
        "counterpart\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["score", "questions.jsonl"],
        ["compare", "questions.jsonl", "--resamples", "100"],
        ["concepts", "concepts.jsonl", "--resamples", "100"],
        ["meta", "rated.jsonl", "--resamples", "100"],
    ],
    ids=lambda words: words[0],
)
def test_signatures_are_printed_once(words: list[str], qgauge: Any) -> None:
    verb, file, *options = words
    lines = qgauge(verb, EXAMPLES.parent / file, *options).stdout.splitlines()
    signatures = [line for line in lines if line.startswith("signature ")]
    settings = [line.partition("|v:")[0] for line in signatures]
    assert signatures and len(settings) == len(set(settings))


def test_a_warning_of_all_workers_is_printed_once(qgauge: Any) -> None:
    words = ["score", EXAMPLES, "-m", "answerability:names=parser"]
    done = qgauge(*words, "--workers", "2", "--cache", "/dev/null/cache.sqlite")
    assert done.returncode == 0
    assert done.stderr.count("results are not cached") == 1
