"""The cache file: shared, bounded, private, and never in the way."""

from __future__ import annotations

import hashlib
import itertools
import logging
import os
import pickle
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qgauge.tools import cache as module
from qgauge.tools.cache import Cache, default_cache

LONE_SURROGATES = "\ud83d\ude00 and \udcff"


def key(name: object) -> bytes:
    return hashlib.sha256(str(name).encode()).digest()


def items(numbers: range, length: int = 40) -> dict[bytes, str]:
    return {key(number): f"{number}:".ljust(length, "x") for number in numbers}


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "folder" / "tools.sqlite"
    yield path
    Cache(path).close()


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of the day, to be changed."""
    today = [100]
    monkeypatch.setattr(module, "_today", lambda: today[0])
    return today


def filled(path: Path, numbers: range = range(200), length: int = 40) -> dict[bytes, str]:
    known = items(numbers, length)
    with Cache(path) as cache:
        cache.put("tool", known)
    return known


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


# ------------------------------------------------------------------ what it keeps


def test_what_is_put_is_found_again(path: Path) -> None:
    known = {key(1): "one", key(2): LONE_SURROGATES, key(3): "", key(4): "é😀\0"}
    with Cache(path) as cache:
        assert cache.get(list(known)) == {}
        cache.put("tool", known)
        assert cache.get([*known, key(5)]) == known
    with Cache(path) as again:
        assert again.get([key(5), *reversed(known)]) == known
        assert again.get([]) == {}


def test_the_first_text_of_a_key_stays(path: Path) -> None:
    with Cache(path) as cache:
        cache.put("tool", {key(1): "first"})
        cache.put("tool", {key(1): "second", key(2): "other"})
        assert cache.get([key(1), key(2)]) == {key(1): "first", key(2): "other"}


def test_tools_are_counted_and_cleared(path: Path) -> None:
    with Cache(path) as cache:
        cache.put("parser@1", items(range(3_000), 1_000))
        cache.put("reader@2", items(range(3_000, 3_010)))
        full = cache.size()
        assert full >= 3_000_000
        assert cache.entries() == {"parser@1": 3_000, "reader@2": 10}
        cache.clear("parser@1")
        assert cache.entries() == {"reader@2": 10}
        assert cache.get([key(3_001)])
        assert cache.size() < full / 20
        cache.clear()
        assert cache.entries() == {}
        cache.put("parser@1", items(range(5)))
        assert cache.entries() == {"parser@1": 5}
    assert path.stat().st_size < full / 20


def test_only_the_user_may_read_it(path: Path) -> None:
    mask = os.umask(0)
    try:
        with Cache(path) as cache:
            cache.put("tool", items(range(10)))
            for file in path.parent.iterdir():
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


# ------------------------------------------------------------------ its size


@pytest.mark.parametrize("length", [20, 1_000, 30_000])
def test_the_file_stays_within_its_limit(path: Path, length: int) -> None:
    limit = 2**20
    each = max(1, 100_000 // (length + 150))
    with Cache(path, limit) as cache:
        for start in range(0, each * 40, each):
            cache.put("tool", items(range(start, start + each), length))
            assert cache.size() <= limit
        # the newest are there, and most of the room is used
        assert len(cache.get(list(items(range(each * 39, each * 40), length)))) == each
        assert cache.size() > limit * 0.9
    assert path.stat().st_size <= limit * 1.05


def test_a_lower_limit_makes_the_file_smaller(path: Path) -> None:
    filled(path, range(3_000), 1_000)
    with Cache(path, 2**20) as cache:
        cache.put("tool", items(range(1)))
        assert 0.9 * 2**20 < cache.size() <= 2**20


def test_no_limit_keeps_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT_BYTES", 2**16)
    with Cache(path, None) as cache:
        cache.put("tool", items(range(3_000), 1_000))
        assert cache.entries() == {"tool": 3_000}


def test_what_was_used_lately_stays(path: Path, day: list[int]) -> None:
    used = list(items(range(100)))
    with Cache(path, 2**20) as cache:
        cache.put("tool", items(range(500), 1_000))
        day[0] += 1
        cache.get(used)
        day[0] += 1
        cache.put("tool", items(range(500, 1_000), 1_000))
        assert len(cache.get(used)) == 100
        assert len(cache.get(list(items(range(500, 1_000))))) == 500
        assert len(cache.get(list(items(range(100, 500))))) < 400


def test_reading_writes_at_most_once_a_day(path: Path, day: list[int]) -> None:
    known = filled(path)
    watcher = sqlite3.connect(path)
    changes = []
    with Cache(path) as cache:
        for _ in range(2):
            day[0] += 1
            for _ in range(3):
                cache.get(list(known))
                changes.append(watcher.execute("PRAGMA data_version").fetchone())
    watcher.close()
    assert [now != before for before, now in itertools.pairwise(changes)] == [
        False,
        False,
        True,
        False,
        False,
    ]


# ------------------------------------------------------------------ processes and threads


def test_processes_write_at_once(path: Path) -> None:
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


def test_processes_make_the_file_at_once(path: Path) -> None:
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
def test_a_killed_writer_leaves_whole_entries(path: Path, limit: int | None) -> None:
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
            if limit is None:  # otherwise some may have gone again
                assert found == written
                assert cache.entries()["tool"] % 100 == 0
        check = sqlite3.connect(path)
        assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        check.close()


def test_it_pickles_by_its_path(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_fork_waits_for_the_thread_that_writes(path: Path) -> None:
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


def test_threads_share_it(path: Path) -> None:
    with Cache(path) as cache, ThreadPoolExecutor(8) as pool:

        def work(start: int) -> bool:
            mine = items(range(start, start + 50))
            cache.put("tool", mine)
            return cache.get(list(mine)) == mine

        assert all(pool.map(work, range(0, 1_000, 25)))
        assert cache.entries() == {"tool": 1_025}


# ------------------------------------------------------------------ where it cannot be


def assert_out_of_use(cache: Cache, caplog: pytest.LogCaptureFixture, reason: str) -> None:
    for start in range(3):
        cache.put("tool", items(range(start, 9)))
        assert cache.get(list(items(range(9)))) == {}
    assert (cache.size(), cache.entries()) == (0, {})
    cache.clear()
    (warning,) = warnings_in(caplog)
    assert "everything is computed anew" in warning
    assert reason in warning
    cache.close()
    cache.put("tool", items(range(3)))
    assert len(warnings_in(caplog)) == 1


def test_a_place_that_cannot_be(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    path.write_text("a file, not a folder", encoding="utf-8")
    assert_out_of_use(Cache(path / "in" / "it.sqlite"), caplog, "Not a directory")


def test_a_folder_in_its_place(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.mkdir(parents=True)
    assert_out_of_use(Cache(path), caplog, "unable to open")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc here")
def test_a_folder_where_nothing_can_be_made(caplog: pytest.LogCaptureFixture) -> None:
    assert_out_of_use(Cache("/proc/self/tools.sqlite"), caplog, "unable to open")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    filled(path)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert_out_of_use(Cache(path), caplog, "")
    finally:
        path.parent.chmod(0o700)


def test_a_database_of_someone_else_is_left_alone(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE entries (precious TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert_out_of_use(Cache(path), caplog, "not a cache of this version")
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_lock_that_lasts_too_long(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    known = filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Cache(path) as cache:
        assert cache.get(list(known)) == known  # whoever writes does not stop who reads
        cache.put("tool", items(range(1_000)))
        assert cache.get(list(known)) == {}
        assert len(warnings_in(caplog)) == 1
        assert "database is locked" in warnings_in(caplog)[0]
        other.execute("ROLLBACK")
        other.close()
        cache.close()
        assert cache.get(list(known)) == known


def test_a_lock_that_lasts_too_long_on_another_day(
    path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    day: list[int],
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    known = filled(path)
    day[0] += 1
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Cache(path) as cache:
        # that they were used today cannot be written down, and is not tried again and again
        assert cache.get(list(known)) == {}
        assert cache.get(list(known)) == {}
    other.close()
    assert len(warnings_in(caplog)) == 1


def limit_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk(path: Path) -> None:
    known = filled(path, range(100), 1_000)
    code = f"""
import hashlib, sys
from qgauge.tools import cache as module
from qgauge.tools.cache import Cache
module._today = lambda: 5  # it would write down that the entries were used today
keys = [hashlib.sha256(str(n).encode()).digest() for n in range(100)]
cache = Cache(sys.argv[1])
assert len(cache.get(keys)) == len(cache.get(keys)) == 100
for start in range(0, {2**20}, 100):
    cache.put("tool", {{str(n).encode(): "x" * 5_000 for n in range(start, start + 100)}})
    if not cache.get(keys):
        break
"""
    size = path.stat().st_size
    run = subprocess.run(
        [sys.executable, "-B", "-c", code, path],
        capture_output=True,
        text=True,
        preexec_fn=lambda: limit_files(size),
    )
    assert run.returncode == 0, run.stderr
    (warning,) = run.stderr.splitlines()
    assert "everything is computed anew" in warning
    with Cache(path) as cache:
        assert cache.get(list(known)) == known


def test_a_disk_that_was_full_before(path: Path) -> None:
    code = (
        "import sys; from qgauge.tools.cache import Cache; cache = Cache(sys.argv[1]); "
        "cache.put('tool', {b'key': 'text'}); assert cache.get([b'key']) == {}"
    )
    run = subprocess.run(
        [sys.executable, "-B", "-c", code, path],
        capture_output=True,
        text=True,
        timeout=module.PATIENCE / 2,
        preexec_fn=lambda: limit_files(0),
    )
    assert run.returncode == 0, run.stderr
    (warning,) = run.stderr.splitlines()
    assert "everything is computed anew" in warning


def test_the_usual_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def place() -> Path:
        cache = default_cache()
        assert cache is not None
        with cache:
            cache.put("tool", items(range(1)))
        (found,) = tmp_path.rglob("qgauge/tools.sqlite")
        found.unlink()
        return found.relative_to(tmp_path)

    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert place() == Path("xdg/qgauge/tools.sqlite")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert place() == Path("home/.cache/qgauge/tools.sqlite")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert place() == Path("home/.cache/qgauge/tools.sqlite")

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert default_cache() is default_cache() is None
    (warning,) = warnings_in(caplog)
    assert "no home folder" in warning


# ------------------------------------------------------------------ damage


def test_a_damaged_entry_goes(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    known = filled(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"17:xxxx", b"17:xxyx", 1))
    with Cache(path) as cache:
        found = cache.get(list(known))
        assert found == {each: text for each, text in known.items() if each != key(17)}
        (warning,) = warnings_in(caplog)
        assert "1 damaged entries" in warning
        cache.put("tool", {key(17): "mended"})
        assert cache.get([key(17)]) == {key(17): "mended"}
    assert len(warnings_in(caplog)) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"This is no database at all. " * 1_000,
        lambda content: b"\0" * len(content),
        lambda content: content[: len(content) // 2],
        lambda content: content[:4_096],
        lambda content: content[:4_000],
        lambda content: content[:-100],
        lambda content: content[:4_096] + b"\xff" * (len(content) - 4_096),
        lambda content: content.replace(b"entries", b"entrees"),
    ],
)
def test_a_damaged_file_is_put_aside(
    path: Path, caplog: pytest.LogCaptureFixture, damage: object
) -> None:
    known = filled(path)
    damaged = damage(path.read_bytes())  # type: ignore[operator]
    path.write_bytes(damaged)
    with Cache(path) as cache:
        assert cache.get(list(known)) == {}
        cache.put("tool", known)
        assert cache.get(list(known)) == known
    aside = path.with_name("tools.sqlite.damaged")
    assert aside.read_bytes() == damaged
    (warning,) = warnings_in(caplog)
    assert str(aside) in warning
    # what was put aside is never overwritten
    path.write_bytes(b"garbage" * 1_000)
    with Cache(path) as cache:
        assert cache.get(list(known)) == {}
    assert aside.read_bytes() == damaged
    assert path.with_name("tools.sqlite.damaged-2").exists()


def test_an_emptied_file_is_filled_again(path: Path) -> None:
    known = filled(path)
    path.write_bytes(b"")
    with Cache(path) as cache:
        assert cache.get(list(known)) == {}
        cache.put("tool", known)
        assert cache.get(list(known)) == known


def test_a_damaged_file_that_cannot_be_moved(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    path.write_bytes(b"garbage" * 1_000)

    def refuse(*names: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "rename", refuse)
    assert_out_of_use(Cache(path), caplog, "not a database")


def test_a_file_that_another_process_has_put_aside(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known = filled(path)
    path.write_bytes(path.read_bytes()[:4_096] + b"\xff" * 50_000)
    with Cache(path) as cache:
        cache.size()  # opens it without seeing the damage
        path.rename(path.with_name("elsewhere"))
        fresh = path.with_name("fresh.sqlite")
        filled(fresh)
        fresh.rename(path)
        assert cache.get(list(known)) == known
    assert warnings_in(caplog) == []
    assert not path.with_name("tools.sqlite.damaged").exists()


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1),
    st.booleans(),
)
def test_no_damage_changes_what_is_found(
    path: Path, spots: list[tuple[float, int]], early: bool
) -> None:
    for file in path.parent.glob("*"):
        file.unlink()
    known = filled(path)
    content = bytearray(path.read_bytes())
    for place, change in spots:
        # often in the first page, which describes the others
        content[int(place * (4_096 if early else len(content)))] ^= change
    path.write_bytes(content)
    new = items(range(200, 260))
    with Cache(path, len(content) + 4_096) as cache:
        assert cache.get(list(known)).items() <= known.items()
        cache.put("tool", known | new)
        assert cache.get(list(known | new)).items() <= (known | new).items()
        cache.entries()
        cache.clear("tool")
        cache.clear()
    Cache(path).close()
