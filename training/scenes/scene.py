"""A scene: a short made-up text, with statements and questions whose labels are known."""

from __future__ import annotations

from dataclasses import dataclass, field

ENTAILED, OPEN, DENIED = "entailment", "neutral", "contradiction"


@dataclass(frozen=True)
class Asked:
    """A question about a scene's text.

    Attributes:
        text: The question, with a question mark.
        answer: The answer word for word as it stands in the text, without a final full stop; None
            if the text does not say it in so many words.
        answerable: Whether the text answers the question at all.
        right: Further right answers, in other words.
        wrong: Wrong answers, as tempting as possible.
        after: A piece of the text that the place of `answer` comes after, where the same words
            stand in the text more than once.
    """

    text: str
    answer: str | None = None
    answerable: bool = True
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    after: str = ""


@dataclass(frozen=True)
class Scene:
    """A text with what can be said and asked about it.

    Attributes:
        text: One to six sentences.
        statements: (statement, label); the label is `ENTAILED`, `OPEN` or `DENIED`.
        questions: Questions with right and wrong answers.
    """

    text: str
    statements: tuple[tuple[str, str], ...] = ()
    questions: tuple[Asked, ...] = field(default=())
