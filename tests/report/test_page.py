"""The page itself: escaping, policy, identical bytes, and links to files beside it only."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.page_checks import HOSTILE, checked

from qgauge.report import (
    Card,
    Cards,
    Column,
    Figure,
    Link,
    Page,
    Piece,
    Prose,
    Section,
    Table,
    Terms,
    Value,
    render,
)
from qgauge.report.drawing import Scale, bar
from qgauge.report.page import LONGEST_TEXT


def everything(text: str) -> Page:
    """Return a page with all blocks, and this text in all their places."""
    columns = [Column(text), Column(text, numeric=True)]
    drawing = bar(0.5, Scale(0, 1), description=text)
    value = Value(text, 0.5, "good", drawing)
    card = Card(
        title=text,
        values=[(text, value)],
        facts=[(text, text)],
        reasons=[text],
        passage=[Piece(text), Piece(text, text)],
        parts=[(text, value)],
    )
    return Page(
        text,
        [text],
        [
            Section(text, [Prose([text]), Cards(text, [card]), Terms([(text, text)])]),
            Section(
                "b",
                [
                    Table(text, columns, [[text, value]], [text]),
                    Figure(text, drawing, text, text),
                ],
            ),
        ],
    )


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_stay_texts(text: str) -> None:
    html = render(everything(text))
    checked(html)
    assert html == render(everything(text))


def test_the_text_is_shown_as_it_is() -> None:
    found = checked(render(everything("a < b & c {{ 7 }}")))
    assert found.text.count("a < b & c {{ 7 }}") >= 10


def test_an_endless_text_is_cut() -> None:
    html = render(Page("t", ["x" * (LONGEST_TEXT + 1)]))
    assert f"… ({LONGEST_TEXT + 1:,} characters)" in html


@pytest.mark.parametrize(
    ("file", "address"),
    [
        ("report.rows.jsonl", "./report.rows.jsonl"),
        ("javascript:alert(1)", "./javascript%3Aalert%281%29"),
        ("a b#c?.jsonl", "./a%20b%23c%3F.jsonl"),
        ("\udcff.jsonl", "./%FF.jsonl"),
    ],
)
def test_a_link_leads_to_a_file_beside_the_page(file: str, address: str) -> None:
    assert Link("Rows:", file).address == address
    html = render(Page("t", [], [Section("a", [Link("Rows:", file)])]))
    checked(html, beside=(address.removeprefix("./"),))


def test_nothing_is_loaded_from_elsewhere() -> None:
    folder = Path(render.__code__.co_filename).parent / "templates"
    for file in folder.iterdir():
        text = file.read_text()
        assert "http://" not in text and "https://" not in text
        assert "url(" not in text and "style=" not in text and "@import" not in text
