"""The three parts of QSTS: question class, names, meaning (Gollapalli and Ng 2022, sec. 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from qgauge.core import Example, Tools
from qgauge.metrics.dependency_edges import (
    LEFT_OUT,
    Edges,
    Match,
    Meanings,
    best_matches,
    content_edges,
    is_stop_word,
    lemma,
    pairs_to_compare,
)
from qgauge.metrics.metric import Metric
from qgauge.tools.asking import ask, call
from qgauge.tools.question_classes import CLASSES
from qgauge.tools.roles import Parse

PARTS = ("qcsim", "nesim", "semsim")
QUESTION_CLASS, REFERENCE_CLASS = "question_class", "reference_class"
"""Columns with the question class, used instead of the classifier's prediction."""

MOST_PAIRS = 1 << 24
"""Maximum number of edge pairs with the same relation, which take one or two seconds.

Two texts of 20,000 words have about as many. The number grows quadratically.
"""

_CLASSES = {name.lower(): name for name in CLASSES}


@dataclass(frozen=True, slots=True)
class Analysis:
    """The features of a text: its names, its edges and, for a question, its class."""

    words: int
    names: tuple[str, ...]
    edges: Edges
    has_trees: bool
    label: str = ""

    def __bool__(self) -> bool:
        return self.words > 0

    def not_comparable(self, other: Analysis) -> str:
        """Return why the edges of two texts cannot be compared; "" if they can."""
        if not self.has_trees or not other.has_trees:
            return "the parser returns no dependency trees"
        if pairs_to_compare(self.edges, other.edges) > MOST_PAIRS:
            return f"the texts are too long: more than {MOST_PAIRS:,} pairs of edges"
        return ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much of one text (`wanted`) is found in another (`there`)."""

    wanted: Analysis
    there: Analysis
    parts: Mapping[str, float]
    match: Match

    def edge_rows(self) -> list[list[str]]:
        """Return a table row per wanted edge with its best match, as relation(head, dependent)."""
        wanted, there = self.wanted.edges, self.there.edges
        return [
            [
                f"{edge}" + (f" x{count}" if count > 1 else ""),
                str(there.different[place]) if place >= 0 else "-",
                f"{similarity:.4f}",
            ]
            for edge, count, similarity, place in zip(
                wanted.different,
                wanted.counts,
                self.match.similarity,
                self.match.place,
                strict=True,
            )
        ]

    def steps(self, wanted: str, there: str) -> list[str]:
        """Describe the names found and missing, and the mean over the edges."""
        names, known = self.wanted.names, set(self.there.names)
        if names:
            found = " ".join(name for name in names if name in known) or "none"
            missing = " ".join(name for name in names if name not in known) or "none"
            found_names = f"names of the {wanted} found in the {there}: {found}; missing: {missing}"
        else:
            found_names = f"the {wanted} has no names"
        edges = sum(self.wanted.edges.counts)
        meaning = (
            f"mean similarity over {edges} edges of the {wanted}"
            if edges
            else f"the {wanted} has no edges"
        )
        return [
            f"{found_names}; nesim = {self.parts['nesim']:.4f}",
            f"{meaning}: semsim = {self.parts['semsim']:.4f}",
        ]


def names_of(parse: Parse) -> tuple[str, ...]:
    """Return the lemmas of all name tokens: proper nouns and words in named entities.

    As in the paper, dates and numbers are entities. Taggers sometimes tag the "What" of a short
    question as a proper noun, so stop words count only inside an entity.
    """
    return tuple(
        lemma(word)
        for word in parse.words
        if word.entity or (word.upos == "PROPN" and not is_stop_word(word))
    )


def class_similarity(question: str, expected: Sequence[str]) -> float:
    """Return qcsim: the similarity of the question's class to the closest expected class."""
    return max(_class_similarity(question, one) for one in expected)


def _class_similarity(one: str, other: str) -> float:
    """Return 1 for equal classes; .75 in one group if one class is `other`, else .5; else 0."""
    if one == other:
        return 1.0
    group, _, fine = one.partition(":")
    other_group, _, other_fine = other.partition(":")
    if group != other_group:
        return 0.0
    return 0.75 if "other" in (fine, other_fine) else 0.5


def compare_texts(wanted: Analysis, there: Analysis, qcsim: float) -> Comparison:
    """Compute the three parts; nesim and semsim are 1 if there are no names or edges to find."""
    known = set(there.names)
    found = sum(name in known for name in wanted.names)
    match = best_matches(wanted.edges, there.edges)
    counts = wanted.edges.counts
    similar = sum(n * value for n, value in zip(counts, match.similarity, strict=True))
    parts = {
        "qcsim": qcsim,
        "nesim": found / len(wanted.names) if wanted.names else 1.0,
        "semsim": similar / sum(counts) if counts else 1.0,
    }
    return Comparison(wanted, there, parts, match)


def classes_in_row(example: Example) -> tuple[str, tuple[str, ...]]:
    """Read question classes from the columns of a row.

    Args:
        example: The row; `meta` may hold `question_class` and `reference_class`.

    Returns:
        The class of the question ("" if not given) and of each reference (empty if not given).

    Raises:
        ValueError: A class is unknown or one is missing; the message is meant for users.
    """
    question = example.meta.get(QUESTION_CLASS)
    expected = example.meta.get(REFERENCE_CLASS)
    if expected in (None, "", []):
        classes: tuple[str, ...] = ()
    elif isinstance(expected, list):
        if len(expected) != len(example.references):
            raise ValueError(
                f"{REFERENCE_CLASS} has {len(expected)} classes for {len(example.references)} "
                "reference(s); give one class per reference, or a single one for all"
            )
        classes = tuple(_class(REFERENCE_CLASS, one) for one in expected)
    else:
        classes = (_class(REFERENCE_CLASS, expected),) * max(1, len(example.references))
    return "" if question in (None, "") else _class(QUESTION_CLASS, question), classes


def _class(field: str, given: object) -> str:
    known = _CLASSES.get(given.strip().lower()) if isinstance(given, str) else None
    if known is None:
        raise ValueError(
            f"{field} is {given!r}, which is not a question class of Li and Roth; use a class "
            "such as HUM:ind"
        )
    return known


@dataclass(frozen=True)
class QuestionSimilarity(Metric):
    """Base class for QSTS, with references or with a passage."""

    uses: ClassVar[tuple[str, ...]] = ("parser", "classifier", "embedder")

    mean: Literal["geometric", "arithmetic", "harmonic"] = "geometric"
    """How the three parts are averaged; `geometric` is the published formula."""
    relations: Literal["authors", "ud"] = "authors"
    """Dependency relations to skip: the published list, or its counterpart in Universal
    Dependencies."""
    classes: Literal["on", "off"] = "on"
    """Whether question classes are compared (qcsim)."""

    def roles(self) -> tuple[str, ...]:
        return self.uses if self.classes == "on" else ("parser", "embedder")

    def input_problem(self, example: Example) -> str:
        if self.classes == "on":
            try:
                classes_in_row(example)
            except ValueError as problem:
                return str(problem)
        return ""

    def analyses(
        self,
        examples: Sequence[Example],
        tools: Tools,
        texts: Callable[[Example], Iterable[str]],
    ) -> dict[str, Analysis]:
        """Analyse all texts of the examples in one batch."""
        parses = ask("parser", tools["parser"].parse, examples, texts)
        left_out = LEFT_OUT[self.relations]
        edges = {text: content_edges(parse, left_out) for text, parse in parses.items()}
        lemmas = dict.fromkeys(
            end for each in edges.values() for edge in each for end in (edge.dependent, edge.head)
        )
        meanings = call("embedder", lambda _: Meanings(lemmas, tools["embedder"].vector), examples)
        return {
            text: Analysis(
                words=len(parse.words),
                names=names_of(parse),
                edges=Edges.of(edges[text], meanings),
                has_trees=any(word.relation for word in parse.words),
            )
            for text, parse in parses.items()
        }

    def predicted_classes(self, examples: Sequence[Example], tools: Tools) -> dict[str, str]:
        """Predict the classes of questions and references whose rows do not give them."""
        if self.classes == "off":
            return {}

        def unclassified(example: Example) -> Iterable[str]:
            question, expected = classes_in_row(example)
            yield from () if question else (example.question,)
            yield from () if expected else example.references

        classify = tools["classifier"].classify
        found = ask("classifier", classify, examples, unclassified)
        return {text: label.name for text, label in found.items()}

    def value(self, parts: Mapping[str, float]) -> float:
        """Average the three parts (equation 1, or a different mean)."""
        first, second, third = (parts[part] for part in PARTS)
        if self.mean == "arithmetic":
            return (first + second + third) / 3
        if not (first and second and third):
            return 0.0
        if self.mean == "harmonic":
            return 3 / (1 / first + 1 / second + 1 / third)
        return float((first * second * third) ** (1 / 3))

    # ------------------------------------------------------------------ explanation

    def calculation(self, parts: Mapping[str, float]) -> str:
        """Write out the calculation of the mean."""
        three = [f"{parts[part]:.4f}" for part in PARTS]
        how = {
            "geometric": f"({' x '.join(three)})^(1/3)",
            "arithmetic": f"({' + '.join(three)}) / 3",
            "harmonic": f"3 / (1/{' + 1/'.join(three)})",
        }[self.mean]
        return f"{how} = {self.value(parts):.4f}"


def class_step(question: str, whose: str, classes: Sequence[str]) -> str:
    """Describe the classes and their similarity; of several expected classes, the best counts."""
    qcsim, expected = class_similarity(question, classes), " or ".join(dict.fromkeys(classes))
    return f"question class {question}, {whose} class {expected}; qcsim = {qcsim:.4f}"
