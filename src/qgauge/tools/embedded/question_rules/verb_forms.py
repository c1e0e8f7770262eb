"""Verb forms for questions: inversion, do-support and agreement."""

from __future__ import annotations

from qgauge.text import inflection

_WHOLE = {"'re": "are", "'m": "am", "'ve": "have", "'ll": "will", "ca": "can", "wo": "will"}
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "am": "is"}


def full_auxiliary(low: str) -> str:
    """Return an auxiliary written out, or "" if it is ambiguous: `'s` is `is` or `has`."""
    return "" if low in ("'s", "'d") else _WHOLE.get(low, low)


def base_form(low: str, lemma: str) -> str:
    """Return the base form of a verb, or "" if the dictionary does not confirm it."""
    known = inflection.lemmas(low, "VERB")
    return lemma if lemma in known else next(iter(known), "")


def do_form(low: str, base: str, *, plural: bool) -> str:
    """Return the form of `do` that replaces a finite verb's ending, or "" if unsure."""
    if low == "had":
        return "did"
    past = low in inflection.forms(base, "VBD")
    if low == base:
        if past:  # "put", "cut": a singular subject of the present would need an s
            return "" if plural else "did"
        return "do" if plural else ""
    if past:
        return "did"
    return "does" if low in inflection.forms(base, "VBZ") else ""


def singular(low: str, lemma: str, *, auxiliary: bool) -> str:
    """Return the form of a finite verb that follows `who` and `what`."""
    if auxiliary or lemma in ("have", "do", "be"):
        return _SINGULAR.get(low, low)
    if low == lemma and low not in inflection.forms(lemma, "VBD"):
        return inflection.first_form(lemma, "VBZ", by_rule=True) or low
    return low
