"""Candidate: a span of words that may be an answer, before it is scored."""

from __future__ import annotations

from dataclasses import dataclass

ANSWER_TYPES = (
    "person",
    "organisation",
    "location",
    "name",
    "date",
    "number",
    "phrase",
    "state",
    "reason",
    "purpose",
    "manner",
    "place",
    "time",
    "action",
    "clause",
)
"""What answers are: names, values, noun phrases, states (`very angry`), clauses and phrases of
reason, purpose, manner, place and time, actions (`bought a goose`), and other clauses."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span of words that may be an answer."""

    first: int
    """Index in `Parse.words` of the first word."""
    last: int
    """Index after the last word."""
    head: int
    """Index of the word that all others depend on."""
    type: str
    """One of `ANSWER_TYPES`."""
    form: str
    """How the span was cut, such as `core` (without what follows the noun) or `entity`."""
