"""Cheap checks of a question, each with a reason: they need no model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qgauge.questions.asking import why_no_question
from qgauge.questions.chatter import strip_chatter
from qgauge.questions.given_answer import says_answer
from qgauge.questions.language import other_language
from qgauge.questions.several import second_question
from qgauge.tools.roles import Parse

Kind = Literal["chatter", "not_english", "not_a_question", "several", "answer_given"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a question."""

    kind: Kind
    """What is wrong."""
    reason: str
    """One sentence in plain English."""
    cleaned: str
    """The question without what stands around it."""


def check_question(
    question: str, answer: str | None = None, parse: Parse | None = None
) -> list[Finding]:
    """Check a question by rules.

    Text around the question is removed first, and the other checks see what is left. A text in
    another language is checked no further: the rules know English only.

    Args:
        question: The question, as it was generated.
        answer: Its answer; without one, nobody can say whether the question gives it away.
        parse: The parse of the question, if there is one.

    Returns:
        The findings; none for a question that these checks find nothing wrong with.

    Examples:
        >>> from qgauge.questions import check_question
        >>> for finding in check_question("Q: Who built it, and when was it opened?"):
        ...     print(f"{finding.kind}: {finding.reason}")
        chatter: There is more than the question: 'Q:' stands before it.
        several: It asks more than one thing: a second question starts at 'and when was it opened'.
        >>> check_question("Who built the bridge?", answer="Marta Berg")
        []
    """
    cleaned = strip_chatter(question)
    text = cleaned.text
    findings = []

    def add(kind: Kind, reason: str) -> None:
        findings.append(Finding(kind, reason, text))

    if cleaned.reasons:
        add("chatter", f"There is more than the question: {'; '.join(cleaned.reasons)}.")
    language = other_language(text)
    if language:
        add("not_english", f"It is not English: {language}.")
        return findings
    statement = why_no_question(text, parse if text == question else None)
    if statement:
        add("not_a_question", f"It is not a question: {statement}.")
    else:
        second = second_question(text)
        if second:
            add(
                "several",
                f"It asks more than one thing: a second question starts at '{second}'.",
            )
    if answer is not None and says_answer(text, answer):
        add("answer_given", f"It says its own answer, '{answer.strip()}'.")
    return findings
