"""The report of scored rows: what is kept of them, its sentences and sections."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked
from hypothesis import example, given
from hypothesis import strategies as st

from qgauge.core import Example
from qgauge.report import Cards, Page, Piece, Section, Table, render
from qgauge.report.provenance import made_section
from qgauge.report.question_cards import LONGEST_PASSAGE, found_in, passage_pieces
from qgauge.report.scored_page import scored_page
from qgauge.report.scored_rows import CARDS, MOST_METRICS, MOST_SYSTEMS, ScoredRows, main_of
from qgauge.report.summaries import mean_of, summarised

MADE = made_section([("command", "qgauge report")])


def kept(
    systems: dict[str, Sequence[Any]],
    metric: str = "quality",
    *,
    most_rows: int = 200,
    changes: bool = False,
    **more: Any,
) -> ScoredRows:
    """Return rows of systems with these values, or scores as JSON; ids are 0, 1, 2, …"""
    rows = ScoredRows(most_rows, changes=changes)
    for name, values in systems.items():
        for at, value in enumerate(values):
            example = Example(str(at), f"Question {at} of {name}?", system=name, **more)
            score = value if isinstance(value, dict) else {"value": value}
            rows.add(example, {metric: score})
    return rows


def page_of(rows: ScoredRows, **more: Any) -> Page:
    return scored_page(rows, title="Report", made=MADE, **more)


def section(page: Page, title: str) -> Section:
    (found,) = [one for one in page.sections if one.title == title]
    return found


def table(page: Page, title: str, at: int = 0) -> Table:
    found = section(page, title).blocks[at]
    assert isinstance(found, Table)
    return found


def texts(table: Table) -> list[list[str]]:
    return [[cell if isinstance(cell, str) else cell.text for cell in row] for row in table.rows]


LOW, HIGH = [0.2, 0.3, 0.4, 0.5] * 5, [0.6, 0.7, 0.8, 0.9] * 5


def test_a_clear_winner_is_called_so() -> None:
    page = page_of(kept({"atlas": LOW, "birch": HIGH}))
    assert page.summary[0] == ("40 questions of 2 systems, atlas and birch, scored with quality.")
    # means .35 and .75; every row is .4 higher, so the interval of the difference has no width
    assert page.summary[1].startswith("birch has the highest quality, .75 [")
    assert (
        "Its lead over atlas is unlikely to be luck: +.40 [+.40, +.40], p < .001."
        in (page.summary[1])
    )
    assert page.summary[2] == (
        "Good questions, with a quality of .5 or more: 100 % of birch and 25 % of atlas. Poor "
        "ones, below .3: 25 % of atlas."
    )


def test_a_lead_that_may_be_luck() -> None:
    page = page_of(kept({"atlas": [0.5, 0.9, 0.1, 0.6], "birch": [0.6, 0.7, 0.4, 0.5]}))
    assert "but its lead over atlas may be luck: +.02" in page.summary[1]
    assert texts(table(page, "Differences"))[0][4] == "may be luck"


def test_better_on_one_metric_and_not_on_another() -> None:
    rows = ScoredRows()
    for name, quality in (("atlas", LOW), ("birch", HIGH)):
        for at, value in enumerate(quality):
            scores = {"grammar": {"value": (at * 7 % 5) / 5}, "quality": {"value": value}}
            rows.add(Example(str(at), "Who?", system=name), scores)
    said = page_of(rows).summary
    assert said[1].endswith(" Its lead over atlas is unlikely to be luck.")
    assert said[2] == (
        "birch is better than atlas on quality, +.40 [+.40, +.40], p < .001; not on grammar."
    )


def test_systems_without_ids_in_common_cannot_be_tested() -> None:
    rows = ScoredRows()
    for at in range(6):
        rows.add(Example(f"x{at}", "Who?", system="ab"[at % 2]), {"quality": {"value": at / 10}})
    page = page_of(rows)
    assert page.summary[1].endswith("Whether that is luck cannot be tested: no ids in common.")
    assert texts(table(page, "Differences"))[0][2:5] == ["-", "-", "no ids in common"]


def test_rows_about_different_passages_are_not_paired() -> None:
    rows = ScoredRows()
    for at in range(6):
        example = Example(str(at // 2), "Who?", system="ab"[at % 2], passage=f"Passage {at}.")
        rows.add(example, {"quality": {"value": at / 10}})
    (row,) = texts(table(page_of(rows), "Differences"))
    assert row[4] == "rows with the same id have different passages or references"


def test_one_system_has_no_differences() -> None:
    page = page_of(kept({"": [0.2, 0.6, 0.7]}))
    assert page.summary == [
        "3 questions, scored with quality.",
        "The mean quality is .50 [.00, 1.00], over 3 questions.",
        "2 of 3 questions (67 %) are good (a quality of .5 or more); 1 (33 %) are poor (below .3).",
        "Fix first: no flaw is common; look at the worst question, “Question 0 of ?” "
        "(quality .20).",
    ]
    assert [one.title for one in page.sections] == [
        *("Means", "Worst and best questions", "Distributions", "Rows", "How it was made"),
    ]


def test_the_flaws_of_a_baseline_are_not_to_be_fixed() -> None:
    rows = ScoredRows(changes=True)
    for system, kinds in (("old", ["vague"] * 3), ("new", ["leaks", "leaks", ""])):
        for at, kind in enumerate(kinds):
            flaws = [{"kind": kind}] if kind else []
            score = {"value": 0.2 + at / 10, "evidence": {"flaws": flaws}}
            rows.add(Example(str(at), "Who?", system=system), {"quality": score})
    (said,) = [one for one in page_of(rows).summary if one.startswith("Fix first")]
    assert said.endswith("is “vague”, in 3 of 6 questions (50 %), all of them of old.")
    (said,) = [one for one in page_of(rows, baseline="old").summary if one.startswith("Fix first")]
    assert said.endswith("is “leaks”, in 2 of 3 questions (67 %).")


def test_one_row() -> None:
    page = page_of(kept({"": [0.6]}))
    (cards,) = section(page, "Worst and best questions").blocks
    assert isinstance(cards, Cards)
    assert (cards.caption, len(cards.cards)) == ("The question with the lowest quality", 1)
    assert texts(table(page, "Means")) == [["quality", ".60", "1"]]


def test_no_row_is_scored() -> None:
    page = page_of(kept({"a": [{"value": None, "unscored": "no passage"}] * 3}))
    assert page.summary == [
        "3 questions of a, scored with quality.",
        "Unscored and not in any mean: 3 by quality (no passage).",
    ]
    assert texts(table(page, "Unscored rows")) == [["quality", "a", "no passage", "3 (100 %)"]]
    assert checked(render(page))


def test_rows_without_any_score() -> None:
    rows = ScoredRows()
    rows.add(Example("1", "Who?"), None)
    rows.add(Example("2", "Why?"), "high")
    assert page_of(rows).summary == ["2 questions; no row has a score."]


def test_unscored_rows_are_in_no_mean() -> None:
    rows = kept({"a": [0.5, {"value": None, "unscored": "no answer"}, 0.7, None]})
    page = page_of(rows)
    assert texts(table(page, "Means")) == [["quality", ".60 [.00, 1.00]", "2"]]
    assert texts(table(page, "Unscored rows")) == [
        ["quality", "a", "no answer", "1 (25 %)"],
        ["quality", "a", "the value is missing", "1 (25 %)"],
    ]


def test_the_commonest_flaw_is_to_be_fixed_first() -> None:
    def flawed(*kinds: str) -> dict[str, Any]:
        return {"value": 0.2, "evidence": {"flaws": [{"kind": kind} for kind in kinds]}}

    page = page_of(
        kept(
            {
                "a": [flawed("vague"), flawed("vague", "wrong answer"), flawed()],
                "b": [flawed("wrong answer"), flawed("wrong answer", "wrong answer"), flawed()],
            }
        )
    )
    assert (
        "Fix first: the commonest flaw is “wrong answer”, in 3 of 6 questions (50 %), 2 of them "
        "of b." in page.summary
    )
    assert texts(table(page, "What to fix")) == [
        ["wrong answer", "1 (33 %)", "2 (67 %)", "3 (50 %)"],
        ["vague", "2 (67 %)", "0", "2 (33 %)"],
    ]


def test_labels_are_counted() -> None:
    page = page_of(kept({"a": ["yes", "no", "yes"], "b": ["no", "no", "no"]}, "qud_language"))
    assert texts(table(page, "Labels")) == [
        ["no", "1 (33 %)", "3 (100 %)", "4 (67 %)"],
        ["yes", "2 (67 %)", "0", "2 (33 %)"],
    ]
    assert "Systems" not in [one.title for one in page.sections]


def test_what_changed_since_the_baseline() -> None:
    rows = kept({"old": [0.5, 0.5, 0.5, 0.5], "new": [0.5, 0.9, 0.1, 0.6]}, changes=True)
    page = page_of(rows, baseline="old")
    counts, worse, better = section(page, "Since old").blocks
    assert counts.paragraphs == [  # type: ignore[union-attr]
        "Of 4 rows that both systems have, quality of new is higher in 2 (50 %), lower in 1 "
        "(25 %) and the same in 1."
    ]
    assert isinstance(worse, Table) and isinstance(better, Table)
    assert texts(worse)[0][:6] == [
        *("2", "-.40", ".50", ".10", "Question 2 of old?", "Question 2 of new?")
    ]
    assert [row[:2] for row in texts(better)] == [["1", "+.40"], ["3", "+.10"]]


def test_many_systems_are_compared_with_the_best() -> None:
    rows = kept({f"s{at}": [at / 10, at / 10 + 0.05, at / 20] for at in range(8)})
    found = summarised(rows)
    assert [(one.second, one.first) for one in found.tests][:2] == [("s7", "s6"), ("s7", "s5")]
    assert len(found.tests) == 7


def test_too_many_systems_are_one() -> None:
    rows = kept({f"s{at}": [0.5, 0.7] for at in range(MOST_SYSTEMS + 5)})
    page = page_of(rows)
    assert page.summary[0].startswith("110 questions of too many systems to compare")
    assert texts(table(page, "Means")) == [["quality", ".60 [.58, .62]", "110"]]


def test_too_many_metrics_are_named() -> None:
    rows = ScoredRows()
    rows.add(Example("1", "Who?"), {f"m{at}": {"value": 0.5} for at in range(MOST_METRICS + 2)})
    (note,) = section(page_of(rows), "Metrics left out").blocks
    assert "Left out: m20 and m21." in note.paragraphs[0]  # type: ignore[union-attr]


def test_rows_scored_in_different_ways_are_told_apart() -> None:
    rows = ScoredRows()
    for at, signature in enumerate(["quality|v:1", "quality|v:2"]):
        score = {"value": 0.5, "signature": signature}
        rows.add(Example(str(at), "Who?"), {"quality": score})
    assert page_of(rows).summary[-1].startswith("Beware: the rows were scored with different")


@pytest.mark.parametrize(
    ("metrics", "main"),
    [
        (["bleu4", "quality:method=weights", "q_bleu1"], "quality:method=weights"),
        (["bleu4", "q_bleu1"], "q_bleu1"),
        (["bleu4", "rouge_l"], "bleu4"),
        ([], None),
    ],
)
def test_the_main_metric(metrics: list[str], main: str | None) -> None:
    assert main_of(metrics) == main


@given(st.lists(st.floats(0, 1), max_size=40))
def test_the_worst_and_best_rows_are_those_of_a_sort(values: list[float]) -> None:
    rows = kept({"": values})
    by_value = sorted(range(len(values)), key=lambda at: (values[at], at))
    by_height = sorted(range(len(values)), key=lambda at: (-values[at], at))
    assert [row.number for row in rows.worst("quality")] == by_value[:CARDS]
    assert [row.number for row in rows.best("quality")] == by_height[:CARDS]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_the_mean_is_the_mean(values: list[float]) -> None:
    found = mean_of(values, (0, 1))
    assert found is not None
    assert found.value == pytest.approx(math.fsum(values) / len(values))
    assert (found.interval is None) == (len(values) < 2)


# ------------------------------------------------------------------ passages


def test_the_evidence_is_marked() -> None:
    pieces = passage_pieces("Bram rowed her.", [(0, 4, "answer"), (0, 10, "the reader's answer")])
    assert pieces == [
        Piece("Bram", "answer and the reader's answer"),
        Piece(" rowed", "the reader's answer"),
        Piece(" her."),
    ]


@given(
    st.text(max_size=3000),
    st.lists(st.tuples(st.integers(0, 3000), st.integers(1, 50)), max_size=3),
)
def test_pieces_join_to_the_passage(passage: str, places: list[tuple[int, int]]) -> None:
    spans = [(at, at + size, "answer") for at, size in places if at + size <= len(passage)]
    pieces = passage_pieces(passage, spans)
    joined = "".join(piece.text for piece in pieces)
    if len(passage) <= LONGEST_PASSAGE:
        assert joined == (passage if passage.strip() else "")
    else:
        assert joined.removeprefix("… ").removesuffix(" …") in passage


@pytest.mark.parametrize(
    ("passage", "text", "place"),
    [
        ("It was Bram.", "bram", (7, 11)),
        ("It was Bram.", " Bram ", (7, 11)),
        ("It was Bram.", "Ines", None),
        ("İt was Bram.", "bram", None),  # lower case has another length
        ("It was Bram.", "", None),
    ],
)
def test_where_an_answer_is(passage: str, text: str, place: tuple[int, int] | None) -> None:
    assert found_in(passage, text) == place


def test_answers_in_the_passage_are_marked_on_the_card() -> None:
    passage = "The ferry left at seven. Bram rowed her across."
    predicted = {"text": "Bram", "start": 25, "end": 29}
    row = {"value": 0.2, "evidence": {"predicted": predicted}, "parts": {"soft": 0.2}}
    rows = kept({"": [row]}, "answering", passage=passage, answer="seven")
    (cards,) = section(page_of(rows), "Worst and best questions").blocks
    assert isinstance(cards, Cards)
    marked = [(piece.text, piece.mark) for piece in cards.cards[0].passage if piece.mark]
    assert marked == [("seven", "answer"), ("Bram", "the reader's answer")]
    assert [name for name, _ in cards.cards[0].parts] == ["soft"]


# ------------------------------------------------------------------ hostile rows


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_in_every_field(text: str) -> None:
    rows = ScoredRows(changes=True)
    for system in (text, "b"):
        for at in range(3):
            example = Example(
                f"{text}{at}", text, (text,), passage=f"x {text} y", answer=text, system=system
            )
            score = {
                "value": at / 3,
                "parts": {text: 0.5},
                "signature": text,
                "evidence": {
                    "why": [text],
                    "reason": text,
                    "flaws": [{"kind": text}],
                    "errors": [{"kind": text, "text": text}],
                    "predicted": {"text": text, "start": 2, "end": 2 + len(text)},
                    "rests_on": text,
                },
            }
            given = {
                text: score,
                "quality": score,
                "label": {"value": text},
                "none": {"value": None, "unscored": text},
            }
            rows.add(example, given)
    page = scored_page(rows, title=text, made=MADE, baseline=text, rest="x.rows.jsonl")
    html = render(page)
    assert html == render(page)
    checked(html)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
_SCORE = ("value", "parts", "unscored")
_EVIDENCE = ("why", "flaws", "errors", "predicted", "rests_on", "reason", "comparison")
ODD = st.builds(
    lambda score, evidence: {**score, "evidence": evidence},
    st.fixed_dictionaries({}, optional=dict.fromkeys(_SCORE, JSON)),
    st.fixed_dictionaries({}, optional=dict.fromkeys(_EVIDENCE, JSON)) | JSON,
)


@given(st.lists(st.dictionaries(st.sampled_from(["quality", "x"]), ODD | JSON), max_size=4))
@example([{"x": 2.7e154}, {}, {"x": 0}])
def test_scores_may_be_anything(scores: list[dict[str, Any]]) -> None:
    rows = ScoredRows()
    for at, one in enumerate(scores):
        rows.add(Example(str(at), "Who?", system="ab"[at % 2]), one)
    checked(render(page_of(rows)))
