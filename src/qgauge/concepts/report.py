"""Systems over many documents: macro means with intervals, tests between systems."""

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
from qgauge.stats.estimate import Estimate

Alignments = Literal["free", "one_to_one"]
NOT_RUN = "the system has no list of spans for the document"
ALIGNMENTS: tuple[Alignments, ...] = ("free", "one_to_one")
MEASURES = ("recall", "precision", "f")


@dataclass(frozen=True)
class JudgedDocument:
    """A document with its gold concepts and a judgement of each of its systems."""

    document: Document
    lexicon: Lexicon
    gold: Gold
    systems: dict[str, Judgement]


def judge_document(document: Document, settings: ConceptSettings) -> JudgedDocument:
    """Adjudicate a document and judge all its systems."""
    lexicon = Lexicon(document.text, settings.compare)
    gold = adjudicate(document, lexicon, settings)
    systems = {name: judge(gold, marked, lexicon) for name, marked in document.systems.items()}
    return JudgedDocument(document, lexicon, gold, systems)


@dataclass
class System:
    """One system's measures by document, and why some have none."""

    free: dict[str, Measures] = field(default_factory=dict)
    one_to_one: dict[str, Measures] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    inexact: int = 0
    """Documents whose one-to-one F is not proven to be the highest."""
    wordless: int = 0
    """Snippets left out, as they have no content word."""

    def add(self, id: str, judged: Judgement) -> None:
        self.free[id], self.one_to_one[id] = judged.free, judged.one_to_one
        self.inexact += not judged.exact
        self.wordless += len(judged.wordless)
        if judged.free.f is None:
            self.reasons[judged.reason] += 1

    def mean(self, alignment: Alignments, measure: str) -> Estimate:
        return mean(getattr(one, measure) for one in getattr(self, alignment).values())

    def scored(self, alignment: Alignments) -> dict[str, float]:
        """F by document, where there is one."""
        found = getattr(self, alignment)
        return {id: one.f for id, one in found.items() if one.f is not None}


class ConceptReport:
    """Takes judged documents one by one, in the order of their ids, and sums them up."""

    def __init__(self, settings: ConceptSettings, unit: Unit = "characters") -> None:
        self.settings, self.unit = settings, unit
        self.documents = 0
        self.counts: Counter[str] = Counter()
        self.systems: dict[str, System] = {}
        self._given = 0

    def add(self, judged: JudgedDocument) -> None:
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
        """Why documents have no F of this system, and how often."""
        system = self.systems[name]
        missing = self.documents - len(system.free)
        return system.reasons + Counter({NOT_RUN: missing})

    def signature(self, version: str) -> str:
        """Every setting, what offsets count, and who adjudicated."""
        who = "mixed" if 0 < self._given < self.documents else "given" if self._given else "counted"
        pieces = ["concepts", *self.settings.pieces(), f"adjudication:{who}"]
        return "|".join([*pieces, f"offsets:{self.unit}", f"v:{version}"])

    def compare(
        self, pairs: Sequence[tuple[str, str]], *, resamples: int, seed: int
    ) -> list[dict[str, Any]]:
        """Paired tests of the mean F of systems on the documents that both have."""
        return [
            self._compare(alignment, one, other, resamples, seed)
            for alignment in ALIGNMENTS
            for one, other in pairs
        ]

    def _compare(
        self, alignment: Alignments, one: str, other: str, resamples: int, seed: int
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
        found = paired.compare(columns[0], columns[1], mean_of_sums, resamples=resamples, seed=seed)
        return row | {
            "first_value": found.first,
            "second_value": found.second,
            "difference": found.difference,
            "ci": list(found.interval),
            "p_bootstrap": found.bootstrap_p,
            "p_randomisation": found.randomisation_p,
        }


def mean(values: Iterable[float | None]) -> Estimate:
    """Over documents that have a value; the interval leaves one document out at a time."""
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
    """As `qgauge concepts` writes it: a reason only where there is one."""
    row = {"value": one.value, "ci": one.ci, "n": one.n}
    return row | ({"reason": one.reason} if one.reason else {})
