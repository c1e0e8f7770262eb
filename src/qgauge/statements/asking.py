"""Does a text ask anything? By its words and its parse, whatever mark it ends with."""

from __future__ import annotations

import re

from qgauge.statements.verbs import AUXILIARY
from qgauge.text.words import QUESTION_WORDS
from qgauge.tools.parser import Parse

PROMPTS = frozenset({"name", "list", "give", "identify", "state", "mention", "specify", "provide"})
TELLING = frozenset(
    {"tell", "explain", "describe", "say", "know", "show", "discuss", "state", "remember", "wonder"}
)
BLANK = re.compile(r"_{2,}|\[(?:blank|MASK)\]")
_NEVER_RELATIVE = frozenset({"what", "why", "how"})


def asks(text: str, parse: Parse) -> bool:
    """Whether there is a gap to fill: a question word, an inverted verb, a prompt or a blank.

    "The mill, which was built in 1874, is old?" asks nothing: its only question word is the pronoun
    of a relative clause.
    """
    if BLANK.search(text):
        return True
    starts = {0}
    for at, word in enumerate(parse.words[1:], start=1):
        before = parse.words[at - 1]
        if word.sentence != before.sentence or before.upos == "PUNCT":
            starts.add(at)  # "In Halden, is there a mill?"
    return any(_asks(parse, at, at in starts) for at in range(len(parse.words)))


def _asks(parse: Parse, at: int, starts: bool) -> bool:
    word = parse.words[at]
    low = word.text.lower()
    if low in QUESTION_WORDS:
        return at == 0 or not _is_relative(parse, at)
    if not starts:
        return False
    if low in AUXILIARY:
        # "..., is called the Old Mill": a subject must follow
        return any(
            other.relation.startswith(("nsubj", "expl", "csubj")) or not other.relation
            for other in parse.words[at + 1 :]
            if other.sentence == word.sentence and (other.head == word.head or other.head == at)
        )
    return low in PROMPTS | TELLING and word.upos in ("VERB", "") and at == 0


def _is_relative(parse: Parse, at: int) -> bool:
    """Whether a question word is the pronoun of a relative clause, not one that asks in place."""
    word = parse.words[at]
    if word.text.lower() in _NEVER_RELATIVE or word.relation.startswith("det") or word.head < 0:
        return False
    after = parse.words[at + 1 :]
    if all(one.upos == "PUNCT" for one in after):
        return False  # "a crew made up of who?"
    if word.text.lower() == "which" and after[0].upos in ("NOUN", "PROPN", "ADJ", "NUM"):
        return False  # "painted by which Danish artist", whatever the tree says
    head = parse.words[word.head]
    return head.relation.startswith("acl") or head.relation == "relcl"
