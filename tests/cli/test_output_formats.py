"""`-o` writes the format that the file name ends in, and refuses other endings first."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import openpyxl
import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PAIRS = EXAMPLES / "stories.jsonl"


def test_rank_writes_a_table_for_a_spreadsheet(qgauge: Any, tmp_path: Path):
    for ending in ("csv", "xlsx"):
        assert qgauge("rank", PAIRS, "--top", "2", "-o", f"ranked.{ending}").returncode == 0
    with open(tmp_path / "ranked.csv", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header[:7] == "rank id question answer quality quality.reason quality.fluency".split()  # noqa: SIM905
    assert header[-2:] == ["passage", "quality.signature"]
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[0][5] == "the reader gives this answer, and the passage says so"
    sheet = openpyxl.load_workbook(tmp_path / "ranked.xlsx")["rows"]
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert cells[0] == header
    assert [[repr(value) for value in row[4:5]] for row in cells[1:]] == [row[4:5] for row in rows]
    assert (sheet.freeze_panes, sheet["A1"].font.bold) == ("A2", True)
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(1, len(header)).column_letter}3"


def test_a_written_table_is_input_of_the_next_run(qgauge: Any, tmp_path: Path):
    questions = EXAMPLES / "questions.jsonl"
    shown = [qgauge("score", questions, "-m", "bleu1", "-o", "scored.csv").stdout]
    shown.append(qgauge("score", "scored.csv", "-m", "bleu1", "-o", "again.csv").stdout)
    assert shown[0] == shown[1]
    first, again = ((tmp_path / name).read_text() for name in ("scored.csv", "again.csv"))
    assert "id,system,question,answer,bleu1,bleu1." in first.splitlines()[0]
    assert ",input_bleu1," in again.splitlines()[0]


@pytest.mark.parametrize("verb", ["score", "rank", "set", "noise", "meta"])
def test_an_unknown_ending_is_refused_before_the_files_are_read(qgauge: Any, verb: str):
    done = qgauge(verb, "there-is-no-such-file.jsonl", "-o", "out.doc")
    assert done.returncode == 2
    assert done.stderr == (
        "qgauge: out.doc, field '--output': the ending '.doc' is unknown; it names the format, "
        "so choose one of .jsonl, .json, .csv, .tsv, .xlsx, .parquet\n"
    )


def test_refused_rows_are_jsonl_beside_a_table(qgauge: Any, tmp_path: Path):
    (tmp_path / "in.csv").write_text("question,reference\nWho?,Who?\n,Why?\n")
    done = qgauge("score", "in.csv", "-m", "bleu1", "--keep-going", "-o", "out.xlsx")
    assert done.returncode == 1
    assert '"problem": "the question is empty' in (tmp_path / "out.xlsx.refused.jsonl").read_text()
    assert (tmp_path / "out.xlsx").exists()
