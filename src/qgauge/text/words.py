"""Word lists: question words, function words, stop words and movie relations."""

from __future__ import annotations

import re


def word_set(words: str) -> frozenset[str]:
    """Split a string into a set of words."""
    return frozenset(words.split())


QUESTION_WORDS = frozenset({"what", "which", "why", "who", "whom", "whose", "where", "when", "how"})

TAKES_NEXT_WORD = frozenset({"what", "which"})
"""Question words whose next word names the type of answer ("which film") and is kept with them."""

_OLD_NLTK_STOP_WORDS = word_set(
    "a about above after again against all am an and any are as at be because been before being "
    "below between both but by can did do does doing don down during each few for from further had "
    "has have having he her here hers herself him himself his how i if in into is it its itself "
    "just me more most my myself no nor not now of off on once only or other our ours ourselves "
    "out over own s same she should so some such t than that the their theirs them themselves then "
    "there these they this those through to too under until up very was we were what when where "
    "which while who whom why will with you your yours yourself yourselves"
)

FUNCTION_WORDS = _OLD_NLTK_STOP_WORDS - QUESTION_WORDS
"""NLTK's 127 stop words of 2017, as used by Nema and Khapra (2018), minus question words."""

STOP_WORDS = FUNCTION_WORDS | QUESTION_WORDS
"""Words without content: function words and question words."""

SAID_WITH_VOWEL = re.compile(
    r"hour|honest|honou?r|heir|(?!uni(?!n)|us[eu]|eu|one|once|ut[ei]|ub)[aeiou]"
)
"""Matches the start of lower-case words that take `an`."""

MOVIE_RELATIONS = word_set("act write direct describ appear star genre language about cast")
"""Stems of relations in movie knowledge bases; words that contain one are content words."""

CAPITALISED = word_set(
    "i january february march april june july august september october november december monday "
    "tuesday wednesday thursday friday saturday sunday english french german spanish italian "
    "dutch greek latin roman russian chinese japanese indian american british european african "
    "asian christian catholic jewish muslim bible god"
)
"""Lower-case forms of words that English writes with a capital everywhere."""
