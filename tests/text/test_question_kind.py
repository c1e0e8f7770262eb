"""The kind of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.text.question_kind import question_kind
from qgauge.tools.roles import QUESTION_KINDS


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who built it?", "who"),
        ("To whom was it sold?", "who"),
        ("Whose boat sank?", "who"),
        ("What sank?", "what"),
        ("In which year did it sink?", "which"),
        ("When did it sink?", "when"),
        ("Where did it sink?", "where"),
        ("Why did it sink?", "why"),
        ("How did it sink?", "how"),
        ("How was the boat saved?", "how"),
        ("How many boats sank?", "how many"),
        ("How long did it take?", "how many"),
        ("How?", "how"),
        ("HOW MUCH does it cost?", "how many"),
        ("How frequently does it run?", "how many"),
        ("How exactly did it sink?", "how"),
        ("How come it sank?", "how"),
        ("How else could they leave?", "how"),
        ("How plants grow is studied by whom?", "how"),
        ("By how many metres did it miss?", "how many"),
        ("What's the name of the boat?", "what"),
        ("However, did it sink?", ""),
        ("Is the Whoopéwho a bird?", ""),
        ("Did it sink?", ""),
        ("", ""),
    ],
)
def test_kind(question: str, kind: str) -> None:
    assert question_kind(question) == kind


@given(st.text())
def test_every_text_has_a_known_kind_or_none(text: str) -> None:
    assert question_kind(text) in ("", *QUESTION_KINDS)
