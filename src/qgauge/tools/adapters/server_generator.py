"""Generator on a language model behind a server, through the judge's client."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from string import Template
from typing import Any

from qgauge.core import BadSetting, ToolFailed
from qgauge.prompts import digest, table, template
from qgauge.text.sentences import sentence_spans
from qgauge.tools.judge import Ask, Filled, Form, Message, Texts, task_message
from qgauge.tools.judge.judge import ServerJudge, open_judge
from qgauge.tools.passage_window import window_around
from qgauge.tools.ranked_questions import ranked_questions
from qgauge.tools.roles import Generated, Place

LONGEST_PASSAGE = 6_000
"""Characters of a passage that the model sees: whole sentences around the answer."""
SAMPLING_TEMPERATURE = 0.8
"""Temperature with a seed, if the server has none of its own: at 0, all seeds would be alike."""
_SEEDS = 2**31
"""Servers take seeds below this number."""
_PROMPTS = ("discussion.txt", "examples.toml", "question.txt", "tasks.toml", "../task.txt")

_log = logging.getLogger("qgauge")


def open_generator(server: str) -> ServerGenerator:
    """Open the generator on a server.

    Args:
        server: `MODEL@URL,setting=value,…`, or a `FILE.toml` with the settings of a judge.

    Returns:
        The generator. It connects when the first question is needed.

    Raises:
        BadSetting: The server or a setting is not valid.
        MissingTool: This is Windows, where the answers cannot be stored safely.

    Examples:
        >>> generator = open_generator("llama3.1:8b@http://localhost:11434/v1")
        >>> generator.identity.partition(";")[0]
        'server:llama3.1:8b@http://localhost:11434/v1'
    """
    with _named_generator():
        return ServerGenerator(open_judge(server))


class ServerGenerator:
    """Has a model write questions, one call per place; every reply is stored and paid for once.

    A server gives no probabilities, so the scores are -1, -2, … in the order of the model, which
    is told to begin with the best question. A place without a valid reply gets no questions, and
    a warning says why.

    Args:
        judge: The client of the server.
    """

    def __init__(self, judge: ServerJudge) -> None:
        self.judge = judge

    def __reduce__(self) -> tuple[object, ...]:
        return ServerGenerator, (self.judge,)

    @property
    def identity(self) -> str:
        """Model, server, parameters and prompts, for signatures."""
        prompts = digest(*(f"generation/{name}" for name in _PROMPTS))
        return f"{self.judge.identity};prompt={prompts}"

    def generate(
        self, places: Sequence[Place], count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        """Generate questions.

        Args:
            places: What to ask about. Equal ones are asked about once.
            count: Maximum number of questions per place.
            seed: Without a seed, replies at the server's temperature, by default 0; with one,
                replies with that sampling seed, at a temperature of 0.8 unless the server has one
                of its own.

        Returns:
            For each place up to `count` distinct questions, the best first.

        Raises:
            ToolFailed: The server denies access or has stopped answering.
        """
        if count < 1:
            return [[] for _ in places]
        with _named_generator():
            verdicts = self._client(seed).ask([_ask(place, count) for place in places])
        _warn(Counter(str(one.why) for one in verdicts if one.value is None), len(places))
        replies = [one.value["questions"] if one.value else [] for one in verdicts]
        return [
            ranked_questions([(text, -at) for at, text in enumerate(reply, 1)], count)
            for reply in replies
        ]

    def _client(self, seed: int | None) -> ServerJudge:
        """Return the client with this seed, in the same run: limits and totals cover all seeds."""
        judge, server = self.judge, self.judge.server
        if seed is None:
            return judge
        seeded = replace(
            server,
            seed=seed % _SEEDS,
            temperature=server.temperature or SAMPLING_TEMPERATURE,
        )
        made = ServerJudge(seeded, judge.store, judge.run)
        made.state, made.watch = judge.state, judge.watch
        return made


# ------------------------------------------------------------------ messages


def _ask(place: Place, most: int) -> Ask[Filled]:
    name = "discussion" if place.anchor else "question"
    turns = []
    for example in table("generation/examples")[f"{name}s"]:
        reply = json.dumps({"questions": example["questions"]}, ensure_ascii=False)
        turns += [_turn(_place_of(example), example["most"]), Message("assistant", reply)]
    system = Message("system", template(f"generation/{name}").template)
    about = f"questions about {' '.join(place.answer.split())[:60]}"
    return _form(most).ask(system, *turns, _turn(place, most), about=about)


def _place_of(example: Mapping[str, Any]) -> Place:
    passage, answer, anchor = example["passage"], example["answer"], example.get("anchor")
    start = passage.index(answer)
    at = (passage.index(anchor), passage.index(anchor) + len(anchor)) if anchor else None
    return Place(passage, start, start + len(answer), example["kind"], at)


def _turn(place: Place, most: int) -> Message:
    texts = _discussion(place) if place.anchor else _passage(place)
    task = Template(table("generation/tasks")[place.kind or "any"]).substitute(most=most)
    return task_message(texts, task, _form(most))


def _passage(place: Place) -> dict[str, str]:
    """Return the texts for a question about a passage, clipped to what the model may see."""
    text, start = place.passage, place.start
    low, high = window_around(text, start, place.end, LONGEST_PASSAGE)
    end = min(place.end, high)
    passage = text[low:high]
    around = [at for at in sentence_spans(passage) if at[1] > start - low and at[0] < end - low]
    sentence = passage[around[0][0] : around[-1][1]] if around else ""
    texts = {"passage": passage, "sentence": sentence, "answer": text[start:end]}
    if sentence in ("", passage.strip(), texts["answer"].strip()):
        del texts["sentence"]
    return texts


def _discussion(place: Place) -> dict[str, str]:
    """Return the texts for a question under discussion: nothing after the answer is shown."""
    assert place.anchor is not None
    before, (first, last) = place.passage[: place.start], place.anchor
    low, _ = window_around(before + " ", place.start, place.start + 1, LONGEST_PASSAGE)
    return {
        "sentences before": before[low:].strip(),
        "anchor": place.passage[first:last][:LONGEST_PASSAGE],
        "answer": place.answer[:LONGEST_PASSAGE],
    }


def _form(most: int) -> Form:
    return Form({"questions": Texts(most)})


# ------------------------------------------------------------------ failures


def _warn(reasons: Mapping[str, int], places: int) -> None:
    if not reasons:
        return
    said = "; ".join(f"{why} ({times})" for why, times in sorted(reasons.items()))
    _log.warning(
        "The generator wrote no questions for %d of %d places: %s.",
        sum(reasons.values()),
        places,
        said.replace("the judge", "the model"),
    )


@contextmanager
def _named_generator() -> Iterator[None]:
    """Call the judge a generator in errors: the client was made for judges."""
    try:
        yield
    except (BadSetting, ToolFailed) as problem:
        said = str(problem).replace("judge", "generator", 1)
        raise type(problem)(said) from problem
