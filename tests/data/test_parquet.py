"""Parquet, with and without pyarrow."""

from __future__ import annotations

import datetime
import decimal
import io
import os
import sys
import threading
from importlib import import_module
from pathlib import Path

import pytest

from qgauge.core.errors import BadInput, MissingTool
from qgauge.core.example import Example
from qgauge.data import Refused, dump, output_row, read


@pytest.fixture
def parquet(tmp_path: Path):
    """Write columns as Parquet."""
    pyarrow = import_module("pyarrow")
    from pyarrow import parquet as format  # noqa: A004

    def write(columns: dict[str, object], **options: object) -> Path:
        path = tmp_path / "a.parquet"
        format.write_table(pyarrow.table(columns), path, **options)
        return path

    return write


def test_rows_are_read_with_lists_and_nested_columns(parquet):
    path = parquet(
        {
            "prediction": ["A?", "B?"],
            "references": [["r", "s"], None],
            "anchor": [1, None],
            "ratings": [{"f": [1.0, 2.0]}, {"f": [3.0]}],
            "nested": [{"x": [1]}, None],
        }
    )
    first, second = read(path)
    assert first == Example(
        "1", "A?", ("r", "s"), anchor=1, ratings={"f": (1.0, 2.0)}, meta={"nested": {"x": [1]}}
    )
    assert second == Example("2", "B?", ratings={"f": (3.0,)}, meta={"nested": None})


def test_other_types_are_converted_to_json(parquet):
    path = parquet(
        {
            "question": ["A?"],
            "day": [datetime.date(2024, 5, 1)],
            "at": [datetime.datetime(2024, 5, 1, 12, 30)],
            "price": [decimal.Decimal("1.50")],
            "gap": [float("nan")],
        }
    )
    (example,) = read(path)
    assert isinstance(example, Example)
    assert example.meta == {
        "day": "2024-05-01",
        "at": "2024-05-01T12:30:00",
        "price": "1.50",
        "gap": None,
    }
    assert dump(output_row(example, {}))


@pytest.mark.parametrize("value", [b"\x00\x01", float("inf")])
def test_values_json_cannot_hold_are_refused(parquet, value):
    (refused,) = read(parquet({"question": ["A?"], "x": [value]}))
    assert isinstance(refused, Refused)
    assert (refused.error.line, refused.error.field) == (1, "x")


@pytest.mark.parametrize("value", [None, "", " ", 3, 2.5, True, float("nan")])
def test_a_missing_or_non_string_question_is_refused(parquet, value):
    (refused,) = read(parquet({"prediction": [value]}))
    assert isinstance(refused, Refused)
    assert refused.error.file.endswith("a.parquet")
    assert (refused.error.line, refused.error.field) == (1, "prediction")


def test_text_that_is_not_utf8_refuses_its_row_only(parquet):
    import pyarrow

    bad = pyarrow.array([b"A?", b"\xff?", b"B?"]).cast(pyarrow.binary()).view(pyarrow.string())
    first, second, third = read(parquet({"question": bad}))
    assert isinstance(first, Example) and isinstance(third, Example)
    assert isinstance(second, Refused)
    assert (second.error.line, second.error.field) == (2, "question")


def test_numbering_continues_across_batches(parquet):
    found = list(read(parquet({"question": ["Q?"] * 3000}, row_group_size=700)))
    assert [row.id for row in found if isinstance(row, Example)] == [str(n) for n in range(1, 3001)]


def test_no_question_column(parquet):
    with pytest.raises(BadInput, match="did you mean 'Questoin'"):
        list(read(parquet({"Questoin": ["A?"]})))


def test_truncated_empty_or_other_files_are_refused(parquet, tmp_path):
    path = parquet({"question": ["Q?"] * 100})
    whole = path.read_bytes()
    for content in (
        whole[:-10],
        whole[: len(whole) // 2],
        b"",
        b'{"question": "Q?"}',
        whole[:4] + b"\0" * 50 + whole[54:],
    ):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"a\.parquet: the Parquet file cannot be read"):
            list(read(path))


def test_a_stream_and_a_pipe(parquet, tmp_path):
    content = parquet({"question": ["Q?"]}).read_bytes()
    assert list(read(io.BytesIO(content), format="parquet")) == [Example("1", "Q?")]
    pipe = tmp_path / "pipe.parquet"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    assert list(read(pipe)) == [Example("1", "Q?")]
    writer.join()


def test_without_pyarrow_the_message_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        MissingTool, match=r"Parquet and Arrow files needs pyarrow.*pip install 'qgauge\[parquet\]'"
    ):
        list(read(tmp_path / "a.parquet"))
