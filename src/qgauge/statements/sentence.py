"""One sentence of a parse, with access to words, text and subtrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from qgauge.tools.roles import Parse, Word

_END_MARKS = frozenset("。？！;:,…")
_CLEAR = {
    "ROOT": "root",
    "nsubjpass": "nsubj",
    "csubjpass": "csubj",
    "dobj": "obj",
    "dative": "iobj",
    "auxpass": "aux",
    "prt": "compound",
    "relcl": "acl:relcl",
    "prep": "obl",
}
"""Relation names of spaCy's English pipelines mapped to Universal Dependencies."""


@dataclass(frozen=True)
class Sentence:
    """A sentence without its final punctuation; heads are indices within the sentence."""

    text: str
    words: tuple[Word, ...]
    asks: bool = False

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def low(self) -> tuple[str, ...]:
        """The words in lower case with straight apostrophes, followed by two empty strings."""
        return (*(word.text.lower().replace("’", "'") for word in self.words), "", "")

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        below: dict[int, list[int]] = {}
        for at, word in enumerate(self.words):
            below.setdefault(word.head, []).append(at)
        return below

    def upos(self, at: int) -> str:
        """Return the part of speech at an index, or "" outside the sentence."""
        return self.words[at].upos if 0 <= at < len(self.words) else ""

    def is_verb(self, at: int) -> bool:
        return self.upos(at) in ("VERB", "AUX")

    def lemma(self, at: int) -> str:
        """Return the lemma at an index in lower case, or "" outside the sentence."""
        return self.words[at].lemma.lower() if 0 <= at < len(self.words) else ""

    def relation(self, at: int) -> str:
        """Return the relation to the head, without its subtype except in `acl:relcl`."""
        relation = self.words[at].relation if 0 <= at < len(self.words) else ""
        relation = _CLEAR.get(relation, relation)
        return relation if relation == "acl:relcl" else relation.partition(":")[0]

    def children(self, at: int, *relations: str) -> list[int]:
        """Return the children of a word in order, limited to the given relations if any."""
        below = self._below.get(at, [])
        return [one for one in below if self.relation(one) in relations] if relations else below

    def subtree(self, at: int) -> set[int]:
        """Return the indices of a word and its descendants."""
        found, waiting = {at}, [at]
        while waiting:
            more = [one for one in self.children(waiting.pop()) if one not in found]
            found.update(more)
            waiting += more
        return found

    def ancestors(self, at: int) -> Iterator[int]:
        """Yield the head of a word, the head of that, and so on."""
        seen = {at}
        while (at := self.words[at].head) >= 0 and at not in seen:
            seen.add(at)
            yield at

    def run(self, at: int, first: int, last: int) -> tuple[int, int]:
        """Return the contiguous span of a subtree around a word, within `first:last`."""
        inside = self.subtree(at)
        start = end = at
        while start > first and start - 1 in inside:
            start -= 1
        while end + 1 < last and end + 1 in inside:
            end += 1
        return start, end + 1

    def until(self, last: int) -> Sentence:
        """Return the sentence up to, not including, word `last`."""
        kept = (replace(word, head=word.head if word.head < last else -1) for word in self.words)
        return replace(self, words=tuple(kept)[:last])

    def part(self, first: int, last: int | None = None) -> str:
        """Return the text of the words `first:last`, without punctuation at its ends."""
        last = len(self) if last is None else last
        if first >= last:
            return ""
        said = self.text[self.words[first].start : self.words[last - 1].end]
        said = " ".join(said.split()).lstrip(" ,;").rstrip(" ;")
        return said if said.count(",") > 1 else said.rstrip(" ,")


def sentences(text: str, parse: Parse) -> list[Sentence]:
    """Return the sentences of a text that contain words."""
    groups: dict[int, list[int]] = {}
    for at, word in enumerate(parse.words):
        groups.setdefault(word.sentence, []).append(at)
    found = (_sentence(text, parse.words, places) for places in groups.values())
    return [sentence for sentence in found if len(sentence)]


def _sentence(text: str, words: Sequence[Word], places: Sequence[int]) -> Sentence:
    first, last = places[0], places[-1] + 1
    asks = False
    while last > first and ((mark := words[last - 1].text) in _END_MARKS or not mark.strip("?!. ")):
        asks = asks or "?" in mark
        last -= 1
    inside = range(first, last)
    kept = (
        replace(words[at], head=words[at].head - first if words[at].head in inside else -1)
        for at in inside
    )
    return Sentence(text, tuple(kept), asks)
