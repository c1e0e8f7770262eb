"""QUD parsing with a language model: a question for each sentence, then its anchor.

The two steps follow QUDeval (sec. 4.1); the prompts are qgauge's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qgauge.core import BadInput, Example
from qgauge.prompts import digest, table, template
from qgauge.qud.documents import Article, flagged
from qgauge.tools.judge import Ask, Filled, Form, Judge, Message, Text, Whole, task_message

QUESTION = Form({"question": Text()})


@dataclass(frozen=True, slots=True)
class Parsed:
    """An article with its edges, and the reason for each sentence without one."""

    article: Article
    failed: Mapping[int, str]


def prompt_digest() -> str:
    """Return the digest of the prompts, for the signature."""
    names = ("anchor.txt", "examples.toml", "question.txt", "../task.txt")
    return digest(*(f"qud_parsing/{name}" for name in names))


def parse_article(
    name: str,
    sentences: Sequence[str],
    judge: Judge,
    *,
    answers: Sequence[int] = (),
    system: str = "",
) -> Parsed:
    """Have a model write edges for these answer sentences, or for all but the first."""
    wanted, there = answered(name, sentences, answers), _there(sentences)
    failed: dict[int, str] = {}
    questions: dict[int, str] = {}
    verdicts = judge.ask([_question_ask(name, sentences, number) for number in wanted])
    for number, verdict in zip(wanted, verdicts, strict=True):
        if verdict.value is None:
            failed[number] = str(verdict.why)
        elif not verdict.value["question"]:
            failed[number] = "the judge gave an empty question"
        else:
            questions[number] = " ".join(str(verdict.value["question"]).split())
    found = judge.ask(
        [_anchor_ask(name, sentences, number, text) for number, text in questions.items()]
    )
    edges = []
    for (number, question), verdict in zip(questions.items(), found, strict=True):
        anchor = None if verdict.value is None else int(verdict.value["anchor"])
        if verdict.value is None:
            failed[number] = str(verdict.why)
        elif anchor not in there:
            failed[number] = f"the judge chose sentence {anchor} as the anchor, which is missing"
        else:
            edges.append(
                flagged(
                    Example(
                        id=f"{name}-{number}",
                        question=question,
                        sentences=tuple(sentences),
                        anchor=anchor,
                        answer_sentence=number,
                        system=system,
                        meta={"article": name},
                    )
                )
            )
    return Parsed(Article(name, tuple(sentences), tuple(edges)), failed)


def answered(name: str, sentences: Sequence[str], answers: Sequence[int]) -> list[int]:
    """Return the sentences that get a question: those in `answers`, or all but the first."""
    later = _there(sentences)[1:]
    for number in answers:
        if number not in later:
            problem = f"{number} is not a sentence of '{name}' after the first"
            raise BadInput(problem, field="answers")
    return [number for number in later if not answers or number in answers]


def _there(sentences: Sequence[str]) -> list[int]:
    return [number for number, text in enumerate(sentences, 1) if text.strip()]


def _question_ask(name: str, sentences: Sequence[str], answer: int) -> Ask[Filled]:
    turns = []
    for example in table("qud_parsing/examples")["examples"]:
        turns += [
            _question_turn(example["sentences"], len(example["sentences"])),
            Message("assistant", json.dumps({"question": example["question"]})),
        ]
    system = Message("system", template("qud_parsing/question").template)
    last = _question_turn(sentences, answer)
    return QUESTION.ask(system, *turns, last, about=f"question for {name}/{answer}")


def _question_turn(sentences: Sequence[str], answer: int) -> Message:
    before = " ".join(one for one in sentences[: answer - 1] if one)
    texts = {"sentences before": before, "answer": sentences[answer - 1]}
    return task_message(texts, "Write the question that the answer answers.", QUESTION)


def _anchor_ask(name: str, sentences: Sequence[str], answer: int, question: str) -> Ask[Filled]:
    turns = []
    for example in table("qud_parsing/examples")["examples"]:
        many = len(example["sentences"])
        turns += [
            _anchor_turn(example["sentences"], many, example["question"]),
            Message("assistant", json.dumps({"anchor": example["anchor"]})),
        ]
    system = Message("system", template("qud_parsing/anchor").template)
    last = _anchor_turn(sentences, answer, question)
    return _form(answer).ask(system, *turns, last, about=f"anchor for {name}/{answer}")


def _anchor_turn(sentences: Sequence[str], answer: int, question: str) -> Message:
    before = [f"({at}) {one}" for at, one in enumerate(sentences[: answer - 1], 1) if one]
    texts = {
        "sentences before": "\n".join(before),
        "question": question,
        "answer": sentences[answer - 1],
    }
    task = "Give the number of the sentence before the answer from which the question arises."
    return task_message(texts, task, _form(answer))


def _form(answer: int) -> Form:
    return Form({"anchor": Whole(1, answer - 1)})
