"""The fixture `assert_questions`: say `pytest_plugins = ["qgauge.pytest_plugin"]` in conftest.py.

It is not on by itself: a plug-in that is makes pytest rewrite the asserts of its whole package.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from qgauge.testing import Questions
from qgauge.testing import assert_questions as _assert_questions


@pytest.fixture
def assert_questions(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`qgauge.testing.assert_questions` for this test.

    A file is looked for beside the test first. Values and signatures go into the report that
    `pytest --junitxml` writes, so that a build keeps them, also when it fails.
    """

    def record(name: str, value: object) -> None:
        # what record_property does, which warns where the format of the report is the usual one
        request.node.user_properties.append((name, value))

    def check(questions: Questions, metrics: Any = None, **more: Any) -> Any:
        if isinstance(questions, str | os.PathLike):
            beside = request.path.parent / questions
            questions = beside if beside.exists() else questions
        more.setdefault("record", record)
        return _assert_questions(questions, metrics, **more)

    return check
