"""Numbers and counts as the sentences and tables of a page show them."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.report.blocks import Cell, Value
from qgauge.report.drawing import Kind, Scale, whisker

Ends = Sequence[float] | None
"""Both ends of an interval, or None."""


def decimal(value: float | None, places: int = 2, *, signed: bool = False) -> str:
    """Return a number without the zero before its point; "-" for None.

    Examples:
        >>> from qgauge.report.wording import decimal
        >>> decimal(0.643), decimal(-0.49), decimal(0.08, signed=True), decimal(1.5)
        ('.64', '-.49', '+.08', '1.50')
    """
    if value is None:
        return "-"
    text = f"{abs(value):.{places}f}"
    sign = ("-" if value < 0 else "+" if signed else "") if text.strip("0.") else ""
    return sign + (text[1:] if text.startswith("0.") else text)


def with_ends(value: float | None, ends: Ends, *, signed: bool = False) -> str:
    """Return a number with its interval, such as `.64 [.42, .84]`.

    A narrow interval gets more decimals, but not one without any width.

    Examples:
        >>> from qgauge.report.wording import with_ends
        >>> with_ends(0.643, (0.42, 0.84)), with_ends(0.5, (0.495, 0.505)), with_ends(1, (1, 1))
        ('.64 [.42, .84]', '.500 [.495, .505]', '1.00 [1.00, 1.00]')
    """
    if not ends:
        return decimal(value, signed=signed)
    width = ends[1] - ends[0]
    places = 2 if width >= 0.02 or width < 1e-9 else 3 if width >= 0.002 else 4
    low, high = (decimal(end, places, signed=signed) for end in ends)
    return f"{decimal(value, places, signed=signed)} [{low}, {high}]"


def p_text(p: float) -> str:
    """Return a p-value, such as `p .004`."""
    return "p < .001" if p < 0.001 else f"p {decimal(p, 3)}"


def share(part: float, whole: float) -> str:
    """Return a proportion in percent; "-" of nothing."""
    return f"{100 * part / whole:.0f} %" if whole else "-"


def counted(count: int, one: str, several: str = "") -> str:
    """Return a count with its noun, such as `3 rows`."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def listed(names: Sequence[str], most: int = 5) -> str:
    """Return names as a list in a sentence; of many, the first ones."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most:,} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def interval_cell(
    value: float | None,
    ends: Ends,
    scale: Scale,
    *,
    what: str,
    reason: str = "",
    after: str = "",
    zero: float | None = None,
    signed: bool = False,
    kind: Kind = "one",
) -> Cell:
    """Return a number with its interval as text and as a dot on a line, or why there is none."""
    if value is None:
        return f"- ({reason})" if reason else "-"
    text = with_ends(value, ends, signed=signed)
    interval = (ends[0], ends[1]) if ends else None
    drawing = whisker(value, interval, scale, zero=zero, kind=kind, description=f"{what}: {text}")
    return Value(f"{text}{after}", value, drawing=drawing)


def scale_note(scale: Scale) -> str:
    """Say how to read the dots and lines of a table."""
    return (
        f"Dots show the values, lines their 95 % intervals, on a scale from {scale.low:g} to "
        f"{scale.high:g}."
    )
