"""Facets: the small facts a question is made of (Nielsen, Ward and Martin 2008).

A facet is a relation between two words, read off a dependency tree in Universal Dependencies, such
as theme(build, lighthouse). What says the same in another form gives the same facets: active and
passive, "Norway's king" and "the king of Norway", "in what year" and "when".
"""

from __future__ import annotations

from dataclasses import dataclass

AGENT, THEME, OF, BE, NAME, IN, TO = "agent", "theme", "of", "be", "name", "in", "to"
WHICH, NOT, BECAUSE, MANNER, ALONE = "which", "not", "because", "manner", "alone"
COMPLEMENT, AND = "complement", "and"

SYMMETRIC = frozenset({BE, NAME, AND})
"""Relations without a direction: "the door is green" and "the green door"."""

ALIKE = {
    IN: "in on at inside within during throughout",
    TO: "to into onto toward towards",
    "about": "about regarding concerning",
    "with": "with using via",
    "from": "from out_of",
    "before": "before prior_to",
    "after": "after following",
    "between": "between among amongst",
    BECAUSE: "because because_of due_to",
}
"""Prepositions that are one relation: which of them is used depends on the noun."""
RELATION_OF = {word: name for name, words in ALIKE.items() for word in words.split()}

STANDS_FOR = {
    "when": "when year time date day month century decade era period",
    "where": "where place location",
    "why": "why reason",
    "how": "how way manner means",
    "who": "who whom whose person",
    "what": "what which",
}
"""A question word, its forms, and the nouns that ask the same after "what" or "which"."""
ASKS = {word: asked for asked, words in STANDS_FOR.items() for word in words.split()}
RELATION_OF_ASKED = {"when": IN, "where": IN, "why": BECAUSE, "how": MANNER}
"""How an adverb that asks, or the phrase it stands for, goes with its verb."""


@dataclass(frozen=True, slots=True, order=True)
class Facet:
    """A relation between two words; a word that is related to none stands `alone`."""

    relation: str
    head: str
    dependent: str = ""

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(filter(None, (self.head, self.dependent)))})"


@dataclass(frozen=True, slots=True)
class Facets:
    """The distinct facets of a text, in order of its words, and the words only they can match."""

    facets: tuple[Facet, ...]
    exact: frozenset[str] = frozenset()
    """Names, numbers and question words: another one is another thing, however close it is."""

    @property
    def words(self) -> dict[str, None]:
        """The words in them, in order."""
        ends = (word for each in self.facets for word in (each.head, each.dependent) if word)
        return dict.fromkeys(ends)


def facet(relation: str, head: str, dependent: str) -> Facet:
    """A facet; of words without a direction between them, the first in the alphabet leads."""
    if relation in SYMMETRIC and dependent < head:
        head, dependent = dependent, head
    return Facet(relation, head, dependent)
