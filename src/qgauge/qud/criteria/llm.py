"""Label edges with a language model: by label, by score with cuts, or by locating its answer.

The methods follow QUDeval (sec. 5.1); the prompts are qgauge's, in `qgauge/prompts/qud_criteria`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qgauge.core import Example, Score, Tools
from qgauge.metrics.judge import example_name, verdict_messages, without_verdict
from qgauge.prompts import digest, table, template
from qgauge.qud.criteria.criterion import (
    COMPATIBILITY,
    GIVENNESS,
    LANGUAGE,
    RELEVANCE,
    Edge,
    Method,
)
from qgauge.qud.criteria.llm_replies import Lenient
from qgauge.tools.judge import Ask, Filled, Form, Message, OneOf, Text, Whole, task_message

LABELS: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGE,
    "compatibility": COMPATIBILITY,
    "givenness": GIVENNESS,
    "relevance": RELEVANCE,
}
CUTS: Mapping[str, Callable[[int], int]] = {
    # above 80, 60 to 80, below 60; and 80 or more, 20 to 79, below 20 (QUDeval, appendix B)
    "compatibility": lambda score: (score >= 60) + (score > 80),
    "relevance": lambda score: (score >= 20) + (score >= 80),
}
_TEXTS: Mapping[str, Callable[[Example], str]] = {
    "document": lambda example: " ".join(one for one in example.sentences if one),
    "context": lambda example: " ".join(Edge.of(example).context),
    "question": lambda example: example.question,
    "anchor": lambda example: Edge.of(example).anchor,
    "answer_sentence": lambda example: Edge.of(example).answer,
}
"""The parts of an example that a prompt can show."""


def llm_label(criterion: str, *, few: bool) -> Method:
    """Have the model choose a label, zero-shot or few-shot."""
    prompt = table(f"qud_criteria/{criterion}")
    meaning = "\n".join(f"{label}: {text}" for label, text in prompt["meaning"].items())
    shots = prompt["examples"] if few else ()
    return _verdict_method(
        criterion, "label", OneOf(LABELS[criterion]), meaning, shots, lambda label: (label, {})
    )


def llm_score(criterion: str) -> Method:
    """Have the model give a score from 1 to 100, which cuts turn into a label."""
    labels, cut = LABELS[criterion], CUTS[criterion]
    meaning = table(f"qud_criteria/{criterion}")["score"]
    return _verdict_method(
        criterion,
        "score",
        Whole(1, 100),
        meaning,
        (),
        lambda score: (labels[cut(score)], {"score": float(score)}),
    )


def _verdict_method(
    criterion: str,
    field: str,
    kind: OneOf | Whole,
    meaning: str,
    shots: Sequence[Mapping[str, str]],
    label_of: Callable[[Any], tuple[str, dict[str, float]]],
) -> Method:
    """Return a method that asks for one verdict; `label_of` turns it into a label and parts."""
    prompt = table(f"qud_criteria/{criterion}")
    form = Form({"reason": Text(), field: kind})
    instructions = prompt["instructions"].strip()
    system, user = verdict_messages("qud_criteria", form, prompt["about"], instructions, meaning)
    turns = []
    for shot in shots:
        reply = {"reason": prompt["meaning"][shot["label"]], "label": shot["label"]}
        turns.append(user({name: shot[name] for name in prompt["shows"]}))
        turns.append(Message("assistant", json.dumps(reply)))

    def ask(example: Example) -> Ask[Filled]:
        last = user({name: _TEXTS[name](example) for name in prompt["shows"]})
        about = f"{criterion} of {example_name(example)}"
        messages = (system, *turns, last)
        return Ask(messages, Lenient(form, field), form.schema(), about)

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        scores = []
        for verdict in tools["judge"].ask([ask(example) for example in examples]):
            if verdict.value is None:
                scores.append(without_verdict(verdict))
                continue
            label, parts = label_of(verdict.value[field])
            reason = verdict.value.get("reason")
            scores.append(Score(label, parts, {"reason": reason} if reason else {}))
        return scores

    return Method(
        judge, ("judge",), signature_extras=_prompt("system.txt", "user.txt", f"{criterion}.toml")
    )


def llm_answer() -> Method:
    """Have the model answer the question, then locate the sentence closest to its answer.

    This method cannot tell an unfocused answer from a direct one.
    """

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        answers = tools["judge"].ask([_answer_ask(example) for example in examples])
        answered = [
            (example, str(verdict.value["answer"]))
            for example, verdict in zip(examples, answers, strict=True)
            if verdict.value is not None
        ]
        places = iter(tools["judge"].ask([_locate_ask(*one) for one in answered]))
        scores = []
        for example, answer in zip(examples, answers, strict=True):
            place = answer if answer.value is None else next(places)
            if place.value is None:
                scores.append(without_verdict(place))
                continue
            text, at = str(answer.value["answer"]), int(place.value["sentence"])
            label = COMPATIBILITY[2 if at == example.answer_sentence else 0]
            scores.append(Score(label, {}, {"answer": text, "sentence": at}))
        return scores

    return Method(
        judge,
        ("judge",),
        signature_extras=_prompt("answer.txt", "locate.txt", "../task.txt"),
        merges={COMPATIBILITY[1]: COMPATIBILITY[2]},
    )


def _answer_ask(example: Example) -> Ask[Filled]:
    texts = {name: _TEXTS[name](example) for name in ("document", "question", "anchor")}
    task = "Answer the question, which came up at the anchor, from the document."
    form, about = Form({"answer": Text()}), f"answer to {example_name(example)}"
    return _task_ask("answer", task_message(texts, task, form), form, "answer", about)


def _locate_ask(example: Example, answer: str) -> Ask[Filled]:
    numbered = [f"({at}) {one}" for at, one in enumerate(example.sentences, 1) if one]
    texts = {"document": "\n".join(numbered), "answer": answer}
    task = "Give the number of the sentence in the document that is nearest to the answer."
    form = Form({"sentence": Whole(1, len(example.sentences))})
    about = f"place of {example_name(example)}"
    return _task_ask("locate", task_message(texts, task, form), form, "sentence", about)


def _task_ask(name: str, task: Message, form: Form, field: str, about: str) -> Ask[Filled]:
    system = Message("system", template(f"qud_criteria/{name}").template)
    return Ask((system, task), Lenient(form, field), form.schema(), about)


def _prompt(*files: str) -> Callable[[Any], dict[str, str]]:
    """Return the digest of the prompts, for the signature."""
    return lambda _: {"prompt": digest(*(f"qud_criteria/{file}" for file in files))}
