"""Kill and restart a judge until it finishes, against a server that fails.

The tests use it with few rows, and benchmarks/judge/kills.py with many.
"""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from helpers.fault_server import FaultServer, at_rates, question_of
from qgauge.core import Example
from qgauge.metrics import create
from qgauge.metrics.judge import Judge
from qgauge.tools.judge.server import Server

RATES = {"429": 0.10, "503": 0.03, "500": 0.02, "hang": 0.02}
GARBAGE = {"prose": 0.01, "wrong": 0.005, "twice": 0.005, "truncated": 0.005, "empty": 0.005}
"""3 % of the questions get an unreadable answer; half of them also on the second attempt."""
CONCURRENCY = 16
DEADLINE = 120.0
"""Seconds until the judge gives up on a call. Long enough for good answers even on a busy machine,
because a call that times out would be repeated and paid for again."""
HANG = 1.0
"""Seconds until the server drops a hanging call."""
COMMAND = "from qgauge.cli import main; main()"


@dataclass
class Outcome:
    """The outcome of a run, with or without kills."""

    output: bytes
    paid: int
    """Good answers by the server, including those to killed clients."""
    distinct: int
    """The number of distinct questions among them."""
    asked: int
    twice: set[str]
    """Questions with more than one good answer."""
    in_flight: set[tuple[str, str]]
    """The process and the question of each call that was in progress at a kill."""
    kills: int
    seconds: float


def write_rows(file: Path, count: int) -> None:
    rows = [
        {"id": str(at), "question": f"Who built house number {at}?", "system": "ab"[at % 2]}
        for at in range(count)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def judged(
    folder: Path,
    rows: Path,
    kills: int,
    *,
    delay: float = 0.005,
    seed: int = 1,
    deadline: float = DEADLINE,
    hang: float | None = HANG,
) -> Outcome:
    """Run the command until it finishes, after killing it `kills` times.

    With `hang` None, hanging calls last until the judge gives up.
    """
    folder.mkdir()
    draw = random.Random(seed)
    output, store = folder / "out.jsonl", folder / "answers.sqlite"
    claims: set[tuple[str, bytes]] = set()
    done = 0
    with FaultServer(at_rates(RATES | GARBAGE, seed), delay=delay, hang=hang) as server:
        settings = f"deadline={deadline},pause=0.02,tries=12,concurrency={CONCURRENCY}"
        words = ["judge", "run", str(rows), "--rubric", "fluency", "-o", str(output)]
        words += [
            "--judge",
            f"server:m@{server.url},{settings},store={store}",
            "--max-unscored",
            "100",
        ]
        began = time.monotonic()
        while True:
            process = subprocess.Popen(
                [sys.executable, "-c", COMMAND, *words],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            if done >= kills:
                _, said = process.communicate()
                assert process.returncode == 0, said.decode()
                break
            before = sum(server.asked.values())
            calls = draw.randint(1, 2 * len(rows.read_bytes().splitlines()) // max(kills, 1))
            while process.poll() is None and sum(server.asked.values()) < before + calls:
                time.sleep(0.002)
            if process.poll() is None:
                time.sleep(draw.random() * 0.02)
                process.kill()
                done += 1
            process.communicate()
            if process.returncode == 0:
                output.unlink()  # it finished before the kill, so run it once more, from the store
            claims |= claimed(store)
        seconds = time.monotonic() - began
        names = _names(rows, server.url)
        twice = {name for name, times in server.paid.items() if times > 1}
    return Outcome(
        output.read_bytes().replace(server.url.encode(), b"URL"),  # in the signature
        sum(server.paid.values()),
        len(server.paid),
        sum(server.asked.values()),
        twice,
        {(owner, names[key]) for owner, key in claims},
        done,
        seconds,
    )


def claimed(store: Path) -> set[tuple[str, bytes]]:
    """Return the claims in a store; killed processes leave theirs until another one takes them."""
    if not store.exists():
        return set()
    with closing(sqlite3.connect(store)) as connection:
        return set(connection.execute("SELECT owner, key FROM claims"))


def _names(rows: Path, url: str) -> dict[bytes, str]:
    """Return the server's name of each question, by the key of its answer in the store."""
    metric, server = create("judge:rubric=fluency"), Server("m", url)
    assert isinstance(metric, Judge)
    names = {}
    for row in map(json.loads, rows.read_text().splitlines()):
        (ask,) = metric.asks(Example(row["id"], row["question"], system=row["system"]))
        body = server.body(ask, ask.messages, "schema")
        names[server.key(ask)] = question_of(body)
    return names
