"""facet_f: the formula by hand, leaks of the answer, and the quality of references."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.hand_made_tools import KnownEntailments, KnownParses, KnownVectors, parse_of
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import Example, Score
from qgauge.metrics import create, facet_f
from qgauge.metrics.facet_extraction import facets_of
from qgauge.metrics.facet_f import answer_leaks, leak_share, reference_qualities
from qgauge.metrics.facets import Facet, Facets
from qgauge.metrics.metric import Metric

# each text is its own parse, in the notation of `hand_made_tools.parse_of`
GOLD = (  # Who built the Halden lighthouse?
    "Who/PRON/2/nsubj built=build/VERB/0/root the/DET/5/det Halden/PROPN/5/compound "
    "lighthouse/NOUN/2/obj"
)
OTHER_GOLD = "Who/PRON/2/nsubj constructed=construct/VERB/0/root it/PRON/2/obj"
REWORDED = (  # By whom was the lighthouse of Halden built?
    "By/ADP/2/case whom/PRON/8/obl:agent was=be/AUX/8/aux:pass the/DET/5/det "
    "lighthouse/NOUN/8/nsubj:pass of/ADP/7/case Halden/PROPN/5/nmod built=build/VERB/0/root"
)
SHORTER = (  # Who constructed the lighthouse?
    "Who/PRON/2/nsubj constructed=construct/VERB/0/root the/DET/4/det lighthouse/NOUN/2/obj"
)
LEAKING = (  # Did Marta Lind build the Halden lighthouse?
    "Did=do/AUX/4/aux Marta/PROPN/4/nsubj Lind/PROPN/2/flat build/VERB/0/root the/DET/7/det "
    "Halden/PROPN/7/compound lighthouse/NOUN/4/obj"
)
HALF = (  # Did Lind build the Halden lighthouse?
    "Did=do/AUX/3/aux Lind/PROPN/3/nsubj build/VERB/0/root the/DET/6/det "
    "Halden/PROPN/6/compound lighthouse/NOUN/3/obj"
)
SOURCE = (  # The Halden lighthouse was built by Marta Lind in 1874?
    "The/DET/3/det Halden/PROPN/3/compound lighthouse/NOUN/5/nsubj:pass was=be/AUX/5/aux:pass "
    "built=build/VERB/0/root by/ADP/7/case Marta/PROPN/5/obl:agent Lind/PROPN/7/flat "
    "in/ADP/10/case 1874/NUM/5/obl"
)
ANSWER = "Marta/PROPN/0/root Lind/PROPN/1/flat"
YEAR = "in/ADP/2/case 1874/NUM/0/root"
PRONOUN = "he/PRON/2/nsubj did=do/AUX/0/root"
PLACE = "the/DET/3/det Halden/PROPN/3/compound lighthouse/NOUN/0/root"
MARK, WHY = "?/PUNCT/0/root", "Why/ADV/0/root ?/PUNCT/1/punct"

ENTAILER = KnownEntailments(
    {
        "Someone builds.": 0.9,
        "Lighthouse is built.": 0.6,
        "Someone constructs.": 0.8,
        "Lighthouse is constructed.": 0.7,
    }
)
TOOLS = {
    "parser": KnownParses(),
    "entailer": ENTAILER,
    "embedder": KnownVectors({"build": (1, 0), "construct": (0.6, 0.8)}),
}
ENTAILED, LEXICAL = create("facet_f:probability=entailer"), create("facet_f")


def one(
    question: str,
    *references: str,
    answer: str | None = None,
    metric: Metric = LEXICAL,
    **meta: Any,
) -> Score:
    (score,) = metric.score([Example("1", question, references, answer=answer, meta=meta)], TOOLS)
    return score


def test_the_formula_with_given_probabilities() -> None:
    # facets of the reference: agent(build, who) .9, theme(build, lighthouse) .6, and of(lighthouse,
    # halden) 0, because the question does not mention the name. Recall = 1.5 / 3 = .5
    # facets of the question: agent(construct, who) .8, theme(construct, lighthouse) .7: P = .75
    # F = 2 x .5 x .75 / 1.25 = .6
    score = one(SHORTER, GOLD, metric=ENTAILED)
    assert score.value == pytest.approx(0.6)
    assert score.parts == pytest.approx({"precision": 0.75, "recall": 0.5, "f": 0.6})


def test_the_formula_with_given_cosines() -> None:
    # agent(build, who) against agent(construct, who): (.6 + 1) / 2 = .8, theme(…) the same;
    # of(lighthouse, halden) against theme(construct, lighthouse): ends swapped, (1 + 0) / 2 x .75
    # recall = (.8 + .8 + .375) / 3, precision = (.8 + .8) / 2
    recall, precision = 1.975 / 3, 0.8
    score = one(SHORTER, GOLD)
    assert score.parts["recall"] == pytest.approx(recall)
    assert score.parts["precision"] == pytest.approx(precision)
    assert score.value == pytest.approx(2 * precision * recall / (precision + recall))


@pytest.mark.parametrize("metric", [ENTAILED, LEXICAL])
def test_a_paraphrase_and_the_reference_itself_score_1(metric: Metric) -> None:
    assert one(REWORDED, GOLD, metric=metric).value == 1
    assert one(GOLD, GOLD, answer=ANSWER, metric=metric).value == 1


@pytest.mark.parametrize("metric", [ENTAILED, LEXICAL])
def test_leaking_and_copying_rank_below_a_paraphrase(metric: Metric) -> None:
    scores = {
        text: one(text, GOLD, answer=ANSWER, metric=metric)
        for text in (REWORDED, SHORTER, HALF, LEAKING, SOURCE)
    }
    # "Marta Lind" is one facet: both words leak all of it, one word leaks half
    assert {text: score.parts["leak"] for text, score in scores.items()} == {
        REWORDED: 0.0,
        SHORTER: 0.0,
        HALF: 0.5,
        LEAKING: 1.0,
        SOURCE: 1.0,
    }
    values = {text: score.value for text, score in scores.items()}
    assert values[REWORDED] == 1
    assert isinstance(values[SHORTER], float) and values[SHORTER] > 0.5
    assert values[HALF] == pytest.approx(scores[HALF].parts["f"] / 2)
    assert values[LEAKING] == values[SOURCE] == 0


def test_without_the_penalty_the_source_sentence_scores_high() -> None:
    """This is why there is a penalty."""
    off = create("facet_f:leak=off,probability=lexical")
    copied = one(SOURCE, GOLD, answer=ANSWER, metric=off)
    assert "leak" not in copied.parts
    assert isinstance(copied.value, float) and copied.value > 0.6


def test_without_an_answer_there_is_no_penalty_and_explain_says_so() -> None:
    bare = one(LEAKING, GOLD)
    assert bare.value == bare.parts["f"]
    assert "leak" not in bare.parts
    shown = LEXICAL.explain(Example("1", LEAKING, (GOLD,)), TOOLS)
    assert any("not computed" in step for step in shown.evidence["views"][0]["steps"])
    # "he did" has one facet, agent(do, he); "?" has none
    assert one(LEAKING, GOLD, answer=PRONOUN).parts["leak"] == 0
    assert "leak" not in one(LEAKING, GOLD, answer=MARK).parts


def test_words_of_the_reference_cannot_leak() -> None:
    # of(lighthouse, halden) is in the reference, so it cannot leak
    assert one(GOLD, GOLD, answer=PLACE).parts["leak"] == 0
    # it is not in "Who constructed it?", and the question reveals all of it
    assert one(GOLD, OTHER_GOLD, answer=PLACE).parts["leak"] == 1


def test_leaks_by_hand() -> None:
    answer = Facets((Facet("be", "door", "green"), Facet("alone", "hall"), Facet("alone", "key")))
    reference = Facets((Facet("theme", "open", "door"), Facet("alone", "key")))
    question = Facets((Facet("be", "door", "green"), Facet("theme", "open", "door")))
    # be(door, green): half in the reference, all in the question: (1 - .5) / (1 - .5) = 1
    # alone(hall): new, not in the question: 0. alone(key): in the reference, not counted
    found = answer_leaks(answer, question, reference)
    assert [(str(leak.facet), leak.share) for leak in found] == [
        ("be(door, green)", 1.0),
        ("alone(hall)", 0.0),
    ]
    assert leak_share(found) == 0.5
    assert leak_share([]) == 0


def test_the_best_reference_counts_after_leak_and_quality() -> None:
    plain = one(SHORTER, GOLD, OTHER_GOLD)
    best = max(float(one(SHORTER, gold).value or 0) for gold in (GOLD, OTHER_GOLD))
    assert plain.value == best
    # a perfect match with quality .5 scores less than a good match with quality 1
    weighed = one(GOLD, GOLD, SHORTER, reference_quality=[0.5, 1])
    alone = one(GOLD, SHORTER)
    assert weighed.value == alone.value
    assert weighed.parts["quality"] == 1
    assert one(GOLD, GOLD, reference_quality=[0.5]).value == 0.5
    assert one(GOLD, GOLD, reference_quality=0).value == 0


@pytest.mark.parametrize("written", [0.25, [0.25], "0.25", "[0.25]", (0.25,)])
def test_quality_is_read_from_the_row(written: Any) -> None:
    assert one(GOLD, GOLD, reference_quality=written).value == 0.25


@pytest.mark.parametrize("written", [None, "", "0.25"])
def test_quality_may_be_missing(written: Any) -> None:
    assert isinstance(one(GOLD, GOLD, reference_quality=written).value, float)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ([0.5, 0.5], "it has 2 for 1"),
        ([], "it has 0 for 1"),
        (1.5, "from 0 to 1"),
        (-1, "from 0 to 1"),
        (float("nan"), "from 0 to 1"),
        ([True], "from 0 to 1"),
        ("good", "from 0 to 1"),
        ([None], "from 0 to 1"),
        ({"a": 1}, "from 0 to 1"),
    ],
)
def test_an_invalid_quality_is_unscored_with_the_reason(written: Any, problem: str) -> None:
    score = one(GOLD, GOLD, reference_quality=written)
    assert score.value is None
    assert problem in score.unscored and "reference_quality" in score.unscored
    with pytest.raises(ValueError, match=problem):
        reference_qualities(Example("1", "Why?", ("Why?",), meta={"reference_quality": written}))


def test_no_facets_in_the_question_scores_0_and_none_in_the_references_is_unscored() -> None:
    assert one(MARK, GOLD).value == 0
    assert one(GOLD, MARK).unscored == "no reference has a facet to compare"
    assert one(GOLD, MARK, GOLD).value == 1
    assert one(WHY, WHY).value == 1


def test_a_parser_without_usable_trees_is_unscored() -> None:
    example = Example("1", GOLD.replace("/obj", "/dobj"), (GOLD,))
    (score,) = LEXICAL.score([example], TOOLS)
    assert "does not use Universal Dependencies" in score.unscored
    assert LEXICAL.explain(example, TOOLS).unscored == score.unscored


@pytest.mark.parametrize("metric", [LEXICAL, ENTAILED])
def test_texts_with_too_many_pairs_of_facets_are_unscored(
    metric: Metric, monkeypatch: pytest.MonkeyPatch
) -> None:
    # three facets on both sides: agent(build, who), theme(build, lighthouse), of(...)
    monkeypatch.setattr(facet_f, "MOST_PAIRS", {"lexical": 9, "entailer": 9})
    assert one(GOLD, GOLD, metric=metric).value == 1
    monkeypatch.setattr(facet_f, "MOST_PAIRS", {"lexical": 8, "entailer": 8})
    score = one(GOLD, GOLD, metric=metric)
    assert score.unscored == "the texts are too long: more than 8 pairs of facets"


def test_only_the_required_tools_are_requested() -> None:
    assert ENTAILED.roles() == ("parser", "entailer")
    assert LEXICAL.roles() == ("parser", "embedder")
    assert LEXICAL.signature(TOOLS, "9") == (
        "facet_f|probability:lexical|leak:on|parser:by-hand|embedder:by-hand|v:9"
    )


TEXTS = st.sampled_from([GOLD, OTHER_GOLD, REWORDED, SHORTER, LEAKING, HALF, SOURCE])


@settings(max_examples=80, deadline=None)
@given(
    question=TEXTS,
    golds=st.lists(TEXTS, min_size=1, max_size=3),
    more=TEXTS,
    answer=st.sampled_from([None, ANSWER, YEAR, PLACE]),
    metric=st.sampled_from([ENTAILED, LEXICAL]),
    quality=st.lists(st.floats(0, 1), min_size=4, max_size=4),
)
def test_scores_are_bounded_and_another_reference_never_lowers_them(
    question: str,
    golds: list[str],
    more: str,
    answer: str | None,
    metric: Metric,
    quality: list[float],
) -> None:
    count = len(golds)
    few = one(
        question, *golds, answer=answer, metric=metric, reference_quality=quality[:count]
    ).value
    many = one(
        question, *golds, more, answer=answer, metric=metric, reference_quality=quality[: count + 1]
    ).value
    turned = one(
        question,
        *golds[::-1],
        answer=answer,
        metric=metric,
        reference_quality=quality[:count][::-1],
    ).value
    assert isinstance(few, float) and isinstance(many, float)
    assert 0 <= few <= many <= max(quality[: count + 1]) <= 1
    assert turned == few
    # the question itself among the references gives the maximum
    same = one(question, *golds, question, answer=answer, metric=metric).value
    assert same == 1


def test_explain_shows_facets_matches_and_leaks() -> None:
    example = Example(
        "1", LEAKING, (OTHER_GOLD, GOLD), answer=ANSWER, meta={"reference_quality": [1, 0.5]}
    )
    shown = ENTAILED.explain(example, TOOLS)
    (view,) = shown.evidence["views"]
    assert shown.evidence["choice"] == "the best of 2 references"
    assert view["table"]["columns"] == [
        *("text", "facet", "closest match", "statement", "probability")
    ]
    rows = view["table"]["rows"]
    assert ["answer", "name(lind, marta)", "-", "-", "1.0000"] in rows
    lexical = LEXICAL.explain(Example("1", SHORTER, (GOLD,), answer=ANSWER), TOOLS)
    (view,) = lexical.evidence["views"]
    assert view["table"]["rows"][0] == [
        "reference",
        "agent(build, who)",
        "agent(construct, who)",
        "0.8000",
    ]
    assert "leak = 0.0000; nothing given away" in view["steps"]
    leaked = LEXICAL.explain(Example("1", HALF, (GOLD,), answer=ANSWER), TOOLS)
    steps = leaked.evidence["views"][0]["steps"]
    assert "leak = 0.5000; given away: name(lind, marta)" in steps
    assert steps[-1] == f"{leaked.parts['f']:.4f} x (1 - 0.5000) = {leaked.value:.4f}"


def test_the_trees_of_this_file_have_the_expected_facets() -> None:
    """The expected values above are derived from these facets."""
    texts = (GOLD, REWORDED, SHORTER, ANSWER)
    gold, reworded, shorter, answer = (
        {str(facet) for facet in facets_of(parse_of(text)).facets} for text in texts
    )
    assert gold == {"agent(build, who)", "of(lighthouse, halden)", "theme(build, lighthouse)"}
    assert reworded == gold
    assert shorter == {"agent(construct, who)", "theme(construct, lighthouse)"}
    assert answer == {"name(lind, marta)"}
