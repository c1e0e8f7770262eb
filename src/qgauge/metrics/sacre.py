"""BLEU and chrF as computed by sacreBLEU, on its scale of 0 to 100."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from sacrebleu import __version__ as sacrebleu_version
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from qgauge.core import BadSetting, Score, View, view
from qgauge.metrics.reference import CorpusMetric, TextMetric, row_by_row

Switch = Literal["on", "off"]


@dataclass(frozen=True)
class _Sacre(CorpusMetric, TextMetric):
    """Base class for sacreBLEU metrics; texts are passed untokenised."""

    span: ClassVar[tuple[float, float]] = (0.0, 100.0)

    def prepare(self, text: str) -> str:
        return text.strip()

    def settings(self) -> dict[str, str]:
        return {**super().settings(), "sacrebleu": sacrebleu_version}

    def __getstate__(self) -> dict[str, Any]:
        # worker processes create their own scorer, which holds tokenisers and caches
        return {key: value for key, value in self.__dict__.items() if key != "scorer"}


@dataclass(frozen=True)
class Sacrebleu(_Sacre):
    """BLEU as computed by sacreBLEU (Post 2018).

    Single questions are scored with effective order, as by `sacrebleu.sentence_bleu`.
    """

    name: ClassVar[str] = "sacrebleu"
    about: ClassVar[str] = "BLEU by sacreBLEU, 0 to 100"

    references: Literal["joint", "best", "mean"] = "joint"  # type: ignore[assignment]
    """Several references: match against all of them jointly, or take the best score or the mean."""
    tokenize: Literal["13a", "intl", "char", "none"] = "13a"
    """Tokeniser of sacreBLEU."""
    lowercase: Switch = "off"
    """Whether to lower-case the texts."""
    smooth: Literal["exp", "floor", "add-k", "none"] = "exp"
    """Smoothing method of sacreBLEU."""

    @cached_property
    def scorer(self) -> BLEU:
        """The scorer of sacreBLEU."""
        return BLEU(
            tokenize=self.tokenize,
            lowercase=self.lowercase == "on",
            smooth_method=self.smooth,
            effective_order=True,
        )

    def compare(self, question: str, references: Sequence[str]) -> Score:
        # the two steps of sentence_score, whose result has smoothed counts (add-k)
        scorer = self.scorer
        (counts,) = scorer._extract_corpus_statistics([question], [[one] for one in references])
        found = scorer._compute_score_from_stats(list(counts))
        parts = {f"p{n + 1}": float(p) for n, p in enumerate(found.precisions)}
        parts["brevity"] = float(found.bp)
        stats = (*counts[2:], *counts[:2])
        return Score(float(found.score), parts, {}, tuple(map(float, stats)))

    def from_sums(self, sums: Any) -> Any:
        def corpus_score(row: Any) -> float:
            counts = [round(count) for count in row]
            found = BLEU.compute_bleu(
                counts[:4], counts[4:8], counts[8], counts[9], smooth_method=self.smooth
            )
            return float(found.score)

        return row_by_row(corpus_score, sums)

    def view(self, question: str, references: Sequence[str], score: Score) -> View:
        steps = [
            f"{n + 1}-grams found: {score.stats[n]:g} of {score.stats[n + 4]:g}" for n in range(4)
        ]
        steps.append(f"brevity penalty = {score.parts['brevity']:.4f}")
        steps.append(
            f"smoothed ({self.smooth}) geometric mean x brevity penalty = {score.value:.2f}"
        )
        return view(steps, [(question, "")], [[(one, "")] for one in references])


@dataclass(frozen=True)
class Chrf(_Sacre):
    """chrF as computed by sacreBLEU (Popović 2015): F-score of character n-grams."""

    name: ClassVar[str] = "chrf"
    about: ClassVar[str] = "character n-gram F-score by sacreBLEU, 0 to 100"

    word_order: int = 0
    """Longest word n-grams, from 0 to 4; 2 for chrF++."""
    beta: int = 2
    """Weight of recall relative to precision, from 1 to 9."""
    lowercase: Switch = "off"
    """Whether to lower-case the texts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.word_order <= 4 or not 1 <= self.beta <= 9:
            raise BadSetting("chrf: word_order must be from 0 to 4, and beta from 1 to 9.")

    @cached_property
    def scorer(self) -> CHRF:
        """The scorer of sacreBLEU."""
        return CHRF(word_order=self.word_order, beta=self.beta, lowercase=self.lowercase == "on")

    def compare(self, question: str, references: Sequence[str]) -> Score:
        # sacreBLEU has no public access to the counts of one sentence; a test compares the results
        # with its sentence and corpus scores
        scorer = self.scorer
        known = scorer._extract_reference_info([scorer._preprocess_segment(references[0])])
        stats = scorer._compute_segment_statistics(scorer._preprocess_segment(question), known)
        return Score(self._value(stats), {}, {}, tuple(map(float, stats)))

    def _value(self, stats: Sequence[int]) -> float:
        return float(self.scorer._compute_f_score(list(stats)))

    def from_sums(self, sums: Any) -> Any:
        return row_by_row(lambda row: self._value([round(x) for x in row]), sums)

    def view(self, question: str, references: Sequence[str], score: Score) -> View:
        orders = len(score.stats) // 3
        steps = []
        for n in range(orders):
            have, want, both = score.stats[3 * n : 3 * n + 3]
            kind = "character" if n < 6 else "word"
            order = n + 1 if n < 6 else n - 5
            steps.append(
                f"{kind} {order}-grams: {both:g} shared, {have:g} in the question, "
                f"{want:g} in the reference"
            )
        steps.append(f"F-score with beta {self.beta} = {score.value:.2f}")
        return view(steps, [(question, "")], [[(references[0], "")]])
