"""Base classes for metrics that compare a question with references."""

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
    """Base class for metrics that compare a question with its references.

    Derive from this class if a language tool has to process the texts, and override `preparation`,
    `compare` and `view`. Without tools, derive from `TextMetric`.

    With several references, the score is the best over them or their mean. A subclass may also
    allow `joint`: then `compare` receives all references.

    Examples:
        >>> from dataclasses import dataclass
        >>> from typing import ClassVar
        >>> import qgauge
        >>> from qgauge.core import view
        >>> from qgauge.metrics.reference import ReferenceMetric
        >>> from qgauge.tools import open_tool
        >>> @dataclass(frozen=True)
        ... class Nouns(ReferenceMetric):
        ...     name: ClassVar[str] = "nouns"
        ...     about: ClassVar[str] = "share of the reference's nouns in the question"
        ...     uses: ClassVar[tuple[str, ...]] = ("parser",)
        ...     def preparation(self, examples, tools):
        ...         texts = [one for row in examples for one in (row.question, *row.references)]
        ...         parses = dict(zip(texts, tools["parser"].parse(texts)))
        ...         return lambda text: {w.lemma for w in parses[text].words if w.upos == "NOUN"}
        ...     def compare(self, question, references):
        ...         return qgauge.Score(len(question & references[0]) / len(references[0]))
        ...     def view(self, question, references, score):
        ...         return view([f"nouns in common: {', '.join(question & references[0])}"])
        >>> rows = [{"question": "Who built the tower?", "references": ["Who made the tower?"]}]
        >>> tools = {"parser": open_tool("parser")}
        >>> qgauge.score(rows, [Nouns()], tools=tools)["nouns"].value
        1.0
    """

    needs: ClassVar[tuple[str, ...]] = ("references",)
    """Fields of `Example` that must not be empty, besides the question."""

    references: Literal["best", "mean"] = "best"
    """Several references: take the best score or the mean."""

    @property
    def reference_mode(self) -> str:
        """The treatment of several references in effect: `best`, `mean` or `joint`."""
        return self.references

    def settings(self) -> dict[str, str]:
        return {**super().settings(), "references": self.reference_mode}

    @abstractmethod
    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        """Return a function that prepares a text of these examples for comparison.

        Call language tools here, with all texts in one batch.

        Args:
            examples: The examples to score.
            tools: The language tools named in `roles`, by role.

        Returns:
            A function from a text to its prepared form, which must be falsy if the text has
            nothing to compare.
        """

    @abstractmethod
    def compare(self, question: Any, references: Sequence[Any]) -> Score:
        """Score a prepared question.

        Args:
            question: The prepared question; may be falsy.
            references: Prepared references, at least one; more than one only with `joint`.

        Returns:
            The score.
        """

    @abstractmethod
    def view(self, question: Any, references: Sequence[Any], score: Score) -> View:
        """Return the view of one comparison that `qgauge explain` shows.

        Args:
            question: The prepared question.
            references: The prepared references it was compared with.
            score: The score from `compare`.

        Returns:
            Marked words, a table and the calculation, from `qgauge.core.view`.
        """

    def from_sums(self, sums: Any) -> Any:
        """Compute the corpus-level value from summed statistics; only for a `CorpusMetric`.

        Args:
            sums: An array with the sums of `Score.stats` along its last axis.

        Returns:
            An array of values, without the last axis.
        """
        raise BadSetting(f"{self.name} has no corpus-level form; use level=mean.")

    def texts(self, example: Example, prepare: Callable[[str], Any]) -> tuple[Any, list[Any]]:
        """Prepare the question and the references of an example.

        Override this to use further columns of the row.

        Args:
            example: The example to score.
            prepare: The function from `preparation`.

        Returns:
            The prepared question, and the prepared references that have something to compare.
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
        """Return the score, the prepared question, and the comparisons that determine the score."""
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
    """Base class for reference metrics that need no language tool.

    Override `prepare`, `compare` and `view`.

    Examples:
        >>> from dataclasses import dataclass
        >>> from typing import ClassVar
        >>> import qgauge
        >>> from qgauge.core import view
        >>> from qgauge.metrics.reference import TextMetric
        >>> @dataclass(frozen=True)
        ... class Same(TextMetric):
        ...     name: ClassVar[str] = "same"
        ...     about: ClassVar[str] = "is it equal to the reference?"
        ...     def prepare(self, text):
        ...         return text.casefold().strip()
        ...     def compare(self, question, references):
        ...         return qgauge.Score(float(question in references))
        ...     def view(self, question, references, score):
        ...         return view([f"equal = {score.value:g}"])
        >>> rows = [{"question": "Who built it?", "references": ["who built it?"]}]
        >>> qgauge.score(rows, [Same()])["same"].value
        1.0
    """

    @abstractmethod
    def prepare(self, text: str) -> Any:
        """Prepare a text for comparison.

        Args:
            text: A question or a reference.

        Returns:
            The form that `compare` receives; falsy if the text has nothing to compare.
        """

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        return self.prepare


@dataclass(frozen=True)
class WordMetric(TextMetric):
    """Base class for reference metrics on PTB tokens."""

    def prepare(self, text: str) -> Any:
        return self.of_words(tokenize(text))

    def of_words(self, words: list[str]) -> Any:
        """Prepare a text that is tokenised already.

        Args:
            words: Tokens from `qgauge.text.ptb.tokenize`.

        Returns:
            The form that `compare` receives.
        """
        return words


@dataclass(frozen=True)
class CorpusMetric(ReferenceMetric):
    """Base class for reference metrics with a corpus-level form.

    Subclasses return `Score.stats` from `compare` and override `from_sums`.
    """

    level: Literal["mean", "corpus"] = "mean"
    """Value of a data set: the mean over its questions, or the corpus-level score."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level == "corpus" and self.references == "mean":
            raise BadSetting(
                f"{self.name}: references=mean has no corpus-level form; use level=mean."
            )

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
    """Apply a scalar formula to each row of sums in an array."""
    import numpy as np

    rows = np.asarray(sums, dtype=np.float64)
    flat = [value(row) for row in rows.reshape(-1, rows.shape[-1]).tolist()]
    return np.array(flat).reshape(rows.shape[:-1])


def marked(words: Sequence[str], chosen: Sequence[str]) -> list[tuple[str, str]]:
    """Mark the words that are among the chosen ones as "matched", using each of those once."""
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
    """Mark the words at the given positions as "matched"."""
    return [(word, "matched" if at in places else "") for at, word in enumerate(words)]


def matched_view(
    question: Sequence[str], references: Sequence[Sequence[str]], steps: Sequence[str]
) -> View:
    """Create a view that marks the words shared by question and references."""
    pool = [word for reference in references for word in reference]
    return view(
        steps,
        marked(question, shared_words(question, pool)),
        [marked(one, shared_words(question, one)) for one in references],
    )


def shared_words(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return the multiset intersection of two lists of words."""
    return list((Counter(first) & Counter(second)).elements())
