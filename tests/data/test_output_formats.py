"""The ending of an output names its format; tables have flat, readable columns."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from qgauge.core.errors import BadInput, MissingTool
from qgauge.data import Output, table_writing, xlsx_writing
from qgauge.data.output_formats import ENDINGS, output_format

TABLES = ["csv", "tsv", "xlsx", "parquet"]
Row = dict[str, Any]


def write(path: Path, *rows: Row) -> bytes:
    with Output(path) as out:
        for row in rows:
            out.write(row)
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    return path.read_bytes()


def table(folder: Path, *rows: Row) -> list[list[str]]:
    """Write the rows as CSV and return the cells, as Python's own reader sees them."""
    content = write(folder / "out.csv", *rows).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content, newline="")))


def scored(**scores: Any) -> Row:
    return {"id": "1", "question": "Who?", "scores": scores}


@pytest.mark.parametrize(
    ("name", "form"),
    [
        *((f"a{ending}", form) for ending, form in ENDINGS.items()),
        *(("a.ndjson", "jsonl"), ("a.tab", "tsv"), ("a.pq", "parquet"), ("A.XLSX", "xlsx")),
        *(("-", "jsonl"), ("/dev/null", "jsonl"), ("/dev/stdout", "jsonl"), (".", "jsonl")),
    ],
)
def test_the_ending_names_the_format(name: str, form: str):
    assert output_format(name) == form


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("scored.txt", "the ending '.txt' is unknown"),
        ("scored", "the file name has no ending"),
        (".csv", "the file name has no ending"),
        ("x.csv/scored", "the file name has no ending"),
        ("x.xls", "the ending '.xls' is unknown"),
    ],
)
def test_other_endings_are_refused_by_name(name: str, problem: str):
    with pytest.raises(BadInput) as caught:
        Output(name)
    known = ".jsonl, .json, .csv, .tsv, .xlsx, .parquet"
    assert str(caught.value) == f"{name}: {problem}; it names the format, so choose one of {known}"


def test_parquet_needs_pyarrow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingTool, match=r"pip install 'qgauge\[parquet\]'"):
        Output("out.parquet")
    assert output_format("out.xlsx") == "xlsx"


def test_json_is_an_array_of_the_same_objects(tmp_path: Path):
    rows = [scored(bleu1={"value": 0.5, "parts": {"p": 1.0}}), {"id": "2", "x": [1, None]}]
    content = write(tmp_path / "out.json", *rows)
    assert content.startswith(b'[\n{"id"') and content.endswith(b"}\n]\n")
    assert json.loads(content) == rows
    (tmp_path / "out.json").unlink()
    assert json.loads(write(tmp_path / "out.json")) == []


def test_columns_stand_in_the_order_in_which_people_read(tmp_path: Path):
    row = {
        "id": "7",
        "system": "t5",
        "question": "Who?",
        "references": ["Who was it?"],
        "passage": "Ada.",
        "answer": "Ada",
        "topic": "art",
        "scores": {
            "quality": {
                "value": 0.25,
                "parts": {"grammar": 0.9, "answering": 0.1},
                "evidence": {"why": ["it is vague", "it is long"], "views": [{"x": 1}]},
            },
            "q_bleu1:preset=vqa": {"value": 1.0},
        },
        "rank": 2,
    }
    header, cells = table(tmp_path, row)
    assert list(zip(header, cells, strict=True)) == [
        ("rank", "2"),
        ("id", "7"),
        ("system", "t5"),
        ("question", "Who?"),
        ("answer", "Ada"),
        ("quality", "0.25"),
        ("quality.reason", "it is vague; it is long"),
        ("quality.grammar", "0.9"),
        ("quality.answering", "0.1"),
        ("q_bleu1:preset=vqa", "1.0"),
        ("passage", "Ada."),
        ("references", "Who was it?"),
        ("topic", "art"),
    ]


def test_the_likeliest_flaw_has_a_column_after_the_reason(tmp_path: Path):
    flaws = [{"kind": "vague", "chance": 0.754}, {"kind": "too long", "chance": 0.2}]
    score = {
        "value": 0.5,
        "parts": {"a": 1.0},
        "evidence": {"flaws": flaws, "why": ["it is vague"]},
    }
    header, cells = table(tmp_path, {"id": "1", "scores": {"quality": score}})
    assert header == ["id", "quality", "quality.reason", "quality.flaw", "quality.a"]
    assert cells[2:4] == ["it is vague", "vague 0.75"]


def test_columns_of_later_rows_are_found_and_missing_cells_are_empty(tmp_path: Path):
    later = {"id": "2", "extra": True, "scores": {"b": {"value": 1}, "a": {"value": None}}}
    assert table(tmp_path, scored(a={"value": 0.5}), later) == [
        ["id", "question", "a", "b", "extra"],
        ["1", "Who?", "0.5", "", ""],
        ["2", "", "", "1", "true"],
    ]


@pytest.mark.parametrize(
    ("score", "reason"),
    [
        ({"value": None, "unscored": "no passage"}, "no passage"),
        ({"value": 0.5, "evidence": {"reason": "It is clear."}}, "It is clear."),
        ({"value": 0.5, "evidence": {"reason": ["yes", "no"]}}, "yes; no"),
        (
            {"value": None, "unscored": "no answer", "evidence": {"problem": "timeout"}},
            "no answer; problem: timeout",
        ),
        (
            {"value": 0.5, "evidence": {"errors": [{"text": "leave", "kind": "agreement"}]}},
            "errors: leave (agreement)",
        ),
        (
            {"value": "no", "evidence": {"why": [], "new_words": [{"word": "sea", "first": 4}]}},
            "new words: sea",
        ),
    ],
)
def test_the_reason_for_a_score_is_text(tmp_path: Path, score: Row, reason: str):
    header, row = table(tmp_path, scored(m=score))
    assert header == ["id", "question", "m", "m.reason"]
    assert row[3] == reason


def test_a_score_without_reasons_has_no_column_for_them(tmp_path: Path):
    evidence = {"why": [], "errors": [], "predicted": {"text": "Ada"}, "views": [{"steps": []}]}
    assert table(tmp_path, scored(m={"value": 1.0, "evidence": evidence}))[0][2:] == ["m"]


def test_no_two_columns_have_the_same_name(tmp_path: Path):
    row = {
        "id": "1",
        "question": "Who?",
        "quality": "mine",
        "input_quality": "too",
        "m.reason": "x",
        "ratings.fluency": "loose",
        "ratings": {"fluency": [4]},
        "scores": {
            "quality": {"value": 0.5},
            "m": {"value": 1.0, "parts": {"n.o": 0.1, "reason": 0.2}, "evidence": {"why": ["w"]}},
            "m.n": {"value": 2.0, "parts": {"o": 0.3}},
            "answer": {"value": 3.0},
            "source": {"value": 4.0},
        },
    }
    header, cells = table(tmp_path, row)
    assert len(set(header)) == len(header)
    assert dict(zip(header, cells, strict=True)) == {
        "id": "1",
        "question": "Who?",
        "quality": "0.5",
        "m": "1.0",
        "m.reason": "w",
        "m.n.o": "0.1",
        "scores.m.reason": "0.2",
        "m.n": "2.0",
        "scores.m.n.o": "0.3",
        "scores.answer": "3.0",
        "scores.source": "4.0",
        "input_input_quality": "mine",
        "input_quality": "too",
        "input_m.reason": "x",
        "input_ratings.fluency": "loose",
        "ratings.fluency": "4",
    }


def test_our_own_objects_are_opened_and_others_are_json(tmp_path: Path):
    row = {
        "id": "1",
        "set": {"kind": "HUM", "duplicates": [], "gives_away": [{"id": "2"}]},
        "power": {"value": None, "unscored": "too few", "ci": [0.1, 0.2]},
        "gold": {"fluency": 4.5},
        "scores": {"bleu4": 0.25, "free": {"recall": 1.0, "f": None}},
        "mine": {"é": [1, {"b": None}]},
    }
    header, cells = table(tmp_path, row)
    assert list(zip(header, cells, strict=True)) == [
        ("id", "1"),
        ("bleu4", "0.25"),
        ("free.recall", "1.0"),
        ("free.f", ""),
        ("gold.fluency", "4.5"),
        ("set.kind", "HUM"),
        ("set.duplicates", ""),
        ("set.gives_away", '[{"id": "2"}]'),
        ("power", ""),
        ("power.reason", "too few"),
        ("power.ci", "[0.1, 0.2]"),
        ("mine", '{"é": [1, {"b": null}]}'),
    ]


@pytest.mark.parametrize(
    ("ratings", "header", "cells"),
    [
        ({"f": [4]}, ["ratings.f"], ["4"]),
        ({"f": [4, None, 2.5]}, ["ratings.f.1", "ratings.f.2", "ratings.f.3"], ["4", "", "2.5"]),
        ({"f": ["yes"], "g": [1]}, ["ratings.f", "ratings.g"], ["yes", "1"]),
        ({"f.x": [4]}, ["ratings"], ['{"f.x": [4]}']),
        ({"f": ["4"]}, ["ratings"], ['{"f": ["4"]}']),
        ({"f": [1e-05]}, ["ratings"], ['{"f": [1e-05]}']),
    ],
)
def test_ratings_have_the_columns_that_the_reader_reads(
    tmp_path: Path, ratings: Row, header: list[str], cells: list[str]
):
    assert table(tmp_path, {"question": "Q?", "ratings": ratings}) == [
        ["question", *header],
        ["Q?", *cells],
    ]


def test_the_raters_of_all_rows_have_columns(tmp_path: Path):
    first, second = {"id": "1", "ratings": {"f": [4]}}, {"id": "2", "ratings": {"f": [1, 2]}}
    assert table(tmp_path, first, second) == [
        ["id", "ratings.f.1", "ratings.f.2"],
        ["1", "4", ""],
        ["2", "1", "2"],
    ]


def test_csv_quotes_as_rfc_4180_and_ends_lines_with_lf(tmp_path: Path):
    content = write(tmp_path / "out.csv", {"a,b": 'x "y"', "c": "1\r2\n3", "d": "plain 'q'"})
    assert content == b'"a,b",c,d\n"x ""y""","1\r2\n3",plain \'q\'\n'


def test_csv_has_a_byte_order_mark_only_if_excel_needs_it(tmp_path: Path):
    assert write(tmp_path / "out.csv", {"a": "plain"}) == b"a\nplain\n"
    assert write(tmp_path / "out.csv", {"a": "é"}) == "\ufeffa\né\n".encode()
    # the JSON of this row is ASCII, the row is not
    assert write(tmp_path / "out.csv", {"a": "\x9b"}) == "\ufeffa\n\x9b\n".encode()
    (tmp_path / "out.csv").unlink()
    assert write(tmp_path / "out.tsv", {"a": "é"}) == "a\né\n".encode()


def test_tsv_has_no_quotes_tabs_or_newlines_in_cells(tmp_path: Path):
    row = {"a": 'x "y"\tz\r\nw', "references": ["a\tb"], "b\nb": 1, "b b": 2}
    assert write(tmp_path / "out.tsv", row) == (
        b'references\ta\tb b\tinput_b b\n["a\\tb"]\tx "y" z w\t1\t2\n'
    )


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_formulas_get_an_apostrophe_in_text(tmp_path: Path, ending: str):
    cells = ["=1+1", "+1 is", "-ing", "@SUM(A1)", " =1", "＝1", "\ufeff=1", "'=1", "'-5"]
    safe = ["-5", "+.5e-3", "'tis", "a=b", "1-2", "[1]"]
    row = {f"c{at}": text for at, text in enumerate([*cells, *safe])} | {"=x": -2.5}
    content = write(tmp_path / f"out.{ending}", row).decode("utf-8-sig")
    mark = "," if ending == "csv" else "\t"
    header, line = (one.split(mark) for one in content.splitlines())
    assert header[-1] == "'=x"
    assert line == [*(f"'{text}" for text in cells), *safe, "-2.5"]


def test_a_cell_that_begins_with_a_tab_or_a_newline_is_text(tmp_path: Path):
    rows = [{"a": "\tx"}, {"a": "\rx"}, {"a": "\nx"}]
    assert table(tmp_path, *rows)[1:] == [["'\tx"], ["'\rx"], ["'\nx"]]


@pytest.mark.parametrize("ending", ["json", *TABLES])
def test_the_same_rows_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
):
    rows = [scored(a={"value": 0.5}), {"id": "2", "n": 3, "long": "x" * 500, "é": "="}]
    found = []
    for year in (1, 2):
        monkeypatch.setattr("time.time", lambda year=year: year * 3.2e7 + 1.7e9)
        found.append(write(tmp_path / f"out.{ending}", *rows))
    assert found[0] == found[1]


@pytest.mark.parametrize("ending", TABLES)
def test_no_rows_give_a_file_without_cells(tmp_path: Path, ending: str):
    content = write(tmp_path / f"out.{ending}")
    assert (content == b"") == (ending in ("csv", "tsv"))


def test_a_lone_empty_cell_is_not_a_blank_line(tmp_path: Path):
    assert write(tmp_path / "out.csv", {"a": None}, {"a": "x"}) == b'a\n""\nx\n'


def test_parquet_columns_have_types(tmp_path: Path):
    from pyarrow import parquet

    rows = [
        {"i": 1, "f": 1, "t": "x", "b": True, "m": 1, "big": 2**70, "references": ["a", "b"]},
        {"i": None, "f": 0.5, "t": None, "b": None, "m": "y", "big": 1, "o": {"k": [1]}},
        {"i": -(2**62), "m": True, "e": None, "exact": 2**60},
        {"exact": 0.5},
    ]
    write(tmp_path / "out.parquet", *rows)
    found = parquet.read_table(tmp_path / "out.parquet")
    kinds = {one.name: str(one.type) for one in found.schema}
    assert kinds == {
        "references": "list<element: string>",
        "i": "int64",
        "f": "double",
        "t": "string",
        "b": "bool",
        "m": "string",
        "big": "string",
        "o": "string",
        "e": "string",
        "exact": "string",
    }
    assert found.column("m").to_pylist() == ["1", "y", "true", None]
    assert found.column("f").to_pylist() == [1.0, 0.5, None, None]
    assert found.column("big").to_pylist() == [str(2**70), "1", None, None]
    assert found.column("exact").to_pylist() == [None, None, str(2**60), "0.5"]
    assert found.column("o").to_pylist() == [None, '{"k": [1]}', None, None]


def refused(path: Path, *rows: Row) -> str:
    path.write_text("old")
    with pytest.raises(BadInput) as caught:
        write(path, *rows)
    assert path.read_text() == "old" and len(list(path.parent.iterdir())) == 1
    return str(caught.value).removeprefix(f"{path}: ")


def test_a_cell_too_long_for_xlsx_is_refused_with_its_place(tmp_path: Path):
    path = tmp_path / "out.xlsx"
    write(path, {"id": "a", "passage": "x" * 32_767})
    said = refused(path, {"id": "a"}, {"id": "b", "passage": "🙂" * 16_384})
    assert said == (
        "'passage' of row 'b' has 32,768 characters, and a cell of .xlsx holds at most 32,767; "
        "choose .csv or .parquet instead"
    )


def test_more_rows_or_columns_than_xlsx_holds_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(table_writing, "MOST_ROWS", 4)
    monkeypatch.setattr(table_writing, "MOST_COLUMNS", 2)
    path = tmp_path / "out.xlsx"
    write(path, *[{"id": "1", "a": 1}] * 3)
    said = refused(path, *[{"id": "1"}] * 4)
    assert said.startswith("there are 4 rows or more, and .xlsx holds at most 3; choose .csv")
    said = refused(path, {"id": "1", "a": 1, "b": 1})
    assert said.startswith("there are 3 columns, and .xlsx holds at most 2; choose .csv")
    assert (xlsx_writing.MOST_ROWS, xlsx_writing.MOST_COLUMNS) == (2**20, 2**14)


def test_a_row_too_long_for_xlsx_is_refused_when_it_is_written(tmp_path: Path):
    with Output(tmp_path / "out.xlsx") as out, pytest.raises(BadInput, match="row '1' has 40,000"):
        out.write({"id": "1", "passage": "x" * 40_000})


def test_a_sheet_larger_than_a_plain_zip_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 20_000)
    assert "larger than 2 GiB" in refused(tmp_path / "out.xlsx", {"a": "x" * 30_000})


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), SystemExit(1), MemoryError()])
@pytest.mark.parametrize("ending", ["json", *TABLES])
def test_an_interrupted_conversion_leaves_the_old_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, fault: BaseException
):
    def interrupted(_form: str, _spool: str, out: io.BufferedWriter) -> None:
        out.write(b"half")
        raise fault

    path = tmp_path / f"out.{ending}"
    path.write_text("old")
    monkeypatch.setattr(table_writing, "convert", interrupted)
    with pytest.raises(type(fault)), Output(path) as out:
        out.write({"a": 1})
    assert path.read_text() == "old" and os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("ending", ["json", *TABLES])
def test_a_disk_that_fills_up_during_the_conversion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
):
    class Full(io.FileIO):
        def write(self, _: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    convert = table_writing.convert

    def on_a_full_disk(form: str, spool: str, out: io.BufferedWriter) -> None:
        with Full(os.dup(out.fileno()), "w") as full:
            convert(form, spool, full)  # type: ignore[arg-type]

    monkeypatch.setattr(table_writing, "convert", on_a_full_disk)
    said = refused(tmp_path / f"out.{ending}", {"a": "x" * 10_000})
    assert said == "cannot write here: No space left on device"


def test_an_old_table_keeps_its_mode_and_a_link_is_written_through(tmp_path: Path):
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "data.csv", tmp_path / "link.csv"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    with Output(link) as out:
        out.write({"a": 1})
    assert real.read_text() == "a\n1\n" and real.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink() and len(os.listdir(tmp_path / "real")) == 1
