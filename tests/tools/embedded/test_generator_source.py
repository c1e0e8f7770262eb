"""What the generator reads. Needs the tokenizer, but no weights."""

from __future__ import annotations

import pytest

from qgauge import models
from qgauge.models.session import Pieces
from qgauge.tools.embedded.generator_source import LONGEST, LONGEST_ANSWER, source
from qgauge.tools.roles import Place


def read(place: Place, style: str = "tale") -> tuple[list[str], Pieces]:
    """Return the words of a source, and its pieces."""
    tokenizer = models.tokenizer()
    made = source(place, style, tokenizer)
    assert len(made.ids) == len(made.types) <= LONGEST
    return [tokenizer.id_to_token(piece) for piece in made.ids], made


def long_place(before: int, answer: int, after: int) -> Place:
    """Return a place in a passage of one-piece words."""
    passage = "so " * before + "gold " * answer + "red " * after
    return Place(passage, 3 * before, 3 * before + 5 * answer - 1)


def test_a_short_place() -> None:
    words, made = read(Place("Ada built it.", 0, 3, "who"))
    assert " ".join(words) == "[CLS] tale who : ada [SEP] ada built it . [SEP]"
    assert list(made.types) == [0, 0, 0, 0, 0, 0, 2, 1, 1, 1, 1]


def test_any_kind() -> None:
    words, _ = read(Place("Ada built it.", 0, 3), "encyclopedia")
    assert " ".join(words).startswith("[CLS] encyclopedia any : ada [SEP]")


def test_a_piece_is_marked_if_the_answer_touches_it() -> None:
    # "da b" is in the middle of both words
    _, made = read(Place("Ada built it.", 1, 5))
    assert [kind for kind in made.types if kind][:4] == [2, 2, 1, 1]


def test_an_anchor_is_marked_and_the_answer_is_not_written_before_the_passage() -> None:
    words, made = read(Place("It closed. It leaks.", 11, 20, anchor=(0, 10)), "qud")
    assert " ".join(words) == "[CLS] qu ##d any : [SEP] it closed . it leaks . [SEP]"
    assert list(made.types) == [0] * 6 + [3, 3, 3, 2, 2, 2, 1]


def test_text_that_looks_like_a_special_piece_is_text() -> None:
    words, _ = read(Place("[SEP] Ada built it.", 6, 9))
    assert words.count("[SEP]") == 2


@pytest.mark.parametrize("before", [0, 100, 5000])
@pytest.mark.parametrize("after", [0, 100, 5000])
def test_a_long_passage_is_cut_around_the_answer(before: int, after: int) -> None:
    words, made = read(long_place(before, 2, after))
    passage = words[words.index("[SEP]") + 1 : -1]
    assert passage.count("gold") == list(made.types).count(2) == 2
    assert len(words) == min(LONGEST, 8 + before + 2 + after)  # 8: the pieces around the passage
    left, right = passage.count("so"), passage.count("red")
    # a side is longer than the other one only where the other one is complete
    assert left == before or left >= right - 1
    assert right == after or right >= left - 1


def test_a_long_answer_is_cut_before_the_passage_and_marked_in_it() -> None:
    words, made = read(long_place(10, 100, 10))
    assert words.index("[SEP]") == 1 + LONGEST_ANSWER
    assert list(made.types).count(2) == 100


def test_an_answer_longer_than_the_source_is_read_from_its_start() -> None:
    words, made = read(long_place(50, 600, 50))
    passage = words[words.index("[SEP]") + 1 : -1]
    assert len(words) == LONGEST
    assert set(passage) == {"gold"}
    assert set(made.types[words.index("[SEP]") + 1 : -1]) == {2}


@pytest.mark.parametrize(("between", "kept"), [(50, True), (290, True), (400, False)])
def test_the_anchor_is_kept_if_it_fits(between: int, kept: bool) -> None:
    passage = "so " * 500 + "gold " + "red " * between + "blue " + "so " * 500
    anchor, start = (1500, 1504), 1505 + 4 * between
    _, made = read(Place(passage, start, start + 4, anchor=anchor), "qud")
    assert list(made.types).count(2) == 1
    assert (3 in made.types) == kept
    # the same where the answer is before the anchor
    _, made = read(Place(passage, *anchor, anchor=(start, start + 4)), "qud")
    assert list(made.types).count(2) == 1
    assert (3 in made.types) == kept
