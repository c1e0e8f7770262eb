"""LibreOffice opens our tables with the right columns, and runs none of their text."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from qgauge.data import Output

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
FORMULAS = ["=1+1", "=1/0", '=HYPERLINK("http://x","y")', "+1+1", "-1+1", "@SUM(1)", " =1+1"]
FORMULAS += ["＝1+1", "\t=1+1"]
TEXTS = ["Wer baute die Mühle? 🙂", 'a "quoted", text;', "two\nlines", "_x0041_", "007", "-ing"]
ROWS: list[dict[str, Any]] = [
    {
        "id": f"q{at}",
        "question": text,
        "passage": "The mill.",
        "flag": at % 2 == 0,
        "scores": {"quality": {"value": 0.1 + at, "evidence": {"why": [text]}}},
        "rank": at,
    }
    for at, text in enumerate([*FORMULAS, *TEXTS])
]
HEADER = ["rank", "id", "question", "quality", "quality.reason", "passage", "flag"]
AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1"
"""CSV in UTF-8, with cells as the spreadsheet shows them."""


def opened(path: Path, folder: Path, load: str = "") -> list[list[str]]:
    """Open a file in LibreOffice and return the cells that it shows."""
    assert OFFICE is not None
    command = [OFFICE, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"]
    command += [f"--infilter={load}"] if load else []
    shown = folder / "shown"
    words = ["--convert-to", AS_SHOWN, "--outdir", str(shown), str(path)]
    done = subprocess.run([*command, *words], capture_output=True, timeout=300, text=True)
    (found,) = shown.glob("*.csv")
    content = found.read_text(encoding="utf-8")
    assert content, done.stderr
    return list(csv.reader(io.StringIO(content, newline="")))


@pytest.mark.slow
@pytest.mark.skipif(OFFICE is None, reason="needs LibreOffice (apt-get install libreoffice-calc)")
@pytest.mark.parametrize(
    ("ending", "load"),
    [
        ("xlsx", ""),
        ("csv", ""),
        # comma, quote, UTF-8, from line 1; find special numbers, and run formulas
        ("csv", "Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,true"),
        ("tsv", "Text - txt - csv (StarCalc):9,0,76,1,,0,false,true,false,false,true"),
    ],
    ids=["xlsx", "csv", "csv-with-formulas", "tsv-with-formulas"],
)
def test_libreoffice_shows_every_cell_as_it_is(tmp_path: Path, ending: str, load: str):
    path = tmp_path / f"out.{ending}"
    # without the options of its dialog, LibreOffice takes every text file for Windows-1252
    given = [row for row in ROWS if load or ending == "xlsx" or row["question"].isascii()]
    with Output(path) as out:
        for row in given:
            out.write(row)
    header, *rows = opened(path, tmp_path, load)
    assert header == HEADER
    assert [row[:2] for row in rows] == [[str(row["rank"]), row["id"]] for row in given]
    assert [float(row[3]) for row in rows] == [row["scores"]["quality"]["value"] for row in given]
    for row, made in zip(rows, given, strict=True):
        text = made["question"]
        assert {row[2], row[4]} <= shown_as(text, ending), row
        assert [row[5], row[6].lower()] == ["The mill.", str(made["flag"]).lower()]


def shown_as(text: str, ending: str) -> set[str]:
    """Return the ways in which a cell may show this text."""
    if ending == "xlsx":
        return {text}
    flat = " ".join(text.splitlines()) if ending == "tsv" else text
    flat = flat.replace("\t", " ") if ending == "tsv" else flat
    marked = text in FORMULAS or text == "-ing"
    # a text file cannot say that 007 is text
    return {"7"} if text == "007" else {f"'{flat}"} if marked else {flat}
