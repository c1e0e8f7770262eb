"""An invented set with planted flaws: the embedded tools find exactly these."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from qgauge.core import BadSetting, Example, ToolFailed
from qgauge.data import read
from qgauge.sets import Concept, QuestionSet, SetSettings, best_subset, judge, judging, steps
from qgauge.tools.registry import open_tool

ROWS = Path(__file__).parent.parent.parent / "examples" / "set.jsonl"


@pytest.fixture(scope="module")
def tools() -> dict[str, Any]:
    return {role: open_tool(role) for role in judging.ROLES}


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return [row for row in read(ROWS) if isinstance(row, Example)]


@pytest.fixture(scope="module")
def found(examples: list[Example], tools: dict[str, Any]) -> QuestionSet:
    return judge(examples, tools)[""]


def told(found: QuestionSet) -> dict[str, Any]:
    """Return the findings by id, independent of row order."""
    ids = [one.question.example.id for one in found.questions]
    return {
        "same": sorted(sorted(ids[at] for at in group) for group in found.groups),
        "leaks": sorted((ids[leak.source], ids[leak.target]) for leak in found.leaks),
        "generic": sorted(ids[at] for at, one in enumerate(found.questions) if one.generic),
        "copied": sorted(ids[at] for at, one in enumerate(found.questions) if one.copy),
        "sentences": {one.document.text[:4]: one.open_sentences for one in found.documents},
        "concepts": sorted(c.text for one in found.documents for c in one.open_concepts),
    }


PLANTED = {
    "same": [["a1", "a2"], ["b3", "b5"]],
    "leaks": [("a6", "a5"), ("a7", "a7")],
    "generic": ["a9"],
    "copied": ["b2"],
    "sentences": {"The ": [6], "Tea ": [5, 6]},
    "concepts": ["copper kettle", "night watchman"],
}


def test_exactly_the_planted_flaws_are_found(found: QuestionSet) -> None:
    assert told(found) == PLANTED


def test_the_order_of_rows_and_the_size_of_batches_change_nothing(
    examples: list[Example], tools: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    shuffled = random.Random(3).sample(examples, len(examples))
    one_by_one = partial(steps.in_batches, size=1)
    monkeypatch.setattr(steps, "in_batches", one_by_one)
    assert told(judge(shuffled, tools)[""]) == PLANTED


def test_the_best_subset_has_no_flaws(
    found: QuestionSet, examples: list[Example], tools: dict[str, Any]
) -> None:
    kept = best_subset(found, 8)
    again = told(judge([examples[at] for at in kept], tools)[""])
    assert len(kept) == 8  # 14, minus one of each pair below, minus a7, a9 and b2
    assert (again["same"], again["leaks"], again["generic"], again["copied"]) == ([], [], [], [])
    # of each pair that cannot be kept together one goes: a1 or a2, b3 or b5, a5 or a6
    assert len(best_subset(found, 14)) == 14 - 3


def test_every_system_is_a_separate_set(examples: list[Example], tools: dict[str, Any]) -> None:
    named = [replace(one, system=one.id[0]) for one in examples]
    sets = judge(named, tools)
    assert list(sets) == ["a", "b"]
    assert told(sets["a"])["same"] == [["a1", "a2"]]
    assert len(sets["a"].documents) == 1  # without the other system's document


def test_given_concepts_replace_extracted_ones(
    examples: list[Example], tools: dict[str, Any]
) -> None:
    tea = next(one.passage for one in examples if one.id == "b1") or ""
    given = {
        tea: [Concept("spice", frozenset({"spice"}), 0), Concept("ship", frozenset({"ship"}), 0)],
        "Nobody asks about glass.": [Concept("glass", frozenset({"glass"}), 0)],
    }
    documents = judge(examples, tools, concepts=given)[""].documents
    by_text = {one.document.text: one for one in documents}
    assert [c.text for c in by_text[tea].open_concepts] == ["spice"]
    unasked = by_text["Nobody asks about glass."]
    assert unasked.questions == () and unasked.open_sentences == [1]
    assert sum(len(one.document.concepts) for one in documents) == 3


def test_settings_must_be_above_0_and_at_most_1() -> None:
    for wrong in ({"words": 0}, {"qsts": 1.5}, {"copied": -1}):
        with pytest.raises(BadSetting):
            SetSettings(**wrong)


def test_a_tool_that_fails_names_the_rows(examples: list[Example], tools: dict[str, Any]) -> None:
    class Broken:
        identity = "broken"

        def parse(self, texts: list[str]) -> Any:
            raise RuntimeError("no")

    with pytest.raises(ToolFailed, match="a1"):
        judge(examples, {**tools, "parser": Broken()})
