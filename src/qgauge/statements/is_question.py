"""Does a text ask anything? By its words and its parse, whatever mark it ends with."""

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
    """Whether there is a gap to fill: a question word, an inverted verb, a prompt or a blank.

    "The mill, which was built in 1874, is old?" asks nothing: its only question word is the pronoun
    of a relative clause.
    """
    if BLANK.search(text):
        return True
    words = _Words(parse)
    return any(words.asks_at(at) for at in range(len(parse.words)))


class _Words:
    """The words of a text, with what is asked of all words after one: found once for all."""

    def __init__(self, parse: Parse) -> None:
        self._words = parse.words
        self._last_subject: dict[tuple[int, int], int] = {}
        """The last place of a subject, by sentence and head."""
        self._last_word = -1
        """The last place of what is no punctuation."""
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
                return False  # nothing starts here, as in "In Halden, is there a mill?"
        if low in AUXILIARY:
            # "..., is called the Old Mill": a subject must follow
            heads = (word.head, at)
            return any(self._last_subject.get((word.sentence, head), -1) > at for head in heads)
        return low in PROMPTS | TELLING and word.upos in ("VERB", "") and at == 0

    def _is_relative(self, at: int) -> bool:
        """Whether a question word is the pronoun of a relative clause, not one that asks."""
        word = self._words[at]
        if word.text.lower() in _NEVER_RELATIVE or word.relation.startswith("det") or word.head < 0:
            return False
        if self._last_word <= at:
            return False  # "a crew made up of who?"
        after = self._words[at + 1]
        if word.text.lower() == "which" and after.upos in ("NOUN", "PROPN", "ADJ", "NUM"):
            return False  # "painted by which Danish artist", whatever the tree says
        head = self._words[word.head]
        return head.relation.startswith("acl") or head.relation == "relcl"
