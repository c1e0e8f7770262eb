"""Verb errors: agreement, the form after an auxiliary, the wrong auxiliary."""

from __future__ import annotations

from random import Random

from training.grammar_errors.tokens import (
    Token,
    is_free,
    is_question,
    place_of,
    replace_word,
    token_at,
    verb_of,
)
from training.grammar_errors.word_forms import (
    AGREEMENT,
    AUX,
    BE,
    DO,
    HAVE,
    IRREGULAR,
    MODAL,
    SUBJECT,
    WH,
    inflect,
)


def needed_aux(tokens: list[Token], i: int) -> bool:
    low, before = tokens[i].low, token_at(tokens, i - 1)
    after = token_at(tokens, i + 1)
    asks = is_question(tokens) and i > 0
    if low in BE:
        return i > 0
    if low in DO:
        return asks and after.low not in ("n't", "not")
    if low in MODAL:
        return asks and before.low in WH
    verb = verb_of(tokens, i)
    if verb is None or i == 0:
        return False
    past, part = IRREGULAR.get(verb.lemma, ("", ""))
    return past != part or asks


def make_agreement(tokens: list[Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        if not is_free(tokens, i):
            continue
        low = token.low
        if low in AGREEMENT and token.upos in ("AUX", "VERB"):
            if low in ("do", "have") and (token.tag in ("VB", "VBN") or governed(tokens, i)):
                continue
            if low == "were" and any(t.low in ("if", "wish", "though") for t in tokens[:i]):
                continue
            if low in ("is", "was") and asks_for_subject(tokens, i):
                continue
            if low == "do" and i == 0 and token_at(tokens, 1).low in ("not", "n't"):
                continue
            choices.append((i, random.choice(AGREEMENT[low])))
        elif token.upos == "VERB" and token.tag == "VBZ" and len(token.lemma) > 1:
            choices.append((i, token.lemma))
        elif (token.upos == "VERB" and token.tag == "VBP" and token.rel and low.isalpha()) or (
            token.upos == "VERB"
            and token.tag in ("VB", "VBP")
            and not token.rel
            and token_at(tokens, i - 1).low in SUBJECT
            and not governed(tokens, i)
        ):
            choices.append((i, inflect(token.lemma, "VBZ")))
    if not choices:
        return False
    i, word = random.choice(choices)
    return replace_word(tokens[i], word, "agreement")


def asks_for_subject(tokens: list[Token], i: int) -> bool:
    """Return whether the subject is the question word, of unknown number ("What is under it")."""
    before, after = token_at(tokens, i - 1), token_at(tokens, i + 1)
    return before.low in ("what", "which", "who") and after.upos in ("ADP", "ADJ", "VERB", "ADV")


def governed(tokens: list[Token], i: int) -> bool:
    """Return whether an auxiliary or "to" before a verb requires its base form."""
    for token in reversed(tokens[max(0, i - 6) : i]):
        if token.upos == "PUNCT" or token.low in WH:
            return False
        if token.low in MODAL | DO | {"to", "'ll", "'d", "ca", "wo", "let"}:
            return True
    return False


def make_tense(tokens: list[Token], random: Random) -> bool:
    choices: list[tuple[Token, str]] = []
    wanted: tuple[str, ...]
    for i, token in enumerate(tokens):
        if (
            token.upos == "PART"
            and token.low == "to"
            and token_at(tokens, i + 1).tag in ("VB", "VBP")
        ):
            verb: Token | None = tokens[i + 1]
            wanted = ("VBD", "VBG", "VBZ")
        elif token.upos != "AUX" or token.low not in AUX:
            continue
        else:
            verb = verb_of(tokens, i)
            wanted = wrong_forms(token.low, verb.tag if verb else "")
        if verb is None or not wanted or not verb.lemma.isalpha() or verb.lemma == "be":
            continue
        k = place_of(tokens, verb)
        if k > i and is_free(tokens, k) and verb.low.isalpha():
            forms = [inflect(verb.lemma, tag) for tag in wanted]
            choices += [(verb, form) for form in forms if form != verb.low]
    if not choices:
        return False
    verb, form = random.choice(choices)
    return replace_word(verb, form, "tense")


def wrong_forms(aux: str, tag: str) -> tuple[str, ...]:
    """Return tags that would be wrong for a verb with this tag under this auxiliary."""
    if aux in DO and tag in ("VB", "VBP"):
        return ("VBD", "VBD", "VBZ", "VBG")
    if aux in MODAL and tag in ("VB", "VBP"):
        return ("VBD", "VBZ", "VBG")
    if aux in HAVE and tag in ("VBN", "VBD"):
        return ("VB", "VBG", "VBZ")
    if aux in BE and tag == "VBG":
        return ("VB", "VBZ")
    if aux in BE and tag in ("VBN", "VBD"):
        return ("VB", "VBZ")
    return ()


def make_auxiliary(tokens: list[Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        low = token.low
        if token.upos != "AUX" or low not in AUX or not is_free(tokens, i):
            continue
        if token_at(tokens, i + 1).low in ("n't", "not"):
            continue
        verb = verb_of(tokens, i)
        if low in DO:
            if verb is None or verb.tag not in ("VB", "VBP"):
                continue
            same = inflect(verb.lemma, "VBN") == verb.low
            wrong = {"do": ("are", "have"), "does": ("is", "has"), "did": ("was", "has", "is")}[low]
            choices += [(i, w) for w in wrong if not same]
        elif low in BE:
            wrong = ("do",) if low in ("are", "am") else ("does",) if low == "is" else ("did",)
            if verb is not None or (is_question(tokens) and i > 0):
                choices += [(i, w) for w in wrong]
        elif low in HAVE:
            if verb is None or inflect(verb.lemma, "VBN") == verb.lemma:
                continue
            choices += [
                (i, w)
                for w in {"has": ("does", "can"), "have": ("do", "can")}.get(low, ("did", "could"))
            ]
        elif verb is not None and verb.tag in ("VB", "VBP"):
            same = inflect(verb.lemma, "VBN") == verb.low
            choices += [(i, w) for w in ("is", "has", "was", "are") if not same]
    if not choices:
        return False
    i, word = random.choice(choices)
    return replace_word(tokens[i], word, "auxiliary")
