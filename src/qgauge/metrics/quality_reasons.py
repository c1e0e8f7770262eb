"""Explain in words why a question scores well or badly on `quality`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qgauge.core import Score
from qgauge.core.clipping import clip
from qgauge.questions import Finding
from qgauge.tools.roles import role_title

LIKELIER = 0.5
"""Threshold for "more likely than not"; the tools return probabilities."""
POSSIBLE = 0.8
"""Answering score above which an answer may be right although the reader gives a different one.
Human raters accepted 8 of 10 such answers in QGEval, and 5 of 10 below this score
(docs/quality_agreement.md)."""
REJECTED = 0.2
"""Probability below which the verifier rejects an answer."""
LITTLE = 0.05
"""Smallest loss of quality that is reported as a reason."""
GIVEN = "the reader gives this answer"
SAID = "the passage says so"
CHEAP = "no major problem found"

NO_QUESTION = "it does not ask anything"
GIVEN_AWAY = "it gives away its own answer"
_CHECKS = {"not_a_question": NO_QUESTION, "answer_given": GIVEN_AWAY}
"""Findings of rules that the models may report, too: in the same words, so that each is once."""
_KINDS = {
    "no_question": NO_QUESTION,
    "question_mark": "it has no question mark",
    "capital": "it starts with a lower-case letter",
}
_ERRORS = {
    "missing": "a word is missing next to '{}'",
    "extra": "'{}' should not be there",
    "order": "the word order is wrong at '{}'",
    "truncated": "the question is cut off after '{}'",
}
"""Errors for which the name of the kind would be misleading after the quoted words."""


def reasons(
    scores: Mapping[str, Score], weights: Sequence[float], checks: Sequence[Finding] = ()
) -> list[str]:
    """Return the faults of a question, or one line of praise; see `faults`."""
    return faults(scores, weights, checks) or [praise(scores)]


def faults(
    scores: Mapping[str, Score], weights: Sequence[float], checks: Sequence[Finding] = ()
) -> list[str]:
    """Return the faults of a question.

    The findings of rules come first, then the faults that the models find, the costliest first.

    Args:
        scores: Scores of grammar, answering and inference, by name and in this order.
        weights: Weight of each of the three.
        checks: What rules found.

    Returns:
        The faults, without duplicates.
    """
    by_part = {
        "grammar": list(_of_grammar(scores["grammar"])),
        "answering": list(_of_answering(scores["answering"])),
        "inference": list(_of_inference(scores["inference"], scores["answering"])),
    }
    found: list[tuple[float, list[str]]] = []
    for (name, score), weight in zip(scores.items(), weights, strict=True):
        assert isinstance(score.value, float)
        loss = weight * (1 - score.value)
        if by_part[name] and loss > LITTLE:
            found.append((loss, by_part[name]))
    texts = [text for _, some in sorted(found, key=lambda one: -one[0]) for text in some]
    if any(one.kind == "not_english" for one in checks):  # the models know English only
        texts = []
    texts = [_CHECKS.get(one.kind) or _sentence_part(one.reason) for one in checks] + texts
    # two parts may find the same fault; report it once
    return list(dict.fromkeys(texts))


def _sentence_part(sentence: str) -> str:
    """Return a sentence as part of a list: no capital, no full stop."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def praise(scores: Mapping[str, Score]) -> str:
    """Return the best point in favour of a question: the reader's answer or the passage, if any."""
    answering = scores["answering"]
    passage_says = not any(_of_inference(scores["inference"], answering))
    by_reader = answering.evidence["answered_by"] == "reader"
    good = [GIVEN] if by_reader and _gives(answering) else []
    return ", and ".join([*good, SAID] if passage_says else good) or CHEAP


def _of_grammar(score: Score) -> Iterator[str]:
    for error in score.evidence["errors"]:
        kind = error["kind"]
        if kind in _KINDS:
            yield _KINDS[kind]
        elif kind in _ERRORS:
            yield f"grammar: {_ERRORS[kind].format(error['text'])}"
        else:
            yield f"grammar: '{error['text']}' ({kind.replace('_', ' ')})"
    if not score.evidence["errors"] and score.parts.get("wellformed", 1.0) < LIKELIER:
        yield "the grammar checker finds the wording awkward"


def _of_answering(score: Score) -> Iterator[str]:
    evidence, who = score.evidence, _answered_by(score)
    own = evidence["predicted"]["text"]
    if not evidence.get("asks", True):
        yield _KINDS["no_question"]
    elif evidence.get("given_away"):
        yield GIVEN_AWAY
    elif evidence["unanswerable"]:
        yield f"the {who} finds no answer in the passage"
    elif score.parts["match"] == 0:
        yield f"the {who} answers '{clip(own, 40, strip=True)}' instead"
    elif score.parts["match"] < 1:
        yield f"the {who} answers '{clip(own, 40, strip=True)}'"
    else:
        yield f"the {who} is not sure of this answer"


def _of_verifier(score: Score, answering: Score) -> Iterator[str]:
    """Yield the verifier's objection.

    If a tool gives the expected answer, the objection is worded as the verifier's opinion.
    """
    right = score.parts["right"]
    if right > LIKELIER:
        return
    rejects = right < REJECTED
    if _gives(answering):
        view = "the verifier rejects it" if rejects else "the verifier is not sure"
        yield f"the {_answered_by(answering)} gives this answer, but {view}"
    elif rejects:
        yield "the passage does not give this answer"
    else:
        yield "it is not clear that the passage says so"


def _of_inference(score: Score, answering: Score) -> Iterator[str]:
    """Yield the inference model's objection.

    If a tool gives the expected answer, the objection is worded as the model's opinion. "The
    passage contradicts this answer" is reserved for cases where both tools object.
    """
    parts = score.parts
    if "right" in parts:
        yield from _of_verifier(score, answering)
        return
    if parts["entailment"] > LIKELIER:
        return
    if _gives(answering):
        same_tool = answering.evidence["answered_by"] == "entailer"
        but = "" if same_tool else " the inference model"
        view = "is not sure"
        if parts["contradiction"] > LIKELIER:
            view = "finds a contradiction"
        elif parts["neutral"] > LIKELIER:
            view = "finds no support in the passage"
        yield f"the {_answered_by(answering)} gives this answer, but{but} {view}"
    elif float(answering.value or 0) >= POSSIBLE or parts["entailment"] > max(
        parts["neutral"], parts["contradiction"]
    ):
        yield "it is not clear that the passage says so"
    elif parts["contradiction"] > LIKELIER:
        yield "the passage contradicts this answer"
    else:
        yield "the passage does not say so"


def _answered_by(answering: Score) -> str:
    """Name the tool that answered, as users know it."""
    return role_title(answering.evidence["answered_by"])


def _gives(answering: Score) -> bool:
    """Return whether a tool gives the expected answer, possibly in other words."""
    evidence = answering.evidence
    gated = not evidence.get("asks", True) or evidence.get("given_away", False)
    return answering.parts["match"] > 0 and not evidence["unanswerable"] and not gated
