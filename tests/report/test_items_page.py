"""The page of `qgauge items`: its sentences, tables and figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.page_checks import HOSTILE, checked

from qgauge.core import Example
from qgauge.items import AnswerKey, ItemAnalysis, ItemSettings, Matrix, Responses
from qgauge.report import Figure, Table, render
from qgauge.report.items_page import MOST_ITEMS, items_page, items_sentences

STRONG = np.arange(12) >= 6


def matrix(**columns: Any) -> Matrix:
    scores = np.array([np.asarray(column, dtype=float) for column in columns.values()]).T
    return Matrix("test.csv", tuple(columns), scores)


def five() -> Matrix:
    """Three good items, one that only weak respondents get right, and one that all get right."""
    return matrix(good=STRONG, fine=STRONG, also=STRONG, turned=~STRONG, easy=np.ones(12))


def study(test: Matrix, rows: list[Example] | None = None, **settings: Any) -> ItemAnalysis:
    return ItemAnalysis.of(ItemSettings(resamples=100, **settings), [test], rows or [])


def tables(found: ItemAnalysis) -> dict[str, Table]:
    return {
        one.caption: one
        for section in items_page(found).sections
        for one in section.blocks
        if isinstance(one, Table)
    }


def test_the_summary_says_what_to_do_first() -> None:
    assert items_sentences(study(five())) == [
        "5 items tried out on 12 respondents.",
        "What to do first: check the answer key of turned: weak respondents do better there. "
        "1 item cannot be judged; the table says why.",
        # four items have the variance 3/11; the totals, 2 or 4 of 5, have 12/11:
        # alpha is 5/4 (1 - 1)
        "The reliability of test.csv (Cronbach's alpha) is .00. The mean score is .60.",
    ]


def test_items_that_need_attention_come_first() -> None:
    found = study(five(), power="upper_lower")
    shown = tables(found)["Items, those that need attention first"]
    assert [row[0] for row in shown.rows] == ["turned", "easy", "good", "fine", "also"]
    assert shown.rows[0][1].text == "weak respondents do better; check the answer key"  # type: ignore[union-attr]
    (figure,) = [one for one in items_page(found).sections[0].blocks if isinstance(one, Figure)]
    assert figure.caption.startswith("Difficulty and power of 5 items.")


def test_questions_have_groups_tasks_and_ratings() -> None:
    rows = [
        Example("good", "Who?", system="a", ratings={"clear": (4, 5)}),
        Example("fine", "When?", system="b", meta={"question_type": "date"}),
        Example("easy", "How?", system="b", ratings={"clear": (1, 2), "kind": ("x",)}),
    ]
    found = study(five(), rows)
    said = items_sentences(found)
    assert "Mean power by system: a 1.00 and b 1.00." in said  # easy has none
    assert "Mean rating of clear by system: a 4.50 and b 1.50." in said
    tasks = tables(found)["Questions with their tasks and mean ratings"]
    cells = [[one if isinstance(one, str) else one.text for one in row] for row in tasks.rows]
    assert cells == [
        ["good", "Who?", "", "", "", "4.50", "-"],
        ["fine", "When?", "date", "", "", "-", "-"],
        ["easy", "How?", "", "", "", "1.50", "x"],
    ]


def test_ratings_without_a_test() -> None:
    rows = [Example(str(at), "Who?", system="a", ratings={"clear": (at,)}) for at in range(5)]
    found = ItemAnalysis.of(ItemSettings(resamples=100), [], rows)
    first, second = items_sentences(found)
    assert first == "5 questions with ratings, and no test."
    assert second.startswith("Mean rating of clear by system: a 2.00 [")
    checked(render(items_page(found)))


def test_options_that_attract_strong_respondents() -> None:
    key = AnswerKey.of({"q1": "A", "q2": "A"}, {"q1": ["A", "B"], "q2": ["A", "B"]})
    responses = Responses("test.csv", key=key)
    for at in range(12):
        # q1: weak respondents choose the key, strong ones the other option
        chosen = {"q1": "B" if at >= 6 else "A", "q2": "A" if at >= 6 else "B"}
        responses.add({"id": str(at), **chosen}, line=at + 2)
    found = study(responses.matrix())
    assert "look at the options of q1 and q2" in " ".join(items_sentences(found))
    options = tables(found)["Options"]
    cells = [[one if isinstance(one, str) else one.text for one in row] for row in options.rows]
    assert cells[0] == [
        "q1",
        "A",
        "B: chosen by stronger respondents than the key",
        "6 (.00)",
        "6 (1.00)",
    ]


def test_large_tables_are_capped() -> None:
    many = matrix(**{f"q{at}": np.roll(STRONG, at) for at in range(MOST_ITEMS + 3)})
    shown = tables(study(many, power="upper_lower"))["Items, those that need attention first"]
    assert len(shown.rows) == MOST_ITEMS
    assert shown.notes[-1] == "3 more items are left out; -o writes them all."


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_text(text: str) -> None:
    test = Matrix(
        text, (text, "b"), np.array([STRONG, STRONG], dtype=float).T, None, (), {text: text}
    )
    rows = [
        Example(text, text, system=text, ratings={text: (1, 2)}, meta={"question_type": text}),
        Example("b", text, system="b", meta={"track": text, "snippets": [text], "filtered": text}),
    ]
    found = ItemAnalysis.of(ItemSettings(resamples=100), [test], rows)
    checked(render(items_page(found, [(text, text)])))
