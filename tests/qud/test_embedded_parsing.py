"""QUD parsing with a generator: which places it gets, and which of its questions are taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from helpers.hand_made_edges import EDGE_TOOLS

from qgauge.core import BadInput, Example, Score
from qgauge.metrics import create
from qgauge.qud import embedded_parsing
from qgauge.qud.anchors import anchor_chances
from qgauge.qud.criteria.embedded import label_by_all
from qgauge.qud.embedded_parsing import (
    ANCHORS,
    LEAST_CHANCE,
    USES,
    Candidate,
    parse_with_generator,
    signature_parts,
    value,
)
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import Generated, Place

ARTICLE = (
    "The town of Orrin will close its old swimming pool in May.",
    "",
    "The pool has leaked since the winter.",
    "The mayor, Ada Holm, says that a new basin would cost two million crowns.",
)
WHY = "Why will the town close its swimming pool?"
Write = Callable[[Place], Sequence[Generated]]


class ScriptedGenerator:
    """Writes what a function returns, and keeps the places."""

    identity = "scripted"

    def __init__(self, write: Write) -> None:
        self._write = write
        self.places: list[Place] = []

    def generate(
        self, places: Sequence[Place], count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        assert (count, seed) == (8, None)
        self.places += places
        return [list(self._write(place)) for place in places]


@pytest.fixture(scope="module")
def embedded() -> dict[str, Any]:
    return {role: open_tool(role) for role in USES if role != "generator"}


def anchor_text(place: Place) -> str:
    assert place.anchor is not None
    return place.passage[slice(*place.anchor)]


def test_likely_anchors_are_tried_and_a_good_question_is_taken(embedded: dict[str, Any]) -> None:
    def write(place: Place) -> list[Generated]:
        bad = [Generated("Why town close pool the will?", -0.1), Generated("Who?", -0.1)]
        return [*bad, Generated(f" {WHY} \n", -0.5)] if anchor_text(place) == ARTICLE[0] else bad

    generator = ScriptedGenerator(write)
    done: list[int] = []
    tools = {**embedded, "generator": generator}
    parsed = parse_with_generator(
        "pool", ARTICLE, tools, answers=[3], system="x", progress=done.append
    )
    (edge,) = parsed.article.edges
    assert (edge.id, edge.question, edge.anchor, edge.answer_sentence, edge.system) == (
        "pool-3", WHY, 1, 3, "x",
    )  # fmt: skip
    assert edge.sentences == ARTICLE
    assert edge.meta == {"article": "pool", "flags": []}
    assert not parsed.failed
    assert done == [1]
    (place,) = generator.places
    assert place.passage == f"{ARTICLE[0]} {ARTICLE[2]}"
    assert place.answer == ARTICLE[2]


def test_unlikely_anchors_are_not_tried(embedded: dict[str, Any]) -> None:
    generator = ScriptedGenerator(lambda _: [])
    tools = {**embedded, "generator": generator}
    long = [*ARTICLE, "It opened in 1931.", "Bread is cheap.", "She will decide in June."]
    parse_with_generator("pool", long, tools, answers=[7])
    chances = anchor_chances(long, [7], embedded)[7]
    likely = [at for at, chance in list(chances.items())[:ANCHORS] if chance >= LEAST_CHANCE]
    assert [anchor_text(one) for one in generator.places] == [long[at - 1] for at in likely]
    assert 1 <= len(likely) <= ANCHORS


QUESTIONS = (
    WHY,
    "What is wrong with the pool?",
    "When will the pool close?",
    "How much would a new basin cost?",
    "What does the mayor say about bread?",
)


def test_the_question_with_the_highest_value_is_taken(embedded: dict[str, Any]) -> None:
    """Computed again from the labels of the criteria as metrics, for every candidate."""
    scores = {question: -0.2 * at for at, question in enumerate(QUESTIONS, 1)}
    written = [Generated(question, score) for question, score in scores.items()]
    tools = {**embedded, "generator": ScriptedGenerator(lambda _: written)}
    parsed = parse_with_generator("pool", ARTICLE, tools, answers=[4])
    chances = list(anchor_chances(ARTICLE, [4], embedded)[4].items())[:ANCHORS]
    criteria = [create(f"qud_{name}") for name in ("compatibility", "givenness", "relevance")]
    values = {}
    for anchor, chance in chances:
        for question, score in scores.items():
            edge = Example("1", question, sentences=ARTICLE, anchor=anchor, answer_sentence=4)
            labels = {one.judges: one.score([edge], embedded)[0] for one in criteria}
            assert label_by_all([edge], embedded)[0].keys() == labels.keys()
            best = sum(
                label.parts[str(one.verdicts[-1])]
                for one, label in zip(criteria, labels.values(), strict=True)
            )
            values[anchor, question] = best + chance / 2 + 2.718281828**score / 2
    (edge,) = parsed.article.edges
    assert (edge.anchor, edge.question) == max(values, key=lambda key: values[key])


def test_value_by_hand() -> None:
    labels = {
        "compatibility": Score("direct", {"direct": 0.5}),
        "givenness": Score("answer_leakage", {"answer_leakage": 0.75, "no_new_concepts": 0.25}),
        "relevance": Score("fully_grounded", {"fully_grounded": 1.0}),
    }
    # .5 + .25 + 1, plus half of .4 and half of .2
    assert value(Candidate(1, "Why?", chance=0.4, likelihood=0.2), labels) == 2.05


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ([], "the generator wrote no question"),
        ([" "], "the generator wrote no question"),
        (["What happened next?", "Why?"], "every generated question would fit any text"),
        (["Why is the pool broken?"], "no generated question has good language"),
    ],
)
def test_a_sentence_without_a_good_question_has_a_reason(
    written: list[str], why: str, embedded: dict[str, Any]
) -> None:
    generator = ScriptedGenerator(lambda _: [Generated(one, -1.0) for one in written])
    tools = {**embedded, "grammarian": EDGE_TOOLS["grammarian"], "generator": generator}
    parsed = parse_with_generator("pool", ARTICLE, tools)
    assert parsed.failed == {3: why, 4: why}
    assert not parsed.article.edges


def test_labels_decide_whether_a_question_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    worst = {
        "compatibility": Score("not_answered", {"direct": 0.4}),
        "givenness": Score("hallucination", {"no_new_concepts": 0.4}),
        "relevance": Score("not_grounded", {"fully_grounded": 0.4}),
    }
    monkeypatch.setattr(
        embedded_parsing.embedded, "label_by_all", lambda examples, _: [worst for _ in examples]
    )
    tools = {**EDGE_TOOLS, "generator": ScriptedGenerator(lambda _: [Generated(WHY, -1.0)])}
    parsed = parse_with_generator("pool", ARTICLE, tools, answers=[3])
    assert parsed.failed == {3: "no generated question gets the best label by any criterion"}


def test_no_question_is_asked_twice(embedded: dict[str, Any]) -> None:
    generator = ScriptedGenerator(lambda _: [Generated(WHY, -0.1), Generated(WHY.upper(), -0.2)])
    parsed = parse_with_generator("pool", ARTICLE, {**embedded, "generator": generator})
    assert [edge.question for edge in parsed.article.edges] == [WHY]
    assert parsed.failed == {4: "every generated question is already asked for another sentence"}


def test_far_sentences_do_not_change_an_edge(embedded: dict[str, Any]) -> None:
    """Anchors and criteria look at the sentences nearby, so the time per sentence is bounded."""
    many = [f"Stone number {number} is grey." for number in range(200)]
    tools = {**embedded, "generator": ScriptedGenerator(lambda _: [Generated(WHY, -0.1)])}
    with_end = [*many[:60], *(one for one in ARTICLE if one)]
    (short,) = parse_with_generator("a", with_end, tools, answers=[62]).article.edges
    (long,) = parse_with_generator("a", [*with_end, *many], tools, answers=[62]).article.edges
    assert (short.anchor, short.question) == (long.anchor, long.question)


def test_an_answer_that_is_no_sentence_is_refused() -> None:
    with pytest.raises(BadInput, match="2 is not a sentence of 'pool' after the first"):
        parse_with_generator("pool", ARTICLE, EDGE_TOOLS, answers=[2])


def test_the_signature_names_models_and_tools() -> None:
    parts = signature_parts({**EDGE_TOOLS, "generator": ScriptedGenerator(lambda _: [])})
    assert parts["generator"] == "scripted"
    assert parts["anchor"].startswith("qud_anchor@")
    assert parts["model"].startswith("qud@")
    assert set(USES) < set(parts)
