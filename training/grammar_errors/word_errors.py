"""Errors of other words: missing, extra, article, preposition, order, truncation, number."""

from __future__ import annotations

import re
from random import Random

from training.grammar_errors.tokens import (
    Token,
    is_free,
    recase,
    replace_word,
    subject_end,
    token_at,
)
from training.grammar_errors.verb_errors import needed_aux
from training.grammar_errors.word_forms import (
    ARTICLES,
    AUX,
    CCONJ,
    PLURAL_CUES,
    POSSESSIVE,
    PREP,
    SINGULAR_CUES,
    SUBJECT,
    UNCHANGED,
    WH,
    WRONG_PREP,
    plural,
    singular,
)


def make_missing(tokens: list[Token], random: Random) -> bool:
    groups: dict[str, list[int]] = {"article": [], "preposition": [], "auxiliary": [], "other": []}
    for i, token in enumerate(tokens):
        if not is_free(tokens, i):
            continue
        group = droppable(tokens, i, token)
        if group:
            groups[group].append(i)
    names = [name for name, places in groups.items() if places]
    if not names or len(tokens) < 4:
        return False
    i = random.choice(groups[random.choice(names)])
    was_capital = i == 0 and tokens[0].word[:1].isupper()
    del tokens[i]
    tokens[min(i, len(tokens) - 1)].kind = "missing"
    if was_capital:
        recase(tokens, random)
    return True


def droppable(tokens: list[Token], i: int, token: Token) -> str:
    before, after = token_at(tokens, i - 1), token_at(tokens, i + 1)
    low = token.low
    if low in ARTICLES and token.upos == "DET":
        noun = token.head if token.head is not None else after
        if noun.tag == "NNS" or noun.upos == "PROPN" or after.low in ("most", "first", "last"):
            return ""
        return "article" if noun.tag == "NN" or not noun.low.endswith("s") else ""
    if token.upos == "ADP" and low in PREP:
        if after.upos in ("PUNCT", "CCONJ", "ADP") or token.rel.startswith(("compound", "mark")):
            return ""
        return "preposition"
    if token.upos == "AUX" and low in AUX:
        return "auxiliary" if needed_aux(tokens, i) else ""
    if low == "to" and token.upos == "PART" and before.low not in ("help", "helped"):
        return "other"
    if token.upos == "NOUN" and (before.low in ARTICLES or before.low in ("of", "from")):
        return "other" if after.upos in ("PUNCT", "ADP", "AUX", "VERB") else ""
    if low in SUBJECT and before.low in AUX and after.upos in ("VERB", "ADV", "ADJ", "AUX"):
        return "other"
    if token.upos == "VERB" and (before.low in SUBJECT or before.low == "to"):
        return "other" if after.upos in ("DET", "PRON", "ADP", "PUNCT", "PROPN") else ""
    return ""


def make_extra(tokens: list[Token], random: Random) -> bool:
    if random.random() < 0.45:
        places = [
            i
            for i, t in enumerate(tokens)
            if is_free(tokens, i)
            and t.upos not in ("PUNCT", "ADV", "ADJ", "INTJ", "NUM", "SYM")
            and t.low not in ("that", "had", "her", "his")
        ]
        if not places:
            return False
        i = random.choice(places)
        source = tokens[i]
        word = source.word if source.upos == "PROPN" or source.word == "I" else source.low
        tokens.insert(i + 1, Token(word, source.upos, "", source.lemma, "", None, "extra"))
        return True
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        if i == 0 or not is_free(tokens, i):
            continue
        before = tokens[i - 1]
        if token.low in SUBJECT or (token.upos == "AUX" and token.low in AUX):
            choices += [(i, w) for w in ("the", "a", "of")]
        elif token.upos == "DET" and token.low in ARTICLES and before.upos == "ADP":
            choices += [(i, w) for w in ("of", "to", "at") if w != before.low]
        elif token.tag in ("VBD", "VBZ") and token.upos == "VERB" and before.upos != "AUX":
            choices += [(i, w) for w in ("is", "do", "of", "the")]
        elif token.upos == "ADP" and before.upos in ("NOUN", "PROPN") and token.low in PREP:
            choices += [(i, w) for w in ("is", "the", "a")]
        elif token.tag in ("VB", "VBP") and token.upos == "VERB" and before.low in SUBJECT:
            choices += [(i, w) for w in ("is", "are", "of")]
    if not choices:
        return False
    i, word = random.choice(choices)
    tokens.insert(i, Token(word, "X", "", word, "", None, "extra"))
    return True


def make_article(tokens: list[Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        after = token_at(tokens, i + 1)
        if token.low not in ARTICLES or not is_free(tokens, i) or not after.word[:1].isalpha():
            continue
        if token.upos not in ("DET", "X"):
            continue
        right = "an" if vowel_sound(after.low) else "a"
        wrong = "a" if right == "an" else "an"
        if token.low == right and len(after.word) > 1:
            choices += [(i, wrong)] * 3
        elif token.low == "the":
            if len(after.word) > 1:
                choices.append((i, wrong))
            noun = token.head if token.head is not None else after
            if noun.tag == "NNS" or after.low in ("most", "same", "only", "best", "first"):
                choices += [(i, right)] * 3
    if not choices:
        return False
    i, word = random.choice(choices)
    return replace_word(tokens[i], word, "article")


def vowel_sound(word: str) -> bool:
    if word.startswith(("hour", "honest", "honor", "honour", "heir")):
        return True
    if re.match(r"(uni|use|usu|eu|one|once|ut[ei]|ub)", word) and not word.startswith("unin"):
        return False
    return word[:1] in "aeiou"


def make_preposition(tokens: list[Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        after = token_at(tokens, i + 1)
        if token.low not in WRONG_PREP or token.upos != "ADP" or not is_free(tokens, i):
            continue
        if after.upos in ("PUNCT", "SCONJ", "CCONJ") or token.rel.startswith(("mark", "advmod")):
            continue
        if token.low == "to" and not token.rel and after.upos not in ("DET", "PRON", "PROPN"):
            continue
        choices += [(i, word) for word in WRONG_PREP[token.low]]
    if not choices:
        return False
    i, word = random.choice(choices)
    return replace_word(tokens[i], word, "preposition")


SWAPS = {
    ("DET", "NOUN"), ("DET", "ADJ"), ("ADP", "DET"), ("ADP", "PROPN"), ("ADP", "NOUN"),
    ("ADP", "X"), ("DET", "X"), ("ADJ", "NOUN"), ("NOUN", "ADP"), ("VERB", "DET"), ("AUX", "VERB"),
    ("PART", "VERB"), ("NOUN", "VERB"), ("ADP", "PRON"), ("NUM", "NOUN"), ("AUX", "DET"),
}  # fmt: skip


def make_order(tokens: list[Token], random: Random) -> bool:
    inversions: list[tuple[int, int]] = []
    if any(t.low in WH for t in tokens[:2]):
        for i, token in enumerate(tokens[:8]):
            if i == 0 or token.upos != "AUX" or token.low not in AUX:
                continue
            end = subject_end(tokens, i + 1)
            if end > 0 and all(is_free(tokens, k) for k in range(i, end + 1)):
                inversions.append((i, end))
            break
    swaps = [
        i
        for i in range(len(tokens) - 1)
        if (tokens[i].upos, tokens[i + 1].upos) in SWAPS
        and tokens[i].low != tokens[i + 1].low
        and not (i == 0 and tokens[0].upos == "AUX")
        and is_free(tokens, i)
        and is_free(tokens, i + 1)
    ]
    if inversions and (not swaps or random.random() < 0.6):
        i, end = random.choice(inversions)
        moved = tokens.pop(i)
        tokens.insert(end, moved)
        for token in tokens[i : end + 1]:
            token.kind = "order"
        return True
    if not swaps:
        return False
    i = random.choice(swaps)
    tokens[i], tokens[i + 1] = tokens[i + 1], tokens[i]
    tokens[i].kind = tokens[i + 1].kind = "order"
    if i == 0 and tokens[1].word[:1].isupper():
        recase(tokens, random)
    return True


def make_truncated(tokens: list[Token], random: Random) -> bool:
    if any(t.kind != "ok" for t in tokens):
        return False
    last = len(tokens) - 1
    final = tokens[last] if tokens[last].word in ("?", ".", "!") else None
    places: list[int] = []
    for i, token in enumerate(tokens):
        after = token_at(tokens, i + 1)
        if i < 2 or after.upos == "PUNCT" or i >= last:
            continue
        before = tokens[i - 1]
        if (
            token.low in ARTICLES
            or (token.low in POSSESSIVE and token.low not in ("his", "her", "its"))
            or token.low in CCONJ
            or token.low == "of"
            or (token.upos == "ADP" and token.low in PREP and before.upos in ("NOUN", "PROPN"))
            or (token.low == "to" and token.upos == "PART" and before.upos in ("NOUN", "ADJ"))
            or (
                token.upos == "ADJ"
                and before.low in ARTICLES
                and after.upos == "NOUN"
                and not token.low.endswith("st")
            )
        ):
            places.append(i)
    if not places:
        return False
    cut = random.choice(places)
    del tokens[cut + 1 :]
    tokens[-1].kind = "truncated"
    if final is not None:
        tokens.append(final)
    return True


def make_noun_number(tokens: list[Token], random: Random) -> bool:
    choices: list[tuple[int, str]] = []
    for i, token in enumerate(tokens):
        if token.upos not in ("NOUN", "X") or not token.word.isalpha() or not is_free(tokens, i):
            continue
        if token.low in WH or token_at(tokens, i + 1).upos in ("NOUN", "PROPN", "X"):
            continue
        cues = {t.low for t in modifiers(tokens, i)}
        number = any(t.upos == "NUM" and t.low not in ("one", "1") for t in modifiers(tokens, i))
        one = "one" if token.tag == "NNS" and one_of(tokens, i) else ""
        if (cues & PLURAL_CUES or number or one) and token.tag in ("NNS", "", "?"):
            word = singular(token.word, token.lemma)
            if word:
                choices.append((i, word))
        elif (
            cues & SINGULAR_CUES
            and not number
            and token.low not in UNCHANGED
            and (token.tag == "NN" or (not token.tag and not token.low.endswith("s")))
        ):
            choices.append((i, plural(token.low)))
    if not choices:
        return False
    i, word = random.choice(choices)
    return replace_word(tokens[i], word, "noun_number")


def modifiers(tokens: list[Token], i: int) -> list[Token]:
    """Return the words before a noun that modify it."""
    if tokens[i].head is not None or tokens[i].rel:
        return [t for t in tokens[max(0, i - 4) : i] if t.head is tokens[i]]
    found: list[Token] = []
    for token in reversed(tokens[max(0, i - 3) : i]):
        found.append(token)
        if token.upos != "ADJ":
            break
    return found


def one_of(tokens: list[Token], i: int) -> bool:
    return " ".join(t.low for t in tokens[max(0, i - 3) : i]).endswith("one of the")
