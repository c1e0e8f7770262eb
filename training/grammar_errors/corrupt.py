"""Insert grammatical errors into correct sentences, and label every word with its kind of error.

`corrupt(words, random, parse)` inserts one or two errors into a tokenised sentence and labels every
word with one of `KINDS`:

- `missing`: a word was dropped; the word after the gap is marked (at the end: the last word).
- `extra`: a word was doubled or inserted; that word is marked.
- `agreement`: is/are, was/were, has/have, does/do, walk/walks: the verb is marked.
- `tense`: a verb form its auxiliary does not take ("did went"): the verb is marked.
- `article`: a wrong a/an/the: the article is marked.
- `preposition`: a wrong preposition is marked.
- `order`: neighbours swapped, or the inversion of a question undone: the moved words are marked.
- `auxiliary`: do for be, be for do, …: the auxiliary is marked.
- `truncated`: cut off after a word that needs another: the last word before the end or the final
  mark is marked.
- `noun_number`: "many book", "a books": the noun is marked.

All choices come from the given `random.Random`, so a seed fixes the output. The rules prefer errors
that cannot be read as correct ("the" is never dropped before a plural) over variety. A `Parse`
makes them more precise; with tags alone (no heads), or without a parse, they use closed word lists
and a table of irregular verbs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from training.grammar_errors.tokens import Parse, Token, tokens_from
from training.grammar_errors.verb_errors import make_agreement, make_auxiliary, make_tense
from training.grammar_errors.word_errors import (
    make_article,
    make_extra,
    make_missing,
    make_noun_number,
    make_order,
    make_preposition,
    make_truncated,
)

KINDS: tuple[str, ...] = (
    "ok",
    "missing",
    "extra",
    "agreement",
    "tense",
    "article",
    "preposition",
    "order",
    "auxiliary",
    "truncated",
    "noun_number",
)
"""Every label of a word, in the order that models and files use."""

WEIGHTS: dict[str, float] = {
    "missing": 1.6,
    "extra": 0.7,
    "agreement": 2.4,
    "tense": 2.6,
    "article": 1.3,
    "preposition": 1.2,
    "order": 0.9,
    "auxiliary": 1.8,
    "truncated": 1.0,
    "noun_number": 3.5,
}
"""How often a kind is tried first; kinds that rarely apply are tried more often."""

RULES: dict[str, Callable[[list[Token], Random], bool]] = {
    "missing": make_missing,
    "extra": make_extra,
    "agreement": make_agreement,
    "tense": make_tense,
    "article": make_article,
    "preposition": make_preposition,
    "order": make_order,
    "auxiliary": make_auxiliary,
    "truncated": make_truncated,
    "noun_number": make_noun_number,
}


def apply(
    kind: str, words: Sequence[str], random: Random, parse: Parse | None = None
) -> tuple[list[str], list[str]]:
    """Insert one error of the given kind; if none fits, return the words unchanged, all "ok"."""
    tokens = tokens_from(words, parse)
    RULES[kind](tokens, random)
    return [t.word for t in tokens], [t.kind for t in tokens]


def corrupt(
    words: Sequence[str], random: Random, parse: Parse | None = None, errors: int | None = None
) -> tuple[list[str], list[str]]:
    """Insert one or two errors (or `errors` of them), and return the words with the kind of each.

    If no rule fits, the words are returned unchanged, all "ok".
    """
    tokens = tokens_from(words, parse)
    if errors is None:
        errors = 2 if len(words) >= 8 and random.random() < 0.3 else 1
    for _ in range(errors):
        # weighted order without replacement (Efraimidis and Spirakis)
        order = sorted(WEIGHTS, key=lambda kind: -(random.random() ** (1 / WEIGHTS[kind])))
        for kind in order:
            if RULES[kind](tokens, random):
                break
    return [t.word for t in tokens], [t.kind for t in tokens]
