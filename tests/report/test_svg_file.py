"""Drawings as SVG files: places, colours and texts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from helpers.page_checks import HOSTILE

from qgauge.report.drawing import Box, Dot, Drawing, Line, stacked
from qgauge.report.svg_file import svg_file

SVG = "{http://www.w3.org/2000/svg}"
DRAWING = Drawing(
    "all shapes",
    [
        Line([(0, 0), (1, 1)], "two", dashed=True),
        Dot(0.5, 0.5),
        Dot(1, 0, "poor", small=True),
        Box(0, 0, 0.5, 0.25, "good"),
    ],
    "plot",
    ticks=[(0, "0"), (1, "10")],
    ticks_up=[(0, "a"), (1, "b")],
)


def test_shapes_are_at_their_places() -> None:
    # the plot goes from 76 to 616 across, and from 412 at the bottom to 44 at the top
    root = ElementTree.fromstring(svg_file(DRAWING, "Title", across="x", up="y"))
    (line,) = root.iter(f"{SVG}polyline")
    assert (line.get("points"), line.get("stroke-dasharray")) == ("76,412 616,44", "4 4")
    dots = [(one.get("cx"), one.get("cy"), one.get("fill")) for one in root.iter(f"{SVG}circle")]
    assert dots == [("346", "228", "#1f6fb2"), ("616", "412", "#b0261e")]
    box = list(root.iter(f"{SVG}rect"))[1]  # after the background
    assert [box.get(name) for name in ("x", "y", "width", "height")] == ["76", "320", "270", "92"]
    assert [one.text for one in root.iter(f"{SVG}text")] == ["Title", "0", "10", "a", "b", "x", "y"]
    (title,) = root.iter(f"{SVG}title")
    assert title.text == "Title"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_text(text: str) -> None:
    drawing = Drawing(text, DRAWING.shapes, ticks=[(0, text)], ticks_up=[(0, text)])
    made = svg_file(drawing, text, across=text, up=text, labels=[(0.5, 0.5, text)])
    made.encode()
    kinds = {one.tag.removeprefix(SVG) for one in ElementTree.fromstring(made).iter()}
    assert kinds == {"svg", "title", "desc", "rect", "text", "path", "polyline", "circle"}
    assert len(made) < 10_000


def test_stacked_parts_fill_the_width() -> None:
    assert stacked([(1, "good"), (0, "four"), (3, "poor")]).shapes == [
        Box(0.0, 0.2, 0.25, 0.6, "good"),
        Box(0.25, 0.2, 0.75, 0.6, "poor"),
    ]
    assert stacked([(0, "good")]).shapes == [Box(0, 0.2, 1, 0.6, "soft")]
