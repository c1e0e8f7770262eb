"""The uniqueness check, compared with a plain set."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.data import Ids

pairs = st.tuples(
    st.text(st.characters(exclude_characters="\0"), max_size=2), st.text("ab", max_size=3)
)


@settings(deadline=None)
@given(st.lists(pairs, max_size=200))
def test_agrees_with_a_set(rows: list[tuple[str, str]]):
    ids, seen = Ids(), set()
    for row in rows:
        assert ids.add(*row) == (row not in seen)
        seen.add(row)
    assert len(ids) == len(seen)


def test_keeps_every_row_while_it_grows():
    ids = Ids()
    assert all(ids.add("s", str(n)) for n in range(100_000))
    assert not any(ids.add("s", str(n)) for n in range(100_000))
    assert ids.add("t", "5")


@pytest.mark.slow
def test_takes_few_bytes_per_row():
    tracemalloc.start()
    try:
        ids = Ids()
        for n in range(100_000):
            ids.add("", str(n))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 25 * 100_000


def test_crowded_slots_overflow_to_the_next_free_one(monkeypatch):
    """Equal high bits put every key into one cluster at the very end of the table."""

    class Crowded:
        def __init__(self, data: bytes, digest_size: int) -> None:
            self._low = int(data.split(b"\0")[1])

        def digest(self) -> bytes:
            return (2**64 - 1 - self._low).to_bytes(8, "big")

    monkeypatch.setattr("qgauge.data.ids.blake2b", Crowded)
    ids = Ids()
    assert all(ids.add("", str(n)) for n in range(900))
    assert not any(ids.add("", str(n)) for n in range(900))
