"""Adversarial texts: each pattern makes a text of a given length that may slow a function down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random

_FRESH: Iterator[int] = count()
"""Counters that make every text and word unique."""

Pattern = Callable[[int], str]
"""Returns a text of this length."""


def repeated(unit: str, first: str = "", last: str = "") -> Pattern:
    """Return a pattern that repeats one unit, optionally between two other pieces."""

    def text(size: int) -> str:
        room = size - len(first) - len(last)
        return first + (unit * (room // len(unit) + 1))[:room] + last

    return text


def _halves(one: str, other: str) -> Pattern:
    """A run of one unit, then a run of another."""
    return lambda size: repeated(one)(size // 2) + repeated(other)(size - size // 2)


def _different_words(size: int) -> str:
    """Words that are all different, also from those of earlier texts."""
    return " ".join(_new_words(size))[:size]


def _words_twice(size: int) -> str:
    """Words that each occur twice, far apart."""
    return " ".join(_new_words(size // 2) * 2)[:size]


def _new_words(size: int) -> list[str]:
    made: list[str] = []
    length = 0
    while length < size:
        made.append("".join("bdfgklmnprst"[at] + "aeio"[at % 4] for at in _digits(next(_FRESH))))
        length += len(made[-1]) + 1
    return made


def _digits(number: int) -> list[int]:
    return [(number + 12**4) // 12**place % 12 for place in range(5)]


def _keys(size: int) -> str:
    """JSON with many fields, the last of them duplicated."""
    fields = "".join(f'"{word}":1,' for word in _new_words(size // 2))
    return ("{" + fields)[: size - 14].rpartition(",")[0] + ',"a":1,"a":1}'


def _prose(size: int) -> str:
    """Sentences of English words in random order: a harmless control."""
    random = Random(next(_FRESH))
    words = _WORDS.split()
    made: list[str] = []
    length = 0
    while length < size:
        sentence = " ".join(random.choices(words, k=random.randint(5, 20)))
        made.append(sentence.capitalize() + random.choice("..?!"))
        length += len(made[-1]) + 1
    return " ".join(made)[:size]


_WORDS = """
the an of in on to for with who what when where which is was did does can the old new keeper
lighthouse island village bridge river queen teacher built wrote painted found sold carried
slowly often never green small heavy because although and or but not she he it they Ada Halden
Orrin Lund year day winter door lamp song letter story question answer painting boat storm
"""

PATTERNS: Mapping[str, Pattern] = {
    "prose": _prose,
    "different words": _different_words,
    "words twice": _words_twice,
    "one endless word": repeated("a"),
    "capitals": repeated("A"),
    "dots": repeated("."),
    "dots, no space": repeated(".", "Why", "a"),
    "question marks": repeated("?"),
    "interrobangs": repeated("?!"),
    "ellipses": repeated("… "),
    "spaced dots": repeated(". "),
    "initials": repeated("J. K. "),
    "dotted letters": repeated("a."),
    "titles": repeated("Mr. "),
    "numbered": repeated("No. 1. "),
    "open brackets": repeated("("),
    "close brackets": repeated(")"),
    "square brackets": repeated("["),
    "braces": repeated("{"),
    "nested JSON": repeated('{"a":'),
    "tags": repeated("<a "),
    "angles": repeated("<"),
    "thoughts": repeated("<think>"),
    "double quotes": repeated('"'),
    "curly quotes": repeated("“”"),
    "apostrophes": repeated("'"),
    "clitics": repeated("it's'"),
    "quoted full stops": repeated('."'),
    "blanks": repeated(" ", "Why", "x"),
    "blanks after a full stop": repeated(" ", "Why.", "x"),
    "newlines": repeated("\n", "Why", "x"),
    "tabs": repeated("\t", "Why", "x"),
    "blanks and newlines": repeated(" \n", "Why", "x"),
    "digits": repeated("1"),
    "digits and commas": repeated("1,"),
    "thousands": repeated(",123"),
    "fractions": repeated("1/"),
    "dates": repeated("1-"),
    "letters and digits": repeated("a1"),
    "CJK": repeated("東京は"),
    "combining marks": repeated("\u0301", "e"),
    "emoji": repeated("🙂"),
    "ZWJ sequences": repeated("👩\u200d"),
    "soft hyphens": repeated("a\xad"),
    "hyphens": repeated("-"),
    "hyphenated": repeated("a-"),
    "slashes": repeated("a/"),
    "underscores": repeated("_"),
    "mixed punctuation": repeated(".,;:!?-'\"()[]…"),
    "letters and blanks": repeated("a "),
    "links": repeated("http://a.com/b?c=d "),
    "one endless link": repeated("a/", "http://a.com/"),
    "hosts": repeated("www."),
    "addresses": repeated("a@"),
    "entities": repeated("&amp;"),
    "hashes": repeated("#a"),
    "the": repeated("the "),
    "what": repeated("what "),
    "was": repeated("was "),
    "and": repeated("red and "),
    "relative clauses": repeated("who saw the man "),
    "commas": repeated("what, "),
    "verdicts": repeated("score: "),
    "words and dots": _halves("a ", "."),
    "dots and words": _halves(".", "a "),
    "blanks and words": _halves(" ", "a "),
    "words and blanks": _halves("a ", " "),
    "quotes and words": _halves('"', "a "),
    "lines of quotes": repeated('"a\n'),
    "dotted letters, then a word": repeated("a.", "", "b"),
    "auxiliaries": repeated(", is"),
    "a line for each word": repeated("a\n"),
    "keys": _keys,
    "a name again and again": repeated("Ada "),
    "dollars": repeated("$ "),
}

MAIN = (
    *("prose", "different words", "words twice", "one endless word", "dots", "question marks"),
    *("initials", "dotted letters", "titles", "open brackets", "double quotes", "apostrophes"),
    *("blanks", "newlines", "digits and commas", "CJK", "combining marks", "ZWJ sequences"),
    *("hyphenated", "mixed punctuation", "letters and blanks", "links", "the", "auxiliaries"),
)
"""The patterns for slow functions."""
