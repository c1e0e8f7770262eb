"""Questions in full: values, parts, reasons, and the passage with the evidence marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from qgauge.core import Example
from qgauge.core.clipping import clip, one_line
from qgauge.report.blocks import Card, Piece, Tone, Value
from qgauge.report.drawing import Scale, bar
from qgauge.report.scored_rows import ReadScore, ShownRow
from qgauge.report.scored_summary import named
from qgauge.report.summaries import Facts
from qgauge.report.wording import decimal

LONGEST_PASSAGE = 1_500
"""Characters of a passage on the page; of a longer one, those around the evidence."""
LONGEST_TEXT = 1_000
MOST_PARTS = 12


def tone_of(value: float, facts: Facts | None) -> Tone:
    """Return whether a value is good or poor, as far as that is known."""
    if facts is None or facts.marks is None:
        return ""
    seen = round(value, 2)
    return "poor" if seen < facts.marks[0] else "good" if seen >= facts.marks[1] else ""


def value_of(score: ReadScore, facts: Facts | None) -> Value:
    """Return a score as a cell."""
    if score.value is None:
        return Value(score.label or "unscored")
    return Value(decimal(score.value), score.value, tone_of(score.value, facts))


def card(row: ShownRow, main: str, facts: Mapping[str, Facts], several: bool) -> Card:
    """Return a question in full.

    Args:
        row: The row.
        main: The metric whose parts are shown.
        facts: What is known about the metrics.
        several: Whether there are several systems.

    Returns:
        The card.
    """
    example, scores = row.example, row.scores
    return Card(
        title=clip(one_line(example.question), LONGEST_TEXT) or "(empty question)",
        values=[(metric, value_of(score, facts.get(metric))) for metric, score in scores.items()],
        facts=[*_facts(example, scores, several)],
        reasons=[*_reasons(scores, main)],
        passage=passage_pieces(example.passage or "", _spans(example, scores)),
        parts=[*_parts(scores[main])],
    )


def _facts(
    example: Example, scores: Mapping[str, ReadScore], several: bool
) -> Iterator[tuple[str, str]]:
    yield "id", clip(example.id, 200)
    if several:
        yield "system", named(example.system)
    if example.answer:
        yield "answer", clip(one_line(example.answer), LONGEST_TEXT)
    if answered := _predicted(scores):
        yield "reader's answer", clip(one_line(str(answered.get("text"))), LONGEST_TEXT)
    for score in scores.values():
        rests_on = score.evidence.get("rests_on")
        if isinstance(rests_on, str) and rests_on:
            yield "rests on", clip(one_line(rests_on), LONGEST_TEXT)
            break
    for reference in example.references[:3]:
        yield "reference", clip(one_line(reference), LONGEST_TEXT)


def _predicted(scores: Mapping[str, ReadScore]) -> dict[str, Any]:
    """Return what the reader answered, with its place in the passage; empty if it is not known."""
    for score in scores.values():
        found = score.evidence.get("predicted")
        if isinstance(found, dict) and isinstance(found.get("text"), str) and found["text"]:
            return found
    return {}


def _reasons(scores: Mapping[str, ReadScore], main: str) -> Iterator[str]:
    why = scores[main].evidence.get("why")
    if isinstance(why, list) and why:
        yield from (clip(str(one), LONGEST_TEXT) for one in why[:10])
    elif reason := scores[main].reason:
        yield clip(reason, LONGEST_TEXT)
    for metric, score in scores.items():
        if metric != main and (reason := score.reason):
            yield clip(f"{metric}: {reason}", LONGEST_TEXT)


def _parts(score: ReadScore) -> Iterator[tuple[str, Value]]:
    shown = [(name, part) for name, part in score.parts.items() if "." not in name][:MOST_PARTS]
    for name, part in shown:
        text = decimal(part)
        drawing = None
        if 0 <= part <= 1:
            drawing = bar(part, Scale(0, 1), description=f"{text} of 1")
        yield name, Value(text, part, drawing=drawing)


# ------------------------------------------------------------------ the passage


Span = tuple[int, int, str]
"""Start and end of a piece of the passage, and what it is evidence of."""


def _spans(example: Example, scores: Mapping[str, ReadScore]) -> list[Span]:
    passage = example.passage or ""
    spans = []
    if place := found_in(passage, example.answer or ""):
        spans.append((*place, "answer"))
    found = _predicted(scores)
    start, end = found.get("start"), found.get("end")
    if type(start) is int and type(end) is int and passage[start:end] == found["text"]:
        if 0 <= start < end:
            spans.append((start, end, "the reader's answer"))
    elif found and (place := found_in(passage, found["text"])):
        spans.append((*place, "the reader's answer"))
    return spans


def found_in(passage: str, text: str) -> tuple[int, int] | None:
    """Return where a text stands in a passage, whatever its capitals; None if it does not."""
    text = text.strip()
    if not text:
        return None
    start = passage.find(text)
    if start < 0 and len(low := passage.lower()) == len(passage):
        start = low.find(text.lower())
    return (start, start + len(text)) if start >= 0 else None


def passage_pieces(passage: str, spans: Sequence[Span]) -> list[Piece]:
    """Return the passage in pieces, with the spans marked; of a long one, what is around them."""
    if not passage.strip():
        return []
    first, last = 0, len(passage)
    if len(passage) > LONGEST_PASSAGE:
        middle = min((start for start, _, _ in spans), default=0)
        first = max(0, min(middle - LONGEST_PASSAGE // 3, len(passage) - LONGEST_PASSAGE))
        last = first + LONGEST_PASSAGE
    inside = [(max(first, a), min(last, b), what) for a, b, what in spans if a < last and b > first]
    edges = sorted({first, last, *(place for a, b, _ in inside for place in (a, b))})
    pieces = [Piece("… ")] if first else []
    for start, end in pairwise(edges):
        names = [what for a, b, what in inside if a <= start and end <= b]
        pieces.append(Piece(passage[start:end], " and ".join(dict.fromkeys(names))))
    return [*pieces, Piece(" …")] if last < len(passage) else pieces
