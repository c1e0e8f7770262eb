"""Why a question is good or not, in words, from what its parts found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qgauge.core import Score

CLUMSY = 0.5
"""Well-formedness below which people find more wrong than right."""
CLEAR = 0.5
"""Inference below which it is in doubt, although entailment is the likeliest of the three."""
LITTLE = 0.05
"""What a fault must cost, of all the quality, to be a reason."""
FINE = "the reader gives this answer, and the passage says so"

_KINDS = {
    "no_question": "it asks nothing",
    "question_mark": "it has no question mark",
    "capital": "it begins in lower case",
}


def reasons(scores: Mapping[str, Score], weights: Sequence[float]) -> list[str]:
    """What is wrong, the costliest first; or that nothing is."""
    found: list[tuple[float, str]] = []
    for (name, score), weight in zip(scores.items(), weights, strict=True):
        assert isinstance(score.value, float)
        said = list(_FAULTS[name](score))
        loss = weight * (1 - score.value)
        if said and loss > LITTLE:
            found.append((loss, "; ".join(said)))
    texts = [text for _, text in sorted(found, key=lambda one: -one[0])]
    if not texts:
        return [FINE]
    # what one part found already need not be told by another
    told = dict.fromkeys(piece for text in texts for piece in text.split("; "))
    return list(told)


def _of_grammar(score: Score) -> Iterator[str]:
    for error in score.evidence["errors"]:
        kind = error["kind"]
        yield _KINDS.get(kind) or f"grammar: '{error['text']}' ({kind.replace('_', ' ')})"
    if not score.evidence["errors"] and score.parts.get("wellformed", 1.0) < CLUMSY:
        yield "its wording is clumsy"


def _of_answering(score: Score) -> Iterator[str]:
    evidence, who = score.evidence, score.evidence["answered_by"]
    own = evidence["predicted"]["text"]
    if not evidence.get("asks", True):
        yield _KINDS["no_question"]
    elif evidence.get("given_away"):
        yield "it says its own answer"
    elif evidence["unanswerable"]:
        yield f"the {who} finds no answer in the passage"
    elif score.parts["match"] == 0:
        yield f"the {who} answers '{_short(own)}' instead"
    elif score.parts["match"] < 1:
        yield f"the {who} answers '{_short(own)}'"
    else:
        yield f"the {who} is not sure of this answer"


def _of_inference(score: Score) -> Iterator[str]:
    parts = score.parts
    strongest = max(("entailment", "neutral", "contradiction"), key=lambda label: parts[label])
    if strongest == "contradiction":
        yield "the passage contradicts this answer"
    elif strongest == "neutral":
        yield "the passage does not say so"
    elif score.value is not None and float(score.value) < CLEAR:
        yield "it is not clear that the passage says so"


_FAULTS = {"grammar": _of_grammar, "answering": _of_answering, "inference": _of_inference}


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
