"""The command on a simulated Windows: no fcntl, no signal masks, no SIGHUP, no forks.

A `sitecustomize` module removes these from every Python process, worker processes included.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import COMMAND

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"
NO_POSIX = """
import os, signal, sys

# a torch that was built for POSIX needs os.register_at_fork, and spaCy imports torch if it is there
sys.modules.update(dict.fromkeys(["fcntl", "termios", "resource", "pwd", "grp", "torch"]))
for module, names in {
    signal: "pthread_sigmask SIGHUP SIGALRM SIGIO SIGKILL SIGUSR1 alarm setitimer SIG_BLOCK",
    os: "fork O_ASYNC O_NONBLOCK register_at_fork sched_getaffinity getuid geteuid killpg setsid",
}.items():
    for name in names.split():
        vars(module).pop(name, None)
print("no POSIX here", file=sys.stderr)
"""

Done = subprocess.CompletedProcess[bytes]


@pytest.fixture
def no_posix(tmp_path: Path) -> dict[str, str]:
    """The environment of a process without the POSIX-only parts of Python."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(NO_POSIX, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(ROOT / "src")])
    return {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache")}


def run(environment: dict[str, str] | None, *words: str | Path, cwd: Path) -> Done:
    return subprocess.run([*COMMAND, *words], capture_output=True, cwd=cwd, env=environment)


def copied(name: str, folder: Path, times: int = 1) -> Path:
    """Write an example file with each row repeated under new ids; a batch has 64 rows or more."""
    rows = [json.loads(line) for line in (EXAMPLES / name).read_text("utf-8").splitlines()]
    rows = [{**row, "id": f"{row['id']}-{at}"} for at in range(times) for row in rows]
    file = folder / name
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("example", "times", "words"),
    [
        pytest.param("questions.jsonl", 1, ["score", "-o", "out.jsonl"], id="score"),
        pytest.param(
            "questions.jsonl", 30, ["score", "--workers", "2", "-o", "out.jsonl"], id="workers"
        ),
        pytest.param("stories.jsonl", 5, ["rank", "--workers", "2", "-o", "out.jsonl"], id="rank"),
        pytest.param("questions.jsonl", 1, ["compare", "--json"], id="compare"),
        pytest.param("questions.jsonl", 1, ["noise", "-o", "out.jsonl"], id="noise"),
    ],
)
def test_same_output_without_posix(
    tmp_path: Path, no_posix: dict[str, str], example: str, times: int, words: list[str]
) -> None:
    file = copied(example, tmp_path, times)
    out = tmp_path / "out.jsonl"
    results = []
    for environment in (None, no_posix):
        done = run(environment, *words, file, cwd=tmp_path)
        results.append((done.returncode, done.stdout, out.read_bytes() if out.exists() else b""))
        out.unlink(missing_ok=True)
    assert results[0] == results[1], done.stderr.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert (done.stderr.count(b"no POSIX here") > 1) == ("--workers" in words)


@pytest.mark.parametrize(
    "words",
    [
        ["judge", "run", "--rubric", "fluency", "-o", "out.jsonl"],
        ["judge", "estimate", "--rubric", "fluency"],
        ["score", "-m", "judge:rubric=fluency"],
    ],
)
def test_the_judge_refuses_without_posix(
    tmp_path: Path, no_posix: dict[str, str], words: list[str]
) -> None:
    engine = "server:m@http://localhost:9/v1"
    file = copied("questions.jsonl", tmp_path)
    done = run(no_posix, *words, "--judge", engine, file, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[1:] == [
        "qgauge: The judge needs a POSIX system (Linux or macOS): it locks files with fcntl. "
        "On Windows, use WSL."
    ]
    assert not (tmp_path / "out.jsonl").exists()


IMPORT_ALL = """
import importlib, pkgutil, qgauge
from qgauge.annotate.web.settings import Site
from qgauge.annotate.web.setup import configure
configure(Site("x.sqlite3", "k" * 64))  # Django's models cannot be imported before
# sacreBLEU needs fcntl, or pywin32 on Windows; Inspect need not be installed
left_out = ("qgauge.metrics.sacre", "qgauge.integrations.inspect_ai")
for module in pkgutil.walk_packages(qgauge.__path__, "qgauge."):
    if module.name not in left_out:
        importlib.import_module(module.name)
"""


def test_every_module_can_be_imported_without_posix(no_posix: dict[str, str]) -> None:
    command = [sys.executable, "-W", "ignore", "-c", IMPORT_ALL]
    done = subprocess.run(command, capture_output=True, env=no_posix, text=True)
    assert (done.returncode, done.stderr) == (0, "no POSIX here\n")
