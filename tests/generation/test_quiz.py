"""A quiz from a story, with the hand-made generator."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.hand_made_generator import QUESTIONS, STORY, KnownQuestions
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import BadSetting, Example, MissingTool, ToolFailed
from qgauge.generation.candidates import (
    AnswerPool,
    Target,
    shared_out,
    tidy,
    write_candidates,
)
from qgauge.generation.checks import REASONS
from qgauge.generation.quiz import make_quiz
from qgauge.generation.quiz_settings import QuizSettings
from qgauge.generation.texts import Document, Passage, document_of
from qgauge.run import Request, evaluate
from qgauge.tools.roles import QUESTION_KINDS, Generated, Place


@pytest.fixture
def story() -> Document:
    return document_of("lighthouse", STORY.read_text(encoding="utf-8"))


def test_items_are_true_to_the_text(story: Document, tools: dict[str, Any]) -> None:
    quiz = make_quiz([story], 6, tools)
    assert len(quiz.items) == 6
    assert [one.id for one in quiz.items] == [f"lighthouse-{at}" for at in range(1, 7)]
    for item in quiz.items:
        assert item.passage[item.start : item.end] == item.answer
        assert item.answer in item.sentence
        assert item.sentence in story.text
        assert item.question in QUESTIONS[item.answer][1]
        assert item.kind == QUESTIONS[item.answer][0]
        assert item.document == ""
        assert 0 <= item.difficulty <= 1
    values = [one.usable for one in quiz.items]
    assert values == sorted(values, reverse=True)
    assert quiz.short == {}


def test_the_quality_is_that_of_the_metric(story: Document, tools: dict[str, Any]) -> None:
    items = make_quiz([story], 3, tools).items
    rows = [Example(one.id, one.question, passage=one.passage, answer=one.answer) for one in items]
    (result,) = evaluate(rows, [Request.of("quality")], tools)
    assert [round(float(one.value or 0), 4) for one in result.scores] == [
        one.quality for one in items
    ]


def test_what_is_dropped_has_a_reason(story: Document, tools: dict[str, Any]) -> None:
    quiz = make_quiz([story], 20, tools)
    reasons = {one.question: one.reason for one in quiz.dropped}
    assert reasons["Who built it?"] == "length"
    assert reasons["Who was Osric Penn?"] == "answer_given"
    assert reasons["Why did she choose the northern tip of the island?"] == "dangling"
    assert reasons["Where did Osric go?"] == "wrong_kind"
    assert reasons["What is the main idea of this text?"] == "generic"
    assert reasons["The tower is made of what"] == "not_a_question"
    assert set(reasons.values()) <= set(REASONS)
    written = sum(len(questions) for _, questions in QUESTIONS.values())
    assert len(quiz.dropped) + quiz.passed == written
    assert sum(quiz.reasons.values()) == len(quiz.dropped)
    assert quiz.short == {"lighthouse": len(quiz.items)}
    assert all(one.document == "lighthouse" for one in quiz.dropped)


def test_kinds_and_difficulty(story: Document, tools: dict[str, Any]) -> None:
    quiz = make_quiz([story], 10, tools, kinds="who,why")
    assert {one.kind for one in quiz.items} == {"who", "why"}
    hard = make_quiz([story], 10, tools, difficulty=(0.5, 1.0))
    assert hard.items
    assert min(one.difficulty for one in hard.items) >= 0.5
    assert hard.reasons["difficulty"]


def test_several_documents(story: Document, tools: dict[str, Any]) -> None:
    rest = document_of("empty", "Nothing is known about this town.")
    stages: list[tuple[str, int]] = []

    def show(what: str, total: int) -> Any:
        from contextlib import nullcontext

        stages.append((what, total))
        return nullcontext(lambda _: None)

    quiz = make_quiz([story, rest], 2, tools, stages=show)
    assert quiz.counts == {"lighthouse": 2, "empty": 0}
    assert quiz.short == {"empty": 0}
    assert [one.document for one in quiz.items] == ["lighthouse"] * 2
    assert stages == [("documents", 2)]


def test_progress_reaches_its_end(story: Document, tools: dict[str, Any]) -> None:
    from contextlib import contextmanager

    seen: dict[str, list[int]] = {}

    @contextmanager
    def show(what: str, total: int) -> Any:
        count = seen.setdefault(what, [0, 0])
        count[1] += total

        def done(some: int) -> None:
            count[0] += some

        yield done

    make_quiz([story], 2, tools, stages=show)
    assert list(seen) == ["writing", "checking", "scoring"]
    assert all(done == total > 0 for done, total in seen.values())


def test_a_seed_reaches_the_generator(story: Document, tools: dict[str, Any]) -> None:
    plain, sampled = (make_quiz([story], 2, tools, seed=seed) for seed in (None, 7))
    assert ("seed:none" in plain.signature, "seed:7" in sampled.signature) == (True, True)
    assert plain == make_quiz([story], 2, tools)


def test_signature(story: Document, tools: dict[str, Any]) -> None:
    found = make_quiz([story], 1, tools, kinds=["who"], difficulty="hard").signature
    start = "generate|n:1|kinds:who|difficulty:0.5-1|distractors:0|seed:none|per_place:8|"
    assert found.startswith(start)
    assert "|generator:known-questions-1|parser:embedded@" in found


def test_bad_settings(story: Document, tools: dict[str, Any]) -> None:
    for more in ({"kinds": "whom"}, {"difficulty": "so so"}, {"distractors": -1}):
        with pytest.raises(BadSetting):
            make_quiz([story], 1, tools, **more)
    with pytest.raises(BadSetting):
        QuizSettings(0)
    del tools["generator"]
    with pytest.raises(MissingTool, match="There is no generator"):
        make_quiz([story], 1, tools)


def test_a_generator_that_fails(story: Document, tools: dict[str, Any]) -> None:
    class Failing(KnownQuestions):
        def generate(self, *_: Any, **__: Any) -> list[list[Generated]]:
            raise RuntimeError("out of memory")

    with pytest.raises(ToolFailed, match="The generator failed: out of memory"):
        make_quiz([story], 1, tools | {"generator": Failing()})


def test_shown(story: Document, tools: dict[str, Any]) -> None:
    quiz = make_quiz([story], 2, tools)
    assert repr(quiz) == "Quiz(2 questions about 1 text(s))"
    shown = str(quiz)
    assert shown.splitlines()[0].split() == [
        "rank",
        "usable",
        "difficulty",
        "kind",
        "question",
        "answer",
    ]
    assert quiz.items[0].question in shown
    assert "<table>" in quiz._repr_html_()
    found = json.loads(json.dumps(quiz.as_json()))
    assert [one["id"] for one in found["questions"]] == ["lighthouse-1", "lighthouse-2"]
    assert found["generated"] == found["passed"] + sum(found["dropped"].values())


class Quick(KnownQuestions):
    """Knows all questions but that about the museum at once, and counts the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Place] = []

    def at_once(self, places: Any, count: int = 8) -> list[list[Generated]]:
        said = KnownQuestions.generate(self, places, count)
        return [
            [] if place.answer == "a museum" else several
            for place, several in zip(places, said, strict=True)
        ]

    def generate(
        self, places: Any, count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        self.asked += places
        return super().generate(places, count, seed)


def test_the_generator_is_asked_only_if_what_it_gives_at_once_is_not_enough(
    story: Document, tools: dict[str, Any]
) -> None:
    few = tools | {"generator": Quick()}
    assert len(make_quiz([story], 2, few).items) == 2
    assert few["generator"].asked == []
    many = tools | {"generator": Quick()}
    make_quiz([story], 50, many)
    # what got questions at once is not asked about again
    assert [one.answer for one in many["generator"].asked] == ["a museum"]
    sampled = tools | {"generator": Quick()}
    make_quiz([story], 2, sampled, seed=1)
    assert len(sampled["generator"].asked) >= 2


def test_places_with_questions_of_other_kinds_are_asked_about_again(
    story: Document, tools: dict[str, Any]
) -> None:
    class OtherKinds(Quick):
        def at_once(self, places: Any, count: int = 8) -> list[list[Generated]]:
            return [[Generated("Who lived at Vessel Point at that time?", 0.0)] for _ in places]

    generator = OtherKinds()
    make_quiz([story], 50, tools | {"generator": generator}, kinds="what")
    wanted = {answer for answer, (kind, _) in QUESTIONS.items() if kind == "what"}
    assert {one.answer for one in generator.asked} == wanted


# ------------------------------------------------------------------ places


def test_nothing_is_taken_twice_and_context_is_not_asked_about(
    story: Document, tools: dict[str, Any]
) -> None:
    pool = AnswerPool(story, tools["parser"], QUESTION_KINDS)
    first, second, third = pool.take(1), pool.take(1), pool.take(20)
    places = [(one.start, one.end) for one in [*first, *second, *third]]
    assert len(first) == len(second) == 5  # 5 places for each question
    assert len(set(places)) == len(places) == len(QUESTIONS)
    assert pool.take(5) == []
    for target in first:
        assert story.text[target.start : target.end] == target.place.answer
        assert target.place.start >= target.passage.own


@given(st.integers(0, 50), st.lists(st.integers(0, 300), max_size=20))
def test_numbers_are_shared_out(total: int, sizes: list[int]) -> None:
    shares = shared_out(total, sizes)
    assert len(shares) == len(sizes)
    assert sum(shares) == (total if sum(sizes) else 0)
    for share, size in zip(shares, sizes, strict=True):
        assert abs(share - total * size / max(1, sum(sizes))) < 1


def test_headings_are_not_asked_about(tools: dict[str, Any]) -> None:
    document = document_of("a", "Tilda Marsh\n\nOsric Penn came in May.\n\nwhale oil")
    pool = AnswerPool(document, tools["parser"], QUESTION_KINDS)
    assert [one.place.answer for one in pool.take(10)] == ["Osric Penn"]


def test_repeated_questions_are_written_once() -> None:
    class Twice(KnownQuestions):
        def generate(
            self, places: Any, count: int = 8, seed: int | None = None
        ) -> list[list[Generated]]:
            said = [Generated(" who  built it?", -2.0), Generated("Who built it?", -1.0)]
            return [said for _ in places]

    text = "Ada built it."
    target = Target(Passage(text, 0), Place(text, 0, 3), 0)
    (found,) = write_candidates([target], Twice().generate)
    assert (found.question, found.score) == ("Who built it?", -1.0)
    assert tidy("") == ""
