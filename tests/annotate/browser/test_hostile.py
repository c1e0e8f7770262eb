"""Texts that try to run something: in rows, in what raters type, and in names."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.annotation_server import PASSWORD, Server
from helpers.page_checks import HOSTILE
from helpers.rating_page import Page

pytestmark = pytest.mark.browser
TEXTS = [
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script><!--",
    "</textarea></select></title></style><svg onload=alert(1)>",
    '"\' autofocus onfocus=alert(1) x="',
    "javascript:alert(1) [x](javascript:alert(1)) <a href=javascript:alert(1)>x</a>",
    "{{ 7 * 7 }} {% debug %} ${alert(1)} {% load static %}",
    "<div hx-get=/ hx-trigger=load hx-on::load=alert(1) data-hx-on:click=alert(1)>x</div>",
    *(text[:1000] for text in HOSTILE if text.isprintable()),
]
FOREIGN = """
return Array.from(document.querySelectorAll("*")).filter((one) =>
  ["IMG", "IFRAME", "SVG", "MATH", "OBJECT", "EMBED", "BASE"].includes(one.tagName.toUpperCase())
  || one.getAttributeNames().some((name) => /^(on|hx-on|data-hx)/.test(name) || name === "style")
  || /^\\s*javascript:/i.test(one.getAttribute("href") ?? "")
).map((one) => one.outerHTML.slice(0, 200))
"""
TOUCH = """
for (const one of document.querySelectorAll("main *"))
  for (const kind of ["mouseover", "mouseenter", "focus", "toggle", "animationstart"])
    one.dispatchEvent(new Event(kind, { bubbles: false }));
"""


def _is_harmless(page: Page) -> None:
    assert page.run(FOREIGN) == [], page.path
    page.run(TOUCH)
    assert page.complaints() == [], page.path


def test_the_detector_sees_what_runs(page: Page, serve: Callable[..., Server]) -> None:
    page.driver.get("data:text/html,<script>alert(1)</script>")
    assert "RAN alert 1" in page.complaints()[0]
    page.open(serve([{"question": "Who?"}], "answerability"))
    page.run("document.body.insertAdjacentHTML('beforeend', '<img src=x: onerror=alert(1)>')")
    page.wait("return document.images.length")
    assert page.run(FOREIGN)
    page.wait("return window.events.some((one) => one[0] === 'policy')")
    assert any("Content Security Policy" in one for one in page.complaints())


@pytest.mark.parametrize("scheme", ["qgeval", "concepts", "pairs", "qud"])
def test_hostile_rows(page: Page, serve: Callable[..., Server], scheme: str) -> None:
    kinds = {
        "qgeval": lambda text: {"passage": text, "answer": text, "question": f"{text}?"},
        "concepts": lambda text: {"text": text},
        "pairs": lambda text: {"passage": text, "question_a": f"A {text}", "question_b": text},
        "qud": lambda text: {
            "sentences": [text, text],
            "edges": [{"question": text, "anchor": 1, "answer_sentence": 2}],
        },
    }
    rows = [{"id": f"{at} {text}", **kinds[scheme](text)} for at, text in enumerate(TEXTS)]
    server = serve(rows, scheme, "--order", "file")
    keys = {"qgeval": "1231231", "concepts": "v", "pairs": "1", "qud": "1"}[scheme]
    page.open(server)
    for text in TEXTS:
        assert " ".join(text.split()) in " ".join(page.text(".text").split())
        _is_harmless(page)
        if scheme == "concepts":
            page.press("SHIFT+END")
        page.press(*keys, "n")
        page.run("document.getElementById('note').value = arguments[0]", text)
        page.press_and_go("x", "CTRL+ENTER")
        if scheme == "qud":
            _is_harmless(page)
            page.press_and_go("ENTER")
    assert page.text("h1") == "All done"
    for path in ("/mine/", f"/mine/?q={TEXTS[0]}", "/overview/", "/agreement/", "/task/1/"):
        page.open(server, path)
        _is_harmless(page)
    assert sorted(one["note"] for one in server.answers()) == sorted(f"{one}x" for one in TEXTS)


def test_hostile_names_and_notes(page: Page, serve: Callable[..., Server]) -> None:
    rows = [{"question": "Who?", "id": "1"}, {"question": "When?", "id": "2"}]
    server = serve(rows, "answerability", "--team", "--overlap", "2")
    for at, name in enumerate(text[:80] for text in TEXTS[:2]):
        page.log_in(server, "admin")
        page.open(server, "/people/")
        page.fill("#invite ~ form [name=note]", TEXTS[at])
        page.click_and_go("#invite ~ form button")
        _is_harmless(page)
        link = page.element("input.link").get_attribute("value")
        page.open(server, "/people/")
        _is_harmless(page)
        page.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        page.driver.get(link)
        page.fill("[name=username]", name)
        page.fill("[name=password]", PASSWORD)
        page.fill("[name=again]", PASSWORD)
        page.click_and_go(".card button")
        assert page.path.startswith("/task/"), page.text()
        _is_harmless(page)
        for _ in rows:
            page.press(str(1 + 3 * at), "n")
            page.type(TEXTS[at])
            page.press_and_go("CTRL+ENTER")
    page.log_in(server, "admin")
    for path in ("/overview/", "/agreement/", "/people/", "/disputes/", "/disputes/1/"):
        page.open(server, path)
        _is_harmless(page)
        assert page.text("h1")
    assert TEXTS[0] in page.text()  # the note
    page.log_in(server, TEXTS[2])
    assert page.text(".problem")
    assert page.element("[name=username]").get_attribute("value") == TEXTS[2]
    assert all("401" in one for one in page.complaints())
