"""Excel sheets, SQuAD's JSON, and the folders of Hugging Face datasets."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import ipc

from qgauge.core import BadInput, Example, MissingTool
from qgauge.data import ColumnMap, Refused, read, read_table

LONG = "Ein Text mit mehr als zehn Worten, wie ihn jede Geschichte hat."
HEADER = ["id", "question", "passage", "answer"]


def workbook(path: Path, sheets: dict[str, list[list[Any]]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


# ------------------------------------------------------------------ Excel


def test_a_sheet_is_read_with_its_line_numbers(tmp_path):
    rows = [
        HEADER,
        [1, "Who?", "A text.", 1969],
        [],
        [2, None, "x", "y"],
        [3.0, "When?", None, True],
    ]
    found = list(read(workbook(tmp_path / "a.xlsx", {"Sheet1": rows})))
    first, bad, last = found
    assert isinstance(first, Example) and isinstance(bad, Refused) and isinstance(last, Example)
    assert (first.id, first.question, first.answer) == ("1", "Who?", "1969")
    assert (bad.error.line, bad.error.field) == (4, "question")
    assert (last.id, last.passage, last.answer) == ("3", None, "true")


def test_dates_are_written_as_iso(tmp_path):
    row = ["Q?", date(2024, 5, 3), datetime(2024, 5, 3, 14, 30), 2.5]
    path = workbook(tmp_path / "a.xlsx", {"S": [["question", "a", "b", "c"], row]})
    (example,) = read(path)
    assert isinstance(example, Example)
    assert example.meta == {"a": "2024-05-03", "b": "2024-05-03T14:30:00", "c": "2.5"}


def test_the_first_sheet_that_is_not_empty_is_read_and_told(tmp_path, caplog):
    caplog.set_level("INFO", "qgauge.data")
    sheets = {"Notes": [], "Quiz": [["question"], ["A?"]], "Old": [["question"], ["B?"]]}
    path = workbook(tmp_path / "a.xlsx", sheets)
    (example,) = read(path)
    assert isinstance(example, Example) and example.question == "A?"
    (said,) = [record.getMessage() for record in caplog.records]
    assert "read the sheet 'Quiz', not 'Old'" in said and "#SHEET" in said
    (example,) = read(f"{path}#Old")
    assert isinstance(example, Example) and example.question == "B?"
    with pytest.raises(BadInput, match="no sheet 'New'; the sheets are: Notes, Quiz, Old"):
        list(read(f"{path}#New"))


def test_an_empty_or_damaged_workbook_is_refused(tmp_path):
    with pytest.raises(BadInput, match="workbook is empty"):
        list(read(workbook(tmp_path / "a.xlsx", {"S": []})))
    whole = workbook(tmp_path / "b.xlsx", {"S": [["question"], ["A?"]]}).read_bytes()
    for size in (0, 10, len(whole) // 2):
        (tmp_path / "c.xlsx").write_bytes(whole[:size])
        with pytest.raises(BadInput, match="cannot be read"):
            list(read(tmp_path / "c.xlsx"))


def test_columns_of_a_sheet_can_be_mapped(tmp_path):
    path = workbook(tmp_path / "a.xlsx", {"S": [["Frage", "Text"], ["Wer?", LONG]]})
    (example,) = read(path, columns=ColumnMap.parsed(["question=Frage"]))
    assert isinstance(example, Example)
    assert (example.question, example.passage) == ("Wer?", LONG)


def test_a_table_that_holds_no_questions_is_read_from_a_sheet(tmp_path):
    path = workbook(tmp_path / "a.xlsx", {"S": [["pupil", "q1"], ["Ann", 1], ["Ben", 0]]})
    assert [row[2] for row in read_table(path)] == [
        {"pupil": "Ann", "q1": "1"},
        {"pupil": "Ben", "q1": "0"},
    ]


def test_without_openpyxl_the_message_says_how_to_install_it(tmp_path, monkeypatch):
    path = workbook(tmp_path / "a.xlsx", {"S": [["question"], ["A?"]]})
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(MissingTool, match=r"pip install 'qgauge\[xlsx\]'"):
        list(read(path))


@given(
    st.lists(
        st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=9),
        min_size=1,
        max_size=4,
    )
)
def test_texts_of_cells_are_read_as_they_are(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("x") / "a.xlsx"
    names = [f"c{at}" for at in range(len(texts))]
    book = openpyxl.Workbook()
    for at, name in enumerate(["question", *names], 1):
        book.active.cell(1, at, name)
        cell = book.active.cell(2, at)
        cell.value = "Q?" if at == 1 else texts[at - 2]
        cell.data_type = "s"
    book.save(path)
    (example,) = read(path)
    assert isinstance(example, Example)
    assert example.meta == dict(zip(names, texts, strict=True))


# ------------------------------------------------------------------ SQuAD


def squad(*questions: dict[str, Any]) -> str:
    paragraphs = [{"context": "Etna is a volcano.", "qas": list(questions)}]
    return json.dumps({"version": "v2.0", "data": [{"title": "Etna", "paragraphs": paragraphs}]})


def test_the_official_squad_json_gives_one_row_per_question(examples):
    first = {"id": "a1", "question": "What is Etna?", "is_impossible": False}
    first["answers"] = [{"text": "a volcano", "answer_start": 8}, {"text": "volcano"}]
    second = {"id": "a2", "question": "Who?", "is_impossible": True, "answers": []}
    one, two = examples("train.json", squad(first, second))
    assert (one.id, one.question, one.passage) == ("a1", "What is Etna?", "Etna is a volcano.")
    assert (one.answer, one.meta["answers"]) == ("a volcano", ["volcano"])
    assert one.meta["title"] == "Etna" and one.meta["is_impossible"] is False
    assert (two.id, two.answer, two.passage) == ("a2", None, "Etna is a volcano.")


def test_a_bad_question_of_squad_is_refused_with_its_number(rows):
    found = rows("train.json", squad({"id": "1", "question": "A?"}, {"id": "2", "question": ""}, 7))
    assert [type(row) for row in found] == [Example, Refused, Refused]
    assert found[1].error.field == "question" and "(row 2)" in found[1].error.problem
    assert "must be an object" in found[2].error.problem


# ------------------------------------------------------------------ Arrow


def saved(folder: Path, parts: list[dict[str, list[Any]]]) -> Path:
    """Write the files that `Dataset.save_to_disk` writes."""
    folder.mkdir(parents=True)
    files = []
    for at, columns in enumerate(parts):
        name = f"data-{at:05}-of-{len(parts):05}.arrow"
        table = pyarrow.table(columns)
        with ipc.new_stream(str(folder / name), table.schema) as stream:
            stream.write_table(table)
        files.append({"filename": name})
    (folder / "state.json").write_text(json.dumps({"_data_files": files, "_split": "train"}))
    (folder / "dataset_info.json").write_text("{}")
    return folder


def test_a_folder_of_datasets_is_read_in_the_order_of_its_files(tmp_path):
    answers = [{"text": ["a", "b"], "answer_start": [1, 2]}]
    parts = [
        {"question": ["A?", "B?"], "context": ["x", "y"], "answers": answers * 2},
        {"question": ["C?"], "context": ["z"], "answers": answers},
    ]
    found = list(read(saved(tmp_path / "squad", parts)))
    assert [row.question for row in found if isinstance(row, Example)] == ["A?", "B?", "C?"]
    assert [row.id for row in found if isinstance(row, Example)] == ["1", "2", "3"]
    assert isinstance(found[2], Example) and (found[2].passage, found[2].answer) == ("z", "a")


def test_a_dataset_with_several_splits_asks_for_one(tmp_path):
    for split in ("train", "test"):
        saved(tmp_path / "d" / split, [{"question": [f"{split}?"]}])
    (tmp_path / "d" / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    with pytest.raises(BadInput, match=r"several splits; give one: .*d/train, .*d/test"):
        list(read(tmp_path / "d"))
    (example,) = read(tmp_path / "d" / "test")
    assert isinstance(example, Example) and example.question == "test?"
    (tmp_path / "d" / "dataset_dict.json").write_text('{"splits": ["train"]}')
    (example,) = read(tmp_path / "d")
    assert isinstance(example, Example) and example.question == "train?"


def test_a_damaged_folder_of_datasets_is_refused(tmp_path):
    folder = saved(tmp_path / "d", [{"question": ["A?"] * 50}])
    data = next(folder.glob("*.arrow"))
    data.write_bytes(data.read_bytes()[:100])
    with pytest.raises(BadInput, match="Arrow file cannot be read"):
        list(read(folder))
    (folder / "state.json").write_text("{}")
    with pytest.raises(BadInput, match="damaged"):
        list(read(folder))


def test_an_arrow_file_is_read_in_both_of_its_forms(tmp_path):
    table = pyarrow.table({"question": ["A?", "B?"]})
    for make, name in ((ipc.new_stream, "a.arrow"), (ipc.new_file, "b.feather")):
        with make(str(tmp_path / name), table.schema) as out:
            out.write_table(table)
        found = list(read(tmp_path / name))
        assert [row.question for row in found if isinstance(row, Example)] == ["A?", "B?"]


def test_the_real_datasets_package_writes_what_is_read(tmp_path):
    datasets = pytest.importorskip("datasets")
    made = datasets.Dataset.from_dict({"question": ["A?", "B?"], "answer": ["x", "y"]})
    made.save_to_disk(str(tmp_path / "one"))
    found = list(read(tmp_path / "one"))
    assert [row.answer for row in found if isinstance(row, Example)] == ["x", "y"]


# ------------------------------------------------------------------ other files


def test_a_folder_names_the_files_in_it(tmp_path):
    (tmp_path / "a.csv").write_text("question\nA?\n")
    with pytest.raises(BadInput, match=r"this is a folder; name a file in it: a\.csv"):
        list(read(tmp_path))


@pytest.mark.parametrize(
    ("name", "ending"), [("a.xls", ".xlsx"), ("a.ods", ".xlsx"), ("a.docx", ".txt")]
)
def test_files_of_other_programs_say_how_to_save_them(failure, name, ending):
    assert f"save it as {ending} first" in failure(name, "x").problem


def test_json_lines_in_a_json_file_name_the_format(failure):
    problem = failure("a.json", '{"question": "A?"}\n{"question": "B?"}\n').problem
    assert "--format jsonl" in problem


def test_an_array_in_a_jsonl_file_names_the_format(rows):
    (refused,) = rows("a.jsonl", '[{"question": "A?"},\n{"question": "B?"}]\n')[:1]
    assert "--format json" in refused.error.problem
