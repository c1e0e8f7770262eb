"""What the functions return, in notebooks and data frames, whatever the texts hold."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.hand_made_tools import TOOLS
from helpers.html_checks import HOSTILE, harmless, shown_as_is

import qgauge

from .conftest import rows_of


def examples(text: str) -> list[qgauge.Example]:
    """Rows that hold the text in every field."""
    return [
        qgauge.Example(
            id=f"{at}{text}",
            question=f"{text} {at}?",
            references=(text,),
            passage=f"{text}.",
            answer=text,
            sentences=(text, f"{text}."),
            anchor=1,
            answer_sentence=2,
            system=f"{system}{text}",
            ratings={text: (at,)},
        )
        for at in range(30)
        for system in "ab"
    ]


def results(some: list[qgauge.Example]) -> dict[str, Any]:
    """The results of every function."""
    return {
        "score": qgauge.score(some, ["bleu1", "nist"]),
        "rank": qgauge.rank(some, "bleu1"),
        "compare": qgauge.compare(some, ["bleu1"], resamples=100),
        "explain": qgauge.explain(some, metrics=["rouge_l", "q_bleu1"]),
        "meta": qgauge.meta(some, ["bleu1"], resamples=100),
        "calibrate": qgauge.calibrate(some, ["bleu1"]),
        "dimensions": qgauge.dimensions(some, tools=TOOLS),
        "qud": qgauge.qud(some, ["qud_language:method=rule"], flags=False, tools=TOOLS),
    }


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_that_runs_and_nothing_long(text: str) -> None:
    some = examples(text.replace("\ud800", ""))  # which no file can hold
    for name, shown in results(some[:4] if len(text) > 1_000 else some).items():
        assert len(repr(shown)) < 600, name
        assert "\n" not in repr(shown), name
        shown_as_is(repr(shown))
        assert len(str(shown)) < 20_000, name
        shown_as_is(str(shown))
        harmless(shown._repr_html_())


def test_parts_of_results_are_short_too() -> None:
    rows = rows_of("rated.jsonl")
    report = qgauge.meta(rows, ["rouge_l"], resamples=100).studies[0]
    assert repr(report) == "MetaReport(the rows: answerability, fluency, 30 rows)"
    assert repr(report.judged) == "Judged(the rows: answerability, fluency, 30 rows)"
    assert len(report._repr_html_()) < 4_000


def test_calibration() -> None:
    found = qgauge.calibrate(rows_of("rated.jsonl"), ["q_bleu1"], require_kappa=0.4)
    said = "trust q_bleu1.answerability for answerability; nothing to trust for fluency; 30 rows"
    assert repr(found) == f"Calibration(the rows: {said})"
    frame = found.to_pandas()
    assert frame["verdict"].dropna().tolist() == ["undecided", "trust", "undecided"]
    assert frame["floor"].tolist() == [False, False, True, True, False, True, True]
    assert frame["more_rows"][0] == 6
    assert "floor: length" in str(found)


def test_ranking() -> None:
    rows = [
        {"id": "a", "question": "What is lava?", "references": ["Where is Etna?"], "answer": "x"},
        {"id": "b", "question": "Where is Etna?", "references": ["Where is Etna?"]},
        {"id": "c", "question": "Why?"},
    ]
    ranking = qgauge.rank(rows, "rouge_l", threshold=0.5)
    assert repr(ranking) == "Ranking(rouge_l: 1 row from 1.0000 to 1.0000)"
    assert str(ranking).splitlines() == [
        "rank  rouge_l  id  question        answer",
        "   1   1.0000  b   Where is Etna?",
        "1 more row(s) omitted because of threshold or top",
        "not ranked: c (no references)",
    ]
    frame = qgauge.rank(rows, "rouge_l").to_pandas()
    assert frame["rank"].tolist() == [1, 2]
    assert frame["answer"].isna().tolist() == [True, False]
    assert list(frame)[:6] == ["rank", "id", "system", "question", "answer", "rouge_l"]
    assert repr(qgauge.rank(rows, "rouge_l", threshold=2)) == "Ranking(rouge_l: 0 rows)"


def test_ranking_names_the_likeliest_flaw() -> None:
    stories = {row["id"]: row for row in rows_of("stories.jsonl")}
    lines = str(qgauge.rank([stories["ferry-1"], stories["ferry-5"]])).splitlines()
    assert lines[0].split() == ["rank", "quality", "flaw", "id", "question", "answer", "why"]
    assert lines[1].split()[2] == "ferry-1"
    assert lines[2].split()[2:4] == ["wrong", "answer"]


def test_comparison() -> None:
    comparison = qgauge.compare(rows_of("questions.jsonl"), ["rouge_l"], resamples=100)
    assert repr(comparison).startswith("SystemComparison(rouge_l: ")
    assert repr(comparison).count("; ") == len(comparison.tests) - 1
    frame = comparison.to_pandas()
    assert len(frame) == len(comparison.tests)
    test = comparison.tests[0]
    assert frame["difference"][0] == test.difference
    assert test.ci is not None
    assert (frame["low"][0], frame["high"][0]) == test.ci


def test_explanation_shows_the_steps() -> None:
    explanation = qgauge.explain(rows_of("questions.jsonl"), metrics=["rouge_l"])
    lines = str(explanation).splitlines()
    assert lines[:2] == ["question: Who built the Halden lighthouse?", "rouge_l = 1.0000"]
    assert lines[2] == "  question: [who] [built] [the] [halden] [lighthouse]"
    assert "[halden]" in harmless(explanation._repr_html_())
    assert explanation.to_pandas()["rouge_l"].tolist() == [1.0]
    words = str(qgauge.explain(rows_of("questions.jsonl"), metrics=["q_bleu1"])).splitlines()
    head, names = words[2:4]
    assert names.split() == ["name", "0.41", *["halden"] * 3, *["1.0000"] * 3]
    assert head.index("in the question") == names.index("halden")
    assert head.index("matched") == names.rindex("halden")
    unscored = qgauge.explain([{"id": "n", "question": "Why?"}], metrics=["grammar"], tools=TOOLS)
    assert repr(unscored).startswith("Explanation(n: grammar ")


def test_predicted_ratings() -> None:
    ratings = qgauge.dimensions(rows_of("stories.jsonl")[:2], tools=TOOLS)
    frame = ratings.to_pandas()
    first = ratings.questions[0].ratings["clarity"]
    assert frame["clarity"][0] == first.share
    assert (
        frame["clarity.rating"][0] == first.rating == pytest.approx(1 + 2 * first.share, abs=5e-4)
    )
    assert frame["clarity.uncertainty"][0] == first.uncertainty > 0
    assert 0 < frame["clarity.flawed"][0] == first.flawed < 1
    assert repr(ratings).startswith("PredictedRatings(2 questions: fluency, clarity")


def test_qud_labels() -> None:
    found = qgauge.qud(rows_of("qud.jsonl"), criteria=["language"], method="rule")
    frame = found.to_pandas()
    assert list(frame)[:6] == [
        "id", "system", "question", "anchor", "answer_sentence", "qud_language:method=rule"
    ]  # fmt: skip
    counts = found.counts["qud_language:method=rule"]["(all)"]
    labels = frame["qud_language:method=rule"].value_counts().to_dict()
    assert labels == {name: n for name, n in counts.labels.items() if n}
    assert f"yes {counts.labels['yes']} (" in str(found)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: qgauge.rank(examples("A"), "qud_language:method=rule"), "gives labels"),
        (lambda: qgauge.rank([], "bleu1", top=0), "top must be at least 1"),
        (lambda: qgauge.compare([], baseline="a", all_pairs=True), "baseline or all_pairs"),
        (lambda: qgauge.compare([{"question": "?", "references": "?"}]), "only one system"),
        (lambda: qgauge.explain([{"id": "a", "question": "?"}], "b"), "there is no id 'b'"),
        (lambda: qgauge.explain([]), "found no questions"),
        (lambda: qgauge.meta([{"question": "?", "references": "?"}]), "no row has ratings"),
        (lambda: qgauge.meta([], level="rows"), "level must be one of 'items', 'systems'"),  # type: ignore[arg-type]
        (lambda: qgauge.meta([], kinds=["r"]), "kinds must be one of 'pearson'"),  # type: ignore[list-item]
        (lambda: qgauge.qud([{"question": "?"}]), "an edge needs the article's sentences"),
        (lambda: qgauge.qud([{"edges": []}, {"question": "?"}]), "line 1, field 'sentences'"),
        (lambda: qgauge.qud([{"sentences": ["A."], "edges": []}, {}]), "line 2, field 'edges'"),
        (lambda: qgauge.qud([]), "there are no edges"),
        (lambda: qgauge.qud([], criteria=["grammar"]), "there is no criterion 'grammar'"),
        (lambda: qgauge.qud([], articles="folder"), "articles can be given with files only"),
    ],
)
def test_mistakes(call: Any, complaint: str) -> None:
    with pytest.raises(qgauge.QgaugeError, match=complaint):
        call()
