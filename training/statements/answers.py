"""Answers in the form that a statement needs: with preposition, conjunction or unit."""

from __future__ import annotations

import re

from training.statements.words import (
    AUX,
    DET,
    FEEL,
    MONTH,
    PREP,
    PRONOUN,
    WHEN_START,
    WHY_START,
    has_form,
    lemmas_of,
    low_word,
)


def is_clause(answer: str) -> bool:
    """Return whether an answer looks like a clause with its own subject and finite verb."""
    words = answer.split()
    return low_word(words[0]) in PRONOUN - {"that", "this"} or any(
        low_word(w) in AUX for w in words[1:6]
    )


def is_nominal(answer: str) -> bool:
    """Return whether an answer can be used as a noun phrase."""
    first = low_word(answer.split()[0])
    verbal = has_form(first, "VB") or has_form(first, "VBD")
    if first.endswith("ed") and len(answer.split()) == 2 and lemmas_of(answer.split()[1], "NOUN"):
        return True
    if first in {"felt", "saw", "left", "found", "put", "set", "cut"} and " " in answer:
        return False
    return not (
        is_clause(answer)
        or first in AUX
        or first == "because"
        or (
            verbal
            and not lemmas_of(first, "NOUN")
            and not lemmas_of(first, "ADJ")
            and " " in answer
        )
    )


def agreeing(aux: str, answer: str) -> str:
    """Return the plural of is, was or has if the answer, as subject, is clearly plural."""
    last = answer.split()[-1]
    head = re.split(r" (?:of|in|for|with|from|at|on|to|by) ", answer)[0].split()[-1]
    nouns = lemmas_of(head, "NOUN")
    many = " and " in answer and not answer[:1].isupper()
    plural = (head.islower() and head.endswith("s") and nouns and head not in nouns) or many
    if (
        not plural
        or not last
        or has_form(answer.split()[0].lower(), "VBG")
        or re.search(r"\d", answer)
    ):
        return aux
    return {"is": "are", "was": "were", "has": "have"}.get(aux, aux)


def at_time(answer: str) -> str:
    low, first = answer.lower(), low_word(answer.split()[0])
    if re.match(r"(?:early|late|mid|right|about|around)\W+(?:in )?(?:the )?\d", low):
        return f"in {answer}"
    if first in WHEN_START or low.endswith((" ago", " later", " earlier")):
        return answer
    if re.match(rf"(?:{MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!\d)", low) or re.match(
        rf"\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{MONTH})\b", low
    ):
        return f"on {answer}"
    if re.match(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", low):
        return f"on {answer}"
    if re.match(r"\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m|p\.m|o'clock)|noon|midnight|\d{1,2}:\d\d", low):
        return f"at {answer}"
    if re.search(r"\d|centur|decade|month|year|spring|summer|autumn|winter", low) or re.match(
        rf"(?:{MONTH})\b", low
    ):
        return f"in {answer}"
    return f"when {answer}" if is_clause(answer) else f"at this time: {answer}"


def adjunct(wh: str, answer: str, verb: str) -> str:
    """Turn the answer to when, where, why or how into a phrase at the end of a sentence."""
    first = low_word(answer.split()[0])
    if wh == "when":
        return at_time(answer)
    if wh == "where":
        if first in PREP or first in {
            "there",
            "home",
            "everywhere",
            "nowhere",
            "here",
            "abroad",
            "back",
            "away",
            "upstairs",
            "next",
            "north",
            "south",
        }:
            return answer
        return f"{'to' if verb in {'go', 'move', 'travel', 'return'} else 'in'} {answer}"
    if wh == "why":
        if first in WHY_START:
            return answer
        if is_clause(answer):
            return f"because {answer}"
        nominal = first in DET or answer[:1].isupper() or first.endswith("ing")
        nominal = nominal and not any(has_form(low_word(w), "VBD") for w in answer.split()[1:])
        return f"because of {answer}" if nominal else f"for this reason: {answer}"
    adverbial = any(w.endswith("ly") for w in answer.split()[:2]) and len(answer.split()) < 4
    if first in PREP or adverbial or verb in FEEL:
        return answer
    return f"by {answer}" if has_form(first, "VBG") else f"in this way: {answer}"


def with_unit(answer: str, unit: str) -> str:
    """Turn `40` and `people` into `40 people`; an answer that names its unit stays unchanged."""
    if not unit or not unit.split():
        return answer
    head = unit.split()[0].lower()[:4]
    bare = re.fullmatch(
        r"(?:(?:about|over|almost|nearly|around|approximately|more than|up to|at "
        r"least)\s+)?[\w.,-]+(?:\s(?:hundred|thousand|million|billion))?",
        answer,
    )
    return f"{answer} {unit}" if bare and head not in answer.lower() else answer
