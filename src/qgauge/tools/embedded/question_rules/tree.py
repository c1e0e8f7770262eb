"""The trees of the answer's sentence and of the sentences before it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from qgauge.text import inflection
from qgauge.text.noun_classes import is_animal_noun, is_person_noun
from qgauge.tools.embedded.question_rules.word_lists import MORE_PERSONS, UTTERING
from qgauge.tools.roles import Parse, Word

_SENTENCES_BEFORE = 8
"""How far back the antecedent of a pronoun may be."""
_QUOTES = frozenset({'"', "“", "”", "``", "''", "«", "»"})
_PERSONS = frozenset({"PER", "PERSON"})


class Tree:
    """Words with their children; indices count from the first word of the window.

    Words whose heads form a cycle, or lie in another sentence, have no parent.
    """

    def __init__(self, parse: Parse, start: int) -> None:
        words = parse.words
        at = max(0, bisect_right(words, start, key=lambda word: word.start) - 1)
        sentence = words[at].sentence
        first, last = at, at + 1
        while last < len(words) and words[last].sentence == sentence:
            last += 1
        while first and sentence - _SENTENCES_BEFORE <= words[first - 1].sentence <= sentence:
            first -= 1
        self.words: tuple[Word, ...] = words[first:last]
        self.lows = [word.text.lower().replace("’", "'") for word in self.words]
        self.sentence = sentence
        marks = sum(word.text in _QUOTES for word in words[:at])
        self._inner_names = _inner_names(words)
        self.speakers = _speakers(words)
        """Lemmas of the nouns that speak in the passage."""
        self.topic = _topic(words)
        """The lemma of the subject of the first sentence; "" if it has none."""
        self.is_quoted = marks % 2 == 1
        """Whether the answer is part of what somebody says."""
        size = len(self.words)
        self.heads = [self._head(one, first) for one in range(size)]
        self.children: list[list[int]] = [[] for _ in range(size)]
        for one, head in enumerate(self.heads):
            if head >= 0:
                self.children[head].append(one)
        self._cut_cycles()

    def _head(self, at: int, first: int) -> int:
        head = self.words[at].head - first
        inside = 0 <= head < len(self.words) and head != at
        return head if inside and self.words[head].sentence == self.words[at].sentence else -1

    def _cut_cycles(self) -> None:
        order = [at for at, head in enumerate(self.heads) if head < 0]
        for at in order:  # grows as it is read
            order.extend(self.children[at])
        for at in set(range(len(self.words))) - set(order):
            self.heads[at] = -1
            self.children[at] = []

    def relation(self, at: int) -> str:
        """Return the relation to the head, with its subtype; `root` for words without a head."""
        return self.words[at].relation if self.heads[at] >= 0 else "root"

    def plain(self, at: int) -> str:
        """Return the relation without its subtype."""
        return self.relation(at).partition(":")[0]

    def upos(self, at: int) -> str:
        return self.words[at].upos

    def lemma(self, at: int) -> str:
        return (self.words[at].lemma or self.words[at].text).lower()

    def kids(self, at: int, *relations: str) -> list[int]:
        """Return the children with one of these relations, whatever the subtype."""
        return [one for one in self.children[at] if self.plain(one) in relations]

    def below(self, at: int, keep: Callable[[int], bool] = lambda _: True) -> list[int]:
        """Return a word and all below it in order, without the subtrees that are not kept."""
        found = [at]
        for one in found:  # grows as it is read
            found.extend(child for child in self.children[one] if keep(child))
        return sorted(found)

    def is_person(self, at: int) -> bool:
        """Return whether a noun is the name of a person, or denotes one."""
        word = self.words[at]
        opening = at == 0 or self.words[at - 1].sentence != word.sentence
        if word.entity in _PERSONS and not (opening and self._is_common(at)):
            return True
        names = self.kids(at, "appos", "flat")
        names += [name for verb in self.kids(at, "acl") for name in self.kids(verb, "xcomp")]
        named = any(self.words[one].entity in _PERSONS for one in names)
        return named or (not word.entity and is_person_noun(self.lemma(at))) or self._acts(at)

    def _is_common(self, at: int) -> bool:
        """Return whether the first word of a sentence is not a name: "Dikes", "Darning"."""
        low = self.lows[at]
        if self.kids(at, "flat", "compound") or low in self._inner_names:
            return False
        gerund = low.endswith("ing") and bool(inflection.lemmas(low, "VERB"))
        return gerund or any(one != low for one in inflection.lemmas(low, "NOUN"))

    def _acts(self, at: int) -> bool:
        """Return whether a noun denotes a person after all, or the animal of a tale."""
        articles = [self.lows[one] for one in self.kids(at, "det")]
        lemma, single = self.lemma(at), self.lows[at] == self.lemma(at)
        character = is_animal_noun(lemma) or lemma in self.speakers
        animal = character and articles == ["the"] and single
        return animal or (not self.words[at].entity and self.lemma(at) in MORE_PERSONS)

    def is_plural(self, at: int) -> bool:
        """Return whether a noun phrase is plural, by its form or because it is a list."""
        word = self.words[at]
        if any(
            self.upos(one) == "CCONJ" for c in self.kids(at, "conj") for one in self.kids(c, "cc")
        ):
            return True
        if self.lows[at] in ("they", "we", "these", "those", "them", "people", "police", "cattle"):
            return True
        if self.lows[at] in ("series", "news", "species", "means"):
            return False
        return word.upos == "NOUN" and self.lows[at] != self.lemma(at)


def _topic(words: Sequence[Word]) -> str:
    for word in words:
        if word.sentence != words[0].sentence:
            break
        main = 0 <= word.head < len(words) and words[word.head].head < 0
        if main and word.relation.startswith("nsubj"):
            return (word.lemma or word.text).lower()
    return ""


def _speakers(words: Sequence[Word]) -> frozenset[str]:
    return frozenset(
        (word.lemma or word.text).lower()
        for word in words
        if word.relation == "nsubj"
        and word.upos == "NOUN"
        and 0 <= word.head < len(words)
        and words[word.head].lemma.lower() in UTTERING
    )


def _inner_names(words: Sequence[Word]) -> frozenset[str]:
    """Return the names that stand inside a sentence, where a capital means something."""
    return frozenset(
        word.text.lower()
        for before, word in pairwise(words)
        if word.is_name and word.text[:1].isupper() and before.sentence == word.sentence
    )
