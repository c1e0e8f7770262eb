"""Tasks: what is rated. And answers: what people said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Stage = Literal["training", "rating", "adjudication"]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to rate. All values are JSON."""

    key: str
    """Unique and stable: importing the same file again adds nothing."""
    content: Mapping[str, Any]
    """What raters may see. Never the name of a system, an id, or a rating."""
    hidden: Mapping[str, Any]
    """The rest of the row, which the export needs: its id, its system, its other columns."""
    cluster: str = ""
    """Tasks of one cluster share a text: a passage or an article."""
    gold: Mapping[str, Any] | None = None
    """The right answer, for gold tasks."""
    why: str = ""
    """Why the gold answer is right; shown in training."""
    row: str = ""
    """The same for the same row, even if its text has changed; empty if the file gives no ids."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one person said about one task."""

    task: str
    """The key of the task."""
    rater: str
    """The name of the person."""
    stage: Stage
    values: Mapping[str, Any]
    """By field: a number or label (choice), a list of labels (flags), a text, or a list of spans.

    A span is `{"start": 0, "end": 9, "kind": "vital"}`, in code points. Fields that were not asked
    or not answered are missing. Empty if the task was skipped.
    """
    skipped: str = ""
    """Why the task was skipped; empty if it was not."""
    note: str = ""
    seconds: float = 0.0
    """Time on the task."""
    saved: str = ""
    """When it was saved: ISO 8601, in UTC."""
    position: int = 0
    """The place of the task in the order of this rater, from 1."""
