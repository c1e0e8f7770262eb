"""Ratings from Label Studio, doccano and Potato, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.hand_made_ratings import CONCEPTS, QUD, labels, scale, scheme

from qgauge.annotate.imports import mapping_of, read_ratings
from qgauge.annotate.scheme import Choice, Field
from qgauge.annotate.tasks import Task
from qgauge.core import BadInput, BadSetting

EXPORTS = Path(__file__).parent / "exports"
ISSUES = Field(
    "issues",
    "What is wrong?",
    "flags",
    (Choice("redundant", "Redundant"), Choice("generic", "Too generic")),
    required=False,
)
KNOWN = scheme(scale("answerability", 1, 2, 3, 4, 5), ISSUES, Field("why", "Why?", "text"))
TASKS = [
    Task("k1", {"question": "Who built the mill on the Orra?"}, {"id": "q1", "system": "finch"}),
    Task("k2", {"question": "When was the mill built?"}, {"id": "q2", "system": "finch"}),
]
SPANS = scheme(CONCEPTS, kind="document")
TEXT = "🌧 Acid rain damages forests."
DOCUMENTS = [Task("d", {"text": TEXT}, {"id": "d1"})]
MARKED = {
    "concepts": [
        {"start": 2, "end": 11, "kind": "vital"},
        {"start": 20, "end": 27, "kind": "optional"},
    ]
}


def test_label_studio() -> None:
    ann, two, cancelled = read_ratings(
        str(EXPORTS / "label_studio.json"), "label-studio", KNOWN, TASKS
    )
    assert (ann.task, ann.rater, ann.stage) == ("k1", "ann@example.org", "rating")
    assert ann.values == {
        "answerability": 4,
        "issues": ["redundant", "generic"],
        "why": "asks twice",
    }
    assert (ann.seconds, ann.saved) == (12.5, "2026-02-03T09:15:10+00:00")
    assert (two.rater, two.values) == ("user 2", {"answerability": 2})
    assert (cancelled.task, cancelled.values) == ("k2", {})
    assert cancelled.skipped == "skipped in Label Studio"


def test_doccano_names_the_rater_after_the_file() -> None:
    first, second = read_ratings(str(EXPORTS / "ben.jsonl"), "doccano", KNOWN, TASKS)
    assert (first.task, first.rater, first.note) == ("k1", "ben", "clear")
    assert first.values == {"answerability": 5, "issues": ["redundant"]}
    assert (second.task, second.values) == ("k2", {"answerability": 3})


def test_potato_names_the_rater_after_the_folder() -> None:
    file = EXPORTS / "potato" / "ann" / "annotated_instances.jsonl"
    first, second = read_ratings(str(file), "potato", KNOWN, TASKS)
    assert (first.task, first.rater, first.seconds) == ("k1", "ann", 72.0)
    assert first.values == {"answerability": 4, "issues": ["redundant"], "why": "asks twice"}
    assert (second.task, second.values) == ("k2", {"answerability": 3}), "the text shows more"
    assert read_ratings(str(file), "potato", KNOWN, TASKS, rater="eve")[0].rater == "eve"


@pytest.mark.parametrize(
    ("file", "format", "rater"),
    [
        ("label_studio_spans.json", "label-studio", "user 3"),
        ("cleo.jsonl", "doccano", "cleo"),
        ("potato_spans.jsonl", "potato", "eve"),
    ],
)
def test_spans_are_counted_in_code_points(file: str, format: Any, rater: str) -> None:
    (answer,) = read_ratings(str(EXPORTS / file), format, SPANS, DOCUMENTS)
    assert (answer.task, answer.rater, answer.values) == ("d", rater, MARKED)


def test_doccano_with_relations_has_entities() -> None:
    (answer,) = read_ratings(str(EXPORTS / "dora.jsonl"), "doccano", SPANS, DOCUMENTS)
    assert answer.values == {"concepts": [{"start": 2, "end": 11, "kind": "vital"}]}


def written(folder: Path, *rows: Any) -> str:
    file = folder / "ann.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


def test_a_mapping_translates_names_labels_and_columns(tmp_path: Path) -> None:
    twins = [
        Task("k1", {"question": "Who?"}, {"id": "q1", "system": "finch"}),
        Task("k2", {"question": "Who?"}, {"id": "q2", "system": "finch"}),
        Task("k3", {"question": "Who?"}, {"id": "q2", "system": "heron"}),
    ]
    rows = [
        {"id": 1, "text": "Who?", "label": ["all of it"], "row": "q2", "made_by": "heron"},
        {"id": 2, "text": "Who?", "label": ["nothing"], "row": "q1"},
    ]
    mapping = {
        "all of it": "answerability=5",
        "Nothing": "answerability=1",
        "row": "id",
        "made_by": "system",
    }
    found = read_ratings(written(tmp_path, *rows), "doccano", KNOWN, twins, mapping=mapping)
    assert [(one.task, one.values["answerability"]) for one in found] == [("k3", 5), ("k1", 1)]
    studio = {
        "data": {"question": TASKS[0].content["question"]},
        "annotations": [
            {
                "completed_by": 1,
                "result": [
                    {"from_name": "q1", "type": "choices", "value": {"choices": ["Great"]}},
                    {"from_name": "q2", "type": "choices", "value": {"choices": ["yes"]}},
                ],
            }
        ],
    }
    mapping = {"Q1": "answerability", "q1=great": "answerability=5", "q2=Yes": "issues=generic"}
    (answer,) = read_ratings(
        written(tmp_path, studio), "label-studio", KNOWN, TASKS, mapping=mapping
    )
    assert answer.values == {"answerability": 5, "issues": ["generic"]}


def test_pairs_of_label_studio_and_fields_that_do_not_apply(tmp_path: Path) -> None:
    pair = Task("p", {"question_a": "Who?", "question_b": "When?"}, {})
    chosen = {"from_name": "better", "type": "pairwise", "value": {"selected": "right"}}
    row = {
        "data": {"left": "Who?", "right": "When?"},
        "annotations": [{"completed_by": 1, "result": [chosen]}],
    }
    known = scheme(labels("better", "a", "b", "same"), kind="pair")
    (answer,) = read_ratings(written(tmp_path, row), "label-studio", known, [pair])
    assert answer.values == {"better": "b"}
    edge = Task("e", {"question": "Why?", "sentences": ["A.", "B."]}, {})
    result = [
        {"from_name": "language", "type": "choices", "value": {"choices": ["No"]}},
        {"from_name": "relevance", "type": "choices", "value": {"choices": ["not grounded"]}},
    ]
    row = {"data": {"question": "Why?"}, "annotations": [{"completed_by": 1, "result": result}]}
    (answer,) = read_ratings(written(tmp_path, row), "label-studio", QUD, [edge])
    assert answer.values == {"language": "no"}, "the others are not asked"


def test_the_later_of_two_annotations_by_one_person_counts(tmp_path: Path) -> None:
    def annotation(mark: int, time: str) -> dict[str, Any]:
        result = [{"from_name": "answerability", "type": "number", "value": {"number": mark}}]
        return {"completed_by": 1, "result": result, "updated_at": time}

    row = {
        "data": {"question": TASKS[0].content["question"]},
        "annotations": [
            annotation(4, "2026-02-03T12:00:00Z"),
            annotation(2, "2026-02-03T11:00:00Z"),
        ],
    }
    (answer,) = read_ratings(written(tmp_path, row), "label-studio", KNOWN, TASKS)
    assert answer.values == {"answerability": 4}


def studio(result: Any, **data: Any) -> dict[str, Any]:
    return {
        "data": {"question": TASKS[0].content["question"], **data},
        "annotations": [{"completed_by": 1, "result": [result]}],
    }


def given(name: str, kind: str, **value: Any) -> dict[str, Any]:
    return {"from_name": name, "type": kind, "value": value}


GOOD = {"id": 1, "text": TASKS[0].content["question"], "label": ["4"]}
REFUSED: list[tuple[str, Any, str, str]] = [
    ("doccano", {**GOOD, "text": "Who?"}, "text", "no task has this text: 'Who?'"),
    ("doccano", {**GOOD, "id": "q1", "text": "Who?"}, "text", "'q1' has a different text"),
    ("doccano", {**GOOD, "label": ["great"]}, "label[0]", "such as --map answerability.5=great"),
    ("doccano", {**GOOD, "label": ["4", "5"]}, "label[1]", "'4' and '5' for answerability"),
    ("doccano", {**GOOD, "label": [[0, 3, "4"]]}, "label[0]", "'4' is not a value of any field"),
    ("doccano", {**GOOD, "label": [[0, "4"]]}, "label[0]", "a span such as"),
    ("doccano", {**GOOD, "label": 4}, "label", "must be a list"),
    ("doccano", {**GOOD, "relations": [{}]}, "relations", "relations are not read"),
    ("doccano", {"id": 1, "label": ["4"]}, "text", "must be a string"),
    ("doccano", {"text": "Who?"}, "", "must have 'label'"),
    (
        "label-studio",
        studio(given("fluency", "rating", rating=4)),
        "annotations[0].result[0]",
        "such as --map answerability=fluency",
    ),
    (
        "label-studio",
        studio(given("answerability", "rating", rating=9)),
        "annotations[0].result[0]",
        "the values are: 1, 2, 3, 4, 5; say which it is, such as --map answerability.5=9",
    ),
    (
        "label-studio",
        studio(given("answerability", "labels", start=0, end=3, labels=["4"])),
        "annotations[0].result[0]",
        "answerability takes no places in the text",
    ),
    (
        "label-studio",
        studio(given("answerability", "brush", rle=[1])),
        "annotations[0].result[0]",
        "results of type 'brush' are not read",
    ),
    (
        "label-studio",
        studio({"type": "relation", "from_id": "a", "to_id": "b"}),
        "annotations[0].result[0]",
        "relation is not a rating",
    ),
    ("label-studio", studio({}, question="Who?"), "annotations[0].result[0]", "is not a rating"),
    (
        "label-studio",
        {"data": {}, "annotations": [{"result": []}]},
        "annotations[0].completed_by",
        "does not say who it was; add --rater NAME",
    ),
    (
        "label-studio",
        {"annotation_id": 1, "annotator": 1, "question": "Who?"},
        "",
        "not as JSON-MIN",
    ),
    ("potato", {"id": "q1"}, "label_annotations", "must be an object by schema"),
    ("potato", {"id": "q9", "label_annotations": {}}, "id", "no task has this text"),
    (
        "potato",
        {"id": "q1", "label_annotations": {"answerability": {"very good": "1"}}},
        "label_annotations.answerability",
        "'very good' is not a value of answerability",
    ),
    (
        "potato",
        {"id": "q1", "label_annotations": {}, "span_annotations": [{"start": 0}]},
        "span_annotations[0]",
        "must have 'start' and 'end'",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("format", "row", "field", "problem"), REFUSED)
def test_what_does_not_fit_is_refused_with_its_place(
    tmp_path: Path, format: Any, row: Any, field: str, problem: str
) -> None:
    file = written(tmp_path, row)
    with pytest.raises(BadInput) as refused:
        read_ratings(file, format, KNOWN, TASKS)
    assert problem in str(refused.value)
    assert (refused.value.file, refused.value.line, refused.value.field) == (file, 1, field)


def test_the_line_is_that_of_the_row(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"ann.jsonl, line 2, field 'text'"):
        read_ratings(written(tmp_path, GOOD, {**GOOD, "text": "?"}), "doccano", KNOWN, TASKS)
    with pytest.raises(BadInput, match="line 1: not JSON"):
        (tmp_path / "bad.jsonl").write_text("{", encoding="utf-8")
        read_ratings(str(tmp_path / "bad.jsonl"), "doccano", KNOWN, TASKS)
    with pytest.raises(BadInput, match="no ratings"):
        row = {"data": {}, "annotations": []}
        read_ratings(written(tmp_path, row), "label-studio", KNOWN, TASKS)


def test_spans_must_fit_the_text(tmp_path: Path) -> None:
    def span(**value: Any) -> str:
        marked = given("concepts", "labels", labels=["vital"], **value)
        row = {"data": {"text": TEXT}, "annotations": [{"completed_by": 1, "result": [marked]}]}
        return written(tmp_path, row)

    with pytest.raises(BadInput, match="the text of the task at 3-12 is not 'forests'"):
        read_ratings(span(start=3, end=12, text="forests"), "label-studio", SPANS, DOCUMENTS)
    with pytest.raises(BadInput, match="the span 3-99 is not a place"):
        read_ratings(span(start=3, end=99), "label-studio", SPANS, DOCUMENTS)
    (answer,) = read_ratings(span(start=3, end=12), "label-studio", SPANS, DOCUMENTS)
    assert answer.values["concepts"] == MARKED["concepts"][:1], "browsers count UTF-16 units"
    wide = {"id": 1, "text": TEXT.replace(" ", "  "), "label": [[0, 1, "vital"]]}
    with pytest.raises(BadInput, match="white space"):
        read_ratings(written(tmp_path, wide), "doccano", SPANS, DOCUMENTS)


def test_ambiguous_texts_are_refused(tmp_path: Path) -> None:
    twins = [Task(key, {"question": "Who?"}, {"id": key}) for key in ("a", "b")]
    row = {"text": "Who?", "label": ["4"]}
    with pytest.raises(BadInput, match="2 tasks have this text; add their ids"):
        read_ratings(written(tmp_path, row), "doccano", KNOWN, twins)
    (answer,) = read_ratings(written(tmp_path, {**row, "id": "b"}), "doccano", KNOWN, twins)
    assert answer.task == "b"


@pytest.mark.parametrize(
    ("mapping", "problem"),
    [
        ({"x": "fluency"}, "there is no field 'fluency'; the fields are: answerability, issues"),
        ({"x": "answerability=9"}, "'9' is not a value of answerability"),
    ],
)
def test_a_bad_mapping_is_refused(tmp_path: Path, mapping: dict[str, str], problem: str) -> None:
    with pytest.raises(BadSetting, match=problem):
        read_ratings(written(tmp_path, GOOD), "doccano", KNOWN, TASKS, mapping=mapping)


def test_options_become_a_mapping() -> None:
    options = ["fluency=Fluency rating", "score.0.5=so=so", "issues.generic=Q2=yes", "id=row"]
    assert mapping_of(options) == {
        "Fluency rating": "fluency",
        "so=so": "score=0.5",
        "Q2=yes": "issues=generic",
        "row": "id",
    }
    for bad in ("fluency", "=x", "fluency="):
        with pytest.raises(BadSetting, match="--map must be"):
            mapping_of([bad])


def test_an_unknown_program_is_refused() -> None:
    program: Any = "prodigy"
    with pytest.raises(BadSetting, match="the formats are: label-studio, doccano, potato"):
        read_ratings("x", program, KNOWN, TASKS)


# ------------------------------------------------------------------ nothing, and not all


def test_an_annotation_without_a_value_is_no_answer(tmp_path: Path) -> None:
    said: list[str] = []
    rows = [GOOD, {**GOOD, "text": TASKS[1].content["question"], "label": []}]
    found = read_ratings(written(tmp_path, *rows), "doccano", KNOWN, TASKS, tell=said.append)
    assert [one.task for one in found] == ["k1"]
    assert said[0] == "1 annotation has no value and is left out."
    with pytest.raises(BadInput, match="no ratings in it: 2 annotations have no value"):
        read_ratings(written(tmp_path, rows[1], rows[1]), "doccano", KNOWN, TASKS)


def test_answers_that_lack_required_fields_are_counted(tmp_path: Path) -> None:
    said: list[str] = []
    known = scheme(scale("answerability", 1, 2, 3, 4, 5), scale("fluency", 6, 7), QUD.fields[0])
    row = {**GOOD, "label": ["4", "no"]}
    (found,) = read_ratings(written(tmp_path, row), "doccano", known, TASKS, tell=said.append)
    assert found.values == {"answerability": 4, "language": "no"}
    assert said == ["1 answer lacks required fields: fluency."]
    whole = {**GOOD, "label": ["4", "6", "no"]}
    read_ratings(written(tmp_path, whole), "doccano", known, TASKS, tell=said.append)
    assert len(said) == 1, "nothing is missing"


def test_the_hint_about_the_format_helps(tmp_path: Path) -> None:
    other = {**GOOD, "text": TASKS[1].content["question"]}
    file = str(Path(written(tmp_path, GOOD, other)).rename(tmp_path / "ann.json"))
    with pytest.raises(BadInput, match="add --format jsonl"):
        read_ratings(file, "doccano", KNOWN, TASKS)
    assert len(read_ratings(file, "doccano", KNOWN, TASKS, file_format="jsonl")) == 2
    table = tmp_path / "table.jsonl"
    table.write_text("text,label\nWho?,4\n")
    with pytest.raises(BadInput) as caught:
        read_ratings(str(table), "doccano", KNOWN, TASKS)
    assert "--format" not in str(caught.value), "tables are not read"


def test_options_in_messages_can_be_pasted(tmp_path: Path) -> None:
    row = {**GOOD, "label": ["very good"]}
    with pytest.raises(BadInput, match=r"such as --map 'answerability.5=very good'$"):
        read_ratings(written(tmp_path, row), "doccano", KNOWN, TASKS)
    mapping = mapping_of(["answerability.5=very good"])
    (found,) = read_ratings(written(tmp_path, row), "doccano", KNOWN, TASKS, mapping=mapping)
    assert found.values == {"answerability": 5}
    named = studio(given("Answerability_rating", "rating", rating=4))
    with pytest.raises(BadInput, match=r"such as --map answerability=Answerability_rating$"):
        read_ratings(written(tmp_path, named), "label-studio", KNOWN, TASKS)
