"""Bad files and rows: the message must say where the problem is and what to do."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.data import read

GOOD = '{"question": "Q?"}\n'


def after_good(row: str) -> str:
    """Return a file with the bad row on line 2, followed by a good one."""
    return f"{GOOD}{row}\n{GOOD}"


@pytest.mark.parametrize(
    ("row", "field", "problem"),
    [
        ('{"prediction": null}', "prediction", "missing"),
        ('{"prediction": ""}', "prediction", "empty"),
        ('{"prediction": " \\t\\u2003"}', "prediction", "empty"),
        ('{"prediction": 3}', "prediction", "must be a string, not a number"),
        ('{"prediction": 3.5}', "prediction", "must be a string, not a number"),
        ('{"prediction": true}', "prediction", "must be a string, not true or false"),
        ('{"prediction": ["Q?"]}', "prediction", "must be a string, not a list"),
        ('{"prediction": {}}', "prediction", "must be a string, not an object"),
        ('{"prediction": NaN}', "prediction", "NaN is not JSON"),
        ('{"question": "Q?", "x": [Infinity]}', "x", "Infinity is not JSON"),
        ('{"question": "Q?", "x": 1e999}', "x", "too large"),
        ('{"question": "Q?", "x": 1, "x": 2}', "x", "twice"),
        ('{"question": "Q?", "x": {"y": 1, "y": 2}}', "y", "twice"),
        ('{"question": "Q? \\ud800"}', "question", "surrogate"),
        ('{"question": "Q?", "x": [{"\\udfff": 1}]}', "x", "surrogate"),
        ('{"question": "Q?\\u0000"}', "question", "NUL"),
        ('{"question": "Q?", "references": ["a\\u0000"]}', "references", "NUL"),
        ('{"question": "Q?", "id": "a\\u0000"}', "id", "NUL"),
        ('{"question": "Q?", "x": ' + "9" * 5000 + "}", "x", "too many digits"),
        ('{"question": "Q?", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "", "too deeply"),
        ('{"question": "Q?", "x": ' + "[" * 150 + "]" * 150 + "}", "", "too deeply"),
        ("[" * 100_000, "", "too deeply"),
        ('["Q?"]', "", "must be an object"),
        ("3", "", "must be an object"),
        ('"Q?"', "", "must be an object"),
        ('{"question": "Q?", }', "", "at column "),
        ("  nonsense", "", "at column 3"),
        ('{"question": "Q?"', "", "column 18"),
        ('{"question": "Q?"} {"question": "Q?"}', "", "more text after the row, at column 19"),
        ('{"question": "Q\tQ?"}', "", "control character"),
        ('{"quesion": "Q?", "x": 1}', "question", "did you mean 'quesion'"),
        ("{}", "question", "columns: none"),
        ('{"prediction": "Q?", "candidate": "Q?"}', "prediction", "'prediction' and 'candidate'"),
        ('{"prediction": "Q?", "question": "G?"}', "prediction", "'prediction' and 'question'"),
        ('{"question": "Q?", "references": ["a"], "gold": "b"}', "gold", "different references"),
        ('{"question": "Q?", "references": [], "target": ["b"]}', "target", "different references"),
        ('{"question": "Q?", "model": "a", "source": "b"}', "model", "'model' and 'source'"),
        ('{"question": "Q?", "references": [1]}', "references", "contains a number"),
        ('{"question": "Q?", "target": {"a": 1}}', "target", "list of strings, not an object"),
        ('{"question": "Q?", "reference": "a", "gold": 3}', "gold", "not a number"),
        ('{"question": "Q?", "context": {"a": 1}}', "context", "must be a string"),
        ('{"question": "Q?", "context": ["a", 1]}', "context", "contains a number"),
        ('{"question": "Q?", "answers": [1]}', "answers", "contains a number"),
        ('{"question": "Q?", "answer": {"a": 3}}', "answer", "must be a string"),
        ('{"question": "Q?", "sentences": "One."}', "sentences", "must be a list"),
        ('{"question": "Q?", "anchor": 3.5}', "anchor", "whole number"),
        ('{"question": "Q?", "anchor": true}', "anchor", "whole number"),
        ('{"question": "Q?", "anchor": 0}', "anchor", "1 or more"),
        ('{"question": "Q?", "answer_sentence": "x"}', "answer_sentence", "whole number"),
        ('{"question": "Q?", "id": true}', "id", "not true or false"),
        ('{"question": "Q?", "id": 1.5}', "id", "not a number"),
        ('{"question": "Q?", "id": 1}', "id", "appears twice"),
        ('{"question": "Q?", "system": 1}', "system", "must be a string"),
        ('{"question": "Q?", "ratings": [1]}', "ratings", "must be an object"),
        ('{"question": "Q?", "ratings": {"f": [true]}}', "ratings", "'f' must hold numbers"),
        ('{"question": "Q?", "ratings": {"f": {"a": 1}}}', "ratings", "not an object"),
        ('{"question": "Q?", "ratings": {"f": 1e101}}', "ratings", "too large for a rating"),
        ('{"question": "Q?", "ratings": {"f": [' + "9" * 400 + "]}}", "ratings", "too large"),
        ('{"question": "Q?", "ratings": {" ": 4}}', "ratings", "has no name"),
    ],
)
def test_a_bad_jsonl_row_is_refused_with_its_line(refusal, row, field, problem):
    refused = refusal("bad.jsonl", after_good(row))
    assert refused.error.line == 2
    assert refused.error.field == field
    assert problem in refused.error.problem


def test_a_bad_line_does_not_stop_the_rest(rows):
    found = rows("a.jsonl", after_good("{bad"))
    assert [type(row) is Example for row in found] == [True, False, True]
    assert found[1].row == "{bad"


def test_a_refused_row_is_returned_unchanged(refusal):
    assert refusal("a.jsonl", '{"question": "", "x": [1]}').row == {"question": "", "x": [1]}


@pytest.mark.parametrize(
    ("row", "field", "problem"),
    [
        ('{"question": NaN}', "question", "NaN is not JSON"),
        ('{"question": "Q?", "x": 1, "x": 2}', "x", "twice"),
        ('{"question": "\\ud800"}', "question", "surrogate"),
        ('{"question": ""}', "question", "empty"),
        ("7", "", "must be an object"),
        ('{"question": "Q?", "x": ' + "9" * 5000 + "}", "x", "too many digits"),
        (
            '{"question": "Q]\\"?", "x": ' + '[{"y":' * 50_000 + "1" + "}]" * 50_000 + "}",
            "",
            "deeply",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
@pytest.mark.parametrize("frame", ["[\n%s,\n%s,\n%s]", '{"data": [\n%s,\n%s,\n%s]}'])
def test_a_bad_row_of_a_json_array_is_refused_with_its_line(refusal, row, field, problem, frame):
    refused = refusal("a.json", frame % (GOOD.strip(), row, GOOD.strip()))
    assert (refused.error.line, refused.error.field) == (3, field)
    assert problem in refused.error.problem
    assert "(row 2)" in refused.error.problem


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        ("", 1, "the file is empty"),
        ('[\n{"question": "Q?"},\n{"question": }]', 3, "column 14"),
        ('[\n{"question": "Q?"}', 2, "Expecting ','"),
        ('[{"question": "Q?"}\n{"question": "Q?"}]', 2, "Expecting ','"),
        ('[{"question": "Q?"}]\n]', 2, "more text after the end"),
        ('{"data": [],\n}', 2, "name in double quotes"),
        ('{"data" []}', 1, "Expecting ':'"),
        ('{"data": []} 1', 1, "more text after the end"),
        ('"Q?"', 1, "Expecting an array or an object"),
        (b'[\n{"question": "caf\xe9"}]', 2, "not UTF-8 at byte 18 of the line (0xE9)"),
    ],
)
def test_a_json_file_that_is_not_json_fails_as_a_whole(failure, content, line, problem):
    error = failure("a.json", content)
    assert error.line == line
    assert problem in error.problem


@pytest.mark.parametrize(
    "content", ["[" * 100_000, '{"data": ' * 100_000, '{"data": ' + "[" * 100_000]
)
def test_a_json_file_nested_beyond_reason_fails_as_a_whole(failure, content):
    assert "too deeply" in failure("a.json", content).problem


def test_an_empty_line_in_a_text_file_is_an_empty_question(refusal, examples):
    refused = refusal("a.txt", "A?\n\nB?\n")
    assert (refused.error.line, refused.error.field) == (2, "question")
    assert len(examples("a.txt", "A?\nB?\n")) == 2
    assert examples("a.txt", "") == []


def test_nul_in_a_text_file(refusal):
    refused = refusal("a.txt", "A?\nB\0?\n")
    assert (refused.error.line, refused.error.field) == (2, "question")


@pytest.mark.parametrize(("name", "content"), [("a.md", ""), ("noname", ""), ("a.gz", "")])
def test_an_unknown_suffix_lists_the_formats(failure, name, content):
    error = failure(name, content)
    known = "jsonl, json, csv, tsv, xlsx, parquet, arrow, txt"
    assert known in error.problem and "--format" in error.problem


def test_an_unknown_format_lists_the_formats(failure):
    assert "unknown format 'xml'" in failure("a.jsonl", GOOD, format="xml").problem


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "txt", "json", "parquet"])
def test_a_missing_file_and_a_folder(tmp_path: Path, suffix: str):
    with pytest.raises(BadInput, match=r"none\.\w+: there is no such file"):
        list(read(tmp_path / f"none.{suffix}"))
    (tmp_path / f"folder.{suffix}").mkdir()
    with pytest.raises(BadInput, match=r"folder\.\w+: this is a folder"):
        list(read(tmp_path / f"folder.{suffix}"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    path.write_text(GOOD)
    path.chmod(0)
    with pytest.raises(BadInput, match="Permission denied"):
        list(read(path))


def test_a_path_no_system_can_open():
    with pytest.raises(BadInput, match="cannot be read"):
        list(read("a\0.jsonl"))


def test_a_truncated_or_damaged_gzip_file_is_refused(failure):
    packed = gzip.compress(json.dumps({"question": "Q?" * 1000}).encode() * 50)
    for damaged in (packed[:-20], packed[:5], packed[:20] + b"\0" * 30 + packed[50:]):
        assert "gzip" in failure("a.jsonl.gz", damaged).problem


def test_an_id_repeated_far_apart_is_refused(refusal):
    lines = "".join(f'{{"question": "Q?", "id": "n{n}"}}\n' for n in range(20_000))
    refused = refusal("a.jsonl", lines + '{"question": "Q?", "id": "n7"}\n')
    assert (refused.error.line, refused.error.field) == (20_001, "id")
    assert "'n7'" in refused.error.problem


def test_the_same_id_of_two_systems_is_fine(examples):
    content = (
        '{"question": "Q?", "id": 1, "system": "a"}\n{"question": "Q?", "id": 1, "system": "b"}'
    )
    assert len(examples("a.jsonl", content)) == 2
