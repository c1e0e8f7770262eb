"""The public sets in miniature: files of our own in each format, and every way they can be bad."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qgauge.core.errors import BadInput, BadSetting
from qgauge.data.public import DATASETS, Dataset, read_public
from qgauge.tools.classes import CLASSES

Reading = Callable[..., Dataset]


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    """Write files and read them as a set: one file by its name, several as a folder."""

    def write_and_read(name: str, files: dict[str, str | bytes], path: str = "") -> Dataset:
        for file, content in files.items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_bytes(content.encode() if isinstance(content, str) else content)
        one = next(iter(files)) if len(files) == 1 else ""
        return read_public(name, tmp_path / (path or one))

    return write_and_read


@pytest.fixture
def refusal(reading: Reading) -> Callable[..., BadInput]:
    """Read files that cannot be used; the message names the file, and the line and the field."""

    def write_and_read(name: str, files: dict[str, str | bytes]) -> BadInput:
        with pytest.raises(BadInput) as caught:
            reading(name, files)
        error = caught.value
        assert error.file and error.file in str(error)
        return error

    return write_and_read


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
    refusal: Callable[..., BadInput], row: str | bytes, field: str, problem: str
) -> None:
    bad = row.encode() if isinstance(row, str) else row
    error = refusal("answerability", {"vqa.tsv": f"{TWO_RATERS}{NOISY}".encode() + bad + b"\n"})
    assert (error.line, error.field) == (4, field)
    assert problem in error.problem


def test_a_table_without_its_header(refusal: Callable[..., BadInput]) -> None:
    error = refusal("answerability", {"vqa.tsv": NOISY})
    assert (error.line, error.field) == (1, "Gold Question")
    lacking = TWO_RATERS.replace("\tUser Score 2", "")
    error = refusal("answerability", {"vqa.tsv": lacking + NOISY})
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
    refusal: Callable[..., BadInput], old: str, new: str, field: str, problem: str
) -> None:
    row = "p .\tr ?\tg ?\t1.0\t1.0\t1.0\t0.5\n".replace(old, new)
    error = refusal("simqg", {"s.tsv": SIMQG_HEADER + row})
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
    refusal: Callable[..., BadInput], bad: Any, field: str, problem: str
) -> None:
    good = json.dumps(instance("a", generated("SQuAD_T5", "Q?")))
    error = refusal("qgeval", {"instances.json": f"[\n{good},\n{json.dumps(bad)}\n]"})
    assert (error.line, error.field) == (3, field)
    assert problem in error.problem


@pytest.mark.parametrize("content", ["", "nonsense", '[{"id": NaN}]', '[{"id": 1, "id": 2}]', "[1"])
def test_what_is_no_json(refusal: Callable[..., BadInput], content: str) -> None:
    assert refusal("qgeval", {"instances.json": content}).line == 1


# --- QUDeval

QUD_HEADER = (
    ",anchor_id,answer_id,questions,criteria1,criteria2,criteria3,criteria4,system,essay_id"
)
ARTICLE = "1\tThe mill was old.\n2\tIts wheel broke.\n4\tAda mended it.\n"


def qud(*rows: str, article: str = ARTICLE) -> dict[str, str | bytes]:
    return {"data-collection.csv": "\r\n".join((QUD_HEADER, *rows, "")), "articles/77.txt": article}


def test_qudeval(reading: Reading) -> None:
    files = qud(
        '0,1,2,"What happened? \n",1,1,1,1,Ko,77',
        '3,2,4,"Who did ""it"", then?",1,2,2,2,gpt4,77',
        "4,1,4,Why?,1,3,3,3,gpt4,77",
        "5,1,4,Who?,1,2,skipped,skipped,Ko,77",
    )
    judged = reading("qudeval", files)
    first, second, third, fourth = judged.examples
    assert (first.id, first.system, first.question) == ("0", "Ko", "What happened?")
    assert first.sentences == ("The mill was old.", "Its wheel broke.", "", "Ada mended it.")
    assert (first.anchor, first.answer_sentence, first.passage) == (1, 2, None)
    assert first.ratings == {
        "language": ("yes",),
        "compatibility": ("direct",),
        "givenness": ("no_new_concepts",),
        "relevance": ("fully_grounded",),
    }
    assert second.question == 'Who did "it", then?' and second.answer_sentence == 4
    assert [second.ratings[name][0] for name in ("compatibility", "givenness", "relevance")] == [
        "unfocused",
        "answer_leakage",
        "partially_grounded",
    ]
    assert [third.ratings[name][0] for name in ("compatibility", "givenness", "relevance")] == [
        "not_answered",
        "hallucination",
        "not_grounded",
    ]
    assert fourth.ratings == {"language": ("yes",), "compatibility": ("unfocused",)}
    assert all(example.meta == {"essay_id": "77", "flags": []} for example in judged.examples)
    assert [one.labels[-1] for one in judged.dimensions] == [
        "no",
        "not_answered",
        "hallucination",
        "not_grounded",
    ]


def test_odd_rows_of_qudeval_are_kept_and_flagged(reading: Reading) -> None:
    skipped = "No,skipped,skipped,skipped,alpaca,77"
    rows = (f"0,4,4,Q?,{skipped}", f"1,9,4,Q?,{skipped}", f"2,1,3,Q?,{skipped}")
    judged = reading("qudeval", qud(*rows, f"3,1,2, ,{skipped}", f"4,0,2.0,Q?,{skipped}"))
    assert [example.meta["flags"] for example in judged.examples] == [
        ["anchor_not_before_answer"],
        ["no_anchor", "anchor_not_before_answer"],
        ["no_answer"],
        ["no_question"],
        ["no_anchor"],
    ]
    anchors = [(example.anchor, example.answer_sentence) for example in judged.examples]
    assert anchors == [(4, 4), (None, 4), (1, None), (1, 2), (None, 2)]
    assert all(example.ratings == {"language": ("no",)} for example in judged.examples)


@pytest.mark.parametrize(
    ("row", "field", "problem"),
    [
        ("1,1,2,Q?,1,1,1,4,Ko,77", "criteria4", "unknown code '4'; known are 1, 2, 3, skipped"),
        ("1,1,2,Q?,Yes,1,1,1,Ko,77", "criteria1", "unknown code 'Yes'; known are 1, No"),
        ("1,1,2,Q?,skipped,1,1,1,Ko,77", "criteria1", "unknown code 'skipped'"),
        ("1,1,2,Q?,1,,1,1,Ko,77", "criteria2", "unknown code ''"),
        ("1,one,2,Q?,1,1,1,1,Ko,77", "anchor_id", "must be a whole number, not 'one'"),
        ("1,1,2.5,Q?,1,1,1,1,Ko,77", "answer_id", "must be a whole number"),
        ("1,1,2,,1,1,1,1,Ko,77", "questions", "is empty"),
        ("1,1,2,Q?,1,1,1,1,,77", "system", "is empty"),
        ("1,1,2,Q?,1,1,1,1,Ko,78", "essay_id", "the article is missing; it belongs in "),
        ("1,1,2,Q?,1,1,1,1,Ko,../77", "essay_id", "cannot be the name of an article"),
        ("1,1,2,Q?,1,1,1,1,Ko", "essay_id", "must have 10 cells"),
        ("1,1,2,Q?, or not,1,1,1,1,Ko,77", "", "but has 11"),
        ("x,1,2,Q?,1,1,1,1,Ko,77", "id", "must be a whole number"),
        ("0,1,2,Q?,1,1,1,1,Ko,77", "id", "the id '0' of system 'Ko' was there before"),
        ('1,1,2,"Q?,1,1,1,1,Ko,77', "", "the row that begins here is no CSV"),
        ('1,1,2,"Q"?,1,1,1,1,Ko,77', "", "the row that begins here is no CSV"),
    ],
)
def test_bad_rows_of_qudeval(
    refusal: Callable[..., BadInput], row: str, field: str, problem: str
) -> None:
    # the first question goes over two lines, so that the bad row begins on line 4
    error = refusal("qudeval", qud('0,1,2,"A\nB?",1,1,1,1,Ko,77', row))
    assert error.file.endswith("data-collection.csv")
    assert (error.line, error.field) == (4, field)
    assert problem in error.problem


@pytest.mark.parametrize(
    ("line", "field", "problem"),
    [
        ("two\tIt broke.", "number", "must be a whole number"),
        ("0\tIt broke.", "number", "must be from 1 to 10000"),
        ("99999999\tIt broke.", "number", "must be from 1 to 10000"),
        ("1\tIt broke.", "number", "the sentence 1 was there before"),
        ("2\t ", "sentence", "is empty"),
        ("2", "sentence", "is empty"),
    ],
)
def test_bad_articles_of_qudeval(
    refusal: Callable[..., BadInput], line: str, field: str, problem: str
) -> None:
    error = refusal("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77", article=f"1\tOld.\n{line}\n"))
    assert error.file.endswith("77.txt")
    assert (error.line, error.field) == (2, field)
    assert problem in error.problem


def test_an_empty_article(refusal: Callable[..., BadInput]) -> None:
    assert "empty" in refusal("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77", article="\n")).problem


def test_qudeval_by_its_csv(reading: Reading) -> None:
    files = qud("0,1,2,Q?,1,1,1,1,Ko,77")
    assert reading("qudeval", files) == reading("qudeval", files, "data-collection.csv")


# --- query well-formedness


def test_query_wellformedness(reading: Reading) -> None:
    files = {
        "train.tsv": "What is it ?\t0.8\nit what ?\t0.0\n",
        "dev.tsv": "Who ?\t0.166666666667\n",
    }
    judged = reading("query_wellformedness", files)
    assert [example.id for example in judged.examples] == ["train-1", "train-2", "dev-1"]
    assert judged.examples[2].ratings == {"wellformedness": (0.166666666667,)}
    assert (judged.cluster, judged.parts) == ("", ("train", "dev"))
    assert judged.dimensions[0].raters == 5


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("Q ?", "rating"),
        ("Q ?\t2", "rating"),
        ("Q ?\tx", "rating"),
        ("\t0.5", "query"),
        ("a\tb\tc", ""),
    ],
)
def test_bad_rows_of_query_wellformedness(
    refusal: Callable[..., BadInput], row: str, field: str
) -> None:
    error = refusal("query_wellformedness", {"dev.tsv": f"Q ?\t0.2\n{row}\n"})
    assert (error.line, error.field) == (2, field)


# --- TREC


def test_trec_is_latin1_or_utf8(reading: Reading) -> None:
    text = "NUM:date When did the café open ?\nHUM:ind Who is `` it '' ?\n"
    files = {"train_5500.label": text.encode("latin-1"), "TREC_10.label": text.encode()}
    judged = reading("trec", files)
    assert judged.parts == ("train", "test")
    assert judged.part("train").examples[0].question == "When did the café open ?"
    assert judged.part("test").examples[0].question == "When did the café open ?"
    assert judged.examples[1].question == "Who is `` it '' ?"
    assert judged.examples[1].ratings == {"class": ("HUM:ind",)}
    assert judged.examples[3].id == "test-2"


def test_trec_has_the_classes_of_the_classifier() -> None:
    assert sorted(DATASETS["trec"].dimensions[0].labels) == sorted(CLASSES)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("NUM:when When ?", "class"),
        ("NUM When ?", "class"),
        ("NUM:date", "question"),
        ("NUM:date  ", "question"),
        ("When was it ?", "class"),
    ],
)
def test_bad_rows_of_trec(refusal: Callable[..., BadInput], row: str, field: str) -> None:
    error = refusal("trec", {"test.txt": f"LOC:city Where ?\n{row}\n"})
    assert (error.line, error.field) == (2, field)


# --- SQuAD


def asked(id: str, *answers: str, **other: Any) -> dict[str, Any]:
    spans = [{"text": answer, "answer_start": 0} for answer in answers]
    return {"id": id, "question": f" Is it {id}?", "answers": spans, **other}


def squad(*questions: dict[str, Any]) -> str:
    paragraph = {"context": "Ada built the mill.", "qas": list(questions)}
    return json.dumps({"version": "x", "data": [{"title": "Mill", "paragraphs": [paragraph]}]})


def test_squad_1(reading: Reading) -> None:
    judged = reading("squad", {"dev.json": squad(asked("a", "Ada", "Ada", "the mill"))})
    (example,) = judged.examples
    assert (example.id, example.question, example.answer) == ("a", "Is it a?", "Ada")
    assert example.passage == "Ada built the mill."
    assert example.meta == {"title": "Mill", "impossible": False, "answers": ["Ada", "the mill"]}
    assert example.ratings == {} and judged.dimensions == ()
    assert judged.cluster == "title"


def test_squad_2(reading: Reading) -> None:
    plausible = [{"text": "the mill", "answer_start": 10}]
    questions = (
        asked("a", "Ada", is_impossible=False),
        asked("b", is_impossible=True, plausible_answers=plausible),
    )
    packed = gzip.compress(squad(*questions).encode())
    judged = reading("squad", {"dev-v2.0.json.gz": packed})
    first, second = judged.examples
    assert (first.answer, first.ratings) == ("Ada", {"answerable": ("yes",)})
    assert (second.answer, second.ratings) == (None, {"answerable": ("no",)})
    assert second.meta["impossible"] and second.meta["plausible_answers"] == ["the mill"]
    assert judged.dimensions[0].labels == ("yes", "no")


@pytest.mark.parametrize(
    ("bad", "field", "problem"),
    [
        (asked("a"), "answers", "has no answer"),
        (asked("a", "Ada", is_impossible=True), "answers", "called impossible"),
        (asked("a", "Ada", is_impossible="no"), "is_impossible", "must be true or false"),
        (asked("a", " "), "answers[1].text", "is empty"),
        (asked("a", "Ada", question=""), "question", "is empty"),
        (asked("a", "Ada", answers="Ada"), "answers", "must be a list"),
        ({"id": "a", "answers": [{"text": "A"}]}, "question", "is missing"),
        (asked(7, "Ada"), "id", "must be a text"),  # type: ignore[arg-type]
    ],
)
def test_bad_questions_of_squad(
    refusal: Callable[..., BadInput], bad: Any, field: str, problem: str
) -> None:
    error = refusal("squad", {"dev.json": squad(asked("z", "Ada"), bad)})
    assert (error.line, error.field) == (1, f"paragraphs[1].qas[2].{field}")
    assert problem in error.problem


def test_ids_of_squad_are_unique(refusal: Callable[..., BadInput]) -> None:
    error = refusal("squad", {"dev.json": squad(asked("a", "Ada"), asked("a", "Ada"))})
    assert "the id 'a' was there before" in str(error)


def test_one_file_of_squad_at_a_time(refusal: Callable[..., BadInput]) -> None:
    content = squad(asked("a", "Ada"))
    error = refusal("squad", {"dev-v1.1.json": content, "dev-v2.0.json": content})
    assert "dev-v1.1.json, dev-v2.0.json; name the one to read" in error.problem


@pytest.mark.parametrize("content", ['{"question": "Q?"}', '{"data": [{}]}', "[]", '{"data": []}'])
def test_what_is_not_squad(refusal: Callable[..., BadInput], content: str) -> None:
    refusal("squad", {"dev.json": content})


# --- all of them


def test_unknown_set(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"no data set 'qg_eval'\. Did you mean 'qgeval'"):
        read_public("qg_eval", tmp_path)


@pytest.mark.parametrize("name", DATASETS)
def test_missing_and_empty_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_public(name, tmp_path / "missing.tsv")
    with pytest.raises(BadInput, match="the folder has none of the files"):
        read_public(name, tmp_path)
    (tmp_path / "blank").write_bytes(b"")
    with pytest.raises(BadInput, match=r"blank.*(there are no rows in it|not JSON)"):
        read_public(name, tmp_path / "blank")


@pytest.mark.parametrize("name", DATASETS)
@pytest.mark.parametrize("content", [b"\x1f\x8b\x08damaged", b"\xff\xfea", b"\0\0\0\0", b"a\tb"])
def test_junk_is_refused_without_a_traceback(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_public(name, tmp_path / "junk")
    assert "junk" in str(caught.value)


def test_the_digest_is_what_sha256sum_prints(reading: Reading) -> None:
    one = reading("query_wellformedness", {"dev.tsv": "Q ?\t0.2\n"})
    of_dev = hashlib.sha256(b"Q ?\t0.2\n").hexdigest()
    assert one.digest == of_dev
    two = reading("query_wellformedness", {"dev.tsv": "Q ?\t0.2\n", "train.tsv": "R ?\t0.4\n"})
    of_train = hashlib.sha256(b"R ?\t0.4\n").hexdigest()
    listing = f"{of_dev}  dev.tsv\n{of_train}  train.tsv\n"
    assert two.digest == hashlib.sha256(listing.encode()).hexdigest()


def test_the_digest_covers_the_articles(reading: Reading) -> None:
    before = reading("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77")).digest
    changed = ARTICLE.replace("old", "new")
    assert reading("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77", article=changed)).digest != before


def test_the_page_shows_the_same_table() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "datasets.md").read_text("utf-8")
    for name, known in DATASETS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        for fact in (known.source, known.licence, *(f"`{file}`" for file in known.files)):
            assert fact in row, (name, fact)
