"""What all metrics that compare a question with references have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from qgauge.core import BadSetting, Example, Score, Tools, View, unscored, view
from qgauge.metrics.metric import Metric
from qgauge.text.ptb import tokenize


@dataclass(frozen=True)
class ReferenceMetric(Metric):
    """Scores a question against one reference, or several: the best of them, or their mean."""

    needs: ClassVar[tuple[str, ...]] = ("references",)

    references: Literal["best", "mean"] = "best"

    @property
    def reference_mode(self) -> str:
        """What counts of several references: `best`, `mean` or `joint`, as it took effect."""
        return self.references

    def settings(self) -> dict[str, str]:
        return {**super().settings(), "references": self.reference_mode}

    @abstractmethod
    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        """How the texts of these examples are prepared; a tool sees all of them at once here.

        What it makes of a text is false when nothing in it can be compared.
        """

    @abstractmethod
    def compare(self, question: Any, references: Sequence[Any]) -> Score:
        """The score of a prepared question; more than one reference only where `joint` is set."""

    @abstractmethod
    def view(self, question: Any, references: Sequence[Any], score: Score) -> View:
        """What `explain` shows of one comparison: marked words, a table, the calculation."""

    def from_sums(self, sums: Any) -> Any:
        """The corpus value from summed statistics (an array whose last axis they fill).

        Only a `CorpusMetric` is asked for it.
        """
        raise BadSetting(f"{self.name} has no corpus form; use level=mean.")

    def texts(self, example: Example, prepare: Callable[[str], Any]) -> tuple[Any, list[Any]]:
        """The question and its references, prepared; what else the row says of them goes in here.

        References with nothing to compare are left out.
        """
        ready = [prepare(text) for text in example.references]
        return prepare(example.question), [one for one in ready if one]

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        prepare = self.preparation(examples, tools)
        return [self._scored(example, prepare)[0] for example in examples]

    def explain(self, example: Example, tools: Tools) -> Score:
        if (missing := self.missing_input(example)) is not None:
            return missing
        score, question, compared = self._scored(example, self.preparation([example], tools))
        if score.value is None:
            return score
        choice = ""
        if len(example.references) > 1:
            how = {"best": "the best of", "mean": "the mean over"}.get(
                self.reference_mode, "all of"
            )
            choice = f"{how} {len(example.references)} references"
        views = [self.view(question, group, one) for group, one in compared]
        return Score(score.value, score.parts, {"choice": choice, "views": views}, score.stats)

    def _scored(
        self, example: Example, prepare: Callable[[str], Any]
    ) -> tuple[Score, Any, list[tuple[list[Any], Score]]]:
        """The score, the prepared question, and the comparisons the score rests on."""
        question, references = self.texts(example, prepare)
        if not references:
            return unscored("no reference has a word to compare"), question, []
        if len(references) == 1 or self.reference_mode not in ("best", "mean"):
            score = self.compare(question, references)
            return score, question, [(references, score)]
        compared = [([one], self.compare(question, [one])) for one in references]
        valued = [pair for pair in compared if pair[1].value is not None]
        if not valued:
            return compared[0][1], question, []
        if self.reference_mode == "mean":
            return _mean([score for _, score in valued]), question, valued
        best = max(valued, key=lambda pair: _value(pair[1]))
        return best[1], question, [best]


@dataclass(frozen=True)
class TextMetric(ReferenceMetric):
    """A metric without tools: every text is prepared by itself."""

    @abstractmethod
    def prepare(self, text: str) -> Any:
        """The form in which texts are compared; false when nothing in it can be compared."""

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        return self.prepare


@dataclass(frozen=True)
class WordMetric(TextMetric):
    """A metric on PTB words, which can be given them where they are known already."""

    def prepare(self, text: str) -> Any:
        return self.of_words(tokenize(text))

    def of_words(self, words: list[str]) -> Any:
        """The form in which texts are compared, from the words of `tokenize`."""
        return words


@dataclass(frozen=True)
class CorpusMetric(ReferenceMetric):
    """A reference metric with a corpus form: `from_sums` of the summed `Score.stats`."""

    level: Literal["mean", "corpus"] = "mean"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level == "corpus" and self.references == "mean":
            raise BadSetting(f"{self.name}: references=mean has no corpus form; use level=mean.")

    def additive(self, score: Score) -> tuple[float, ...]:
        return score.stats if self.level == "corpus" else super().additive(score)

    def combine(self, sums: Any) -> Any:
        return self.from_sums(sums) if self.level == "corpus" else super().combine(sums)


def _value(score: Score) -> float:
    assert isinstance(score.value, float)
    return score.value


def _mean(scores: Sequence[Score]) -> Score:
    shared = [name for name in scores[0].parts if all(name in score.parts for score in scores)]
    return Score(
        sum(map(_value, scores)) / len(scores),
        {name: sum(score.parts[name] for score in scores) / len(scores) for name in shared},
    )


def row_by_row(value: Callable[[Sequence[float]], float], sums: Any) -> Any:
    """Apply a formula for one row of sums to each row of an array, for those not vectorised."""
    import numpy as np

    rows = np.asarray(sums, dtype=np.float64)
    flat = [value(row) for row in rows.reshape(-1, rows.shape[-1]).tolist()]
    return np.array(flat).reshape(rows.shape[:-1])


def marked(words: Sequence[str], chosen: Sequence[str]) -> list[tuple[str, str]]:
    """Each word with the mark "matched" when it is among the chosen ones, each used once."""
    left = Counter(chosen)
    pairs = []
    for word in words:
        if left[word] > 0:
            left[word] -= 1
            pairs.append((word, "matched"))
        else:
            pairs.append((word, ""))
    return pairs


def marked_at(words: Sequence[str], places: Collection[int]) -> list[tuple[str, str]]:
    """Each word with the mark "matched" when it stands at one of the places."""
    return [(word, "matched" if at in places else "") for at, word in enumerate(words)]


def matched_view(
    question: Sequence[str], references: Sequence[Sequence[str]], steps: Sequence[str]
) -> View:
    """A view that marks the words that the question shares with the references."""
    pool = [word for reference in references for word in reference]
    return view(
        steps,
        marked(question, shared_words(question, pool)),
        [marked(one, shared_words(question, one)) for one in references],
    )


def shared_words(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The words both have, as often as both have them."""
    return list((Counter(first) & Counter(second)).elements())
