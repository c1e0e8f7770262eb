"""The kinds of questions."""

from __future__ import annotations

import pytest

from qgauge.core import BadSetting
from qgauge.generation.kinds import kind_of, wanted_kinds
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
        ("Did it sink?", ""),
        ("", ""),
    ],
)
def test_kind(question: str, kind: str) -> None:
    assert kind_of(question) == kind


def test_wanted_kinds() -> None:
    assert wanted_kinds(None) == QUESTION_KINDS
    assert wanted_kinds("Why, who,how_many") == ("who", "why", "how many")
    assert wanted_kinds(["how many"]) == ("how many",)
    with pytest.raises(BadSetting, match="There is no kind of question 'whi'"):
        wanted_kinds("whi")
