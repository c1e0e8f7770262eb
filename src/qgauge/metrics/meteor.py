"""METEOR 1.5 on PTB tokens, with exact and stem matches and, optionally, WordNet synonyms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal

from qgauge.core import BadSetting, MissingTool, Score, View, view
from qgauge.metrics.meteor_alignment import Alignment, match, score_from_stats
from qgauge.metrics.metric import Metric
from qgauge.metrics.reference import CorpusMetric, WordMetric, marked_at, row_by_row
from qgauge.text.meteor import normalize
from qgauge.text.wordnet import WordNet, find

INSTALL_WORDNET = "apt-get install wordnet-base (or set WNSEARCHDIR to a WordNet dict folder)"


@cache
def _opened(folder: Path) -> WordNet:
    """Read a WordNet, once for all metrics; a damaged one is reported before scoring starts."""
    wordnet = WordNet(folder)
    try:
        wordnet.read()
    except (OSError, ValueError) as problem:
        raise MissingTool(
            f"Cannot read WordNet: {problem}. Reinstall it, or choose another copy with "
            "wordnet=FOLDER."
        ) from None
    return wordnet


@dataclass(frozen=True)
class Aligned(Metric):
    """Base class for metrics that use METEOR's word alignment."""

    stages: Literal["exact", "exact+stem", "exact+stem+synonym"] = "exact+stem"
    """Matching stages to use."""
    wordnet: str = ""
    """Folder of the WordNet database; empty for the installed one."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.wordnet and "synonym" not in self.stages:
            raise BadSetting(f"{self.name}: wordnet is only used with stages=exact+stem+synonym.")
        _ = self.thesaurus  # report a missing WordNet now rather than at the first row

    @cached_property
    def thesaurus(self) -> WordNet | None:
        """The WordNet in use; None without the synonym stage."""
        if "synonym" not in self.stages:
            return None
        folder = find(self.wordnet or None)
        if folder is None:
            where = f" in {self.wordnet}" if self.wordnet else ""
            raise MissingTool(f"WordNet was not found{where}.", INSTALL_WORDNET)
        return _opened(folder)

    def settings(self) -> dict[str, str]:
        wordnet = self.thesaurus.identity if self.thesaurus else "none"
        return {**super().settings(), "wordnet": wordnet}

    def __getstate__(self) -> dict[str, Any]:
        # worker processes open WordNet themselves; pickling it would be slow
        return {key: value for key, value in self.__dict__.items() if key != "thesaurus"}


@dataclass(frozen=True)
class Meteor(Aligned, CorpusMetric, WordMetric):
    """METEOR 1.5 (Denkowski and Lavie 2014): F of aligned words with a fragmentation penalty."""

    name: ClassVar[str] = "meteor"
    about: ClassVar[str] = "aligned words and stems, with a penalty for scattered matches"

    def of_words(self, words: list[str]) -> list[str]:
        return normalize(" ".join(words))

    def align(self, question: list[str], reference: list[str]) -> Alignment:
        """Align the words of a question and a reference.

        Args:
            question: The words of the question.
            reference: The words of the reference.

        Returns:
            Matched words, in chunks.
        """
        return match(question, reference, self.stages.split("+"), self.thesaurus)

    def compare(self, question: list[str], references: Sequence[list[str]]) -> Score:
        stats = self.align(question, references[0]).stats()
        parts = score_from_stats(stats)
        return Score(parts.pop("score"), parts, {}, stats)

    def from_sums(self, sums: Any) -> Any:
        return row_by_row(lambda row: score_from_stats(row)["score"], sums)

    def view(self, question: list[str], references: Sequence[list[str]], score: Score) -> View:
        reference = references[0]
        alignment = self.align(question, reference)
        rows = [
            [question[pair.hypothesis], reference[pair.reference], pair.stage]
            for pair in alignment.matches
        ]
        parts = score.parts
        steps = [
            f"weighted precision = {parts['precision']:.4f}, "
            f"recall = {parts['recall']:.4f}: F = {parts['fmean']:.4f}",
            f"{parts['matches']:g} matches in {alignment.chunks} chunk(s): "
            f"penalty {parts['penalty']:.4f}",
            f"F x (1 - penalty) = {score.value:.4f}",
        ]
        return view(
            steps,
            marked_at(question, {pair.hypothesis for pair in alignment.matches}),
            [marked_at(reference, {pair.reference for pair in alignment.matches})],
            columns=["in the question", "in the reference", "stage"],
            rows=rows,
        )
