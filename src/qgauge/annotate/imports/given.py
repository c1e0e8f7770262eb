"""What another program's file says about one text, in one form for all programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from qgauge.concepts.offsets import Unit


@dataclass(frozen=True, slots=True)
class Mark:
    """One label, number, text or span that somebody gave."""

    field: str
    """Their name of the field; empty if the program has only one list of labels."""
    label: Any
    """The label or number, or the typed text."""
    where: str
    """Its place in the row, for messages."""
    other: Any = None
    """What it may mean if the label is not known: a point of a scale is `{"scale_3": "3"}`."""
    typed: str | None = None
    """The text for a field of free text, if it is not the label."""
    span: tuple[int, int] | None = None
    quoted: str | None = None
    """The text of the span, if the program wrote it."""


@dataclass(frozen=True, slots=True)
class Given:
    """What one person said about one text."""

    rater: str
    ids: Sequence[str]
    """Ids that the row has; whose they are is not certain."""
    texts: Sequence[str]
    system: str
    marks: Sequence[Mark]
    units: tuple[Unit, ...]
    """What offsets may count, the likeliest first; quoted texts tell which it is."""
    where: str = ""
    """The place of the texts in the row, for messages."""
    skipped: str = ""
    note: str = ""
    seconds: float = 0.0
    saved: str = ""


def texts_in(value: Any) -> list[str]:
    """Return all strings in a JSON value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts_in(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts_in(one)]
    return []


def utc(time: Any) -> str:
    """Return an ISO 8601 time in UTC; empty if it is not one."""
    try:
        found = datetime.fromisoformat(time) if isinstance(time, str) else None
    except ValueError:
        return ""
    if found is None:
        return ""
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    return found.isoformat(timespec="seconds")
