"""The formulas on documents computed by hand, and properties of any document."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.concepts import ConceptSettings, Document, Judgement, Snippet, document, judge_document
from qgauge.concepts.scoring import NO_VITAL, NOTHING_TAGGED, ONLY_WORDLESS

VOLCANO = "Volcanoes erupt molten rock. Molten rock cools into basalt. Ash falls on farms."
ANN = ["Volcanoes erupt molten rock", "rock cools into basalt"]
BEN = ["erupt molten rock", "Ash falls"]
CLEO = ["cools into basalt", "Ash"]


def spans(text: str, parts: list[str]) -> list[list[int]]:
    return [[text.index(part), text.index(part) + len(part)] for part in parts]


def volcano(system: list[str], **more: Any) -> Document:
    annotators = {"ann": ANN, "ben": BEN, "cleo": CLEO}
    row = {
        "id": "volcano",
        "text": VOLCANO,
        "annotators": {name: spans(VOLCANO, parts) for name, parts in annotators.items()},
        "systems": {"mine": spans(VOLCANO, system)},
    }
    return document(row | more)


def judged(made: Document, settings: ConceptSettings | None = None) -> Judgement:
    return judge_document(made, settings or ConceptSettings()).systems["mine"]


def test_recall_precision_and_f_worked_by_hand() -> None:
    # Content words ("into" and "on" are function words), and the Dice of the snippets:
    #   ann  volcanoes erupt molten rock | rock cools basalt
    #   ben  erupt molten rock           | ash falls
    #   cleo cools basalt                | ash
    # ann1 ben1 6/7, ann2 cleo1 4/5, ben2 cleo2 2/3, all others at most 2/6: three concepts, each
    # marked by two of three, so vital. Of two equals, the one with fewer words is the face:
    #   V1 erupt molten rock, V2 cools basalt, V3 ash
    # The system: S1 volcanoes erupt molten rock, S2 molten rock cools, S3 farms
    #   IR1 = 3/3 (S1), IR2 = 1/2 (S2: cools), IR3 = 0        R = 1.5/3 = 1/2
    #   IP1 = 4/4 (ann1), IP2 = 2/3 (ann1: molten rock), IP3 = 0   P = (5/3)/3 = 5/9
    #   F = 2 · 1/2 · 5/9 / (1/2 + 5/9) = 10/19
    found = judged(volcano(["Volcanoes erupt molten rock", "Molten rock cools", "farms"]))
    assert [one.recall for one in found.recalled] == [1, 0.5, 0]
    assert [one.precision for one in found.tagged] == pytest.approx([1, 2 / 3, 0])
    assert found.free.recall == 0.5
    assert found.free.precision == pytest.approx(5 / 9)
    assert found.free.f == pytest.approx(10 / 19)
    # One to one the pairs are S1-V1 (1, 1) and S2-V2 (1/2, and 2/3 by ann2: rock cools): the same.
    assert found.one_to_one == found.free
    assert found.exact


def test_a_concept_split_in_two_counts_once_one_to_one() -> None:
    # S1 volcanoes erupt, S2 molten rock; V1 erupt molten rock, V2 cools basalt, V3 ash
    #   free: IR = 2/3 (S2), 0, 0: R = 2/9; both lie in ann1: P = 1; F = 4/11
    #   one to one: S2-V1 gives R = 2/9, P = 1/2, F = 4/13 = .3077;
    #   S1-V1 and S2-C2 (IP 1/2 by "rock cools basalt", IR 0) give R = 1/9, P = 3/4, F = .1935
    found = judged(volcano(["Volcanoes erupt", "Molten rock"]))
    assert found.free.f == pytest.approx(4 / 11)
    assert found.one_to_one.recall == pytest.approx(2 / 9)
    assert found.one_to_one.precision == pytest.approx(1 / 2)
    assert found.one_to_one.f == pytest.approx(4 / 13)
    assert [one.aligned is not None for one in found.tagged] == [False, True]
    assert found.recalled[0].aligned == found.tagged[1].snippet


def test_without_merging_every_annotated_snippet_counts() -> None:
    # All six snippets are vital, each with its own IR. S1 volcanoes erupt molten rock:
    #   ann1 4/4, ben1 3/3, ann2 1/3 (rock), cleo1 0, ben2 0, cleo2 0: R = (7/3)/6 = 7/18
    #   P = 1; F = 2 · 7/18 / (25/18) = 14/25.   One to one only one pair: ann1 (1/6, 1) or ben1
    #   (1/6, 3/4): F = 2/6 / (7/6) = 2/7
    found = judged(volcano(["Volcanoes erupt molten rock"]), ConceptSettings(merge="off"))
    assert len(found.recalled) == 6
    assert found.free.recall == pytest.approx(7 / 18)
    assert found.free.f == pytest.approx(14 / 25)
    assert found.one_to_one.f == pytest.approx(2 / 7)


def test_a_human_adjudication_overrides_counting() -> None:
    # Vital: "Ash falls on farms" (ash falls farms); optional: "Molten rock". The annotators'
    # spans no longer count. S1 ash falls: IR 2/3, IP 2/2; S2 volcanoes erupt molten: IP 1/3.
    #   R = 2/3, P = (1 + 1/3)/2 = 2/3, F = 2/3
    decided = {
        "vital": spans(VOLCANO, ["Ash falls on farms"]),
        "optional": spans(VOLCANO, ["Molten rock"]),
    }
    made = volcano(["Ash falls", "Volcanoes erupt molten"], adjudicated=decided)
    found = judged(made)
    assert found.free.recall == pytest.approx(2 / 3)
    assert found.free.precision == pytest.approx(2 / 3)
    assert found.one_to_one.f == pytest.approx(2 / 3)


def test_the_same_word_elsewhere_counts_unless_places_are_compared() -> None:
    text = "Rain fills lakes. Later rain stopped."
    row = {
        "text": text,
        "annotators": {"ann": [[0, 4]]},
        "systems": {"mine": [[24, 28]]},  # the second "rain"
    }
    assert judged(document(row)).free.f == 1
    assert judged(document(row), ConceptSettings(compare="places")).free.f == 0
    assert judged(
        document(row | {"systems": {"mine": [[0, 4]]}}), ConceptSettings(compare="places")
    ).free.f


def test_stems_match_where_words_do_not() -> None:
    row = {
        "text": "Glaciers move. A glacier moved.",
        "annotators": {"ann": [[0, 13]]},
        "systems": {"mine": [[15, 30]]},
    }
    assert judged(document(row)).free.f == 0
    assert judged(document(row), ConceptSettings(compare="stems")).free.f == 1


def test_undefined_measures_are_none_with_a_reason() -> None:
    silent = judged(volcano([]))
    assert (silent.free.recall, silent.free.precision, silent.free.f) == (0, None, 0)
    assert silent.reason == NOTHING_TAGGED
    wordless = judged(volcano(["on"]))
    assert (wordless.free.recall, wordless.free.precision) == (0, None)
    assert wordless.reason == ONLY_WORDLESS
    assert [one.span() for one in wordless.wordless] == ["70-72"]
    found = judged(volcano(["Ash"]), ConceptSettings(vital=4))
    assert found.free.recall is None and found.free.f is None
    assert found.free.precision == 1  # optional snippets cover it
    assert found.one_to_one.f is None
    assert found.reason == NO_VITAL


WORDS = ["red", "fox", "the", "hunts", "mice", "by", "night", "owl", "é", "🦉", "of", "deep"]
TEXT = st.lists(st.sampled_from(WORDS), min_size=4, max_size=14).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text = draw(TEXT)
    places = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    span = places.map(sorted).filter(lambda pair: pair[0] < pair[1])
    marked = st.lists(span, max_size=4)
    annotators = draw(st.dictionaries(st.sampled_from("abc"), marked, min_size=1))
    systems = {"mine": draw(marked)}
    return document({"id": "x", "text": text, "annotators": annotators, "systems": systems})


SETTINGS = st.builds(
    ConceptSettings,
    compare=st.sampled_from(["words", "stems", "places"]),
    similarity=st.sampled_from(["dice", "jaccard", "overlap"]),
    threshold=st.sampled_from([0.2, 0.5, 1.0]),
    vital=st.sampled_from(["majority", 1, 2]),
    merge=st.sampled_from(["on", "off"]),
)


@given(documents(), SETTINGS)
def test_free_measures_equal_a_plain_reading_of_the_formulas(
    made: Document, settings: ConceptSettings
) -> None:
    whole = judge_document(made, settings)
    found, words = whole.systems["mine"], whole.lexicon.of
    vital = [words(concept.face) for concept in whole.gold.concepts if concept.vital]
    annotated = [words(one) for marked in made.annotators.values() for one in marked]
    system = [words(one) for one in made.systems["mine"] if words(one)]
    recalls = [max([len(v & s) / len(v) for s in system] or [0]) for v in vital]
    precisions = [max([len(s & a) / len(s) for a in annotated] or [0]) for s in system]
    recall = sum(recalls) / len(recalls) if recalls else None
    precision = sum(precisions) / len(precisions) if precisions else None
    assert found.free.recall == (None if recall is None else pytest.approx(recall))
    assert found.free.precision == (None if precision is None else pytest.approx(precision))
    if recall is not None:
        p = precision or 0
        f = 2 * recall * p / (recall + p) if recall + p else 0
        assert found.free.f == pytest.approx(f)
    else:
        assert found.free.f is None


@given(documents(), SETTINGS)
def test_one_to_one_is_never_above_the_free_measures(
    made: Document, settings: ConceptSettings
) -> None:
    found = judged(made, settings)
    free, one = found.free, found.one_to_one
    assert (one.f is None) == (free.f is None)
    if one.f is None:
        return
    assert one.recall is not None and free.recall is not None and free.f is not None
    assert 0 <= one.recall <= free.recall <= 1
    if one.precision is not None:
        assert free.precision is not None
        assert 0 <= one.precision <= free.precision <= 1
    assert 0 <= one.f <= free.f <= 1
    assert found.exact
    aligned = [each.aligned for each in found.tagged if each.aligned is not None]
    assert len({id(each) for each in aligned}) == len(aligned)


@given(documents(), SETTINGS, st.randoms())
def test_the_order_of_spans_and_annotators_changes_nothing(
    made: Document, settings: ConceptSettings, random: random.Random
) -> None:
    def shuffled(by_name: Any) -> dict[str, list[list[int]]]:
        names = list(by_name)
        random.shuffle(names)
        mixed = {name: [list(one.fragments[0]) for one in by_name[name]] for name in names}
        for marked in mixed.values():
            random.shuffle(marked)
        return mixed

    row = {"id": "x", "text": made.text, "annotators": shuffled(made.annotators)}
    again = document(row | {"systems": shuffled(made.systems)})
    assert judged(again, settings) == judged(made, settings)


@given(documents(), SETTINGS)
def test_a_system_that_tags_the_vital_snippets_is_perfect(
    made: Document, settings: ConceptSettings
) -> None:
    vital = judge_document(made, settings).gold.vital
    faces = tuple(sorted({Snippet(one.face.fragments, "mine") for one in vital}))
    same = Document(made.id, made.text, made.annotators, {"mine": faces})
    found = judged(same, settings)
    if not vital:
        assert found.free.f is None
        return
    assert (found.free.recall, found.free.precision, found.free.f) == (1, 1, 1)
    if len(faces) == len(vital):  # without merging, two annotators may have marked the same span
        one = found.one_to_one
        assert (one.recall, one.precision, one.f) == (1, 1, 1)
