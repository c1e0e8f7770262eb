"""Workers end when the process that started them is killed, whatever they are doing."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hostile.sessions import members, needs_proc, session, until

SEED = 7 if os.environ.get("CI") else random.randrange(10**6)
ROW = json.dumps({"question": "Who came home?", "references": ["Who came home?"]}).encode() + b"\n"

pytestmark = needs_proc


def kill_and_expect_nobody(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    until(lambda: not members(process.pid), "workers of a killed process end")


@pytest.mark.parametrize(
    "verb",
    [
        "score",
        pytest.param("rank", marks=pytest.mark.slow),
        pytest.param("compare", marks=pytest.mark.slow),
    ],
)
def test_idle_workers_end_with_their_parent(tmp_path: Path, verb: str) -> None:
    words = [verb, "-", "--format", "jsonl", "-m", "bleu1", "--workers", "2"]
    with session(words, tmp_path) as process:
        assert process.stdin
        process.stdin.write(ROW * 2000)  # stdin stays open, so the run never ends by itself
        process.stdin.flush()
        # the command, two workers, and the resource tracker of multiprocessing
        until(lambda: len(members(process.pid)) == 4, "workers start")
        kill_and_expect_nobody(process)


def test_starting_workers_end_with_their_parent(tmp_path: Path) -> None:
    draw = random.Random(SEED)
    for _ in range(2):
        words = ["score", "-", "--format", "jsonl", "-m", "bleu1", "--workers", "2"]
        with session(words, tmp_path) as process:
            assert process.stdin
            process.stdin.write(ROW * 2000)
            process.stdin.flush()
            until(lambda: len(members(process.pid)) >= 3, "the first worker starts")
            time.sleep(draw.random() * 0.3)
            kill_and_expect_nobody(process)


BUSY = """
import os, sys, time

def finish(example, scores):
    open(f"busy-{os.getpid()}", "w").close()
    WAYS[sys.argv[1] if __name__ == "__main__" else os.environ["BUSY_WAY"]]()

def hold_the_interpreter():
    # one C call of many minutes, in which no other thread of Python runs
    pow(3, 10**10)

WAYS = {"C call": hold_the_interpreter, "sleep": lambda: time.sleep(3600)}

if __name__ == "__main__":
    from qgauge.core import Example
    from qgauge.run import requests_for, stream
    import busy  # its functions pickle by this name

    examples = (Example(str(at), "Who came home?", ("Who came home?",)) for at in range(5000))
    os.environ["BUSY_WAY"] = sys.argv[1]
    list(stream(examples, requests_for(["bleu1"]), {}, finish=busy.finish, workers=2))
"""


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(
            "C call",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="needs SIGIO as on Linux"),
        ),
        "sleep",
    ],
)
def test_busy_workers_end_with_their_parent(tmp_path: Path, way: str) -> None:
    (tmp_path / "busy.py").write_text(BUSY)
    env = {"PYTHONPATH": str(tmp_path)}
    with session([way], tmp_path, command=[sys.executable, "busy.py"], env=env) as process:
        until(lambda: len(list(tmp_path.glob("busy-*"))) == 2, "both workers are busy")
        kill_and_expect_nobody(process)
