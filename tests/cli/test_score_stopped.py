"""`qgauge score` when interrupted, and with closed or full streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = str(Path(__file__).parent.parent.parent / "examples" / "questions.jsonl")
QGAUGE = [sys.executable, "-c", "from qgauge.cli import main; main()"]
GOOD = {"id": "a", "question": "Who came home?", "references": ["Who came home?"]}


def started(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start the command in its own session, as a terminal does."""

    def heed_interrupts() -> None:
        # if the tests run in the background of a shell, child processes inherit ignored signals
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen(
        [*QGAUGE, *words],
        cwd=folder,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )


def feed(process: subprocess.Popen[bytes], rows: int) -> None:
    """Write rows to stdin and keep it open, so that the command cannot finish by itself."""
    assert process.stdin
    process.stdin.write(f"{json.dumps(GOOD | {'id': None})}\n".encode() * rows)
    process.stdin.flush()


def stopped(process: subprocess.Popen[bytes], number: signal.Signals) -> str:
    """Send the signal, wait for the command to end, and return its stderr."""
    assert process.stderr
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # to every process, as a terminal does
    else:
        process.terminate()
    try:
        process.wait(60)
    finally:
        process.kill()
    return process.stderr.read().decode()


def catches(pid: int, number: signal.Signals) -> bool:
    """Return whether the process has a handler for the signal."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupt_stops_cleanly_and_keeps_the_old_output(
    tmp_path: Path, workers: str, number: signal.Signals, code: int
) -> None:
    (tmp_path / "out.jsonl").write_text("old\n", encoding="utf-8")
    words = ["score", "-", "--format", "jsonl", "-m", "bleu1", "-o", "out.jsonl"]
    with started([*words, "--workers", workers], tmp_path) as process:
        feed(process, 3000)
        deadline = time.monotonic() + 60
        while len(list(tmp_path.glob("*/*.note"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)  # the shards of an output appear as they are finished
        complaint = stopped(process, number)
        assert process.returncode == code
    assert "interrupted; no output was written" in complaint
    assert "Traceback" not in complaint
    assert "shards are kept in out.jsonl.parts; the same command resumes the run" in complaint
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "out.jsonl.parts"]
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == "old\n"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("after", [0.0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0])
def test_interrupt_at_any_moment(tmp_path: Path, number: signal.Signals, after: float) -> None:
    """Interrupts are handled from the first line of qgauge on, not during interpreter start-up."""
    words = ["score", "-", "--format", "jsonl", "-o", "out.jsonl", "--workers", "2"]
    with started(words, tmp_path) as process:
        deadline = time.monotonic() + 60
        while not catches(process.pid, signal.SIGTERM) and time.monotonic() < deadline:
            time.sleep(0.005)
        feed(process, 1500)
        time.sleep(after)
        complaint = stopped(process, number)
        assert process.returncode == 128 + number
    assert complaint.startswith("qgauge: interrupted"), complaint
    assert complaint.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("command", "code", "complaint"),
    [
        ("list >&-", 2, "stdout is closed"),
        ("list >/dev/full", 2, "cannot write the output: No space"),
        ("--help >/dev/full", 2, "cannot write the output: No space"),
        ("score - <&-", 2, "stdin: stdin is closed"),
        (f"score {EXAMPLES} -m bleu1 >/dev/null 2>&-", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full(
    tmp_path: Path, command: str, code: int, complaint: str
) -> None:
    done = subprocess.run(
        f"{sys.executable} -c 'from qgauge.cli import main; main()' {command}",
        shell=True,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == code
    assert done.stderr.count("\n") == (1 if complaint else 0)
    assert complaint in done.stderr


def test_an_encoding_that_lacks_a_character(
    qgauge: Any, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    name = write("in.jsonl", [GOOD | {"system": "où"}])
    assert r"o\xf9" in qgauge("score", name, "-m", "bleu1").stdout
    found = json.loads(qgauge("score", name, "-m", "bleu1", "--json").stdout)
    assert set(found["metrics"]["bleu1"]["systems"]) == {"où"}


def test_a_closed_pipe_gives_no_error_message(write: Any, tmp_path: Path) -> None:
    name = write("in.jsonl", [{**GOOD, "id": str(at)} for at in range(5000)])
    command = (
        f"{sys.executable} -c 'from qgauge.cli import main; main()' score {name} -m bleu1 -o -"
    )
    done = subprocess.run(
        f"{command} 2>errors | head -1", shell=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert json.loads(done.stdout)["id"] == "0"
    assert "Traceback" not in (tmp_path / "errors").read_text(encoding="utf-8")
    assert "Exception" not in (tmp_path / "errors").read_text(encoding="utf-8")
