"""Lemmas in the manner of Universal Dependencies: lemminflect, and rules for small words."""

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
"""By part of speech, what no dictionary of inflections has, or has for other readers."""

_AS_THEY_ARE: dict[str, frozenset[str]] = {
    "NOUN": frozenset(
        {"thanks", "regards", "media", "troops", "supplies", "goods", "grounds", "contents"}
        | {"manners", "headquarters", "ps", "bs"}
    ),
    "ADJ": frozenset({"other", "more", "most", "least", "further"}),
    "ADV": frozenset({"more", "most", "least", "further"}),
}
"""Words that look inflected; in Universal Dependencies they are their own lemma."""


@lru_cache(maxsize=100_000)
def lemma(word: str, upos: str) -> str:
    """The lemma of a word: in lower case, but for names, signs, Roman numbers and `I`."""
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
    # half a second to import and load, several where spaCy is there too: only when first needed
    import lemminflect

    # a comparative is in the dictionary; what only sounds like one is not
    known = lemminflect.getLemma(last, upos, lemmatize_oov=always)
    # the dictionary takes a lone "s" for an ending and leaves nothing of it
    return before + hyphen + known[0] if known and known[0] else plain
