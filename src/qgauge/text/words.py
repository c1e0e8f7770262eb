"""The word lists that tell question words, function words and movie relations apart."""

from __future__ import annotations

import re


def word_set(words: str) -> frozenset[str]:
    """The words of a line as a set."""
    return frozenset(words.split())


QUESTION_WORDS = frozenset({"what", "which", "why", "who", "whom", "whose", "where", "when", "how"})

TAKES_NEXT_WORD = frozenset({"what", "which"})
"""After these the next word says what kind of answer is wanted ("which film"), so it goes along."""

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
"""NLTK's stop words of 2017 (127 of them), the list the Q-metrics were published with."""

STOP_WORDS = FUNCTION_WORDS | QUESTION_WORDS
"""Words without content of their own, in whatever form they come."""

SAID_WITH_VOWEL = re.compile(
    r"hour|honest|honou?r|heir|(?!uni(?!n)|us[eu]|eu|one|once|ut[ei]|ub)[aeiou]"
)
"""How lower-case words begin that take `an`."""

MOVIE_RELATIONS = word_set("act write direct describ appear star genre language about cast")
"""Stems that name a relation in movie knowledge bases: a word that contains one is content."""
