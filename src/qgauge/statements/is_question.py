"""Detect questions by words and parse, without relying on a question mark."""

from __future__ import annotations

import re

from qgauge.statements.verbs import AUXILIARY
from qgauge.text.words import QUESTION_WORDS, word_set
from qgauge.tools.roles import Parse

PROMPTS = frozenset({"name", "list", "give", "identify", "state", "mention", "specify", "provide"})
TELLING = word_set("tell explain describe say know show discuss state remember wonder")
BLANK = re.compile(r"_{2,}|\[(?:blank|MASK)\]")
_NEVER_RELATIVE = frozenset({"what", "why", "how"})


def asks(text: str, parse: Parse) -> bool:
    """Return whether a text asks something: by wh-word, inversion, prompt or blank.

    "The mill, which was built in 1874, is old?" does not: its only wh-word is a relative pronoun.

    Args:
        text: The text.
        parse: Its parse.

    Returns:
        Whether the text has something to answer.

    Examples:
        >>> from qgauge.statements import asks
        >>> from qgauge.tools import open_tool
        >>> text = "Name the longest river in Africa."
        >>> asks(text, open_tool("parser").parse([text])[0])
        True
    """
    if BLANK.search(text):
        return True
    words = _Words(parse)
    return any(words.asks_at(at) for at in range(len(parse.words)))


class _Words:
    """The words of a text, with look-ahead facts precomputed to keep the time linear."""

    def __init__(self, parse: Parse) -> None:
        self._words = parse.words
        self._last_subject: dict[tuple[int, int], int] = {}
        """The index of the last subject, by sentence and head."""
        self._last_word = -1
        """The index of the last word that is not punctuation."""
        for at, word in enumerate(parse.words):
            if word.relation.startswith(("nsubj", "expl", "csubj")) or not word.relation:
                self._last_subject[word.sentence, word.head] = at
            if word.upos != "PUNCT":
                self._last_word = at

    def asks_at(self, at: int) -> bool:
        word = self._words[at]
        low = word.text.lower()
        if low in QUESTION_WORDS:
            return at == 0 or not self._is_relative(at)
        if at:
            before = self._words[at - 1]
            if word.sentence == before.sentence and before.upos != "PUNCT":
                return False  # not the start of a clause, unlike "In Halden, is there a mill?"
        if low in AUXILIARY:
            # A subject must follow: "..., is called the Old Mill" is not inverted.
            heads = (word.head, at)
            return any(self._last_subject.get((word.sentence, head), -1) > at for head in heads)
        return low in PROMPTS | TELLING and word.upos in ("VERB", "") and at == 0

    def _is_relative(self, at: int) -> bool:
        """Return whether a wh-word is a relative pronoun."""
        word = self._words[at]
        if word.text.lower() in _NEVER_RELATIVE or word.relation.startswith("det") or word.head < 0:
            return False
        if self._last_word <= at:
            return False  # "a crew made up of who?"
        after = self._words[at + 1]
        if word.text.lower() == "which" and after.upos in ("NOUN", "PROPN", "ADJ", "NUM"):
            return False  # "painted by which Danish artist", whatever the parse says
        head = self._words[word.head]
        return head.relation.startswith("acl") or head.relation == "relcl"
