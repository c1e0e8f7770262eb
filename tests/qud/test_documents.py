"""Edges from rows: reading, flags, and the messages for bad edges."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.core import BadInput, Example
from qgauge.qud.documents import (
    BACKWARDS,
    Place,
    article_of,
    articles,
    edges_of_dcqa,
    edges_of_row,
    with_references,
)

PLACE = Place("in.jsonl", 4)
ROW: dict[str, Any] = {
    "id": "pool",
    "sentences": ["One.", None, "Three."],
    "edges": [
        {"question": " Why? ", "anchor": 1, "answer_sentence": 3, "system": "ko", "mark": 7},
        {"id": "x", "question": "How?", "anchor": "3", "answer_sentence": 1,
         "ratings": {"givenness": "answer_leakage"}, "references": "What?"},
    ],
    "source": "a newspaper",
}  # fmt: skip


def test_an_article_with_its_edges() -> None:
    first, second = edges_of_row(ROW, PLACE, 9)
    assert first == Example(
        "pool-1",
        "Why?",
        sentences=("One.", "", "Three."),
        anchor=1,
        answer_sentence=3,
        system="ko",
        meta={"source": "a newspaper", "mark": 7, "article": "pool", "flags": []},
    )
    assert (second.id, second.anchor, second.references) == ("x", 3, ("What?",))
    assert second.ratings == {"givenness": ("answer_leakage",)}
    assert second.meta["flags"] == [BACKWARDS], "kept, and flagged"
    (article,) = articles([first, second])
    assert (article.id, article.sentences) == ("pool", ("One.", "", "Three."))
    assert article.edges == (first, second)


def test_sentences_may_be_an_object_by_number() -> None:
    row = {"sentences": {"3": "Three.", "1": "One."}, "edges": ROW["edges"]}
    first, _ = edges_of_row(row, PLACE, 9)
    assert first.sentences == ("One.", "", "Three.")
    assert article_of(first) == "9", "a row without an id is named by its number"


@pytest.mark.parametrize(
    ("change", "field", "told"),
    [
        ({"anchor": 9}, "edges[1].anchor", "is 9, but article 'pool' has sentences 1 to 3"),
        ({"anchor": 0}, "edges[1].anchor", "is 0, but article 'pool' has sentences 1 to 3"),
        ({"anchor": 2}, "edges[1].anchor", "is 2, but article 'pool' lacks that sentence"),
        ({"answer_sentence": 4}, "edges[1].answer_sentence", "is 4, but article 'pool' has"),
        ({"answer_sentence": None}, "edges[1].answer_sentence", "is missing"),
        ({"anchor": True}, "edges[1].anchor", "must be a sentence number"),
        ({"anchor": 1.5}, "edges[1].anchor", "must be a sentence number"),
        ({"question": "  "}, "edges[1].question", "must be a non-empty string"),
        ({"question": None}, "edges[1].question", "must be a non-empty string"),
        ({"ratings": []}, "edges[1].ratings", "must be an object"),
        ({"ratings": {"givenness": [[1]]}}, "edges[1].ratings.givenness", "must be labels"),
        ({"references": [1]}, "edges[1].references", "not 1"),
    ],
)
def test_a_bad_edge_is_refused_with_its_field(
    change: dict[str, Any], field: str, told: str
) -> None:
    row = {**ROW, "edges": [{**ROW["edges"][0], **change}]}
    with pytest.raises(BadInput, match=told.replace("(", "\\(")) as caught:
        edges_of_row(row, PLACE, 9)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("in.jsonl", 4, field)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"sentences": "One. Two."}, "sentences"),
        ({"sentences": []}, "sentences"),
        ({"sentences": {}}, "sentences"),
        ({"sentences": ["One.", 2]}, "sentences[2]"),
        ({"sentences": {"one": "One."}}, "sentences"),
        ({"sentences": {"99999999": "One."}}, "sentences"),
        ({"edges": {}}, "edges"),
        ({"edges": [1]}, "edges[1]"),
        ({"id": ["x"]}, "id"),
    ],
)
def test_a_bad_article_is_refused_with_its_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as caught:
        edges_of_row({**ROW, **change}, PLACE, 9)
    assert caught.value.field == field


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(allow_nan=False) | st.text("a1 ?"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["1", "x", "question", "anchor"]), inner, max_size=3)
    ),
    max_leaves=6,
)
EDGE_KEYS = ["question", "anchor", "answer_sentence", "system", "ratings", "references", "id"]


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {"edges": st.lists(st.dictionaries(st.sampled_from(EDGE_KEYS), JSON), max_size=2) | JSON},
        optional={"id": JSON, "sentences": JSON | st.lists(st.text("a"), min_size=1, max_size=4)},
    )
)
def test_any_row_is_read_or_refused(row: dict[str, Any]) -> None:
    try:
        found = edges_of_row(row, PLACE, 1)
    except BadInput as bad:
        refused: BadInput | None = bad
        found = []
    else:
        refused = None
    assert refused is None or refused.file == "in.jsonl"
    for one in found:
        assert 1 <= (one.anchor or 0) <= len(one.sentences)
        json.dumps(one.meta["flags"])


def test_a_bad_edge_does_not_affect_other_edges() -> None:
    refused: list[tuple[str, Any]] = []
    edges = [ROW["edges"][0], {**ROW["edges"][0], "anchor": 9}, 7, ROW["edges"][1]]
    found = edges_of_row(
        {**ROW, "edges": edges}, PLACE, 9, lambda error, row: refused.append((error.field, row))
    )
    assert [one.id for one in found] == ["pool-1", "x"]
    assert [field for field, _ in refused] == ["edges[2].anchor", "edges[3]"]
    assert [row["edges"] for _, row in refused] == [[edges[1]], [7]]


DCQA = {
    "Article": [
        {
            "ArticleID": "168",
            "qas": [
                {"Question": "Why?", "AnchorSentenceID": 1, "AnswerSentenceID": 2,
                 "QuestionID": "01"},
                {"Question": "How?", "is_impossible": True, "QuestionID": "02"},
                {"Question": "Who?", "AnchorSentenceID": 2, "AnswerSentenceID": "2",
                 "QuestionID": "03"},
            ],
        }
    ]
}  # fmt: skip


def test_dcqa() -> None:
    first, second = edges_of_dcqa(DCQA, lambda name: (f"{name} a.", "B."), PLACE)
    assert (first.question, first.anchor, first.answer_sentence) == ("Why?", 1, 2)
    assert (first.sentences, first.system) == (("168 a.", "B."), "human")
    assert (article_of(first), second.meta["flags"]) == ("168", [BACKWARDS])


def test_a_missing_dcqa_article_does_not_affect_others() -> None:
    def text(name: str) -> tuple[str, ...]:
        if name == "168":
            raise BadInput("the article is missing")
        return ("A.", "B.")

    good = {"Question": "Why?", "AnchorSentenceID": 1, "AnswerSentenceID": 2}
    row = {"Article": [*DCQA["Article"], {"ArticleID": 7, "qas": [{**good, "Question": 1}, good]}]}
    refused: list[BadInput] = []
    found = edges_of_dcqa(row, text, PLACE, refuse=lambda error, _: refused.append(error))
    assert [article_of(one) for one in found] == ["7"]
    assert [error.problem for error in refused] == [
        "the article is missing",
        "must be a non-empty string",
    ]
    assert refused[1].field == "Article[2].qas[1].question"


def test_dcqa_without_its_articles_can_still_be_references() -> None:
    written = edges_of_dcqa(DCQA, lambda _: (), PLACE, text_needed=False)
    rows = [
        Example("1", "Where?", answer_sentence=2, system="ko", meta={"essay_id": "168"}),
        Example("2", "Why?", answer_sentence=2, system="human", meta={"essay_id": "168"}),
        Example("3", "Why?", answer_sentence=2, system="ko", meta={"essay_id": "168"}),
        Example("4", "Where?", answer_sentence=1, system="ko", meta={"essay_id": "168"}),
    ]
    found = [one.references for one in with_references(rows, written)]
    # a human question is not its own reference; a system may have asked the same question
    assert found == [("Why?", "Who?"), ("Who?",), ("Why?", "Who?"), ()]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"Article": 1}, "Article"),
        ({"Article": [{"qas": []}]}, "Article[1].ArticleID"),
        ({"Article": [{"ArticleID": "1", "qas": 2}]}, "Article[1].qas"),
        (
            {"Article": [{"ArticleID": "1", "qas": [{"Question": "Q", "AnchorSentenceID": 7}]}]},
            "Article[1].qas[1].anchor",
        ),
    ],
)
def test_bad_dcqa_is_refused_with_its_field(row: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as caught:
        edges_of_dcqa(row, lambda _: ("A.", "B."), PLACE)
    assert caught.value.field == field
