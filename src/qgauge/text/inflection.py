"""Lemmas and inflected forms of English words, from lemminflect (loaded on first use)."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=20_000)
def lemmas(word: str, upos: str) -> tuple[str, ...]:
    """Return the possible lemmas of a lower-case word for a part of speech, from the dictionary."""
    import lemminflect  # takes half a second to import

    return tuple(lemminflect.getLemma(word, upos, lemmatize_oov=False))


@lru_cache(maxsize=20_000)
def forms(lemma: str, tag: str, *, by_rule: bool = False) -> tuple[str, ...]:
    """Return the forms of a lemma for a Penn tag; `by_rule` also inflects unknown lemmas."""
    import lemminflect

    return tuple(lemminflect.getInflection(lemma, tag, inflect_oov=by_rule))


def first_form(lemma: str, tag: str, *, by_rule: bool = False) -> str:
    """Return the most common form of a lemma for a Penn tag, or ""."""
    return next(iter(forms(lemma, tag, by_rule=by_rule)), "")
