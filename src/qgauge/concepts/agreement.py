"""Agreement between annotators: on marked words, on snippets, and scored like systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from qgauge.concepts.adjudication import ConceptSettings, adjudicate
from qgauge.concepts.documents import Document
from qgauge.concepts.report import MEASURES, JudgedDocument, estimate_json, mean
from qgauge.concepts.scoring import Measures, judge


@dataclass
class Annotators:
    """Collects judged documents; those with a single annotator are ignored."""

    settings: ConceptSettings
    _marked: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """By annotator and document: 1 for each content word inside a snippet, 0 for the others."""
    _lengths: dict[str, int] = field(default_factory=dict)
    _pairs: dict[tuple[str, str], list[float | None]] = field(default_factory=dict)
    _against_others: dict[str, list[Measures]] = field(default_factory=dict)

    def add(self, judged: JudgedDocument) -> None:
        document, lexicon = judged.document, judged.lexicon
        if len(document.annotators) < 2:
            return
        self._lengths[document.id] = len(lexicon.content)
        for name, snippets in document.annotators.items():
            inside = set[int]().union(*(lexicon.places(one) for one in snippets))
            words = [int(at in inside) for at in range(len(lexicon.content))]
            self._marked.setdefault(name, {})[document.id] = words
            others = {key: value for key, value in document.annotators.items() if key != name}
            gold = adjudicate(Document(document.id, document.text, others), lexicon, self.settings)
            found = judge(gold, snippets, lexicon).free
            self._against_others.setdefault(name, []).append(found)
        for one, other in combinations(sorted(document.annotators), 2):
            alone = Document(document.id, document.text, {one: document.annotators[one]})
            every = ConceptSettings(compare=self.settings.compare, vital=1, merge="off")
            gold = adjudicate(alone, lexicon, every)
            f = judge(gold, document.annotators[other], lexicon).free.f
            self._pairs.setdefault((one, other), []).append(f)

    def as_json(self) -> dict[str, Any] | None:
        """Return all agreement figures, or None if no document has two annotators."""
        from qgauge.stats.agreement import cohen_kappa, full_agreement, krippendorff_alpha

        if not self._lengths:
            return None
        names = sorted(self._marked)
        ratings = [self._ratings(name) for name in names]
        groups = [id for id, length in self._lengths.items() for _ in range(length)]
        by_name = dict(zip(names, ratings, strict=True))
        return {
            "documents": len(self._lengths),
            "words": len(groups),
            "alpha": estimate_json(krippendorff_alpha(ratings, groups=groups)),
            "full_agreement": estimate_json(full_agreement(ratings, groups=groups)),
            "pairs": [
                {
                    "first": one,
                    "second": other,
                    "kappa": estimate_json(
                        cohen_kappa(by_name[one], by_name[other], groups=groups)
                    ),
                    "snippet_f": estimate_json(mean(self._pairs[one, other])),
                }
                for one, other in sorted(self._pairs)
            ],
            "against_the_others": {name: self._against(name) for name in names},
        }

    def _against(self, name: str) -> dict[str, Any]:
        found = self._against_others[name]
        return {
            measure: estimate_json(mean(getattr(one, measure) for one in found))
            for measure in MEASURES
        }

    def _ratings(self, name: str) -> Sequence[int | None]:
        """Return an annotator's words in all documents; None where they did not annotate."""
        own = self._marked[name]
        made: list[int | None] = []
        for id, length in self._lengths.items():
            made += own[id] if id in own else [None] * length
        return made
