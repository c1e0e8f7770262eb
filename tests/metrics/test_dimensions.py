"""Dimensions: predictions by hand, the value, what cannot be judged, and explanations."""

from __future__ import annotations

import json
import re
from math import exp, log, prod
from pathlib import Path
from typing import Any

import pytest
from helpers.hand_made_tools import TOOLS
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import Example, Score
from qgauge.metrics import create
from qgauge.metrics.dimension_model import FILE, Dimension, dimension_model
from qgauge.metrics.dimensions import NAMES, OF_ANSWER, OF_PASSAGE, OF_QUESTION, judge
from qgauge.metrics.feature_words import in_words, terms_in_words
from qgauge.metrics.readings import read
from qgauge.models.additive import Additive, Curve
from qgauge.models.files import FOLDER, BadModel, checksum, manifest
from training.export.manifest import record

PASSAGE = "Old Bram rowed to the island. Ines sat."
EXAMPLE = Example("1", "Who rowed to the island of Rome?", (), PASSAGE, "Bram")
ROWS = [
    EXAMPLE,
    Example("2", "Who rowed?", (), PASSAGE),
    Example("3", "Who rowed?"),
    Example("4", "he extraordinary thingamajigs rowed", (), PASSAGE, "Theo"),
    Example("5", "Who is Bram who rowed?", (), PASSAGE, "Bram"),
]


def score(example: Example) -> Score:
    (found,) = create("dimensions").score([example], TOOLS)
    return found


# ------------------------------------------------------------------ one dimension

RATING = Additive(2.0, {"words": Curve((0.0, 10.0), (0.5, -1.5))})
ONE = Dimension(RATING, Curve((1.0, 3.0), (0.75, 0.25)), (4.0, -2.0))


@pytest.mark.parametrize(
    ("words", "rating", "error", "odds"),
    [
        (0, 2.5, 0.375, -1.0),  # 2 + .5; three quarters of the way from .75 to .25; 4 - 2 x 2.5
        (2.5, 2.0, 0.5, 0.0),
        (10, 1.0, 0.75, 3.0),  # the rating is at least 1, the odds follow 2 - 1.5 = .5
        (99, 1.0, 0.75, 3.0),
    ],
)
def test_a_prediction_by_hand(words: float, rating: float, error: float, odds: float) -> None:
    found = ONE.predict({"words": words})
    assert (found.rating, found.error) == pytest.approx((rating, error))
    assert found.flawed == pytest.approx(1 / (1 + exp(-odds)), abs=1e-6)
    assert found.share == pytest.approx((rating - 1) / 2)


def test_ratings_end_at_3_and_nothing_is_certain() -> None:
    best = Dimension(Additive(9.0, {}), ONE.error, (0.0, -2.0)).predict({})
    assert (best.rating, best.share, best.error) == (3.0, 1.0, 0.25)
    # the log odds are at most 5 either way
    assert best.flawed == pytest.approx(1 / (1 + exp(5)), abs=1e-6)
    worst = Dimension(Additive(-9.0, {}), ONE.error, (0.0, -2.0)).predict({})
    assert (worst.rating, worst.share) == (1.0, 0.0)
    assert worst.flawed == pytest.approx(1 - best.flawed, abs=1e-6)


# ------------------------------------------------------------------ scores


@pytest.mark.parametrize("example", ROWS, ids=lambda one: one.id)
def test_the_value_is_the_chance_of_no_flaw_in_any_dimension(example: Example) -> None:
    found = score(example)
    said = found.evidence["dimensions"]
    assert found.value == pytest.approx(prod(1 - one["flawed"] for one in said.values()))
    assert set(found.parts) == set(said)
    for name, one in said.items():
        assert found.parts[name] == pytest.approx((one["rating"] - 1) / 2, abs=1e-3)
        assert 0 <= found.parts[name] <= 1
        assert 0 < one["flawed"] < 1
        assert one["uncertainty"] > 0


def test_the_evidence_names_the_three_largest_terms() -> None:
    (reading,) = read([EXAMPLE], TOOLS)
    judged = judge(EXAMPLE, reading)
    for name, one in score(EXAMPLE).evidence["dimensions"].items():
        terms = dimension_model().dimensions[name].rating.terms(judged.values)
        smallest = min(abs(value) for value in one["terms"].values())
        assert len(one["terms"]) == 3
        for term, value in terms.items():
            if term in one["terms"]:
                assert one["terms"][term] == round(value, 3)
            else:
                assert abs(value) <= smallest + 5e-4


@pytest.mark.parametrize(
    ("passage", "answer", "missing"),
    [
        (PASSAGE, "Bram", {}),
        (PASSAGE, None, dict.fromkeys(OF_ANSWER, "no answer")),
        (PASSAGE, " ", dict.fromkeys(OF_ANSWER, "no answer")),
        (PASSAGE, "the", dict.fromkeys(OF_ANSWER, "the answer has no words")),
        (None, "Bram", dict.fromkeys((*OF_PASSAGE, *OF_ANSWER), "no passage")),
        (" ", "Bram", dict.fromkeys((*OF_PASSAGE, *OF_ANSWER), "no passage")),
        (None, None, dict.fromkeys((*OF_PASSAGE, *OF_ANSWER), "no passage")),
    ],
)
def test_what_cannot_be_judged_is_named(
    passage: str | None, answer: str | None, missing: dict[str, str]
) -> None:
    found = score(Example("1", "Who rowed?", (), passage, answer))
    assert found.evidence.get("not_judged", {}) == missing
    assert list(found.parts) == [name for name in NAMES if name not in missing]
    assert set(OF_QUESTION) <= set(found.parts)
    assert isinstance(found.value, float)


def test_without_a_passage_no_tool_for_passages_is_asked() -> None:
    class Unavailable:
        identity = "none"

    tools = TOOLS | dict.fromkeys(("reader", "verifier", "entailer"), Unavailable())
    (found,) = create("dimensions").score([Example("1", "Who rowed?", (), None, "Bram")], tools)
    assert found == score(Example("1", "Who rowed?", (), None, "Bram"))


def test_the_signature_names_the_model() -> None:
    signature = create("dimensions").signature(TOOLS, "1")
    assert re.match(r"dimensions\|model:dimensions@[0-9a-f]{8}\|grammarian:by-hand\|", signature)


# ------------------------------------------------------------------ explanations


def steps(example: Example) -> list[str]:
    shown = create("dimensions").explain(example, TOOLS)
    return [step for one in shown.evidence["views"] for step in one["steps"]]


@pytest.mark.parametrize("example", ROWS, ids=lambda one: one.id)
def test_start_and_terms_add_up_to_the_rating(example: Example) -> None:
    (reading,) = read([example], TOOLS)
    judged = judge(example, reading)
    for name, predicted in judged.predictions.items():
        rating = dimension_model().dimensions[name].rating
        total = rating.start + sum(rating.terms(judged.values).values())
        assert predicted.rating == pytest.approx(min(3.0, max(1.0, total)))


@pytest.mark.parametrize("example", ROWS, ids=lambda one: one.id)
def test_the_lines_shown_add_up_to_the_rating(example: Example) -> None:
    by_name: dict[str, list[str]] = {}
    for step in steps(example):
        if not step.startswith(" "):
            by_name[step.partition(":")[0]] = lines = [step]
        else:
            lines.append(step)
    for name in score(example).parts:
        head, start, *terms = by_name[name]
        rating = float(head.split("rating ")[1].split()[0])
        total = float(start.removeprefix("  starts at "))
        for term in terms:
            sign, value = term.split(":")[0].split()
            total += float(value) if sign == "added" else -float(value)
        # each number is rounded to .01, and terms below .005 are not shown
        terms_in_all = len(dimension_model().dimensions[name].rating.curves)
        assert min(3.0, max(1.0, total)) == pytest.approx(rating, abs=0.005 * (terms_in_all + 2))


def test_the_last_lines_show_the_product_and_the_flaws() -> None:
    example = ROWS[3]
    found = score(example)
    chances = [1 - one["flawed"] for one in found.evidence["dimensions"].values()]
    shown = steps(example)
    product = " x ".join(f"{one:.3f}" for one in chances)
    assert f"chance of no flaw in any dimension = {product} = {found.value:.4f}" in shown
    flaws = [
        f"likely flaw: {one['kind']} (chance {one['chance']:.2f})"
        for one in found.evidence["flaws"]
    ]
    assert flaws
    assert shown[-len(flaws) :] == flaws


def test_dimensions_that_are_not_judged_are_shown() -> None:
    shown = steps(ROWS[1])
    assert "not judged: answer_consistency (no answer)" in shown
    assert not any(step.startswith("answer_consistency:") for step in shown)


def test_features_in_words() -> None:
    assert in_words("words", 7.0) == "words: 7"
    assert in_words("answer_odds", 13.815510) == "log odds that the passage has an answer: 13.8"
    assert in_words("words_in_passage", 0.5) == "50% of its content words are in the passage"
    assert in_words("cut_off", 1.0) == "it is cut off"
    terms = {"words": -0.125, "asks": 0.5, "commas": 0.004}
    # the largest first, and none below .005
    assert terms_in_words(terms, {"words": 7.0, "asks": 1.0, "commas": 2.0}) == [
        "added 0.50: it asks something",
        "took 0.12: words: 7",
    ]


# ------------------------------------------------------------------ the shipped model


def test_the_shipped_model_predicts_every_dimension() -> None:
    model = dimension_model()
    assert tuple(model.dimensions) == NAMES
    assert set(model.common) == set(NAMES)
    assert all(0 < share < 1 for share in (*model.common.values(), *model.rules.values()))
    for one in model.dimensions.values():
        assert 1 < one.rating.start < 3
        assert one.flawed[1] < 0  # the better the rating, the less likely a flaw
        assert all(error > 0 for error in one.error.adds)


def test_the_card_names_the_file_and_the_tools_it_was_fitted_to() -> None:
    card = (FOLDER / "dimensions.md").read_text(encoding="utf-8")
    assert f"{manifest()[FILE].size:,} bytes, SHA-256 `{checksum(FILE)}`" in card
    for file in ("linguist.onnx", "reader.onnx", "misstated.onnx"):
        assert checksum(file)[:8] in card, (
            f"{file} has changed: run training/dimensions/fit.py and rewrite the card"
        )


counts = st.integers(0, 150).map(float)


@given(counts, counts)
def test_more_grammar_errors_never_raise_fluency(one: float, other: float) -> None:
    fewer, more = sorted((one, other))
    fluency = dimension_model().dimensions["fluency"]
    best, worst = (fluency.predict({"errors": errors}) for errors in (fewer, more))
    assert best.rating >= worst.rating
    assert best.flawed <= worst.flawed


@given(counts, counts)
def test_a_longer_question_is_never_more_concise(one: float, other: float) -> None:
    shorter, longer = sorted((one, other))
    conciseness = dimension_model().dimensions["conciseness"]
    values: list[dict[str, float]] = [
        {"words": words, "words_beyond_20": max(0.0, words - 20)} for words in (shorter, longer)
    ]
    best, worst = map(conciseness.predict, values)
    assert best.rating >= worst.rating
    assert best.flawed <= worst.flawed


def test_grammar_errors_and_length_do_lower_their_dimensions() -> None:
    """Unlike the two tests above, this one fails for a constant."""
    model = dimension_model().dimensions
    fluency = [model["fluency"].predict({"errors": errors}).rating for errors in (0.0, 4.0)]
    assert fluency[0] > fluency[1] + 0.05
    conciseness = [
        model["conciseness"].predict({"words_beyond_20": words}).flawed for words in (0.0, 60.0)
    ]
    assert conciseness[0] < 0.1 < 0.5 < conciseness[1]


def malformed(**changes: Any) -> str:
    one = {"rating": {"start": 2, "curves": {}}, "error": [[1, 3], [1, 1]], "flawed": [0, -1]}
    found = {"format": 1, "dimensions": {"fluency": one | changes}, "rules": {}, "common": {}}
    return json.dumps(found)


@pytest.mark.parametrize(
    "content",
    [
        '{"format": 2}',
        "{}",
        "[]",
        malformed(error=[[3, 1], [1, 1]]),
        malformed(flawed=[0]),
        malformed(rating={"start": 2}),
    ],
)
def test_an_unreadable_model_is_reported(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    record(FILE, "x.md", tmp_path)
    with pytest.raises(BadModel, match=r"dimensions\.json cannot be loaded"):
        dimension_model(tmp_path)


def test_a_readable_model_is_loaded(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(malformed(), encoding="utf-8")
    record(FILE, "x.md", tmp_path)
    found = dimension_model(tmp_path).dimensions["fluency"].predict({})
    assert found.rating == 2.0
    assert log(found.flawed / (1 - found.flawed)) == pytest.approx(-2, abs=1e-4)
