"""`qgauge explain`, end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")
TITANIC = ["--question", "director of Titanic?", "--reference", "Who was the director of Titanic?"]


def test_shows_kinds_matches_and_the_calculation(qgauge: Any) -> None:
    done = qgauge("explain", *TITANIC, "-m", "q_bleu1")
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())
    assert "q_bleu1 = 0.6464" in shown  # .66 x .7899 + .34 x .3679
    assert "name 0.41 titanic titanic titanic 1.0000" in shown
    assert "question 0.2 - who - 0.0000" in shown
    assert "weighted precision = 0.8000, weighted recall = 0.7800" in shown
    assert "0.66 x 0.7899 + 0.34 x 0.3679 = 0.6464" in shown


def test_matched_words_are_in_brackets(qgauge: Any) -> None:
    shown = qgauge("explain", *TITANIC, "-m", "rouge_l").stdout
    assert "question  [director] [of] [titanic]\n" in shown
    assert "reference who was the [director] [of] [titanic]\n" in shown


@pytest.mark.parametrize("metric", ["bleu4", "rouge_l", "meteor", "nist", "chrf", "sacrebleu"])
def test_every_metric_explains_itself(qgauge: Any, metric: str) -> None:
    done = qgauge("explain", EXAMPLES, "--id", "q02", "--system", "birch", "-m", metric)
    assert done.returncode == 0, done.stderr
    assert f"{metric} = " in done.stdout
    assert "When did Marta Lindqvist build" in done.stdout
    assert f"signature {metric}|" in done.stdout


def test_json_has_the_evidence(qgauge: Any) -> None:
    found = json.loads(qgauge("explain", *TITANIC, "-m", "meteor", "--json").stdout)
    (view,) = found["scores"]["meteor"]["evidence"]["views"]
    assert view["question"] == [["director", "matched"], ["of", "matched"], ["titanic", "matched"]]


def test_unscored_rows_say_why(qgauge: Any) -> None:
    done = qgauge("explain", "--question", "Why?", "--reference", " ", "-m", "bleu1")
    assert "unscored, no reference has a word to compare" in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "give a file of questions, or --question"),
        ([EXAMPLES, "--id", "q99"], "The first ids are: q01"),
        ([EXAMPLES, "--id", "q01", "--system", "ceder"], "The systems are: atlas, birch, cedar"),
        ([EXAMPLES, "--reference", "Why?"], "--reference can only be used with --question"),
        ([EXAMPLES, "--passage", "It is."], "--passage can only be used with --question"),
        ([EXAMPLES, "--answer", "It."], "--answer can only be used with --question"),
        (["--question", " "], "empty"),
        (["--question", "Why?", "--id", "1"], "--id needs a file"),
        (["--question", "Why?", "--system", "s"], "--system needs a file"),
        (["--question", "Why?", "--references", "r.txt"], "--references needs a file"),
        (["--question", "Why?", "--format", "csv"], "--format needs a file"),
        ([EXAMPLES, "--parser", "spacy:en", "-m", "bleu1"], "no requested metric uses it"),
    ],
)
def test_mistakes_get_a_message(qgauge: Any, words: list[str], complaint: str) -> None:
    done = qgauge("explain", *words)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_other_bad_rows_do_not_matter(qgauge: Any, write: Any) -> None:
    name = write("in.jsonl", ["{", {"id": "b", "question": "Who?", "references": ["Who?"]}])
    done = qgauge("explain", name, "-m", "bleu1")
    assert done.returncode == 0
    assert "bleu1 = 1.0000" in done.stdout


@pytest.mark.parametrize(
    ("rows", "words", "complaint"),
    [
        (["{", {"id": "b", "question": ""}], ["--id", "b"], "in.jsonl, line 2, field 'question'"),
        (["{", {"id": "b", "question": "Q?"}], ["--id", "c"], "ids are: b. The first bad row"),
        (["{"], [], "No row can be used. The first bad row: in.jsonl, line 1"),
        ([], [], "in.jsonl: found no questions"),
        ([{"sentences": ["A."], "edges": []}], [], "this row is an article with edges"),
    ],
)
def test_a_row_that_cannot_be_explained_says_why(
    qgauge: Any, write: Any, tmp_path: Path, rows: list[Any], words: list[str], complaint: str
) -> None:
    done = qgauge("explain", write("in.jsonl", rows), *words, "-m", "bleu1")
    assert done.returncode == 2
    assert complaint in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_the_fields_that_a_metric_uses_are_shown(qgauge: Any, write: Any) -> None:
    row = {"question": "Who built the mill?", "answer": "Ada", "passage": "Ada built the mill."}
    name = write("in.jsonl", [{**row, "references": ["Who made the mill?"]}])
    for metric, shown in (
        ("dimensions", ("passage   Ada built the mill.", "answer    Ada")),
        ("facet_f", ("answer    Ada",)),
        ("facet_f:leak=off", ()),
        ("bleu1", ()),
    ):
        done = qgauge("explain", name, "-m", metric)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        fields = [line for line in lines if line.startswith(("passage ", "answer "))]
        assert fields == list(shown)
