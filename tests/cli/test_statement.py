"""`qgauge models try statement`, end to end."""

from __future__ import annotations

import json
from typing import Any

TRY = ["models", "try", "statement"]


def test_it_shows_the_statement_and_the_rule(qgauge: Any) -> None:
    done = qgauge(*TRY, "What did Marta build in 1874?", "a lighthouse")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Marta built a lighthouse in 1874.", "rule: object"]
    assert lines[-1].startswith("parser embedded@")


def test_it_marks_unsure_statements(qgauge: Any) -> None:
    done = qgauge(*TRY, "What now?", "They run.")
    assert done.returncode == 0
    assert "rule: frame (not sure)" in done.stdout


def test_json(qgauge: Any) -> None:
    done = qgauge(*TRY, "Who found it?", "-", "--json", stdin="Ada Lovelace\n")
    (found,) = json.loads(done.stdout)["results"]
    assert found["answer"] == "Ada Lovelace"
    assert found["result"] == {"text": "Ada Lovelace found it.", "sure": True, "rule": "subject"}


def test_it_takes_two_texts_that_are_not_empty(qgauge: Any) -> None:
    done = qgauge(*TRY, "Who found it?")
    assert done.returncode == 2
    assert "takes a question and an answer" in done.stderr
    done = qgauge(*TRY, "Who found it?", " ")
    assert done.returncode == 2
    assert "empty" in done.stderr
    done = qgauge(*TRY, "Who?", "Ada", "--engine", "nonsense")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
