"""Property tests: the examples in a written table read back equal."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils.escape import unescape

from qgauge.core.example import Example
from qgauge.core.score import Score, unscored
from qgauge.data import Output, output_row, read
from qgauge.data.formula_cells import guarded, is_formula, without_guard

characters = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
hostile = st.lists(
    st.sampled_from([*"'=+-@\t\r\n\"[],;5 ", "＝", "\ufeff", "_x0041_", '["a"]', "true", "é"]),
    max_size=5,
).map("".join)
anything = st.text(characters, max_size=20) | hostile
written = anything.filter(lambda text: text.strip() != "")
labels = st.text("abc'=-_ ", min_size=1, max_size=4).filter(lambda name: name.strip() != "")
numbers = st.integers(-9, 9) | st.floats(-9, 9)
ratings = st.dictionaries(
    labels | st.just("a.b"),
    st.lists(st.none() | numbers | st.sampled_from(["yes", "4", " x", "=no"]), max_size=3),
    max_size=2,
)
examples = st.lists(
    st.builds(
        Example,
        written,
        written,
        st.lists(written, max_size=2).map(tuple),
        st.none() | written,
        st.none() | written,
        st.lists(written, max_size=2).map(tuple),
        st.none() | st.integers(1, 99),
        st.just(None),
        st.just("") | written,
        st.just({}) | ratings,
        st.fixed_dictionaries(
            {"extra": anything, "quality": anything, "n": st.none() | st.integers(-99, 99)}
        ),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda example: example.id,
)
scores = st.fixed_dictionaries(
    {
        "quality": st.builds(Score, st.floats(0, 1), evidence=st.just({"why": ["=x", "y"]}))
        | st.builds(unscored, anything),
        "m:a=b": st.builds(Score, st.sampled_from(["yes", "-no"])),
    }
)


def back(made: list[Example], found: dict[str, Score], ending: str) -> list[Example]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"out.{ending}"
        with Output(path) as out:
            for example in made:
                out.write(output_row(example, found))
        return list(read(path))  # type: ignore[arg-type]


def fields(example: Example, change: Callable[[str], str] = str) -> list[Any]:
    """Return what must survive. An empty cell is no rating, wherever it stands."""
    rated = {}
    for name, given_ratings in example.ratings.items():
        kept = list(given_ratings)
        while kept and kept[-1] is None:
            kept.pop()
        if any(one is not None for one in kept):
            rated[name] = kept
    meta = example.meta
    texts = [example.id, example.question, example.passage, example.answer, example.system]
    return [
        *(None if one is None else change(one) for one in texts),
        example.references,
        example.sentences,
        example.anchor,
        rated,
        change(meta["extra"]),
        change(meta.get("input_quality", meta["quality"])),
    ]


@settings(deadline=None, max_examples=60)
@given(examples, scores)
def test_csv_reads_back_equal(made: list[Example], found: dict[str, Score]):
    again = back(made, found, "csv")
    assert [fields(one) for one in again] == [fields(one) for one in made]
    value = found["quality"].value
    assert {one.meta["quality"] for one in again} == {"" if value is None else repr(value)}
    assert {one.meta["m:a=b"] for one in again} == {found["m:a=b"].value}
    assert [one.meta["n"] for one in again] == [
        "" if one.meta["n"] is None else str(one.meta["n"]) for one in made
    ]


def flat(text: str) -> str:
    return re.sub(r"\r\n|[\t\r\n]", " ", text)


@settings(deadline=None, max_examples=60)
@given(examples, scores)
def test_tsv_reads_back_equal_but_for_tabs_and_newlines(
    made: list[Example], found: dict[str, Score]
):
    if len({flat(one.id) for one in made}) < len(made):
        return  # ids that differ in white space alone become equal
    again = back(made, found, "tsv")
    assert [fields(one, flat) for one in again] == [fields(one, flat) for one in made]


@settings(deadline=None, max_examples=60)
@given(examples, scores)
def test_parquet_reads_back_equal(made: list[Example], found: dict[str, Score]):
    again = back(made, found, "parquet")
    assert [fields(one) for one in again] == [fields(one) for one in made]
    assert [one.meta["n"] for one in again] == [one.meta["n"] for one in made]
    assert {one.meta["quality"] for one in again} == {found["quality"].value}


@settings(deadline=None)
@given(st.lists(st.tuples(anything, numbers | st.booleans()), min_size=1))
def test_cells_of_xlsx_hold_the_same_values(rows: list[tuple[str, float]]):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.xlsx"
        with Output(path) as out:
            for text, number in rows:
                out.write({"a": text, "b": number})
        header, *cells = openpyxl.load_workbook(path)["rows"].iter_rows()
        assert [one.value for one in header] == ["a", "b"]
        assert all(one.data_type in "snb" for row in cells for one in row)  # not f, a formula
        found = [(unescape(row[0].value or ""), row[1].value) for row in cells]
        marked = [row[0].quotePrefix for row in cells]
    assert found == rows
    assert marked == [is_formula(text) for text, _ in rows]


@given(anything)
def test_a_guard_is_always_undone(text: str):
    assert without_guard(guarded(text)) == text
    assert not is_formula(text) or guarded(text).startswith("'")
