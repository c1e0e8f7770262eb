"""Outputs are bit-identical in any batch, order, thread count and process."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from models.conftest import sequence

from qgauge.models import Pieces, Session, load

pytestmark = pytest.mark.slow

KINDS = ["linguist", "reader"]
PRECISIONS = ["fp32", "w8"]


def rows(kind: str, count: int) -> list[Pieces]:
    """Sequences of many lengths, including the shortest and the longest possible."""
    pair = kind == "reader"
    lengths = [2, 500, 3, 4, 512][: max(2, count // 200)]
    source = random.Random(3)
    lengths += [source.choice([7, 12, 13, 16, 17, 20, 20, 20, 31]) for _ in range(count)]
    return [sequence(length, seed, pair) for seed, length in enumerate(lengths[:count])]


def digests(found: list[dict[str, np.ndarray]]) -> list[str]:
    return [
        hashlib.sha256(b"".join(outputs[name].tobytes() for name in sorted(outputs))).hexdigest()
        for outputs in found
    ]


@pytest.fixture(scope="module", params=[(k, p) for k in KINDS for p in PRECISIONS], ids=str)
def case(
    request: pytest.FixtureRequest, folders: dict[str, Path]
) -> tuple[Session, list[Pieces], list[str]]:
    kind, precision = request.param
    session = load(kind, folders[precision])
    given = rows(kind, 1024 if precision == "w8" else 256)
    return session, given, digests(session.run(given))


def test_batches(case: tuple[Session, list[Pieces], list[str]]) -> None:
    session, given, expected = case
    for size, count in ((1, 60), (8, 120), (32, 256)):
        found = [
            each
            for at in range(0, count, size)
            for each in digests(session.run(given[at : min(at + size, count)]))
        ]
        assert found == expected[:count], size


def test_order(case: tuple[Session, list[Pieces], list[str]]) -> None:
    session, given, expected = case
    order = list(range(0, len(given), 3))
    random.Random(1).shuffle(order)
    assert digests(session.run([given[i] for i in order])) == [expected[i] for i in order]


def test_neighbours_in_a_full_batch(case: tuple[Session, list[Pieces], list[str]]) -> None:
    """A batch holds 51 sequences of 20 pieces; every position in it gives the same bits."""
    session, given, expected = case
    place = next(i for i, pieces in enumerate(given) if len(pieces.ids) == 20)
    others = [sequence(20, 1000 + i, session.name == "reader") for i in range(50)]
    for at in (0, 1, 15, 16, 50):
        batch = [*others[:at], given[place], *others[at:]]
        assert digests(session.run(batch))[at] == expected[place]


def test_threads(case: tuple[Session, list[Pieces], list[str]]) -> None:
    session, given, expected = case
    two = load(session.name, session.folder, threads=2)
    assert two is not session
    assert digests(two.run(given[:200])) == expected[:200]
    assert [digests(two.run([pieces]))[0] for pieces in given[:20]] == expected[:20]


def test_processes(case: tuple[Session, list[Pieces], list[str]]) -> None:
    """A session pickles by name and is loaded again in the other process."""
    session, given, expected = case
    code = (
        "import hashlib, pickle, sys\n"
        "session, given = pickle.load(sys.stdin.buffer)\n"
        "for found in session.run(given):\n"
        "    data = b''.join(found[name].tobytes() for name in sorted(found))\n"
        "    print(hashlib.sha256(data).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps((session, given[:50])),
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().split() == expected[:50]
