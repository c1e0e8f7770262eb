"""Tell questions from statements, exclamations and phrases, by words and their order.

Everything with a question mark asks, also "The mill is old?". An instruction asks if it wants to be
told something: "Name the river." does, "Close the door." does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from qgauge.questions.quotations import masked
from qgauge.statements.is_question import BLANK, PROMPTS, asks
from qgauge.statements.verbs import AUXILIARY, BE, NEGATION
from qgauge.text.sentences import sentence_spans
from qgauge.text.ud import ud_words
from qgauge.text.words import QUESTION_WORDS, word_set
from qgauge.tools.roles import Parse

INSTRUCTIONS = PROMPTS | word_set(
    "tell explain describe say show discuss define compare outline calculate compute find complete "
    "fill choose select determine summarise summarize translate"
)
"""Verbs of instructions that ask for something to be told."""
PREPOSITIONS = word_set(
    "about after at before between by during for from in into of on over since through to under "
    "until with within without"
)
PRONOUNS = word_set("i you he she it we they there this that these those anyone everyone someone")
_DETERMINERS = word_set("a an the my your his her its our their any some all every each no")
SUBJECT_STARTS = PRONOUNS | _DETERMINERS
NUMBERS = word_set("one two three four five")
_OPENING = PREPOSITIONS | word_set("according as because if when while")
"""First words of what may stand before a question."""
NEVER_RELATIVE = word_set("what why how")
_FIRST_WORDS = 40
_PLAIN_WORDS = 30
"""In longer texts, only the parse can tell the words that ask from those of other clauses."""
_FILLERS = word_set("so and but now then please well also ok okay , :")
_OPEN_MATTERS = word_set("unknown unclear uncertain disputed debated mystery secret not")
_UNFINISHED = PREPOSITIONS | word_set("a an the as is are was were because called named that than")
"""Last words of a sentence that waits for its end."""
_WANTING = (["i", "wonder"], ["like", "to", "know"], ["want", "to", "know"])
_EITHER = frozenset({"will", "may", "might", "can", "must"})
"""Auxiliaries that are also names and nouns: "May the best win.", "Will Smith won."."""
_NEVER_FIRST = word_set("is are was were does did")
"""Auxiliaries that start no statement."""


class Clause:
    """The words of a sentence, in lower case and as written."""

    def __init__(self, text: str) -> None:
        words = [word.text for word in ud_words(text)]
        self.low = [word.lower() for word in words]
        self._written = words
        self.is_stopped = text.rstrip().endswith((".", "!"))

    def is_subject(self, at: int) -> bool:
        """Return whether a subject may start here: a pronoun, a determiner or a name."""
        if at >= len(self.low):
            return False
        return self.low[at] in SUBJECT_STARTS or self._written[at][0].isupper()

    def is_inverted(self, at: int) -> bool:
        """Return whether an auxiliary stands here, with the subject after it."""
        if at >= len(self.low) or self.low[at] not in AUXILIARY:
            return False
        after = at + 1 + (at + 1 < len(self.low) and self.low[at + 1] in NEGATION)
        return self.is_subject(after)

    def starts_question(self, at: int, end: int) -> bool:
        """Return whether a question starts at a word, by its first words; `end` ends it."""
        while at < end and self.low[at] in _FILLERS:
            at += 1
        if at < end and self.low[at] in PREPOSITIONS and self._asks_after(at):
            at += 1
        if at >= end:
            return False
        word = self.low[at]
        following = self.low[at + 1] if at + 1 < end else ""
        if word in QUESTION_WORDS:
            return self._wh_asks(at, end)
        if word in INSTRUCTIONS:
            return following not in {"", "of"} | AUXILIARY
        if word in AUXILIARY:
            return self._auxiliary_asks(at)
        if self.low[at : at + 3] == ["true", "or", "false"]:
            return True
        return any(self.low[at : at + len(part)] == part for part in _WANTING[:1]) or (
            word == "i" and any(part in _runs(self.low[at:end]) for part in _WANTING[1:])
        )

    def _asks_after(self, at: int) -> bool:
        """ "In which year"; of "on the day when", "when" stands too far away."""
        return at + 1 < len(self.low) and self.low[at + 1] in QUESTION_WORDS

    def _wh_asks(self, at: int, end: int) -> bool:
        word = self.low[at]
        following = self.low[at + 1] if at + 1 < end else ""
        if not any(map(str.isalnum, following)) or following in AUXILIARY or following == "not":
            return following not in ("a", "an")
        if following in ("and", "or"):
            return True
        if self.is_subject(at + 1) and following != "all":
            # "What he did was wrong.", but "Which French painter won?"
            return word in ("which", "whose") and following not in SUBJECT_STARTS
        if word in ("when", "where", "why"):
            return False
        if word == "how" and following == "to":
            return False
        return not self._is_open_matter(at, end)

    def _is_open_matter(self, at: int, end: int) -> bool:
        """ "Who built it is unknown." """
        return any(
            one in BE | {"remains", "remained"}
            and any(word in _OPEN_MATTERS for word in self.low[place : place + 4])
            for place, one in enumerate(self.low[at + 2 : end], at + 2)
        )

    def _auxiliary_asks(self, at: int) -> bool:
        word, following = self.low[at], self.low[at + 1 : at + 2]
        if word == "have" and following in (["a"], ["an"]):
            return False  # "Have a nice day."
        if following and following[0] in NEGATION and not self.is_inverted(at):
            return False  # "Do not enter."
        if not self.is_stopped or word in _NEVER_FIRST:
            return bool(following)
        named = following and following[0] not in PRONOUNS
        return self.is_inverted(at) and not (word in _EITHER and named)


def _runs(words: Sequence[str]) -> list[list[str]]:
    """Three words at a time, of the first ten."""
    return [list(words[at : at + 3]) for at in range(min(len(words), 10))]


def is_asked(text: str, parse: Parse) -> bool:
    """Return whether a text asks something, by its words and by its parse.

    Args:
        text: The text.
        parse: Its parse.

    Returns:
        False for statements, also for those with a question mark, for exclamations and phrases.

    Examples:
        >>> from qgauge.questions import is_asked
        >>> from qgauge.tools import open_tool
        >>> texts = ["Who built it?", "He knows who built the bridge."]
        >>> [is_asked(*pair) for pair in zip(texts, open_tool("parser").parse(texts))]
        [True, False]
    """
    if why_no_question(text, parse):
        return False
    # a question mark alone does not make a question: "The mill, which is old, is red?"
    if asks(text, parse):
        return True
    return len(parse.words) <= _PLAIN_WORDS and sentence_asks(masked(text).replace("?", ""))


def why_no_question(text: str, parse: Parse | None = None) -> str:
    """Say why a text asks nothing.

    Args:
        text: The text, without anything around it.
        parse: Its parse, if there is one: only a parse can tell that "Will prices fall." asks and
            "Will Smith won." does not.

    Returns:
        The reason in plain English; "" if the text asks something.

    Examples:
        >>> from qgauge.questions.asking import why_no_question
        >>> why_no_question("He knows who built the bridge.")
        "it is a statement: 'who built the bridge' is only a part of it"
        >>> why_no_question("Name the longest river in Africa.")
        ''
    """
    plain = masked(text).strip()
    if "?" in plain or (BLANK.search(plain) and any(map(str.isalpha, plain))):
        return ""
    sentences = [plain[first:last] for first, last in sentence_spans(plain)]
    if not sentences:
        return "it has no words"
    if all(map(_is_exclamation, sentences)):
        return "it is an exclamation"
    if any(map(sentence_asks, sentences)):
        return ""
    first = next(iter(Clause(plain[:100]).low), "")
    if first in QUESTION_WORDS and "?" in text:
        return ""  # the question ends in a quotation with a mark of its own
    if parse is not None and first in AUXILIARY and parse.words[0].upos in ("AUX", ""):
        return "" if asks(text, parse) else _reason(plain)
    return _reason(plain)


def sentence_asks(text: str) -> bool:
    """Return whether a sentence without quotations asks something."""
    if "?" in text:
        return True
    if _is_exclamation(text):
        return False
    clause = Clause(text)
    low = clause.low
    end = len(low)
    while end and not any(map(str.isalnum, low[end - 1])):
        end -= 1
    if clause.starts_question(0, end):
        return True
    commas = [at for at in range(min(end, _FIRST_WORDS)) if low[at] == ","]
    if any(_asks_after_comma(clause, at + 1, end) for at in commas):
        return True
    return not clause.is_stopped and _asks_late(clause, low[:end])


def _asks_late(clause: Clause, low: Sequence[str]) -> bool:
    """ "It was built by whom", "It lies in what country", "Water boils at"; without a full stop."""
    if any(word in QUESTION_WORDS and clause.is_inverted(at) for at, word in enumerate(low, 1)):
        return True
    if any(word in QUESTION_WORDS for word in low[max(len(low) - 2, 1) :]):
        return True
    if len(low) > 2 and low[-1] in _UNFINISHED:
        return True
    asked = (["what"], ["how", "many"], ["how", "much"])
    return any(
        word in PREPOSITIONS
        and any(low[at : at + len(part)] == part for part in asked)
        and not clause.is_subject(at + 1)
        for at, word in enumerate(low, 1)
    )


def _asks_after_comma(clause: Clause, at: int, end: int) -> bool:
    """ "In Halden, who built the mill"; a relative clause does not count."""
    if at >= end:
        return False
    word = clause.low[at]
    if word in QUESTION_WORDS:
        if not clause.is_stopped and clause.low[0] in _OPENING:
            return clause.starts_question(at, end)
        return word in NEVER_RELATIVE and clause.is_inverted(at + 1)
    if word in INSTRUCTIONS:
        return at + 1 < end and clause.low[at + 1] in _DETERMINERS | NUMBERS
    subject = at + 1 + (clause.low[at + 1 : at + 2] != [] and clause.low[at + 1] in NEGATION)
    return clause.is_inverted(at) and clause.low[subject] in PRONOUNS


def _is_exclamation(text: str) -> bool:
    low = Clause(text[:100]).low
    if low[:1] not in (["what"], ["how"]):
        return False
    return text.rstrip().endswith("!") or low[:2] in (["what", "a"], ["what", "an"])


def _reason(text: str) -> str:
    words = ud_words(text)
    for before, word in pairwise(words):
        if word.text.lower() in QUESTION_WORDS and before.text != ",":
            part = text[word.start :].rstrip(" .!")
            return f"it is a statement: '{part[:60]}' is only a part of it"
    return "nothing in it asks: no question mark, no question word or verb in front"
