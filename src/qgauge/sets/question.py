"""A question of a set, with its words."""

from __future__ import annotations

from dataclasses import dataclass

from qgauge.core import Example
from qgauge.sets.words import Words


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """A question with its words, the words of its answer, its class and its document."""

    example: Example
    words: Words
    answer: Words
    """The words of the answer to look for in texts; empty if there are none."""
    label: str
    document: str
    """The text that the question is about; "" if the row has none."""
    not_looked_up: str = ""
    """Why the answer is not looked for in texts; "" if it is, or if there is no answer."""

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the question and its answer."""
        return self.words.stems | self.answer.stems
