"""The chosen questions are good, differ, give nothing away and are spread over the text."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from helpers.hand_made_generator import QUESTIONS, STORY
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.generation.candidates import Candidate, Target
from qgauge.generation.choosing import Scored, choose
from qgauge.generation.texts import Document, document_of
from qgauge.tools.roles import Place

STORY_TEXT = document_of("story", STORY.read_text(encoding="utf-8"))


def scored(
    question: str,
    answer: str,
    usable: float = 0.8,
    *,
    document: Document = STORY_TEXT,
) -> Scored:
    start = document.text.index(answer)
    passage = next(one for one in reversed(document.passages) if one.start + one.own <= start)
    inside = start - passage.start
    place = Place(passage.text, inside, inside + len(answer))
    target = Target(passage, place, document.sentence_at(start))
    return Scored(Candidate(question, target), 0.5, 0.5, usable)


POOL = [
    scored(question, answer, 0.5 + 0.04 * number)
    for number, (answer, (_, questions)) in enumerate(QUESTIONS.items())
    for question in questions[:1]
]


def asked(found: list[Scored]) -> list[str]:
    return [one.candidate.question for one in found]


@settings(max_examples=20)
@given(st.lists(st.integers(0, len(POOL) - 1), unique=True), st.integers(1, 14), st.integers())
def test_invariants(embedded: dict[str, Any], places: list[int], count: int, seed: int) -> None:
    pool = [POOL[at] for at in places]
    found = choose(pool, STORY_TEXT, count, embedded)
    assert len(found) == len(set(asked(found))) <= count
    assert [one.usable for one in found] == sorted((one.usable for one in found), reverse=True)
    shuffled = Random(seed).sample(pool, len(pool))
    assert choose(shuffled, STORY_TEXT, count, embedded) == found


def test_all_are_chosen_if_none_is_in_the_way(embedded: dict[str, Any]) -> None:
    # granite and the others differ in sentence, answer and kind; nothing leaks
    found = choose(POOL, STORY_TEXT, 100, embedded)
    assert {one.candidate.answer for one in found} >= {"1868", "nine", "eleven", "a museum"}


def test_duplicates_are_not_chosen(embedded: dict[str, Any]) -> None:
    first = scored("Who was the first keeper of the lighthouse?", "Osric Penn", 0.9)
    same = scored("Who was the lighthouse's first keeper?", "Osric", 0.8)
    assert choose([same, first], STORY_TEXT, 5, embedded) == [first]


def test_no_question_gives_away_the_answer_of_another(embedded: dict[str, Any]) -> None:
    first = scored("Who was the first keeper of the lighthouse?", "Osric Penn", 0.9)
    leak = scored("How did Osric Penn, the first keeper of the lighthouse, light it?", "whale oil")
    other = scored("How many apprentices did Juno teach?", "eleven", 0.4)
    assert asked(choose([leak, first, other], STORY_TEXT, 5, embedded)) == asked([first, other])


def test_questions_about_a_sentence_do_not_say_each_other_s_answers(
    embedded: dict[str, Any],
) -> None:
    first = scored("What hangs above the door of the cottage?", "the copper pot", 0.9)
    turned = scored("What does the copper pot hang above?", "its door", 0.8)
    assert choose([turned, first], STORY_TEXT, 5, embedded) == [first]


def test_answers_do_not_overlap(embedded: dict[str, Any]) -> None:
    long = scored("Who was the first keeper of the tower?", "a retired sailor called Osric Penn")
    short = scored("What was the old job of the first man at the lamp?", "sailor", 0.7)
    assert choose([short, long], STORY_TEXT, 5, embedded) == [long]


def test_kinds_are_balanced(embedded: dict[str, Any]) -> None:
    what = [
        scored("What is the tower made of?", "grey granite", 0.84),
        scored("What did Juno cover the flame with?", "a copper pot", 0.83),
        scored("What is the cottage today?", "a museum", 0.82),
        scored("What did the town give Juno?", "a silver whistle", 0.81),
    ]
    when = scored("When was the lighthouse built?", "1868", 0.79)
    found = choose([*what, when], STORY_TEXT, 3, embedded)
    assert when in found
    assert Counter(one.candidate.kind for one in found) == {"what": 2, "when": 1}


def test_places_are_balanced(embedded: dict[str, Any]) -> None:
    # the same kind: two questions about the last sentence, and one about the first third
    last = [
        scored("What is the cottage today?", "a museum", 0.84),
        scored("What hangs above the door of the cottage?", "the copper pot", 0.83),
    ]
    early = scored("What is the tower made of?", "grey granite", 0.78)
    found = choose([*last, early], STORY_TEXT, 2, embedded)
    assert found == [last[0], early]


def test_better_questions_win(embedded: dict[str, Any]) -> None:
    good = scored("What is the cottage today?", "a museum", 0.8)
    worse = scored("What has the cottage become?", "a museum", 0.6)
    assert choose([worse, good], STORY_TEXT, 1, embedded) == [good]


def test_questions_that_say_their_own_answer_are_never_chosen(embedded: dict[str, Any]) -> None:
    own = scored("What is the tower of grey granite made of?", "grey granite")
    assert choose([own], STORY_TEXT, 5, embedded) == []
    assert choose([], STORY_TEXT, 5, embedded) == []
