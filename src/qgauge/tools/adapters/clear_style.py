"""Convert the trees of spaCy's English pipelines (CLEAR style) to Universal Dependencies (UD).

In CLEAR style, a preposition is the head of its noun and "be" the head of its predicate. In UD,
content words are the heads. The metrics of qgauge assume UD.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qgauge.tools.roles import Word

SIGNS_OF_CLEAR = frozenset({"dobj", "pobj", "nsubjpass", "attr", "acomp", "prep"})
"""Relations that only CLEAR style has."""

_NAMES = {
    "ROOT": "root",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "dobj": "obj",
    "dative": "iobj",
    "auxpass": "aux:pass",
    "neg": "advmod",
    "poss": "nmod:poss",
    "possessive": "case",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "prt": "compound:prt",
    "relcl": "acl:relcl",
    "rcmod": "acl:relcl",
    "infmod": "acl",
    "partmod": "acl",
    "complm": "mark",
    "npadvmod": "obl:unmarked",
    "quantmod": "advmod",
    "intj": "discourse",
    "meta": "dep",
    "nn": "compound",
    "num": "nummod",
    "number": "nummod",
    "oprd": "xcomp",
    "acomp": "xcomp",
    "attr": "xcomp",
    "pcomp": "advcl",
    # relations that remain if a preposition has no noun
    "prep": "obl",
    "pobj": "obl",
    "agent": "obl:agent",
}
_CLAUSAL = frozenset({"VERB", "AUX", "ADJ", "ADV"})
_PLACES = frozenset({"where", "here", "there", "how", "when"})


def universal(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words with UD heads and relations."""
    tree = _Tree(words)
    tree.join_conjuncts()
    tree.lower_prepositions()
    tree.lower_copulas()
    return tree.renamed()


class _Tree:
    """A mutable tree. Each of the conversion steps is one method."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.head = [word.head for word in words]
        self.relation = [word.relation for word in words]

    def children(self, at: int, *relations: str) -> list[int]:
        return [
            child
            for child, head in enumerate(self.head)
            if head == at and (not relations or self.relation[child] in relations)
        ]

    def lemma(self, at: int) -> str:
        return (self.words[at].lemma or self.words[at].text).lower()

    def join_conjuncts(self) -> None:
        """Attach every conjunct to the first, and each conjunction to the conjunct after it."""
        for at in range(len(self.words)):
            for conjunction in self.children(at, "cc"):
                later = [one for one in self.children(at, "conj") if one > conjunction]
                if later:
                    self.head[conjunction] = later[0]
        for at in range(len(self.words)):
            while self.relation[at] == "conj" and self.relation[self.head[at]] == "conj":
                self.head[at] = self.head[self.head[at]]

    def lower_prepositions(self) -> None:
        """Attach each preposition to its noun, and the noun to the preposition's head."""
        for at in range(len(self.words)):
            if self.relation[at] not in ("prep", "agent", "dative") or self.head[at] < 0:
                continue
            below = self.children(at, "pobj", "pcomp")
            inner = self.children(at, "prep")
            if not below and inner and self.words[at].upos in ("ADP", "SCONJ", "ADV"):
                # "out of the house": both are prepositions of "house"
                below = self.children(inner[0], "pobj")
            if below:
                self._lower(at, below[0])

    def _lower(self, preposition: int, noun: int) -> None:
        above = self.head[preposition]
        clausal = self.words[above].upos in _CLAUSAL
        clause = self.relation[noun] == "pcomp" and self.words[noun].upos in ("VERB", "AUX")
        relation = ("advcl" if clausal else "acl") if clause else ("obl" if clausal else "nmod")
        if self.relation[preposition] == "agent" and not clause:
            relation = "obl:agent"
        between = self.head[noun]
        self.head[noun], self.relation[noun] = above, relation
        for one in dict.fromkeys((preposition, between)):
            self.head[one], self.relation[one] = noun, "mark" if clause else "case"
            for child in self.children(one):
                if child != noun and self.relation[child] not in ("case", "mark"):
                    self.head[child] = noun

    def lower_copulas(self) -> None:
        """Make the predicate the head of its clause, with "be" as its copula."""
        for at in range(len(self.words)):
            if self.lemma(at) != "be" or self.relation[at] in ("aux", "auxpass"):
                continue
            there = [one for one in self.children(at, "expl") if self.lemma(one) == "there"]
            if there:
                for one in self.children(at, "attr")[:1]:
                    self.relation[one] = "nsubj"
                continue
            predicate = self._predicate(at)
            if predicate is not None:
                self._swap(at, predicate)

    def _predicate(self, at: int) -> int | None:
        """Return the predicate of "be": a noun, an adjective or a place, if there is one."""
        complements = self.children(at, "attr", "acomp")
        if complements:
            return complements[0]
        if not self.children(at, "nsubj", "csubj"):
            return None
        places = [one for one in self.children(at, "advmod") if self.lemma(one) in _PLACES]
        phrases = [one for one in self.children(at, "obl") if self.children(one, "case")]
        return next(iter([*places, *phrases]), None)

    def _swap(self, verb: int, predicate: int) -> None:
        self.head[predicate], self.relation[predicate] = self.head[verb], self.relation[verb]
        for child in self.children(verb):
            self.head[child] = predicate
        # "What is his name?" is sometimes parsed with two predicates: the second is the subject
        if not self.children(predicate, "nsubj", "csubj"):
            for other in self.children(predicate, "attr")[:1]:
                self.relation[other] = "nsubj"
        self.head[verb], self.relation[verb] = predicate, "cop"

    def renamed(self) -> tuple[Word, ...]:
        made = []
        for word, head, relation in zip(self.words, self.head, self.relation, strict=True):
            name = _NAMES.get(relation, relation)
            if relation == "aux" and word.upos == "PART":
                name = "mark"  # to
            made.append(replace(word, head=head, relation="root" if head < 0 else name))
        return tuple(made)
