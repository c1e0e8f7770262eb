"""Answers for a store, and a writer that test processes can import."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from qgauge.tools.judge.answer import Answer
from qgauge.tools.judge.store import Store


def key(at: int) -> bytes:
    return sha256(str(at).encode()).digest()


def answer(at: int, reply: str = "") -> Answer:
    return Answer(
        reply=reply or f'{{"reason": "{"because " * (at % 40)}", "score": {at % 5 + 1}}}',
        model="m",
        url="http://localhost/v1",
        about=f"fluency of row {at}",
        tokens_in=100 + at,
        tokens_out=10,
        counted=True,
        size=400,
        cost=0.001,
        made="2026-01-01T00:00:00+00:00",
    )


def fill(file: Path, count: int) -> None:
    """Return a store with this many answers."""
    with Store(file) as store:
        for at in range(count):
            store.put(key(at), answer(at))


def found(file: Path) -> dict[bytes, Answer]:
    """Return all answers in a store."""
    with Store(file) as store:
        return store.entries()


def write_hundred(file: str, number: int) -> int:
    """Store a hundred answers, half of them shared by all writers."""
    mine = 0
    with Store(file) as store:
        for at in range(100):
            name = at if at % 2 else 1000 * (number + 1) + at
            if store.claim(key(name)) == "mine":
                store.put(key(name), answer(name))
                mine += 1
    return mine
