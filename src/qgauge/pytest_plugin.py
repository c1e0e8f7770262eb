"""Pytest fixture `assert_questions`.

Enable it with `pytest_plugins = ["qgauge.pytest_plugin"]` in conftest.py. It is not registered
through an entry point, because pytest would then rewrite the asserts of the whole package.
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
    """Return `qgauge.testing.assert_questions` for use in a test.

    Relative files are looked up next to the test file first. Values and signatures are written to
    the report of `pytest --junitxml`, even if the test fails.
    """

    def record(name: str, value: object) -> None:
        # like record_property, which warns with the default report format
        request.node.user_properties.append((name, value))

    def check(questions: Questions, metrics: Any = None, **more: Any) -> Any:
        __tracebackhide__ = True
        if isinstance(questions, str | os.PathLike):
            beside = request.path.parent / questions
            questions = beside if beside.exists() else questions
        more.setdefault("record", record)
        return _assert_questions(questions, metrics, **more)

    return check
