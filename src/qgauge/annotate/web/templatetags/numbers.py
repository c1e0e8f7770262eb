"""Numbers as tables show them."""

from __future__ import annotations

from django import template

from qgauge.stats.estimate import Estimate

register = template.Library()


@register.filter
def decimal(value: float | None) -> str:
    """Return a number without the zero before its point; a dash for None.

    Examples:
        >>> from qgauge.annotate.web.templatetags.numbers import decimal
        >>> decimal(0.4086), decimal(-0.25), decimal(1), decimal(-0.0001), decimal(None)
        ('.409', '-.250', '1.000', '.000', '–')
    """
    if value is None:
        return "–"
    text = f"{abs(value):.3f}"
    sign = "-" if value < 0 and text.strip("0.") else ""
    return sign + (text[1:] if text.startswith("0.") else text)


@register.filter
def estimated(one: Estimate | None) -> str:
    """Return a value with its interval, if there is one.

    Examples:
        >>> from qgauge.annotate.web.templatetags.numbers import estimated
        >>> from qgauge.stats.estimate import Estimate
        >>> estimated(Estimate(0.409, 0.141, 0.677)), estimated(Estimate(0.5)), estimated(None)
        ('.409 [.141, .677]', '.500', '–')
    """
    if one is None:
        return "–"
    if one.interval is None:
        return decimal(one.value)
    low, high = map(decimal, one.interval)
    return f"{decimal(one.value)} [{low}, {high}]"


@register.filter
def duration(seconds: float | None) -> str:
    """Return a time in seconds, or in minutes from 100 seconds up; a dash for None.

    Examples:
        >>> from qgauge.annotate.web.templatetags.numbers import duration
        >>> duration(7.25), duration(150), duration(None)
        ('7 s', '2.5 min', '–')
    """
    if seconds is None:
        return "–"
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.1f} min"


@register.filter
def share(part: int, whole: int) -> str:
    """Return a proportion in whole percent, rounded down so that 100 % means all.

    Examples:
        >>> from qgauge.annotate.web.templatetags.numbers import share
        >>> share(2, 3), share(299, 300), share(0, 0)
        ('66 %', '99 %', '–')
    """
    return f"{100 * part // whole} %" if whole else "–"
