"""`qgauge items` from matrices and rows to tables, rows and messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked

FOLDER = Path(__file__).parent.parent.parent / "examples" / "items"
TESTS = (str(FOLDER / "test1.csv"), str(FOLDER / "test2.csv"))
QUESTIONS = str(FOLDER / "questions.jsonl")


def test_tables_from_a_matrix_alone(qgauge: Any) -> None:
    shown = qgauge("items", TESTS[0])
    assert shown.returncode == 0, shown.stderr
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert next(line[:9] for line in lines if line[:1] == ["d2"]) == [
        "d2",
        "30",
        "1.0000",
        "-",
        "-",
        "0.0000",
        "-",
        "everybody",
        "got",
    ]
    assert "signature items|power:point_biserial|by:system|outer:27%|" in shown.stdout


def test_systems_filtered_items_and_ratings(qgauge: Any, tmp_path: Path) -> None:
    words = ("--questions", QUESTIONS, "--judged", "type_fits", "-o", "out.jsonl", "--json")
    shown = qgauge("items", *TESTS, *words)
    assert shown.returncode == 0, shown.stderr
    found = json.loads(shown.stdout)
    assert [test["respondents"] for test in found["tests"].values()] == [30, 30]
    assert list(found["groups"]) == ["atlas", "birch"]
    assert found["groups"]["atlas"]["filtered"] == {"type_fits": 1}
    assert found["groups"]["atlas"]["ratings"]["quality"]["n"] == 5
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert rows == found["items"]
    by_id = {row["id"]: row for row in rows}
    assert by_id["c5"]["power"] == {"value": -1.0} and by_id["c5"]["filtered"] == "type_fits"
    assert by_id["c1"]["snippets"] == ["In damp air it slowly turns green"]
    assert (by_id["c1"]["question_type"], by_id["c1"]["track"]) == ("completion", "assessment")
    assert by_id["d2"]["point_biserial"] == {"value": None, "unscored": "everybody got it right"}
    powers = [row["power"]["value"] for row in rows if row["system"] == "atlas"]
    assert found["groups"]["atlas"]["power"]["value"] == sum(powers) / len(powers)


def test_ratings_without_a_test(qgauge: Any) -> None:
    shown = qgauge("items", "--questions", QUESTIONS)
    assert shown.returncode == 0, shown.stderr
    assert "quality" in shown.stdout and "point-biserial" not in shown.stdout


def test_an_invalid_cell_is_named(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,a,b\n1,1,0\n2,x,1\n3,1,1\n")
    shown = qgauge("items", "t.csv")
    assert shown.returncode == 2
    assert "t.csv, line 3, field 'a': 'x' is not a score" in shown.stderr
    shown = qgauge("items", "t.csv", "--keep-going", "--min-respondents", "3", "--json")
    assert shown.returncode == 1 and "1 row(s) refused" in shown.stderr
    found = json.loads(shown.stdout)
    assert found["tests"]["t.csv"]["respondents"] == 2 and found["refused"] == 1
    (row,) = map(json.loads, (tmp_path / "t.csv.refused.jsonl").read_text().splitlines())
    assert (row["line"], row["field"], row["row"]["b"]) == (3, "a", "1")


def test_an_invalid_task_is_named(qgauge: Any, write: Any) -> None:
    rows = [{"id": "a", "question": "Why?", "snippets": [[0, 9]], "passage": "Rust."}]
    shown = qgauge("items", "--questions", write("q.jsonl", rows))
    assert shown.returncode == 2
    assert "q.jsonl, field 'snippets[0]': question 'a'" in shown.stderr


def test_mistakes_get_a_message(qgauge: Any, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,a\n")
    (tmp_path / "q.jsonl").write_text("{}\n")
    for words, told in (
        ((), "give a response matrix"),
        (("t.csv",), "found no responses"),
        (("t.csv", "t.csv"), "given twice"),
        (("none.csv",), "none.csv"),
        (("q.jsonl",), "only csv and tsv"),
        ((TESTS[0], "--power", "r"), "power must be one of"),
        ((TESTS[0], "--refused", "x"), "--refused needs --keep-going"),
    ):
        shown = qgauge("items", *words)
        assert shown.returncode == 2, words
        assert told in shown.stderr, (words, shown.stderr)


def test_a_matrix_from_stdin(qgauge: Any) -> None:
    rows = "".join(f"p{at},{at % 2},{at % 3 == 0:d},{at > 6:d}\n" for at in range(12))
    shown = qgauge("items", "-", "--json", stdin=f"id,a,b,c\n{rows}")
    assert shown.returncode == 0, shown.stderr
    assert [item["n"] for item in json.loads(shown.stdout)["items"]] == [12, 12, 12]


def test_options_with_a_key_and_a_total(qgauge: Any, tmp_path: Path) -> None:
    shown = qgauge("items", FOLDER / "options.csv", "-o", "out.jsonl")
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr.count("left out the column 'Total': it is the sum of the others.") == 1
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert "item key A B C D omitted note" in lines
    assert "q2 A 13 (0.70) 6 (0.27) 7 (0.21) 0 0 D: nobody chose it" in lines
    assert any(
        line.startswith("q4 C ") and "B: chosen by stronger respondents" in line for line in lines
    )
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    never = {
        "test": str(FOLDER / "options.csv"),
        "option": "D",
        "right": False,
        "n": 0,
        "rest": None,
        "note": "nobody chose it",
    }
    assert [row["id"] for row in rows] == ["q1", "q2", "q3", "q4", "q5", "q6"]
    assert rows[1]["options"][3] == never
    found = json.loads(qgauge("items", FOLDER / "options.csv", "--json").stdout)
    assert next(iter(found["tests"].values()))["left_out"] == {
        "Class": "its name says that it is not an item",
        "Total": "it is the sum of the others",
    }


def test_a_key_from_a_file_gives_the_same_as_a_key_row(qgauge: Any, tmp_path: Path) -> None:
    lines = (FOLDER / "options.csv").read_text().splitlines()
    (tmp_path / "t.csv").write_text("\n".join([lines[0], *lines[2:]]) + "\n")
    (tmp_path / "long.csv").write_text("item,key\nq1,b\nq2,A\nq3,D\nq4,C\nq5,A\nq6,C\n")
    (tmp_path / "wide.tsv").write_text("q1\tq2\tq3\tq4\tq5\tq6\nB\tA\tD\tC\tA\tC\n")
    expected = json.loads(qgauge("items", FOLDER / "options.csv", "--json").stdout)["items"]
    for key in ("long.csv", "wide.tsv"):
        shown = qgauge("items", "t.csv", "--key", key, "--json")
        assert shown.returncode == 0, shown.stderr
        found = json.loads(shown.stdout)["items"]
        for item in (*found, *expected):
            for use in item["options"]:
                use["test"] = ""
        assert found == expected


def test_mistakes_with_keys_get_a_message(qgauge: Any, tmp_path: Path) -> None:
    files = {
        "t.csv": "id,a,b\n1,A,B\n2,F,C\n3,B,D\n",
        "k.csv": "item,key\na,A\nb,B\n",
        "half.csv": "item,key\na,A\n",
        "twice.csv": "item,key\na,A\na,B\n",
        "blank.csv": "item,key\na,\n",
        "word.csv": "item,key\na,A\nb,Paris\n",
        "three.csv": "item,key,points\na,A,1\nb,B,1\n",
        "empty.csv": "item,key\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    for words, told in (
        (("t.csv",), "line 2, field 'a': 'A' is not a score"),
        (("t.csv",), "give the answer key: --key FILE, or a row with KEY as its respondent"),
        (
            ("t.csv", "--key", "k.csv"),
            "t.csv, line 3, field 'a': 'F' is not an option of this item; the key says A; the "
            "options are A, B, C, D",
        ),
        (("t.csv", "--key", "half.csv"), "the answer key has no item 'b'"),
        (("t.csv", "--key", "twice.csv"), "twice.csv, line 3: item 'a' is given twice"),
        (("t.csv", "--key", "blank.csv"), "blank.csv, line 2, field 'key': item 'a' has no answer"),
        (("t.csv", "--key", "word.csv"), "item 'b': the key 'Paris' is not an option"),
        (("t.csv", "--key", "three.csv"), "an answer key has two columns, item and key"),
        (("t.csv", "--key", "empty.csv"), "found no answers"),
        (("t.csv", "--key", "none.csv"), "none.csv"),
        (("--questions", QUESTIONS, "--key", "k.csv"), "--key needs a response matrix"),
    ):
        shown = qgauge("items", *words)
        assert shown.returncode == 2, (words, shown.stdout)
        assert told in shown.stderr, (words, shown.stderr)
        assert "Traceback" not in shown.stderr
    shown = qgauge("items", "t.csv", "--key", "k.csv", "--keep-going", "--json")
    assert shown.returncode == 1
    assert json.loads(shown.stdout)["tests"]["t.csv"]["respondents"] == 2


def test_a_row_with_the_average_is_no_respondent(qgauge: Any, tmp_path: Path) -> None:
    lines = ["Student;Q1;Q2", "Ann;1;0", "Max;0,5;1", "Cem;0;1", "Average;0,5;0,67"]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    done = qgauge("items", "a.csv", "--min-respondents", "3", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tests"]["a.csv"]["respondents"] == 3
    assert "a.csv: left out line 5: it sums up the respondents." in done.stderr


def test_a_page(qgauge: Any, tmp_path: Path) -> None:
    words = ("items", *TESTS, "--questions", QUESTIONS, "--judged", "type_fits")
    shown = qgauge(*words)
    done = qgauge(*words, "--html", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, shown.stdout, shown.stderr)
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = checked(html)
    assert "What to do first: check the answer key of d4: weak respondents do better" in page.text
    assert "signature items|power:point_biserial" in page.text
    to_stdout = qgauge(*words, "--html", "-")
    assert to_stdout.stdout.replace("--html -", "--html page.html") == html
    refused = qgauge(*words, "--html", QUESTIONS)
    assert (refused.returncode, "--html" in refused.stderr) == (2, True)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_rows_on_the_page(qgauge: Any, write: Any, tmp_path: Path, text: str) -> None:
    rows = [
        {"id": f"c{at}", "question": text, "system": text, "ratings": {text: [at]},
         "question_type": text, "snippets": [text], "track": text, "filtered": text * (at == 2)}
        for at in (1, 2, 3)
    ]  # fmt: skip
    people = [f"p{at},{int(at > 5)},{at % 2},{int(at > 3)}" for at in range(12)]
    test = write("test.csv", ["id,c1,c2,c3", *people])
    done = qgauge("items", test, "--questions", write("in.jsonl", rows), "--html", "page.html")
    if done.returncode == 2:  # half a character is no text
        assert "\ud800" in text, done.stderr
    else:
        checked((tmp_path / "page.html").read_text(encoding="utf-8"))
