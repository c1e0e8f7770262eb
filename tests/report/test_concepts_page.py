"""The page of `qgauge concepts`: its sentences and tables."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.page_checks import HOSTILE, checked

from qgauge.concepts import ConceptReport, ConceptSettings, document, judge_document
from qgauge.concepts.agreement import Annotators
from qgauge.report import Table, render
from qgauge.report.concepts_page import MOST_DOCUMENTS, concepts_page, concepts_sentences

TEXT = "one two three four five six seven eight"
GOLD = [[0, len("one two three four")]]
SPANS = {1: [[0, 3]], 3: [[0, 13]], 4: GOLD}
"""Snippets that share one, three or four of the four words of the concept."""
TESTED = {
    "metric": "F free",
    "first": "a",
    "second": "b",
    "n": 3,
    "first_value": 0.5,
    "second_value": 0.9,
    "difference": 0.4,
    "ci": [0.1, 0.7],
    "p_bootstrap": 0.01,
    "p_randomisation": 0.01,
    "p_holm": 0.02,
    "verdict": "better",
}


def studied(
    systems: dict[str, list[int | None]], annotators: dict[str, Any] | None = None
) -> tuple[ConceptReport, Annotators]:
    """Return the report of systems that share so many words with the concept of each document."""
    study, people = ConceptReport(ConceptSettings()), Annotators(ConceptSettings())
    for at in range(len(next(iter(systems.values())))):
        marked = {name: SPANS[found] for name, each in systems.items() if (found := each[at])}
        row = {"id": f"d{at}", "text": TEXT, "annotators": annotators or {"ann": GOLD}}
        judged = judge_document(document({**row, "systems": marked}), study.settings)
        study.add(judged)
        people.add(judged)
    return study, people


def test_the_summary_ranks_the_systems() -> None:
    # recall 1/4, 3/4 and 1 with precision 1: F 2/5, 6/7 and 1
    study, _ = studied({"low": [1, 1, None], "high": [4, 3, 4]})
    assert concepts_sentences(study, None, [TESTED]) == [
        "3 documents with 3 concepts, 3 of them vital, from 3 annotated snippets.",
        "high has the highest F: high .95 [.75, 1.00] and low .40 [.40, .40]. high "
        "finds .92 of the vital concepts (recall), and 1.00 of what it marks is right (precision).",
        "b is better than a: +.40 [+.10, +.70], p .020.",
        "low is unscored in 1 document.",
    ]


def test_differences_that_may_be_chance() -> None:
    study, _ = studied({"a": [1, 4]})
    test = TESTED | {"p_holm": 0.3, "verdict": "not shown"}
    said = concepts_sentences(study, None, [test, TESTED | {"metric": "F one-to-one"}])
    assert said[2:] == ["b against a: +.40 [+.10, +.70], p .300, not significant."]
    untested = {"metric": "F free", "first": "a", "second": "b", "n": 1, "reason": "too few"}
    page = concepts_page(study, None, [untested])
    assert "- (too few)" in checked(render(page)).text


def test_the_hardest_documents_come_first() -> None:
    count = MOST_DOCUMENTS + 1
    study, _ = studied({"a": [4] * (count - 1) + [1]})
    page = concepts_page(study, None)
    table = [one for one in page.sections[0].blocks if isinstance(one, Table)][1]
    assert table.caption == "Documents, the hardest first: 20 of 21"
    assert table.rows[0][0] == f"d{count - 1}"


def test_annotators() -> None:
    study, people = studied({"a": [4, 4]}, {"ann": GOLD, "ben": GOLD})
    found = people.as_json()
    assert found is not None
    said = concepts_sentences(study, found)
    assert (
        said[-1]
        == "Annotators agree with Krippendorff's alpha 1.00 on 16 content words in 2 documents."
    )
    page = concepts_page(study, found)
    assert [section.title for section in page.sections] == [
        "Systems",
        "Agreement of annotators",
        "How it was made",
    ]
    table = page.sections[1].blocks[0]
    assert isinstance(table, Table)
    assert ["Cohen's kappa, words", "ann, ben"] in [list(row[:2]) for row in table.rows]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_stay_text(text: str) -> None:
    study, people = studied({"a": [4, 4, 1]}, {"ann": GOLD, "ben": GOLD})
    study.systems[text] = study.systems["a"]
    agreement: dict[str, Any] = people.as_json() or {}
    agreement["against_the_others"][text] = agreement["against_the_others"]["ann"]
    agreement["pairs"].append(agreement["pairs"][0] | {"first": text, "second": text})
    tests = [TESTED | {"first": text, "second": text}]
    checked(render(concepts_page(study, agreement, tests, [(text, text)])))
