"""Documents from rows: assembly, and the messages for bad rows and spans."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.concepts import Collection, Document, Snippet, document
from qgauge.concepts.offsets import Unit
from qgauge.concepts.standoff import by_verdict, standoff
from qgauge.core import BadInput

TEXT = "Iron rusts in water."


def row(span: Any) -> dict[str, Any]:
    return {"id": "rust", "text": TEXT, "annotators": {"ann": [[0, 4], span]}}


@pytest.mark.parametrize(
    "span",
    [
        [5, 10],
        {"start": 5, "end": 10},
        {"start": 5, "end": 10, "text": "rusts", "label": "process"},
        [[5, 10]],
        {"fragments": [[5, 7], [7, 10]]},
        {"fragments": [[6, 10], [5, 8]], "text": "rusts"},
    ],
)
def test_forms_of_a_span(span: Any) -> None:
    assert document(row(span)).annotators["ann"][1] == Snippet(((5, 10),), "ann")


def test_fragments_with_a_gap_stay_separate() -> None:
    made = document(row({"fragments": [[14, 19], [0, 4]], "text": "Iron  water"}))
    assert made.annotators["ann"][1].fragments == ((0, 4), (14, 19))
    assert made.annotators["ann"][1].text(TEXT) == "Iron … water"


def test_overlapping_and_nested_spans_stay_and_repeated_ones_count_once() -> None:
    spans = [[5, 10], [0, 10], [0, 4], [0, 10], [3, 7]]
    made = document({"id": "rust", "text": TEXT, "annotators": {"ann": spans}})
    found = [one.fragments[0] for one in made.annotators["ann"]]
    assert found == [(0, 4), (0, 10), (3, 7), (5, 10)]
    assert made.repeated == 1


@pytest.mark.parametrize(
    ("span", "said"),
    [
        ([5, 5], "the span 5-5 is empty"),
        ([7, 5], "the span 7-5 ends before it starts"),
        ([-1, 5], "the span -1-5 starts before the text"),
        ([5, 21], "the span 5-21 ends after the text, which has 20 characters"),
        ([5], "of whole numbers"),
        ([5, 6, 7], "of whole numbers"),
        ([5.0, 10], "of whole numbers"),
        ([True, 10], "of whole numbers"),
        (["5", "10"], "of whole numbers"),
        ({"start": 5}, "of whole numbers"),
        ([], "not a span"),
        ("5-10", "'5-10' is not in the document; no word of it is"),
        (
            "salt water",
            "'salt water' is not in the document; the closest place is 11-19, 'in water'",
        ),
        ("", "the snippet is empty"),
        ({"text": "Iron rots"}, "the closest place is 0-10, 'Iron rusts'"),
        ({"label": "process"}, "not a span"),
        (None, "not a span"),
        ({"fragments": "5 10"}, "not a span"),
        ([[5, 10], [3]], "of whole numbers"),
        ({"start": 5, "end": 10, "text": "rust"}, "the text at its offsets is 'rusts', not 'rust'"),
        ({"start": 5, "end": 10, "text": 7}, "must be a string"),
    ],
)
def test_a_bad_span_is_named_with_document_annotator_and_place(span: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        document(row(span))
    assert said in str(refused.value)
    assert "field 'annotators.ann[1]': document 'rust'" in str(refused.value)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "a document must be an object"),
        ({"id": True}, "an id must be a string or a whole number"),
        ({"id": ""}, "an id must be a string or a whole number"),
        ({"id": "x"}, "no text and no spans"),
        ({"id": "x", "text": " "}, "the text is empty"),
        ({"id": "x", "text": 5}, "the text is empty or not a string"),
        ({"id": "x", "text": "a", "annotators": [[0, 1]]}, 'write {"NAME": [spans], …}'),
        ({"id": "x", "text": "a", "annotators": {"ann": {}}}, "field 'annotators.ann'"),
        ({"id": "x", "text": "a", "annotators": {"": []}}, "the name is empty"),
        ({"id": "x", "text": "a", "adjudicated": {"vitale": []}}, "only 'vital' and 'optional'"),
        ({"id": "x", "text": "a", "spans": []}, "either 'annotator' or 'system'"),
        ({"id": "x", "text": "a", "spans": {}, "system": "s"}, "a list of spans"),
        (
            {"id": "x", "text": "a", "spans": [], "system": "s", "annotator": "b"},
            "either 'annotator' or 'system'",
        ),
        ({"id": "x", "annotators": {"ann": []}}, "no row has its text"),
        ({"id": "x", "text": "a", "systems": {"s": []}}, "to score against"),
        ({"id": "x", "text": "a"}, "to score against"),
    ],
)
def test_a_bad_row_is_refused(value: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        document(value)
    assert said in str(refused.value)


def together(*rows: Any) -> tuple[list[Document], list[str]]:
    collection, refused = Collection(), []
    for number, value in enumerate(rows, 1):
        collection.add(value, file="f.jsonl", line=number, number=number)
    made = list(collection.documents(lambda error, _: refused.append(str(error))))
    return made, refused


def test_rows_with_one_id_make_one_document_in_any_order() -> None:
    rows = [
        {"id": 1, "system": "mine", "spans": [[5, 10]]},
        {"id": "1", "text": TEXT, "annotators": {"ann": [[0, 4]]}},
        {"id": "1", "text": TEXT, "annotator": "ben", "spans": []},
    ]
    (made,), refused = together(*rows)
    assert not refused
    assert dict(made.annotators) == {"ann": (Snippet(((0, 4),), "ann"),), "ben": ()}
    assert dict(made.systems) == {"mine": (Snippet(((5, 10),), "mine"),)}
    (again,), _ = together(*reversed(rows))
    assert again == made


def test_a_bad_row_does_not_affect_others() -> None:
    made, refused = together(
        {"id": "b", "text": TEXT, "annotators": {"ann": [[0, 4]]}},
        {"id": "b", "system": "good", "spans": [[0, 4]]},
        {"id": "b", "system": "bad", "spans": [[0, 99]]},
        {"id": "b", "system": "good", "spans": [[0, 9]]},
        {"id": "b", "text": "Other text", "system": "late", "spans": []},
        {"id": "a", "text": TEXT, "annotators": {"ann": []}},
        {"id": "c", "text": TEXT, "systems": {"good": []}},
        {"id": "d", "systems": {"good": []}},
    )
    assert [one.id for one in made] == ["a", "b"]
    assert list(made[1].systems) == ["good"]
    assert refused == [
        "f.jsonl, line 3, field 'spans[0]': document 'b': the span 0-99 ends after the text, "
        "which has 20 characters",
        "f.jsonl, line 4, field 'spans': document 'b': the spans of 'good' are given twice",
        "f.jsonl, line 5, field 'text': document 'b': another row with this id has a different "
        "text",
        "f.jsonl, line 7: document 'c': it has no annotator and no adjudication to score against",
        "f.jsonl, line 8, field 'text': document 'd': no row has its text; if it is in a .txt "
        "file, name its folder with --texts",
    ]


EMOJI = "A 👨‍👩‍👧 eats cafe\u0301 🍰 today."


@pytest.mark.parametrize("unit", ["characters", "utf-16", "bytes"])
def test_offsets_in_every_unit_give_the_same_span(unit: Unit) -> None:
    def count(text: str) -> int:
        if unit == "utf-16":
            return len(text.encode("utf-16-le")) // 2
        return len(text.encode()) if unit == "bytes" else len(text)

    start, end = EMOJI.index("cafe"), EMOJI.index(" today")
    span = {"start": count(EMOJI[:start]), "end": count(EMOJI[:end]), "text": "cafe\u0301 🍰"}
    made = document({"text": EMOJI, "annotators": {"ann": [span]}}, unit=unit)
    assert made.annotators["ann"][0].fragments == ((start, end),)


def test_offsets_in_the_wrong_unit_are_detected_by_the_text() -> None:
    # "eats" follows "A ", five code points of the family (eight UTF-16 units) and a space
    span = {"start": 11, "end": 15, "text": "eats"}
    with pytest.raises(BadInput, match="seem to count UTF-16 units: try --offsets utf-16"):
        document({"text": EMOJI, "annotators": {"ann": [span]}})


def test_an_offset_within_a_character_is_refused() -> None:
    with pytest.raises(BadInput, match="the span 0-3 splits a character, counted in UTF-16"):
        document({"text": "A 👍 b", "annotators": {"ann": [[0, 3]]}}, unit="utf-16")
    with pytest.raises(BadInput, match="the span 0-1 splits a character, counted in bytes"):
        document({"text": "é b", "annotators": {"ann": [[0, 1]]}}, unit="bytes")
    with pytest.raises(BadInput, match="which has 6 UTF-16 units"):
        document({"text": "A 👍 b", "annotators": {"ann": [[0, 7]]}}, unit="utf-16")


@given(st.text(min_size=1, max_size=12), st.sampled_from(["characters", "utf-16", "bytes"]))
def test_every_span_is_read_or_refused(text: str, unit: Unit) -> None:
    for start in range(-1, 5):
        for end in range(-1, 5):
            value = {"text": text, "annotators": {"ann": [[start, end]]}}
            try:
                made = document(value, unit=unit)
            except BadInput:
                continue
            ((first, last),) = made.annotators["ann"][0].fragments
            assert 0 <= first < last <= len(text)


def test_standoff_spans_and_other_lines() -> None:
    lines = [
        "T1\tConcept 0 4\tIron",
        "R1\tCauses Arg1:T1 Arg2:T2",
        "#1\tAnnotatorNotes T1\tsee the handbook",
        "",
        "T2\tConcept 5 10;14 19\trusts water\r",
        "T3\tConcept 5 10",
    ]
    found = standoff(lines, "rust.ann")
    assert [span["fragments"] for span in found] == [[[0, 4]], [[5, 10], [14, 19]], [[5, 10]]]
    made = document({"text": TEXT, "annotators": {"ann": found}})
    assert [one.span() for one in made.annotators["ann"]] == ["0-4", "5-10", "5-10;14-19"]


@pytest.mark.parametrize(
    "line",
    ["T1 Concept 0 4 Iron", "T1\tConcept 0\tIron", "Iron", "T1\t0 4", "T1\tX 0 " + "9" * 5000],
)
def test_a_malformed_standoff_line_is_refused_by_number(line: str) -> None:
    with pytest.raises(BadInput, match=r"rust.ann, line 2: not a span in brat's format"):
        standoff(["T1\tConcept 0 4\tIron", line], "rust.ann")


def test_types_of_an_adjudicated_file() -> None:
    spans = standoff(["T1\tVital 0 4\tIron", "T2\toptional 5 10\trusts"], "rust.ann")
    decided = by_verdict(spans, "rust.ann")
    made = document({"text": TEXT, "adjudicated": decided})
    assert made.adjudicated == {
        "vital": (Snippet(((0, 4),), "vital"),),
        "optional": (Snippet(((5, 10),), "optional"),),
    }
    with pytest.raises(BadInput, match=r"rust.ann, line 1: .* not 'Concept'"):
        by_verdict(standoff(["T1\tConcept 0 4\tIron"], "rust.ann"), "rust.ann")
