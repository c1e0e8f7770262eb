"""How respondents used the options of multiple-choice items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qgauge.items.responses import Matrix

FEWEST_TO_TELL = 5
"""Respondents who must choose a distractor before their strength says something about it."""


@dataclass(frozen=True, slots=True)
class OptionUse:
    """One option of one item in one test."""

    test: str
    """The name of the test."""
    option: str
    """The option; "" for those who left the item out."""
    right: bool
    """Whether the key has it."""
    n: int
    """The respondents who chose it."""
    rest: float | None
    """The mean rest score of these; None if nobody chose it or there is no other item."""
    note: str = ""
    """What to look at; "" if nothing."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON form that `qgauge items` writes."""
        return {
            "test": self.test,
            "option": self.option or None,
            "right": self.right,
            "n": self.n,
            "rest": self.rest,
            "note": self.note,
        }


def option_uses(tests: Sequence[Matrix]) -> dict[str, tuple[OptionUse, ...]]:
    """Return how the options of each item were used.

    Args:
        tests: The response matrices; those without an answer key have no options.

    Returns:
        The options by item, test by test: those of the key's alphabet in order, then marks of
        several options, then "" for no response. Options are not added up over tests, because
        tests may have them in a different order.

    Examples:
        >>> from qgauge.items import AnswerKey, Responses, option_uses
        >>> key = AnswerKey.of({"q1": "A", "q2": "B"}, {"q1": ["A", "B"], "q2": ["B", "C"]})
        >>> responses = Responses("test", key=key)
        >>> responses.add({"id": "ada", "q1": "A", "q2": "B"}, line=2)
        >>> responses.add({"id": "ben", "q1": "B", "q2": "C"}, line=3)
        >>> [(one.option, one.n, one.rest) for one in option_uses([responses.matrix()])["q1"]]
        [('A', 1, 1.0), ('B', 1, 0.0), ('C', 0, None)]
    """
    found: dict[str, list[OptionUse]] = {}
    for test in tests:
        if test.key is not None:
            for at, item in enumerate(test.items):
                found.setdefault(item, []).extend(_uses(test, at))
    return {item: tuple(uses) for item, uses in found.items()}


def _uses(test: Matrix, at: int) -> list[OptionUse]:
    assert test.key is not None
    item = test.items[at]
    chosen = [row[at] for row in test.choices]
    rests = _rest(test, at)
    several = sorted({one for one in chosen if one} - {*test.key.options[item]})
    options = [*test.key.options[item], *several, *([""] if "" in chosen else [])]
    strength = {
        one: _mean([rest for mine, rest in zip(chosen, rests, strict=True) if mine == one])
        for one in options
    }
    right = {one: test.key.is_right(item, one) for one in options}
    knowing = _mean([rest for mine, rest in zip(chosen, rests, strict=True) if right[mine]])
    return [
        OptionUse(
            test.test,
            one,
            right[one],
            n := chosen.count(one),
            strength[one],
            _note(one, n, strength[one], knowing, right=right[one]),
        )
        for one in options
    ]


def _rest(test: Matrix, at: int) -> list[float]:
    """Return each respondent's mean score on the other items; NaN without any."""
    others = np.delete(test.scores, at, axis=1)
    counts = (~np.isnan(others)).sum(axis=1)
    sums = np.nansum(others, axis=1)
    return [
        float(total / count) if count else np.nan for total, count in zip(sums, counts, strict=True)
    ]


def _mean(values: Sequence[float]) -> float | None:
    known = [one for one in values if not np.isnan(one)]
    return sum(known) / len(known) if known else None


def _note(
    option: str, n: int, strength: float | None, knowing: float | None, *, right: bool
) -> str:
    if not n:
        return "nobody chose it"
    if right or not option or n < FEWEST_TO_TELL or strength is None or knowing is None:
        return ""
    return "chosen by stronger respondents than the key" if strength > knowing else ""
