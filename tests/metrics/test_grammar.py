"""The error formula, with a fake checker that reports every word of ten or more letters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.hand_made_tools import TOOLS

from qgauge.core import Example, Score
from qgauge.metrics import create
from qgauge.metrics.grammar import errors_score
from qgauge.tools.roles import Grammar, GrammarError

LONG = "abcdefghij"


def score(question: str, request: str = "grammar") -> Score:
    (found,) = create(request).score([Example("1", question)], TOOLS)
    return found


@pytest.mark.parametrize(
    ("errors", "value"), [(0, 1), (1, 1), (2, 2 / 3), (3, 1 / 3), (4, 0), (9, 0)]
)
def test_formula(errors: int, value: float) -> None:
    assert errors_score(errors) == pytest.approx(value)


def test_value_is_the_mean_of_formula_and_wellformedness() -> None:
    # two errors: the formula gives 2/3, the checker .8 / 4
    found = score(f"Who {LONG} the {LONG}?")
    assert found.parts == {"errors": 2, "formula": pytest.approx(2 / 3), "wellformed": 0.2}
    assert found.value == pytest.approx((2 / 3 + 0.2) / 2)
    assert score(f"Who {LONG} the {LONG}?", "grammar:value=errors").value == pytest.approx(2 / 3)
    assert score(f"Who {LONG} the {LONG}?", "grammar:value=wellformed").value == 0.2
    assert [error["text"] for error in found.evidence["errors"]] == [LONG, LONG]


@pytest.mark.parametrize(
    ("question", "form", "kinds"),
    [
        ("Who came?", "all", []),
        ("who came", "off", []),
        ("who came", "asking", []),
        ("who came", "mark", ["question_mark"]),
        ("who came", "all", ["question_mark", "capital"]),
        ('"who came?"', "all", ["capital"]),
        ("They came.", "off", []),
        ("They came.", "asking", ["no_question"]),
        ("they came", "all", ["no_question", "question_mark", "capital"]),
        ("3 came when?", "all", []),
    ],
)
def test_errors_of_form(question: str, form: str, kinds: list[str]) -> None:
    found = score(question, f"grammar:form={form}")
    assert [error["kind"] for error in found.evidence["errors"]] == kinds
    # a text that does not ask anything counts as four errors
    assert found.parts["errors"] == len(kinds) + 3 * ("no_question" in kinds)


def test_a_grammar_checker_without_well_formedness() -> None:
    class Strict:
        identity = "by-hand"

        def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
            return [Grammar((GrammarError(0, 3, "spelling", 0.9),) * 2, None) for _ in texts]

    tools = {**TOOLS, "grammarian": Strict()}
    both, alone = (
        create(request).score([Example("1", "Who?")], tools)[0]
        for request in ("grammar", "grammar:value=wellformed")
    )
    assert both.value == pytest.approx(2 / 3)
    assert both.parts == {"errors": 2, "formula": both.value}
    assert alone.unscored == "the grammar checker does not rate well-formedness"
    assert create("grammar").explain(Example("1", "Who?"), tools).value == both.value


def test_form_off_needs_no_parser() -> None:
    assert create("grammar").roles() == ("grammarian", "parser")
    assert create("grammar:form=off").roles() == ("grammarian",)


def test_explained() -> None:
    found = create("grammar:form=mark").explain(Example("1", f"they {LONG} so"), TOOLS)
    (view,) = found.evidence["views"]
    assert view["table"]["rows"] == [
        [LONG, "noun_number", "0.75"],
        [f"they {LONG} so", "no_question", "rule"],
        ["", "question_mark", "rule"],
    ]
    assert view["steps"][0] == "errors: 6; 1 - (errors - 1) / 3, clamped to 0 and 1 = 0.0000"
