"""A cache file that cannot be used or is damaged never stops a run."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.cache_entries import filled, items, key, warnings_in
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qgauge.tools import cache as module
from qgauge.tools.cache import Cache, default_cache

# ------------------------------------------------------------------ files that cannot be used


def assert_disabled(cache: Cache, caplog: pytest.LogCaptureFixture, reason: str) -> None:
    for start in range(3):
        cache.put("tool", items(range(start, 9)))
        assert cache.get(list(items(range(9)))) == {}
    assert (cache.size(), cache.entries()) == (0, {})
    cache.clear()
    (warning,) = warnings_in(caplog)
    assert "results are not cached" in warning
    assert reason in warning
    cache.close()
    cache.put("tool", items(range(3)))
    assert len(warnings_in(caplog)) == 1


def test_a_path_below_a_file(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    path.write_text("a file, not a folder", encoding="utf-8")
    assert_disabled(Cache(path / "in" / "it.sqlite"), caplog, "Not a directory")


def test_a_folder_instead_of_the_file(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.mkdir(parents=True)
    assert_disabled(Cache(path), caplog, "unable to open")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_folder_that_takes_no_files(caplog: pytest.LogCaptureFixture) -> None:
    assert_disabled(Cache("/proc/self/tools.sqlite"), caplog, "unable to open")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    filled(path)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        assert_disabled(Cache(path), caplog, "")
    finally:
        path.parent.chmod(0o700)


def test_an_unrelated_database_is_left_alone(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE entries (precious TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert_disabled(Cache(path), caplog, "not written by this version")
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
        assert cache.get(list(known)) == known  # a writer does not block readers
        cache.put("tool", items(range(1_000)))
        assert cache.get(list(known)) == {}
        assert len(warnings_in(caplog)) == 1
        assert "database is locked" in warnings_in(caplog)[0]
        other.execute("ROLLBACK")
        other.close()
        cache.close()
        assert cache.get(list(known)) == known


def test_a_lock_that_lasts_too_long_on_a_later_day(
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
        # the day of use cannot be written, and is not tried again and again
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
module._today = lambda: 5  # makes it write the day of use
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
    assert "results are not cached" in warning
    with Cache(path) as cache:
        assert cache.get(list(known)) == known


def test_a_disk_that_is_full_from_the_start(path: Path) -> None:
    # a full disk is not taken for a lock, which would take an hour here
    code = (
        "import sys; from qgauge.tools import cache as module; module.PATIENCE = 3600; "
        "cache = module.Cache(sys.argv[1]); cache.put('tool', {b'key': 'text'}); "
        "assert cache.get([b'key']) == {}"
    )
    run = subprocess.run(
        [sys.executable, "-B", "-c", code, path],
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: limit_files(0),
    )
    assert run.returncode == 0, run.stderr
    (warning,) = run.stderr.splitlines()
    assert "results are not cached" in warning


def test_the_default_path(
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


def test_a_damaged_entry_is_dropped(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    known = filled(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"17:xxxx", b"17:xxyx", 1))
    with Cache(path) as cache:
        found = cache.get(list(known))
        assert found == {each: text for each, text in known.items() if each != key(17)}
        (warning,) = warnings_in(caplog)
        assert "1 damaged entry" in warning
        cache.put("tool", {key(17): "new"})
        assert cache.get([key(17)]) == {key(17): "new"}
    assert len(warnings_in(caplog)) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"This is not a database at all. " * 1_000,
        lambda content: b"\0" * len(content),
        lambda content: content[: len(content) // 2],
        lambda content: content[:4_096],
        lambda content: content[:4_000],
        lambda content: content[:-100],
        lambda content: content[:4_096] + b"\xff" * (len(content) - 4_096),
        lambda content: content.replace(b"entries", b"entrees"),
    ],
)
def test_a_damaged_file_is_moved_aside(
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
    # the moved file is never overwritten
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
    assert_disabled(Cache(path), caplog, "not a database")


def test_a_file_that_another_process_has_moved_aside(
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


@pytest.mark.slow
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1),
    st.booleans(),
)
def test_no_damage_changes_the_texts_found(
    path: Path, spots: list[tuple[float, int]], early: bool
) -> None:
    for file in path.parent.glob("*"):
        file.unlink()
    known = filled(path)
    content = bytearray(path.read_bytes())
    for place, change in spots:
        # often in the first page, which holds the schema
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
