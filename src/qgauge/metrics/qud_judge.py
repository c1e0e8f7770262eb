"""The criteria by a language model: a label, a score with cuts, or an answer that is then located.

The ways are those of QUDeval (sec. 5.1); the words are our own.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

from qgauge.core import Example, Score, Tools
from qgauge.metrics.qud import COMPATIBILITY, GIVENNESS, LANGUAGE, RELEVANCE, Edge, Method
from qgauge.tools.judge import (
    Ask,
    Filled,
    Form,
    Message,
    OneOf,
    Text,
    Unreadable,
    Verdict,
    Whole,
    fenced,
)

FOLDER = Path(__file__).parent / "qud_prompts"
LABELS: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGE,
    "compatibility": COMPATIBILITY,
    "givenness": GIVENNESS,
    "relevance": RELEVANCE,
}
CUTS: Mapping[str, Callable[[int], int]] = {
    # over 80, 60 to 80, below; and 80 or more, 20 or more, below (appendix B)
    "compatibility": lambda score: (score >= 60) + (score > 80),
    "relevance": lambda score: (score >= 20) + (score >= 80),
}
SHOWN = 2_000
"""Characters of a useless reply that are kept as evidence."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told about one criterion."""

    about: str
    shows: tuple[str, ...]
    instructions: str
    meaning: Mapping[str, str]
    examples: tuple[Mapping[str, str], ...]
    score: str


@cache
def prompt(criterion: str) -> Prompt:
    found = tomllib.loads((FOLDER / f"{criterion}.toml").read_text("utf-8"))
    return Prompt(
        found["about"],
        tuple(found["shows"]),
        found["instructions"].strip(),
        found["meaning"],
        tuple(found["examples"]),
        found.get("score", ""),
    )


@cache
def template(name: str) -> Template:
    return Template((FOLDER / f"{name}.txt").read_text("utf-8").strip())


def digest(*names: str) -> dict[str, str]:
    """For the signature: which words the model was given."""
    files = b"\0".join((FOLDER / name).read_bytes() for name in names)
    return {"prompt": sha256(files).hexdigest()[:8]}


_SHOWS: Mapping[str, Callable[[Example], str]] = {
    "document": lambda example: " ".join(one for one in example.sentences if one),
    "context": lambda example: " ".join(Edge.of(example).context),
    "question": lambda example: example.question,
    "anchor": lambda example: Edge.of(example).anchor,
    "answer_sentence": lambda example: Edge.of(example).answer,
}


def judged(criterion: str, shots: str) -> Method:
    """The model chooses a label: at once (`zero`), or after examples (`few`)."""
    told = prompt(criterion)
    form = Form({"reason": Text(), "label": OneOf(LABELS[criterion])})

    def asked(example: Example) -> Ask[Filled]:
        said = told.examples if shots == "few" else ()
        turns = [turn for one in said for turn in _turns(told, one, form)]
        messages = (
            _system(told, form.fields["label"].words(), _meaning(told)),
            *turns,
            _user(told, {name: _SHOWS[name](example) for name in told.shows}, form, "label"),
        )
        read = Lenient(form, "label")
        return Ask(messages, read, form.schema(), f"{criterion} of {_named(example)}")

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        verdicts = tools["judge"].ask([asked(example) for example in examples])
        return [_score(verdict, lambda filled: str(filled["label"])) for verdict in verdicts]

    return Method(
        judge,
        ("judge",),
        signature_extras=lambda _: digest("system.txt", "user.txt", f"{criterion}.toml"),
    )


def scored(criterion: str) -> Method:
    """The model gives a score from 1 to 100, which cuts turn into a label."""
    told = prompt(criterion)
    form = Form({"reason": Text(), "score": Whole(1, 100)})

    def asked(example: Example) -> Ask[Filled]:
        texts = {name: _SHOWS[name](example) for name in told.shows}
        messages = (
            _system(told, form.fields["score"].words(), told.score),
            _user(told, texts, form, "score"),
        )
        read = Lenient(form, "score")
        return Ask(messages, read, form.schema(), f"{criterion} of {_named(example)}")

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        verdicts = tools["judge"].ask([asked(example) for example in examples])
        return [
            _score(
                verdict,
                lambda filled: LABELS[criterion][CUTS[criterion](filled["score"])],
                lambda filled: {"score": float(filled["score"])},
            )
            for verdict in verdicts
        ]

    return Method(
        judge,
        ("judge",),
        signature_extras=lambda _: digest("system.txt", "user.txt", f"{criterion}.toml"),
    )


def located() -> Method:
    """The model answers the question, then says which sentence is nearest to its answer.

    It cannot tell an unfocused answer from a direct one.
    """
    answer = Form({"answer": Text()})

    def judge(_: Any, examples: Sequence[Example], tools: Tools) -> list[Score]:
        given = tools["judge"].ask([_answering(example, answer) for example in examples])
        answered = [
            (example, str(verdict.value["answer"]))
            for example, verdict in zip(examples, given, strict=True)
            if verdict.value is not None
        ]
        places = iter(tools["judge"].ask([_locating(*one) for one in answered]))
        scores = []
        for example, verdict in zip(examples, given, strict=True):
            if verdict.value is None:
                scores.append(without(verdict))
                continue
            place = next(places)
            if place.value is None:
                scores.append(without(place))
                continue
            said, at = str(verdict.value["answer"]), int(place.value["sentence"])
            label = COMPATIBILITY[2 if at == example.answer_sentence else 0]
            scores.append(Score(label, {}, {"answer": said, "sentence": at}))
        return scores

    return Method(
        judge,
        ("judge",),
        signature_extras=lambda _: digest("answer.txt", "locate.txt", "task.txt"),
        merges={COMPATIBILITY[1]: COMPATIBILITY[2]},
    )


def _answering(example: Example, form: Form) -> Ask[Filled]:
    texts = {
        "document": _SHOWS["document"](example),
        "question": example.question,
        "anchor": _SHOWS["anchor"](example),
    }
    task = "Answer the question, which came up at the anchor, from the document."
    return _task("answer", task, texts, form, "answer", f"answer to {_named(example)}")


def _locating(example: Example, answer: str) -> Ask[Filled]:
    numbered = [f"({at}) {one}" for at, one in enumerate(example.sentences, 1) if one]
    texts = {"document": "\n".join(numbered), "answer": answer}
    form = Form({"sentence": Whole(1, len(example.sentences))})
    task = "Give the number of the sentence in the document that is nearest to the answer."
    return _task("locate", task, texts, form, "sentence", f"place of {_named(example)}")


def _task(
    name: str, task: str, texts: Mapping[str, str], form: Form, field: str, about: str
) -> Ask[Filled]:
    shown, word = fenced(texts)
    user = template("task").substitute(word=word, texts=shown, task=task, form=form.words())
    messages = (Message("system", template(name).template), Message("user", user))
    return Ask(messages, Lenient(form, field), form.schema(), about)


def _system(told: Prompt, verdict: str, meaning: str) -> Message:
    return Message(
        "system",
        template("system").substitute(
            about=told.about, instructions=told.instructions, verdict=verdict, meaning=meaning
        ),
    )


def _meaning(told: Prompt) -> str:
    return "\n".join(f"{label}: {text}" for label, text in told.meaning.items())


def _user(told: Prompt, texts: Mapping[str, str], form: Form, field: str) -> Message:
    shown, word = fenced(texts)
    return Message(
        "user",
        template("user").substitute(
            word=word,
            texts=shown,
            about=told.about,
            verdict=form.fields[field].words(),
            form=form.words(),
        ),
    )


def _turns(told: Prompt, example: Mapping[str, str], form: Form) -> list[Message]:
    label = example["label"]
    reply = json.dumps({"reason": told.meaning[label], "label": label})
    texts = {name: example[name] for name in told.shows}
    return [_user(told, texts, form, "label"), Message("assistant", reply)]


def _named(example: Example) -> str:
    return "/".join(filter(None, (example.system, example.id)))


def _score(
    verdict: Verdict[Filled],
    label: Callable[[Filled], str],
    parts: Callable[[Filled], dict[str, float]] = lambda _: {},
) -> Score:
    if verdict.value is None:
        return without(verdict)
    reason = verdict.value.get("reason")
    return Score(label(verdict.value), parts(verdict.value), {"reason": reason} if reason else {})


def without(verdict: Verdict[Any]) -> Score:
    """The score where the model gave none, with its words."""
    assert verdict.why is not None
    evidence = {"reply": verdict.reply[:SHOWN], "problem": verdict.detail}
    kept = {name: text for name, text in evidence.items() if text}
    return Score(None, evidence=kept, unscored=verdict.why.value)


@dataclass(frozen=True, slots=True)
class Lenient:
    """Reads a form; failing that, a reply with just one verdict where a verdict stands.

    Models that are not held to a schema say "Verdict: **partially grounded**." or "Score: 85/100"
    all the same. What else the form asks for is then empty. (A class, as a function inside another
    cannot be sent to the process that asks.)
    """

    form: Form
    field: str

    def __call__(self, reply: str) -> Filled:
        try:
            return self.form.read(reply)
        except Unreadable as problem:
            asked = self.form.fields[self.field]
            text = re.sub(r"\A\s*<think>.*?</think>", "", reply, count=1, flags=re.DOTALL)
            found: set[Any] = set()
            if isinstance(asked, OneOf):
                found = _labels(asked.labels, text)
            elif isinstance(asked, Whole):
                found = _numbers(text)
            if len(found) != 1:
                raise problem from None
            try:
                verdict = asked.read(found.pop())
            except ValueError:
                raise problem from None
            return {**dict.fromkeys(self.form.fields, ""), self.field: verdict}


_NUMBER = r"(?<![-.\d])(\d{1,6})(?![.,]?\d)(?:\s*(?:/|out of)\s*100)?+"
_MARKS = r"\"'`*_“”‘’"
_OPEN, _SHUT = rf"[\s{_MARKS}\[({{<]*", rf"[\s{_MARKS}\])}}>]*"
_CLOSE = rf"{_SHUT}(?:[.,;:!)\n}}-]|$|\s(?:or|and)\b)"
_SAID = (
    r"(?:label|verdict|answer|result|option|choice|category|score|rating|sentence|number)"
    r"\W{0,6}(?:is|would be)?"
)
_OR = r"(?:/|&|\band\b|\bor\b(?:\s+\w{1,20}){0,2}?)"
# a dash on the next line begins an item of a list
_UP_TO = rf"(?:[^\S\n]|[{_MARKS}\])}}>])*[-–—~,]"


def _labels(labels: Sequence[str], text: str) -> set[str]:
    """The labels that stand as a verdict; none where another is said to do as well."""
    found = {label for label in labels if _stands(_spelled(label), text)}
    for label in found:
        others = "|".join(_spelled(other) for other in labels if other != label)
        if _with_another(_spelled(label), rf"{_SHUT}{_OR}", rf"(?:{others})\b", text):
            return set()
    return found


def _numbers(text: str) -> set[int]:
    """The numbers that stand as a verdict; none for a range, a choice or the items of a list."""
    if _with_another(_NUMBER, rf"(?:{_SHUT}{_OR}|{_UP_TO})", r"\d", text):
        return set()
    found = {int(one) for one in _stands(_NUMBER, text)}
    alone = re.fullmatch(rf"{_OPEN}{_NUMBER}{_SHUT}(?:[.!]{_SHUT})?", text, re.IGNORECASE)
    # a sentence as it was shown, with its number
    shown = re.fullmatch(r"\s*\(\d{1,6}\) (?:(?!\(\d+\))[^\n])*+\s*", text)
    announced = re.search(rf"\b{_SAID}{_OPEN}{_NUMBER}{_CLOSE}", text, re.IGNORECASE)
    return found if alone or shown or announced else set()


def _spelled(label: str) -> str:
    return "(" + r"[\s_-]+".join(map(re.escape, label.split("_"))) + ")"


def _stands(verdict: str, text: str) -> list[str]:
    """What stands alone, at the beginning, or after a word that announces it, of this pattern."""
    first = re.match(rf"{_OPEN}{verdict}{_CLOSE}", text, re.IGNORECASE)
    announced = re.findall(rf"\b{_SAID}{_OPEN}{verdict}{_CLOSE}", text, re.IGNORECASE)
    return [*([first[1]] if first else []), *announced]


def _with_another(verdict: str, joint: str, other: str, text: str) -> bool:
    """Whether such a verdict is joined to another, which has its announcement or not."""
    pattern = rf"(?:\A|\b{_SAID}){_OPEN}{verdict}{joint}{_OPEN}(?:{_SAID}{_OPEN})?{other}"
    return re.search(pattern, text, re.IGNORECASE) is not None
