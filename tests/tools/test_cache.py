"""Contents and size of the cache file."""

from __future__ import annotations

import itertools
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from helpers.cache_entries import filled, items, key

from qgauge.tools import cache as module
from qgauge.tools.cache import Cache

LONE_SURROGATES = "\ud83d\ude00 and \udcff"


# ------------------------------------------------------------------ contents


def test_stored_texts_are_found_again(path: Path) -> None:
    known = {key(1): "one", key(2): LONE_SURROGATES, key(3): "", key(4): "é😀\0"}
    with Cache(path) as cache:
        assert cache.get(list(known)) == {}
        cache.put("tool", known)
        assert cache.get([*known, key(5)]) == known
    with Cache(path) as again:
        assert again.get([key(5), *reversed(known)]) == known
        assert again.get([]) == {}


def test_a_key_keeps_its_first_text(path: Path) -> None:
    with Cache(path) as cache:
        cache.put("tool", {key(1): "first"})
        cache.put("tool", {key(1): "second", key(2): "other"})
        assert cache.get([key(1), key(2)]) == {key(1): "first", key(2): "other"}


def test_entries_are_counted_and_cleared_per_tool(path: Path) -> None:
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


def test_only_the_user_may_read_the_file(path: Path) -> None:
    mask = os.umask(0)
    try:
        with Cache(path) as cache:
            cache.put("tool", items(range(10)))
            for file in path.parent.iterdir():
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


# ------------------------------------------------------------------ size


@pytest.mark.parametrize("length", [20, 1_000, 30_000])
def test_the_file_stays_within_its_limit(path: Path, length: int) -> None:
    limit = 2**20
    each = max(1, 100_000 // (length + 150))
    with Cache(path, limit) as cache:
        for start in range(0, each * 40, each):
            cache.put("tool", items(range(start, start + each), length))
            assert cache.size() <= limit
        # the newest entries are kept, and most of the space is used
        assert len(cache.get(list(items(range(each * 39, each * 40), length)))) == each
        assert cache.size() > limit * 0.9
    assert path.stat().st_size <= limit * 1.05


def test_a_lower_limit_shrinks_the_file(path: Path) -> None:
    filled(path, range(3_000), 1_000)
    with Cache(path, 2**20) as cache:
        cache.put("tool", items(range(1)))
        assert 0.9 * 2**20 < cache.size() <= 2**20


def test_no_limit_keeps_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT_BYTES", 2**16)
    with Cache(path, None) as cache:
        cache.put("tool", items(range(3_000), 1_000))
        assert cache.entries() == {"tool": 3_000}


def test_recently_used_entries_are_kept(path: Path, day: list[int]) -> None:
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
