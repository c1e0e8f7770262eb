"""Whether an answer is surely wrong: by the verifier, the reader and the inference model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qgauge.core import Tools
from qgauge.statements import statement
from qgauge.text.answer_forms import compare_answers
from qgauge.text.evidence import evidence

MOST_RIGHT = 0.05
"""The largest probability, by the verifier, that a distractor of the text is right. Of 32 answers
that are right beside the expected one, this refuses 29; .2 refuses 22
(`benchmarks/generation/distractors.py`)."""
MOST_RIGHT_MADE_UP = 0.2
"""The same for a made-up value. Another value is wrong anyway, but the verifier is less sure."""
MOST_ENTAILED = 0.3
"""The largest probability that the passage entails the distractor as an answer."""
_WINDOW = 3
"""Sentences of the passage that the inference model reads."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A distractor of a question."""

    question: str
    text: str
    answer: str
    """The right answer."""
    passages: tuple[str, ...]
    """The passages that may say that the distractor is right; the first one has the answer."""
    made_up: bool = False
    """Whether the distractor is a value that the text does not give."""

    @property
    def most_right(self) -> float:
        """The largest probability of the verifier that is low enough."""
        return MOST_RIGHT_MADE_UP if self.made_up else MOST_RIGHT


def are_wrong(claims: Sequence[Claim], tools: Tools) -> list[bool]:
    """Return whether each distractor is surely wrong.

    Args:
        claims: The distractors.
        tools: The verifier, reader, parser and inference model.

    Returns:
        For each claim, whether all tools find it wrong in all of its passages.

    Examples:
        >>> from qgauge.generation.wrongness import Claim, are_wrong
        >>> from qgauge.tools.registry import open_tools
        >>> tools = open_tools(("verifier", "reader", "parser", "entailer"), {}, cache=None)
        >>> passage = "Ada built the mill. Tom sold it. Ada also built a barn."
        >>> claims = [
        ...     Claim("What did Ada build?", wrong, "the mill", (passage,))
        ...     for wrong in ("a barn", "the road")
        ... ]
        >>> are_wrong(claims, tools)
        [False, True]
    """
    wrong = _refused_by_verifier(claims, tools)
    for check in (_refused_by_reader, _refused_by_inference):
        left = [claim for claim, is_wrong in zip(claims, wrong, strict=True) if is_wrong]
        verdicts = iter(check(left, tools))
        wrong = [is_wrong and next(verdicts) for is_wrong in wrong]
    return wrong


def _refused_by_verifier(claims: Sequence[Claim], tools: Tools) -> list[bool]:
    triples = list(
        dict.fromkeys((one.question, one.text, text) for one in claims for text in one.passages)
    )
    found = tools["verifier"].verify(triples) if triples else []
    right = {triple: one.right for triple, one in zip(triples, found, strict=True)}
    return [
        all(right[one.question, one.text, text] <= one.most_right for text in one.passages)
        for one in claims
    ]


def _refused_by_reader(claims: Sequence[Claim], tools: Tools) -> list[bool]:
    """Return whether the reader's own answer is another one.

    Where it overlaps the right answer too, it says nothing about the distractor.
    """
    pairs = list(dict.fromkeys((one.question, text) for one in claims for text in one.passages))
    found = tools["reader"].answer(pairs) if pairs else []
    answers = {
        pair: one.text if one.no_answer < 0.5 else ""
        for pair, one in zip(pairs, found, strict=True)
    }
    return [
        not any(_says(answers[one.question, text], one) for text in one.passages) for one in claims
    ]


def _says(answer: str, claim: Claim) -> bool:
    """Return whether an answer of the reader supports the distractor rather than the answer."""
    if not answer:
        return False
    match = compare_answers(claim.text, answer)
    if not match.same and not match.contained:
        return False
    right = compare_answers(claim.answer, answer)
    return match.f1 >= right.f1


def _refused_by_inference(claims: Sequence[Claim], tools: Tools) -> list[bool]:
    texts = list(dict.fromkeys(text for one in claims for text in (one.question, one.text)))
    parsed = tools["parser"].parse(texts) if texts else []
    parses = dict(zip(texts, parsed, strict=True))
    pairs = []
    for one in claims:
        made = statement(one.question, one.text, parses[one.question], parses[one.text])
        pairs.append([(_window(text, made.text), made.text) for text in one.passages])
    asked = list(dict.fromkeys(pair for some in pairs for pair in some))
    found = tools["entailer"].entail(asked) if asked else []
    entailed = {pair: one.entailment for pair, one in zip(asked, found, strict=True)}
    return [all(entailed[pair] <= MOST_ENTAILED for pair in some) for some in pairs]


def _window(passage: str, text: str) -> str:
    return " ".join(passage[first:last] for first, last in evidence(passage, text, _WINDOW))
