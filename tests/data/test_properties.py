"""Property tests: written rows read back equal, and any bytes give examples or BadInput."""

from __future__ import annotations

import csv
import io
import json
from importlib import import_module

from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.core.field_names import ALIASES
from qgauge.data import Refused, dump, example_row, read, refused_row

anything = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
written = anything.filter(lambda text: text.strip() != "")
flat = st.text(st.characters(exclude_characters="\0\t\r\n", exclude_categories=["Cs"])).filter(
    lambda text: text.strip() != ""
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | anything,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(anything, inner, max_size=3),
    max_leaves=5,
)


def examples(text: st.SearchStrategy[str], meta: st.SearchStrategy[object]) -> st.SearchStrategy:
    row = st.builds(
        Example,
        st.just(""),
        text,
        st.lists(text, max_size=2).map(tuple),
        st.none() | text,
        st.none() | text,
        meta=st.fixed_dictionaries({"extra": meta}),
    )
    return st.lists(row, max_size=5)


def row_of(example: Example) -> dict[str, object]:
    return {
        "question": example.question,
        "references": list(example.references),
        "passage": example.passage,
        "answer": example.answer,
        **example.meta,
    }


def without_ids(found: list[Example | Refused]) -> list[Example]:
    assert all(isinstance(row, Example) for row in found), found
    return [Example("", *(getattr(row, name) for name in Example.__slots__[1:])) for row in found]


def back(content: bytes, format: str) -> list[Example]:
    return without_ids(list(read(io.BytesIO(content), format=format)))


@settings(deadline=None)
@given(examples(written, values), st.booleans())
def test_jsonl_and_json_read_back_equal(rows: list[Example], ascii_only: bool):
    lines = [json.dumps(row_of(row), ensure_ascii=ascii_only) for row in rows]
    assert back("\n".join(lines).encode(), "jsonl") == rows
    assert back(f"[{','.join(lines)}]".encode(), "json") == rows
    assert back(f'{{"data": [{",".join(lines)}]}}'.encode(), "json") == rows


_texts = st.lists(anything, max_size=2)
_given = {"passage": anything, "answer": anything | _texts, "system": anything}
_given |= {"references": anything | _texts, "sentences": _texts, "anchor": st.integers(1, 9)}
_given |= {"ratings": st.dictionaries(anything, st.integers() | st.text("ab"), max_size=2)}
_given |= {
    alias: st.none() | _given[field]
    for field, aliases in ALIASES.items()
    for alias in aliases
    if field != "question"
}


@settings(deadline=None)
@given(
    st.fixed_dictionaries({"question": written}, optional={**_given, "id": anything, "x": values})
)
def test_a_written_example_reads_back_equal(row: dict[str, object]):
    (first,) = read(io.BytesIO(dump(row).encode()), format="jsonl")
    if isinstance(first, Example):
        (again,) = read(io.BytesIO(dump(example_row(first)).encode()), format="jsonl")
        assert again == first


def cells(example: Example) -> list[str]:
    # References as a JSON list, escaped so that the cell has no newline or tab.
    references = json.dumps(list(example.references))
    return [example.question, references, example.passage or "", str(example.meta["extra"])]


HEADER = ["question", "references", "passage", "extra"]


def table_rows(rows: list[Example]) -> list[Example]:
    return [Example("", r.question, r.references, r.passage, meta=r.meta) for r in rows]


# Python's csv writer leaves a lone CR unquoted unless the line end has one or all is quoted.
DIALECTS = [("\r\n", csv.QUOTE_MINIMAL), ("\n", csv.QUOTE_ALL), ("\r", csv.QUOTE_ALL)]


@settings(deadline=None)
@given(examples(written, anything), st.sampled_from(DIALECTS))
def test_csv_reads_back_equal(rows: list[Example], dialect: tuple[str, int]):
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator=dialect[0], quoting=dialect[1])
    writer.writerows([HEADER, *map(cells, rows)])
    assert back(stream.getvalue().encode(), "csv") == table_rows(rows)


@settings(deadline=None)
@given(examples(flat, flat))
def test_tsv_reads_back_equal(rows: list[Example]):
    lines = ["\t".join(line) for line in [HEADER, *map(cells, rows)]]
    assert back("\n".join(lines).encode(), "tsv") == table_rows(rows)


@settings(deadline=None)
@given(st.lists(flat))
def test_text_reads_back_equal(questions: list[str]):
    found = back("".join(f"{question}\n" for question in questions).encode(), "txt")
    assert [example.question for example in found] == questions


@settings(deadline=None)
@given(examples(written, anything))
def test_parquet_reads_back_equal(rows: list[Example]):
    pyarrow = import_module("pyarrow")
    from pyarrow import parquet

    fields = [("question", pyarrow.string()), ("references", pyarrow.list_(pyarrow.string()))]
    fields += [(name, pyarrow.string()) for name in ("passage", "answer", "extra")]
    stream = io.BytesIO()
    table = pyarrow.Table.from_pylist([row_of(row) for row in rows], schema=pyarrow.schema(fields))
    parquet.write_table(table, stream)
    assert back(stream.getvalue(), "parquet") == rows


_TOKENS = rb"""{"question":|"Q?"|"x":|NaN|question,id|question\tid|\ud800|"|,|[|]|{|}|1| |id"""
pieces = st.sampled_from(
    [
        *_TOKENS.split(b"|"),
        b'{"question": "Q?"}',
        *(bytes([byte]) for byte in b"\n\r\t\x00\xff"),
        *(b"\xff\xfe", b"\xef\xbb\xbf", b"\x1f\x8b\x08\x00", "é\u2028".encode()),
        b"9" * 5000,
    ]
)


@settings(max_examples=400, deadline=None)
@given(
    st.binary(max_size=200) | st.lists(pieces, max_size=12).map(b"".join),
    st.sampled_from(["jsonl", "json", "csv", "tsv", "txt", None]),
)
def test_any_bytes_give_examples_refusals_or_bad_input(content: bytes, format: str | None):
    try:
        for row in read(io.BytesIO(content), format=format):
            assert isinstance(row, Example | Refused)
            if isinstance(row, Refused):
                assert dump(refused_row(row)).encode()
                assert str(row.error).encode()
            else:
                assert row.question.strip() and dump(row.meta).encode()
    except BadInput as error:
        assert error.file == "stream" and str(error).encode()  # noqa: PT017
