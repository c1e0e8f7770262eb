"""Distractors: the same form as the answer, from the text, and wrong by all tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from helpers.hand_made_tools import TOOLS, KnownEntailments
from helpers.hostile_texts import PATTERNS
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.generation.answer_shape import answer_shape, fits, like
from qgauge.generation.distractors import ROLES, add_distractors
from qgauge.generation.quiz_item import QuizItem
from qgauge.generation.wrongness import MOST_RIGHT
from qgauge.text.answer_forms import normal_form
from qgauge.tools.registry import open_tools
from qgauge.tools.roles import Answer, Verification

ANY_TYPE = ("person", "number", "date", "phrase", "reason", "purpose", "clause", "action", "odd")


class KnownVerifier:
    """Finds the given answers as right as it is told, the others wrong."""

    identity = "by-hand"

    def __init__(self, **right: float) -> None:
        self._right = {name.replace("_", " "): value for name, value in right.items()}

    def verify(self, triples: Sequence[tuple[str, str, str]]) -> list[Verification]:
        return [Verification(self._right.get(answer, 0.0)) for _, answer, _ in triples]


class KnownReader:
    """Always gives the same answer."""

    identity = "by-hand"

    def __init__(self, text: str, no_answer: float = 0.0) -> None:
        self._answer = Answer(text, 0, 0, 0.9, no_answer)

    def answer(self, pairs: Sequence[tuple[str, str]]) -> list[Answer]:
        return [self._answer for _ in pairs]


def hand_made(**changed: Any) -> dict[str, Any]:
    """Return rule-based tools that find every candidate wrong, unless told otherwise."""
    wrong = {
        "verifier": KnownVerifier(),
        "entailer": KnownEntailments({}),
        "reader": KnownReader(""),
    }
    return {**TOOLS, **wrong, **changed}


@pytest.fixture(scope="module")
def embedded() -> dict[str, Any]:
    return open_tools(ROLES, {}, cache=None)


def item(question: str, answer: str, passage: str, kind: str = "who") -> QuizItem:
    at = passage.index(answer)
    return QuizItem("1", question, answer, passage, passage, at, at + len(answer), kind, 0.8, 0.9)


MILL = "Then Ada built a mill. Then Tom sold a mill. Then Eva saw it. Then Max left."
PEOPLE = [("person", name, 0) for name in ("Ada", "Tom", "Eva", "Max")]


def distractors(tools: dict[str, Any], count: int = 3) -> set[str]:
    quiz = [item("Who built a mill?", "Ada", MILL)]
    return set(add_distractors(quiz, [MILL], PEOPLE, tools, count)[0].distractors)


# ------------------------------------------------------------------ wrong by every tool


def test_other_names_of_the_passage_are_distractors() -> None:
    assert distractors(hand_made()) == {"Tom", "Eva", "Max"}
    assert len(distractors(hand_made(), 2)) == 2
    assert distractors(hand_made(), 0) == set()


def test_the_verifier_must_find_them_clearly_wrong() -> None:
    tools = hand_made(verifier=KnownVerifier(Tom=MOST_RIGHT + 0.001, Eva=MOST_RIGHT))
    assert distractors(tools) == {"Eva", "Max"}


def test_the_reader_must_not_answer_with_them() -> None:
    assert distractors(hand_made(reader=KnownReader("Tom"))) == {"Eva", "Max"}
    assert distractors(hand_made(reader=KnownReader("Ada"))) == {"Tom", "Eva", "Max"}
    assert distractors(hand_made(reader=KnownReader("Tom", no_answer=0.9))) == {"Tom", "Eva", "Max"}


def test_the_passage_must_not_entail_them() -> None:
    entailer = KnownEntailments(
        {"Tom built a mill.": 0.9, 'The answer to "Who built a mill?" is Tom.': 0.9}
    )
    assert distractors(hand_made(entailer=entailer)) == {"Eva", "Max"}
    assert all(not said.endswith("Ada.") for _, said in entailer.asked)


def test_candidates_of_other_passages_are_verified_there_too() -> None:
    other = "Then Kai built a mill."
    triples: list[tuple[str, str, str]] = []

    class Recorder(KnownVerifier):
        def verify(self, asked: Sequence[tuple[str, str, str]]) -> list[Verification]:
            triples.extend(asked)
            return [Verification(float(passage == other)) for _, _, passage in asked]

    quiz = [item("Who built a mill?", "Ada", MILL)]
    tools = hand_made(verifier=Recorder())
    made = add_distractors(quiz, [MILL, other], [*PEOPLE, ("person", "Kai", 1)], tools, 9)
    assert set(made[0].distractors) == {"Tom", "Eva", "Max"}
    assert ("Who built a mill?", "Kai", MILL) in triples
    assert ("Who built a mill?", "Kai", other) in triples


class KnownSimilarities:
    """Compares texts by a given number for the second one."""

    identity = "by-hand"

    def __init__(self, **values: float) -> None:
        self._values = values

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        return [self._values.get(text.split()[-1]) for _, text in pairs]


def test_things_must_be_similar_and_those_of_other_passages_more_so() -> None:
    here = "Then he sold a goat. Then he fed a horse. Then he had a plan."
    there = "Then she saw a cart. Then she saw a sheep."
    things = [("phrase", f"a {name}", 0) for name in ("goat", "horse", "plan")]
    things += [("phrase", f"a {name}", 1) for name in ("cart", "sheep")]
    embedder = KnownSimilarities(horse=0.15, plan=0.05, cart=0.15, sheep=0.5)
    quiz = [item("What did he sell?", "a goat", here, "what")]
    (made,) = add_distractors(quiz, [here, there], things, hand_made(embedder=embedder), 9)
    assert set(made.distractors) == {"a horse", "a sheep"}


def test_the_most_moderate_similarity_comes_first() -> None:
    embedder = KnownSimilarities(Tom=0.9, Eva=0.45, Max=0.2)
    quiz = [item("Who built a mill?", "Ada", MILL)]
    (made,) = add_distractors(quiz, [MILL], PEOPLE, hand_made(embedder=embedder), 3)
    # distances to .5: Eva .05, Max .3, Tom .4
    assert made.distractors == ("Eva", "Max", "Tom")


def test_nothing_is_padded() -> None:
    quiz = [item("Who built a mill?", "Ada", MILL)]
    assert add_distractors(quiz, [MILL], [("phrase", "a mill", 0)], hand_made(), 3) == quiz
    assert add_distractors(quiz, [], [], hand_made(), 3) == quiz


def test_batches_and_order_do_not_matter() -> None:
    one, two = item("Who built a mill?", "Ada", MILL), item("Who sold a mill?", "Tom", MILL)
    both = add_distractors([one, two], [MILL], PEOPLE, hand_made(), 2)
    turned = add_distractors([two, one], [MILL], PEOPLE[::-1], hand_made(), 2)
    assert both == turned[::-1]
    assert both[:1] == add_distractors([one], [MILL], PEOPLE, hand_made(), 2)


HOSTILE = st.one_of(
    st.text(min_size=1, max_size=30),
    st.sampled_from(sorted(PATTERNS)).map(lambda name: PATTERNS[name](80)),
    st.sampled_from(["Ada", "to go", "because he left", "1823", "the mill", "A mill.", " ", "\n"]),
)


@settings(max_examples=200, deadline=None)
@given(HOSTILE, HOSTILE, st.lists(HOSTILE, max_size=5), st.sampled_from(ANY_TYPE))
def test_no_text_is_too_odd(question: str, answer: str, others: list[str], type: str) -> None:
    passage = " ".join([answer, *others])
    quiz = [QuizItem("1", question, answer, passage, "", 0, len(answer), "what", 0.5, 0.5)]
    candidates = [(type, text, 0) for text in (answer, *others)]
    (made,) = add_distractors(quiz, [passage], candidates, hand_made(), 3)
    assert len(made.distractors) <= 3
    assert normal_form(answer) not in [normal_form(text) for text in made.distractors]


# ------------------------------------------------------------------ by rules, with our models


def made_for(
    tools: dict[str, Any], quiz: QuizItem, *candidates: tuple[str, str], count: int = 3
) -> set[str]:
    found = [(type, text, 0) for type, text in candidates]
    return set(add_distractors([quiz], [quiz.passage], found, tools, count)[0].distractors)


def test_members_of_the_same_list_are_never_distractors(embedded: dict[str, Any]) -> None:
    passage = "In May Ada visited Paris, Rome and Vienna. Her brother Tom stayed in Oslo all year."
    quiz = item("Which city did Ada visit?", "Rome", passage, "which")
    towns = [("location", name) for name in ("Paris", "Rome", "Vienna", "Oslo")]
    sure = {**embedded, **{role: hand_made()[role] for role in ("verifier", "reader", "entailer")}}
    assert made_for(sure, quiz, *towns) == {"Oslo"}


def test_other_names_of_the_same_thing_are_never_distractors(embedded: dict[str, Any]) -> None:
    passage = "Ada Lund, the keeper, lit the lamp. The miller watched her from the dark road."
    quiz = item("Who lit the lamp?", "the keeper", passage)
    people = [("person", name) for name in ("Ada Lund", "the keeper", "The miller")]
    sure = {**embedded, **{role: hand_made()[role] for role in ("verifier", "reader", "entailer")}}
    assert made_for(sure, quiz, *people) == {"the miller"}


def test_numbers_get_near_values_and_keep_the_unit(embedded: dict[str, Any]) -> None:
    passage = "The canal cost 310,000 crowns and carried 90,000 tons of coal in its first year."
    quiz = item("How much did the canal cost?", "310,000 crowns", passage, "how many")
    found = made_for(embedded, quiz, ("number", "310,000 crowns"), ("number", "90,000 tons"))
    assert len(found) == 3 and all(text.endswith("0,000 crowns") for text in found)


def test_distractors_are_wrong_by_the_verifier(embedded: dict[str, Any]) -> None:
    passage = (
        "Ada Lund built the mill in 1874. Tom Berg, a baker from Hollen, sold flour there. "
        "In 1891 the mill burned down, and Eva Holm bought the land to grow plums."
    )
    quiz = [
        item("Who built the mill?", "Ada Lund", passage),
        item("When was the mill built?", "1874", passage, "when"),
        item("Why did Eva Holm buy the land?", "to grow plums", passage, "why"),
    ]
    candidates = [
        *(("person", name, 0) for name in ("Ada Lund", "Tom Berg", "Eva Holm")),
        *(("date", year, 0) for year in ("1874", "1891")),
        *(("action", "sold flour there", 0), ("purpose", "to grow plums", 0)),
    ]
    made = add_distractors(quiz, [passage], candidates, embedded, 3)
    assert set(made[0].distractors) <= {"Tom Berg", "Eva Holm"} and made[0].distractors
    assert len(made[1].distractors) == 3
    triples = [(one.question, text, passage) for one in made for text in one.distractors]
    assert all(one.right <= 0.2 for one in embedded["verifier"].verify(triples))


# ------------------------------------------------------------------ forms


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("the old mill", "a new bridge"),
        ("a mill", "mills"),
        ("Ada", "the keeper"),
        ("to build a road", "because it rained"),
        ("to build a road", "building a road"),
        ("in the garden", "the garden"),
        ("40 boats", "40 men"),
        ("forty", "40"),
        ("1823", "4 May 1823"),
        ("a mill", "a mill, a barn and a road"),
        ("a mill", "a basket of plums that she had picked in the garden"),
        ("the mill", "the one that he saw"),
        ("water", "half the price"),
    ],
)
def test_other_forms_do_not_fit(right: str, wrong: str) -> None:
    assert not fits(answer_shape(right), answer_shape(wrong))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("the old mill", "the bridge"),
        ("Ada Lund", "Tom"),
        ("to build a road", "to store coal"),
        ("in the garden", "at the mill"),
        ("forty boats", "six boats"),
        ("4 May 1823", "12 June 1830"),
    ],
)
def test_the_same_forms_fit(right: str, wrong: str) -> None:
    assert fits(answer_shape(right), answer_shape(wrong))


@pytest.mark.parametrize(
    ("text", "right", "wanted"),
    [
        ("a rope", "the mill", "the rope"),
        ("The rope", "the mill", "the rope"),
        ("the rope", "A mill", "The rope"),
        ("Ada", "the mill", "Ada"),
    ],
)
def test_distractors_take_the_article_and_the_capital_of_the_answer(
    text: str, right: str, wanted: str
) -> None:
    assert like(text, answer_shape(text), right, answer_shape(right)) == wanted
