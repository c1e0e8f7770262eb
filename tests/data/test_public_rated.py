"""Public sets with ratings, in miniature: answerability, SimQG, QGEval; every way to be bad."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from qgauge.core.errors import BadInput, BadSetting
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


# --- answerability

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


def test_the_same_pair_twice_stays_twice(reading: Reading) -> None:
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
def test_newlines_marks_and_gzip(reading: Reading, end: str) -> None:
    plain = reading("answerability", {"vqa.tsv": TWO_RATERS + NOISY})
    content = b"\xef\xbb\xbf" + (TWO_RATERS + NOISY).replace("\n", end).encode()
    marked = reading("answerability", {"vqa.tsv": content})
    packed = reading("answerability", {"vqa.tsv.gz": gzip.compress(content)})
    assert marked.examples == packed.examples == plain.examples
    assert marked.digest != plain.digest


# --- SimQG

SIMQG_HEADER = "#PASSAGE\tREFQ\tGENQ\tFLUENCY\tRELEVANT\tANSWERABLE\tSIMILAR\n"


def test_simqg(reading: Reading) -> None:
    rows = [
        "the mill 's wheel turns .\twhat turns ?\twhich part ?\t1.0\t0.6666666666666666\t0\t0.5",
        "the mill's wheel turns.\twhat turns ?\twhat turns?\t1.0\t1.0\t1.0\t1.0",
        'a &amp; b "c" .\twho ?\tWho ?\t0.0\t0.0\t0.0\t0.0',
    ]
    judged = reading("simqg", {"any name.tsv": SIMQG_HEADER + "\n".join(rows)})
    first, second, third = judged.examples
    assert first.passage == "the mill 's wheel turns ."
    assert (first.id, first.question, first.references) == (
        "1",
        "which part ?",
        ("what turns ?",),
    )
    assert first.ratings == {
        "fluency": (1.0,),
        "relevance": (2 / 3,),
        "answerability": (0.0,),
        "similarity": (0.5,),
    }
    same = [example.meta["same_as_reference"] for example in judged.examples]
    assert same == [False, True, False]
    assert first.meta["passage_id"] == second.meta["passage_id"] != third.meta["passage_id"]
    assert third.passage == 'a &amp; b "c" .'
    assert judged.cluster == "passage_id" and judged.parts == ()
    assert {(one.low, one.high, one.raters, one.means_only) for one in judged.dimensions} == {
        (0, 1, 3, True)
    }


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ("0.5", "1.5", "SIMILAR", "1.5 is not on the scale from 0 to 1"),
        ("0.5", "high", "SIMILAR", "must be a number, not 'high'"),
        ("\t0.5", "", "SIMILAR", "must have 7 cells"),
        ("p .", "", "#PASSAGE", "is empty"),
    ],
)
def test_bad_rows_of_simqg(
    refused_set: Callable[..., BadInput], old: str, new: str, field: str, problem: str
) -> None:
    row = "p .\tr ?\tg ?\t1.0\t1.0\t1.0\t0.5\n".replace(old, new)
    error = refused_set("simqg", {"s.tsv": SIMQG_HEADER + row})
    assert (error.line, error.field) == (2, field)
    assert problem in error.problem


# --- QGEval

SEVEN = ("fluency", "clarity", "conciseness", "relevance", "consistency", "answerability")


def generated(source: str, question: str, rating: float = 3.0, **other: Any) -> dict[str, Any]:
    ratings = dict.fromkeys((*SEVEN, "answer_consistency"), rating)
    return {"prediction": question, "source": source, **ratings, **other}


def instance(id: str, *questions: dict[str, Any], **other: Any) -> dict[str, Any]:
    about = {"passage": "Ada built it.", "reference": "Who built it?", "answer": "Ada"}
    return {"id": id, **about, "questions": list(questions), **other}


def test_qgeval(reading: Reading) -> None:
    instances = [
        instance(
            "a",
            generated("SQuAD_T5_x", "Who?", 1.3333),
            generated("SQuAD_reference", "Who built it?"),
        ),
        instance("b", generated("HotpotQA_T5_x", "Who built it?", 2, clarity=1)),
    ]
    judged = reading("qgeval", {"instances.json": json.dumps(instances, indent=1)})
    first, second, third = judged.examples
    assert (first.id, first.system, first.question) == ("a", "T5_x", "Who?")
    assert (first.passage, first.answer) == ("Ada built it.", "Ada")
    assert first.references == ("Who built it?",)
    assert first.ratings["answer_consistency"] == (1.3333,) and len(first.ratings) == 7
    assert (second.id, second.system, third.system) == ("a", "reference", "T5_x")
    assert (third.ratings["clarity"], third.ratings["fluency"]) == ((1.0,), (2.0,))
    same = [example.meta["same_as_reference"] for example in judged.examples]
    assert same == [False, True, True]
    assert judged.parts == ("SQuAD", "HotpotQA")
    assert [example.meta[judged.cluster] for example in judged.examples] == ["a", "a", "b"]


@pytest.mark.parametrize(
    ("bad", "field", "problem"),
    [
        (instance("b", generated("SQuAD_x", "Q?", 3.5)), "questions[1].fluency", "scale"),
        (instance("b", generated("SQuAD_x", "Q?", clarity="?")), "questions[1].clarity", "number"),
        (instance("b", generated("SQuAD_x", "Q?", clarity=True)), "questions[1].clarity", "true"),
        (instance("b", generated("SQuAD_x", "Q?", clarity=10**400)), "questions[1].clarity", "000"),
        (
            instance("b", generated("SQuAD_x", "Q?", clarity=None)),
            "questions[1].clarity",
            "missing",
        ),
        (instance("b", generated("SQuAD_x", " ")), "questions[1].prediction", "empty"),
        (instance("b", generated("other_x", "Q?")), "questions[1].source", "SQuAD_ or HotpotQA_"),
        (instance("b", generated("SQuAD_", "Q?")), "questions[1].source", "name of a system"),
        (instance("b", {"prediction": "Q?"}), "questions[1].source", "is missing"),
        (instance("b", "Q?"), "questions[1]", "must be an object, not a text"),  # type: ignore[arg-type]
        (instance("b", questions="Q?"), "questions", "must be a list, not a text"),
        (instance("b", generated("SQuAD_x", "Q?"), passage=3), "passage", "must be a text"),
        ({"id": "b"}, "passage", "is missing"),
        (["b"], "", "must be an object, not a list"),
        (
            instance("b", generated("SQuAD_x", "Q?"), generated("SQuAD_x", "R?")),
            "id",
            "'b' of system 'x' was there before",
        ),
        (instance("a", generated("HotpotQA_T5", "Q?")), "id", "'a' of system 'T5' was there"),
    ],
)
def test_bad_instances_of_qgeval(
    refused_set: Callable[..., BadInput], bad: Any, field: str, problem: str
) -> None:
    good = json.dumps(instance("a", generated("SQuAD_T5", "Q?")))
    error = refused_set("qgeval", {"instances.json": f"[\n{good},\n{json.dumps(bad)}\n]"})
    assert (error.line, error.field) == (3, field)
    assert problem in error.problem


@pytest.mark.parametrize("content", ["", "nonsense", '[{"id": NaN}]', '[{"id": 1, "id": 2}]', "[1"])
def test_what_is_no_json(refused_set: Callable[..., BadInput], content: str) -> None:
    assert refused_set("qgeval", {"instances.json": content}).line == 1
