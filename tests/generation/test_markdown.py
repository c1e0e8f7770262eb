"""Markdown becomes prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.generation.markdown import prose_of


@pytest.mark.parametrize(
    ("markdown", "prose"),
    [
        ("# Title\n\nThe mill.", "The mill."),
        ("Title\n=====\n\nThe mill.", "The mill."),
        ("Title\n---\nThe mill.", "The mill."),
        ("---\ntitle: Mill\n---\nThe mill.", "The mill."),
        ("One.\n\n---\n\nTwo.", "One.\n\nTwo."),
        ("The **old** _mill_ is *very* ~~new~~ old.", "The old mill is very new old."),
        ("A snake_case_name and 2 * 3.", "A snake_case_name and 2 * 3."),
        (r"Two \* three \_ four.", "Two * three _ four."),
        ('See [the **mill**](http://a.b/c_(d) "t") now.', "See the mill now."),
        ("See [the mill][1] now.\n\n[1]: http://a.b", "See the mill now."),
        ("A mill.[^1]\n\n[^1]: A note.", "A mill."),
        ("![a picture](a.png) The mill.", "The mill."),
        ("Visit <https://a.b> or <b>stay</b>.", "Visit or stay."),
        ("Tom &amp; Ann.", "Tom & Ann."),
        ("- One.\n- [x] Two.\n2. Three.\n   And more.", "One.\n\nTwo.\n\nThree. And more."),
        ("> A quoted\n> line.", "A quoted line."),
        ("```python\nx = 1\n```\nThe mill.", "The mill."),
        ("~~~\n# no title\n~~~\nThe mill.", "The mill."),
        ("Text.\n\n    code = 1\n\nMore.", "Text.\n\nMore."),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nThe mill.", "The mill."),
        ("a | b\n--- | ---\n1 | 2\n\nThe mill.", "The mill."),
        ("The <!-- hidden\n\n --> mill.", "The mill."),
        ("The `mill` runs ``a`b``.", "The mill runs ab."),
        ("", ""),
    ],
)
def test_markup_is_removed(markdown: str, prose: str) -> None:
    assert prose_of(markdown) == prose


@given(st.lists(st.sampled_from(["The mill is old.", "It", "turns (often).", "\n\n", "Ann's"])))
def test_prose_without_markup_is_kept(words: list[str]) -> None:
    text = " ".join(words)
    paragraphs = [" ".join(one.split()) for one in text.split("\n\n")]
    assert prose_of(text) == "\n\n".join(filter(None, paragraphs))


@given(st.text("ab*_`~[]()!<>#|-\\\n \t1.:^=&;'\"", max_size=200))
def test_any_markup_gives_a_text(text: str) -> None:
    assert "\n\n\n" not in prose_of(text)


@pytest.mark.parametrize("unit", ["[", "![", "](", "*", "_a", "<", "<!--", "`", "> ", "|-", "[^"])
def test_long_runs_of_marks_are_read(unit: str) -> None:
    prose_of(unit * 20_000)
