"""Lemmas as in Universal Dependencies: lemminflect, plus a table of function words."""

from __future__ import annotations

from functools import lru_cache

_CURLY = str.maketrans("’‘`", "'''")

_BE = ("am", "are", "is", "was", "were", "been", "being", "'m", "'re", "'s", "m", "re", "r", "s")
_HAVE = ("has", "had", "having", "'ve", "ve")
_DO = ("does", "did", "done", "doing")
_GET = ("gets", "got", "gotten", "getting")

_SMALL: dict[str, dict[str, str]] = {
    "AUX": {
        **dict.fromkeys((*_BE, "ai"), "be"),
        **dict.fromkeys(_HAVE, "have"),
        **dict.fromkeys(_DO, "do"),
        **dict.fromkeys(_GET, "get"),
        "'d": "would",
        "ca": "can",
        "wo": "will",
        "'ll": "will",
        "sha": "shall",
    },
    "VERB": {**dict.fromkeys(_BE, "be"), "'ve": "have", "'s": "be", "gon": "go", "wan": "want"},
    "PART": {"n't": "not", "nt": "not", "'nt": "not", "'": "'s", "s": "'s", "na": "to"},
    "PRON": {
        "i": "I",
        "me": "I",
        "him": "he",
        "us": "we",
        "'s": "we",
        "them": "they",
        "'em": "they",
        "these": "this",
        "those": "that",
        "u": "you",
        "ya": "you",
        "mine": "my",
        "yours": "your",
        "ours": "our",
        "theirs": "their",
        "hers": "her",
    },
    "DET": {"an": "a", "these": "this", "those": "that"},
    "NOUN": {"am": "a.m.", "pm": "p.m.", "a.m": "a.m.", "p.m": "p.m.", "etc": "etc."},
    "ADJ": {"better": "good", "best": "good", "worse": "bad", "worst": "bad"},
    "ADV": {"better": "well", "best": "well", "worse": "badly", "worst": "badly", "later": "late"},
}
"""Lemmas by part of speech that lemminflect lacks, or for which UD differs from it."""

_AS_THEY_ARE: dict[str, frozenset[str]] = {
    "NOUN": frozenset(
        {"thanks", "regards", "media", "troops", "supplies", "goods", "grounds", "contents"}
        | {"manners", "headquarters", "ps", "bs"}
    ),
    "ADJ": frozenset({"other", "more", "most", "least", "further"}),
    "ADV": frozenset({"more", "most", "least", "further"}),
}
"""Words that look inflected but are their own lemma in Universal Dependencies."""


@lru_cache(maxsize=100_000)
def lemma(word: str, upos: str) -> str:
    """Return the lemma of a word, in lower case except for names, symbols, Roman numerals and `I`.

    Examples:
        >>> lemma("Was", "AUX"), lemma("Cities", "NOUN"), lemma("Paris", "PROPN")
        ('be', 'city', 'Paris')
    """
    if upos in ("PROPN", "PUNCT", "SYM") or (upos == "NUM" and word.isupper()):
        return word
    plain = word.lower().translate(_CURLY)
    small = _SMALL.get(upos, {}).get(plain)
    if small is not None:
        return small
    before, hyphen, last = plain.rpartition("-")
    if not last.isalpha() or last in _AS_THEY_ARE.get(upos, ()):
        return plain
    always = upos in ("NOUN", "VERB")
    if not always and not (upos in ("ADJ", "ADV") and last.endswith(("er", "est"))):
        return plain
    # lazy: the import takes half a second, and several seconds if spaCy is installed
    import lemminflect

    # for adjectives and adverbs use the dictionary only: "-er" and "-est" are not always endings
    known = lemminflect.getLemma(last, upos, lemmatize_oov=always)
    # lemminflect strips a lone "s" to nothing
    return before + hyphen + known[0] if known and known[0] else plain
