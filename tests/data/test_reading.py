"""Reading good files: formats, column names and aliases."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.data import Ids, Refused, read, stem

FULL = {
    "id": "a",
    "question": "Who?",
    "references": ["Who is it?", "Who was it?"],
    "passage": "P.",
    "answer": "Ann",
    "sentences": ["One.", "Two."],
    "anchor": 1,
    "answer_sentence": 2.0,
    "system": "t5",
    "ratings": {"fluency": [4, 4.5, "good"], "overall": 3},
    "zeta": {"deep": [1, None, {"x": 1.5}]},
    "alpha": None,
}
EXPECTED = Example(
    "a",
    "Who?",
    ("Who is it?", "Who was it?"),
    "P.",
    "Ann",
    ("One.", "Two."),
    1,
    2,
    "t5",
    {"fluency": (4, 4.5, "good"), "overall": (3,)},
    {"zeta": {"deep": [1, None, {"x": 1.5}]}, "alpha": None},
)


def test_jsonl_fills_every_field_and_keeps_other_columns_in_order(examples):
    (example,) = examples("a.jsonl", json.dumps(FULL))
    assert example == EXPECTED
    assert list(example.meta) == ["zeta", "alpha"]


@pytest.mark.parametrize(
    "content",
    [
        json.dumps([FULL]),
        json.dumps(FULL),
        json.dumps({"version": [1], "data": [FULL]}),
        json.dumps({"examples": [FULL], "n": 1}),
        json.dumps({"rows": [FULL]}, indent=2),
        f" \n [ {json.dumps(FULL)} ] \n",
    ],
)
def test_json_as_an_array_an_object_with_a_list_or_one_row(examples, content):
    assert examples("a.json", content) == [EXPECTED]


def test_an_object_with_a_question_is_a_row_even_if_it_has_a_data_column(examples):
    (example,) = examples("a.json", '{"data": [1], "question": "Who?"}')
    assert example.meta == {"data": [1]}


@pytest.mark.parametrize("content", ["[]", '{"data": []}', "[ ]"])
def test_an_empty_json_array_has_no_rows(examples, content):
    assert examples("a.json", content) == []


def test_json_rows_without_id_are_numbered_from_one(examples):
    content = '[\n\n{"question": "A?"},\n\n{"question": "B?"}]'
    assert [example.id for example in examples("a.json", content)] == ["1", "2"]


def test_csv_fills_every_field(examples):
    content = (
        "id,question,references,passage,answer,sentences,anchor,answer_sentence,system,ratings,z\n"
        'a,Who?,"[""Who is it?"", ""Who was it?""]",P.,Ann,"[""One."", ""Two.""]",1,2.0,t5,'
        '"{""fluency"": [4, 4.5, ""good""], ""overall"": 3}",1\n'
    )
    (example,) = examples("a.csv", content)
    assert example == Example(
        *(getattr(EXPECTED, name) for name in list(Example.__slots__)[:-1]), {"z": "1"}
    )


def test_empty_csv_cells_are_absent_and_meta_cells_stay(examples):
    names = "id,question,references,passage,answer,sentences,anchor,system,ratings,note"
    (example,) = examples("a.csv", f"{names}\n,Who?,,,,,,,,\n")
    assert example == Example("1", "Who?", meta={"note": ""})


def test_a_references_cell_that_is_not_a_list_is_one_reference(examples):
    content = 'question\treference\nWho?\t[1, 2]\nWhy?\t[sic] what\nHow?\t["a"\n'
    found = examples("a.tsv", content)
    assert [example.references for example in found] == [("[1, 2]",), ("[sic] what",), ('["a"',)]


@pytest.mark.parametrize(
    "alias",
    ["prediction", "predictions", "generated_question", "hypothesis", "generated", "candidate"],
)
def test_question_aliases(examples, alias):
    (example,) = examples("a.jsonl", json.dumps({alias: "Who?"}))
    assert example == Example("1", "Who?")


@pytest.mark.parametrize("alias", ["reference", "target", "gold", "reference_question"])
def test_reference_aliases_take_a_string_or_a_list(examples, alias):
    content = (
        f'{{"question": "Q?", "{alias}": "A?"}}\n{{"question": "Q?", "{alias}": ["A?", "B?"]}}'
    )
    assert [e.references for e in examples("a.jsonl", content)] == [("A?",), ("A?", "B?")]


def test_several_reference_columns_combine_in_order_without_blanks(examples):
    row = {"target": ["B?", ""], "question": "Q?", "reference": "A?", "gold": None}
    (example,) = examples("a.jsonl", json.dumps(row))
    assert example.references == ("B?", "A?")
    assert example.meta == {}


@pytest.mark.parametrize(
    ("alias", "field"),
    [
        ("context", "passage"),
        ("paragraph", "passage"),
        ("source", "system"),
        ("model", "system"),
        ("answers", "answer"),
    ],
)
def test_other_aliases(examples, alias, field):
    (example,) = examples("a.jsonl", json.dumps({"question": "Q?", alias: "x"}))
    assert getattr(example, field) == "x"
    assert example.meta == {}


def test_a_fields_own_name_beats_its_alias_which_goes_to_meta(examples):
    row = {"question": "Q?", "passage": "P", "context": [1], "gold": 1, "target": "R?"}
    (example,) = examples("a.jsonl", json.dumps({**row, "references": "R?"}))
    assert (example.question, example.passage, example.references) == ("Q?", "P", ("R?",))
    assert example.meta == {"context": [1], "gold": 1, "target": "R?"}


def test_the_first_of_several_answers_counts_and_the_rest_go_to_meta(examples):
    content = [
        {"question": "Q?", "answers": ["a", "b", "c"]},
        {"question": "Q?", "answers": {"text": ["a", "b"], "answer_start": [3, 9]}},
        {"question": "Q?", "answers": []},
        {"question": "Q?", "answers": {"text": [], "answer_start": []}},
        {"question": "Q?", "answer": ["a", "b"], "answers": "mine"},
    ]
    found = examples("a.jsonl", "\n".join(map(json.dumps, content)))
    assert [example.answer for example in found] == ["a", "a", None, None, "a"]
    assert found[0].meta == {"answers": ["b", "c"]}
    assert found[1].meta == {"answers": content[1]["answers"]}
    assert found[2].meta == {}
    assert found[4].meta == {"answers": "mine"}


def test_ids_are_strings_whole_numbers_or_the_row_number(examples):
    content = '{"question": "Q?", "id": 12}\n\n{"question": "Q?"}\n{"question": "Q?", "id": ""}\n'
    assert [example.id for example in examples("a.jsonl", content)] == ["12", "2", "3"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '\n{"question": "A?"}\n{"question": ""}\n\n{"question": "B?"}\n'),
        ("a.json", '[{"question": "A?"},\n\n{"question": ""}, {"question": "B?"}]'),
        ("a.csv", 'question,passage\nA?,"one\ntwo"\n\n,x\nB?,x\n'),
        ("a.csv", "question,passage\nA?,x\nB?\nB?,x\n"),
        ("a.tsv", "question\tpassage\nA?\tx\n\tx\nB?\tx\n"),
        ("a.txt", "A?\n\nB?\n"),
    ],
)
def test_row_numbers_are_the_same_in_every_format(rows, name, content):
    found = rows(name, content)
    assert [row.id for row in found if isinstance(row, Example)] == ["1", "3"]


def test_system_applies_to_rows_without_a_system(examples):
    content = '{"question": "Q?"}\n{"question": "Q?", "model": "own"}'
    assert [e.system for e in examples("a.jsonl", content, system="t5")] == ["t5", "own"]


def test_blank_lines_in_jsonl_are_not_rows_but_count_as_lines(rows):
    first, second = rows("a.jsonl", '\n  \n{"question": "Q?"}\n\t\n{}\n')
    assert first.id == "1"
    assert second.error.line == 5


def test_a_question_of_a_megabyte(examples):
    long = "why " * 300_000 + "?"
    assert examples("a.jsonl", json.dumps({"question": long}))[0].question == long
    assert examples("a.csv", f'question,z\n"{long}",1\n')[0].question == long
    assert examples("a.tsv", f"question\tz\n{long}\t1\n")[0].question == long
    assert examples("a.txt", long)[0].question == long


def test_gzip_is_unpacked_by_content(examples):
    packed = gzip.compress(b'{"question": "Q?"}\n')
    assert examples("a.jsonl.gz", packed) == examples("a.jsonl", packed) == [Example("1", "Q?")]
    assert examples("a.csv.gz", gzip.compress(b"question\nQ?\n")) == [Example("1", "Q?")]


def test_format_wins_over_the_suffix(examples):
    assert examples("a.dat", "question\nQ?\n", format="csv") == [Example("1", "Q?")]
    assert examples("a.json", '{"question": "Q?"}\n', format="JSONL") == [Example("1", "Q?")]


@pytest.mark.parametrize(
    "content", [b'\n {"question": "Q?"}\n', b'\xef\xbb\xbf [{"question": "Q?"}]']
)
def test_stdin_is_recognised_as_jsonl_or_json(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    (example,) = read("-")
    assert isinstance(example, Example) and example.question == "Q?"


def test_stdin_with_an_ambiguous_first_character_needs_a_format(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"question\nQ?\n")))
    with pytest.raises(BadInput, match=r"^stdin: .*--format"):
        list(read("-"))


def test_empty_or_closed_stdin_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b" \n")))
    with pytest.raises(BadInput, match="stdin: the file is empty"):
        list(read("-"))
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="stdin: stdin is closed"):
        list(read("-"))


def test_stdin_with_reference_files_is_plain_text(monkeypatch, tmp_path: Path):
    (tmp_path / "r.txt").write_text("R?\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Q?\n")))
    assert list(read("-", references=tmp_path / "r.txt")) == [Example("1", "Q?", ("R?",))]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("s/run.v1.jsonl", "s/run.v1"),
        ("run.csv.gz", "run"),
        ("a.PQ", "a"),
        ("a.b", "a.b"),
        ("s.1/a", "s.1/a"),
        ("s/.csv", "s/.csv"),
        ("-", "-"),
    ],
)
def test_a_stem_drops_only_known_suffixes(file, expected):
    assert stem(file) == expected


def test_the_callers_stream_stays_open():
    stream = io.BytesIO(b'{"question": "Q?"}\n')
    assert list(read(stream)) == [Example("1", "Q?")]
    assert not stream.closed


def test_text_files_with_references_line_by_line(tmp_path: Path):
    (tmp_path / "q.txt").write_text("A?\nB?\n")
    (tmp_path / "r1.txt").write_text("A1\nB1")
    (tmp_path / "r2.txt").write_text("A2\n\n")
    found = list(read(tmp_path / "q.txt", references=[tmp_path / "r1.txt", tmp_path / "r2.txt"]))
    assert found == [Example("1", "A?", ("A1", "A2")), Example("2", "B?", ("B1",))]
    assert list(read(tmp_path / "q.txt")) == [Example("1", "A?"), Example("2", "B?")]


@pytest.mark.parametrize(("questions", "references"), [(5, 3), (3, 5)])
def test_text_files_of_different_lengths(tmp_path: Path, questions: int, references: int):
    (tmp_path / "q.txt").write_text("A?\n" * questions)
    (tmp_path / "r.txt").write_text("R?\n" * references)
    with pytest.raises(BadInput) as caught:
        list(read(tmp_path / "q.txt", references=tmp_path / "r.txt"))
    message = str(caught.value)
    assert f"q.txt has {questions}" in message or f"r.txt has {references} lines" in message
    assert "5 lines" in message and "has 3" in message
    assert caught.value.line == 4 and "line 4" in message and "no counterpart" in message
    assert "q.txt" in message and "r.txt" in message


def test_reference_files_need_plain_text(failure):
    error = failure("a.jsonl", '{"question": "Q?"}', references="r.txt")
    assert "column" in error.problem


def test_files_that_share_ids_must_not_repeat_an_id():
    ids = Ids()
    first = list(read(io.BytesIO(b'{"question": "Q?", "id": "a"}'), ids=ids))
    second = list(read(io.BytesIO(b'{"question": "Q?", "id": "a"}'), ids=ids))
    third = list(read(io.BytesIO(b'{"question": "Q?", "id": "a"}'), ids=ids, system="other"))
    assert isinstance(first[0], Example) and isinstance(third[0], Example)
    assert isinstance(second[0], Refused) and "'a'" in second[0].error.problem
