"""Lemmas and forms of English words by lemminflect, which is loaded when first needed."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=20_000)
def lemmas(word: str, upos: str) -> tuple[str, ...]:
    """The lemmas that a lower-case word can have as this part of speech, by the dictionary."""
    import lemminflect  # half a second to import and load

    return tuple(lemminflect.getLemma(word, upos, lemmatize_oov=False))


@lru_cache(maxsize=20_000)
def forms(lemma: str, tag: str, *, by_rule: bool = False) -> tuple[str, ...]:
    """The forms of a lemma with a Penn tag; `by_rule` makes one where the dictionary has none."""
    import lemminflect

    return tuple(lemminflect.getInflection(lemma, tag, inflect_oov=by_rule))


def first_form(lemma: str, tag: str, *, by_rule: bool = False) -> str:
    """The usual one of these forms, "" where there is none."""
    return next(iter(forms(lemma, tag, by_rule=by_rule)), "")
