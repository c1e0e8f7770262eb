"""Candidates of a generator as the list that its role promises."""

from __future__ import annotations

from collections.abc import Iterable

from qgauge.tools.roles import Generated


def ranked_questions(candidates: Iterable[tuple[str, float]], count: int) -> list[Generated]:
    """Return the likeliest distinct questions.

    Args:
        candidates: Questions with their scores, in any order.
        count: Maximum number of questions.

    Returns:
        The questions, the likeliest first, without empty ones and repeats. White space is
        normalised, and case does not make two questions distinct.

    Examples:
        >>> [one.question for one in ranked_questions(
        ...     [("Who  left?", -2.0), ("When?", -1.0), ("who left?", -3.0), ("", -0.1)], 8)]
        ['When?', 'Who left?']
    """
    kept: dict[str, Generated] = {}
    for question, score in sorted(candidates, key=lambda one: -one[1]):
        text = " ".join(question.split())
        if text and text.casefold() not in kept:
            kept[text.casefold()] = Generated(text, min(score, 0.0))
    return list(kept.values())[: max(count, 0)]
