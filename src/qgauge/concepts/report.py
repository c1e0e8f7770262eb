"""Score systems over many documents: macro means with intervals, and tests between systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from qgauge.concepts.adjudication import ConceptSettings, Gold, adjudicate
from qgauge.concepts.documents import Document
from qgauge.concepts.offsets import Unit
from qgauge.concepts.scoring import Judgement, Measures, judge
from qgauge.concepts.words import Lexicon
from qgauge.core import Progress
from qgauge.stats.estimate import Estimate

Alignments = Literal["free", "one_to_one"]
NOT_RUN = "the system has no list of spans for the document"
ALIGNMENTS: tuple[Alignments, ...] = ("free", "one_to_one")
MEASURES = ("recall", "precision", "f")


@dataclass(frozen=True)
class JudgedDocument:
    """A document with its gold concepts and the scores of its systems."""

    document: Document
    """The document."""
    lexicon: Lexicon
    """Its content words."""
    gold: Gold
    """Its adjudicated concepts."""
    systems: dict[str, Judgement]
    """The scores of each system."""


def judge_document(document: Document, settings: ConceptSettings) -> JudgedDocument:
    """Adjudicate a document and score all its systems.

    Args:
        document: The document.
        settings: How words are compared, and when a concept is vital.

    Returns:
        The gold concepts and the scores of each system.

    Examples:
        >>> from qgauge.concepts import ConceptSettings, document, judge_document
        >>> row = {"text": "Acid rain damages forests.", "annotators": {"ann": [[0, 9]]}}
        >>> one = document({**row, "systems": {"keys": [[0, 9], [18, 25]]}})
        >>> judge_document(one, ConceptSettings()).systems["keys"].free.recall
        1.0
    """
    lexicon = Lexicon(document.text, settings.compare)
    gold = adjudicate(document, lexicon, settings)
    systems = {name: judge(gold, marked, lexicon) for name, marked in document.systems.items()}
    return JudgedDocument(document, lexicon, gold, systems)


@dataclass
class System:
    """One system's scores by document, and the reasons for missing ones."""

    free: dict[str, Measures] = field(default_factory=dict)
    one_to_one: dict[str, Measures] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    inexact: int = 0
    """Documents whose one-to-one F is not proven to be the maximum."""
    wordless: int = 0
    """Snippets skipped because they have no content word."""

    def add(self, id: str, judged: Judgement) -> None:
        self.free[id], self.one_to_one[id] = judged.free, judged.one_to_one
        self.inexact += not judged.exact
        self.wordless += len(judged.wordless)
        if judged.free.f is None:
            self.reasons[judged.reason] += 1

    def mean(self, alignment: Alignments, measure: str) -> Estimate:
        return mean(getattr(one, measure) for one in getattr(self, alignment).values())

    def scored(self, alignment: Alignments) -> dict[str, float]:
        """Return F by document, without unscored documents."""
        found = getattr(self, alignment)
        return {id: one.f for id, one in found.items() if one.f is not None}


class ConceptReport:
    """Collects judged documents, sorted by id, and summarises them.

    Attributes:
        settings: The settings of all documents.
        unit: The unit of the offsets.
        documents: The number of documents.
        counts: The numbers of snippets and concepts.
        systems: The scores of each system.

    Examples:
        >>> from qgauge.concepts import ConceptReport, ConceptSettings, document, judge_document
        >>> row = {"text": "Acid rain damages forests.", "annotators": {"ann": [[0, 9]]}}
        >>> one = document({**row, "systems": {"keys": [[0, 9], [18, 25]]}})
        >>> report = ConceptReport(ConceptSettings())
        >>> report.add(judge_document(one, report.settings))
        >>> report.systems["keys"].mean("free", "precision").value
        0.5
    """

    def __init__(self, settings: ConceptSettings, unit: Unit = "characters") -> None:
        """Start an empty report.

        Args:
            settings: The settings of all documents.
            unit: The unit of the offsets, for the signature.
        """
        self.settings, self.unit = settings, unit
        self.documents = 0
        self.counts: Counter[str] = Counter()
        self.systems: dict[str, System] = {}
        self._given = 0

    def add(self, judged: JudgedDocument) -> None:
        """Add one document. Add them in the order of their ids."""
        document, gold = judged.document, judged.gold
        self.documents += 1
        self._given += gold.given
        self.counts += Counter(
            snippets=sum(len(marked) for marked in document.annotators.values()),
            concepts=len(gold.concepts),
            vital=len(gold.vital),
            optional=len(gold.concepts) - len(gold.vital),
            wordless=len(gold.wordless),
            repeated=document.repeated,
            without_vital=not gold.vital,
        )
        for name, one in judged.systems.items():
            self.systems.setdefault(name, System()).add(document.id, one)

    def unscored(self, name: str) -> Counter[str]:
        """Count the reasons why documents have no F for this system."""
        system = self.systems[name]
        missing = self.documents - len(system.free)
        return system.reasons + Counter({NOT_RUN: missing})

    def signature(self, version: str) -> str:
        """Return the signature: every setting, the unit of offsets and the kind of adjudication."""
        who = "mixed" if 0 < self._given < self.documents else "given" if self._given else "counted"
        pieces = ["concepts", *self.settings.pieces(), f"adjudication:{who}"]
        return "|".join([*pieces, f"offsets:{self.unit}", f"v:{version}"])

    def compare(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        resamples: int,
        seed: int,
        progress: Progress | None = None,
    ) -> list[dict[str, Any]]:
        """Test the difference in mean F between pairs of systems, on the documents of both.

        Args:
            pairs: Pairs of system names.
            resamples: Bootstrap and randomisation samples.
            seed: The seed of the resampling.
            progress: Called with the samples done: twice `resamples` per alignment and pair.

        Returns:
            One row per alignment and pair: values, difference, 95 % interval and p-values.
        """
        return [
            self._compare(alignment, one, other, resamples, seed, progress)
            for alignment in ALIGNMENTS
            for one, other in pairs
        ]

    def _compare(
        self,
        alignment: Alignments,
        one: str,
        other: str,
        resamples: int,
        seed: int,
        progress: Progress | None,
    ) -> dict[str, Any]:
        import numpy as np

        from qgauge.stats import paired
        from qgauge.stats.interval import mean_of_sums

        seen = [set(self.systems[name].free) for name in (one, other)]
        first, second = (self.systems[name].scored(alignment) for name in (one, other))
        both = sorted(first.keys() & second.keys())
        row: dict[str, Any] = {
            "metric": f"F {alignment.replace('_', '-')}",
            "first": one,
            "second": other,
            "n": len(both),
            "unpaired": len(seen[0] ^ seen[1]),
            "unscored": len(seen[0] & seen[1]) - len(both),
        }
        if len(both) < 2:
            return row | {"reason": "fewer than two documents are scored for both systems"}
        columns = [np.array([(1.0, by_id[id]) for id in both]) for by_id in (first, second)]
        found = paired.compare(
            columns[0],
            columns[1],
            mean_of_sums,
            resamples=resamples,
            seed=seed,
            progress=progress,
        )
        return row | {
            "first_value": found.first,
            "second_value": found.second,
            "difference": found.difference,
            "ci": list(found.interval),
            "p_bootstrap": found.bootstrap_p,
            "p_randomisation": found.randomisation_p,
        }


def mean(values: Iterable[float | None]) -> Estimate:
    """Return the mean of the documents that have a value, with a jackknife interval."""
    from qgauge.stats.interval import GroupedSums, jackknife, mean_of_sums

    sums = GroupedSums()
    for value in values:
        if value is not None:
            sums.add((1.0, value))
    if not sums.n:
        return Estimate(None)
    groups = sums.sums()
    value, found = float(mean_of_sums(groups.sum(axis=0))), jackknife(groups, mean_of_sums)
    if found is None:
        return Estimate(value, n=sums.n)
    return Estimate(value, max(0.0, found[0]), min(1.0, found[1]), sums.n)


def estimate_json(one: Estimate) -> dict[str, Any]:
    """Return the JSON form that `qgauge concepts` writes; `reason` only if there is one."""
    row = {"value": one.value, "ci": one.ci, "n": one.n}
    return row | ({"reason": one.reason} if one.reason else {})
