"""Results as text, HTML and data frames."""

from __future__ import annotations

import sys

import pytest
from helpers.html_checks import HOSTILE, harmless, shown_as_is
from hypothesis import given
from hypothesis import strategies as st

from qgauge.core import Example, MissingTool, Result, Results, Score, Summary
from qgauge.core.display import MOST_ROWS, Bar, Table, plain

TABLE = Table(
    ["metric", "value"],
    [["rouge_l", Bar(0.25)], ["日本", Bar(12.5)], ["<b>", "-"]],
    title="two & more",
    notes=["a note"],
    right=["value"],
)


def test_text_is_aligned() -> None:
    assert TABLE.text().splitlines() == [
        "two & more",
        "metric    value",
        "rouge_l  0.2500",
        "日本      12.50",
        "<b>           -",
        "a note",
    ]


def test_html_has_bars_on_the_scale_from_0_to_1_only() -> None:
    html = TABLE.html()
    assert html.count("width:25%") == 1
    assert html.count("width:60px") == 1
    assert "&lt;b&gt;" in html
    assert "two &amp; more" in html
    assert harmless(html).startswith("two & moremetricvaluerouge_l0.2500日本12.50<b>-a note")


def test_html_breaks_long_texts_only() -> None:
    table = Table(["answer_consistency"], [["pumpkin-1"], ["Why is it not so? " * 20]])
    html = table.html()
    assert "answer_<wbr>consistency" in html
    assert 'white-space:nowrap">pumpkin-1<' in html
    assert 'overflow-wrap:anywhere">Why is it not so? Why' in html
    shown = harmless(html)
    assert shown.endswith("Why i…")
    assert len(shown) == len("answer_consistency" + "pumpkin-1") + 240
    assert len(table.text().splitlines()[2]) == 80


def test_long_tables_are_cut() -> None:
    table = Table(["n"], [[str(at)] for at in range(100)], notes=[str(at) for at in range(30)])
    lines = table.text().splitlines()
    assert lines[MOST_ROWS] == str(MOST_ROWS - 1)
    assert lines[MOST_ROWS + 1] == "… 80 more rows; to_pandas() has them all"
    assert lines[-1] == "… 22 more lines"
    assert table.html().count("<tr>") == MOST_ROWS + 1
    begun = Table(["n"], [["1"]], rows_in_all=1_001)
    assert begun.text().splitlines()[-1] == "… 1,000 more rows; to_pandas() has them all"


@given(st.text(alphabet=st.characters(), max_size=300))
def test_any_text_is_harmless(text: str) -> None:
    table = Table([text, "b"], [[text, "x"]], title=text, notes=[text])
    harmless(table.html())
    shown_as_is(table.text())
    assert "\n" not in plain(text)


def some_result(text: str = "rouge_l", rows: int = 3) -> Result:
    scores = tuple(
        Score(at / rows, {text: 1.0}, {"why": [text]}) if at else Score(None, unscored=text)
        for at in range(rows)
    )
    overall = Summary(0.5, rows - 1, 1, (0.25, 0.75), {text: 1})
    examples = tuple(Example(f"{at}{text}", text, system=text) for at in range(rows))
    return Result(text, text, overall, {text: overall, "other": overall}, scores, examples)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_results_with_hostile_texts(text: str) -> None:
    result = some_result(text, 500)
    results = Results.of([result])
    for shown in (result, results, result.scores[0], result.scores[1], result.scores):
        assert len(repr(shown)) < 500
        assert "\n" not in repr(shown)
        shown_as_is(repr(shown))
        assert len(str(shown)) < 5_000
        shown_as_is(str(shown))
    assert "0.5000" in harmless(result._repr_html_())
    assert harmless(results._repr_html_()) == harmless(result._repr_html_())


def test_short_forms() -> None:
    result = some_result()
    assert repr(result) == "Result(rouge_l: 0.5000, 95% CI 0.2500 .. 0.7500, n 2, unscored 1)"
    assert repr(result.scores) == "Scores(None, 0.3333, 0.6667)"
    assert repr(some_result(rows=9).scores).endswith("0.4444, 0.5556, … 3 more)")
    assert repr(result.scores[0]) == "Score(None, unscored: rouge_l)"
    assert repr(result.scores[1]) == "Score(0.3333, rouge_l 1.0000)"
    assert repr(Results()) == "Results()"
    many = Results((str(at), result) for at in range(30))
    assert repr(many).endswith("19: 0.5000, … 10 more)")


def test_labels_are_counted() -> None:
    overall = Summary(None, 3, 0, labels={"no": 1, "yes": 2})
    result = Result("qud_language", "s", overall)
    assert repr(result) == "Result(qud_language: no 1, yes 2, n 3, unscored 0)"
    assert " ".join(str(result).splitlines()[1].split()) == "qud_language no 1, yes 2 - 3 0"


def test_results_are_a_dictionary() -> None:
    result = some_result()
    results = Results.of([result])
    assert results == {"rouge_l": result}
    assert isinstance(results, dict)
    assert results.as_json(2) == {"metrics": {"rouge_l": result.as_json()}, "refused": 2}


def test_data_frame() -> None:
    found = some_result().to_pandas()
    assert list(found) == [
        "id",
        "system",
        "question",
        "rouge_l",
        "rouge_l.reason",
        "rouge_l.rouge_l",
    ]
    assert found["id"].tolist() == ["0rouge_l", "1rouge_l", "2rouge_l"]
    assert found["rouge_l"].isna().tolist() == [True, False, False]
    assert found["rouge_l"].tolist()[1:] == pytest.approx([1 / 3, 2 / 3])
    assert list(Results().to_pandas()) == ["id", "system", "question"]


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingTool, match="Install it with: pip install pandas"):
        some_result().to_pandas()
