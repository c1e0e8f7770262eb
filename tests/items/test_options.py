"""Responses that are options: answer keys, the layout of exports, and the use of options."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import BadInput
from qgauge.items import AnswerKey, Matrix, Responses, option_uses
from qgauge.items.key import option_of
from qgauge.items.layout import Layout, lay_out


def laid_out(table: str, answers: Mapping[str, str] | None = None) -> Layout:
    """Return the layout of a table with a header; cells are separated by spaces, `_` is empty."""
    header, *lines = [[cell.replace("_", "") for cell in line.split()] for line in table.split("|")]
    rows = [(at, dict(zip(header, line, strict=True))) for at, line in enumerate(lines, 2)]
    return lay_out(rows, file="t.csv", answers=answers)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("b", "B"),
        (" (B) ", "B"),
        ("B.", "B"),
        ("2", "2"),
        ("2.0", "2"),
        ("true", "T"),
        ("B, A", "AB"),
        ("BA", "AB"),
        ("1+3", "13"),
        ("", ""),
        ("n/a", ""),
        ("Paris", None),
        ("12", None),
        ("A) Paris", None),
    ],
)
def test_cells_as_options(cell: str, expected: str | None) -> None:
    assert option_of(cell) == expected


def test_options_go_up_to_the_last_one_of_the_test() -> None:
    # D is the last letter that the test uses; E would be an option, F is none
    key = AnswerKey.of({"a": "B", "b": "A/C"}, {"a": ["A", "F"], "b": ["D", "a", ""]})
    assert key.options == {"a": tuple("ABCD"), "b": tuple("ABCD")}
    assert [key.choice("a", cell) for cell in ("b", "", "F", "AB")] == ["B", "", None, "AB"]
    assert [key.is_right("b", one) for one in ("A", "C", "AC", "B")] == [True, True, False, False]
    # a key that names F makes it an option
    assert AnswerKey.of({"a": "F", "b": "A"}, {"a": ["A"], "b": ["F"]}).options["b"][-1] == "F"


def test_numbers_and_true_or_false_have_options_of_their_own() -> None:
    key = AnswerKey.of(
        {"a": "3", "b": "F", "c": "B"}, {"a": ["4", "1"], "b": ["true", "f"], "c": ["A"]}
    )
    assert key.options == {"a": tuple("1234"), "b": ("T", "F"), "c": ("A", "B")}


def test_a_key_that_is_no_option_is_refused() -> None:
    with pytest.raises(BadInput, match="item 'a': the key 'Paris' is not an option"):
        AnswerKey.of({"a": "Paris"}, {"a": []})


def test_the_key_of_a_matrix_is_the_row_named_key() -> None:
    found = laid_out("id a b|KEY B 2|ann B 1|ben A _")
    assert (found.respondent, found.key_line, found.left_out) == ("id", 2, {})
    assert found.key is not None and found.key.right == {"a": ("B",), "b": ("2",)}
    # the first column names respondents if it has the key, whatever its header
    assert laid_out("Pupil a|ann B|Key B").key_line == 3


NAMED = "its name says that it is not an item"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("id a b c Total|1 1 0 1 2|2 0 0 1 1", {"Total": "it is the sum of the others"}),
        ("id a b c Total|1 1 0 1 7|2 0 0 1 9", {"Total": NAMED}),
        (
            "id a b c Percent|1 1 0 1 67%|2 0 0 1 33%",
            {"Percent": "it is the percentage of the others"},
        ),
        ("id a b Score|1 1 0 .5|2 1 1 1", {"Score": "it is the mean of the others"}),
        ("id a b c Summe|1 1 0 1 2|2 1 1 1 3", {"Summe": "it is the sum of the others"}),
        ("id Class a b|1 7b 0 1|2 7a 1 1", {"Class": NAMED}),
        ("id Class a b|1 7 0 1|2 7 1 1", {"Class": NAMED}),
        ("id class a b|1 0 0 1|2 1 1 1", {}),  # 0 and 1: an item
        ("KEY a b c|1 1 0 1|2 0 0 1", {}),
        ("id a b Note|1 1 0 x|2 0 0 y", {}),  # refused later, with the advice to use --ignore
    ],
)
def test_columns_that_are_no_items(table: str, expected: dict[str, str]) -> None:
    assert laid_out(table).left_out == expected


def test_totals_of_a_test_with_options() -> None:
    found = laid_out("Name Grade a b Punkte|KEY _ A B _|ann A A B 2|ben C A A 1")
    assert found.left_out == {"Grade": NAMED, "Punkte": "it is the sum of the others"}
    assert found.respondent == "Name"


def test_first_names_do_not_identify_respondents() -> None:
    found = laid_out("FirstName a b|KEY A B|ann A B")
    assert found.respondent is None and found.left_out == {"FirstName": NAMED}


@pytest.mark.parametrize(
    ("table", "answers", "told"),
    [
        ("id a|KEY A|Key B|ann A", None, "another answer key in line 2; keep one"),
        ("id a|KEY A|ann A", {"a": "A"}, "another answer key in --key; keep one"),
        ("id a b|ann A x", {"a": "A"}, "has no item 'b'; add it, or skip the column with --ignore"),
        ("id a b|KEY A _|ann A B", None, "the answer key has no item 'b'"),
    ],
)
def test_keys_that_do_not_fit(table: str, answers: Mapping[str, str] | None, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        laid_out(table, answers)


# five respondents; the key is B, A, A
RIGHT = {"q1": "B", "q2": "A", "q3": "A"}
ROWS = ["BAA", "BAB", "CAA", "C-A", "ABB"]
CELLS = {item: [row[at] for row in ROWS] for at, item in enumerate(RIGHT)}


def matrix(wrong_if_missing: bool = False) -> Matrix:
    responses = Responses("t", wrong_if_missing=wrong_if_missing, key=AnswerKey.of(RIGHT, CELLS))
    for line, row in enumerate(ROWS, 2):
        responses.add({"id": str(line), **dict(zip(RIGHT, row, strict=True))}, line)
    return responses.matrix()


def test_options_are_scored_by_the_key() -> None:
    nan = float("nan")
    expected = [[1, 1, 1], [1, 1, 0], [0, 1, 1], [0, nan, 1], [0, 0, 0]]
    np.testing.assert_array_equal(matrix().scores, expected)
    assert matrix(wrong_if_missing=True).scores[3].tolist() == [0, 0, 1]
    assert matrix().choices[3] == ("C", "", "A")


def test_the_use_of_options_by_hand() -> None:
    uses = option_uses([matrix()])
    # rest scores on q2 and q3: 1, 1/2, 1, 1 (q3 alone), 0
    assert [(one.option, one.right, one.n, one.rest) for one in uses["q1"]] == [
        ("A", False, 1, 0.0),
        ("B", True, 2, 0.75),
        ("C", False, 2, 1.0),
    ]
    # rest scores on q1 and q3: 1, 1/2, 1/2, 1/2, 0
    assert [(one.option, one.n, one.rest, one.note) for one in uses["q2"]] == [
        ("A", 3, pytest.approx(2 / 3), ""),
        ("B", 1, 0.0, ""),
        ("C", 0, None, "nobody chose it"),
        ("", 1, 0.5, ""),
    ]


@pytest.mark.parametrize(("strong", "note"), [(5, "chosen by stronger"), (4, "")])
def test_a_distractor_of_strong_respondents_is_noted(strong: int, note: str) -> None:
    # the strong choose C and know the other item; B is the key, and its choosers do not know it
    rows = ["CA"] * strong + ["BB"] * 5
    key = AnswerKey.of({"x": "B", "y": "A"}, {"x": [row[0] for row in rows], "y": "AB"})
    responses = Responses("t", key=key)
    for line, (x, y) in enumerate(rows):
        responses.add({"id": str(line), "x": x, "y": y}, line)
    (a, b, c) = option_uses([responses.matrix()])["x"]
    assert (a.note, b.note) == ("nobody chose it", "")
    assert c.note.startswith(note) and bool(c.note) == bool(note)


@given(
    st.lists(
        st.lists(st.sampled_from(["A", "b", "C", "D", ""]), min_size=3, max_size=3), min_size=1
    )
)
def test_options_and_scores_are_two_views_of_one_matrix(rows: list[list[str]]) -> None:
    items = ("q1", "q2", "q3")
    cells = {item: [row[at] for row in rows] for at, item in enumerate(items)}
    responses = Responses("t", key=AnswerKey.of(dict(zip(items, "BAD", strict=True)), cells))
    for line, row in enumerate(rows):
        responses.add({"id": str(line), **dict(zip(items, row, strict=True))}, line)
    found = responses.matrix()
    for at, item in enumerate(items):
        uses = option_uses([found])[item]
        assert sum(one.n for one in uses) == len(rows)
        assert sum(one.n for one in uses if one.right) == np.nansum(found.scores[:, at])
        assert sum(one.n for one in uses if not one.option) == np.isnan(found.scores[:, at]).sum()
