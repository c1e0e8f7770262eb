"""The embedded inference model."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools.embedded.test_pair_model import texts
from tools.embedded.test_reader import BRIDGE, story

from qgauge.tools.embedded.entailer import WINDOW, EmbeddedEntailer, _looks
from qgauge.tools.embedded.pair_model import LONGEST, encode, room
from qgauge.tools.roles import Entailment

ENTAILER = EmbeddedEntailer()
FOLLOWS = "The bridge was built by Maria Costa."
DENIED = "The bridge is made of wood."
OPEN = "Maria Costa had three sisters."


def test_obvious_judgements() -> None:
    follows, denied, open_ = ENTAILER.entail([(BRIDGE, each) for each in (FOLLOWS, DENIED, OPEN)])
    assert follows.entailment > 0.5
    assert denied.contradiction > 0.5
    assert open_.entailment < 0.5
    for found in (follows, denied, open_):
        assert found.entailment + found.neutral + found.contradiction == pytest.approx(1)
        assert (found.start, found.end) == (0, len(BRIDGE))


@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 1, 2])
def test_one_part_of_a_long_text_decides(at: int) -> None:
    parts = [story(450, seed=1), story(450, seed=2)]
    parts.insert(at, BRIDGE)
    premise = "\n\n".join(parts)
    follows, denied = ENTAILER.entail([(premise, FOLLOWS), (premise, DENIED)])
    assert follows.entailment > 0.5
    assert "Maria Costa" in premise[follows.start : follows.end]
    assert denied.contradiction > denied.entailment


def test_the_least_neutral_window_decides() -> None:
    hypothesis, premise = encode([FOLLOWS, story(900)]).values()
    looks = list(_looks(hypothesis, premise))
    order = ENTAILER._session.labels["nli"]

    def judged(*windows: dict[str, float]) -> tuple[int, Entailment]:
        rows = [np.array([each[name] for name in order], np.float32) for each in windows]
        found = ENTAILER._judge(
            [(look, {"nli": row}) for look, row in zip(looks, rows, strict=False)]
        )
        places = [look.second.part(look.window) for look in looks]
        return places.index((found.start, found.end)), found

    aside = {"entailment": 1.0, "neutral": 3.0, "contradiction": 0.0}
    denies = {"entailment": -2.0, "neutral": 0.0, "contradiction": 4.0}
    supports = {"entailment": 5.0, "neutral": 0.0, "contradiction": -2.0}
    number, found = judged(aside, denies, aside)
    assert number == 1
    assert found.contradiction > 0.9
    number, found = judged(denies, aside, supports)
    assert number == 2
    assert found.entailment > 0.9
    assert judged(aside, denies, denies)[0] == 1


def test_probabilities_are_the_softmax_of_the_logits() -> None:
    look = next(_looks(*encode([FOLLOWS, BRIDGE]).values()))
    # logits ln 4, ln 2 and ln 1 give odds of 4, 2 and 1
    order = ("entailment", "neutral", "contradiction")
    given = dict(zip(order, np.log([4, 2, 1]), strict=True))
    row = np.array([given[name] for name in ENTAILER._session.labels["nli"]], np.float32)
    found = ENTAILER._judge([(look, {"nli": row})])
    assert [getattr(found, name) for name in order] == pytest.approx(
        [4 / 7, 2 / 7, 1 / 7], abs=0.0005
    )


@pytest.mark.slow
def test_results_do_not_depend_on_batch_order_duplicates_and_threads() -> None:
    pairs = [(BRIDGE, FOLLOWS), (story(500), DENIED), (BRIDGE, OPEN), ("", OPEN), (BRIDGE, FOLLOWS)]
    expected = ENTAILER.entail(pairs)
    assert [ENTAILER.entail([pair])[0] for pair in pairs] == expected
    assert ENTAILER.entail(pairs[::-1]) == expected[::-1]
    assert EmbeddedEntailer(threads=2).entail(pairs) == expected
    assert EmbeddedEntailer(threads=2).identity == ENTAILER.identity
    assert ENTAILER.entail([]) == []


@pytest.mark.parametrize("pair", [("", FOLLOWS), (BRIDGE, ""), (" ", "\n"), ("", "")])
def test_texts_without_words_are_neutral(pair: tuple[str, str]) -> None:
    assert ENTAILER.entail([pair]) == [Entailment(0.0, 1.0, 0.0, 0, 0)]


def test_numbers_are_read_as_the_premise_writes_them() -> None:
    premise = "The stadium holds 4,200 spectators. The game starts at 8:30 p.m."
    pairs = [
        (premise, "The stadium holds four thousand two hundred spectators."),
        (premise, "The stadium holds 4,200 spectators."),
        (premise, "The game starts at 20:30."),
        (premise, "The game starts at 8:30 p.m."),
        # another premise writes it in another way
        ("It holds four thousand two hundred.", "The stadium holds 4,200 spectators."),
    ]
    found = ENTAILER.entail(pairs)
    assert found[0] == found[1] != found[2] == found[3]
    assert [ENTAILER.entail([pair])[0] for pair in pairs] == found


@settings(max_examples=60, deadline=None)
@given(texts, texts)
def test_any_text_is_judged(premise: str, hypothesis: str) -> None:
    (found,) = ENTAILER.entail([(premise, hypothesis)])
    assert found.entailment + found.neutral + found.contradiction == pytest.approx(1)
    part = premise[found.start : found.end]
    assert part == part.strip()
    assert part or found == Entailment(0.0, 1.0, 0.0)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 400), st.lists(st.integers(1, 300), min_size=1, max_size=30))
def test_windows_cover_the_premise_and_overlap(hypothesis_size: int, sizes: list[int]) -> None:
    text = " ".join("yes " * (size - 1) + "so." for size in sizes)
    hypothesis, premise = encode(["who " * hypothesis_size, text]).values()
    looks = list(_looks(hypothesis, premise))
    windows = [look.window for look in looks]
    assert all(len(look.pieces().ids) <= LONGEST for look in looks)
    if len(premise) <= room(hypothesis):
        assert windows == [(0, len(premise))]
        return
    size = min(WINDOW, room(hypothesis))
    assert all(0 < last - first <= size for first, last in windows)
    assert windows[0][0] == 0
    assert windows[-1][1] == len(premise)
    assert all(a[0] < b[0] < a[1] < b[1] for a, b in pairwise(windows))
    if max(sizes) < size // 2:
        ends = {premise.part(window)[1] for window in windows}
        assert all(text[end - 1] == "." for end in ends)


@pytest.mark.slow
def test_a_megabyte_without_a_sentence_end_is_covered() -> None:
    hypothesis, premise = encode([FOLLOWS, story(190_000).replace(".", "")]).values()
    windows = [look.window for look in _looks(hypothesis, premise)]
    assert windows[0][0] == 0
    assert windows[-1][1] == len(premise)
    assert len(windows) < 2.2 * len(premise) / WINDOW
