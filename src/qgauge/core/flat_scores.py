"""Scores as flat columns: `quality`, `quality.fluency`, `quality.reason`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from qgauge.core.example import Example
from qgauge.core.score import Score


def example_columns(example: Example) -> dict[str, Any]:
    """Return the columns that say which row it is."""
    return {"id": example.id, "system": example.system, "question": example.question}


def score_columns(label: str, score: Score) -> dict[str, Any]:
    """Return the columns of one score: its value, the reason for it, and its parts."""
    return {
        label: score.value,
        f"{label}.reason": reason_in_words(score.unscored, score.evidence),
        **({f"{label}.flaw": likeliest_flaw(score.evidence)} if "flaws" in score.evidence else {}),
        **{f"{label}.{part}": value for part, value in score.parts.items()},
    }


def likeliest_flaw(evidence: Mapping[str, Any]) -> str:
    """Return the likeliest flaw with its chance, as `rank` shows it; "" if there is none."""
    flaws = evidence.get("flaws") or ()
    return next((f"{one['kind']} {one['chance']:.2f}" for one in flaws), "")


def reason_in_words(unscored: str, evidence: Mapping[str, Any]) -> str:
    """Return why a score is missing, or as it is; "" if nothing is known.

    Args:
        unscored: Why there is no value; "" if there is one.
        evidence: What the metric found.

    Returns:
        The reasons or, if there are none, the findings that a table can show.

    Examples:
        >>> from qgauge.core.flat_scores import reason_in_words
        >>> reason_in_words("", {"why": ["not grammatical", "answered elsewhere"]})
        'not grammatical; answered elsewhere'
    """
    told = [unscored] if unscored else []
    told += [text for name in ("why", "reason") for text in _texts(evidence.get(name))]
    if not told or unscored:
        for name in _FINDINGS:
            if texts := _texts(evidence.get(name)):
                told.append(f"{name.replace('_', ' ')}: {', '.join(texts)}")
    return "; ".join(told)


_FINDINGS = ("errors", "comparison", "new_words", "missing", "answered_before", "problem")


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return [_words(one) for one in value] if isinstance(value, list | tuple) else []


def _words(finding: Any) -> str:
    """Return a finding, such as an error with its kind and probability, in words."""
    if not isinstance(finding, Mapping):
        return str(finding)
    said = [f"{one:.2f}" if type(one) is float else one for one in finding.values()]
    first, *more = [one for one in said if type(one) is str] or [""]
    return f"{first} ({', '.join(more)})" if more else first


def names_of_columns(scores: Mapping[str, Iterable[Score]]) -> list[str]:
    """Return the columns of these scores: each metric, the reason, and the parts."""
    names: list[str] = []
    for label, some in scores.items():
        listed = list(some)
        parts = dict.fromkeys(part for score in listed for part in score.parts)
        flaw = [f"{label}.flaw"] if any("flaws" in score.evidence for score in listed) else []
        names += [label, f"{label}.reason", *flaw, *(f"{label}.{part}" for part in parts)]
    return names
