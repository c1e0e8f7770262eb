"""Worker processes: one that is killed, and what they import."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from helpers.failing_metrics import Deadly
from helpers.numbered_examples import examples

from qgauge.core import ToolFailed
from qgauge.data import output_line
from qgauge.run import (
    CountAndWrite,
    evaluate,
    requests_for,
)


def test_a_killed_worker_is_reported_with_its_examples() -> None:
    requests = requests_for([Deadly()])
    with pytest.raises(ToolFailed, match=r"worker process was killed.*examples: \d+"):
        evaluate(examples(2000), requests, {}, workers=2)


def test_workers_do_not_import_the_command_line() -> None:
    # unpickling a job must not import typer and rich
    job = pickle.dumps(CountAndWrite(requests_for(["bleu1"]), output_line)).hex()
    code = (
        "import pickle, sys; import qgauge.run.processes; "
        f"pickle.loads(bytes.fromhex('{job}')); "
        "print(sorted({'typer', 'rich', 'click'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"
