"""Requests, and checks before anything is scored."""

from __future__ import annotations

import pytest
from helpers.numbered_examples import examples

from qgauge.core import BadInput, BadSetting, Example
from qgauge.run import (
    check,
    evaluate,
    prepare,
    requests_for,
)


def test_default_metrics_depend_on_the_first_rows() -> None:
    def no_tools(_: object) -> dict[str, object]:
        return {}

    chosen, tools, rows = prepare(examples(3), None, no_tools)
    assert [one.label for one in chosen] == ["bleu4", "rouge_l", "meteor", "q_bleu1"]
    assert (tools, len(list(rows))) == ({}, 3)
    with pytest.raises(
        BadInput, match="no references, and they do not have both a passage and an answer"
    ):
        prepare([Example("1", "Why?")], None, no_tools)


def test_needs_are_checked_before_anything_is_scored() -> None:
    requests = requests_for(["bleu1"])
    with pytest.raises(BadInput, match="bleu1 needs 'references'"):
        check([Example("1", "Why?")], requests, {})
    # one row with references among the first is enough; the others are unscored
    some = [Example("1", "Why?"), Example("2", "Why?", ("Why?",))]
    assert list(check(some, requests, {})) == some


def test_requests_are_checked() -> None:
    with pytest.raises(BadSetting, match="given twice"):
        requests_for(["bleu1", "bleu1"])
    with pytest.raises(BadSetting, match="No metric"):
        requests_for([])
    with pytest.raises(BadSetting, match="at least 1"):
        evaluate([], requests_for(["bleu1"]), {}, workers=0)


def test_bad_input_names_the_file_and_the_field() -> None:
    def refuse(_: object) -> dict[str, object]:
        raise BadInput("there is no such field", field="scle")

    with pytest.raises(BadInput, match=r"rows.jsonl, field 'scle': there is no such field"):
        prepare(examples(3), ["bleu1"], refuse, "rows.jsonl")
