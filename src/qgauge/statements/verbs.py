"""Verb forms: auxiliaries, negation, and undoing do-support."""

from __future__ import annotations

from qgauge.text import inflection
from qgauge.text.words import word_set

BE = frozenset({"is", "are", "was", "were", "am", "'s", "'re", "'m"})
HAVE = frozenset({"has", "have", "had", "'ve"})
DO = frozenset({"do", "does", "did"})
MODAL = word_set("can could will would shall should may might must ca wo sha 'll 'd cannot")
AUXILIARY = BE | HAVE | DO | MODAL
NEGATION = frozenset({"n't", "not", "nt"})

_WHOLE = {"'re": "are", "'m": "am", "'ve": "have", "'ll": "will", "ca": "can", "wo": "will"}
_SHORT_NEGATED = {"can": "can't", "will": "won't", "shall": "shan't"}


def inflected(lemma: str, tag: str) -> str:
    """Return the form of a verb for a Penn tag (VBD, VBZ, VBG, VBN), or ""."""
    return inflection.first_form(lemma, tag, by_rule=True)


def lemmas(word: str, upos: str) -> tuple[str, ...]:
    """Return the possible lemmas of a word for a part of speech, from the dictionary only."""
    return inflection.lemmas(word.lower(), upos) if word.isalpha() else ()


def can_be(word: str, tag: str) -> bool:
    """Return whether a word can be this form of a verb; VB is the base form."""
    known = lemmas(word, "VERB") or lemmas(word, "AUX")
    if tag == "VB":
        return word.lower() in known
    return any(word.lower() in inflection.forms(lemma, tag, by_rule=True) for lemma in known)


def finite_form(verb: str, do: str) -> str:
    """Undo do-support: `did see` becomes `saw`. Return "" if the verb has no such form."""
    low = verb.lower()
    if do == "do" or not low.isalpha():
        return verb if do == "do" else ""
    known = lemmas(low, "VERB")
    if known and low not in known:
        return verb if do == "did" and can_be(low, "VBD") else ""  # "What did he saw?"
    return inflected(low, "VBD" if do == "did" else "VBZ")


def written_out(auxiliary: str, following: str) -> str:
    """Expand a contracted auxiliary: `'s` is `is`, or `has` before `been` or `got`."""
    if auxiliary == "'s":
        return "has" if following in ("been", "got") else "is"
    if auxiliary == "'d":
        return "had" if following in ("been", "better") else "would"
    return _WHOLE.get(auxiliary, auxiliary)


def negated(auxiliary: str, mark: str) -> str:
    """Return an auxiliary with its negation, contracted if the negation is."""
    if mark in ("n't", "nt"):
        return _SHORT_NEGATED.get(auxiliary, f"{auxiliary}n't")
    return "cannot" if auxiliary == "can" else f"{auxiliary} not"
