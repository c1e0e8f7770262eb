"""`qgauge set` from rows to tables, rows and messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "set.jsonl"


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_table_and_the_findings(qgauge: Any, tmp_path: Path) -> None:
    shown = qgauge("set", EXAMPLE, "-o", "out.jsonl")
    assert shown.returncode == 0, shown.stderr
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    for line in (
        "questions 14",
        "duplicates 2",
        "give away their own answer 1",
        "give away the answer to another 1",
        "generic 1",
        "copied from the text 1",
        "uncovered sentences 3 of 12",
        "night watchman (2 times)",
    ):
        assert line in lines, line
    assert any(line.startswith("uncovered concepts 2 of") for line in lines)
    assert "signature set|words:0.65|words_same_answer:0.5|qsts:0.5|" in shown.stdout
    found = {row["id"]: row for row in rows(tmp_path / "out.jsonl")}
    assert list(found) == [row["id"] for row in rows(EXAMPLE)]
    assert [one["id"] for one in found["a1"]["set"]["duplicates"]] == ["a2"]
    assert found["a1"]["set"]["duplicates"][0]["answers"] == "same"
    assert found["a7"]["set"]["gives_away_itself"] is True
    assert found["a6"]["set"]["gives_away"] == [{"id": "a5", "said": 1.0, "shared": 1.0}]
    assert found["a5"]["set"]["given_away_by"][0]["id"] == "a6"
    assert found["b2"]["set"]["copied"]["share"] == 1
    assert found["a3"]["set"]["sentence"] == 2


def test_the_best_subset_is_written_without_flaws(qgauge: Any, tmp_path: Path) -> None:
    shown = qgauge("set", EXAMPLE, "--keep", "8", "-o", "kept.jsonl")
    assert "selected: 8 of 14 questions" in shown.stdout
    kept = rows(tmp_path / "kept.jsonl")
    assert len(kept) == 8
    again = json.loads(qgauge("set", "kept.jsonl", "--json").stdout)["systems"][""]
    for name in ("duplicates", "gives_away_itself", "gives_away", "generic", "copied"):
        assert again[name] == [], name
    # the findings of an earlier run of `set` are renamed
    qgauge("set", "kept.jsonl", "-o", "again.jsonl")
    assert rows(tmp_path / "again.jsonl")[0]["input_set"] == kept[0]["set"]


def test_keep_more_than_there_are(qgauge: Any) -> None:
    shown = qgauge("set", EXAMPLE, "--keep", "14", "--show", "0")
    assert (
        "selected: 11 of 14 questions; fewer than 14 are free of duplicates and leaks"
        in shown.stdout
    )
    assert "3 of them are flawed" in shown.stdout
    assert "groups of duplicates" not in shown.stdout


def test_quality_from_the_row(qgauge: Any, write: Any) -> None:
    some = [
        {"id": str(at), "question": text, "scores": {"mine": {"value": at}}}
        for at, text in enumerate(["Who built Lorne harbour?", "Who built the Lorne harbour?"])
    ]
    file = write("q.jsonl", some)
    words = ("set", file, "--keep", "1", "--quality", "scores.mine.value", "-o", "-")
    assert json.loads(qgauge(*words).stdout)["id"] == "1"
    some[1]["scores"] = {}
    shown = qgauge("set", write("q.jsonl", some), "--keep", "1", "--quality", "scores.mine.value")
    assert shown.returncode == 2
    assert "field 'scores.mine.value': question '1' has no number here" in shown.stderr


def test_annotated_concepts(qgauge: Any, write: Any) -> None:
    text = "Iron rusts in salty water. Zinc protects iron."
    asked = write("q.jsonl", [{"question": "Where does iron rust?", "passage": text}])
    spans = {"ann": [[0, 10], [27, 31]]}
    marked = write("c.jsonl", [{"id": "rust", "text": text, "annotators": spans}])
    found = json.loads(qgauge("set", asked, "--concepts", marked, "--json").stdout)
    (document,) = found["systems"][""]["uncovered"]
    assert [one["text"] for one in document["concepts"]] == ["Zinc"]
    assert document["of_concepts"] == 2 and "concepts:given" in found["signature"]


def test_systems_side_by_side(qgauge: Any, write: Any) -> None:
    for name in ("one", "two"):
        write(f"{name}.jsonl", [{"question": "Who built Lorne harbour?"}])
    shown = qgauge("set", "one.jsonl", "two.jsonl")
    assert shown.stdout.splitlines()[0].split() == ["one", "two"]
    assert "duplicates" in shown.stdout and "groups of duplicates" not in shown.stdout


def test_mistakes_get_a_message(qgauge: Any, write: Any) -> None:
    good = write("q.jsonl", [{"question": "Why?"}])
    write("bad.jsonl", [{"question": "Why?"}, {"question": ""}])
    for words, told in (
        ((), "give a file of questions"),
        ((good, "--quality", "x"), "--quality can only be used with --keep"),
        ((good, "--words", "2"), "words must be a number above 0 and at most 1"),
        ((good, "--concepts", "none.jsonl"), "none.jsonl"),
        ((good, "--reader", "embedded"), "No such option: --reader"),
        (("bad.jsonl",), "line 2"),
    ):
        shown = qgauge("set", *words)
        assert shown.returncode == 2, words
        assert told in shown.stderr, (words, shown.stderr)
    shown = qgauge("set", "bad.jsonl", "--keep-going")
    assert shown.returncode == 1 and "1 row(s) refused" in shown.stderr
    assert "questions" in shown.stdout


def test_yes_and_no_are_not_looked_up_and_headings_not_covered(
    qgauge: Any, write: Any, tmp_path: Path
) -> None:
    text = (
        "1. Pip\n\nPip lived on the marshes with his sister. No ship ever came there.\n\n"
        "2. The storm\n\nOne night a storm broke the dike of the village."
    )
    asked = [
        {"id": "a", "question": "Did Pip live alone on the marshes?", "answer": "no"},
        {"id": "b", "question": "Was there no dike in the village?", "answer": "No."},
        {"id": "c", "question": "What broke the dike of the village?", "answer": "a storm"},
    ]
    file = write("q.jsonl", [{**one, "passage": text} for one in asked])
    shown = qgauge("set", file, "-o", "out.jsonl")
    assert shown.returncode == 0, shown.stderr
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert "answers not looked up (yes or no) 2" in lines
    assert "give away their own answer 0" in lines
    # of three sentences, "No ship" is the one that nobody asks about: not "Pip", not "The storm"
    assert "uncovered sentences 1 of 3" in lines
    assert "2. No ship ever came there." in lines
    found = {row["id"]: row["set"] for row in rows(tmp_path / "out.jsonl")}
    assert [found[id]["sentence"] for id in "abc"] == [1, 3, 3]
    assert [found[id]["answer_not_looked_up"] for id in "abc"] == ["yes or no", "yes or no", None]
    summary = json.loads(qgauge("set", file, "--json").stdout)["systems"][""]
    assert summary["answers_not_looked_up"] == {"yes or no": 2}


def test_systems_with_different_measures_side_by_side(qgauge: Any, write: Any) -> None:
    text = "Ada built the mill. It burned in 1901."
    asked = [
        {"system": "x", "question": "Who built the mill?", "answer": "Ada", "passage": text},
        {"system": "y", "question": "Did the mill burn?", "answer": "yes", "passage": text},
    ]
    shown = qgauge("set", write("q.jsonl", asked))
    assert shown.returncode == 0, shown.stderr
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert "answers not looked up (yes or no) 0 1" in lines


def test_a_page(qgauge: Any, tmp_path: Path) -> None:
    file = str(EXAMPLE)
    shown = qgauge("set", file, "--keep", "4")
    done = qgauge("set", file, "--keep", "4", "--html", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, "")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = checked(html)
    assert (
        "14 questions about 2 documents. Of these, 2 repeat another, 1 gives away its own answer, "
        "1 gives away the answer to another, 1 is generic and 1 is copied from the text. Nobody "
        "asks about 3 of 12 sentences and 2 of 8 key concepts. 4 of them are selected."
    ) in page.text
    assert "signature set|words:0.65" in page.text
    to_stdout = qgauge("set", file, "--keep", "4", "--html", "-")
    assert to_stdout.stdout.replace("--html -", "--html page.html") == html
    assert to_stdout.stderr == shown.stdout
    refused = qgauge("set", file, "--html", file)
    assert (refused.returncode, "--html" in refused.stderr) == (2, True)


@pytest.mark.parametrize("text", [one for one in HOSTILE if len(one) < 1000])
def test_hostile_rows_on_the_page(qgauge: Any, write: Any, tmp_path: Path, text: str) -> None:
    made = [
        {"id": f"{at}{text}", "system": text, "question": f"{text} {at}?", "answer": text,
         "passage": f"{text} It rained. {text}", text: text}
        for at in range(3)
    ]  # fmt: skip
    done = qgauge("set", write("in.jsonl", made), "--html", "page.html")
    if done.returncode == 2:  # half a character is no text
        assert "\ud800" in text, done.stderr
    else:
        checked((tmp_path / "page.html").read_text(encoding="utf-8"))
