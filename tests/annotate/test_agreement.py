"""Agreement between raters against other packages and values by hand, and what is missing."""

from __future__ import annotations

import json
from itertools import combinations
from statistics import fmean
from typing import Any

import krippendorff
import numpy as np
import pytest
from helpers.hand_made_ratings import (
    CONCEPTS,
    QUD,
    column,
    flags,
    labels,
    questions,
    says,
    scale,
    scheme,
)
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score

from qgauge.annotate.agreement import SKIPPED, agreement, disputed, missing
from qgauge.annotate.scheme import Choice, Field
from qgauge.annotate.tasks import Answer, Task
from qgauge.core import Example
from qgauge.meta.judged import Judged
from qgauge.meta.ratings import opinions
from qgauge.stats.estimate import Estimate

MARKS = st.lists(st.tuples(*[st.sampled_from([None, 1, 2, 3, 4, 5])] * 3), min_size=6, max_size=30)


@given(MARKS)
def test_scales_agree_as_in_other_packages_and_in_meta(rows: list[tuple[Any, ...]]) -> None:
    tasks = questions(len(rows))
    columns = {name: [row[at] for row in rows] for at, name in enumerate(("ann", "ben", "cleo"))}
    answers = [
        one for name, said in columns.items() for one in says(name, tasks, column("q", said))
    ]
    found = agreement(scheme(scale("q", 1, 2, 3, 4, 5)), tasks, answers).field("q")

    numbers = np.array(
        [[np.nan if one is None else one for one in said] for said in columns.values()], float
    )
    for level in ("nominal", "ordinal", "interval"):
        ours = found.measures[f"alpha_{level}"]
        if ours.value is not None:
            theirs = krippendorff.alpha(numbers, level_of_measurement=level)
            assert ours.value == pytest.approx(theirs)
    assert "pairwise_f1" not in found.measures, "the labels of a scale are numbers"

    kappas = []
    for pair in found.pairs:
        both = [
            (one, other)
            for one, other in zip(columns[pair.first], columns[pair.second], strict=True)
            if one is not None and other is not None
        ]
        for name, weights in (("kappa", None), ("kappa_quadratic", "quadratic")):
            value = pair.measures[name].value
            if value is not None:
                first, second = zip(*both, strict=True)
                scored = cohen_kappa_score(first, second, labels=range(1, 6), weights=weights)
                assert value == pytest.approx(scored)
        kappas.append(pair.measures["kappa"].value)
    known = [one for one in kappas if one is not None]
    assert found.measures["kappa"].value == (pytest.approx(fmean(known)) if known else None)

    examples = [
        Example(task.key, "Who?", passage=task.cluster, ratings={"q": row})
        for task, row in zip(tasks, rows, strict=True)
    ]
    judged = Judged.of_rows(examples)
    if judged.scales:
        theirs = opinions(judged, judged.scales[0], "mean").agreement(judged.clusters)
        mine = found.measures
        if mine["alpha_interval"].value is not None:
            assert mine["alpha_interval"].value == pytest.approx(theirs["alpha"].value)
            assert mine["alpha_interval"].interval == pytest.approx(cut(theirs["alpha"], -1))
            assert mine["full"].value == theirs["full"].value
            assert mine["full"].interval == cut(theirs["full"], 0)


def cut(estimate: Estimate, lowest: float) -> tuple[float, float] | None:
    """Return the interval without what no value can be."""
    found = estimate.interval
    return None if found is None else (max(found[0], lowest), found[1])


def test_intervals_stay_within_the_range() -> None:
    """Two who say the opposite in most rows: the jackknife goes beyond -1 and below 0."""
    tasks = [Task(key, {"question": "Who?"}, {}) for key in "abcdef"]
    said = {"ann": [1, 5, 1, 5, 1, 5], "ben": [5, 1, 5, 1, 5, 5]}
    answers = [one for name, row in said.items() for one in says(name, tasks, column("q", row))]
    found = agreement(scheme(scale("q", 1, 2, 3, 4, 5)), tasks, answers).field("q")
    assert found.measures["full"].low == 0 and found.measures["full"].high > 1 / 6
    everything = [*found.measures.items(), *found.pairs[0].measures.items()]
    lows = {name: one.low for name, one in everything if one.low is not None}
    assert set(lows) == {*found.measures}
    assert {lows[name] for name in lows if name != "full"} == {-1}
    assert {one.low for one in found.against_rest.values()} == {-1}


def test_labels_have_pairwise_f1_and_no_order() -> None:
    tasks = questions(6)
    said = {"ann": list("abcabc"), "ben": list("abcbbc"), "cleo": list("aaaaac")}
    answers = [one for name, row in said.items() for one in says(name, tasks, column("kind", row))]
    found = agreement(scheme(labels("kind", "a", "b", "c")), tasks, answers).field("kind")
    assert found.rated == "labels"
    assert not {"alpha_ordinal", "alpha_interval", "kappa_quadratic"} & found.measures.keys()
    scores = {
        pair: f1_score(said[pair[0]], said[pair[1]], average="macro")
        for pair in combinations(sorted(said), 2)
    }
    assert {
        (one.first, one.second): one.measures["pairwise_f1"].value for one in found.pairs
    } == pytest.approx(scores)
    assert found.measures["pairwise_f1"].value == pytest.approx(fmean(scores.values()))
    assert found.measures["full"].value == pytest.approx(2 / 6)


def test_labels_with_scores_are_a_scale_of_these_scores() -> None:
    choices = (
        Choice("no", "No", score=0.0),
        Choice("so", "So", score=0.5),
        Choice("yes", "Yes", score=1.0),
    )
    field = Field("fluent", "Fluent?", "choice", choices, ordered=True)
    tasks = questions(4)
    answers = says("ann", tasks, column("fluent", ["no", "so", "yes", "yes"]))
    answers += says("ben", tasks, column("fluent", ["no", "yes", "yes", "so"]))
    found = agreement(scheme(field), tasks, answers).field("fluent")
    theirs = krippendorff.alpha(
        np.array([[0, 0.5, 1, 1], [0, 1, 1, 0.5]]), level_of_measurement="interval"
    )
    assert found.rated == "numbers"
    assert found.measures["alpha_interval"].value == pytest.approx(theirs)
    assert found.measures["kappa"].reason == "no interval: fewer than 5 clusters"


def test_intervals_are_over_clusters() -> None:
    said = ["no", "yes", "yes"] * 5
    other = ["no", "yes", "no", "no", "yes", "yes"] * 2 + ["yes", "yes", "yes"]
    tasks = questions(15)
    answers = says("ann", tasks, column("ok", said)) + says("ben", tasks, column("ok", other))
    (field,) = agreement(scheme(labels("ok", "no", "yes")), tasks, answers).fields
    alone = [Task(one.key, one.content, one.hidden) for one in tasks]
    (apart,) = agreement(scheme(labels("ok", "no", "yes")), alone, answers).fields
    one, other_one = field.measures["kappa"], apart.measures["kappa"]
    assert one.value == other_one.value
    assert one.interval != other_one.interval
    assert one.n == 15


def test_training_counts_nowhere_and_gold_tasks_only_for_each_rater() -> None:
    tasks = questions(3)
    gold = Task("g", {"question": "Mill?"}, {}, gold={"ok": "no", "issues": ["generic"]})
    known = scheme(labels("ok", "no", "yes"), flags("issues", "redundant", "generic"))
    answers = says("ann", tasks, column("ok", ["no", "no", "yes"]), seconds=4.0)
    answers += says("ann", [gold], [{"ok": "no", "issues": ["redundant"]}], seconds=9.0)
    answers += says("ben", [*tasks, gold], column("ok", ["yes"] * 4), stage="training")
    report = agreement(known, [*tasks, gold], answers)
    assert (report.tasks, report.gold, report.rated, report.several) == (3, 1, 3, 0)
    (ann,) = report.raters
    assert (ann.ratings, ann.seconds, ann.gold.n) == (4, 4.0, 3)
    assert ann.gold.value == pytest.approx(1 / 3), "ok is right, both flags are wrong"
    assert report.field("ok").measures["alpha_nominal"].reason == "no row has two ratings"
    assert report.items == ()


def test_each_rater_is_compared_with_the_majority_or_the_mean_of_the_others() -> None:
    known = scheme(labels("ok", "no", "yes"), scale("fluency", 1, 2, 3))
    tasks = questions(4)
    marks = {"ann": [1, 2, 3, 3], "ben": [1, 2, 3, 3], "cleo": [3, 2, 1, 2]}
    words = {"ann": "nyny", "ben": "nynn", "cleo": "nyny"}
    answers = [
        Answer(task.key, name, "rating", {"ok": {"n": "no", "y": "yes"}[word], "fluency": mark})
        for name in marks
        for task, word, mark in zip(tasks, words[name], marks[name], strict=True)
    ]
    report = agreement(known, tasks, answers)
    # ann: the last task has no majority of the others, so three tasks remain, all equal
    assert report.field("ok").against_rest["ann"].value == 1.0
    assert report.field("ok").against_rest["ann"].n == 3
    assert report.field("ok").against_rest["ben"].value == pytest.approx(
        cohen_kappa_score(list("nynn"), list("nyny"))
    )
    rest = np.array([[1, 2, 3, 3], [2, 2, 2, 2.5]])
    assert report.field("fluency").against_rest["ann"].value == pytest.approx(
        krippendorff.alpha(rest, level_of_measurement="interval")
    )


def test_skipped_criteria_are_not_compared() -> None:
    tasks = questions(3)
    no = {"language": "no"}
    yes = {
        "language": "yes",
        "compatibility": "direct",
        "givenness": "no_new_concepts",
        "relevance": "fully_grounded",
    }
    answers = says("ann", tasks, [no, yes, yes])
    answers += says("ben", tasks, [yes, yes, {**yes, "issues": ["generic"]}])
    report = agreement(QUD, tasks, answers)
    assert report.field("language").measures["full"].value == pytest.approx(2 / 3)
    assert report.field("relevance").measures["full"].n == 2
    assert report.field("issues.generic").measures["full"].value == pytest.approx(2 / 3)
    assert {one.name for one in report.fields}.isdisjoint({"other", "issues"})
    first, second, third = report.items
    assert (first.task, dict(first.disagreed)) == ("k1", {"language": 1.0})
    assert (second.task, dict(second.disagreed)) == ("k3", {"issues.generic": 1.0})
    assert third.agreed == tuple(one.name for one in report.fields)
    assert json.loads(json.dumps(report.as_json()))["items"][0]["distance"] == 1.0


def test_the_worst_disagreement_comes_first() -> None:
    tasks = questions(4)
    answers = says("ann", tasks, column("q", [1, 1, 3, 5]))
    answers += says("ben", tasks, column("q", [2, 5, 3, 4]))
    answers += says("cleo", tasks, column("q", [1, 3, 3, None]))
    found = disputed(scheme(scale("q", 1, 2, 3, 4, 5)), tasks, answers)
    assert [(one.task, one.disagreed["q"]) for one in found] == [
        ("k2", pytest.approx(8 / 3 / 4)),
        ("k4", 0.25),
        ("k1", pytest.approx(2 / 3 / 4)),
    ]


def test_disputes_end_with_the_adjudicator() -> None:
    tasks = questions(4)
    answers = says("ann", tasks, column("ok", ["no", "no", "no", "no"]))
    answers += says("ben", tasks[:2], column("ok", ["yes", "yes"]))
    answers += says("ben", tasks[2:3], [{}], skipped="cannot tell")
    known = scheme(labels("ok", "no", "yes"))
    assert [one.task for one in disputed(known, tasks, answers)] == ["k1", "k2", "k3"]
    assert dict(disputed(known, tasks, answers)[2].disagreed) == {SKIPPED: 1.0}
    answers += says("zoe", tasks[:1], column("ok", ["yes"]), stage="adjudication")
    assert [one.task for one in disputed(known, tasks, answers)] == ["k2", "k3"]
    report = agreement(known, tasks, answers)
    assert report.adjudicated == 1
    assert [one.rater for one in report.raters] == ["ann", "ben"]


def test_the_last_answer_of_a_person_counts() -> None:
    tasks = questions(2)
    answers = says("ann", tasks, column("ok", ["no", "no"]))
    answers += says("ben", tasks, column("ok", ["yes", "no"]))
    answers += says("ben", tasks[:1], column("ok", ["no"]))
    assert disputed(scheme(labels("ok", "no", "yes")), tasks, answers) == []


def spans(*places: tuple[int, int, str]) -> dict[str, Any]:
    return {"concepts": [{"start": a, "end": b, "kind": kind} for a, b, kind in places]}


TEXT = "Acid rain damages forests. It comes from coal."
RAIN, FORESTS, COAL = (0, 9), (18, 25), (41, 45)


def test_spans_are_compared_as_concepts_are() -> None:
    known = scheme(CONCEPTS, kind="document")
    tasks = [Task(key, {"text": TEXT}, {}) for key in ("one", "two", "three")]
    answers = says("ann", tasks, [spans((*RAIN, "vital"), (*COAL, "vital"))] * 3)
    answers += says(
        "ben",
        tasks,
        [
            spans((0, 17, "vital"), (*COAL, "vital")),
            spans((*RAIN, "optional"), (*COAL, "vital")),
            spans((*FORESTS, "vital"), (*COAL, "vital")),
        ],
    )
    report = agreement(known, tasks, answers)
    words = report.field("concepts").measures
    # content words: acid, rain, damages, forests, comes, coal; they differ in 1, 0 and 3
    assert words["full"].value == pytest.approx(14 / 18)
    ann = [1, 1, 0, 0, 0, 1] * 3
    ben = [1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    assert words["kappa"].value == pytest.approx(cohen_kappa_score(ann, ben))
    assert words["alpha_nominal"].value == pytest.approx(
        krippendorff.alpha(np.array([ann, ben], float), level_of_measurement="nominal")
    )
    # "acid rain damages" is the concept "acid rain"; calling it optional is a disagreement
    assert [(one.task, one.disagreed["concepts"]) for one in disputed(known, tasks, answers)] == [
        ("three", pytest.approx(1 - (0.5 + 0.5 + 1) / 3)),
        ("two", 0.25),
    ]


def test_gold_spans_are_right_where_both_have_the_concept() -> None:
    known = scheme(CONCEPTS, kind="document")
    task = Task("g", {"text": TEXT}, {}, gold=spans((*RAIN, "vital"), (*COAL, "vital")))
    answers = says("ann", [task], [spans((0, 17, "vital"), (*FORESTS, "vital"))])
    (ann,) = agreement(known, [task], answers).raters
    assert ann.gold.value == pytest.approx(1 / 3), "rain is right, coal is missing, forests extra"


def test_what_is_missing() -> None:
    tasks = questions(4)
    answers = says("ann", tasks[:3], column("ok", ["no"] * 3))
    answers += says("ben", tasks[:1], column("ok", ["no"]))
    answers += says("ben", tasks[1:2], [{}], skipped="not English")
    answers += says("cleo", tasks[3:], column("ok", ["no"]), stage="training")
    found = missing(tasks, answers, 2)
    assert dict(found.tasks) == {"k2": 1, "k3": 1, "k4": 2}
    assert found.ratings == 4
    assert found.single == ("k2", "k3", "k4")
    assert found.as_json()["ratings"] == 4
    assert missing(tasks, answers, 1).ratings == 1


def test_nothing_rated_yet() -> None:
    report = agreement(QUD, questions(2), [])
    assert (report.rated, report.raters, report.items) == (0, (), ())
    for one in report.fields:
        assert all(measure.value is None and measure.reason for measure in one.measures.values())
    document = agreement(scheme(CONCEPTS, kind="document"), [Task("a", {"text": TEXT}, {})], [])
    assert document.field("concepts").measures["kappa"].reason
