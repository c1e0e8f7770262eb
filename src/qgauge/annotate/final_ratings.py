"""One final answer per task: what the adjudicator decided, or what the raters say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from qgauge.annotate.collected import (
    Collected,
    choice_of,
    exported,
    flags_of,
    is_asked,
    is_numeric,
)
from qgauge.annotate.scheme import Field, Scheme


@dataclass(frozen=True, slots=True)
class FinalValues:
    """One answer per task."""

    ratings: Mapping[str, float | str]
    """Of fields with choices, as exported."""
    values: Mapping[str, Any]
    """Of all fields, as in `Answer.values`; means of numbers are numbers."""
    decided: Mapping[str, str]
    """By field: `adjudicated`, `majority`, `mean` or `one rating`."""
    unresolved: tuple[str, ...]
    """Fields that people answered, but on which they are tied."""


def final_values(scheme: Scheme, one: Collected) -> FinalValues:
    """Return the adjudicated answer; without one, what most raters said, or the mean of numbers.

    A field counts only if it is asked, given the final answers to the earlier ones.
    """
    ratings: dict[str, float | str] = {}
    values: dict[str, Any] = {}
    decided: dict[str, str] = {}
    unresolved = []
    final = one.final
    for each in scheme.fields:
        if final is not None and final.skipped:
            if any(each.name in answer.values for answer in one.rated.values()):
                unresolved.append(each.name)
            continue
        if not is_asked(each, values):
            continue
        if final is not None and each.name in final.values:
            value, how = final.values[each.name], "adjudicated"
        elif each.type in ("choice", "flags"):
            value, how = _together(each, one)
        else:
            continue
        if how == "tied":
            unresolved.append(each.name)
        elif how:
            values[each.name], decided[each.name] = value, how
            if each.type == "choice":
                mean = how == "mean"
                rating = value if mean else exported(each, value)
                if rating is not None:
                    ratings[each.name] = rating
    return FinalValues(ratings, values, decided, tuple(unresolved))


def _together(field: Field, one: Collected) -> tuple[Any, str]:
    """Return what the raters say together, and how that was decided."""
    answers = [answer.values for answer in one.rated.values()]
    if field.type == "flags":
        raised = [
            each for each in (flags_of(field, values) for values in answers) if each is not None
        ]
        counts = Counter(flag for each in raised for flag in each)
        if any(2 * count == len(raised) for count in counts.values()):
            return None, "tied"
        most = [each.value for each in field.choices if 2 * counts[each.value] > len(raised)]
        return most, _by("majority", len(raised))
    given = [each for each in (choice_of(field, values) for values in answers) if each is not None]
    if len(given) > 1 and is_numeric(field):
        numbers = [exported(field, value) for value in given]
        return fmean(float(number) for number in numbers if number is not None), "mean"
    ranked = Counter(given).most_common(2)
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return None, "tied"
    return (ranked[0][0] if ranked else None), _by("majority", len(given))


def _by(rule: str, ratings: int) -> str:
    return rule if ratings > 1 else "one rating" if ratings else ""
