"""The kinds of questions."""

from __future__ import annotations

import pytest

from qgauge.core import BadSetting
from qgauge.generation.kinds import wanted_kinds
from qgauge.tools.roles import QUESTION_KINDS


def test_wanted_kinds() -> None:
    assert wanted_kinds(None) == QUESTION_KINDS
    assert wanted_kinds("Why, who,how_many") == ("who", "why", "how many")
    assert wanted_kinds(["how many"]) == ("how many",)
    with pytest.raises(BadSetting, match="There is no kind of question 'whi'"):
        wanted_kinds("whi")
