"""`qgauge qud parse` with a judge on loopback: from an article to edges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.fault_server import FaultServer
from helpers.real_model import REASON, RealModel, is_there


@pytest.fixture(autouse=True)
def no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QGAUGE_JUDGE", raising=False)


def _answer(request: dict[str, Any]) -> str:
    shape = request["response_format"]["json_schema"]["schema"]["properties"]
    said: dict[str, Any] = {"question": "Why so?", "anchor": 1, "reason": "r"}
    for name, about in shape.items():
        said.setdefault(name, about["enum"][0] if "enum" in about else "x")
    return json.dumps({name: said[name] for name in shape})


def test_parse_with_a_judge_and_then_judge_the_edges(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("The pool closes.\nIt leaks.\nPeople swim.\n")
    with FaultServer(answer=_answer) as server:
        judge = ["--judge", f"server:m@{server.url}"]
        done = qgauge("qud", "parse", "pool.txt", "--tree", "-o", "edges.jsonl", *judge)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[:4] == [
            "article pool",
            "1 The pool closes.",
            "   ? Why so?",
            "   2 It leaks.",
        ]
        assert "signature qud parse|prompt:" in done.stdout
        row = json.loads((tmp_path / "edges.jsonl").read_text())
        assert [edge["answer_sentence"] for edge in row["edges"]] == [2, 3]
        assert row["tree"]["roots"][0]["children"][1]["sentence"] == 3
        words = ["qud", "eval", "edges.jsonl", "--method", "llm_few", "--no-flags", "--json"]
        labelled = qgauge(*words, *judge)
        assert labelled.returncode == 0, labelled.stderr
        metrics = json.loads(labelled.stdout)["metrics"]
        # the first label of each list is the worst; after a "no", no other criterion is asked
        assert metrics["qud_language:method=llm_few"]["labels"] == {"yes": 0, "no": 2}
        assert metrics["qud_relevance:method=llm_few"]["skipped"] == 2
        all_of_them = json.loads(qgauge(*words, "--no-skip", *judge).stdout)["metrics"]
        assert all_of_them["qud_relevance:method=llm_few"]["labels"]["not_grounded"] == 2
        assert "judge:server:" in all_of_them["qud_relevance:method=llm_few"]["signature"]


def test_a_sentence_without_a_question_is_reported(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("1\tThe pool closes.\n4\tIt leaks.\n")
    with FaultServer(answer=lambda _: "no") as server:
        judge = f"server:m@{server.url},tries=1"
        done = qgauge("qud", "parse", "pool.txt", "--judge", judge)
    assert done.returncode == 1
    assert "no question for sentence 4: the judge's reply could not be read" in done.stdout
    assert "1 sentence(s) got no question" in done.stderr


def test_running_text_is_split_into_sentences(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text(
        "The pool\ncloses. It leaks, Dr. Holm says.\n\nPeople swim\n"
    )
    with FaultServer(answer=_answer) as server:
        judge = ["--judge", f"server:m@{server.url}"]
        done = qgauge("qud", "parse", "pool.txt", "--split", "--json", *judge)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["articles"]
    assert row["sentences"] == ["The pool closes.", "It leaks, Dr. Holm says.", "People swim"]
    assert [edge["answer_sentence"] for edge in row["edges"]] == [2, 3]


@pytest.mark.parametrize(
    ("rows", "words", "told"),
    [
        ([{"sentences": ["A.", "B."]}], ["--answers", "3"], "3 is not a sentence of '1'"),
        ([{"sentences": ["A.", "B."]}] * 2 + [{"sentences": ["A.", "B."], "id": 2}], [],
         "line 3, field 'id': the article '2' appears twice"),
        ([{"sentences": ["A.", None]}], [], "line 1, field 'sentences': an article needs"),
        ([{"sentences": ["A.", "B."], "id": []}], [], "line 1, field 'id'"),
        ([["A."]], [], "must be an object with sentences"),
    ],
)  # fmt: skip
def test_no_call_is_made_before_all_articles_are_valid(
    rows: list[Any], words: list[str], told: str, qgauge: Any, write: Any
) -> None:
    with FaultServer(answer=_answer) as server:
        judge = ["--judge", f"server:m@{server.url}"]
        done = qgauge("qud", "parse", write("in.jsonl", rows), *words, *judge)
        assert not server.requests
    assert done.returncode == 2
    assert told in done.stderr


def test_a_bad_article_is_skipped(qgauge: Any, write: Any, tmp_path: Path) -> None:
    rows = [{"sentences": ["A."]}, "{", {"id": "x", "sentences": ["A.", "B."]}]
    with FaultServer(answer=_answer) as server:
        judge = ["--judge", f"server:m@{server.url}"]
        done = qgauge("qud", "parse", write("in.jsonl", rows), "--keep-going", "--json", *judge)
    assert done.returncode == 1
    assert "2 row(s) refused and written to in.jsonl.refused.jsonl" in done.stderr
    found = json.loads(done.stdout)
    assert [row["id"] for row in found["articles"]] == ["x"]
    assert found["refused"] == 2


@pytest.mark.parametrize("words", [["parse"], ["eval", "--method", "llm_zero", "--no-flags"]])
def test_no_call_is_made_if_the_output_cannot_be_written(
    words: list[str], qgauge: Any, write: Any, tmp_path: Path
) -> None:
    edge = {"question": "Why?", "anchor": 1, "answer_sentence": 2}
    file = write("in.jsonl", [{"sentences": ["A.", "B."], "edges": [edge]}])
    with FaultServer(answer=_answer) as server:
        judge = ["--judge", f"server:m@{server.url}"]
        done = qgauge("qud", *words, file, "-o", "nowhere/x.jsonl", *judge)
        assert not server.requests
    assert done.returncode == 2
    assert "nowhere/x.jsonl" in done.stderr
    assert not (tmp_path / "nowhere").exists()


def test_a_missing_article_is_not_a_bad_row(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("The pool closes.\nIt leaks.\n")
    with FaultServer(answer=_answer) as server:
        judge = ["--judge", f"server:m@{server.url}"]
        done = qgauge("qud", "parse", "missing.txt", "pool.txt", "--keep-going", *judge)
        assert not server.requests
    assert done.returncode == 2
    assert "missing.txt" in done.stderr
    assert "row" not in done.stderr
    assert not list(tmp_path.glob("*.refused.jsonl"))


def test_the_first_sentence_cannot_be_an_answer(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("The pool closes.\nIt leaks.\n")
    done = qgauge("qud", "parse", "pool.txt", "--answers", "0", "--keep-going")
    assert done.returncode == 2
    assert "--answers" in done.stderr
    assert "skip bad rows" not in done.stderr
    assert not list(tmp_path.glob("*.refused.jsonl"))


def test_a_judge_in_the_environment_is_asked(
    qgauge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pool.txt").write_text("The pool closes.\nIt leaks.\n")
    with FaultServer(answer=_answer) as server:
        monkeypatch.setenv("QGAUGE_JUDGE", f"server:m@{server.url}")
        done = qgauge("qud", "parse", "pool.txt")
        assert done.returncode == 0, done.stderr
        assert server.requests
    assert "1 -> 2 [parser] Why so?" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--method", "embeded"], "There is no method 'embeded'. Did you mean 'embedded'?"),
        (["--method", "embedded", "--judge", "server:m@http://localhost:1/v1"],
         "--judge is given, but the method embedded does not use it."),
        (["--method", "judge", "--generator", "embedded"],
         "--generator is given, but the method judge does not use it."),
        (["--judge", "server:m@http://localhost:1/v1", "--generator", "embedded"],
         "--judge is given, but the method embedded does not use it."),
        (["--method", "judge"], "--judge"),
    ],
)  # fmt: skip
def test_options_that_contradict_each_other(
    words: list[str], told: str, qgauge: Any, tmp_path: Path
) -> None:
    (tmp_path / "pool.txt").write_text("The pool closes.\nIt leaks.\n")
    done = qgauge("qud", "parse", "pool.txt", *words)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.split())


def test_parse_without_a_judge_and_then_label_the_edges(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text(
        "The town of Orrin will close its old swimming pool in May.\n"
        "Cracks in the basin lose forty cubic metres of water a day.\n"
        "The mayor, Ada Holm, says that a new basin would cost two million crowns.\n"
    )
    words = ["qud", "parse", "pool.txt", "-o", "edges.jsonl"]
    done = qgauge(*words)
    assert done.returncode in (0, 1), done.stderr  # 1 if a sentence got no question
    assert "signature qud parse|method:embedded|anchor:qud_anchor@" in done.stdout
    text = (tmp_path / "edges.jsonl").read_text()
    row = json.loads(text)
    found = {edge["answer_sentence"]: edge for edge in row["edges"]}
    assert {*found, *map(int, row["failed"])} == {2, 3}
    assert all(edge["anchor"] < answer for answer, edge in found.items())
    qgauge(*words, "--method", "embedded")
    assert (tmp_path / "edges.jsonl").read_text() == text, "the same edges every time"
    labelled = qgauge("qud", "eval", "edges.jsonl", "--no-flags", "--json")
    language = json.loads(labelled.stdout)["metrics"]["qud_language"]
    assert language["labels"] == {"yes": len(found), "no": 0}


@pytest.mark.llm
@pytest.mark.skipif(not is_there(), reason=REASON)
def test_a_real_model_finds_edges_that_can_be_shown(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("The pool will close in May.\nThe basin loses much water.\n")
    with RealModel() as model:
        judge = f"server:smollm2@{model.url},max_tokens=160,deadline=600"
        done = qgauge("qud", "parse", "pool.txt", "--tree", "-o", "edges.jsonl", "--judge", judge)
    assert done.returncode == 0, done.stderr
    (edge,) = json.loads((tmp_path / "edges.jsonl").read_text())["edges"]
    assert (edge["anchor"], edge["answer_sentence"]) == (1, 2)
    assert edge["question"].endswith("?")
    shown = qgauge("qud", "show", "edges.jsonl", "--tree")
    assert shown.stdout.splitlines() == [
        "article pool",
        "1 The pool will close in May.",
        f"   ? {edge['question']}",
        "   2 The basin loses much water.",
    ]
