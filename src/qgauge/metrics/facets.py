"""Facets: the elementary facts a question consists of (Nielsen, Ward and Martin 2008).

A facet is a relation between two words, such as theme(build, lighthouse), derived from a dependency
tree in Universal Dependencies. Paraphrases have the same facets: active and passive, "Norway's
king" and "the king of Norway", "in what year" and "when".
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
"""Prepositions that express the same relation; the noun determines which one is used."""
RELATION_OF = {word: name for name, words in ALIKE.items() for word in words.split()}

STANDS_FOR = {
    "when": "when year time date day month century decade era period",
    "where": "where place location",
    "why": "why reason",
    "how": "how way manner means",
    "who": "who whom whose person",
    "what": "what which",
}
"""Question words, their forms, and nouns that mean the same after "what" or "which"."""
ASKS = {word: asked for asked, words in STANDS_FOR.items() for word in words.split()}
RELATION_OF_ASKED = {"when": IN, "where": IN, "why": BECAUSE, "how": MANNER}
"""Relation between an interrogative adverb, or an equivalent phrase, and its verb."""


@dataclass(frozen=True, slots=True, order=True)
class Facet:
    """A relation between two words; `alone` for a word without any relation."""

    relation: str
    head: str
    dependent: str = ""

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(filter(None, (self.head, self.dependent)))})"


@dataclass(frozen=True, slots=True)
class Facets:
    """The distinct facets of a text, in word order."""

    facets: tuple[Facet, ...]
    exact: frozenset[str] = frozenset()
    """Names, numbers and question words, which match only themselves, whatever their vectors."""

    @property
    def words(self) -> dict[str, None]:
        """The words of the facets, in order."""
        ends = (word for each in self.facets for word in (each.head, each.dependent) if word)
        return dict.fromkeys(ends)


def facet(relation: str, head: str, dependent: str) -> Facet:
    """Create a facet; words in a symmetric relation are sorted alphabetically."""
    if relation in SYMMETRIC and dependent < head:
        head, dependent = dependent, head
    return Facet(relation, head, dependent)
