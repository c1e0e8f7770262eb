"""The data sheet of an export: what it says, and what it keeps to itself."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

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

from qgauge.annotate.agreement import agreement
from qgauge.annotate.data_sheet import data_sheet
from qgauge.annotate.scheme import Scheme
from qgauge.annotate.tasks import Answer, Task

SHEET = partial(data_sheet, sources=[("made.jsonl", "ab12")], overlap=2, salt="a secret")
KNOWN = replace(
    scheme(scale("fluency", 1, 2, 3), skip_reasons=("not a question",)),
    guidelines="Read it twice.\n\n- Then decide.",
    digest="cd34",
)


def rated() -> tuple[list[Task], list[Answer]]:
    tasks = questions(20)
    gold = Task("g", {"question": "Mill?"}, {}, gold={"fluency": 1})
    marks = [1, 2, 3, 3, 2] * 4
    answers = says("Anna Berg", tasks, column("fluency", marks), seconds=7.0, saved="2026-01-03T10")
    answers += says("Ben Dahl", tasks[:16], column("fluency", [1, 2, 2, 3] * 4), seconds=3.0)
    answers += says("Ben Dahl", tasks[16:17], [{}], skipped="not a question")
    answers += says("Ben Dahl", tasks[17:18], [{}], skipped="I, Ben, am tired", saved="2026-01-04")
    answers += says("Anna Berg", [gold], column("fluency", [1]), note="Anna was here")
    answers += says("Zoe Falk", tasks[2:3], column("fluency", [2]), stage="adjudication")
    return [*tasks, gold], answers


def rows(sheet: str, heading: str) -> list[list[str]]:
    section = re.split(r"^## ", sheet, flags=re.MULTILINE)
    (text,) = [one for one in section if one.startswith(heading)]
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return lines[2:]


def test_the_sheet_says_what_was_done() -> None:
    tasks, answers = rated()
    sheet = SHEET(KNOWN, tasks, answers)
    assert "21 questions in 8 groups" in sheet
    assert "Ratings were saved from 2026-01-03T10 to 2026-01-04." in sheet
    assert "| made.jsonl | `ab12` |" in sheet
    assert "> - Then decide." in sheet
    assert sorted(row[1:] for row in rows(sheet, "Raters")) == [
        ["16", "2", "3", "-"],
        ["21", "0", "7", "100% of 1"],
    ]
    assert rows(sheet, "Overlap") == [["1", "5"], ["2", "16"]]
    assert "5 ratings of 5 tasks are missing" in sheet
    assert "Adjudicated tasks: 1, by 1 person." in sheet
    assert "4 tasks have a single rating" in sheet
    alpha = agreement(KNOWN, tasks, answers).field("fluency").measures["alpha_interval"]
    assert alpha.interval is not None
    low, high = alpha.interval
    expected = [f"{alpha.value:.3f}", f"{low:.3f} to {high:.3f}", "16"]
    assert ["fluency", "alpha, interval", *expected] in rows(sheet, "Agreement")


@pytest.mark.parametrize("final", [False, True])
def test_names_and_typed_reasons_are_left_out(final: bool) -> None:
    tasks, answers = rated()
    sheet = SHEET(KNOWN, tasks, answers, final=final)
    assert not re.search("Anna|Ben|Zoe", sheet)
    assert sorted(rows(sheet, "Skipped")) == [
        ["a reason that the rater typed", "1"],
        ["not a question", "1"],
    ]
    named = SHEET(KNOWN, tasks, answers, final=final, raters="names", notes=True)
    assert "| Anna Berg | 21 |" in named
    assert "I, Ben, am tired" in named


def test_an_empty_study_has_a_sheet() -> None:
    sheet = SHEET(KNOWN, questions(2), [])
    assert "Nobody has rated yet." in sheet
    assert "No task has two ratings" in sheet
    assert "2 of 2 tasks have no rating." in sheet


@pytest.mark.parametrize(
    ("known", "column_of_it"),
    [
        (QUD, "`ratings.relevance`"),
        (scheme(CONCEPTS, kind="document"), "`annotators`"),
        (scheme(labels("better", "a", "b", "same"), kind="pair"), "`ratings.preferred`"),
    ],
)
def test_the_columns_of_every_kind_are_explained(known: Scheme, column_of_it: str) -> None:
    sheet = SHEET(known, [], [])
    assert column_of_it in [row[0] for row in rows(sheet, "How to read")]


def test_hostile_texts_stay_text() -> None:
    hostile = replace(KNOWN, title="a | b\n# c <script>", about="*x* [y](z)", skip_reasons=("a|b",))
    tasks = questions(1)
    answers = says("| x |\n## y", tasks, [{}], skipped="a|b")
    sheet = SHEET(hostile, tasks, answers, raters="names")
    assert sheet.splitlines()[0] == "# Data sheet: a | b \\# c &lt;script>"
    assert "\\*x\\* \\[y\\](z)" in sheet
    assert sum(line.startswith("## y") for line in sheet.splitlines()) == 0
    assert "| a\\|b | 1 |" in sheet


def test_every_version_of_a_file_is_listed() -> None:
    sheet = data_sheet(
        KNOWN,
        questions(1),
        [],
        sources=[("made.jsonl", "ab12"), ("made.jsonl", "cd34")],
        overlap=1,
        salt="",
        earlier_texts=1,
    )
    assert "| made.jsonl | `ab12` |\n| made.jsonl | `cd34` |" in sheet
    assert "1 task was rated with a text that was changed later" in sheet


def test_one_is_not_several() -> None:
    sheet = SHEET(KNOWN, questions(1), says("ann", questions(1), [{"fluency": 1}]), overlap=1)
    assert "1 question in 1 group that shares a text." in sheet
    assert "Every task was to be rated by 1 rater." in sheet
    assert "- 1 task has a single rating" in sheet
    assert "- 1 rater: the agreement" in sheet
    assert "Ratings of questions. What was rated: What is rated." in sheet
    assert "(s)" not in sheet


@pytest.mark.parametrize("gold", [False, True])
def test_the_sheet_says_where_gold_tasks_are(gold: bool) -> None:
    tasks, answers = rated()
    sheet = SHEET(KNOWN, tasks, answers, gold=gold)
    assert ("`gold_values`" in sheet) == gold
    assert ("The file does not have them." in sheet) != gold


def test_columns_have_their_names_in_the_file() -> None:
    known = scheme(scale("fluency", 1, 2, 3), flags("notes", "odd"))
    columns = [row[0] for row in rows(SHEET(known, [], [], notes=True), "How to read")]
    assert "`notes_by_rater`" in columns and "`notes`, `skipped`" in columns
