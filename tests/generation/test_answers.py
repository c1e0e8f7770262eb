"""Spans worth asking about: their scores, and the choice among them."""

from __future__ import annotations

from itertools import combinations

import pytest
from helpers.hostile_texts import PATTERNS
from hypothesis import given
from hypothesis import strategies as st

from qgauge.generation.answers import ANSWER_TYPES, AnswerSpan, answer_spans, diverse
from qgauge.tools import open_tool
from qgauge.tools.roles import QUESTION_KINDS, Parser

TALE = (
    "Long ago a miller's daughter named Mirabel hid in the barn with a silver whistle, because her "
    'grandmother had told her that wolves fear music. "I am not afraid," she said. When the wolves '
    "came, she blew the whistle, and they ran away over the frozen lake."
)
FACTS = (
    "The Halden Bridge was designed by Ada Lund and opened on 14 June 1931. It was built to "
    "replace a ferry (the Orrin) that often stopped in winter. About 4,200 vehicles cross it a day."
)


@pytest.fixture(scope="module")
def parser() -> Parser:
    return open_tool("parser")


def texts(passage: str, parser: Parser) -> dict[str, AnswerSpan]:
    [spans] = answer_spans([passage], parser)
    return {passage[span.start : span.end]: span for span in reversed(spans)}


def test_names_dates_and_numbers_are_found_with_their_kinds(parser: Parser) -> None:
    found = texts(FACTS, parser)
    assert (found["Ada Lund"].type, found["Ada Lund"].kinds[0]) == ("person", "who")
    assert (found["14 June 1931"].type, found["14 June 1931"].kinds[0]) == ("date", "when")
    assert (found["4,200"].type, found["4,200"].kinds[0]) == ("number", "how many")
    assert found["a ferry"].kinds[0] == "what"


def test_clauses_of_reason_purpose_manner_and_place_are_found(parser: Parser) -> None:
    passage = (
        "Tom was late because his alarm clock had stopped. He ran to town to buy bread. He found "
        "the shop by listening to the bell. He waited at the bakery behind the church."
    )
    found = texts(passage, parser)
    for text, kind, question in (
        ("because his alarm clock had stopped", "reason", "why"),
        ("his alarm clock had stopped", "reason", "why"),
        ("to buy bread", "purpose", "why"),
        ("by listening to the bell", "manner", "how"),
        ("at the bakery behind the church", "place", "where"),
    ):
        assert (found[text].type, found[text].kinds[0]) == (kind, question)
    assert found["the bakery behind the church"].kinds[0] == "where"


def test_scores_prefer_a_name_to_a_vague_phrase(parser: Parser) -> None:
    found = texts(FACTS, parser)
    assert found["Ada Lund"].score > found["a ferry"].score > 0


def test_spans_are_clean(parser: Parser) -> None:
    for passage in (TALE, FACTS):
        [spans] = answer_spans([passage], parser)
        assert spans == sorted(spans, key=lambda span: (span.start, span.end))
        assert len({(span.start, span.end) for span in spans}) == len(spans)
        for span in spans:
            text = passage[span.start : span.end]
            assert text.strip(" ,;:.)]") == text.rstrip(")")
            assert text.count('"') % 2 == 0
            assert text.count("(") == text.count(")")
            assert not text.lower().startswith(("and ", "or ", "but "))
            assert span.type in ANSWER_TYPES
            assert set(span.kinds) <= set(QUESTION_KINDS) and span.kinds
            assert 0 < span.score < 1


def test_pronouns_function_words_and_vague_nouns_are_no_answers(parser: Parser) -> None:
    found = texts("She told him that it was the thing. They had a way. Some of them left.", parser)
    assert not {"She", "him", "it", "the thing", "a way", "They", "Some", "them"} & set(found)


def test_an_abbreviation_keeps_its_full_stop(parser: Parser) -> None:
    assert "4 a.m." in texts("The boat hit a rock at 4 a.m. The crew slept.", parser)


def test_each_passage_is_read_alone(parser: Parser) -> None:
    together = answer_spans([TALE, FACTS, "", TALE], parser)
    alone = [answer_spans([one], parser)[0] for one in (TALE, FACTS, "", TALE)]
    assert together == alone
    assert together[2] == []


@pytest.mark.parametrize("pattern", sorted(PATTERNS))
def test_hostile_texts_never_raise(pattern: str, parser: Parser) -> None:
    text = PATTERNS[pattern](300)
    [spans] = answer_spans([text], parser)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    _check_choice(spans, 5)


def test_the_choice_covers_sentences_and_types(parser: Parser) -> None:
    [spans] = answer_spans([FACTS], parser)
    chosen = diverse(spans, 5)
    assert {span.sentence for span in chosen} == {0, 1, 2}
    assert len({span.type for span in chosen}) >= 4


# ------------------------------------------------------------------ the choice

SPANS = st.builds(
    lambda start, size, sentence, kind, score, topic: AnswerSpan(
        start, start + size, sentence, kind, ("what",), score, topic
    ),
    st.integers(0, 60),
    st.integers(1, 9),
    st.integers(0, 3),
    st.sampled_from(("phrase", "date")),
    st.floats(0.001, 1),
    st.sampled_from(("", "mill", "king")),
)


def _check_choice(spans: list[AnswerSpan], count: int) -> None:
    chosen = diverse(spans, count)
    assert len(chosen) <= count
    assert set(chosen) <= set(spans)
    for one, other in combinations(chosen, 2):
        assert one.end <= other.start or other.end <= one.start
        assert not one.topic or one.topic != other.topic


def simple_choice(spans: list[AnswerSpan], count: int) -> list[AnswerSpan]:
    """Choose in rounds, the best of all that are still possible in each."""
    chosen: list[AnswerSpan] = []
    while len(chosen) < count:
        possible = [
            one
            for one in set(spans)
            if all(one.end <= each.start or each.end <= one.start for each in chosen)
            and not (one.topic and one.topic in {each.topic for each in chosen})
        ]
        if not possible:
            break

        def key(one: AnswerSpan) -> tuple[float, float, int, int, str, int, str]:
            again = sum(each.sentence == one.sentence for each in chosen)
            alike = sum(each.type == one.type for each in chosen)
            value = -one.score * (0.5**again * 0.85**alike)
            return (value, -one.score, one.start, one.end, one.type, one.sentence, one.topic)

        chosen.append(min(possible, key=key))
    return chosen


@given(st.lists(SPANS, max_size=25), st.integers(0, 8), st.randoms())
def test_the_choice_is_that_of_a_simple_search(spans, count, random) -> None:  # type: ignore[no-untyped-def]
    _check_choice(spans, count)
    chosen = diverse(spans, count)
    assert chosen == simple_choice(spans, count)
    random.shuffle(spans)
    assert diverse(spans, count) == chosen


def test_a_topic_is_chosen_once() -> None:
    spans = [AnswerSpan(at, at + 5, at, "person", ("who",), 0.5, "ada") for at in (0, 10, 20)]
    assert diverse(spans, 3) == spans[:1]


def test_a_fresh_sentence_beats_a_somewhat_better_span() -> None:
    first = AnswerSpan(0, 5, 0, "person", ("who",), 0.6)
    second = AnswerSpan(6, 9, 0, "date", ("when",), 0.5)  # .5 x .5 = .25
    fresh = AnswerSpan(20, 25, 1, "place", ("where",), 0.3)
    assert diverse([first, second, fresh], 2) == [first, fresh]
