"""Questions that a Python program has in memory, or names."""

from __future__ import annotations

import numpy
import pandas
import pyarrow
import pytest

from qgauge.core import BadInput, Example
from qgauge.data.python_rows import examples_of

COLUMNS = {"question": ["A?", "B?"], "references": [["x", "y"], ["z"]], "score": [1, 2]}
EXPECTED = [("A?", ("x", "y"), {"score": 1}), ("B?", ("z",), {"score": 2})]


def seen(rows, columns=None):
    return [(one.question, one.references, one.meta) for one in examples_of(rows, columns)]


def test_a_pandas_frame():
    frame = pandas.DataFrame(COLUMNS, index=[7, 8])
    assert seen(frame) == EXPECTED
    frame["references"] = [numpy.array(["x", "y"]), numpy.array(["z"])]
    assert seen(frame) == EXPECTED


def test_lists_that_a_frame_holds_as_text_are_lists():
    frame = pandas.DataFrame({"question": ["A?"], "references": ["['x', 'y']"], "other": ["['z']"]})
    assert seen(frame) == [("A?", ("x", "y"), {"other": "['z']"})]
    assert seen([{"question": "A?", "references": "['x']"}]) == [("A?", ("['x']",), {})]


def test_ids_that_pandas_turned_into_floats():
    frame = pandas.DataFrame({"question": ["A?", "B?"], "id": [7.0, float("nan")]})
    assert [one.id for one in examples_of(frame)] == ["7", "2"]


def test_messages_name_the_argument_not_the_option():
    row = {"question": "A?", "prediction": "B?"}
    with pytest.raises(BadInput, match=r"add columns=\{'question': 'prediction', 'references'"):
        list(examples_of([row]))


def test_a_column_that_is_called_like_the_option_is_left_alone():
    with pytest.raises(BadInput, match="columns: --map it"):
        list(examples_of([{"--map it": 1}]))


def test_missing_values_of_a_pandas_frame_are_missing():
    frame = pandas.DataFrame({"question": ["A?"], "passage": [None], "answer": [float("nan")]})
    (example,) = examples_of(frame)
    assert (example.passage, example.answer) == (None, None)


def test_a_pandas_frame_with_names_that_are_no_identifiers():
    frame = pandas.DataFrame({"Generated Question": ["A?"], 3: ["x"]})
    assert seen(frame) == [("A?", (), {"3": "x"})]


def test_a_polars_frame():
    polars = pytest.importorskip("polars")
    assert seen(polars.DataFrame(COLUMNS)) == EXPECTED


def test_a_table_of_pyarrow():
    assert seen(pyarrow.table(COLUMNS)) == EXPECTED


def test_a_dataset_of_hugging_face():
    datasets = pytest.importorskip("datasets")
    made = datasets.Dataset.from_dict(COLUMNS)
    assert seen(made) == EXPECTED
    with pytest.raises(BadInput, match="choose one of 'train', 'test'"):
        list(examples_of(datasets.DatasetDict(train=made, test=made)))


def test_columns_are_named_in_every_form(tmp_path):
    renamed = {"asked": ["A?"], "gold one": ["x"]}
    columns = {"question": "asked", "references": "gold one"}
    expected = [("A?", ("x",), {})]
    assert seen(pandas.DataFrame(renamed), columns) == expected
    assert seen([{"asked": "A?", "gold one": "x"}], columns) == expected
    (tmp_path / "a.csv").write_text("asked,gold one\nA?,x\n")
    assert seen(tmp_path / "a.csv", columns) == expected


def test_a_file_or_several_can_be_named(tmp_path):
    for name in ("t5", "bart"):
        (tmp_path / f"{name}.jsonl").write_text('{"question": "A?"}\n')
    assert seen(str(tmp_path / "t5.jsonl")) == [("A?", (), {})]
    both = [tmp_path / "t5.jsonl", tmp_path / "bart.jsonl"]
    assert [one.system for one in examples_of(both)] == ["t5", "bart"]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ({"question": "A?"}, r"not one row; write \[row\]"),
        (3, "must be a list of rows, not int"),
        (Example("1", "A?"), "must be a list of rows, not Example"),
        (["Who?", "What?"], "a row must be a dictionary or an Example, not str"),
        ([{"question": ""}], "the question is empty"),
        ([{"x": 1}], "no question column"),
        ("nowhere.csv", "there is no such file"),
    ],
)
def test_anything_else_says_what_is_wrong(rows, problem):
    with pytest.raises(BadInput, match=problem):
        list(examples_of(rows))
