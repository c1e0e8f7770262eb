"""Texts that try to run something, in every field of every kind of page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.browser import Browser
from helpers.page_checks import HOSTILE
from helpers.report_pages import make_hostile_pages

pytestmark = pytest.mark.browser
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')
TEXTS = [re.sub("[\0\ud800]", "", text) for text in HOSTILE]
"""Without NUL and halves of characters, which the commands refuse."""
FOREIGN = """
return [...document.querySelectorAll("*")].filter((one) =>
  ["IMG", "IFRAME", "MATH", "OBJECT", "EMBED", "FORM", "BASE", "LINK"].includes(one.tagName)
  || one.getAttributeNames().some((name) => name.startsWith("on") || name === "style")
  || (one.getAttribute("href") ?? "#").match(/^(?!#|\\.\\/)/)).map((one) => one.outerHTML)
"""


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_hostile_texts_run_nothing_and_break_nothing(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for page in make_hostile_pages(tmp_path, text).values():
        whole = page.read_text(encoding="utf-8")
        bare = tmp_path / f"bare-{page.name}"
        bare.write_text(POLICY.sub("", whole, count=1), encoding="utf-8")
        assert len(bare.read_text(encoding="utf-8")) < len(whole)
        for width, file in ((1280, page), (390, bare)):
            browser.look(width)
            browser.open(file)
            assert browser.happened() == [], file
            assert browser.run(FOREIGN) == [], file
            assert browser.layout() == [], file
            assert browser.run("return document.querySelectorAll('script').length") == 1
            assert browser.run("return document.querySelector('footer').innerText")


@pytest.mark.parametrize(
    ("policy", "seen"),
    [
        ("", "alert"),
        ("<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">", "policy"),
    ],
)
@pytest.mark.parametrize(
    "attack",
    [
        "<img src=data:x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<svg onload=alert(1)></svg>",
        "<b onmouseover=alert(1)>x</b>",
    ],
)
def test_the_detector_sees_attacks(
    browser: Browser, tmp_path: Path, attack: str, policy: str, seen: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html>{policy}<title>x</title>{attack}", encoding="utf-8")
    browser.look(1280)
    browser.open(page)
    assert any(seen in str(one) for one in browser.happened())
