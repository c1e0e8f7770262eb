"""The in-process runner behaves like the command in a separate process."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES

ROW = json.dumps({"id": "1", "question": "Où est-il ?", "references": ["Où est-il ?"]})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["score", str(EXAMPLES)], ""),
        (["score", "-", "-m", "bleu1", "-o", "-"], ROW),
        (["score", "none.jsonl"], ""),
        (["explain", "-", "-m", "q_bleu1:names=parser", "--cache", "."], ROW),  # warns
        (["models", "try"], ""),
    ],
)
def test_output_equals_that_of_a_separate_process(
    qgauge: Any, qgauge_apart: Any, words: list[str], stdin: str
) -> None:
    here, apart = qgauge(*words, stdin=stdin), qgauge_apart(*words, stdin=stdin)
    assert (here.returncode, here.stdout) == (apart.returncode, apart.stdout)
    assert here.stderr == apart.stderr.replace("-c models", "qgauge models")


def test_no_state_remains_after_a_run(qgauge: Any, tmp_path: Path) -> None:
    def state() -> list[object]:
        return [
            os.getcwd(),
            dict(os.environ),
            sys.argv,
            (sys.stdin, sys.stdout, sys.stderr),
            [os.fstat(number) for number in range(3)],
            logging.getLogger().handlers,
            [signal.getsignal(one) for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)],
        ]

    before = state()
    assert qgauge("score", str(EXAMPLES)).returncode == 0
    assert qgauge("score", "none.jsonl").returncode == 2
    assert state() == before
