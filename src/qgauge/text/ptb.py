"""The Penn Treebank tokenizer as used by coco-caption: lower-cased, without punctuation.

Reimplements Stanford's PTBTokenizer 3.4.1 with `-preserveLines -lowerCase`, so that n-gram scores
equal published ones without Java.
"""

from __future__ import annotations

import re
from itertools import chain

from qgauge.text.memo import Memo
from qgauge.text.ptb_rules import MAIL, RULES, SINGLES, SITE, Rule
from qgauge.text.ptb_shapes import shape_of

# Dropped by coco-caption. Its list also has "-LRB-" in capitals, which never matches lower case.
_PUNCTUATION = frozenset(["''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"])

# Fast path: plain words before a space bypass the rules, except for contractions in _FUSED.
_PLAIN_WORD = re.compile(r"[ \n]*+([A-Za-z]++)(?=[ \n)\"]|[,;:?!][ \n])")
_FUSED = frozenset(["cannot", "gonna", "gotta", "lemme", "gimme", "wanna"])
_BLANK = re.compile(r"[ \n\x00]*")
_TOP_DOMAIN = re.compile(r"\.(?i:com|net|org|edu)")

# Patterns for the start of the next chunk, if it must be tokenised together with this one.
_ANYTHING = re.compile("")
_DIGIT_NEXT = re.compile(r"\d")
_CAPITAL_NEXT = re.compile("[A-Z<]")
# Leading dots depend on the chunk before: they may belong to a spaced ellipsis.
_LEADING_DOTS = re.compile(r"\.+[^.]")
_FINAL_NUMBER = re.compile(r"\d\)?$")
_NUMBERED = frozenset(["ca", "fig", "figs", "prop", "no", "nos", "art", "pp", "op"])


def _longest(shape: str, start: int, rules: list[Rule]) -> tuple[int, Rule | None]:
    """Return the token end and the rule of the longest match at `start`, including context."""
    reach, token_end, winner = start, start, None
    for rule in rules:
        found = rule[0].match(shape, start)
        if found is not None and found.end() > reach:
            reach, token_end, winner = found.end(), found.end(found.lastindex or 0), rule
    return token_end, winner


def scan(text: str) -> list[str]:
    """Tokenise a whole text by longest match; keep case, drop punctuation."""
    shape = shape_of(text)
    length = len(text)
    last_at = shape.rfind("@")
    last_domain = max((found.start() for found in _TOP_DOMAIN.finditer(shape)), default=-1)
    tokens: list[str] = []
    at = 0
    while at < length:
        plain = _PLAIN_WORD.match(shape, at)
        if plain is not None and plain[1].lower() not in _FUSED:
            tokens.append(plain[1])
            at = plain.end()
            continue
        blank = _BLANK.match(shape, at)
        at = blank.end() if blank is not None else at
        if at >= length:
            break
        rules = RULES.get(shape[at], [])
        if at < last_at:
            rules = [*MAIL, *rules]
        if at < last_domain:
            rules = [*rules, *SITE]
        end, winner = _longest(shape, at, rules)
        if winner is None:
            token, end = SINGLES.get(shape[at], text[at]), at + 1
        else:
            token = winner[1](text[at:end])
        if token and token not in _PUNCTUATION:
            tokens.append(token)
        at = end
    return tokens


def _joins_next(chunk: str, tokens: list[str]) -> re.Pattern[str] | None:
    """Return the pattern of a next chunk that would change this chunk's tokens, or None."""
    if "<" in chunk:
        return _ANYTHING
    if _LEADING_DOTS.match(chunk):
        return _LEADING_DOTS
    if _FINAL_NUMBER.search(chunk):
        return _DIGIT_NEXT
    if chunk[-1] == "." and tokens:
        if len(tokens[-1]) == 2 and tokens[-1][1] == ".":
            return _CAPITAL_NEXT
        if tokens[-1].lower() in _NUMBERED:
            return _DIGIT_NEXT
    return None


# Fast path: most chunks are plain words, perhaps hyphenated or possessive.
_PLAIN_CHUNK = re.compile(r"([A-Za-z]+(?:-[A-Za-z]+)*)('s)?[?,]?")


def _plain(chunk: str) -> tuple[str, ...] | None:
    plain = _PLAIN_CHUNK.fullmatch(chunk)
    if plain is None or plain[1].lower() in _FUSED:
        return None
    return (plain[1],) if plain[2] is None else (plain[1], "'s")


def _read_alone(chunk: str) -> tuple[re.Pattern[str] | None, list[str]]:
    if plain := _plain(chunk):
        return None, list(plain)
    tokens = scan(chunk)
    return _joins_next(chunk, tokens), tokens


_ALONE = Memo(_read_alone)


def _sure_cased(chunk: str) -> tuple[str, ...] | None:
    """Return the tokens of a chunk, or None if they may depend on its neighbours."""
    if plain := _plain(chunk):
        return plain
    joins_next, tokens = _ALONE[chunk]
    return tuple(tokens) if joins_next is None else None


def _sure_lower(chunk: str) -> tuple[str, ...] | None:
    tokens = _sure_cased(chunk)
    return tokens and tuple([token.lower() for token in tokens])


_cased_of = Memo(_sure_cased).__getitem__
_lower_of = Memo(_sure_lower).__getitem__


def _read_together(text: str) -> list[str]:
    """Tokenise a text with ambiguous chunks: as a whole only if two chunks really interact."""
    chunks = text.split()
    readings = [_ALONE[chunk] for chunk in chunks]
    for place, (joins_next, _) in enumerate(readings, start=1):
        if joins_next is _LEADING_DOTS or (
            joins_next is not None and place < len(chunks) and joins_next.match(chunks[place])
        ):
            return scan(text)
    return [token for _, tokens in readings for token in tokens]


def tokenize(text: str) -> list[str]:
    """Return the lower-cased tokens of a text, without the punctuation that coco-caption drops."""
    try:
        return [*chain.from_iterable(map(_lower_of, text.split()))]  # type: ignore[arg-type]
    except TypeError:  # a chunk is ambiguous (None): cheaper to catch than to check every chunk
        return [token.lower() for token in _read_together(text)]


def bleu_words(tokens: list[str]) -> list[str]:
    """Return tokens as coco-caption's BLEU splits them: the PTB token "2 1/2" is two words."""
    joined = " ".join(tokens)
    return joined.split() if "\xa0" in joined else tokens


def bleu_words_of(chunks: list[str]) -> list[str]:
    """Return `bleu_words` of a text that is already split at white space."""
    try:
        return [*chain.from_iterable(map(_lower_of, chunks))]  # type: ignore[arg-type]
    except TypeError:  # only chunks tokenised together can give a token with a space
        return bleu_words(tokenize(" ".join(chunks)))


def cased_words(text: str) -> list[str]:
    """Return the tokens of `tokenize` with their case."""
    try:
        return [*chain.from_iterable(map(_cased_of, text.split()))]  # type: ignore[arg-type]
    except TypeError:  # a chunk is ambiguous, as above
        return _read_together(text)
