"""Put subject, verb and answer in the order of a statement, by the question's auxiliary."""

from __future__ import annotations

import re

from training.statements.answers import adjunct, agreeing, at_time, is_nominal, with_unit
from training.statements.verbs import (
    begins_predicate,
    noun_before,
    object_gap,
    participle_at,
    verb_at,
    with_do,
)
from training.statements.words import (
    ADVERB,
    AUX,
    BE,
    CONJ,
    DET,
    DO,
    FEEL,
    GIVEN,
    HAVE,
    MODAL,
    NEGATED,
    PREP,
    PRONOUN,
    TIME_NOUN,
    finite_form,
    has_form,
    lemmas_of,
    low_word,
    low_word_at,
    sentence_of,
)


def with_be(wh: str, noun: list[str], aux: str, rest: list[str], a: str) -> str:
    """Handle questions whose auxiliary is a form of be."""
    if not rest or low_word(rest[0]) == "there":
        return ""
    if wh in {"when", "where", "why", "how"}:
        at = participle_at(rest)
        if at < 0:
            if wh in {"when", "where"} and not any(low_word(w) in AUX for w in rest):
                return sentence_of(rest, aux, adjunct(wh, a, ""))
            return ""
        if (
            has_form(rest[at], "VBN")
            and low_word_at(rest, at + 1) in DET
            and low_word_at(rest, at) not in GIVEN
        ):
            return ""
        while at > 1 and (
            low_word(rest[at - 1]) in ADVERB or low_word(rest[at - 1]).endswith("ly")
        ):
            at -= 1
        if wh == "where" and low_word(rest[-1]) in PREP:
            return sentence_of(rest[:at], aux, rest[at:], a)
        return sentence_of(rest[:at], aux, rest[at:], adjunct(wh, a, ""))
    if not is_nominal(a) or low_word(rest[-1]) in ADVERB | {"doing"}:
        return ""
    if noun and low_word(noun[-1]) in TIME_NOUN and not begins_predicate(rest):
        at = participle_at(rest)
        if at < 0 or low_word(rest[-1]) in PREP:
            return ""
        return sentence_of(rest[:at], aux, rest[at:], at_time(a))
    if begins_predicate(rest) or (wh == "who" and has_form(rest[0], "VBG")):
        return sentence_of(a, agreeing(aux, a), rest)
    if low_word(rest[0]) in ADVERB:
        return ""
    if has_form(rest[0], "VBG") or has_form(rest[0], "VBN"):
        return sentence_of(rest, aux, a) if len(rest) == 1 and has_form(rest[0], "VBG") else ""
    low = [low_word(w) for w in rest]
    if low[-1] in PREP:
        if any(w in AUX | {"that", "which", "who"} for w in low):
            return ""
        at = participle_at(rest)
        if at < 0 and len(rest) > 1 and low[-2] not in PREP and not noun:
            adj = lemmas_of(low[-2], "ADJ") and not lemmas_of(low[-2], "NOUN")
            at = len(rest) - (2 if adj else 1)
        return sentence_of(rest[:at], aux, rest[at:], a) if at > 0 else ""
    at = next((i for i, w in enumerate(low) if i and w in GIVEN and noun_before(rest, i)), -1)
    if at > 0 and low[at + 1 : at + 2] not in (["by"], ["to"]):
        gap = object_gap(rest[at + 1 :], "")
        if gap < 0:
            return ""
        cut = at + 1 + gap
        return sentence_of(rest[:at], aux, rest[at:cut], a, rest[cut:])
    at = next(
        (i for i, w in enumerate(rest) if i and has_form(w, "VBG") and noun_before(rest, i)), -1
    )
    if at > 0 and at < len(rest) - 1 and low[at + 1] in PREP and "of" not in low[:at]:
        return ""
    if at > 0 and (at == len(rest) - 1 or low[at + 1] in CONJ) and not lemmas_of(rest[at], "NOUN"):
        return sentence_of(rest[:at], aux, rest[at], a, rest[at + 1 :])
    if (
        "to" in low[-2:-1]
        and has_form(rest[-1], "VB")
        and low[-1] not in {"do", "be", "have", "become"}
    ):
        return ""
    if "to" in low and low[-1] in {"do", "be", "have", "become"} and participle_at(rest) > 0:
        at = participle_at(rest)
        return sentence_of(rest[:at], aux, rest[at:], a)
    if any(w in AUX for w in low) and not any(w in {"that", "who", "which", "when"} for w in low):
        return ""
    if noun and not (low[0] == "the" and {"of", "for", "first", "most", "only", "last"} & {*low}):
        return ""
    if noun and participle_at(rest) > 0:
        return ""
    return sentence_of(a, aux, rest) if noun else sentence_of(rest, aux, a)


def with_auxiliary(
    wh: str, noun: list[str], aux: str, neg: bool, rest: list[str], a: str, unit: str
) -> str:
    """Handle questions with do-support, have or a modal."""
    full = with_unit(a, unit)
    if aux in DO:
        parts = with_do(aux, rest, neg)
        if parts is None:
            return ""
        subject, verb, finite, tail = parts
    else:
        tag = "VBN" if aux in HAVE else "VB"
        start = 1 if rest and low_word(rest[0]) in ADVERB else 0
        if len(rest) > start and (
            has_form(rest[start], tag) or low_word(rest[start]) in {"be", "been"}
        ):
            later = verb_at(rest[start:], tag) > 0
            if wh in {"when", "where", "why", "how"} or (later and lemmas_of(rest[start], "NOUN")):
                return ""
            if not is_nominal(a) or low_word(rest[start]) == "happen":
                return ""
            return sentence_of(full, agreeing(aux, full), "not" if neg else "", rest)
        at = verb_at(rest, tag)
        if at < 1:
            return ""
        subject, verb, tail = rest[:at], low_word(rest[at]), rest[at + 1 :]
        finite = f"{aux} not {verb}" if neg else f"{aux} {verb}"
    if wh in {"when", "where", "why", "how"}:
        if tail and low_word(tail[0]) in AUX:
            return ""
        if wh == "where" and tail and low_word(tail[-1]) in PREP:
            return sentence_of(subject, finite, tail, a)
        if wh == "how" and verb in FEEL:
            return "" if not is_nominal(a) else sentence_of(subject, finite, a, tail)
        return sentence_of(subject, finite, tail, adjunct(wh, a, verb))
    if noun and low_word(noun[-1]) in TIME_NOUN and (not tail or low_word(tail[-1]) not in PREP):
        return sentence_of(subject, finite, tail, at_time(a))
    if verb == "do" and wh == "what" and not noun:
        words = a.split()
        if aux in MODAL and has_form(words[0], "VB") and not neg:
            return sentence_of(subject, aux, a, tail)
        if aux not in DO:
            return ""
        if has_form(words[0], "VBD" if aux == "did" else "VBZ") and not neg:
            return sentence_of(subject, a, tail)
        if has_form(words[0], "VB") and aux == "did" and not neg:
            return sentence_of(subject, finite_form(words[0], "did"), words[1:], tail)
        return ""
    if a.split()[0] == finite or (low_word(tail[-1]) if tail else "") in AUX | {"do"}:
        return ""
    if not is_nominal(a) or verb == "happen" or [low_word(w) for w in tail[:2]] == ["to", "do"]:
        return ""
    gap = object_gap(tail, verb)
    return "" if gap < 0 else sentence_of(subject, finite, tail[:gap], full, tail[gap:])


def with_degree(word: str, aux: str, rest: list[str], a: str) -> str:
    """Handle `How long did it last?`, `How old is she?`."""
    if aux in DO:
        parts = with_do(aux, rest, False)
        if parts is None:
            return ""
        subject, verb, finite, tail = parts
        lasting = verb in {"last", "take", "wait", "go"} or low_word(a.split()[0]) in PREP
        link = "for" if word == "long" and not lasting else ""
        return (
            sentence_of(subject, finite, link, a, tail)
            if not tail
            else sentence_of(subject, finite, tail, link, a)
        )
    if aux in BE and rest and participle_at(rest) < 0 and word != "often":
        unit = word if re.search(r"(?:year|met|feet|foot|mile|km|inch)\w*$", a) else ""
        return sentence_of(rest, aux, a, "" if unit in {"far", "large", "big"} else unit)
    return ""


def with_preposition(prep: str, aux: str, neg: bool, rest: list[str], a: str) -> str:
    """Handle `In which year did ...`: the phrase goes to the end."""
    phrase = a if low_word(a.split()[0]) in PREP else f"{prep} {a}"
    if aux in DO:
        parts = with_do(aux, rest, neg)
        return sentence_of(parts[0], parts[2], parts[3], phrase) if parts else ""
    at = participle_at(rest) if aux in BE else verb_at(rest, "VBN" if aux in HAVE else "VB")
    return sentence_of(rest[:at], aux, "not" if neg else "", rest[at:], phrase) if at > 0 else ""


def yes_no(words: list[str], answer: str) -> str:
    said = answer.lower().strip(" .!,")
    if said not in {"yes", "no"}:
        return ""
    aux, rest, no = low_word(words[0]), words[1:], said == "no"
    aux = NEGATED.get(aux, aux)
    if aux in DO:
        parts = with_do(aux, rest, no)
        return sentence_of(parts[0], parts[2], parts[3]) if parts else ""
    at = participle_at(rest) if aux in BE else verb_at(rest, "VBN" if aux in HAVE else "VB")
    if at < 1 and aux in BE and rest and (low_word(rest[0]) in PRONOUN or rest[0][:1].isupper()):
        at = next((i for i, w in enumerate(rest) if i and not w[:1].isupper()), -1)
    if at < 1:
        return ""
    return sentence_of(rest[:at], aux, "not" if no else "", rest[at:])
