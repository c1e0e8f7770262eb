"""The schemes that come with qgauge: what they ask, and that their texts are fit for raters."""

from __future__ import annotations

import re

import pytest
from helpers.blocks import PROJECT

from qgauge.annotate.answers import asked, check_answer
from qgauge.annotate.scheme_files import (
    _CHOICE_KEYS,
    _EXAMPLE_KEYS,
    _FIELD_KEYS,
    _KEYS,
    read_scheme,
    shipped_schemes,
)
from qgauge.annotate.shown import guideline_blocks, shown
from qgauge.metrics import create
from qgauge.metrics.rubric import read_rubric
from qgauge.qud.labelling import CRITERIA

NAMES = ["answerability", "concepts", "pairs", "qgeval", "qud", "qud_similarity", "simqg"]
SYSTEMS = re.compile(
    r"\b(gpt|chatgpt|llama|alpaca|t5|bart|prophetnet|gsa|squad|model|ai|machine|system)\b", re.I
)


def test_seven_schemes_are_shipped() -> None:
    assert shipped_schemes() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_valid_answers(name: str) -> None:
    scheme = read_scheme(name)
    assert scheme.name == name
    assert scheme.examples
    for example in scheme.examples:
        assert check_answer(scheme, example.values, example.content) == example.values
        assert example.why
        seen = shown(scheme, example.content)
        assert seen.texts or seen.sentences


@pytest.mark.parametrize("name", NAMES)
def test_texts_name_no_system_and_are_long_enough_to_help(name: str) -> None:
    scheme = read_scheme(name)
    texts = [scheme.title, scheme.about, scheme.guidelines, *scheme.skip_reasons]
    for field in scheme.fields:
        texts += [field.ask, field.help]
        texts += [text for choice in field.choices for text in (choice.label, choice.meaning)]
    texts += [example.why for example in scheme.examples]
    assert not [text for text in texts if SYSTEMS.search(text)]
    assert len(guideline_blocks(scheme.guidelines)) >= 3
    assert len(scheme.guidelines.split()) > 100


@pytest.mark.parametrize("name", NAMES)
def test_a_digit_is_enough_for_every_choice(name: str) -> None:
    assert all(len(field.choices) <= 9 for field in read_scheme(name).fields)


def test_qgeval_has_the_dimensions_of_the_rubrics() -> None:
    scheme = read_scheme("qgeval")
    assert [field.name for field in scheme.fields] == [
        "fluency",
        "clarity",
        "conciseness",
        "relevance",
        "consistency",
        "answerability",
        "answer_consistency",
    ]
    for field in scheme.fields:
        assert (
            tuple(float(choice.value) for choice in field.choices)
            == read_rubric(field.name).verdicts
        )
        assert field.ordered and field.required


def test_answerability_hides_the_source() -> None:
    scheme = read_scheme("answerability")
    assert scheme.shows == ("question",)
    assert [choice.value for choice in scheme.field("answerability").choices] == [1, 2, 3, 4, 5]


def test_simqg_has_the_scores_of_the_published_set() -> None:
    scores = {
        field.name: [choice.score for choice in field.choices]
        for field in read_scheme("simqg").fields
    }
    assert scores == {
        "fluency": [0, 0.5, 1],
        "relevance": [0, 1],
        "answerability": [0, 1],
        "similarity": [0, 0, 0, 0.5, 1],
    }


def test_qud_has_the_labels_of_the_criteria() -> None:
    scheme = read_scheme("qud")
    assert [field.name for field in scheme.fields][:4] == list(CRITERIA)
    for name, metric in CRITERIA.items():
        field = scheme.field(name)
        assert tuple(choice.value for choice in field.choices) == create(metric).verdicts
        assert field.ordered == (name in ("compatibility", "relevance"))
    assert scheme.grouped and scheme.feedback


def test_bad_language_skips_the_other_criteria() -> None:
    scheme = read_scheme("qud")
    rest = ["issue_text", "several_questions"]
    assert [field.name for field in asked(scheme, {})] == ["language", *rest]
    assert [field.name for field in asked(scheme, {"language": "no"})] == ["language", *rest]
    assert asked(scheme, {"language": "yes"}) == scheme.fields
    given = {"language": "no", "compatibility": "direct", "several_questions": ["yes"]}
    cleaned = {"language": "no", "several_questions": ["yes"]}
    assert check_answer(scheme, given, {}) == cleaned


def test_the_page_describes_every_scheme_and_every_key() -> None:
    page = (PROJECT / "docs" / "annotate_schemes.md").read_text(encoding="utf-8")
    cells = set(re.findall(r"`([a-z_:A-Z]+)`", page))
    assert {*NAMES, "rubric:NAME"} <= cells
    assert {*_KEYS, *_FIELD_KEYS, *_CHOICE_KEYS, *_EXAMPLE_KEYS} - {"fields", "examples"} <= cells
    assert "[[fields]]" in page and "[[examples]]" in page
