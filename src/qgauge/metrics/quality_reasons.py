"""Why a question is good or not, in words, from what its parts found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qgauge.core import Score
from qgauge.core.clipping import clip

LIKELIER = 0.5
"""The probability from which something is likelier than not: what tools say are probabilities."""
POSSIBLE = 0.8
"""Answering from which an answer may well be right although the reader gives another: people found
so in 8 of 10 such rows of QGEval, and in 5 of 10 below (docs/quality_agreement.md)."""
LITTLE = 0.05
"""What a fault must cost, of all the quality, to be a reason."""
GIVEN = "the reader gives this answer"
SAID = "the passage says so"
CHEAP = "nothing in it costs much"

_KINDS = {
    "no_question": "it asks nothing",
    "question_mark": "it has no question mark",
    "capital": "it begins in lower case",
}


def reasons(scores: Mapping[str, Score], weights: Sequence[float]) -> list[str]:
    """What is wrong, the costliest first; or that nothing is."""
    faults = {
        "grammar": list(_of_grammar(scores["grammar"])),
        "answering": list(_of_answering(scores["answering"])),
        "inference": list(_of_inference(scores["inference"], scores["answering"])),
    }
    found: list[tuple[float, str]] = []
    for (name, score), weight in zip(scores.items(), weights, strict=True):
        assert isinstance(score.value, float)
        loss = weight * (1 - score.value)
        if faults[name] and loss > LITTLE:
            found.append((loss, "; ".join(faults[name])))
    texts = [text for _, text in sorted(found, key=lambda one: -one[0])]
    if not texts:
        return [_fine(scores["answering"], passage_says=not faults["inference"])]
    # what one part found already need not be told by another
    different = dict.fromkeys(piece for text in texts for piece in text.split("; "))
    return list(different)


def _fine(answering: Score, *, passage_says: bool) -> str:
    """Of the two good things to say, those that hold."""
    by_reader = answering.evidence["answered_by"] == "reader"
    good = [GIVEN] if by_reader and _gives(answering) else []
    return ", and ".join([*good, SAID] if passage_says else good) or CHEAP


def _of_grammar(score: Score) -> Iterator[str]:
    for error in score.evidence["errors"]:
        kind = error["kind"]
        yield _KINDS.get(kind) or f"grammar: '{error['text']}' ({kind.replace('_', ' ')})"
    if not score.evidence["errors"] and score.parts.get("wellformed", 1.0) < LIKELIER:
        yield "the grammarian finds its wording clumsy"


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
        yield f"the {who} answers '{clip(own, 40, strip=True)}' instead"
    elif score.parts["match"] < 1:
        yield f"the {who} answers '{clip(own, 40, strip=True)}'"
    else:
        yield f"the {who} is not sure of this answer"


def _of_inference(score: Score, answering: Score) -> Iterator[str]:
    """What the entailer finds; where somebody gives this very answer, as no more than its view.

    That the passage contradicts an answer is said where both tools are against it.
    """
    parts = score.parts
    if parts["entailment"] > LIKELIER:
        return
    if _gives(answering):
        who = answering.evidence["answered_by"]
        but = "" if who == "entailer" else " the entailer"
        view = "is not sure of it"
        if parts["contradiction"] > LIKELIER:
            view = "finds it contradicted"
        elif parts["neutral"] > LIKELIER:
            view = "does not find it said"
        yield f"the {who} gives this answer, but{but} {view}"
    elif float(answering.value or 0) >= POSSIBLE or parts["entailment"] > max(
        parts["neutral"], parts["contradiction"]
    ):
        yield "it is not clear that the passage says so"
    elif parts["contradiction"] > LIKELIER:
        yield "the passage contradicts this answer"
    else:
        yield "the passage does not say so"


def _gives(answering: Score) -> bool:
    """Whether reader (or, for yes and no, entailer) gives the expected answer, in some wording."""
    evidence = answering.evidence
    gated = not evidence.get("asks", True) or evidence.get("given_away", False)
    return answering.parts["match"] > 0 and not evidence["unanswerable"] and not gated
