"""What statements are put together from: the answer, the subject and the verb in its right form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from qgauge.statements.asked import Asked
from qgauge.statements.gaps import main_verb
from qgauge.statements.sentence import Sentence
from qgauge.statements.verbs import DO, can_be, finite, negated

_GAP = "\0"


@dataclass(frozen=True, slots=True)
class Statement:
    """A declarative sentence, whether the rule that made it was sure, and the rule's name."""

    text: str
    sure: bool
    rule: str


def made(rule: str, parts: Iterable[str], sure: bool = True) -> Statement:
    """One sentence from its parts: single spaces, a capital, a full stop."""
    text = " ".join(" ".join(part for part in parts if part).split())
    text = re.sub(r" ([,;:.])", r"\1", text).strip(" ,;")
    text = text[:1].upper() + text[1:]
    if not text.endswith((".", "!", "?", '."', ".'", ".”")):
        text += "."
    return Statement(text, sure, rule)


def frame(question: str, answer: str) -> Statement:
    """The neutral frame, for whatever no rule is sure of."""
    asked = " ".join(question.split()).rstrip("?.! ")
    return Statement(f'The answer to "{asked}?" is {answer}.', False, "frame")


def subject_of(asked: Asked) -> str:
    """The subject of a question, as written."""
    return asked.sentence.part(*asked.subject)


def negation_of(asked: Asked) -> str:
    """The auxiliary, with the question's negation where it has one."""
    return negated(asked.verb, asked.negation) if asked.negation else asked.verb


def verbed(asked: Asked, rest: str, negation: str) -> str:
    """Auxiliary and rest of a clause; `did see` becomes `saw` where nothing is denied."""
    if asked.verb not in DO or negation:
        return f"{negated(asked.verb, negation) if negation else asked.verb} {rest}"
    sentence, verb = asked.sentence, main_verb(asked)
    joined = [
        at
        for at in sentence.children(verb)
        if sentence.relation(at) == "conj"
        and sentence.upos(at) == "VERB"
        and sentence.low[at - 1] in ("and", "or", "but")
        and can_be(sentence.low[at], "VB")
    ]
    for at in (verb, *joined):
        word = sentence.words[at].text
        form = finite(word, asked.verb)
        if form:
            rest = re.sub(rf"\b{re.escape(word)}\b", form, rest, count=1)
        elif at == verb:
            return f"{asked.verb} {rest}"
    return rest


def placed(rule: str, asked: Asked, gap: int, said: str, sure: bool) -> Statement:
    """Subject, verb and rest in the order of a statement, with the answer in its gap."""
    sentence = asked.sentence
    gap = max(gap, asked.rest)
    before, after = sentence.part(asked.rest, gap), sentence.part(gap, len(sentence))
    rest = f"{asked.hedge} {before} {_GAP} {after}"
    clause = verbed(asked, rest, asked.negation).replace(_GAP, said)
    return made(rule, [asked.lead, subject_of(asked), clause], sure and asked.certain)


def is_several(sentence: Sentence, first: int) -> bool:
    """Whether the first noun from here on is plural."""
    for at in range(first, len(sentence)):
        if sentence.low[at] in ("of", "in", "that", "who", "which", "for"):
            return False
        if sentence.upos(at) == "NUM" and sentence.low[at] not in ("one", "1"):
            return True
        if sentence.upos(at) == "NOUN" and sentence.upos(at + 1) not in ("NOUN", "PROPN"):
            return sentence.words[at].lemma.lower() != sentence.low[at]
    return False
