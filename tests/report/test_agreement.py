"""The page of `qgauge meta`: its sentences, tables and figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.page_checks import HOSTILE, checked
from helpers.rated_rows import rows, scored, systems

from qgauge.core import Example
from qgauge.meta import Judged, MetaEvaluation, study
from qgauge.meta.verdicts import verdict_agreement
from qgauge.report import Figure, Table, render
from qgauge.report.agreement import (
    MOST_FIGURES,
    MOST_POINTS,
    agreement_section,
    agreement_sentences,
    meta_page,
)


def evaluation(judged: Judged, values: dict[str, list[Any]], **more: Any) -> MetaEvaluation:
    results = [scored(name, column) for name, column in values.items()]
    found = study(judged, results, resamples=100, **more)
    unscored = {name: column.count(None) for name, column in values.items()}
    return MetaEvaluation((found,), (), {}, len(judged.examples), unscored)


GIVEN = [[1, 1], [2, 2], [2, 3], [3, 3], [4, 4], [4, 5], [5, 5], [5, 4]]
GOOD = [1.0, 2.0, 3.0, 3.0, 4.0, 5.0, 5.0, 5.0]
WEAK = [3.0, 1.0, 2.0, 5.0, 1.0, 4.0, 2.0, 5.0]


def test_the_summary_says_which_metric_is_best_and_how_sure_that_is() -> None:
    found = evaluation(rows(GIVEN), {"weak": WEAK, "good": GOOD}, pairs=[("weak", "good")])
    (block,) = found.studies[0].blocks
    weak, good = (line.correlations["pearson"] for line in block.metrics)
    counts, told = agreement_sentences(found)
    assert counts == "2 metrics on 8 rated questions of made up."
    # the figures themselves are tested where they are computed
    gold = np.mean(GIVEN, axis=1)
    best, worst = (np.corrcoef(column, gold)[0, 1] for column in (GOOD, WEAK))
    assert told.startswith(
        f"On good, good agrees best with people: Pearson {best:.2f}".replace(" 0.", " .")
    )
    assert f"The next is weak with {worst:.2f}; the difference".replace(" 0.", " .") in told
    raters = np.corrcoef(*zip(*GIVEN, strict=True))[0, 1]
    assert f"one rater agrees with the others at {raters:.2f}".replace(" 0.", " .") in told
    assert good.value == pytest.approx(best)
    assert weak.value == pytest.approx(worst)


def test_a_difference_is_told_from_the_side_of_the_best_metric() -> None:
    one, other = (
        evaluation(rows(GIVEN), {"weak": WEAK, "good": GOOD}, pairs=[pair])
        for pair in (("weak", "good"), ("good", "weak"))
    )
    assert agreement_sentences(one) == agreement_sentences(other)


def test_untested_differences_and_floors_are_said() -> None:
    found = evaluation(rows(GIVEN), {"weak": WEAK, "good": GOOD})
    assert "whether the two differ was not tested (--all-pairs tests it)." in found_text(found)
    alone = found_text(evaluation(rows(GIVEN), {"weak": WEAK}))
    assert "On good, the agreement of weak with people is Pearson " in alone
    assert "which may be chance" in alone
    assert "So weak is no better than the floor." in alone


def found_text(found: MetaEvaluation) -> str:
    return " ".join(agreement_sentences(found))


def test_missing_correlations_have_reasons() -> None:
    constant = evaluation(rows([[3], [3], [3], [3], [3]]), {"m": [1.0, 2.0, 3.0, 4.0, 5.0]})
    assert "On good, no metric has a correlation: the ratings are constant." in found_text(constant)
    labels = evaluation(rows([["a"], ["b"], ["a"]]), {"m": [1.0, 2.0, None]})
    told = agreement_sentences(labels)
    assert told[1] == (
        "On good, there are no correlations: the ratings are labels without a known order; "
        "give numbers instead."
    )
    assert told[2] == "m left 1 row unscored; no mean contains them."


def test_the_table_has_metrics_floors_and_the_ceiling() -> None:
    page = meta_page(evaluation(rows(GIVEN), {"weak": WEAK, "good": GOOD}))
    table = next(one for one in page.sections[0].blocks if isinstance(one, Table))
    assert [row[0] for row in table.rows] == [
        "weak",
        "good",
        "floor: length",
        "floor: random",
        "ceiling: one rater",
    ]
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert sum(isinstance(one, Figure) for one in page.sections[0].blocks) == 2


def test_points_and_figures_are_capped_and_the_page_says_so() -> None:
    count = MOST_POINTS + 100
    many = rows([[at % 5, at % 4] for at in range(count)], [1 + at % 7 for at in range(count)])
    values = [float(at % 9) for at in range(count)]
    found = evaluation(many, {f"m{at}": values for at in range(MOST_FIGURES + 2)})
    page = meta_page(found)
    figures = [one for one in page.sections[0].blocks if isinstance(one, Figure)]
    assert len(figures) == MOST_FIGURES
    assert figures[0].caption.endswith("500 of 600 questions are drawn, evenly chosen.")
    assert render(page).count('class="dot small one"') == MOST_FIGURES * MOST_POINTS
    assert (
        "2 more scatter plots of good would make this page too long" in checked(render(page)).text
    )


def test_systems_have_means() -> None:
    judged, scores = systems()
    found = evaluation(judged, {"m": scores}, level="systems")
    page = meta_page(found)
    means = [one for one in page.sections[0].blocks if isinstance(one, Table)][1]
    assert means.caption == "good: means of systems"
    # ratings 5, 4, 3, 2, 1 plus the mean shift of six passages, 2.5
    assert [(row[0], row[1].text) for row in means.rows] == [  # type: ignore[union-attr]
        ("s3", "7.50"),
        ("s4", "6.50"),
        ("s2", "5.50"),
        ("s0", "4.50"),
        ("s1", "3.50"),
    ]


def test_verdicts_of_judges() -> None:
    judged = rows([[1], [2], [2], [1], [2], [2]])
    scores = scored("judge", [1.0, 2.0, 1.0, 1.0, 2.0, None]).scores
    verdicts = verdict_agreement(judged, "judge", scores, [1.0, 2.0])
    found = evaluation(judged, {"judge": [1.0, 2.0, 1.0, 1.0, 2.0, None]})
    page = meta_page(replace(found, verdicts=tuple(verdicts)))
    section = next(one for one in page.sections if one.title == "Verdicts of judges")
    confusion, bias = [one for one in section.blocks if isinstance(one, Table)]
    cells = [
        [cell if isinstance(cell, str) else cell.text for cell in row] for row in confusion.rows
    ]
    assert cells == [
        ["people: 1", "2", "0", "2"],
        ["people: 2", "1", "2", "3"],
        ["all", "3", "2", "5"],
    ]
    assert [cell if isinstance(cell, str) else cell.text for cell in bias.rows[0]] == [
        "all",
        "5",
        "80.0 %",
        "-.20",
    ]
    assert "they are the same on 80 % of 5 rows." in " ".join(page.summary)


def test_the_section_for_other_reports_has_everything() -> None:
    found = evaluation(rows(GIVEN), {"weak": WEAK})
    section = agreement_section(found)
    assert section.title == "Agreement with people"
    assert [type(one).__name__ for one in section.blocks] == ["Prose", "Prose", "Table", "Figure"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_stay_text(text: str) -> None:
    examples = [
        Example(f"{at}", text, references=(f"{at}",), ratings={text: (at % 5, at % 3)})
        for at in range(9)
    ]
    judged = replace(Judged.of_rows(examples, text, text), notes=(text,))
    found = study(judged, [scored(text, [float(at % 4) for at in range(9)])], resamples=100)
    page = meta_page(
        MetaEvaluation((found, found), (), {}, 18, {text: 1}), [(text, text), ("command", text)]
    )
    html = render(page)
    checked(html)
    assert render(page) == html
