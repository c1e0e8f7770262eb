"""A drawing as an SVG file of its own, with a title, axes in words and ticks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from qgauge.core.display import plain
from qgauge.report.drawing import Box, Dot, Drawing, Kind, Shape

WIDTH, HEIGHT = 640, 480
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 616, 44, 412
"""The edges of the plot within the file."""
_COLOURS: Mapping[Kind, str] = {
    "axis": "#555555",
    "one": "#1f6fb2",
    "two": "#a8326e",
    "three": "#2b7a3d",
    "four": "#8a5a00",
    "good": "#1e6b31",
    "poor": "#b0261e",
    "soft": "#c8ccd2",
}
_NOT_XML = re.compile("[\ufffe\uffff]")


def svg_file(
    drawing: Drawing,
    title: str,
    *,
    across: str = "",
    up: str = "",
    labels: Sequence[tuple[float, float, str]] = (),
) -> str:
    """Return the drawing as a complete SVG file. The same drawing gives the same text.

    Args:
        drawing: The drawing.
        title: The title above it.
        across: What the horizontal axis shows.
        up: What the vertical axis shows.
        labels: Texts in the plot: the place from 0 to 1 across and up, and the text beside it.

    Returns:
        The text of the file.

    Examples:
        >>> from qgauge.report.drawing import Drawing, Dot
        >>> from qgauge.report.svg_file import svg_file
        >>> text = svg_file(Drawing("one dot", [Dot(0.5, 0.5)]), "Scores")
        >>> text.startswith("<svg ") and ">Scores</text>" in text
        True
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13" '
        'fill="#1c1c1c">',
        f"<title>{_text(title, 200)}</title>",
        f"<desc>{_text(drawing.description, 400)}</desc>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _label(WIDTH / 2, 26, title, size=16, most=64),
        *_ticks(drawing),
        *map(_element, drawing.shapes),
        *(_label(_x(x) + 6, _y(y) - 5, text, anchor="start", size=11) for x, y, text in labels),
    ]
    if across:
        parts.append(_label((_LEFT + _RIGHT) / 2, HEIGHT - 18, across, most=84))
    if up:
        middle = _number((_TOP + _BOTTOM) / 2)
        parts.append(
            f'<text x="0" y="0" transform="translate(20 {middle}) rotate(-90)" '
            f'text-anchor="middle">{_text(up, 56)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _ticks(drawing: Drawing) -> list[str]:
    found = []
    for at, text in drawing.ticks:
        x = _number(_x(at))
        found.append(f'<path d="M{x} {_BOTTOM}v5" stroke="#555555"/>')
        found.append(_label(_x(at), _BOTTOM + 20, text))
    for at, text in drawing.ticks_up:
        y = _number(_y(at))
        found.append(f'<path d="M{_LEFT} {y}h-5" stroke="#555555"/>')
        found.append(_label(_LEFT - 9, _y(at) + 4, text, anchor="end"))
    return found


def _element(shape: Shape) -> str:
    colour = _COLOURS[shape.kind]
    if isinstance(shape, Box):
        return (
            f'<rect x="{_number(_x(shape.x))}" y="{_number(_y(shape.y + shape.height))}" '
            f'width="{_number(shape.width * (_RIGHT - _LEFT))}" '
            f'height="{_number(shape.height * (_BOTTOM - _TOP))}" fill="{colour}"/>'
        )
    if isinstance(shape, Dot):
        # many rows coincide: transparent points show density
        look = 'r="2.5" fill-opacity="0.45"' if shape.small else 'r="4.5"'
        return (
            f'<circle cx="{_number(_x(shape.x))}" cy="{_number(_y(shape.y))}" {look} '
            f'fill="{colour}"/>'
        )
    points = " ".join(f"{_number(_x(x))},{_number(_y(y))}" for x, y in shape.points)
    dashes = ' stroke-dasharray="4 4"' if shape.dashed else ""
    width = 1 if shape.kind == "axis" else 2
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f"{dashes}/>"
    )


def _label(
    x: float, y: float, text: str, *, anchor: str = "middle", size: int = 13, most: int = 40
) -> str:
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}" font-size="{size}">'
        f"{_text(text, most)}</text>"
    )


def _text(text: str, most: int) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", plain(text, most)))


def _x(place: float) -> float:
    return _LEFT + place * (_RIGHT - _LEFT)


def _y(place: float) -> float:
    return _BOTTOM - place * (_BOTTOM - _TOP)


def _number(value: float) -> str:
    """Return a coordinate with one decimal, so that the same numbers give the same bytes."""
    return f"{value:.1f}".removesuffix(".0")
