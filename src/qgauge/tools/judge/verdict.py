"""The types of the judge: questions in, verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeVar

Value = TypeVar("Value")
Found = TypeVar("Found", covariant=True)


class FailureReason(StrEnum):
    """Why there is no verdict. Tables and files show the text.

    Examples:
        >>> print(FailureReason.cut)
        the judge's reply was cut off at max_tokens
    """

    unreadable = "the judge's reply could not be read"
    misshapen = "the judge's reply does not have the requested form"
    cut = "the judge's reply was cut off at max_tokens"
    filtered = "the judge's server filtered the reply"
    refused = "the judge refused to answer"
    rejected = "the judge's server rejected the request"
    no_answer = "the judge's server did not answer, after several tries"
    over_limit = "the spend limit was reached"


class Unreadable(Exception):
    """A reply that is not a valid answer.

    Raise it in the `read` function of an `Ask`. The model sees the problem when it is asked again.

    Args:
        problem: What is wrong, to finish the sentence "That reply cannot be used: …".
        why: The reason to report if the second reply is no better.

    Examples:
        >>> def read(reply: str) -> int:
        ...     if not reply.strip().isdigit():
        ...         raise Unreadable("it must be a number")
        ...     return int(reply)
        >>> read("three")
        Traceback (most recent call last):
        qgauge.tools.judge.verdict.Unreadable: it must be a number
    """

    def __init__(self, problem: str, why: FailureReason = FailureReason.unreadable) -> None:
        super().__init__(problem)
        self.problem, self.why = problem, why


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat.

    Attributes:
        role: Who speaks: "system", "user" or "assistant".
        text: The text of the message.

    Examples:
        >>> Message("user", "Is this question clear?").role
        'user'
    """

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Ask(Generic[Value]):
    """One question to a model: the messages, the schema of the answer and how to read it.

    `Form.ask` builds one with a schema and a strict reader.

    Attributes:
        messages: The chat so far; the model writes the next message.
        read: Turns the text of the reply into a value, or raises `Unreadable`. It must be
            deterministic: stored replies are read again in later runs.
        schema: JSON schema of the answer, for servers that can enforce one; None for free text.
        about: A label for people: what is judged, and in which row.
        sample: Number of the repeat, from 0. Each repeat is paid for and stored separately.

    Examples:
        >>> ask = Ask((Message("user", "Name one colour."),), read=str.strip)
        >>> ask.read(" green ")
        'green'
    """

    messages: tuple[Message, ...]
    read: Callable[[str], Value]
    schema: Mapping[str, Any] | None = None
    about: str = ""
    sample: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as counted by the server, or estimated if it does not report them.

    Attributes:
        tokens_in: Tokens of the prompt.
        tokens_out: Tokens of the reply.

    Examples:
        >>> Usage(tokens_in=350, tokens_out=60)
        Usage(tokens_in=350, tokens_out=60)
    """

    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Found]):
    """The answer of a judge to one question: a value, or the reason why there is none.

    Attributes:
        value: What `Ask.read` returned; None if there is no verdict.
        why: The reason for a missing value; None if there is a value.
        reply: The reply of the model, also when it could not be read.
        detail: The error message of the server or of `Ask.read`.

    Examples:
        >>> verdict = Verdict(None, FailureReason.refused, reply="I cannot help with that.")
        >>> verdict.value is None, verdict.why.name
        (True, 'refused')
    """

    value: Found | None
    why: FailureReason | None = None
    reply: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Totals:
    """Calls, answers, tokens and cost of a run.

    Attributes:
        calls: Requests sent, including failed ones.
        answers: New answers, now in the store.
        stored: Answers that were in the store already and cost nothing.
        tokens_in: Tokens of all prompts.
        tokens_out: Tokens of all replies.
        spent: Cost by the given prices; 0 without prices.
        uncertain: Upper bound on the cost of calls without an answer, which the server may or may
            not charge for.
        failures: Number of failed calls by kind, including calls that succeeded on a later try.

    Examples:
        >>> Totals(calls=3, answers=2, failures={"server error": 1}).failures
        {'server error': 1}
    """

    calls: int = 0
    answers: int = 0
    stored: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    spent: float = 0.0
    uncertain: float = 0.0
    failures: Mapping[str, int] = field(default_factory=dict)


class Judge(Protocol):
    """Interface of a model that answers questions about texts.

    Any object with these two members can be given as `tools={"judge": …}`.

    Examples:
        >>> class AlwaysThree:
        ...     identity = "always-three"
        ...     def ask(self, asks):
        ...         reply = '{"reason": "", "score": 3}'
        ...         return [Verdict(ask.read(reply), reply=reply) for ask in asks]
        >>> import qgauge
        >>> rows = [{"question": "Who built it?"}]
        >>> results = qgauge.score(
        ...     rows, ["judge:rubric=fluency"], tools={"judge": AlwaysThree()})
        >>> results["judge:rubric=fluency"].scores[0].value
        3.0
    """

    @property
    def identity(self) -> str:
        """Model, server and parameters, for signatures."""

    def ask(self, asks: Sequence[Ask[Value]]) -> list[Verdict[Value]]:
        """Answer questions.

        Args:
            asks: The questions. Equal ones are asked once.

        Returns:
            One verdict per question, in order.

        Raises:
            ToolFailed: The server denies access or has stopped answering.
        """
