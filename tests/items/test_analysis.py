"""Item analysis: filtered items, groups, ratings, tasks and response matrices."""

from __future__ import annotations

from math import nan
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from qgauge.core import BadInput, BadSetting, Example
from qgauge.items import ItemAnalysis, ItemSettings, Matrix, Responses, filtered, powers, task_of

# ten respondents with the totals 5 to 0: "good" separates them, "keyed" is keyed the wrong way
GOOD = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
OTHER = [1, 1, 1, 1, 0, 1, 0, 0, 0, 0]
KEYED = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1]
TEST = Matrix("t", ("good", "other", "keyed"), np.array([GOOD, OTHER, KEYED], dtype=float).T)


def question(id: str, **fields: Any) -> Example:
    return Example(id, f"What is {id}?", **fields)


def test_filtered_items_get_minus_one_and_count_in_the_mean() -> None:
    rows = [
        question("good", system="a"),
        question("off", system="a", meta={"filtered": "topic"}),
        question("keyed", system="b"),
        question("untested", system="b"),
    ]
    study = ItemAnalysis.of(ItemSettings(), [TEST], rows)
    expected = powers([TEST])
    good, off, keyed, untested, other = study.items
    assert good.power == expected["good"].point_biserial
    assert off.power.value == -1 and off.filtered == "topic"
    assert keyed.power.value is not None and keyed.power.value < 0
    assert untested.power.value is None and untested.power.reason == "it is not in any test"
    assert other.id == "other" and other.example is None
    groups = study.groups()
    assert groups["a"].power.value == pytest.approx(fmean([good.power.value or 0, -1]))
    assert groups["a"].kept.value == good.power.value
    assert dict(groups["a"].filtered) == {"topic": 1}
    assert (groups["b"].power.n, groups["b"].power.unscored) == (1, 1)


def test_a_filtered_item_stays_at_minus_one_even_if_it_was_tested() -> None:
    rows = [question("good", meta={"filtered": True})]
    assert ItemAnalysis.of(ItemSettings(), [TEST], rows).items[0].power.value == -1


@pytest.mark.parametrize(
    ("given", "expected"),
    [(None, ""), ("", ""), ("no", ""), (False, ""), (0, ""), ("type", "type"), ("yes", "filtered")],
)
def test_the_verdict_of_a_row(given: Any, expected: str) -> None:
    assert filtered(question("q", meta={"filtered": given})) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("no", "no", "yes"), "fits"),
        (("no", "yes"), ""),  # half is not a majority
        ((0, 0.0, 1, None), "fits"),
        ((None,), ""),
        ((), ""),
    ],
)
def test_judges_decide_by_majority(said: Any, expected: str) -> None:
    assert filtered(question("q", ratings={"fits": said}), ["fits"]) == expected


def test_judges_say_yes_or_no() -> None:
    with pytest.raises(BadInput, match=r"ratings\.fits.*question 'q'.*not 3"):
        filtered(question("q", ratings={"fits": (3,)}), ["fits"])


def test_the_other_measure_can_be_the_power() -> None:
    rows = [question("good")]
    found = ItemAnalysis.of(ItemSettings(power="upper_lower"), [TEST], rows).items[0].power
    assert found == powers([TEST])["good"].upper_lower


def test_ratings_have_means_over_items_with_the_t_interval() -> None:
    rows = [
        question("a", system="s", ratings={"quality": (5, 4)}),
        question("b", system="s", ratings={"quality": (3, None)}),
        question("c", system="s", ratings={"quality": (1, 2, 3)}),
        question("d", system="s", ratings={"quality": (None,)}),
        question("e", system="s", ratings={"quality": ("good",)}),
    ]
    found = ItemAnalysis.of(ItemSettings(), [], rows).groups()["s"].ratings["quality"]
    means = [4.5, 3.0, 2.0]
    assert (found.value, found.n, found.unscored) == (pytest.approx(fmean(means)), 3, 2)
    reach = 4.302653 * stdev(means) / 3**0.5  # t with 2 degrees of freedom
    assert found.interval == pytest.approx((fmean(means) - reach, fmean(means) + reach), rel=1e-4)
    assert set(found.reasons) == {"not rated", "the ratings are words, not numbers"}


def test_groups_by_track_or_type() -> None:
    rows = [
        question("good", meta={"track": "tutoring", "question_type": "why"}),
        question("keyed", meta={"track": "assessment", "question_type": "why"}),
    ]
    assert list(ItemAnalysis.of(ItemSettings(by="track"), [TEST], rows).groups()) == [
        "tutoring",
        "assessment",  # the item without a question is in no group
    ]
    assert list(ItemAnalysis.of(ItemSettings(by="question_type"), [], rows).groups()) == ["why"]


def test_questions_that_are_in_no_test_are_refused() -> None:
    with pytest.raises(BadInput, match=r"none of the 1 question.*'elsewhere'.*'good'"):
        ItemAnalysis.of(ItemSettings(), [TEST], [question("elsewhere")])
    kept = [question("elsewhere", meta={"filtered": "topic"})]
    assert ItemAnalysis.of(ItemSettings(), [TEST], kept).items[0].power.value == -1


def test_ids_shared_by_systems_need_the_system_name() -> None:
    rows = [question("good", system="a"), question("good", system="b")]
    problem = "column 'good': systems a and b .* Name the column a/good or b/good"
    with pytest.raises(BadInput, match=problem):
        ItemAnalysis.of(ItemSettings(), [TEST], rows)
    named = Matrix("t", ("a/good", "b/good"), TEST.scores[:, :2])
    assert [item.id for item in ItemAnalysis.of(ItemSettings(), [named], rows).items] == [
        "a/good",
        "b/good",
    ]


def test_settings_are_checked() -> None:
    for wrong in ({"power": "r"}, {"by": "model"}, {"missing": "zero"}, {"fewest": 2}):
        with pytest.raises(BadSetting):
            ItemSettings(**wrong)  # type: ignore[arg-type]


# -------------------------------------------------------------------- tasks

PASSAGE = "Iron rusts in salty water."


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, ()),
        ("Iron rusts", ("Iron rusts",)),
        (["Iron rusts", "water"], ("Iron rusts", "water")),
        ([[0, 10]], ("Iron rusts",)),
        ([{"start": 14, "end": 25}], ("salty water",)),
        ("[[0, 10]]", ("Iron rusts",)),  # as in a table
        ("[sic] Iron", ("[sic] Iron",)),
    ],
)
def test_snippets_are_strings_or_offsets(given: Any, expected: tuple[str, ...]) -> None:
    meta = {"snippets": given, "question_type": " why ", "track": "assessment"}
    found = task_of(question("q", passage=PASSAGE, meta=meta))
    assert (found.snippets, found.question_type, found.track) == (expected, "why", "assessment")


@pytest.mark.parametrize(
    ("meta", "field", "problem"),
    [
        ({"snippets": [[0, 99]]}, "snippets[0]", "ends after the text"),
        ({"snippets": 3}, "snippets", "a list"),
        ({"track": ["x"]}, "track", "must be a string"),
        ({"question_type": 1}, "question_type", "must be a string"),
    ],
)
def test_a_malformed_task_names_its_field(meta: Any, field: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as caught:
        task_of(question("q", passage=PASSAGE, meta=meta))
    assert caught.value.field == field and "question 'q'" in caught.value.problem


def test_offsets_need_the_passage() -> None:
    with pytest.raises(BadInput, match="offsets need a text"):
        task_of(question("q", meta={"snippets": [[0, 4]]}))


# -------------------------------------------------------------------- matrices


def read(*rows: dict[str, str], **options: Any) -> Matrix:
    responses = Responses("t.csv", **options)
    for line, row in enumerate(rows, 2):
        responses.add(row, line)
    return responses.matrix()


def test_cells_are_right_wrong_partial_or_not_given() -> None:
    cells = ["1", "0", "0.5", "TRUE", "no", "1.0", "", "NA", "-"]
    found = read({"Student": "x"} | {f"i{at}": cell for at, cell in enumerate(cells)})
    np.testing.assert_array_equal(found.scores, [[1, 0, 0.5, 1, 0, 1, nan, nan, nan]])
    assert found.items[0] == "i0" and len(found.items) == 9


def test_missing_responses_may_count_as_wrong() -> None:
    assert read({"i": ""}, wrong_if_missing=True).scores.tolist() == [[0.0]]


def test_columns_that_are_not_items() -> None:
    found = read({"who": "x", "i": "1", "total": "17"}, respondent="who", ignored=["total"])
    assert found.items == ("i",)


@pytest.mark.parametrize(
    ("row", "options", "field", "problem"),
    [
        ({"who": "anna", "i": "1"}, {}, "who", "--respondent"),
        ({"i": "1", "total": "17"}, {}, "total", "--ignore"),
        ({"i": "nan"}, {"respondent": "who"}, "", "no column 'who'"),
        ({"i": "1"}, {"ignored": ["x"]}, "", "no column 'x'"),
        ({"id": "1"}, {}, "", "found no item columns"),
        ({"i": "-1"}, {}, "i", "is not a score"),
        ({"i": "inf"}, {}, "i", "is not a score"),
    ],
)
def test_a_cell_that_is_not_a_score_is_refused(
    row: Any, options: Any, field: str, problem: str
) -> None:
    with pytest.raises(BadInput, match=problem) as caught:
        read(row, **options)
    assert caught.value.field == field and caught.value.file == "t.csv"


def test_a_respondent_has_one_row() -> None:
    with pytest.raises(BadInput, match="'x' is already in line 2"):
        read({"id": "x", "i": "1"}, {"id": "x", "i": "0"})
