"""Makes ungrammatical questions and sentences out of good ones, and says where and how.

`corrupt(words, random, parse)` puts one or two errors into a tokenised sentence and labels
every word with one of `KINDS`. The labels follow one rule a kind:

- `missing`: a word was dropped; the word after the gap is marked (at the end: the last word left).
- `extra`: a word was doubled or put in; that word is marked.
- `agreement`: is/are, was/were, has/have, does/do, walk/walks: the verb is marked.
- `tense`: a verb form its auxiliary does not take ("did went"): the verb is marked.
- `article`: a/an/the in the wrong place: the article is marked.
- `preposition`: a wrong one: it is marked.
- `order`: neighbours swapped, or a question's inversion undone: the words moved are marked.
- `auxiliary`: do for be, be for do, …: the auxiliary is marked.
- `truncated`: cut off after a word that needs another: the last word before the end or the
  final mark is marked.
- `noun_number`: "many book", "a books": the noun is marked.

Everything is drawn from the `random.Random` handed in, so a seed fixes the output. Rules prefer
errors that cannot be read as correct ("the" is never dropped before a plural) to variety. A
`Parse` sharpens them; tags alone (no heads) and nothing at all work as well, with closed word
lists and a table of irregular verbs.
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
"""How often a kind is tried first; kinds that seldom apply are tried more often."""

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
    """One error of the given kind; all "ok" and the words unchanged where none fits."""
    tokens = tokens_from(words, parse)
    RULES[kind](tokens, random)
    return [t.word for t in tokens], [t.kind for t in tokens]


def corrupt(
    words: Sequence[str], random: Random, parse: Parse | None = None, errors: int | None = None
) -> tuple[list[str], list[str]]:
    """The words with one or two errors (or `errors` of them), and the kind of every word.

    Words that no rule fits come back as they are, all "ok".
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
