"""Candidate corrections for each kind of grammar error; the model chooses among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

ARTICLES = ("a", "an", "the")
PREPOSITIONS = (
    *("of", "in", "to", "for", "with", "on", "at", "by", "from", "about", "into", "during"),
    *("between", "after"),
)
AUXILIARIES = (
    *("is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "be", "been"),
    *("can", "could", "will", "would", "should"),
)
AGREEING = ("am is are", "was were", "has have", "does do", "'s 're 'm")
"""Sets of forms that differ only in person and number."""
MOST_REORDERED = 4
"""Longest error whose words are tried in every order (24 orders)."""


def candidates(kind: str, words: Sequence[str], first: bool) -> list[str]:
    """Return candidate corrections of an error.

    Args:
        kind: The kind of error, such as `"agreement"`.
        words: The words of the error.
        first: Whether they begin the sentence.

    Examples:
        >>> candidates("agreement", ["are"], first=False)
        ['am', 'is']
    """
    written, *rest = words
    # at the start of a sentence the capital letter belongs to the position, not to the word
    lowered = first and written[1:] == written[1:].lower()
    found = dict.fromkeys(_candidates(kind, [written.lower() if lowered else written, *rest]))
    if first and words[0][:1].isupper():
        found = dict.fromkeys(wording[:1].upper() + wording[1:] for wording in found)
    found.pop(" ".join(words), None)
    return list(found)


def _candidates(kind: str, words: Sequence[str]) -> Iterator[str]:
    word, *rest = words
    after = " ".join(["", *rest])
    if kind == "extra":
        yield ""
    elif kind == "missing":
        for put in (*ARTICLES, *PREPOSITIONS, *AUXILIARIES, "that", "it", "not"):
            yield f"{put} {word}{after}"
    elif kind == "article":
        yield after.strip()
        yield from (f"{article}{after}" for article in ARTICLES)
    elif kind == "preposition":
        yield from (f"{preposition}{after}" for preposition in PREPOSITIONS)
    elif kind == "order" and len(words) <= MOST_REORDERED:
        yield from (" ".join(order) for order in permutations(words))
    elif kind == "agreement":
        same = [forms.split() for forms in AGREEING if word in forms.split()]
        for form in same[0] if same else inflections(word, "VERB", ("VB", "VBZ")):
            yield f"{form}{after}"
    elif kind in ("tense", "auxiliary"):
        forms = AUXILIARIES if word in AUXILIARIES else inflections(word, "VERB")
        yield from (f"{form}{after}" for form in forms)
    elif kind == "noun_number":
        yield from (f"{form}{after}" for form in inflections(word, "NOUN"))


@lru_cache(maxsize=10_000)
def inflections(word: str, upos: str, tags: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the inflected forms of a word, including itself; only those with `tags` if given."""
    import lemminflect

    forms: dict[str, None] = {}
    for lemma in lemminflect.getLemma(word, upos):
        for tag, tagged in lemminflect.getAllInflections(lemma, upos).items():
            if not tags or tag in tags:
                forms.update(dict.fromkeys(tagged))
    return tuple(forms)
