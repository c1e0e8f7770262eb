"""Made-up values: the same form, another value, at a plausible distance."""

from __future__ import annotations

import re

import pytest
from helpers.hostile_texts import PATTERNS as PATTERNS_OF_TEXTS
from hypothesis import given
from hypothesis import strategies as st

from qgauge.generation.near_values import (
    has_value,
    near_values,
    plausible_beside,
    value_shape,
    with_number_of,
)
from qgauge.text.answer_forms import normal_form

PATTERNS = (
    *("{} crowns", "in {}", "about {} miles", "{}", "${}", "{} percent", "{} p.m.", "over {} men"),
    *("{} May 1823", "May {}, 1823", "{}:30"),
)
_AFTER_SEVEN = ("eight", "nine", "ten", "eleven", "twelve")
_ODD = ("1", ",", ".", ":", "-", " ", "st", "th", "May", "one", "%", "0")
_CHANGING = re.compile(r"\d[\d,]*|\b[A-Z]\w+")


@given(st.sampled_from(PATTERNS), st.integers(2, 10**7), st.booleans(), st.text(max_size=5))
def test_values_differ_keep_their_form_and_repeat(
    pattern: str, number: int, grouped: bool, key: str
) -> None:
    text = pattern.format(f"{number:,}" if grouped else number)
    values = near_values(text, key)
    assert values == near_values(text, key)
    forms = [normal_form(value) for value in (text, *values)]
    assert len(set(forms)) == len(forms)
    assert {_CHANGING.sub("#", value) for value in (text, *values)} == {_CHANGING.sub("#", text)}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # at most five steps away for small or round numbers, 70 % for others
        ("40", {"10", "20", "30", "50", "60", "70", "80", "90"}),
        ("310,000 crowns", {f"{one},000 crowns" for one in range(90, 540, 10)}),
        ("seven", {"two", "three", "four", "five", "six"} | set(_AFTER_SEVEN)),
        ("Monday", {"Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}),
        ("in spring", {"in summer", "in autumn", "in winter"}),
        (
            "three o'clock",
            {f"{one} o'clock" for one in ("one", "two", "four", "five", "six", "seven", "eight")},
        ),
        (
            "the third day",
            {f"the {one} day" for one in ["first", "second", "fourth", "fifth", "sixth"]},
        ),
        ("the 20th century", {f"the {one} century" for one in ("17th", "18th", "19th", "21st")}),
        ("the 1950s", {f"the 19{one}0s" for one in "12346789"}),
        ("one boat", {f"{one} boats" for one in ["two", "three", "four", "five", "six"]}),
        ("3.5 metres", {f"{one / 10} metres" for one in range(10, 61)}),
        ("09:15", {f"{hour:02}:15" for hour in range(5, 13)} | {"09:00", "09:30", "09:45"}),
    ],
)
def test_values_are_plausible(text: str, wanted: set[str]) -> None:
    for key in "abcdefgh":
        values = near_values(text, key)
        assert len(values) >= 3 and set(values) <= wanted


def test_bounds_allow_only_values_that_are_surely_wrong() -> None:
    assert all(int(one.split()[-1]) > 40 for one in near_values("more than 40", "a"))
    assert all(int(one.split()[-1]) < 40 for one in near_values("fewer than 40", "a"))
    assert all(int(one.split()[0]) <= 100 for one in near_values("95 percent", "a"))
    assert all(int(one) <= 2025 for one in near_values("2019", "a"))


def test_dates_change_one_part_at_a_time() -> None:
    for value in near_values("4 May 1823", "a"):
        same = [one == two for one, two in zip(value.split(), ("4", "May", "1823"), strict=True)]
        assert sum(same) == 2


def test_the_right_value_takes_every_rank() -> None:
    ranks = {
        sum(int(value) < 500 for value in near_values("500", f"Question {at}?")[:3])
        for at in range(40)
    }
    assert ranks == {0, 1, 2, 3}


@given(
    st.one_of(
        st.text(),
        st.sampled_from(sorted(PATTERNS_OF_TEXTS)).map(lambda name: PATTERNS_OF_TEXTS[name](5000)),
        st.lists(
            st.sampled_from(["1", ",", ".", ":", "-", " ", "st", "th", "May", "one", "%", "0"])
        ).map("".join),
    )
)
def test_no_text_is_too_odd(text: str) -> None:
    assert text not in near_values(text, text)
    assert isinstance(value_shape(text), str) and with_number_of(text, text) == ""


@pytest.mark.parametrize("text", ["the old mill", "may", "2-3", "1/2", "Ada", "", "x7"])
def test_texts_without_values_give_none(text: str) -> None:
    assert near_values(text, "a") == []


def test_shapes_tell_units_and_kinds_of_values_apart() -> None:
    assert value_shape("forty boats") == value_shape("six boats") != value_shape("6 boats")
    assert value_shape("1823") != value_shape("823")
    assert has_value("on Sundays") and not has_value("in the garden")


def test_numbers_of_other_things_keep_the_unit() -> None:
    assert with_number_of("forty boats", "sixty wheat loaves") == "sixty boats"
    assert with_number_of("4,200 crowns", "3,500 people") == "3,500 crowns"
    assert with_number_of("forty boats", "60 loaves") == ""
    assert with_number_of("4,200 crowns", "1823") == ""
    assert not plausible_beside("1823", "1950") and plausible_beside("1823", "1850")
