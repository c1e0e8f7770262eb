"""Output rows of a judged document: the score of each snippet, and the words behind it."""

from __future__ import annotations

from typing import Any

from qgauge.concepts.adjudication import Concept
from qgauge.concepts.documents import Snippet
from qgauge.concepts.report import JudgedDocument
from qgauge.concepts.scoring import Judgement, Measures, Recalled, Tagged
from qgauge.concepts.words import Words


def rows(judged: JudgedDocument) -> list[dict[str, Any]]:
    """Return one row per system, or a single row without a system if there are none."""
    of_document = {
        "id": judged.document.id,
        "adjudication": {
            "by": "people" if judged.gold.given else "count",
            "annotators_needed": judged.gold.needed or None,
            "concepts": [_concept(judged, one) for one in judged.gold.concepts],
            "without_content_words": [_snippet(judged, one) for one in judged.gold.wordless],
        },
    }
    if not judged.systems:
        return [of_document]
    return [
        {"id": judged.document.id, "system": name, **_judgement(judged, one), **of_document}
        for name, one in judged.systems.items()
    ]


def _judgement(judged: JudgedDocument, one: Judgement) -> dict[str, Any]:
    scores: dict[str, Any] = {
        "free": _measures(one.free),
        "one_to_one": {**_measures(one.one_to_one), "proven": one.exact, "at_most": one.bound},
    }
    row: dict[str, Any] = {"scores": scores}
    if one.reason:
        row["reason"] = one.reason
    return row | {
        "vital": [_recalled(judged, each) for each in one.recalled],
        "tagged": [_tagged(judged, each) for each in one.tagged],
        "tagged_without_content_words": [_snippet(judged, each) for each in one.wordless],
    }


def _measures(one: Measures) -> dict[str, float | None]:
    return {"recall": one.recall, "precision": one.precision, "f": one.f}


def _recalled(judged: JudgedDocument, one: Recalled) -> dict[str, Any]:
    return {
        **_snippet(judged, one.concept.face),
        "annotators": list(one.concept.annotators),
        "recall": one.recall,
        "by": None if one.by is None else _snippet(judged, one.by),
        **_shared(judged, one.concept.face, one.by, "missing"),
        "aligned": None if one.aligned is None else _snippet(judged, one.aligned),
        "aligned_recall": one.aligned_recall,
    }


def _tagged(judged: JudgedDocument, one: Tagged) -> dict[str, Any]:
    by = None
    if one.by is not None and one.concept is not None:
        verdict = "vital" if one.concept.vital else "optional"
        by = {**_snippet(judged, one.by), "source": one.by.source, "verdict": verdict}
    return {
        **_snippet(judged, one.snippet),
        "precision": one.precision,
        "by": by,
        **_shared(judged, one.snippet, one.by, "extra"),
        "aligned": None if one.aligned is None else _concept(judged, one.aligned),
        "aligned_precision": one.aligned_precision,
    }


def _shared(
    judged: JudgedDocument, one: Snippet, other: Snippet | None, rest: str
) -> dict[str, Any]:
    """Return the words of one snippet that the other shares, and the rest."""
    words = judged.lexicon.of(one)
    there: Words = frozenset() if other is None else judged.lexicon.of(other)
    shown = judged.lexicon.shown
    return {"shared": shown(words & there), rest: shown(words - there)}


def _concept(judged: JudgedDocument, one: Concept) -> dict[str, Any]:
    return {
        **_snippet(judged, one.face),
        "vital": one.vital,
        "annotators": list(one.annotators),
        "snippets": [[list(part) for part in each.fragments] for each in one.snippets],
    }


def _snippet(judged: JudgedDocument, one: Snippet) -> dict[str, Any]:
    """Return the offsets, in code points, and the text of a snippet."""
    spans = [list(part) for part in one.fragments]
    return {"span": spans[0] if len(spans) == 1 else spans, "text": one.text(judged.document.text)}
