"""The cache file under concurrent processes and threads, forks and kills."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from helpers.cache_entries import items, key

from qgauge.tools.cache import Cache


def test_processes_write_concurrently(path: Path) -> None:
    cache = Cache(path)
    same = items(range(1_000))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for done in [
            pool.submit(cache.put, "tool", part)
            for start in range(1_000, 11_000, 1_000)
            for part in (same, items(range(start, start + 1_000)))
        ]:
            done.result()
        assert pool.submit(cache.get, list(same)).result() == same
    known = items(range(11_000))
    with cache:
        assert cache.get(list(known)) == known
        assert cache.entries() == {"tool": 11_000}


def test_processes_create_the_file_concurrently(path: Path) -> None:
    code = (
        "import sys; from qgauge.tools.cache import Cache; sys.stdin.read(); "
        "Cache(sys.argv[1]).put('tool', {sys.argv[2].encode(): 'text'})"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, path, str(number)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for number in range(6)
    ]
    for writer in writers:
        assert writer.stdin
        writer.stdin.close()
    for writer in writers:
        assert writer.stderr
        with writer.stderr:
            assert writer.stderr.read() == b""
        assert writer.wait() == 0
    with Cache(path) as cache:
        assert cache.entries() == {"tool": 6}


@pytest.mark.parametrize("limit", [None, 2**20])
def test_a_killed_writer_leaves_only_complete_entries(path: Path, limit: int | None) -> None:
    code = f"""
import hashlib, itertools, sys
from qgauge.tools.cache import Cache
cache = Cache(sys.argv[1], {limit})
for start in itertools.count(0, 100):
    numbers = range(start, start + 100)
    texts = {{hashlib.sha256(str(n).encode()).digest(): f"{{n}}:".ljust(900, "x") for n in numbers}}
    cache.put("tool", texts)
    print(start, flush=True)
"""
    for puts in (1, 8, 30):
        writer = subprocess.Popen(
            [sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout
        with writer.stdout:
            for _ in range(puts):
                last = int(writer.stdout.readline())
            time.sleep(0.005)
            writer.send_signal(signal.SIGKILL)
            writer.wait()
        written = items(range(last, last + 100), 900)
        with Cache(path) as cache:
            found = cache.get(list(written))
            assert found.items() <= written.items()
            if limit is None:  # otherwise some may have been evicted
                assert found == written
                assert cache.entries()["tool"] % 100 == 0
        check = sqlite3.connect(path)
        assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        check.close()


def test_a_cache_pickles_as_its_path(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent.parent)
    with Cache("folder/tools.sqlite", 2**20) as cache:
        cache.put("tool", items(range(3)))
        monkeypatch.chdir("/")
        sent = pickle.dumps(cache)
        assert len(sent) < 300
        again = pickle.loads(sent)
        assert again.get(list(items(range(3)))) == items(range(3))
        again.put("tool", items(range(3, 3_000), 1_000))
        assert again.size() <= 2**20


def test_a_forked_process_opens_the_file_itself(path: Path) -> None:
    with Cache(path) as cache:
        cache.put("tool", items(range(100)))
        child = os.fork()
        if child == 0:
            known = cache.get(list(items(range(100)))) == items(range(100))
            for start in range(100, 1_100, 100):
                cache.put("tool", items(range(start, start + 100)))
            os._exit(0 if known else 1)
        for start in range(1_100, 2_100, 100):
            cache.put("tool", items(range(start, start + 100)))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert cache.get(list(items(range(2_100)))) == items(range(2_100))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_waits_for_a_writing_thread(path: Path) -> None:
    stop = threading.Event()
    with Cache(path) as cache:

        def write() -> None:
            for start in itertools.count(0, 200):
                if stop.is_set():
                    break
                cache.put("tool", items(range(start, start + 200)))

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for name in ("a", "b", "c", "d", "e"):
                child = os.fork()
                if child == 0:
                    signal.alarm(20)
                    cache.put("child", {key(name): name})
                    os._exit(0 if cache.get([key(name)]) else 1)
                assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        finally:
            stop.set()
            writer.join()
        assert cache.entries()["child"] == 5


def test_threads_share_a_cache(path: Path) -> None:
    with Cache(path) as cache, ThreadPoolExecutor(8) as pool:

        def work(start: int) -> bool:
            mine = items(range(start, start + 50))
            cache.put("tool", mine)
            return cache.get(list(mine)) == mine

        assert all(pool.map(work, range(0, 1_000, 25)))
        assert cache.entries() == {"tool": 1_025}
