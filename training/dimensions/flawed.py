"""Questions with a known flaw, made from the rated ones, with the rating that follows from it.

Raters of generated questions see few that are about another text, or a word salad. A model fitted
to their ratings alone does not know how bad these are. The flaws made here say so, with a small
weight, and only for the dimensions that follow from the flaw.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from qgauge.core import Example
from qgauge.noise import apply
from qgauge.questions import says_answer
from qgauge.text.answer_forms import compare_answers, is_polar
from qgauge.text.sentences import sentence_spans
from qgauge.text.words import STOP_WORDS

WORST = 1.0
POOR = 1.5
EACH = {
    "elsewhere": 4,
    "other answer": 3,
    "answer alone": 1,
    "statement": 1,
    "scrambled": 2,
    "ungrammatical": 4,
    "other name": 3,
    "pronoun": 2,
}
"""How many questions of each kind are made for a passage."""
ERRORS = (
    "agreement",
    "tense",
    "noun_number",
    "inversion",
    "word_order",
    "no_function",
    "dropped_word",
    "article",
    "preposition",
)
"""Kinds of noise, of which an ungrammatical question has three."""
_SPAN = re.compile(r"(?:[A-Z][\w’'-]+(?: (?:of |the )?[A-Z][\w’'-]+)*|\d[\d,.]*\d|\d)")


@dataclass(frozen=True)
class Flawed:
    """A question with a known flaw, and the ratings that follow from it."""

    example: Example
    kind: str
    ratings: Mapping[str, float]
    origin: Example
    """The rated row whose question it was made from; that of another passage for `elsewhere`."""


def make(examples: Sequence[Example], seed: int = 7) -> list[Flawed]:
    """Make flawed questions for each passage of the rated examples."""
    draw = random.Random(seed)
    by_passage: dict[str, list[Example]] = {}
    for example in examples:
        by_passage.setdefault(str(example.meta["passage_id"]), []).append(example)
    passages = list(by_passage)
    return [
        flawed
        for passage in passages
        for flawed in _of_passage(by_passage, passage, passages, draw)
    ]


def _of_passage(
    by_passage: Mapping[str, Sequence[Example]],
    passage: str,
    passages: Sequence[str],
    draw: random.Random,
) -> Iterator[Flawed]:
    here = by_passage[passage]
    others = [other for other in passages if other != passage]
    for _ in range(EACH["elsewhere"]):
        origin = draw.choice(by_passage[draw.choice(others)])
        made = replace(draw.choice(here), question=origin.question)
        names = ("relevance", "consistency", "answerability", "answer_consistency")
        yield Flawed(made, "elsewhere", dict.fromkeys(names, WORST), origin)
    yield from _other_answers(here, draw)
    yield from _other_names(here, draw)
    first = here[0]
    for _ in range(EACH["answer alone"]):
        names = ("relevance", "clarity", "answerability", "answer_consistency")
        made = replace(first, question=str(first.answer))
        yield Flawed(made, "answer alone", dict.fromkeys(names, WORST), first)
    spans = sentence_spans(str(first.passage))
    for start, end in draw.sample(spans, min(len(spans), EACH["statement"])):
        low = dict.fromkeys(("clarity", "answerability", "answer_consistency"), WORST)
        made = replace(first, question=str(first.passage)[start:end])
        yield Flawed(made, "statement", low, first)
    for _ in range(EACH["scrambled"]):
        origin = draw.choice(here)
        words = origin.question.rstrip("? ").split()
        draw.shuffle(words)
        made = replace(first, question=" ".join(words) + "?")
        yield Flawed(made, "scrambled", {"fluency": WORST, "clarity": POOR}, origin)
    for _ in range(EACH["ungrammatical"]):
        origin = draw.choice(here)
        made = replace(first, question=_ungrammatical(origin.question, draw))
        yield Flawed(made, "ungrammatical", {"fluency": POOR}, origin)


def _ungrammatical(question: str, draw: random.Random) -> str:
    for kind in draw.sample(ERRORS, 3):
        (noised,) = apply(kind, [Example("1", question)], seed=draw.randrange(10**6))
        question = noised.question
    return question


def _other_names(here: Sequence[Example], draw: random.Random) -> Iterator[Flawed]:
    """Yield questions with a name or number replaced by another one of the passage, or by "it"."""
    spans = _names(str(here[0].passage))
    found = []
    for one in {one.question: one for one in here}.values():
        names = [name for name in _SPAN.finditer(one.question) if name.start() > 0]
        names = [name for name in names if name[0].lower() not in STOP_WORDS]
        found += [(one, name) for name in names if name[0] in str(one.passage)]
    for one, name in draw.sample(found, min(len(found), EACH["other name"])):
        others = [span for span in spans if span not in one.question and span not in name[0]]
        alike = [span for span in others if span[0].isdigit() == name[0][0].isdigit()]
        if alike:
            made = replace(one, question=_put(one.question, name, draw.choice(alike)))
            yield Flawed(made, "other name", {"consistency": WORST}, one)
    words = [(one, name) for one, name in found if not name[0][0].isdigit()]
    for one, name in draw.sample(words, min(len(words), EACH["pronoun"])):
        made = replace(one, question=_put(one.question, name, "it"))
        yield Flawed(made, "pronoun", {"clarity": POOR}, one)


def _names(passage: str) -> list[str]:
    """Return the names and numbers of a passage, without words that only start a sentence."""
    return sorted(one for one in set(_SPAN.findall(passage)) if one.lower() not in STOP_WORDS)


def _put(text: str, place: re.Match[str], word: str) -> str:
    return text[: place.start()] + word + text[place.end() :]


def _other_answers(here: Sequence[Example], draw: random.Random) -> Iterator[Flawed]:
    """Yield questions with a right answer, answered by another name or number of the passage."""
    right = [one for one in here if float(one.ratings["answer_consistency"][0] or 0) > 2.5]
    right = [one for one in right if not is_polar(str(one.answer))]
    spans = _names(str(here[0].passage))
    for one in draw.sample(right, min(len(right), EACH["other answer"])):
        fit = [
            span
            for span in spans
            if compare_answers(str(one.answer), span).f1 == 0
            and not says_answer(one.question, span)
        ]
        if fit:
            made = replace(one, answer=draw.choice(fit))
            yield Flawed(made, "other answer", {"answer_consistency": WORST}, one)
