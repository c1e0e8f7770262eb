"""Signals at random moments: the output is the old or the new one, without temporary files."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import signal
import subprocess
import termios
import time
from pathlib import Path

import pytest
from hostile.conftest import judge_at, left_behind
from hostile.forks import Fork, ForkServer
from hostile.sessions import QGAUGE, members, needs_proc, until
from hostile.verbs import READERS, Verb, written_as

SEED = 7 if os.environ.get("CI") else random.randrange(10**6)
WRITERS = [verb for verb in READERS if verb.written]
MANY = 1200
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
HALF_STARTED = re.compile(
    r"Traceback \(most recent call last\):\n"
    r'  File "<string>", line 1, in <module>\n'
    r'(?:  File "[^"]*/multiprocessing/spawn\.py", .*\n(?: {4}.*\n)*)+'
    r"(?:EOFError: Ran out of input|_pickle\.UnpicklingError: pickle data was truncated)\n"
)
"""What Python prints in a worker whose parent was killed (-9) while sending it its first data.

No code of ours runs in that worker yet, and the killed parent cannot prevent it.
"""

pytestmark = needs_proc


def many(verb: Verb) -> int:
    """Return a number of rows for a run that is long enough to be interrupted half-way."""
    return len(verb.rows) * 3 if verb.costly else MANY


def write_many(verb: Verb, folder: Path) -> None:
    rows = [
        verb.rows[at % len(verb.rows)] | {"id": str(at), "system": "ab"[at % 2]}
        for at in range(many(verb))
    ]
    (folder / f"in.{verb.reads}").write_text(written_as(rows, verb.reads))


def begun(fork: Fork) -> None:
    """Wait until the command has installed its signal handlers; that of SIGHUP is the last."""
    until(lambda: _catches(fork.pid, signal.SIGHUP), "the run starts")


def _catches(pid: int, number: signal.Signals) -> bool:
    """Return whether the process has a handler for the signal, or has ended already."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return fields["State"].startswith("Z") or bool(int(fields["SigCgt"], 16) >> (number - 1) & 1)


class Target:
    """The run of one verb, its duration on this machine, and its output."""

    def __init__(self, verb: Verb, folder: Path, forks: ForkServer, words: list[str]) -> None:
        self.folder, self.forks, self.words = folder, forks, words
        self.output = folder / verb.output_name
        self.expected = self.finish()
        began = time.monotonic()
        assert self.finish() == self.expected
        self.seconds = time.monotonic() - began

    def finish(self) -> bytes:
        """Run without interruption, and return the output."""
        with self.forks.start(self.words, self.folder) as fork:
            assert fork.wait() == 0, fork.err
        return self.output.read_bytes()

    def hit(self, number: signal.Signals, share: float, everybody: bool) -> int:
        """Send a signal after this share of the duration of a run, and return the exit code."""
        self.output.write_text("old")
        with self.forks.start(self.words, self.folder) as fork:
            begun(fork)
            time.sleep(share * self.seconds)
            if everybody:
                for pid in members(fork.pid):
                    Fork(pid, self.folder, self.forks).kill(number)
            else:
                fork.kill(number)
            code = fork.wait()
            until(lambda: not members(fork.pid), "the session ends")
        said = HALF_STARTED.sub("", fork.err) if number == signal.SIGKILL else fork.err
        assert "Traceback" not in said, fork.err
        self.said = fork.err
        return code

    def check(self, code: int, number: signal.Signals) -> None:
        content = self.output.read_bytes()
        assert content in (b"old", self.expected), "the output is incomplete"
        if number == signal.SIGKILL:
            assert code in (0, -number)
            for name in left_behind(self.folder):  # it does not affect the next run
                assert self.finish() == self.expected
                (self.folder / name).unlink(missing_ok=True)  # a run in shards has removed it
        else:
            assert code in (0, 128 + number), self.said
            written = content == self.expected
            if code:
                assert ("; the output was written." in self.said) == written, self.said
            else:
                assert written
        assert not left_behind(self.folder)


def target(verb: Verb, folder: Path, forks: ForkServer, server: object, *more: str) -> Target:
    write_many(verb, folder)
    words = verb.call(f"in.{verb.reads}", verb.output, verb.output_name, *more)
    return Target(verb, folder, forks, judge_at(server, folder / "answers.sqlite", words))


@pytest.mark.parametrize("verb", [verb for verb in WRITERS if not verb.costly], ids=str)
@pytest.mark.parametrize("moments", [1, pytest.param(12, marks=pytest.mark.slow)])
def test_a_signal_at_a_random_moment(
    folder: Path, forks: ForkServer, server: object, verb: Verb, moments: int
) -> None:
    draw = random.Random(f"{SEED} {verb} {moments}")
    aim = target(verb, folder, forks, server)
    for number in SIGNALS * moments:
        share = draw.random()
        aim.check(aim.hit(number, share, everybody=False), number)


@pytest.mark.slow
@pytest.mark.parametrize("verb", [verb for verb in WRITERS if verb.costly], ids=str)
def test_a_signal_at_a_random_moment_of_a_costly_run(
    folder: Path, forks: ForkServer, server: object, verb: Verb
) -> None:
    draw = random.Random(f"{SEED} {verb}")
    aim = target(verb, folder, forks, server)
    for number in SIGNALS * 3:
        share = draw.random()
        aim.check(aim.hit(number, share, everybody=False), number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moments", "everybody"),
    [
        pytest.param(10, True, id="everybody"),
        pytest.param(10, False, id="the parent"),
    ],
)
def test_a_signal_at_a_random_moment_with_workers(
    folder: Path, forks: ForkServer, server: object, moments: int, everybody: bool
) -> None:
    """Signal only the parent, as `kill` does, or all processes, as a terminal or systemd does."""
    draw = random.Random(f"{SEED} {moments} {everybody}")
    aim = target(READERS[0], folder, forks, server, "--workers", "2")
    for number in SIGNALS * moments:
        share = draw.random()
        aim.check(aim.hit(number, share, everybody=everybody), number)
    rows = [json.loads(line) for line in aim.finish().splitlines()]
    assert [(row["id"], row["system"]) for row in rows] == [
        (str(at), "ab"[at % 2]) for at in range(MANY)
    ]


def test_a_closed_terminal(folder: Path) -> None:
    """The run ends, and keeps only finished shards; nobody can see a message."""
    (folder / "out.jsonl").write_text("old")
    main, side = pty.openpty()
    words = ["score", "-", "--format", "jsonl", "-m", "bleu1", "-o", "out.jsonl"]
    with subprocess.Popen(
        [*QGAUGE, *words],
        stdin=subprocess.PIPE,
        stdout=side,
        stderr=side,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(side, termios.TIOCSCTTY, 0),
    ) as process:
        os.close(side)
        assert process.stdin
        process.stdin.write(READERS[0].content().encode())
        process.stdin.write(b'{"question": "Q?", "references": ["Q?"]}\n' * 2000)
        process.stdin.flush()  # stdin stays open
        until(lambda: left_behind(folder), "the run opens its output")
        os.close(main)
        until(lambda: process.poll() is not None, "the run ends")
    # either the signal arrives first, or the progress bar fails to write to the closed terminal
    assert process.returncode in (128 + signal.SIGHUP, 2)
    assert set(os.listdir(folder)) - {"out.jsonl.parts"} == {"out.jsonl"}
    assert (folder / "out.jsonl").read_text() == "old"
