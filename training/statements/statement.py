"""Rewrite a question and its answer as one declarative sentence, by rules and without a parser.

Word lists and lemminflect's dictionary find the auxiliary, the subject and the main verb. If the
rules are not certain, a neutral frame quotes the question, so that a statement never says anything
that its question and answer do not.
"""

from __future__ import annotations

import hashlib
import re

from training.statements.answers import is_nominal, with_unit
from training.statements.clauses import (
    with_auxiliary,
    with_be,
    with_degree,
    with_preposition,
    yes_no,
)
from training.statements.verbs import begins_predicate, finite_at, verb_at
from training.statements.words import (
    ADVERB,
    AUX,
    BE,
    DET,
    HAVE,
    NEGATED,
    PREP,
    PRONOUN,
    WH,
    has_form,
    inside_sentence,
    lemmas_of,
    low_word,
    sentence_of,
)

FRAMES = (
    'The answer to "{q}?" is {a}.',
    'If someone asks "{q}?", the right reply is {a}.',
    '{A} is what answers the question "{q}?"',
)


def frame(question: str, answer: str) -> str:
    """Return the neutral frame, which quotes the question; the question determines the wording."""
    q = question.strip().rstrip("?").strip()
    pick = hashlib.sha256(q.encode()).digest()[0] % len(FRAMES)
    a = inside_sentence(answer)
    return FRAMES[pick].format(q=q, a=a, A=answer[:1].upper() + answer[1:])


def _kind(a: str, body: list[str], at: int) -> tuple[str, list[str]]:
    """Return the answer and the words after what or which, without `kind of`; none if unsure."""
    end = at if at > 0 else finite_at(body)
    noun = [low_word(w) for w in body[: max(end, 0)]]
    if not noun or (at < 0 and (has_form(body[0], "VBD") or has_form(body[0], "VBZ"))):
        return a, body
    head = noun[-1]
    if noun[0] in {"percentage", "percent", "proportion", "portion", "fraction", "part", "amount"}:
        whole = " ".join(body[1:end]) if noun[1:2] == ["of"] else ""
        return (f"{a} {whole}" if whole and whole.split()[-1] not in a else a), body[end - 1 :]
    if noun[0] in {"type", "kind", "sort", "types", "kinds", "form", "style", "color", "colour"}:
        if noun[1:2] == ["of"] and head[:4] not in a.lower():
            adj = " " not in a and a.islower() and not lemmas_of(a, "NOUN")
            adj = adj and bool(lemmas_of(a, "ADJ") or a.endswith("ed"))
            return (f"{a} {' '.join(body[2:end])}", body[end - 1 :]) if adj else (a, [])
        return a, body
    if any(w in PREP - {"of"} or (has_form(w, "VBG") and not lemmas_of(w, "NOUN")) for w in noun):
        return a, []
    if head == "century" and re.fullmatch(r"(?:the )?\w+(?:st|nd|rd|th|first)", a):
        return f"the {a.removeprefix('the ')} century", body
    return a, body


def _rule(question: str, answer: str) -> str:
    """Return the declarative sentence, or "" if no rule is certain."""
    words = question.replace("“", '"').replace("”", '"').split()
    if not words or not answer or len(words) < 2 or len(answer.split()) > 40:
        return ""
    first = low_word(words[0])
    if first in AUX or first in NEGATED:
        return yes_no(words, answer)
    prep = ""
    if first in PREP and low_word(words[1]) in WH:
        prep, words = first, words[1:]
        first = low_word(words[0])
    if first not in WH or first == "whose" or len(words) < 2:
        return ""
    if first in {"what's", "who's", "where's"}:
        words = [first[:-2], "is", *words[1:]]
        first = words[0]
    a, wh = inside_sentence(answer), "who" if first == "whom" else first
    unit, body = "", words[1:]
    at = next((i for i, w in enumerate(body) if low_word(w) in AUX or low_word(w) in NEGATED), -1)
    if wh == "how" and low_word(body[0]) in {"many", "much"}:
        wh, body = "what", body[1:]
        unit = " ".join(body[: at - 1]) if at > 0 else ""
        at = at - 1 if at > 0 else at
        counted = True
    elif wh == "how" and at == 1:
        if low_word(body[0]) not in {"long", "old", "far", "often", "large", "tall", "big", "high"}:
            return ""
        return with_degree(low_word(body[0]), low_word(body[1]), body[2:], a)
    else:
        counted = False
    if counted and at < 0:
        at = finite_at(body)
        return sentence_of(with_unit(a, " ".join(body[:at])), body[at:]) if at > 0 else ""
    if wh in {"what", "which"} and not counted:
        a, body = _kind(a, body, at)
        if not body:
            return ""
        at = next(
            (i for i, w in enumerate(body) if low_word(w) in AUX or low_word(w) in NEGATED), -1
        )
    if wh in {"what", "which"} and low_word(body[0]) in ADVERB and not counted:
        return ""
    if at < 0:
        if wh == "who" or (wh == "what" and (has_form(body[0], "VBD") or has_form(body[0], "VBZ"))):
            ok = has_form(body[0], "VBD") or has_form(body[0], "VBZ") or low_word(body[0]) in ADVERB
            odd = a.lower() in {"i", "we", "they", "you"} and has_form(body[0], "VBZ")
            odd = odd or low_word(body[0]) in {"happened", "happens"} or not is_nominal(a)
            return sentence_of(a, body) if ok and not prep and not odd else ""
        at = finite_at(body)
        return sentence_of(a, body[at:]) if wh in {"what", "which"} and at > 0 and not prep else ""
    noun, aux, rest = body[:at], low_word(body[at]), body[at + 1 :]
    neg, aux = aux in NEGATED, NEGATED.get(aux, aux)
    if not rest:
        return ""
    if noun and wh not in {"what", "which"}:
        if wh == "who" and (has_form(noun[0], "VBD") or has_form(noun[0], "VBZ")):
            return sentence_of(a, body) if low_word(noun[0]) not in {"happened", "happens"} else ""
        return ""
    if low_word(body[0]) in {"happened", "happens"}:
        return ""
    early = finite_at(noun) if noun and not counted else -1
    if early > 0 or (noun and wh == "what" and not counted and has_form(noun[0], "VBD")):
        return sentence_of(a, body[max(early, 0) :]) if not prep else ""
    if prep:
        return with_preposition(prep, aux, neg, rest, a)
    if counted and not noun and aux in BE:
        return ""
    if counted and aux in BE and low_word(rest[0]) == "there":
        return sentence_of("there", aux, with_unit(a, unit), rest[1:])
    if (
        aux in HAVE
        and low_word(rest[0]) in {"a", "an", "its", "their", "no", "his", "her"}
        and (wh == "who" or noun)
        and not any(has_form(w, "VBN") for w in rest[-1:])
    ):
        return sentence_of(with_unit(a, unit), aux, rest)
    if aux in HAVE and not neg and noun and not begins_predicate(rest) and verb_at(rest, "VBN") < 1:
        return sentence_of(with_unit(a, unit), aux, rest)
    if aux in BE:
        if neg:
            return ""
        if counted and not begins_predicate(rest):
            return ""
        return with_be(wh, noun, aux, rest, with_unit(a, unit))
    return with_auxiliary(wh, [] if counted else noun, aux, neg, rest, a, unit)


def by_rule(question: str, answer: str) -> str:
    """Return the rewritten sentence, or "" if the neutral frame is safer."""
    q = re.sub(r"\s+", " ", question).strip().rstrip("?").strip().rstrip(".")
    a = re.sub(r"\s+", " ", answer).strip().rstrip(".;,").strip()
    if not q or not a or "?" in q or re.search(r"[.;] ", q):
        return ""
    if "," in q and re.match(r"(?i)(in|on|at|during|after|before|when|by|as|according|along)\b", q):
        lead, _, tail = q.rpartition(", ")
        if tail and low_word(tail.split()[0]) in WH | PREP and len(lead.split()) < 12:
            text = _rule(tail, a)
            plain = text and text.split()[0].lower() in DET | PRONOUN
            return f"{lead}, {text[:1].lower() if plain else text[:1]}{text[1:]}" if text else ""
    return _rule(q, a)


def statement(question: str, answer: str) -> str:
    """Return one declarative sentence which says that `answer` answers `question`."""
    a = re.sub(r"\s+", " ", answer).strip().rstrip(".;,").strip() or answer.strip()
    return by_rule(question, answer) or frame(re.sub(r"\s+", " ", question), a)
