"""The store: answers persist, and claims end with their process."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path

import pytest
from helpers.paid_answers import answer, fill, found, key, write_hundred

from qgauge.tools.judge import Totals
from qgauge.tools.judge.ledger import Ledger
from qgauge.tools.judge.store import Store


def test_answers_are_read_back(file: Path) -> None:
    fill(file, 5)
    with Store(file) as store:
        assert store.get([key(3), key(99)]) == {key(3): answer(3)}
        assert list(store.entries().items()) == [(key(at), answer(at)) for at in range(5)]
    assert oct(file.stat().st_mode)[-3:] == "600"


def test_the_first_answer_stays(file: Path) -> None:
    with Store(file) as store:
        store.put(key(1), answer(1))
        store.put(key(1), answer(1, "another"))
        assert store.get([key(1)]) == {key(1): answer(1)}


def test_unusual_texts_are_read_back_unchanged(file: Path) -> None:
    odd = answer(1, "naïve 東京 🙂 \x00 \ud800 qgJ1 " + "long " * 20_000)
    with Store(file) as store:
        store.put(key(1), odd)
        assert store.get([key(1)]) == {key(1): odd}


def test_removed_answers_leave_no_trace(file: Path) -> None:
    with Store(file) as store:
        store.put(key(1), answer(1, "the secret of the valley"))
        store.put(key(2), answer(2))
        store.remove([key(1)])
        store.compact()
        assert list(store.entries()) == [key(2)]
    traces = [path for path in file.parent.rglob("*") if path.is_file()]
    assert all(b"the secret of the valley" not in path.read_bytes() for path in traces)


def test_a_store_of_version_0_1_0_is_read(file: Path) -> None:
    """The layout and an entry, spelled out: a change here needs a migration."""
    file.parent.mkdir()
    text = json.dumps(asdict(answer(1))).encode()
    length = len(text).to_bytes(4, "big")
    entry = blake2b(length + key(1) + text, digest_size=16).digest() + key(1) + text
    with sqlite3.connect(file) as connection:
        connection.executescript("""
            PRAGMA page_size = 16384;
            PRAGMA journal_mode = WAL;
            CREATE TABLE answers (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,
              entry BLOB NOT NULL);
            CREATE TABLE claims (key BLOB PRIMARY KEY, owner TEXT NOT NULL);
            CREATE TABLE runs (run TEXT PRIMARY KEY, began TEXT NOT NULL, judge TEXT NOT NULL,
              calls INTEGER NOT NULL DEFAULT 0, answers INTEGER NOT NULL DEFAULT 0,
              stored INTEGER NOT NULL DEFAULT 0, tokens_in INTEGER NOT NULL DEFAULT 0,
              tokens_out INTEGER NOT NULL DEFAULT 0, spent REAL NOT NULL DEFAULT 0,
              reserved REAL NOT NULL DEFAULT 0, uncertain REAL NOT NULL DEFAULT 0);
            CREATE TABLE failures (run TEXT NOT NULL, kind TEXT NOT NULL, times INTEGER NOT NULL,
              PRIMARY KEY (run, kind));
            INSERT INTO claims VALUES (x'00', '');
            PRAGMA application_id = 0x71474A31;
        """)
        connection.execute(
            "INSERT INTO answers (key, entry) VALUES (?, ?)", (key(1), b"qgJ1" + length + entry)
        )
    connection.close()
    with Store(file) as store:
        assert store.entries() == {key(1): answer(1)}
        assert store.claim(key(2)) == "mine"
        store.put(key(2), answer(2))
        assert Ledger(store, "run", "judge").totals() == Totals()
    assert list(found(file)) == [key(1), key(2)]


def test_a_store_pickles_as_its_path_and_needs_a_with_statement(file: Path) -> None:
    store = Store(file)
    with store, pickle.loads(pickle.dumps(store)) as other:
        store.put(key(1), answer(1))
        assert other.get([key(1)]) == {key(1): answer(1)}
    with pytest.raises(RuntimeError, match="with"):
        store.get([key(1)])


# ------------------------------------------------------------------ claims


def test_a_claim_blocks_others_until_it_is_answered_or_released(file: Path) -> None:
    with Store(file) as one, Store(file) as other:
        assert one.claim(key(1)) == "mine"
        assert one.claim(key(1)) == "mine"
        assert other.claim(key(1)) == "theirs"
        one.release(key(1))
        assert other.claim(key(1)) == "mine"
        other.put(key(1), answer(1))
        assert one.claim(key(1)) == "answered"


KILLED = """
import os, signal, sys
from qgauge.tools.judge.store import Store
store = Store(sys.argv[1])
store.__enter__()
print(store.claim(bytes(32)), flush=True)
sys.stdin.read()
"""


def test_a_claim_ends_with_its_process(file: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        with Store(file) as store:
            assert store.claim(bytes(32)) == "theirs"
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            assert store.claim(bytes(32)) == "mine"


def test_many_processes_share_a_store(file: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        made = sum(pool.map(write_hundred, [str(file)] * 4, range(4)))
    # 50 by each of the 4 processes, and 50 that all of them want and one of them writes
    assert made == len(found(file)) == 250
    assert list(Path(f"{file}.owners").iterdir()) == []


# ------------------------------------------------------------------ the file


def test_a_half_created_store_is_completed(file: Path) -> None:
    """Its creator was killed before it created the tables: the file has only a header."""
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA page_size = 16384")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    fill(file, 2)
    assert len(found(file)) == 2
