"""Run a metric in separate processes on one core, with the time spent in each tool.

A script that uses this has an option `--one`, with which it starts itself for one run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.speed.made_up_pairs import Pair, distinct_pairs, questions
from benchmarks.speed.tools import about

SEED = 20


class TimedTool:
    """A tool and the processor time spent in it."""

    def __init__(self, tool: Any, verb: str) -> None:
        self.seconds, self.identity = 0.0, tool.identity
        setattr(self, verb, self._timed(getattr(tool, verb)))

    def _timed(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            start = time.process_time()
            try:
                return work(*arguments)
            finally:
                self.seconds += time.process_time() - start

        return run


def run_apart(module: str, *words: str) -> dict[str, Any]:
    """Run the module in a separate process and return the JSON it prints."""
    command = [sys.executable, "-m", module, "--one", *words]
    done = subprocess.run(command, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def pin_to_one_core() -> None:
    """Print the machine, and pin this process and its children to one core."""
    core = max(os.sched_getaffinity(0))
    print("\n".join(about(core)))
    os.sched_setaffinity(0, {core})


def add_pair_options(parser: argparse.ArgumentParser, pairs: int) -> None:
    """Add the options of scripts that score pairs; `pairs` is the default number."""
    parser.add_argument("--pairs", type=int, default=pairs)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--questions", type=Path)


def pairs_for(given: argparse.Namespace) -> list[Pair]:
    """Return the requested number of pairs, and one more for the run that opens the models."""
    source = questions(SEED)
    if given.questions:
        source = iter(given.questions.read_text(encoding="utf-8").splitlines())
    return distinct_pairs(source, given.pairs + 1, SEED)
