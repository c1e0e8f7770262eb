"""Spans marked with the mouse and the keyboard, and pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.annotation_server import Server, qgauge
from helpers.rating_page import Page

pytestmark = pytest.mark.browser
TEXT = (
    "Zoë’s 👩‍🚀 café in Århus opens at 6 😀 and sells 𝒙-shaped bread. "
    "The baker, Ngô Bảo, studied naïve physics. "
    "Cafe\u0301s nearby buy their flour from him – 20 % of it is rye."
)


def _select(page: Page, text: str) -> None:
    """Drag the mouse from the first to the last character of a text."""
    from selenium.webdriver.common.action_chains import ActionChains

    ends: dict[str, dict[str, float]] = page.run(
        """
        const area = document.querySelector("[data-document]");
        const from = area.textContent.indexOf(arguments[0]);
        const place = (index) => {
          const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
          let before = 0;
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (index <= before + node.length) return [node, index - before];
            before += node.length;
          }
        };
        const box = (start, end) => {
          const range = document.createRange();
          range.setStart(...place(start));
          range.setEnd(...place(end));
          const rects = range.getClientRects();
          return rects[rects.length - 1];
        };
        const first = box(from, from + 1);
        const last = box(from + arguments[0].length - 1, from + arguments[0].length);
        return { first: { x: first.left + 1, y: first.top + first.height / 2 },
                 last: { x: last.right - 1, y: last.top + last.height / 2 } };
        """,
        text,
    )
    actions = ActionChains(page.driver)
    for end, act in (("first", actions.w3c_actions.pointer_action.pointer_down), ("last", None)):
        place = ends[end]
        actions.w3c_actions.pointer_action.move_to_location(int(place["x"]), int(place["y"]))
        if act:
            act()
    actions.w3c_actions.pointer_action.release()
    actions.perform()


def _spans(server: Server) -> dict[str, list[tuple[str, str]]]:
    """Return the marked texts and kinds by kind of answer: in the database, and in the export."""
    kept = next(one for one in server.answers() if one["content"]["text"] == TEXT)
    row = next(one for one in server.exported() if one["text"] == TEXT)
    (rater,) = row["annotators"]
    text = row["text"]
    exported = zip(row["annotators"][rater], row["kinds"][rater], strict=True)
    return {
        "kept": sorted(
            (TEXT[one["start"] : one["end"]], one["kind"]) for one in kept["values"]["concepts"]
        ),
        "exported": sorted((text[start:end], kind) for (start, end), kind in exported),
    }


def test_marking_by_mouse_and_keyboard(page: Page, serve: Callable[..., Server]) -> None:
    rows = [{"id": "dew", "text": "Dew forms at night."}, {"id": "cafe", "text": TEXT}]
    server = serve(rows, "concepts", "--order", "file")
    page.open(server)
    page.press_and_go("RIGHT", "v", "ENTER")
    assert page.text("[data-document]") == TEXT
    by_mouse = [("opens at 6 😀 and sells", "v"), ("Cafe\u0301s nearby", "o")]
    for text, key in by_mouse:
        _select(page, text)
        assert "".join(page.texts(".document .selected")).replace(" ", "") == text.replace(" ", "")
        page.press(key)
    _select(page, "Ngô Bảo")
    page.click("[data-kind='\"vital\"']")
    # by keyboard: from the start, one word to the right, then extend by one
    page.press("HOME", "SHIFT+RIGHT", "v")
    page.press("END", "LEFT", "SHIFT+LEFT", "SHIFT+LEFT", "o")
    wanted = sorted(
        [
            ("opens at 6 😀 and sells", "vital"),
            ("Cafe\u0301s nearby", "optional"),
            ("Ngô Bảo", "vital"),
            ("Zoë’s 👩‍🚀", "vital"),
            ("it is rye", "optional"),
        ]
    )
    assert len(page.texts(".marked li")) == 5
    page.reload()  # the marks are still there
    assert len(page.texts(".marked li")) == 5
    assert page.style(".document .kind1", "backgroundColor") == "rgb(255, 217, 168)"
    _select(page, "physics")
    page.press("v")
    assert len(page.texts(".marked li")) == 6
    page.press("DELETE")
    assert len(page.texts(".marked li")) == 5
    page.press_and_go("ENTER")
    assert page.text("h1") == "All done"
    assert _spans(server) == {"kept": wanted, "exported": wanted}


def test_pairs(page: Page, serve: Callable[..., Server]) -> None:
    rows: list[dict[str, Any]] = [
        {
            "id": f"cave-{at}",
            "passage": "The cave was found in 1962.",
            "answer": "1962",
            "system": system,
            "question": question.format(at=at),
        }
        for at in range(3)
        for system, question in (
            ("finch", "When was cave {at} found?"),
            ("heron", "When cave {at}?"),
        )
    ]
    server = serve(rows, "pairs")
    page.open(server)
    planned: dict[str, str] = {}
    for key, choice in (("1", "a"), ("2", "b"), ("3", "same")):
        shown = {"a": page.text(".text-question_a dd"), "b": page.text(".text-question_b dd")}
        assert len({*shown.values()}) == 2
        for side, question in shown.items():
            planned[question] = 0.5 if choice == "same" else float(choice == side)
        page.press_and_go(key, "ENTER")
    assert page.text("h1") == "All done"
    exported = {row["question"]: row["ratings"]["preferred"] for row in server.exported()}
    assert exported == {question: [value] for question, value in planned.items()}
    done = qgauge("meta", server.export(), "-m", "grammar", "--max-unscored", "100")
    assert done.returncode == 0, done.stderr
