"""Every kind of page, as readers see it: on a screen and a phone, in light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.browser import Browser

pytestmark = pytest.mark.browser
SCREEN, PHONE = 1280, 390
KINDS = (
    *("systems", "three", "unscored", "ranked", "trend", "compared", "meta", "set", "items"),
    *("concepts", "labels", "discourse"),
)
TEXT = "return document.querySelector('main').innerText.replace(/Show rows with:/g, '')"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [SCREEN, PHONE])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_off_and_axe_finds_no_serious_fault(
    browser: Browser, pages: dict[str, Path], axe: str, kind: str, width: int, scheme: str
) -> None:
    browser.look(width, scheme)
    browser.open(pages[kind])
    assert browser.layout() == []
    assert browser.happened() == []
    assert browser.accessibility(axe) == []


def test_all_kinds_are_tried(pages: dict[str, Path]) -> None:
    assert {*pages} == {*KINDS}


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p style='width:2000px'>A wide text</p>", "the page is"),
        ("<p style='position:absolute;left:-50px'>Text</p>", "cut off at the side"),
        ("<p style='width:3em;overflow:hidden;white-space:nowrap'>A long text</p>", "cut off by"),
        ("<p>One</p><p style='margin-top:-2em'>Two</p>", "overlap: One | Two"),
        ("<p>One</p><div style='overflow-x:auto' class='wide'><p>Two</p></div>", ""),
    ],
)
def test_faulty_layouts_are_found(browser: Browser, tmp_path: Path, body: str, found: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><html lang=en><body>{body}", encoding="utf-8")
    browser.look(SCREEN)
    browser.open(page)
    faults = browser.layout()
    assert [*map(str, faults)] == [] if not found else any(found in one for one in faults), faults


def test_axe_finds_faults(browser: Browser, axe: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<!doctype html><html lang=en><title>x</title><main><h1>x</h1>"
        "<p style='color:#aaa;background:#fff'>pale",
        encoding="utf-8",
    )
    browser.look(SCREEN)
    browser.open(page)
    assert [one.split(":")[0] for one in browser.accessibility(axe)] == ["color-contrast"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_reads_the_same_without_scripts(
    browser: Browser, pages: dict[str, Path], kind: str
) -> None:
    shown = []
    for scripts in (True, False):
        browser.look(SCREEN, scripts=scripts)
        browser.open(pages[kind])
        shown.append(browser.run(TEXT).split())
    browser.look(SCREEN)
    assert shown[0] == shown[1]
    assert len(shown[0]) > 100


ROWS = """
const table = [...document.querySelectorAll("table")].find(
  (one) => one.caption.textContent.trim() === "All rows");
const at = [...table.tHead.rows[0].cells].findIndex((one) => one.textContent === arguments[0]);
return [...table.tBodies[0].rows].filter((one) => !one.hidden)
  .map((one) => one.cells[at].textContent.trim());
"""


def test_rows_can_be_sorted_and_filtered_under_the_policy(
    browser: Browser, pages: dict[str, Path]
) -> None:
    from selenium.webdriver.common.by import By

    browser.look(SCREEN)
    browser.open(pages["systems"])
    before = browser.run(ROWS, "quality")
    assert len(before) == 24 and before != sorted(before)
    head = browser.driver.find_element(
        By.XPATH, "//table[caption[contains(., 'All rows')]]//th[contains(., 'quality')]"
    )
    button = head.find_element(By.TAG_NAME, "button")
    button.click()
    assert browser.run(ROWS, "quality") == sorted(before)
    assert head.get_attribute("aria-sort") == "ascending"
    button.click()
    assert browser.run(ROWS, "quality") == sorted(before, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    field = browser.driver.find_element(By.CSS_SELECTOR, "#rows input[type=search]")
    field.send_keys("LIGHTHOUSE")
    kept = browser.run(ROWS, "question")
    assert 0 < len(kept) < 24 and all("lighthouse" in one for one in kept)
    field.clear()
    field.send_keys("no such row")
    assert browser.run(ROWS, "question") == []
    assert browser.happened() == []
