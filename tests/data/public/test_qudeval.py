"""A miniature QUDeval, and its bad rows and articles."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qgauge.core.errors import BadInput
from qgauge.data.public import Dataset

Reading = Callable[..., Dataset]


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
        ("1,1,2,Q?,1,1,1,4,Ko,77", "criteria4", "unknown code '4'; known codes: 1, 2, 3, skipped"),
        ("1,1,2,Q?,Yes,1,1,1,Ko,77", "criteria1", "unknown code 'Yes'; known codes: 1, No"),
        ("1,1,2,Q?,skipped,1,1,1,Ko,77", "criteria1", "unknown code 'skipped'"),
        ("1,1,2,Q?,1,,1,1,Ko,77", "criteria2", "unknown code ''"),
        ("1,one,2,Q?,1,1,1,1,Ko,77", "anchor_id", "must be a whole number, not 'one'"),
        ("1,1,2.5,Q?,1,1,1,1,Ko,77", "answer_id", "must be a whole number"),
        ("1,1,2,,1,1,1,1,Ko,77", "questions", "is empty"),
        ("1,1,2,Q?,1,1,1,1,,77", "system", "is empty"),
        ("1,1,2,Q?,1,1,1,1,Ko,78", "essay_id", "the article is missing; it belongs in "),
        ("1,1,2,Q?,1,1,1,1,Ko,../77", "essay_id", "is not a valid article name"),
        ("1,1,2,Q?,1,1,1,1,Ko", "essay_id", "must have 10 cells"),
        ("1,1,2,Q?, or not,1,1,1,1,Ko,77", "", "but has 11"),
        ("x,1,2,Q?,1,1,1,1,Ko,77", "id", "must be a whole number"),
        ("0,1,2,Q?,1,1,1,1,Ko,77", "id", "the id '0' of system 'Ko' appears twice"),
        ('1,1,2,"Q?,1,1,1,1,Ko,77', "", "the row that begins here is not valid CSV"),
        ('1,1,2,"Q"?,1,1,1,1,Ko,77', "", "the row that begins here is not valid CSV"),
    ],
)
def test_bad_rows_of_qudeval(
    refused_set: Callable[..., BadInput], row: str, field: str, problem: str
) -> None:
    # the first question spans two lines, so that the bad row begins on line 4
    error = refused_set("qudeval", qud('0,1,2,"A\nB?",1,1,1,1,Ko,77', row))
    assert error.file.endswith("data-collection.csv")
    assert (error.line, error.field) == (4, field)
    assert problem in error.problem


@pytest.mark.parametrize(
    ("line", "field", "problem"),
    [
        ("two\tIt broke.", "number", "must be a whole number"),
        ("0\tIt broke.", "number", "must be from 1 to 10000"),
        ("99999999\tIt broke.", "number", "must be from 1 to 10000"),
        ("1\tIt broke.", "number", "sentence 1 appears twice"),
        ("2\t ", "sentence", "is empty"),
        ("2", "sentence", "is empty"),
    ],
)
def test_bad_articles_of_qudeval(
    refused_set: Callable[..., BadInput], line: str, field: str, problem: str
) -> None:
    error = refused_set("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77", article=f"1\tOld.\n{line}\n"))
    assert error.file.endswith("77.txt")
    assert (error.line, error.field) == (2, field)
    assert problem in error.problem


def test_an_empty_article(refused_set: Callable[..., BadInput]) -> None:
    assert "empty" in refused_set("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77", article="\n")).problem


def test_qudeval_by_its_csv(reading: Reading) -> None:
    files = qud("0,1,2,Q?,1,1,1,1,Ko,77")
    assert reading("qudeval", files) == reading("qudeval", files, "data-collection.csv")


def test_the_digest_covers_the_articles(reading: Reading) -> None:
    before = reading("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77")).digest
    changed = ARTICLE.replace("old", "new")
    assert reading("qudeval", qud("0,1,2,Q?,1,1,1,1,Ko,77", article=changed)).digest != before
