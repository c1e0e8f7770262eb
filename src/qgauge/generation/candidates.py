"""From answers to candidate questions: what to ask about, and everything the generator writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qgauge.core import Example, Progress
from qgauge.generation.texts import Document, Passage, count_words
from qgauge.text.question_kind import question_kind
from qgauge.tools.asking import call
from qgauge.tools.roles import Generated, Parser, Place

if TYPE_CHECKING:
    from qgauge.generation.answers import AnswerSpan

PLACES_PER_QUESTION = 5
"""Places to ask about for each question wanted: many of their questions are dropped."""
PLACES_AT_ONCE = 40
"""The same where the generator writes questions in no time: the more, the better the choice."""
QUESTIONS_PER_PLACE = 8
"""Questions that the generator writes about each place."""
KINDS_PER_ANSWER = 1
"""Kinds of question that are tried for one answer, the likeliest first."""
_BATCH = 16
"""Places sent to the generator at a time."""
_SENTENCE_ENDS = (".", "!", "?", "…")
_CLOSING = "\"'”’)]"


@dataclass(frozen=True, slots=True)
class Target:
    """An answer in a document that the generator is asked to write questions for."""

    passage: Passage
    place: Place
    """The answer in the text of the passage, and the kind of question."""
    sentence: int
    """Index of the answer's sentence in the document."""
    kinds: tuple[str, ...] = ()
    """The kinds of question that fit the answer; none if that is not known."""

    @property
    def start(self) -> int:
        """Character offset of the answer in the document."""
        return self.passage.start + self.place.start

    @property
    def end(self) -> int:
        """Character offset after the answer in the document."""
        return self.passage.start + self.place.end


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generated question that has not been checked yet."""

    question: str
    target: Target
    score: float = 0.0
    """How likely the generator finds it."""

    @property
    def answer(self) -> str:
        """The answer."""
        return self.target.place.answer

    @property
    def kind(self) -> str:
        """The kind of the question as it was written."""
        return question_kind(self.question)


class AnswerPool:
    """The answers of a document, from which more and more targets are taken.

    Args:
        document: The document.
        parser: The parser.
        kinds: The kinds of question that are wanted.
    """

    def __init__(self, document: Document, parser: Parser, kinds: Sequence[str]) -> None:
        from qgauge.generation.answers import answer_spans

        self._document, self._kinds = document, kinds
        self._passages = document.passages
        found = answer_spans([one.text for one in self._passages], parser)
        self._spans = [
            [span for span in spans if self._is_usable(passage, span)]
            for passage, spans in zip(self._passages, found, strict=True)
        ]
        self.possible: list[tuple[str, str, int]] = [
            (span.type, passage.text[span.start : span.end], at)
            for at, (passage, spans) in enumerate(zip(self._passages, found, strict=True))
            for span in spans
            if span.start >= passage.own
        ]
        """Type, text and number of the passage of every answer: distractors are chosen of them."""
        self._taken: set[tuple[int, int]] = set()
        """Character offsets in the document of the answers that were taken."""

    def take(self, questions: int) -> list[Target]:
        """Return new targets for this many questions, spread over the passages by their length.

        Args:
            questions: The number of questions wanted.

        Returns:
            Targets that no call has returned before; none if there are no more.
        """
        from qgauge.generation.answers import diverse

        left = [
            [span for span in spans if _offsets(passage, span) not in self._taken]
            for passage, spans in zip(self._passages, self._spans, strict=True)
        ]
        quotas = self._quotas(PLACES_PER_QUESTION * questions, left)
        targets = []
        for passage, spans, quota in zip(self._passages, left, quotas, strict=True):
            for span in diverse(spans, quota):
                targets += self._targets(passage, span)
        self.mark_taken(targets)
        return targets

    def best(self, questions: int) -> list[Target]:
        """Return targets with the best answers, which may overlap; they are not taken.

        Args:
            questions: The number of questions wanted.
        """
        quotas = self._quotas(PLACES_AT_ONCE * questions, self._spans)
        targets = []
        for passage, spans, quota in zip(self._passages, self._spans, quotas, strict=True):
            ranked = sorted(spans, key=lambda one: (-one.score, one.start, one.end))[:quota]
            for span in sorted(ranked, key=lambda one: (one.start, one.end)):
                targets += self._targets(passage, span)
        return targets

    def mark_taken(self, targets: Sequence[Target]) -> None:
        """Let no later call of `take` return these targets."""
        self._taken.update((one.start, one.end) for one in targets)

    def _quotas(self, total: int, spans: Sequence[Sequence[AnswerSpan]]) -> list[int]:
        """Share out a number of places over the passages that have spans, by their length."""
        sizes = [
            count_words(passage.text[passage.own :]) if some else 0
            for passage, some in zip(self._passages, spans, strict=True)
        ]
        return shared_out(total, sizes)

    def _targets(self, passage: Passage, span: AnswerSpan) -> list[Target]:
        sentence = self._document.sentence_at(passage.start + span.start)
        return [
            Target(
                passage,
                Place(passage.text, span.start, span.end, kind),
                sentence,
                (*span.kinds,),
            )
            for kind in self._fitting(span)[:KINDS_PER_ANSWER]
        ]

    def _fitting(self, span: AnswerSpan) -> list[str]:
        return [kind for kind in span.kinds if kind in self._kinds]

    def _is_usable(self, passage: Passage, span: AnswerSpan) -> bool:
        """Return whether a span is in the passage itself, in a whole sentence of it."""
        if span.start < passage.own or not self._fitting(span):
            return False
        first, last = self._document.sentences[
            self._document.sentence_at(passage.start + span.start)
        ]
        ends = self._document.text[max(first, last - 5) : last].rstrip(_CLOSING)
        # a line without a full stop is a heading or an item of a list
        return ends.endswith(_SENTENCE_ENDS) and passage.start + span.end <= last


def _offsets(passage: Passage, span: AnswerSpan) -> tuple[int, int]:
    return passage.start + span.start, passage.start + span.end


def shared_out(total: int, sizes: Sequence[int]) -> list[int]:
    """Share out a number over parts by their sizes, evenly from the first to the last.

    Args:
        total: The number.
        sizes: The sizes of the parts.

    Returns:
        One number for each part; their sum is the total, unless all parts are empty.

    Examples:
        >>> from qgauge.generation.candidates import shared_out
        >>> shared_out(3, [50, 50, 0, 50, 50]), shared_out(5, [100, 300])
        ([0, 1, 0, 1, 1], [1, 4])
    """
    whole, done, before = sum(sizes), 0, 0
    shares = []
    for size in sizes:
        done += size
        now = total * done // whole if whole else 0
        shares.append(now - before)
        before = now
    return shares


Writing = Callable[[Sequence[Place]], list[list[Generated]]]
"""Writes questions about places."""


def write_candidates(
    targets: Sequence[Target], write: Writing, *, progress: Progress | None = None
) -> list[Candidate]:
    """Let the generator write questions about targets.

    Args:
        targets: What to ask about.
        write: Writes the questions about some places.
        progress: Called with the number of targets that are done.

    Returns:
        The questions, without repetitions of one question about one target.

    Raises:
        ToolFailed: The generator failed.
    """
    found: dict[tuple[str, int, int], Candidate] = {}
    for first in range(0, len(targets), _BATCH):
        batch = targets[first : first + _BATCH]
        rows = [Example(one.place.answer, one.place.passage, meta={"at": one}) for one in batch]

        def work(some: Sequence[Example]) -> list[list[Candidate]]:
            asked = [one.meta["at"] for one in some]
            written = write([one.place for one in asked])
            return [
                [Candidate(tidy(one.question), target, one.score) for one in several]
                for target, several in zip(asked, written, strict=True)
            ]

        for several in call("generator", work, rows):
            for one in several:
                key = one.question.casefold(), one.target.start, one.target.end
                if key not in found or found[key].score < one.score:
                    found[key] = one
        if progress is not None:
            progress(len(batch))
    return list(found.values())


def tidy(question: str) -> str:
    """Return a question on one line, with a capital at its start.

    Examples:
        >>> from qgauge.generation.candidates import tidy
        >>> tidy(" who  built it? ")
        'Who built it?'
    """
    line = " ".join(question.split())
    return line[:1].upper() + line[1:]
