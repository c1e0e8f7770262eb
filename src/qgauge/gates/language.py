"""The language of requirements: `quality>=.6`, `share(quality<.3)<=5%`, `unscored(quality)<=1%`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NoReturn

from qgauge.core import BadSetting, written
from qgauge.core.suggestions import did_you_mean

MEASURES = ("share", "unscored", "min", "max")
"""What a requirement can bound, besides the value of a metric."""
EXAMPLES = "quality>=.6, share(quality<.3)<=5%, min(quality)>=.1 or unscored(quality)<=1%"

_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
    "=": eq,
    "!=": ne,
}
_OF_LABELS = ("=", "!=")
_SIGNS = re.compile(r"[<>=!]+")
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))(?:(e[-+]?\d+)|\s*(%))?", re.IGNORECASE)
_CALL = re.compile(r"(\w+)\s*\((.*)\)", re.DOTALL)
_NAME = re.compile(r"[^\s<>=!()\[\].:,]+")


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison with a number, such as `>=0.6`, or with a label, such as `=yes`."""

    sign: str
    against: float | str

    def holds(self, value: float | str) -> bool:
        return _COMPARED[self.sign](value, self.against)

    @property
    def upward(self) -> bool:
        """Whether higher values are better."""
        return self.sign in (">", ">=")

    def __str__(self) -> str:
        return f"{self.sign}{written(self.against)}"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition on something measured over all rows."""

    metric: str
    """The metric with its settings, as after -m."""
    bound: Condition
    """The condition on the measured value."""
    measure: str = ""
    """One of `MEASURES`; "" for the value of the metric."""
    part: str = ""
    """The part of the metric, such as `fluency`; "" for the metric itself."""
    each: Condition | None = None
    """For a share: the condition on each row."""
    text: str = field(default="", compare=False)
    """The requirement as the user wrote it."""

    def __post_init__(self) -> None:
        if not self.text:
            object.__setattr__(self, "text", str(self))

    def __str__(self) -> str:
        name, colon, settings = self.metric.partition(":")
        measured = f"{name}{'.' if self.part else ''}{self.part}{colon}{settings}"
        if self.measure:
            measured = f"{self.measure}({measured}{self.each or ''})"
        return f"{measured}{self.bound}"


def parse(text: str) -> Requirement:
    """Return the requirement that a text states.

    Args:
        text: `METRIC OP NUMBER`, or the same with `share(METRIC OP NUMBER)`, `share(METRIC=LABEL)`,
            `unscored(METRIC)`, `min(METRIC)` or `max(METRIC)` in place of the metric. A metric may
            have settings, and a part after its name.

    Returns:
        The requirement.

    Raises:
        BadSetting: The text states no requirement; the message says why.

    Examples:
        >>> from qgauge.gates import parse
        >>> found = parse("share(quality.fluency < .3) <= 5%")
        >>> found.measure, found.metric, found.part, str(found.each), str(found.bound)
        ('share', 'quality', 'fluency', '<0.3', '<=0.05')
    """
    if not isinstance(text, str):
        _refuse(text, "it is not a text")
    measured, bound = _condition_at_end(text, text.strip())
    if isinstance(bound.against, str):
        _refuse(text, f"'{bound.sign}' compares labels, in share(METRIC=LABEL)")
    call = _CALL.fullmatch(measured)
    if call is None:
        metric, part = _metric(text, measured)
        return Requirement(metric, bound, part=part, text=text.strip())
    measure, inside = call[1], call[2].strip()
    if measure not in MEASURES:
        known = ", ".join(f"{one}(…)" for one in MEASURES)
        hint = did_you_mean(measure, MEASURES) or " Without any, the mean is compared."
        _refuse(text, f"there is no '{measure}(…)', only {known}.{hint}")
    each = None
    if measure == "share":
        inside, each = _condition_at_end(text, inside)
    elif re.search("[<>!]", inside):
        _refuse(text, f"{measure}(…) takes a metric, not a comparison")
    if measure in ("share", "unscored") and not 0 <= bound.against <= 1:
        _refuse(text, f"a share lies between 0 and 1; write {written(bound.against)}% for percent")
    metric, part = _metric(text, inside)
    return Requirement(metric, bound, measure, part, each, text.strip())


def parse_condition(name: str, text: object) -> Condition:
    """Return a condition on a number; `name` says in messages what it is for."""
    sign = _SIGNS.match(text.strip()) if isinstance(text, str) else None
    found = _number(str(text).strip()[sign.end() :].strip()) if sign else None
    if sign is None or found is None or sign[0] not in _COMPARED or sign[0] in _OF_LABELS:
        raise BadSetting(f"{name}: write a condition like '>=0.6' or '<=1%', not {text!r}.")
    return Condition(sign[0], found)


def metrics_to_score(
    requirements: Iterable[Requirement], metrics: Sequence[str] | None
) -> list[str] | None:
    """Return the chosen metrics and those that requirements name; None for the default metrics."""
    chosen = list(metrics or ())
    added = dict.fromkeys(one.metric for one in requirements if one.metric not in chosen)
    return [*chosen, *added] or None


def _condition_at_end(whole: str, text: str) -> tuple[str, Condition]:
    """Split at the last comparison: settings before it may contain `=`, too."""
    signs = list(_SIGNS.finditer(text))
    if not signs:
        _refuse(whole, "it has no comparison (>=, <=, > or <)")
    sign, left, right = signs[-1][0], text[: signs[-1].start()], text[signs[-1].end() :].strip()
    if sign not in _COMPARED:
        _refuse(whole, f"'{sign}' is not a comparison; write >=, <=, > or <")
    if sign in _OF_LABELS:
        if not right or _number(right) is not None:
            _refuse(whole, f"'{sign}' compares labels; for numbers, write >=, <=, > or <")
        return left.strip(), Condition(sign, right)
    number = _number(right)
    if number is None and right.endswith(")") and "(" in left:
        _refuse(whole, "there is no comparison after the closing bracket")
    if number is None:
        what = f"'{right}' after '{sign}' is not a number" if right else f"'{sign}' needs a number"
        _refuse(whole, what)
    return left.strip(), Condition(sign, number)


def _number(text: str) -> float | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    digits, exponent, percent = found.groups()
    # dividing by 100 would not always give the nearest number: .7% is .007
    number = float(f"{digits}{exponent or ('e-2' if percent else '')}")
    return number if abs(number) < float("inf") else None


def _metric(whole: str, text: str) -> tuple[str, str]:
    """Return the metric with its settings, and its part."""
    named, colon, settings = (piece.strip() for piece in text.partition(":"))
    name, dot, part = named.partition(".")
    if not _NAME.fullmatch(name) or (dot and not all(map(_NAME.fullmatch, part.split(".")))):
        _refuse(whole, f"'{text}' is not a metric" if text else "the metric is missing")
    return f"{name}{colon}{settings}", part


def _refuse(text: object, problem: str) -> NoReturn:
    end = "" if problem.endswith((".", "?")) else "."
    raise BadSetting(f"The requirement '{text}': {problem}{end} Write, for example, {EXAMPLES}.")
