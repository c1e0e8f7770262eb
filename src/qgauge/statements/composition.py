"""Assemble a statement from subject, inflected verb and answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from qgauge.statements.gaps import main_verb
from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import DO, can_be, finite_form, negated

_GAP = "\0"


@dataclass(frozen=True, slots=True)
class Statement:
    """A declarative sentence made from a question and its answer."""

    text: str
    """The sentence, with a capital and a full stop."""
    sure: bool
    """Whether parse and word order agree, and the answer fits the gap."""
    rule: str
    """The rule that made the sentence, such as `subject`, `object` or `why`; `frame` if none."""


def compose(rule: str, parts: Iterable[str], sure: bool = True) -> Statement:
    """Join parts into a sentence with single spaces, a capital and a full stop."""
    text = " ".join(" ".join(part for part in parts if part).split())
    text = re.sub(r" ([,;:.])", r"\1", text).strip(" ,;")
    text = text[:1].upper() + text[1:]
    if not text.endswith((".", "!", "?", '."', ".'", ".”")):
        text += "."
    return Statement(text, sure, rule)


def frame(question: str, answer: str) -> Statement:
    """Return the neutral frame `The answer to "…?" is …`, for use where no rule applies.

    Args:
        question: The question.
        answer: The answer.

    Returns:
        The statement, with `sure` false and the rule `frame`.

    Examples:
        >>> from qgauge.statements import frame
        >>> frame("Who built it?", "Marta").text
        'The answer to "Who built it?" is Marta.'
    """
    asked = " ".join(question.split()).rstrip("?.! ")
    return Statement(f'The answer to "{asked}?" is {answer}.', False, "frame")


def predicate(parts: QuestionParts, rest: str, negation: str) -> str:
    """Join auxiliary and rest; undo do-support unless negated: `did see` becomes `saw`."""
    if parts.verb not in DO or negation:
        return f"{negated(parts.verb, negation) if negation else parts.verb} {rest}"
    sentence, verb = parts.sentence, main_verb(parts)
    joined = [
        at
        for at in sentence.children(verb, "conj")
        if sentence.upos(at) == "VERB"
        and sentence.low[at - 1] in ("and", "or", "but")
        and can_be(sentence.low[at], "VB")
    ]
    for at in (verb, *joined):
        word = sentence.words[at].text
        form = finite_form(word, parts.verb)
        if form:
            rest = re.sub(rf"\b{re.escape(word)}\b", form, rest, count=1)
        elif at == verb:
            return f"{parts.verb} {rest}"
    return rest


def place_answer(
    rule: str, parts: QuestionParts, gap: int, said: str, sure: bool = True
) -> Statement:
    """Restore declarative word order and put the answer into its gap."""
    sentence = parts.sentence
    gap = max(gap, parts.rest)
    before, after = sentence.part(parts.rest, gap), sentence.part(gap)
    rest = f"{parts.hedge} {before} {_GAP} {after}"
    clause = predicate(parts, rest, parts.negation).replace(_GAP, said)
    return compose(rule, [parts.lead, parts.subject_text, clause], sure and parts.certain)


def is_plural(sentence: Sentence, first: int) -> bool:
    """Return whether the first noun from `first` on is plural."""
    for at in range(first, len(sentence)):
        if sentence.low[at] in ("of", "in", "that", "who", "which", "for"):
            return False
        if sentence.upos(at) == "NUM" and sentence.low[at] not in ("one", "1"):
            return True
        if sentence.upos(at) == "NOUN" and sentence.upos(at + 1) not in ("NOUN", "PROPN"):
            return sentence.words[at].lemma.lower() != sentence.low[at]
    return False
