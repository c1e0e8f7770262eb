"""Checks that HTML for notebooks holds nothing that runs or loads."""

from __future__ import annotations

import re
from html.parser import HTMLParser

ALLOWED = {"div", "p", "pre", "b", "table", "thead", "tbody", "tr", "th", "td", "wbr"}
STYLE = re.compile(r"(?:[a-z-]+:(?:[a-z-]+|#[0-9a-f]+|\d+(?:px|%))(?:;|$))+")

HOSTILE = (
    "<script>alert(1)</script>",
    "</td></table></div><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "[x](javascript:alert(1)) <a href='javascript:alert(1)'>x</a>",
    "&lt;script&gt; &#60;b&#62; <style>*{background:url(http://example.org)}</style>",
    "Why \u202egnihton\u202c \u2066x\u2069 \x1b[31mred\x1b[0m \x00 \x9b \ud800?",
    "word" * 25_000,
    "<!-- <![CDATA[ ]]> --><svg/onload=alert(1)>",
)


class _Checker(HTMLParser):
    def __init__(self, tags: set[str], attributes: set[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes = tags, attributes
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.tags, tag
        assert {name for name, _ in attrs} <= self.attributes, attrs
        for name, value in attrs:
            assert name != "style" or STYLE.fullmatch(value or ""), value
        if tag != "wbr":  # which has no end
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")

    unknown_decl = handle_pi = handle_decl


def harmless(html: str, most: int = 60_000) -> str:
    """Check the HTML of a result, and return its text."""
    assert len(html) < most
    text = _text(html, _Checker(ALLOWED, {"style"}))
    shown_as_is(text)
    return text


def harmless_frame(html: str) -> None:
    """Check the HTML of a data frame, to which pandas adds a style sheet."""
    checker = _Checker(ALLOWED | {"style"}, {"style", "scoped", "border", "class"})
    text = _text(html.replace("text-align: right;", "text-align:right"), checker)
    assert re.findall(r"url\(|@import", text) == []


def _text(html: str, checker: _Checker) -> str:
    checker.feed(html)
    checker.close()
    assert checker.open == []
    return checker.text


def shown_as_is(text: str) -> None:
    """Check that a shown text has no control characters and encodes as UTF-8."""
    text.encode()
    found = re.findall(
        "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", text
    )
    assert found == []
