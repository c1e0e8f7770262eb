"""A generator and an answer finder made by hand, for the story `examples/lighthouse.txt`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from qgauge.tools import registry
from qgauge.tools.roles import Generated, Place

STORY = Path(__file__).parent.parent.parent / "examples" / "lighthouse.txt"

QUESTIONS: Mapping[str, tuple[str, Sequence[str]]] = {
    "Tilda Marsh": ("who", ["Who built the lighthouse at Vessel Point?", "Who built it?"]),
    "1868": ("when", ["When was the lighthouse at Vessel Point built?"]),
    "three ships had sunk there in a single winter": (
        "why",
        [
            "Why did Tilda Marsh choose the northern tip of the island?",
            "Why did she choose the northern tip of the island?",
        ],
    ),
    "grey granite": ("what", ["What is the tower made of?", "The tower is made of what"]),
    "Osric Penn": ("who", ["Who was the first keeper of the lighthouse?", "who was Osric Penn?"]),
    "whale oil": ("what", ["What did Osric use to light the lamp?", "Where did Osric go?"]),
    "two coins": ("how many", ["How many coins did sailors pay for a copy of the diary?"]),
    "a copper pot": ("what", ["What did Juno cover the flame with?", "What is this?"]),
    "nine": ("how many", ["How many people were on board the fishing boat?"]),
    "a silver whistle": (
        "what",
        ["What did the town give Juno to thank her?", "What was the silver whistle?"],
    ),
    "eleven": ("how many", ["How many apprentices did Juno teach?"]),
    "a museum": ("what", ["What is the cottage today?", "What is the main idea of this text?"]),
}
"""By answer: its kind, and the questions about it, good and bad."""


@dataclass(frozen=True)
class KnownSpan:
    """An answer span as the answer finder returns it."""

    start: int
    end: int
    sentence: int
    type: str
    kinds: tuple[str, ...]
    score: float


class KnownQuestions:
    """Writes the questions of a table; a seed turns their order around."""

    identity = "known-questions-1"

    def __init__(self, questions: Mapping[str, tuple[str, Sequence[str]]] = QUESTIONS) -> None:
        self.questions = questions

    def generate(
        self, places: Sequence[Place], count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        return [self._of(place, count, seed) for place in places]

    def _of(self, place: Place, count: int, seed: int | None) -> list[Generated]:
        _, known = self.questions.get(place.answer, ("", []))
        order = list(known) if seed is None else list(reversed(known))
        return [Generated(one, -0.1 * (at + 1)) for at, one in enumerate(order[:count])]


def known_spans(passages: Sequence[str], parser: object) -> list[list[KnownSpan]]:
    """Return the first place of each known answer."""
    return [
        [
            KnownSpan(at, at + len(answer), 0, kind, (kind,), 1 / (1 + number))
            for number, (answer, (kind, _)) in enumerate(QUESTIONS.items())
            if (at := text.find(answer)) >= 0
        ]
        for text in passages
    ]


def first_spans(spans: Sequence[KnownSpan], count: int) -> list[KnownSpan]:
    """Return the spans with the best scores."""
    return sorted(spans, key=lambda one: -one.score)[:count]


@dataclass(frozen=True, slots=True)
class _HandMade(registry.Engine):
    def open(self, model: str, threads: int) -> Any:
        return KnownQuestions()


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have qgauge use the hand-made generator and answer finder."""
    role = registry.Role("questions about a passage", "generate", (_HandMade("embedded", "", ""),))
    monkeypatch.setitem(registry.ROLES, "generator", role)  # type: ignore[arg-type]
    finder = ModuleType("qgauge.generation.answers")
    finder.answer_spans, finder.diverse = known_spans, first_spans  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qgauge.generation.answers", finder)
