"""The trees of a parse with the extent of every subtree, found in linear time."""

from __future__ import annotations

from itertools import accumulate

from qgauge.text.words import FUNCTION_WORDS
from qgauge.tools.roles import Parse, Word

_QUOTES = frozenset({'"', "''", "``", "“", "”", "«", "»", "'", "‘", "’", "`", "„"})
_OPENING = frozenset({"(", "[", "{", "-LRB-"})
_CLOSING = frozenset({")", "]", "}", "-RRB-"})
_CONTENT = frozenset({"NOUN", "PROPN", "NUM", "VERB", "ADJ", "ADV", "SYM", "X"})
_INNER = frozenset({"-", "–", "/"})
"""Marks that do not divide a phrase."""


class AnswerTree:
    """The words of a parse, the children of each, and the extents of their subtrees.

    Words whose heads form a cycle, or lie in another sentence, count as roots without children.
    """

    def __init__(self, parse: Parse) -> None:
        self.words: tuple[Word, ...] = parse.words
        size = len(self.words)
        self.heads = [self._head(at) for at in range(size)]
        self.children: list[list[int]] = [[] for _ in range(size)]
        for at, head in enumerate(self.heads):
            if head >= 0:
                self.children[head].append(at)
        self.lows = [word.text.lower().replace("’", "'") for word in self.words]
        self.lemmas = [word.lemma.lower() for word in self.words]
        self.depths = [0] * size
        self.passives = {
            head
            for at, head in enumerate(self.heads)
            if self.relation(at) in ("nsubj:pass", "aux:pass")
        }
        """Verbs in the passive."""
        self.left, self.right = list(range(size)), list(range(1, size + 1))
        self._reach()
        self.entity_at: dict[int, int] = {}
        for number, entity in enumerate(parse.entities):
            for at in range(max(0, entity.first), min(size, entity.last)):
                self.entity_at[at] = number
        self.entities = parse.entities
        self._quotes, self._brackets = self._marks()
        self.contents = [0, *accumulate(map(self._is_content, range(size)))]
        """How many content words precede each word."""

    def _head(self, at: int) -> int:
        head, words = self.words[at].head, self.words
        inside = 0 <= head < len(words) and head != at
        return head if inside and words[head].sentence == words[at].sentence else -1

    def _reach(self) -> None:
        """Set depths and extents from the roots down, then from the leaves up."""
        order = [at for at, head in enumerate(self.heads) if head < 0]
        for at in order:  # grows as it is read
            for child in self.children[at]:
                self.depths[child] = self.depths[at] + 1
                order.append(child)
        for at in reversed(order):
            head = self.heads[at]
            if head >= 0:
                self.left[head] = min(self.left[head], self.left[at])
                self.right[head] = max(self.right[head], self.right[at])

    def _marks(self) -> tuple[list[int], list[int]]:
        """Return how many quotes, and how many more opening brackets, precede each word."""
        quotes, brackets = [0], [0]
        for at, word in enumerate(self.words):
            quotes.append(quotes[-1] + self.is_quote(at))
            brackets.append(brackets[-1] + (word.text in _OPENING) - (word.text in _CLOSING))
        return quotes, brackets

    def _is_content(self, at: int) -> bool:
        word = self.words[at]
        return (
            word.upos in _CONTENT
            and any(map(str.isalnum, word.text))
            and (word.upos in ("NUM", "PROPN", "NOUN") or self.lows[at] not in FUNCTION_WORDS)
        )

    def __len__(self) -> int:
        return len(self.words)

    def upos(self, at: int) -> str:
        return self.words[at].upos

    def relation(self, at: int) -> str:
        """Return the relation to the head; `root` for words without one."""
        return self.words[at].relation if self.heads[at] >= 0 else "root"

    def plain_relation(self, at: int) -> str:
        """Return the relation without its subtype."""
        return self.relation(at).partition(":")[0]

    def kids(self, at: int, *relations: str) -> list[int]:
        """Return the children with one of these relations, in order, whatever the subtype."""
        return [one for one in self.children[at] if self.plain_relation(one) in relations]

    def is_quote(self, at: int) -> bool:
        word = self.words[at]
        single = word.text in ("'", "’", "‘")  # or an apostrophe
        return word.text in _QUOTES and (not single or word.upos in ("PUNCT", "SYM", ""))

    def is_mark(self, at: int) -> bool:
        """Return whether a word is a punctuation mark that cannot be inside a short phrase."""
        return self.words[at].upos == "PUNCT" and self.words[at].text not in _INNER

    def in_quotes(self, at: int) -> bool:
        """Return whether an odd number of quotation marks of the text precede a word."""
        return self._quotes[at] % 2 == 1

    def in_brackets(self, at: int) -> bool:
        return self._brackets[at] > 0

    def clean(self, first: int, last: int) -> tuple[int, int] | None:
        """Trim a span of words to a clean answer.

        Args:
            first: Index of the first word.
            last: Index after the last word.

        Returns:
            The span without conjunctions and marks at its ends, and with balanced quotes and
            brackets; None if there is no such span.
        """
        trimmed = self._trimmed(first, last)
        if trimmed is None:
            return None
        first, last = trimmed
        if self._brackets[first] != self._brackets[last]:
            return None
        if (self._quotes[last] - self._quotes[first]) % 2:
            if last < len(self) and self.is_quote(last):
                return first, last + 1
            if first and self.is_quote(first - 1):
                return first - 1, last
            return None
        return first, last

    def _trimmed(self, first: int, last: int) -> tuple[int, int] | None:
        words = self.words
        while first < last and self._may_not_begin(first):
            first += 1
        while last > first and words[last - 1].upos in ("PUNCT", "CCONJ", "SCONJ"):
            last -= 1
        opened = self._brackets[last] - self._brackets[first]
        if opened < 0 and last < len(words):
            return None
        if opened == 1 and last < len(words) and words[last].text in _CLOSING:
            last += 1
        return (first, last) if first < last else None

    def _may_not_begin(self, at: int) -> bool:
        upos = self.words[at].upos
        clitic = upos == "PART" and self.lows[at] in ("'s", "'", "n't", "not")
        joining = upos == "CCONJ" and self.lows[at] not in ("both", "either")
        return upos == "PUNCT" or clitic or joining
