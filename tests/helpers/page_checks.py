"""Checks that a page of `--html` is well formed, and holds nothing but our own elements."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

from helpers.html_checks import HOSTILE as IN_NOTEBOOKS

VOID = {"meta"}
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "footer", "nav"),
    *("section", "script", "h1", "h2", "h3", "h4", "p", "a", "ul", "ol", "li", "dl", "dt", "dd"),
    *("div", "span", "table", "caption", "thead", "tbody", "tr", "th", "td", "figure"),
    *(
        "figcaption",
        "b",
        "em",
        "svg",
        "path",
        "polyline",
        "rect",
        "code",
        "mark",
        "details",
        "summary",
    ),
}
ATTRIBUTES = {
    *(
        "aria-hidden",
        "aria-label",
        "charset",
        "class",
        "content",
        "d",
        "data-sort",
        "dir",
        "height",
    ),
    *("href", "http-equiv", "id", "lang", "name", "open", "points", "preserveaspectratio"),
    *("role", "scope", "tabindex", "title", "viewbox", "width", "x", "y"),
}
HOSTILE = (
    *IN_NOTEBOOKS,
    "</title></style><img src=x onerror=alert(1)>",
    "' autofocus onfocus='alert(1)",
    "{{ 7 * 7 }} {% raw %} {# #} ${7*7}",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    "]]><!-- --!> <math><style><img src=x onerror=alert(1)>",
    "\ufffe\uffff \u0085 \x0b",
)


class Checked(HTMLParser):
    """A parsed page; parsing fails at elements and attributes that are not ours."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.classes: set[str] = set()
        self.raw: dict[str, str] = {}
        self.policy = ""
        self.shown: list[str] = []

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.shown).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ELEMENTS, tag
        for name, value in attrs:
            assert name in ATTRIBUTES, (tag, name)
            assert value is None or not set(value) & set("\0\x1b\x9b\u202e\u2066")
        given = dict(attrs)
        self.classes |= set((given.get("class") or "").split())
        if "id" in given:
            self.ids.append(given["id"] or "")
        if "href" in given:
            self.links.append(given["href"] or "")
        if given.get("http-equiv"):
            self.policy = given["content"] or ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("style", "script"):
            assert self.open[-1] not in self.raw
            self.raw[self.open[-1]] = data
        else:
            self.shown.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    handle_pi = unknown_decl


def checked(html: str, *, beside: tuple[str, ...] = ()) -> Checked:
    """Check a page, and return what is in it; it may link to the files beside it."""
    html.encode()
    page = Checked()
    page.feed(html)
    page.close()
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    inside = [link for link in page.links if link.startswith("#")]
    assert {link[1:] for link in inside} <= set(page.ids)
    assert [link for link in page.links if link not in inside] == [f"./{name}" for name in beside]
    for kind in ("style", "script"):
        digest = b64encode(sha256(page.raw[kind].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in page.policy
    assert "default-src 'none'" in page.policy
    assert re.findall("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", html) == []
    return page
