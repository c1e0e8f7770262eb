"""Drawings as SVG that stretch to the place they have; all text stays outside of them.

A drawing has shapes in a unit square: x from 0 at the left to 1 at the right, y from 0 at the
bottom to 1 at the top. Lines and dots keep their thickness when the drawing is stretched. Colours
come from the style sheet, by the class of a shape, so that they fit light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Literal

Kind = Literal["axis", "one", "two", "three", "four", "good", "poor", "soft"]
"""The class of a shape: an axis, one of four series, good or poor, or a soft background."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: Sequence[tuple[float, float]]
    kind: Kind = "one"
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot."""

    x: float
    y: float
    kind: Kind = "one"
    small: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    kind: Kind = "one"


Shape = Line | Dot | Box


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes with a description for people who cannot see them."""

    description: str
    shapes: Sequence[Shape]
    height: Literal["strip", "band", "plot"] = "strip"
    """A strip is as high as a line of text, a band as high as three; a plot fills its frame."""
    ticks: Sequence[tuple[float, str]] = ()
    """Places on the horizontal axis, from 0 to 1, with their labels."""
    ticks_up: Sequence[tuple[float, str]] = ()
    """Places on the vertical axis."""

    def svg(self) -> str:
        """Return the drawing as an inline SVG element."""
        body = "".join(map(_element, self.shapes))
        return (
            f'<svg class="{self.height}" viewBox="0 0 1000 1000" preserveAspectRatio="none" '
            f'role="img" aria-label="{escape(self.description)}">{body}</svg>'
        )


def _element(shape: Shape) -> str:
    if isinstance(shape, Box):
        return (
            f'<rect class="{shape.kind}" x="{_at(shape.x)}" '
            f'y="{_at(1 - shape.y - shape.height)}" width="{_at(shape.width)}" '
            f'height="{_at(shape.height)}"/>'
        )
    if isinstance(shape, Dot):
        place = f"M{_at(shape.x)} {_at(1 - shape.y)}h0"  # a line without length, with round ends
        size = "dot small" if shape.small else "dot"
        return f'<path class="{size} {shape.kind}" d="{place}"/>'
    points = " ".join(f"{_at(x)},{_at(1 - y)}" for x, y in shape.points)
    dashes = " dashed" if shape.dashed else ""
    return f'<polyline class="line{dashes} {shape.kind}" points="{points}"/>'


def _at(place: float) -> str:
    """Return a coordinate with one decimal, so that the same numbers give the same bytes."""
    text = f"{1000 * place:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns numbers into places from 0 to 1."""

    low: float
    high: float

    def __call__(self, value: float) -> float:
        """Return the place of a number; numbers outside are drawn at the edge."""
        if self.high <= self.low:
            return 0.5
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def ticks(self, most: int = 6) -> list[tuple[float, str]]:
        """Return equally spaced numbers, from one end of the scale to the other, with places."""
        step = _step(self.high - self.low, most)
        count = round((self.high - self.low) / step) if step else 0
        if not count or abs(self.low + count * step - self.high) > 1e-9 * abs(step):
            return [(0.0, f"{self.low:.3g}"), (1.0, f"{self.high:.3g}")]
        labels = [f"{round(self.low + at * step, 10):g}" for at in range(count + 1)]
        # on a phone there is no room for many long numbers; a tick without a label keeps its place
        every = 1 if max(map(len, labels)) < 6 else 2 if max(map(len, labels)) < 9 else count
        return [(at / count, label if at % every == 0 else "") for at, label in enumerate(labels)]


def scale_of(values: Iterable[float], most: int = 6) -> Scale:
    """Return a scale that shows all these numbers and has round numbers at both ends."""
    known = [*values]
    if not known:
        return Scale(0, 1)
    low, high = min(known), max(known)
    largest = max(abs(low), abs(high))
    if high - low > 1e-9 * largest:
        step = _step(high - low, most)
    else:  # as good as one number
        step = max(1.0, _step(1e-6 * largest, most))
    low, high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    return Scale(low, high) if high > low else Scale(low - step, low + step)


def _step(size: float, most: int) -> float:
    """Return the smallest round number that fits into a size at most so many times."""
    if size <= 0:
        return 0.0
    unit = 10.0 ** floor(log10(size / most))
    return unit * next(times for times in (1, 2, 5, 10) if size / (unit * times) <= most + 1e-9)


# ------------------------------------------------------------------ kinds of drawings


def bar(value: float, scale: Scale, kind: Kind = "one", description: str = "") -> Drawing:
    """Return a bar from the left end of the scale to the value."""
    return Drawing(description, [Box(0, 0.3, 1, 0.4, "soft"), Box(0, 0.3, scale(value), 0.4, kind)])


def whisker(
    value: float,
    interval: tuple[float, float] | None,
    scale: Scale,
    *,
    zero: float | None = None,
    kind: Kind = "one",
    description: str = "",
) -> Drawing:
    """Return a dot for a value on the line of its interval; `zero` marks no difference."""
    shapes: list[Shape] = []
    if zero is not None:
        shapes.append(Line([(scale(zero), 0), (scale(zero), 1)], "axis", dashed=True))
    if interval is not None:
        shapes.append(Line([(scale(interval[0]), 0.5), (scale(interval[1]), 0.5)], kind))
    shapes.append(Dot(scale(value), 0.5, kind))
    return Drawing(description, shapes)


def stacked(parts: Sequence[tuple[float, Kind]], description: str = "") -> Drawing:
    """Return the parts of a whole beside each other, from left to right."""
    whole = sum(size for size, _ in parts)
    shapes: list[Shape] = [] if whole else [Box(0, 0.2, 1, 0.6, "soft")]
    place = 0.0
    for size, kind in parts:
        if size:
            shapes.append(Box(place, 0.2, size / whole, 0.6, kind))
            place += size / whole
    return Drawing(description, shapes)


def histogram(
    values: Sequence[float],
    scale: Scale,
    *,
    bins: int = 20,
    kind: Kind = "one",
    description: str = "",
) -> Drawing:
    """Return the share of values in equal parts of the scale."""
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int(scale(value) * bins))] += 1
    most = max(counts, default=0) or 1
    boxes = [
        Box(at / bins + 0.002, 0, 1 / bins - 0.004, count / most, kind)
        for at, count in enumerate(counts)
        if count
    ]
    base = Line([(0, 0), (1, 0)], "axis")
    return Drawing(description, [*boxes, base], "plot", scale.ticks())


def scatter(
    points: Sequence[tuple[float, float]],
    across: Scale,
    up: Scale,
    *,
    line: Sequence[tuple[float, float]] = (),
    description: str = "",
) -> Drawing:
    """Return a scatter plot, with a line such as a fit or a calibration curve."""
    shapes: list[Shape] = [Line([(0, 1), (0, 0), (1, 0)], "axis")]
    shapes += [Dot(across(x), up(y), "one", small=True) for x, y in points]
    if line:
        shapes.append(Line([(across(x), up(y)) for x, y in line], "two"))
    return Drawing(description, shapes, "plot", across.ticks(), up.ticks())
