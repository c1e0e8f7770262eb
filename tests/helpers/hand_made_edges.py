"""Edges between sentences with hand-written parses, and a scripted judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from helpers.hand_made_tools import TOOLS
from qgauge.core import Example
from qgauge.metrics import create
from qgauge.tools.judge import Ask, Unreadable, Verdict
from qgauge.tools.roles import Answer, Grammar, GrammarError

POOL = "The/DET/2/det pool/NOUN/3/nsubj closes=close/VERB/0/root in/ADP/5/case May/PROPN/3/obl"
SWIM = "Many/ADJ/2/amod people/NOUN/3/nsubj swim/VERB/0/root there/ADV/3/advmod"
CRACKS = (
    "Cracks=crack/NOUN/4/nsubj in/ADP/3/case basins=basin/NOUN/1/nmod lose/VERB/0/root "
    "water/NOUN/4/obj"
)
MAYOR = "Ada/PROPN/2/nsubj/PERSON wept=weep/VERB/0/root"
SENTENCES = (POOL, SWIM, CRACKS, MAYOR)


def edge(question: str, anchor: int = 1, answer: int = 3, **more: Any) -> Example:
    return Example(
        more.pop("id", "1"),
        question,
        sentences=more.pop("sentences", SENTENCES),
        anchor=anchor,
        answer_sentence=answer,
        **more,
    )


class ScriptedJudge:
    """Gives the reply of a script to each question; unparsable replies count as unreadable."""

    identity = "scripted"

    def __init__(self, script: Callable[[Ask[Any]], str]) -> None:
        self._script = script
        self.asked: list[Ask[Any]] = []

    def ask(self, asks: Sequence[Ask[Any]]) -> list[Verdict[Any]]:
        self.asked += asks
        return [self._one(ask) for ask in asks]

    def _one(self, ask: Ask[Any]) -> Verdict[Any]:
        reply = self._script(ask)
        try:
            return Verdict(ask.read(reply), reply=reply)
        except Unreadable as problem:
            return Verdict(None, problem.why, reply, problem.problem)


POOL_EDGE = Example(
    "7",
    "Why will the pool be closed?",
    sentences=(
        "The town will close its pool in May.",
        "Some two hundred people swim there.",
        "Cracks in the basin lose much water.",
    ),
    anchor=1,
    answer_sentence=3,
    system="ko",
)


def judged_by(request: str, reply: str) -> Any:
    """Return the score of an edge by a judge with this reply, and the judge."""
    judge = ScriptedJudge(lambda _: reply)
    (score,) = create(request).score([POOL_EDGE], {"judge": judge})
    return score, judge


class FirstHalfReader:
    """Answers with the first half of the passage; confidence grows with the words in common."""

    identity = "by-hand"

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        found = []
        for question, passage in pairs:
            words, half = passage.lower().split(), len(passage) // 2
            shared = sum(word in words for word in question.lower().split())
            sure = min(0.9, 0.1 + 0.2 * shared)
            found.append(Answer(passage[:half], 0, half, sure, (1 - sure) / 2))
        return found


class BrokenWordGrammarian:
    """Finds an error, and no well-formedness, in texts with the word "broken"."""

    identity = "by-hand"

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        bad = GrammarError(0, 3, "verb_form", 0.9)
        return [Grammar((bad,), 0.1) if "broken" in text else Grammar((), 0.9) for text in texts]


EDGE_TOOLS = {**TOOLS, "reader": FirstHalfReader(), "grammarian": BrokenWordGrammarian()}
"""The tools by role."""
