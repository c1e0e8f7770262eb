"""Find the verb of an unparsed question, and the position of the answer after it."""

from __future__ import annotations

from training.statements.words import (
    ADVERB,
    AUX,
    BE,
    CONJ,
    CONTROL,
    DET,
    DITRANSITIVE,
    NOUNY,
    PRED_ADJ,
    PREP,
    PRONOUN,
    VERBS,
    finite_form,
    has_form,
    lemmas_of,
    low_word,
    low_word_at,
)


def noun_before(words: list[str], i: int) -> bool:
    """Return whether a noun phrase can end right before word i."""
    if i == 0:
        return False
    prev = low_word(words[i - 1]) if words[i - 1].islower() else ""
    if prev in ADVERB and i > 1:
        return noun_before(words, i - 1)
    if prev in DET - {"one", "this", "that", "these", "those", "all", "both"} or prev in PREP | {
        "and"
    }:
        return False
    only_adj = lemmas_of(prev, "ADJ") and not lemmas_of(prev, "NOUN") and words[i - 1].islower()
    return not (only_adj or prev.endswith("'s") or words[i - 1].endswith(("'", ",")))


def _verbal(words: list[str], i: int) -> bool:
    """Return whether a word that may be a noun is in the position of a main verb."""
    if not lemmas_of(words[i], "NOUN"):
        return True
    after = low_word_at(words, i + 1)
    return low_word(words[i]) not in NOUNY and (not after or after in (PREP | DET | CONJ) - {"of"})


def verb_at(words: list[str], tag: str = "VB") -> int:
    """Return the index of the main verb in `subject verb rest`, or -1 if unclear."""
    if not words:
        return -1
    if low_word(words[0]) in PRONOUN and len(words) > 1:
        at = 2 if low_word(words[1]) in ADVERB and len(words) > 2 else 1
        return at if has_form(words[at], tag) or low_word(words[at]) == "be" else -1
    found = [i for i, w in enumerate(words) if i and has_form(w, tag) and noun_before(words, i)]
    sure = [
        i for i in found if low_word(words[i]) in VERBS - NOUNY or not lemmas_of(words[i], "NOUN")
    ]
    found = [i for i in found if low_word(words[i]) in VERBS or _verbal(words, i)]
    if not found:
        return -1
    if sure and (sure[0] == found[0] or low_word(words[found[0]]) not in VERBS):
        return sure[0]
    return found[0] if len(found) == 1 and low_word(words[found[0]]) not in NOUNY else -1


def participle_at(words: list[str]) -> int:
    """Return the start of a passive or progressive predicate after its subject, or -1."""
    found = [
        i
        for i, w in enumerate(words)
        if i
        and (has_form(w, "VBN") or has_form(w, "VBG") or low_word(w) in PRED_ADJ)
        and noun_before(words, i)
        and low_word(words[i - 1]) not in {"been", "being"}
        and not (has_form(w, "VBG") and lemmas_of(w, "NOUN") and not _verbal(words, i))
    ]
    if len(found) > 1:
        if found[-1] == len(words) - 1 and low_word(words[found[-1] - 1]) not in {"and", "to"}:
            return found[-1]
        gap = {low_word(w) for w in words[found[0] + 1 : found[1]]}
        return found[0] if gap & (CONJ | {"by", "to"}) else -1
    return found[0] if found else -1


def finite_at(words: list[str]) -> int:
    """Return the finite verb's index in `noun phrase verb ...` of a subject question, or -1."""
    for i, word in enumerate(words):
        if i == 0 or not noun_before(words, i):
            continue
        verbal = has_form(word, "VBD") or has_form(word, "VBZ")
        if not verbal and not (
            has_form(word, "VB") and words[i - 1].lower().endswith(("s", "people"))
        ):
            continue
        after = low_word(words[i + 1]) if i + 1 < len(words) else ""
        if not lemmas_of(word, "NOUN") or has_form(word, "VBD") or after in DET:
            return i
        return i if after in PREP - {"of"} and low_word(word) in VERBS else -1
    return -1


def object_gap(rest: list[str], verb: str) -> int:
    """Return the position of the object among the words after the verb, or -1 if unclear."""
    n = len(rest)
    low = [low_word(w) for w in rest]
    if any(w in AUX or w in {"who", "which"} for w in low):
        return n if low and low[-1] in BE else (0 if low[0] in PREP | CONJ else -1)
    for i, word in enumerate(low):
        if word in PREP and (i + 1 == n or (low[i + 1] in PREP | CONJ and i == 0)):
            while i + 1 < n and low[i + 1] in PREP and i + 2 == n:
                i += 1
            return i + 1
    if verb in CONTROL and low[:1] == ["to"] and n > 1 and has_form(rest[1], "VB"):
        inner = object_gap(rest[2:], low[1])
        return -1 if inner < 0 else inner + 2
    if low[:1] == ["to"] and verb in {"need", "have", "ask", "help", "like", "use", "want"}:
        return -1 if verb != "use" else 0
    if not low or low[0] in PREP | CONJ | ADVERB or low[0].endswith("ly"):
        return 0
    if has_form(rest[0], "VBD") and not lemmas_of(rest[0], "NOUN"):
        return 0
    if verb in DITRANSITIVE:
        return next((i for i, w in enumerate(low) if i and w in PREP | CONJ), n)
    return -1


def with_do(do: str, rest: list[str], neg: bool) -> tuple[list[str], str, str, list[str]] | None:
    """Split `do subject verb ...` into (subject, base verb, finite verb, words after it)."""
    at = verb_at([w for w in rest if w != "not"])
    if at < 1:
        return None
    if "not" in rest[: at + 1]:
        neg = True
        rest = [w for i, w in enumerate(rest) if w != "not" or i > at]
    verb = low_word(rest[at])
    finite = f"{do} not {verb}" if neg else finite_form(verb, do)
    tail = rest[at + 1 :]
    for i in range(1, 0 if neg else len(tail)):
        joined = low_word(tail[i - 1]) == "and" and has_form(tail[i], "VB") and "to" not in tail[:i]
        if joined and (low_word(tail[i]) in VERBS - NOUNY or not lemmas_of(tail[i], "NOUN")):
            tail[i] = finite_form(low_word(tail[i]), do) or tail[i]
    return (rest[:at], verb, finite, tail) if finite else None


def begins_predicate(words: list[str]) -> bool:
    """Return whether a predicate follows be/have/modal, so that the wh-word is the subject."""
    first = low_word(words[0])
    if first in ADVERB and len(words) > 1:
        return begins_predicate(words[1:])
    nxt = low_word(words[1]) if len(words) > 1 else ""
    if first in PREP | {"able", "been", "being", "responsible"}:
        return True
    if has_form(words[0], "VBN") or first in PRED_ADJ:
        return not nxt or nxt in PREP | DET | CONJ or words[-1] == words[0]
    return False
