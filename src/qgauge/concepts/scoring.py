"""Recall of the vital concepts and precision of a system's snippets in one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from qgauge.concepts.adjudication import Concept, Gold
from qgauge.concepts.alignment import Alignment, align, f_measure
from qgauge.concepts.documents import Snippet, Snippets
from qgauge.concepts.words import Lexicon

NO_VITAL = "no concept is vital"
NOTHING_TAGGED = "the system tagged nothing"
ONLY_WORDLESS = "no snippet of the system has a content word"


@dataclass(frozen=True, slots=True)
class Measures:
    """Recall, precision and F; None if there is nothing to average."""

    recall: float | None
    """Mean recall of the vital concepts."""
    precision: float | None
    """Mean precision of the system's snippets."""
    f: float | None
    """Harmonic mean of the two."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A vital concept: its recall IR, the system snippet that gives it, and the aligned snippet."""

    concept: Concept
    recall: float
    by: Snippet | None
    aligned: Snippet | None
    aligned_recall: float


@dataclass(frozen=True, slots=True)
class Tagged:
    """A system snippet: its precision IP, the annotation that gives it, and the aligned concept."""

    snippet: Snippet
    precision: float
    by: Snippet | None
    concept: Concept | None
    """The concept of the annotation `by`."""
    aligned: Concept | None
    aligned_precision: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The scores of one system in one document."""

    free: Measures
    """The scores if a snippet may match several concepts."""
    one_to_one: Measures
    """The scores of the best one-to-one alignment."""
    recalled: tuple[Recalled, ...]
    """The vital concepts."""
    tagged: tuple[Tagged, ...]
    """The system's snippets that have content words."""
    wordless: Snippets
    """The system's snippets without content words, which are skipped."""
    reason: str = ""
    """The reason why F or precision is None."""
    exact: bool = True
    """Whether the one-to-one F is proven to be the maximum."""
    bound: float | None = None
    """The upper bound of the one-to-one F."""


def judge(gold: Gold, snippets: Sequence[Snippet], lexicon: Lexicon) -> Judgement:
    """Score the snippets of a system with Nielsen's (2008) IR and IP, their means and F.

    IR of a vital snippet V is the largest |V ∩ S| / |V| over system snippets S; IP of S is the
    largest |S ∩ A| / |S| over all annotated snippets A.

    Args:
        gold: The adjudicated concepts of the document.
        snippets: The snippets of the system.
        lexicon: The content words of the document.

    Returns:
        The scores, with free matching and with the best one-to-one alignment.

    Examples:
        >>> from qgauge.concepts import ConceptSettings, Lexicon, adjudicate, document, judge
        >>> row = {"text": "Acid rain damages forests.", "annotators": {"ann": [[0, 9]]}}
        >>> one = document({**row, "systems": {"keys": [[5, 17]]}})
        >>> lexicon = Lexicon(one.text, "words")
        >>> gold = adjudicate(one, lexicon, ConceptSettings())
        >>> judge(gold, one.systems["keys"], lexicon).free
        Measures(recall=0.5, precision=0.5, f=0.5)
    """
    vital = gold.vital
    usable = [one for one in sorted(snippets) if lexicon.of(one)]
    wordless = tuple(one for one in sorted(snippets) if not lexicon.of(one))
    recalls = [[_covered(concept.face, one, lexicon) for one in usable] for concept in vital]
    covers = [[_cover(one, concept, lexicon) for concept in gold.concepts] for one in usable]
    found = _alignment(gold, recalls, [[value for value, _ in line] for line in covers])
    recalled = _recalled(gold, usable, recalls, {concept: at for at, concept in found.pairs})
    tagged = _tagged(gold, usable, covers, dict(found.pairs))
    one_to_one = Measures(None, None, None)
    reason = NO_VITAL
    if vital:
        one_to_one = _measures(
            [one.aligned_recall for one in recalled], [one.aligned_precision for one in tagged]
        )
        nothing = ONLY_WORDLESS if wordless else NOTHING_TAGGED
        reason = "" if usable else nothing
    return Judgement(
        free=_measures([one.recall for one in recalled], [one.precision for one in tagged]),
        one_to_one=one_to_one,
        recalled=recalled,
        tagged=tagged,
        wordless=wordless,
        reason=reason,
        exact=found.exact,
        bound=found.bound if vital else None,
    )


def _recalled(
    gold: Gold, usable: Sequence[Snippet], recalls: list[list[float]], partners: dict[int, int]
) -> tuple[Recalled, ...]:
    vital = [(at, concept) for at, concept in enumerate(gold.concepts) if concept.vital]
    made = []
    for (at, concept), line in zip(vital, recalls, strict=True):
        best = max(line, default=0.0)
        by = usable[line.index(best)] if best else None
        partner = partners.get(at)
        if partner is None:
            made.append(Recalled(concept, best, by, None, 0.0))
        else:
            made.append(Recalled(concept, best, by, usable[partner], line[partner]))
    return tuple(made)


def _tagged(
    gold: Gold,
    usable: Sequence[Snippet],
    covers: list[list[tuple[float, Snippet]]],
    partners: dict[int, int],
) -> tuple[Tagged, ...]:
    made = []
    for at, (snippet, line) in enumerate(zip(usable, covers, strict=True)):
        values = [value for value, _ in line]
        best = max(values, default=0.0)
        by, concept = None, None
        if best:
            where = values.index(best)
            by, concept = line[where][1], gold.concepts[where]
        partner = partners.get(at)
        if partner is None:
            made.append(Tagged(snippet, best, by, concept, None, 0.0))
        else:
            aligned = gold.concepts[partner]
            made.append(Tagged(snippet, best, by, concept, aligned, values[partner]))
    return tuple(made)


def _covered(one: Snippet, other: Snippet, lexicon: Lexicon) -> float:
    """Return the proportion of the first snippet's content words that the other has."""
    words = lexicon.of(one)
    return len(words & lexicon.of(other)) / len(words)


def _cover(one: Snippet, concept: Concept, lexicon: Lexicon) -> tuple[float, Snippet]:
    """Return the concept's best coverage of a system snippet, and the annotation that gives it."""
    shares = [_covered(one, other, lexicon) for other in concept.snippets]
    best = max(shares)
    return best, concept.snippets[shares.index(best)]


def _alignment(gold: Gold, recalls: list[list[float]], precisions: list[list[float]]) -> Alignment:
    """Find the best pairs, given the contribution of each to mean recall and mean precision."""
    import numpy as np

    systems, concepts = len(precisions), len(gold.concepts)
    recall = np.zeros((systems, concepts))
    precision = np.zeros((systems, concepts))
    if not (systems and recalls):
        return Alignment((), 0.0, 0.0, 0.0)
    vital = [at for at, concept in enumerate(gold.concepts) if concept.vital]
    recall[:, vital] = np.array(recalls).T / len(recalls)
    precision[:] = np.array(precisions) / systems
    return align(recall, precision)


def _measures(recalls: Sequence[float], precisions: Sequence[float]) -> Measures:
    """Return the means and F. A recall of 0 makes F 0 even if nothing was tagged.

    fsum rounds only once, so the means do not depend on the order of the values.
    """
    recall = fsum(recalls) / len(recalls) if recalls else None
    precision = fsum(precisions) / len(precisions) if precisions else None
    f = None if recall is None else f_measure(recall, precision or 0.0)
    return Measures(recall, precision, f)
