"""`qgauge rank` on the example stories: order, reasons, filters, files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

STORIES = str(Path(__file__).parent.parent.parent / "examples" / "stories.jsonl")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One cache for all tests in this file, so that the models run once."""
    return str(tmp_path_factory.mktemp("rank") / "tools.sqlite")


@pytest.fixture
def rank(qgauge: Any, cache: str) -> Any:
    return lambda *words, **more: qgauge("rank", *words, "--cache", cache, **more)


@pytest.mark.parametrize(
    ("metric", "columns", "signature"),
    [
        ([], ["flaw"], "quality|method:learned|model:dimensions@"),
        (
            ["-m", "quality:method=weights"],
            ["grammar", "answering", "inference"],
            "quality|method:weights|weights:0.2/0.3/0.5|formula:soft|grammarian:",
        ),
    ],
)
def test_best_first_with_reasons(
    rank: Any, metric: list[str], columns: list[str], signature: str
) -> None:
    done = rank(STORIES, *metric)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["rank", "quality", *columns, "id", "question", "answer", "why"]
    assert [line.split()[0] for line in lines[1:17]] == [str(at) for at in range(1, 17)]
    values = [float(line.split()[1]) for line in lines[1:17]]
    assert values == sorted(values, reverse=True)
    for why in (
        "instead",
        "it does not ask anything",
        "it gives away its own answer",
        "the passage does not give this answer",
    ):
        assert why in done.stdout
    assert lines[-1].startswith(f"signature {signature}")


def test_the_likeliest_flaw_of_each_row(rank: Any) -> None:
    lines = rank(STORIES).stdout.splitlines()
    ranked = json.loads(rank(STORIES, "--json").stdout)["ranked"]
    start, end = lines[0].index("flaw"), lines[0].index("id")
    shown = [line[start:end].strip() for line in lines[1:17]]
    flaws = [one["evidence"]["flaws"] for one in ranked]
    assert shown == [f"{some[0]['kind']} {some[0]['chance']:.2f}" if some else "" for some in flaws]
    named = {one["id"]: some[0]["kind"] for one, some in zip(ranked, flaws, strict=True) if some}
    # planted: wrong answers, a leaked answer, a statement
    assert named["ferry-5"] == named["pumpkin-4"] == "wrong answer"
    assert named["pumpkin-6"] == "leaks the answer"
    assert named["ferry-9"] == "not a question"
    assert not {"ferry-1", "ferry-2", "ferry-3", "pumpkin-1", "pumpkin-2"} & set(named)


def test_dimensions_need_neither_passage_nor_answer(rank: Any, write: Any) -> None:
    passage = "Old Bram rowed."
    rows = [
        {"id": "c", "question": "Who rowed?", "passage": passage, "answer": "Bram"},
        {"id": "b", "question": "Who rowed?", "passage": passage},
        {"id": "a", "question": "Who rowed?"},
    ]
    done = rank(write("in.jsonl", rows), "-m", "dimensions", "--json")
    assert done.returncode == 0, done.stderr
    ranked = {one["id"]: one for one in json.loads(done.stdout)["ranked"]}
    # one more factor below 1 each
    assert ranked["a"]["rank"] < ranked["b"]["rank"] < ranked["c"]["rank"]
    assert ranked["b"]["evidence"]["not_judged"] == {"answer_consistency": "no answer"}
    assert "not_judged" not in ranked["c"]["evidence"]
    assert len(ranked["c"]["parts"]) == 7


def test_json_threshold_and_top(rank: Any) -> None:
    found = json.loads(rank(STORIES, "--json").stdout)
    ranked = found["ranked"]
    assert len(ranked) == 16
    assert {"rank", "id", "question", "answer", "value", "parts", "evidence"} <= set(ranked[0])
    assert ranked[0]["evidence"]["why"]
    line = ranked[5]["value"]
    some = json.loads(rank(STORIES, "--json", "--threshold", str(line)).stdout)
    assert [one["id"] for one in some["ranked"]] == [one["id"] for one in ranked[:6]]
    assert some["left_out"] == 10
    top = rank(STORIES, "--top", "2")
    assert "14 more row(s) omitted" in top.stdout
    nothing = rank(STORIES, "--threshold", "2")
    assert nothing.returncode == 0
    assert "no rows to show" in nothing.stdout


def test_rows_in_order_in_a_file(rank: Any, tmp_path: Path) -> None:
    files = []
    for at, more in enumerate(([], ["--workers", "2"])):
        done = rank(STORIES, "-o", f"{at}.jsonl", *more)
        assert done.returncode == 0, done.stderr
        files.append((tmp_path / f"{at}.jsonl").read_bytes())
    assert files[0] == files[1]
    rows = [json.loads(line) for line in files[0].splitlines()]
    assert [row["rank"] for row in rows] == list(range(1, 17))
    assert rows[0]["scores"]["quality"]["value"] > rows[-1]["scores"]["quality"]["value"]
    assert rows[0]["passage"]
    again = rank("0.jsonl", "-o", "-", "--top", "1")
    assert json.loads(again.stdout)["rank"] == 1
    assert "signature quality" in again.stderr


def test_a_list_for_each_passage_and_ties(rank: Any, write: Any) -> None:
    rows = [json.loads(line) for line in Path(STORIES).read_text(encoding="utf-8").splitlines()]
    pair = [{**rows[0], "id": "again"}, rows[0], rows[12], rows[9]]
    done = rank(write("in.jsonl", pair), "--each-passage", "--json")
    ranked = json.loads(done.stdout)["ranked"]
    assert [(one["id"], one["rank"]) for one in ranked] == [
        ("again", 1),
        ("ferry-1", 1),
        ("pumpkin-1", 1),
        ("pumpkin-4", 2),
    ]
    shown = rank("in.jsonl", "--each-passage").stdout
    assert "\nThe ferry to Askerholm leaves only once a day, at…\n" in shown
    assert shown.count("rank  quality") == 2


def test_rows_that_cannot_be_scored_are_named(rank: Any, write: Any) -> None:
    rows = [
        {"question": "Who rowed?", "passage": "Bram rowed.", "answer": "Bram"},
        {"id": "x", "question": "Who rowed?", "passage": "Bram rowed."},
    ]
    done = rank(write("in.jsonl", rows))
    assert done.returncode == 1  # half of the rows
    assert "1 row(s) unscored and not ranked: no answer (id x)" in done.stdout
    assert "leaves 50.0 % of the rows unscored" in done.stderr


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"question": "Who?"}], "quality needs 'passage'"),
        ([{"question": "Who?", "passage": "Bram."}], "quality needs 'answer'"),
        (['{"question": 3}'], "in.jsonl, line 1, field 'question'"),
        ([], "found no questions"),
    ],
)
def test_missing_fields_are_named(rank: Any, write: Any, rows: list[Any], said: str) -> None:
    done = rank(write("in.jsonl", rows))
    assert done.returncode == 2
    assert said in done.stderr


def test_bad_rows_are_named_and_skipped(rank: Any, write: Any, tmp_path: Path) -> None:
    good = {"question": "Who rowed?", "passage": "Bram rowed.", "answer": "Bram"}
    rows = [good, good | {"question": " "}, "no JSON", good | {"answer": {}}]
    file = write("in.jsonl", rows)
    stopped = rank(file)
    assert stopped.returncode == 2
    assert stopped.stdout == ""
    assert "in.jsonl, line 2, field 'question': the question is empty" in stopped.stderr
    done = rank(file, "--keep-going")
    assert done.returncode == 1
    assert "Who rowed?" in done.stdout.splitlines()[1]
    assert "3 row(s) refused and written to in.jsonl.refused.jsonl" in done.stderr
    refused = (tmp_path / "in.jsonl.refused.jsonl").read_text(encoding="utf-8").splitlines()
    places = [(one["line"], one["field"]) for one in map(json.loads, refused)]
    assert places == [(2, "question"), (3, ""), (4, "answer")]
    assert "there is no such file" in rank("none.jsonl").stderr


def test_another_metric(rank: Any) -> None:
    done = rank(STORIES, "-m", "inference", "--top", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:4] == ["rank", "inference", "right", "id"]
    assert "why" not in done.stdout.splitlines()[0]
    done = rank(STORIES, "-m", "inference:method=document", "--top", "1")
    columns = ["rank", "inference", "entailment", "neutral", "contradiction"]
    assert done.stdout.split()[:5] == columns
    done = rank(STORIES, "-m", "quality:weights=.5/.5")
    assert done.returncode == 2
    assert "three numbers grammar/answering/inference" in done.stderr


def test_quality_is_the_default_without_references(qgauge: Any, write: Any, cache: str) -> None:
    row = {"question": "Who rowed?", "passage": "Old Bram rowed.", "answer": "Bram"}
    done = qgauge("score", write("in.jsonl", [row]), "--cache", cache)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith("quality ")
    asked = ["--question", "Who rowed?", "--passage", "Old Bram rowed.", "--answer", "Bram"]
    done = qgauge("explain", *asked, "--cache", cache)
    assert done.returncode == 0, done.stderr
    for said in (
        "fluency: rating ",
        "starts at ",
        "log odds that the passage has an answer",
        "chance of no flaw in any dimension = ",
        "why: ",
    ):
        assert said in done.stdout
    done = qgauge("explain", *asked, "-m", "quality:method=weights", "--cache", cache)
    assert done.returncode == 0, done.stderr
    for said in (
        "the judgement rests on: Old Bram rowed.",
        "surprisal of the expected answer",
        "0.2 x ",
        "why: ",
    ):
        assert said in done.stdout


@pytest.mark.parametrize(
    ("metric", "below_the_question"),
    [
        (["-m", "quality:method=weights"], r"(ferry|pumpkin)-\d: grammar 0\.\d\d, answering "),
        (["-m", "quality"], r"(ferry|pumpkin)-\d the reader gives "),
    ],
)
def test_a_narrow_terminal_shows_each_row_on_several_lines(
    terminal: Callable[..., str], cache: str, metric: list[str], below_the_question: str
) -> None:
    shown = terminal(80, "rank", STORIES, "--cache", cache, "--top", "2", *metric)
    lines = [line.rstrip() for line in shown.splitlines()]
    ranked = [line for line in lines if re.match(r" +\d+  \d\.\d\d  ", line)]
    assert [line.split()[0] for line in ranked] == ["1", "2"]
    at = lines.index(ranked[1])
    below = " ".join(line.strip() for line in lines[at + 1 : lines.index("", at)])
    assert re.search(below_the_question, below)
    assert max(len(line) for line in lines if not line.startswith("signature")) <= 80


def test_a_narrow_terminal_shows_the_likeliest_flaw(
    terminal: Callable[..., str], write: Any, cache: str
) -> None:
    row = {"id": "x", "question": "Who sat?", "passage": "Old Bram rowed. Ines sat."}
    name = write("in.jsonl", [row | {"answer": "Bram"}])
    shown = terminal(80, "rank", name, "--cache", cache)
    assert re.search(r"\n +x: wrong answer 0\.\d\d +\r?\n", shown)


def test_a_row_without_a_part_that_others_have(qgauge: Any, write: Any) -> None:
    """The second question and its reference have no names."""
    rows = [
        {"id": "1", "question": "Who built Rome?", "references": ["Who built Rome?"]},
        {"id": "2", "question": "who built it?", "references": ["who has built it?"]},
    ]
    done = qgauge("rank", write("rows.jsonl", rows), "-m", "q_bleu1")
    assert (done.returncode, done.stderr) == (0, "")
    head, first, second = (line.split() for line in done.stdout.splitlines()[:3])
    at = head.index("name")
    assert (first[at], second[at]) == ("1.00", "-")
