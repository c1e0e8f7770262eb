"""A miniature answerability data set, and its bad rows."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest

from qgauge.core.errors import BadInput, BadSetting
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


TWO_RATERS = "Gold Question\tModified Question\tUser Score 1\tUser Score 2\n"
NOISY = 'Who made the "big" boat?\tWho made the boat?\t5\t3\nIs it red?\tIs it  red?\t4\t4\n'


def test_answerability(reading: Reading) -> None:
    judged = reading("answerability", {"vqa.tsv": TWO_RATERS + NOISY})
    first, second = judged.examples
    assert (first.id, first.question, first.system) == ("vqa-1", "Who made the boat?", "")
    assert first.references == ('Who made the "big" boat?',)
    assert first.ratings == {"answerability": (5.0, 3.0)}
    assert not first.meta["same_as_reference"] and second.meta["same_as_reference"]
    assert second.question == "Is it  red?"
    assert first.meta["reference_id"] != second.meta["reference_id"]
    assert (judged.name, judged.cluster, judged.parts) == (
        "answerability",
        "reference_id",
        ("vqa",),
    )


def test_answerability_in_parts(reading: Reading) -> None:
    other = TWO_RATERS.replace("User Score", "Answerability Score User") + NOISY
    files = {"vqa.tsv": TWO_RATERS + NOISY, "squad.tsv": other, "golden.tsv": "not ours"}
    judged = reading("answerability", files)
    assert judged.parts == ("squad", "vqa")
    assert [example.id for example in judged.part("vqa").examples] == ["vqa-1", "vqa-2"]
    assert judged.part("vqa").name == "answerability/vqa"
    with pytest.raises(BadSetting, match="its parts are: squad, vqa"):
        judged.part("wikimovies")


def test_repeated_pairs_are_kept(reading: Reading) -> None:
    judged = reading("answerability", {"own.tsv": TWO_RATERS + "A?\tB?\t1\t2\nA?\tB?\t5\t5\n"})
    assert [example.ratings["answerability"] for example in judged.examples] == [(1, 2), (5, 5)]
    assert len({example.meta["reference_id"] for example in judged.examples}) == 1


@pytest.mark.parametrize(
    ("row", "field", "problem"),
    [
        ("A?\tB?\t5", "User Score 2", "must have 4 cells"),
        ("A?\tB?\t5\t5\tx", "", "but has 5"),
        ("A?\tB?\tfive\t5", "User Score 1", "must be a number, not 'five'"),
        ("A?\tB?\t\t5", "User Score 1", "must be a number"),
        ("A?\tB?\tnan\t5", "User Score 1", "must be a number"),
        ("A?\tB?\t1_0\t5", "User Score 1", "must be a number"),
        ("A?\tB?\t9.\x1f\t5", "User Score 1", "not on the scale"),
        ("A?\tB?\t5\t6", "User Score 2", "6.0 is not on the scale from 1 to 5"),
        ("A?\tB?\t0\t5", "User Score 1", "not on the scale"),
        ("A?\tB?\t-1\t5", "User Score 1", "not on the scale"),
        ("A?\t \t5\t5", "Modified Question", "is empty"),
        ("\tB?\t5\t5", "Gold Question", "is empty"),
        ("\t\t\t", "Gold Question", "is empty"),
        ("A?\tB\0?\t5\t5", "Modified Question", "NUL"),
        (b"A?\tB\xff?\t5\t5", "", "not UTF-8"),
    ],
)
def test_bad_rows_of_answerability(
    refused_set: Callable[..., BadInput], row: str | bytes, field: str, problem: str
) -> None:
    bad = row.encode() if isinstance(row, str) else row
    error = refused_set("answerability", {"vqa.tsv": f"{TWO_RATERS}{NOISY}".encode() + bad + b"\n"})
    assert (error.line, error.field) == (4, field)
    assert problem in error.problem


def test_a_table_without_its_header(refused_set: Callable[..., BadInput]) -> None:
    error = refused_set("answerability", {"vqa.tsv": NOISY})
    assert (error.line, error.field) == (1, "Gold Question")
    lacking = TWO_RATERS.replace("\tUser Score 2", "")
    error = refused_set("answerability", {"vqa.tsv": lacking + NOISY})
    assert (error.line, error.field) == (1, "User Score 2")


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n"])
def test_newlines_boms_and_gzip(reading: Reading, end: str) -> None:
    plain = reading("answerability", {"vqa.tsv": TWO_RATERS + NOISY})
    content = b"\xef\xbb\xbf" + (TWO_RATERS + NOISY).replace("\n", end).encode()
    marked = reading("answerability", {"vqa.tsv": content})
    packed = reading("answerability", {"vqa.tsv.gz": gzip.compress(content)})
    assert marked.examples == packed.examples == plain.examples
    assert marked.digest != plain.digest
