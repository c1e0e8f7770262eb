"""Where answers stand in parsed passages, and which of them are also right or mere fragments."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from qgauge.tools.roles import Parse

_SAME_THING = ("conj", "appos", "flat", "compound")
"""Relations between the parts of a list, or between two names of one thing."""
_PARTS_OF_A_NAME = ("compound", "flat", "amod", "nummod", "det", "fixed", "goeswith", "nmod:poss")


@dataclass
class AnswerPlaces:
    """A passage with its parse.

    Examples:
        >>> from qgauge.generation.answer_places import AnswerPlaces
        >>> from qgauge.tools import open_tool
        >>> passage = "Ada visited Paris and Rome. Tom stayed in Oslo."
        >>> places = AnswerPlaces(passage, open_tool("parser").parse([passage])[0])
        >>> paris = places.spans("Paris")[0]
        >>> [places.shares_fate(paris, places.spans(name)[0]) for name in ("Rome", "Oslo")]
        [True, False]
    """

    passage: str
    parse: Parse
    _starts: list[int] = field(init=False)
    _copulas: set[int] = field(init=False)

    def __post_init__(self) -> None:
        words = self.parse.words
        self._starts = [word.start for word in words]
        self._copulas = {word.head for word in words if word.relation == "cop"}

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the character offsets of all places of a text, as whole words."""
        pattern = rf"(?<!\w){re.escape(text)}(?!\w)"
        return [found.span() for found in re.finditer(pattern, self.passage)] if text else []

    def shares_fate(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether two spans are members of one list, or name the same thing.

        What is said of one is then likely to be true of the other.
        """
        heads = self._head(one), self._head(other)
        if -1 in heads:
            return False
        return self._group(heads[0]) == self._group(heads[1])

    def is_fragment(self, span: tuple[int, int]) -> bool:
        """Return whether a span is a part of a name or a noun phrase: "Lord" of "Lord Averell"."""
        words, head = self.parse.words, self._head(span)
        if head < 0:
            return False
        if words[head].head >= 0 and words[head].relation in _PARTS_OF_A_NAME:
            return True
        first, last = self._words(span)
        beside = [at for at in (first - 1, last) if 0 <= at < len(words)]
        # "old Ada Lund" is Ada Lund
        parts = ("compound", "flat") if words[first].is_name else _PARTS_OF_A_NAME
        return any(words[at].head == head and words[at].relation in parts for at in beside)

    def base_form(self, span: tuple[int, int]) -> str:
        """Return a verb phrase with its first verb in the base form: "patch the hull".

        Empty if the span does not begin with a verb that has an object in it: nobody does
        something in order to "come from the south" or to be "carried by water".
        """
        first, last = self._words(span)
        words = self.parse.words
        if first >= last or words[first].upos != "VERB":
            return ""
        inside = words[first:last]
        if not any(word.head == first and word.relation == "obj" for word in inside):
            return ""
        return words[first].lemma.lower() + self.passage[words[first].end : span[1]]

    def sentence(self, span: tuple[int, int]) -> int:
        """Return the number of the sentence of a span; -1 if it is not in one."""
        first, last = self._words(span)
        return self.parse.words[first].sentence if first < last else -1

    def _words(self, span: tuple[int, int]) -> tuple[int, int]:
        return bisect_left(self._starts, span[0]), bisect_left(self._starts, span[1])

    def _head(self, span: tuple[int, int]) -> int:
        """Return the index of the word that the others of a span depend on; -1 if there is none."""
        first, last = self._words(span)
        inside = range(first, last)
        for at in inside:
            if self.parse.words[at].upos != "PUNCT" and self.parse.words[at].head not in inside:
                return at
        return -1

    def _group(self, at: int) -> int:
        """Return the first member of the list that a word belongs to.

        The subject of "Ada was the keeper" belongs to the keeper.
        """
        words = self.parse.words
        for _ in range(len(words)):
            word = words[at]
            copula = word.relation.startswith("nsubj") and word.head in self._copulas
            if word.head < 0 or not (copula or word.relation.split(":")[0] in _SAME_THING):
                return at
            at = word.head
        return at
