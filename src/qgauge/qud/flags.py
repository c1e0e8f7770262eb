"""Two more faults that QUDeval's annotators could mark: redundant and generic questions.

The published labels do not include them, so the accuracy of these flags has not been measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from qgauge.core import Example, Score, Tools
from qgauge.metrics.dependency_edges import lemma
from qgauge.metrics.metric import Metric
from qgauge.qud.criteria.criterion import Edge
from qgauge.qud.criteria.words import content_words
from qgauge.text.words import word_set
from qgauge.tools.asking import ask
from qgauge.tools.roles import Answer, Parse

REDUNDANT, GENERIC, NEITHER = "redundant", "generic", "none"
USES = ("parser", "reader")
SURE = 0.9
"""Minimum confidence of the reader's answer in the context for a redundant question."""
NOTHING = 0.01
"""Maximum probability that the context has no answer. The embedded reader is often sure: with these
limits, it calls 6 % of QUDeval's questions redundant."""

_ANYWHERE = word_set(
    "happen come next follow mean do go say tell think feel know believe explain describe involve "
    "include occur cause matter affect change situation issue event thing problem topic fact "
    "information detail article story author text passage point reason result outcome effect "
    "consequence impact significance importance purpose background context example case way "
    "view opinion reaction response later then after now today future more further additional "
    "other else new recent current"
)
"""Words of generic questions, which fit any document."""


@dataclass(frozen=True)
class Flags(Metric):
    """The flags as a metric, so that they are computed and printed like labels."""

    name: ClassVar[str] = "flags"
    about: ClassVar[str] = "answered before, or too generic? (label)"
    needs: ClassVar[tuple[str, ...]] = ("sentences", "anchor", "answer_sentence")
    uses: ClassVar[tuple[str, ...]] = USES
    verdicts: ClassVar[tuple[float | str, ...]] = (
        f"{REDUNDANT}+{GENERIC}",
        REDUNDANT,
        GENERIC,
        NEITHER,
    )

    def score_complete(self, examples: Sequence[Example], tools: Tools) -> list[Score]:
        def read(example: Example) -> list[tuple[str, str]]:
            edge = Edge.of(example)
            return [(edge.question, " ".join(edge.context))]

        parses = ask("parser", tools["parser"].parse, examples, lambda one: [one.question])
        answers = ask("reader", tools["reader"].answer, examples, read)
        return [_flagged(parses[one.question], answers[read(one)[0]]) for one in examples]

    def input_problem(self, example: Example) -> str:
        last = len(example.sentences)
        for end in (example.anchor, example.answer_sentence):
            if end is None or not 1 <= end <= last or not example.sentences[end - 1]:
                return "the anchor or the answer is not a sentence of the article"
        return ""


def _flagged(question: Parse, answer: Answer) -> Score:
    flags, evidence = [], {}
    if answer.confidence >= SURE and answer.no_answer <= NOTHING:
        flags.append(REDUNDANT)
        evidence["answered_before"] = answer.text
    if is_generic(question):
        flags.append(GENERIC)
    return Score("+".join(flags) or NEITHER, {}, evidence)


def is_generic(question: Parse) -> bool:
    """Return whether a question has only words that fit any document."""
    return all(lemma(word) in _ANYWHERE for word in content_words(question))
