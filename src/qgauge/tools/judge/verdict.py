"""What is asked of a judge and what comes back: messages, schema and reader in, verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeVar

Value = TypeVar("Value")
Found = TypeVar("Found", covariant=True)


class FailureReason(StrEnum):
    """Why there is no verdict. The text is what tables and files show."""

    unreadable = "the judge's reply could not be read"
    misshapen = "the judge's reply has another shape than asked for"
    cut = "the judge's reply was cut off at max_tokens"
    filtered = "the judge's server filtered the reply"
    refused = "the judge refused to answer"
    rejected = "the judge's server does not take this question"
    no_answer = "the judge's server gave no answer, however often it was asked"
    over_limit = "the spend limit was reached"


class Unreadable(Exception):
    """A reply that is no answer. The problem is told to the model when it is asked again."""

    def __init__(self, problem: str, why: FailureReason = FailureReason.unreadable) -> None:
        super().__init__(problem)
        self.problem, self.why = problem, why


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the talk with a model."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Ask(Generic[Value]):
    """One question to a model: what is said, the shape of the answer, and how to read it."""

    messages: tuple[Message, ...]
    read: Callable[[str], Value]
    """Makes a value of the reply's text, or raises Unreadable; the same value every time."""
    schema: Mapping[str, Any] | None = None
    """JSON schema of the answer, for servers that can hold a model to one; None for free text."""
    about: str = ""
    """For people, where an answer must be named: what is judged, and in which row."""
    sample: int = 0
    """Which repeat this is; each is paid for and kept by itself."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a call, as the server counted them, or our guess where it does not say."""

    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Found]):
    """What a judge said: a value, or the reason why there is none."""

    value: Found | None
    why: FailureReason | None = None
    reply: str = ""
    """The model's own words; for a reply that cannot be read, all there is to show."""
    detail: str = ""
    """What the server or the reader complained of."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What a run has asked and paid."""

    calls: int = 0
    """Requests sent, failed ones too."""
    answers: int = 0
    """New answers, now in the store."""
    stored: int = 0
    """Answers that were in the store already and cost nothing."""
    tokens_in: int = 0
    tokens_out: int = 0
    spent: float = 0.0
    """By the prices given; 0 where none are."""
    uncertain: float = 0.0
    """Cost at most of calls without an answer, for which the server may or may not charge."""
    failures: Mapping[str, int] = field(default_factory=dict)
    """Failed calls by kind, those that worked at a later try included."""


class Judge(Protocol):
    """A model that answers questions about texts."""

    @property
    def identity(self) -> str:
        """Model, server and parameters, for signatures."""

    def ask(self, asks: Sequence[Ask[Value]]) -> list[Verdict[Value]]:
        """One verdict per question, in order; equal questions are asked once."""
