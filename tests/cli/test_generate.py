"""`qgauge generate` from a story to tables, rows and messages, with the hand-made generator."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers.command import shown_in_terminal
from helpers.hand_made_generator import QUESTIONS, STORY, install

from qgauge.cli import generate as generate_command
from qgauge.generation import formats, quiz_settings


@pytest.fixture(autouse=True)
def hand_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch)
    shutil.copy(STORY, tmp_path / "story.txt")


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_rows_in_a_pipe_can_be_ranked(qgauge: Any) -> None:
    made = qgauge("generate", "story.txt", "-n", "4")
    assert made.returncode == 0, made.stderr
    found = rows(made.stdout)
    assert made.stderr == ""
    assert [row["id"] for row in found] == [f"story-{at}" for at in range(1, 5)]
    for row in found:
        assert row["passage"][row["start"] : row["end"]] == row["answer"]
        assert row["question"] in QUESTIONS[row["answer"]][1]
    assert [one for one in found if "signature" in one] == found[:1]
    ranked = qgauge("rank", "-", "--json", stdin=made.stdout)
    assert ranked.returncode == 0, ranked.stderr
    order = json.loads(ranked.stdout)["ranked"]
    quality = {row["id"]: row["quality"] for row in found}
    assert {one["id"]: round(one["value"], 4) for one in order} == quality
    usable = [row["usable"] for row in found]
    assert usable == sorted(usable, reverse=True)


def test_a_table_in_a_terminal(tmp_path: Path) -> None:
    shown = shown_in_terminal(
        "generate", "story.txt", "-n", "2", cwd=tmp_path, environment={"COLUMNS": "160"}
    )
    assert "rank" in shown
    assert "passed the checks" in shown
    assert "signature generate|n:2|" in shown


def test_a_file_of_rows_and_a_table(qgauge: Any, tmp_path: Path) -> None:
    made = qgauge("generate", "story.txt", "-n", "3", "-o", "quiz.jsonl", "--dropped", "no.jsonl")
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[0].split()[:2] == ["rank", "usable"]
    assert len(rows((tmp_path / "quiz.jsonl").read_text())) == 3
    dropped = rows((tmp_path / "no.jsonl").read_text())
    assert {"question", "answer", "reason", "why"} <= set(dropped[0])
    table = qgauge("generate", "story.txt", "-n", "3", "-o", "quiz.csv")
    assert table.returncode == 0
    assert (tmp_path / "quiz.csv").read_text().startswith("id,question,")


def test_rows_on_stdout_and_a_table_on_stderr(qgauge: Any) -> None:
    made = qgauge("generate", "story.txt", "-n", "2", "-o", "-")
    assert len(rows(made.stdout)) == 2
    assert "passed the checks" in made.stderr


def test_json(qgauge: Any) -> None:
    made = qgauge("generate", "story.txt", "-n", "2", "--json")
    found = json.loads(made.stdout)
    assert len(found["questions"]) == found["wanted"] == 2
    assert found["documents"] == {"story": 2}
    assert found["refused"] == 0


def test_options(qgauge: Any) -> None:
    made = qgauge("generate", "story.txt", "--kinds", "who,why", "--difficulty", "0-.6", "-n", "2")
    assert made.returncode == 0, made.stderr
    assert {row["kind"] for row in rows(made.stdout)} == {"who", "why"}


def test_fewer_questions_than_wanted(qgauge: Any) -> None:
    made = qgauge("generate", "story.txt", "-n", "50")
    count = len(rows(made.stdout))
    assert made.returncode == 0
    assert made.stderr == f"qgauge: only {count} of 50 questions passed the checks.\n"


def test_several_texts(qgauge: Any, write: Any) -> None:
    text = STORY.read_text(encoding="utf-8")
    write("texts.jsonl", [{"id": "a", "story": text}, {"id": "b", "story": text}, {"id": "c"}])
    refused = qgauge("generate", "texts.jsonl", "-n", "1")
    assert refused.returncode == 2
    assert "line 3: the row has no text" in refused.stderr
    made = qgauge("generate", "texts.jsonl", "-n", "2", "--keep-going")
    assert made.returncode == 1
    found = [(row["document"], row["id"]) for row in rows(made.stdout)]
    assert found == [("a", "a-1"), ("a", "a-2"), ("b", "b-1"), ("b", "b-2")]
    ranked = qgauge("rank", "-", "--json", stdin=made.stdout)
    assert len(json.loads(ranked.stdout)["ranked"]) == 4


def test_stdin(qgauge: Any) -> None:
    made = qgauge("generate", "-", "-n", "1", stdin=STORY.read_text(encoding="utf-8"))
    assert [row["id"] for row in rows(made.stdout)] == ["stdin-1"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "give a text, or - to read it from stdin."),
        (("no.txt",), "no.txt: there is no such file"),
        (("story.txt", "--kinds", "whom"), "There is no kind of question 'whom'. Did you mean"),
        (("story.txt", "--difficulty", "tough"), "There is no difficulty 'tough'."),
        (("story.txt", "--format", "pdf"), "there is no format 'pdf'; choose one of jsonl, csv"),
        (("story.txt", "-o", "quiz.txt"), "say which format it is: --format aiken or"),
        (("story.txt", "-o", "quiz.pdf"), "the ending '.pdf' is unknown"),
        (("story.txt", "-o", "story.txt", "--format", "gift"), "this file is also an input"),
        (("story.txt", "--review", "-o", "-"), "--review needs a file of rows: -o FILE.jsonl"),
        (("story.txt", "--dropped", "story.txt"), "this file is also an input"),
        (("story.txt", "--dropped", "no.doc"), "the ending '.doc' is unknown"),
        (("story.txt", "--generator", "magic"), "There is no generator 'magic'."),
    ],
)
def test_mistakes(qgauge: Any, words: tuple[str, ...], message: str) -> None:
    done = qgauge("generate", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("qgauge: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_no_question_at_all(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("Nothing is known about this town.")
    done = qgauge("generate", "bare.txt")
    assert done.returncode == 2
    assert done.stderr == "qgauge: bare.txt: found nothing to ask about\n"
    (tmp_path / "poor.txt").write_text("He went home with whale oil.")
    done = qgauge("generate", "poor.txt")
    assert done.returncode == 2
    assert "poor.txt: none of 2 questions passed the checks (" in done.stderr


def test_review_opens_the_questions(
    qgauge: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(
        "qgauge.cli.annotate.serve", lambda files, scheme: opened.append((files, scheme))
    )
    monkeypatch.setattr("qgauge.cli.annotate_database.need_django", lambda: None)
    done = qgauge("generate", "story.txt", "-n", "1", "--review")
    assert done.returncode == 0, done.stderr
    assert opened == [(["story.questions.jsonl"], "qgeval")]
    assert len(rows((tmp_path / "story.questions.jsonl").read_text())) == 1


def test_review_without_the_extra(qgauge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "django", None)
    done = qgauge("generate", "story.txt", "-n", "1", "--review")
    assert done.returncode == 2
    assert "The annotation app needs the package django" in done.stderr
    assert "pip install 'qgauge[annotate]'" in done.stderr


def test_help_shows_what_the_pipeline_uses() -> None:
    assert set(generate_command.FORMATS) == set(formats.FORMATS)
    assert generate_command._ROLES == quiz_settings.ROLES
