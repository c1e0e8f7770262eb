"""Shortening of texts."""

from __future__ import annotations

import pytest

from qgauge.core.clipping import clip, one_line


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [("four", 4, "four"), ("fives", 4, "fiv…"), ("two words", 5, "two …"), ("", 4, "")],
)
def test_a_clipped_text_ends_with_an_ellipsis(text: str, most: int, expected: str) -> None:
    assert clip(text, most) == expected


def test_strip_removes_the_space_before_the_ellipsis() -> None:
    assert clip("two words", 5, strip=True) == "two…"


def test_white_space_becomes_one_space() -> None:
    assert one_line(" a\n\tb  c ") == "a b c"
