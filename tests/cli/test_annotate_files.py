"""`qgauge annotate` with files that change, and `export` and `import` from end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.command import run_in_process

pytest.importorskip("django", reason="needs the extra `annotate`")

Said = tuple[int, str, str]


class Study:
    """A project in a folder, which ratings reach through `import`."""

    def __init__(self, folder: Path, scheme: str = "answerability") -> None:
        self.folder, self.scheme = folder, scheme

    def run(self, *words: str) -> Said:
        done = run_in_process(*words, cwd=self.folder)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    def annotate(self, *lines: str, name: str = "rows.csv") -> str:
        (self.folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        words = (name, "--scheme", self.scheme, "--no-serve", "--database", "study.sqlite3")
        code, said, problem = self.run("annotate", *words)
        assert code == 0, problem
        return said

    def rate(self, *labels: tuple[str, str], name: str = "ann.jsonl") -> str:
        rows = [{"text": text, "label": [label] if label else []} for text, label in labels]
        (self.folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        code, _, said = self.run("annotate", "import", "study.sqlite3", name, "--from", "doccano")
        assert code == 0, said
        return said

    def export(self, *words: str) -> Said:
        return self.run("annotate", "export", "study.sqlite3", *words)

    def rows(self, *words: str) -> list[dict[str, Any]]:
        code, out, problem = self.export(*words)
        assert code == 0, problem
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


def test_a_file_without_ids_that_grows(study: Study) -> None:
    assert study.annotate("question", "Who?", "When?").startswith("2 new items, 2 in all, ")
    study.rate(("Who?", "5"), ("When?", "4"))
    assert study.annotate("question", "Why?", "Who?", "When?").startswith("1 new item, 3 in all, ")
    study.rate(("Why?", "1"), name="ben.jsonl")
    assert [(row["id"], row["question"]) for row in study.rows()] == [
        ("2", "Who?"),
        ("3", "When?"),
        ("1", "Why?"),
    ]


def test_a_file_whose_rows_were_corrected(study: Study) -> None:
    study.annotate("id,question", "1,Whoo?", "2,Whenn?", "3,Why?")
    study.rate(("Whoo?", "5"), ("Why?", "4"))
    said = study.annotate("id,question", "1,Who?", "2,When?", "3,Why?").splitlines()
    assert said[:3] == [
        "0 new items, 3 in all, scheme answerability.",
        "1 row has a new text, which replaces the earlier one: nobody had rated it.",
        "1 row has a new text and will be rated again. The answers to the earlier text stay in the "
        "database, and count no more.",
    ]
    study.rate(("Who?", "1"), name="ben.jsonl")
    code, _, said_of_export = study.export("-o", "out.jsonl", "--data-sheet", "sheet.md")
    assert code == 0
    assert said_of_export == (
        "qgauge: exported 2 items rated by 2 people; 1 item is not rated yet; 1 item with an "
        "earlier text is left out.\n"
    )
    code, _, problem = study.run("meta", "out.jsonl", "-m", "grammar", "--resamples", "100")
    assert code == 0, problem
    assert (study.folder / "sheet.md").read_text().count("| rows.csv | `") == 2


def test_gold_items_are_exported_on_request(study: Study) -> None:
    gold = '"{""answerability"": 1}"'
    study.annotate("id,question,gold", f"1,Who?,{gold}", "2,When?,")
    study.rate(("Who?", "1"), ("When?", "4"))
    code, out, said = study.export()
    assert (code, json.loads(out)["id"]) == (0, "2")
    assert said == (
        "qgauge: exported 1 item rated by 1 person; 1 gold item is left out (--gold adds it).\n"
    )
    first, second = study.rows("--gold")
    assert (first["id"], first["gold_values"]) == ("1", {"answerability": 1})
    assert "gold_values" not in second


def test_what_an_import_leaves_out_is_said(study: Study) -> None:
    study.annotate("question", "Who?", "When?", "Why?")
    said = study.rate(("Who?", "5"), ("When?", ""))
    assert said == (
        "qgauge: added 1 answer by 1 person.\nqgauge: 1 annotation has no value and is left out.\n"
    )
    assert study.rate(("Who?", "5"), ("Why?", "1")) == (
        "qgauge: added 1 answer by 1 person; 1 was there already.\n"
    )
    lines = (study.folder / "ann.jsonl").read_text()
    (study.folder / "eve.json").write_text(lines)
    words = ("annotate", "import", "study.sqlite3", "eve.json", "--from", "doccano")
    code, _, problem = study.run(*words)
    assert code == 2 and "add --format jsonl" in problem
    assert study.run(*words, "--format", "jsonl")[0] == 0


ARTICLE = {
    "id": "mill",
    "sentences": ["The mill closed.", "It was old."],
    "edges": [{"question": "Why did it close?", "anchor": 1, "answer_sentence": 2}],
}


@pytest.mark.parametrize(
    ("scheme", "row"),
    [("qud", ARTICLE), ("concepts", {"id": "mill", "text": "The mill closed."})],
)
@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.xlsx"])
def test_tables_that_nothing_reads_are_refused(
    tmp_path: Path, scheme: str, row: Any, name: str
) -> None:
    study = Study(tmp_path, scheme)
    study.annotate(json.dumps(row), name="rows.jsonl")
    code, _, problem = study.export("-o", name)
    assert code == 2
    assert "cannot read tables; choose .jsonl or .json" in problem and "'--output'" in problem
    assert not (tmp_path / name).exists()
    assert study.export("-o", "out.json")[0] == 0


@pytest.mark.parametrize("sheet", ["out.jsonl", "./out.jsonl", "study.sqlite3"])
def test_no_file_is_written_over_another(study: Study, sheet: str) -> None:
    study.annotate("question", "Who?")
    study.rate(("Who?", "5"))
    before = (study.folder / "study.sqlite3").read_bytes()
    code, _, problem = study.export("-o", "out.jsonl", "--data-sheet", sheet)
    assert code == 2 and "'--data-sheet': this file is also" in problem
    assert (study.folder / "study.sqlite3").read_bytes() == before
    assert not (study.folder / "out.jsonl").exists()


def test_bad_gold_is_refused_with_its_line(study: Study) -> None:
    row = {"question": "Who?", "passage": "Ann did.", "answer": "Ann"}
    rows = [row, {**row, "gold": {"fluency": 3}}]
    (study.folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, _, problem = study.run("annotate", "rows.jsonl", "--scheme", "qgeval", "--no-serve")
    assert code == 2
    assert problem == (
        "qgauge: rows.jsonl, line 2, field 'gold.clarity': is missing; gold must answer every "
        "required field. To skip bad rows, add --keep-going.\n"
    )
