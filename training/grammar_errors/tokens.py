"""The words of a sentence to corrupt: tags, heads, and helpers for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from training.grammar_errors.word_forms import (
    AUX,
    BE,
    CCONJ,
    DET,
    FORMS,
    POSSESSIVE,
    PREP,
    PRON,
    SUBJECT,
    WH,
)


@dataclass(frozen=True)
class Parse:
    """Analysis of the words; only `upos` is needed, empty lists mean unknown.

    `tags` are Penn tags of verbs and nouns (VB VBP VBZ VBD VBN VBG NN NNS), "?" for ambiguous
    words, and "" for others; `heads` are 1-based with 0 for the root, as in CoNLL-U.
    """

    upos: Sequence[str]
    heads: Sequence[int] = ()
    rels: Sequence[str] = ()
    lemmas: Sequence[str] = ()
    tags: Sequence[str] = ()


@dataclass(eq=False)
class Token:
    word: str
    upos: str
    tag: str
    lemma: str
    rel: str
    head: Token | None = None
    kind: str = "ok"

    @property
    def low(self) -> str:
        return self.word.lower()


def guess(word: str, first: bool) -> tuple[str, str, str]:
    """Guess UPOS, tag and lemma of a word from word lists."""
    low = word.lower()
    if not any(c.isalnum() for c in word) and not low.startswith("'"):
        return "PUNCT", "", low
    if low in AUX or low in ("been", "be", "being"):
        return "AUX", "", "be" if low in BE else low
    if low in DET:
        return "DET", "", low
    if low in PREP:
        return "ADP", "", low
    if low in PRON or low in POSSESSIVE:
        return "PRON", "", low
    if low in CCONJ:
        return "CCONJ", "", low
    if low in FORMS:
        lemma, tag = FORMS[low]
        return "VERB", tag, lemma
    if word[:1].isupper() and not first:
        return "PROPN", "", low
    return "X", "", low


def tokens_from(words: Sequence[str], parse: Parse | None) -> list[Token]:
    tokens: list[Token] = []
    for i, word in enumerate(words):
        if parse is None:
            upos, tag, lemma = guess(word, i == 0)
            tokens.append(Token(word, upos, tag, lemma, ""))
            continue
        tokens.append(
            Token(
                word,
                parse.upos[i],
                parse.tags[i] if parse.tags else "",
                (parse.lemmas[i] if parse.lemmas else word).lower(),
                parse.rels[i] if parse.rels else "",
            )
        )
    if parse is not None and parse.heads:
        for token, head in zip(tokens, parse.heads, strict=True):
            token.head = tokens[head - 1] if head else None
    return tokens


def is_free(tokens: list[Token], i: int) -> bool:
    """Return whether a word and its neighbours are still unchanged."""
    return all(t.kind == "ok" for t in tokens[max(0, i - 1) : i + 2])


def cased_like(model: str, word: str) -> str:
    """Return `word` with the capitalisation of `model`."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def replace_word(token: Token, word: str, kind: str) -> bool:
    if word.lower() == token.low:
        return False
    token.word = cased_like(token.word, word)
    token.kind = kind
    return True


def token_at(tokens: list[Token], i: int) -> Token:
    """Return the token at an index, or an empty one beyond the ends."""
    return tokens[i] if 0 <= i < len(tokens) else Token("", "PUNCT", "", "", "")


def place_of(tokens: list[Token], token: Token) -> int:
    """Return the index of a token, or -1 if it was dropped."""
    return tokens.index(token) if token in tokens else -1


def is_question(tokens: list[Token]) -> bool:
    return any(t.low in WH for t in tokens[:3]) or token_at(tokens, 0).low in AUX


def recase(tokens: list[Token], random: Random) -> None:
    """Move the capital after the first word has changed; sometimes leave it as a trace."""
    if random.random() < 0.3 or not tokens:
        return
    first = tokens[0]
    if first.word[:1].islower():
        first.word = first.word[:1].upper() + first.word[1:]
    second = token_at(tokens, 1)
    if second.word[1:].islower() and second.upos not in ("PROPN", "X", "NOUN"):
        second.word = second.word.lower()


def verb_of(tokens: list[Token], i: int) -> Token | None:
    """Return the verb of the auxiliary at `i`, or None if that is unclear."""
    aux = tokens[i]
    if aux.rel:
        head = aux.head
        if head is None or not aux.rel.startswith("aux") or head.upos != "VERB":
            return None
        return head if head in tokens else None
    for token in tokens[i + 1 : i + 7]:
        if token.upos in ("AUX", "PUNCT", "CCONJ", "SCONJ") or token.low in WH:
            return None
        if token.upos == "VERB":
            return token
    return None


def subject_end(tokens: list[Token], i: int) -> int:
    """Return the last index of a short subject that begins at `i`, or -1 if there is none."""
    first = token_at(tokens, i)
    if first.head is not None and first.rel:
        subject = first
        while subject is not None and not subject.rel.startswith("nsubj"):
            if subject.head is None or place_of(tokens, subject.head) < i:
                return -1
            subject = subject.head
        inside = [k for k, t in enumerate(tokens) if is_under(t, subject)]
        end = inside[-1]
        return end if inside == list(range(i, end + 1)) and len(inside) <= 4 else -1
    if first.low in SUBJECT:
        return i
    if first.low in DET | POSSESSIVE:
        k = i + 1
        while token_at(tokens, k).upos == "ADJ":
            k += 1
        noun, after = token_at(tokens, k), token_at(tokens, k + 1)
        if noun.upos in ("NOUN", "X") and after.upos in ("VERB", "ADP", "PUNCT", "X"):
            return k if (after.low != "of" and noun.upos == "NOUN") or after.upos == "VERB" else -1
    return -1


def is_under(token: Token, top: Token) -> bool:
    node: Token | None = token
    for _ in range(60):
        if node is top:
            return True
        if node is None:
            return False
        node = node.head
    return False
