"""The embedded verifier."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tools.embedded.test_pair_model import texts
from tools.embedded.test_reader import BRIDGE, story

from qgauge.models.session import Outputs
from qgauge.tools.embedded.pair_model import LONGEST, SEP, Look, encode
from qgauge.tools.embedded.verifier import EmbeddedVerifier, Triple, _best, looks
from qgauge.tools.roles import Verification

VERIFIER = EmbeddedVerifier()
WHO = "Who built the bridge?"
RIGHT = [
    (WHO, "Maria Costa", BRIDGE),
    ("When was the bridge built?", "1874", BRIDGE),
    ("What is the bridge made of?", "iron", BRIDGE),
]
WRONG = [
    (WHO, "Tamel", BRIDGE),
    ("When was the bridge built?", "1912", BRIDGE),
    ("What is the bridge made of?", "wood", BRIDGE),
]


def inputs(triple: Triple) -> list[Look]:
    return list(looks(triple, encode(triple)))


def test_obvious_judgements() -> None:
    right, wrong = VERIFIER.verify(RIGHT), VERIFIER.verify(WRONG)
    assert min(one.right for one in right) > 0.5 > max(one.right for one in wrong)
    for (_, answer, passage), found in zip(RIGHT, right, strict=True):
        assert answer in passage[found.start : found.end]


def test_a_triple_is_read_as_question_answer_and_passage() -> None:
    (look,) = inputs(("Who came?", "Ada", "Ada came."))
    question, answer, passage = (
        text.ids.tolist() for text in encode(["Who came?", "Ada", "Ada came."]).values()
    )
    assert look.pieces().ids == [101, *question, SEP, *answer, SEP, *passage, SEP]
    assert look.pieces().types == [0] * (len(question) + len(answer) + 3) + [1] * (len(passage) + 1)


def test_separators_in_texts_are_plain_text() -> None:
    one = ("Who [SEP] came?", "Ada", "Ada came.")
    other = ("Who", "came? [SEP] Ada", "Ada came.")
    for triple in (one, other, ("Who?", "[SEP]", "[SEP] [CLS]")):
        (look,) = inputs(triple)
        assert look.pieces().ids.count(SEP) == 3
    assert inputs(one)[0].pieces().ids != inputs(other)[0].pieces().ids
    for found in VERIFIER.verify([one, other]):
        assert 0 <= found.right <= 1


def outputs(look: Look, logit: float, start: int, end: int) -> Outputs:
    """Return outputs with the best start and end at pieces of the window.

    Special tokens and the question are higher still: they do not count.
    """
    size = len(look.pieces().ids)
    starts, ends = np.full(size, -1.0, np.float32), np.full(size, -1.0, np.float32)
    starts[: look.start] = ends[: look.start] = 9.0
    starts[-1] = ends[-1] = 9.0
    starts[look.start + start] = ends[look.start + end] = 3.0
    return {"verify": np.array([logit], np.float32), "start": starts, "end": ends}


def test_the_logit_is_the_log_odds_and_the_best_span_is_the_place() -> None:
    passage = "Ada came at noon."
    (look,) = inputs(("Who came?", "Ada", passage))
    # odds of 3 to 1; the pieces are Ada, came, at, noon and the full stop
    found = _best([(look, outputs(look, float(np.log(3)), 2, 3))])
    assert found.right == 0.75
    assert passage[found.start : found.end] == "at noon"
    # an end before the start does not count; of the other ends, all equal, the first is taken
    found = _best([(look, outputs(look, 0.0, 2, 1))])
    assert found.right == 0.5
    assert passage[found.start : found.end] == "at"


def test_the_window_that_supports_the_answer_most_decides() -> None:
    triple = (WHO, "Maria Costa", story(900))
    windows = inputs(triple)
    assert len(windows) >= 3
    logits = [0.0] * len(windows)
    logits[1] = 2.0
    reads = [
        (look, outputs(look, logit, 1, 1)) for look, logit in zip(windows, logits, strict=True)
    ]
    found = _best(reads)
    assert found.right == pytest.approx(1 / (1 + np.exp(-2.0)), abs=0.0005)
    first = windows[1].window[0] + 1
    assert (found.start, found.end) == windows[1].second.part((first, first + 1))


@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 1, 2])
def test_one_part_of_a_long_passage_decides(at: int) -> None:
    parts = [story(450, seed=1), story(450, seed=2)]
    parts.insert(at, BRIDGE)
    passage = "\n\n".join(parts)
    right, wrong = VERIFIER.verify([(WHO, "Maria Costa", passage), (WHO, "Nils Berg", passage)])
    assert right.right > 0.5
    assert right.right > wrong.right
    assert "Maria Costa" in passage[right.start : right.end]
    begin = passage.index(BRIDGE)
    assert begin <= right.start < right.end <= begin + len(BRIDGE)


@pytest.mark.slow
def test_results_do_not_depend_on_batch_order_duplicates_and_threads() -> None:
    triples = [*RIGHT, (WHO, "Ada", story(500)), (WHO, "", BRIDGE), *WRONG, RIGHT[0]]
    expected = VERIFIER.verify(triples)
    assert [VERIFIER.verify([triple])[0] for triple in triples] == expected
    assert VERIFIER.verify(triples[::-1]) == expected[::-1]
    assert EmbeddedVerifier(threads=2).verify(triples) == expected
    assert EmbeddedVerifier(threads=2).identity == VERIFIER.identity
    assert VERIFIER.verify([]) == []


@pytest.mark.parametrize(
    "triple",
    [("", "Ada", BRIDGE), (WHO, "", BRIDGE), (WHO, "Ada", ""), (" ", "\n", "\u3000"), ("", "", "")],
)
def test_answers_are_wrong_where_a_text_has_no_words(triple: Triple) -> None:
    assert VERIFIER.verify([triple]) == [Verification(0.0, 0, 0)]
    # also next to others
    assert VERIFIER.verify([RIGHT[0], triple])[1] == Verification(0.0)


@settings(max_examples=60, deadline=None)
@given(texts, texts, texts)
@example("Who\x1fcame?", "Ada\x1f", "Ada came.")
@example("Who came?", "Ada", "Ada\x1fcame.")
def test_any_text_is_judged(question: str, answer: str, passage: str) -> None:
    (found,) = VERIFIER.verify([(question, answer, passage)])
    assert 0 <= found.right <= 1
    part = passage[found.start : found.end]
    assert part == part.strip()
    assert bool(part) == all(map(len, encode([question, answer, passage]).values()))
    assert part or found == Verification(0.0)


def test_numbers_are_read_as_the_passage_writes_them() -> None:
    passage = "The stadium holds 4,200 spectators. The game starts at 8:30 p.m."
    many, when = "How many spectators does the stadium hold?", "When does the game start?"
    answers = [(many, "4200"), (many, "4,200"), (when, "at 20:30"), (when, "at 8:30 p.m.")]
    triples = [(question, answer, passage) for question, answer in answers]
    found = VERIFIER.verify(triples)
    assert found[0] == found[1] != found[2] == found[3]
    assert [VERIFIER.verify([triple])[0] for triple in triples] == found


def test_question_and_answer_do_not_run_together() -> None:
    # the same words, cut at another place, are another triple
    triples = [("Who came? Ada", "left", "Ada left."), ("Who came?", "Ada left", "Ada left.")]
    triples += [("a\x1fb", "c", "a b c"), ("a", "b\x1fc", "a b c")]
    assert VERIFIER.verify(triples) == [VERIFIER.verify([one])[0] for one in triples]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 400),
    st.integers(1, 400),
    st.lists(st.integers(1, 300), min_size=1, max_size=30),
)
def test_windows_cover_the_passage_and_fit(asked: int, answered: int, sizes: list[int]) -> None:
    passage = " ".join("yes " * (size - 1) + "so." for size in sizes)
    found = inputs(("who " * asked, "me " * answered, passage))
    windows = [look.window for look in found]
    assert all(len(look.pieces().ids) <= LONGEST for look in found)
    assert windows[0][0] == 0
    assert windows[-1][1] == len(encode([passage])[passage])
    assert all(a[0] < b[0] <= a[1] < b[1] for a, b in pairwise(windows))
