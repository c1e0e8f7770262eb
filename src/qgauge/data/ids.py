"""Which rows were seen: (system, id) must be unique, also over millions of rows."""

from __future__ import annotations

from array import array
from hashlib import blake2b

_SLACK = 1024


class Ids:
    """A set of 64-bit hashes in one flat table: 12 to 24 bytes a row where a set of str takes 150.

    A false alarm needs two equal hashes: odds of 3 in a million for ten million rows.
    """

    _bits: int
    _most: int
    _table: array[int]

    def __init__(self) -> None:
        self._count = 0
        self._resize(13)

    def __len__(self) -> int:
        return self._count

    def add(self, system: str, id: str) -> bool:
        """Note a row; False if the same system and id were noted before."""
        if self._count > self._most:
            self._grow()
        # Readers refuse NUL in either text, so the join is unambiguous. Zero marks a free slot.
        digest = blake2b(f"{system}\0{id}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        key = int.from_bytes(digest, "big") or 1
        table, slot = self._table, key >> (64 - self._bits)
        while found := table[slot]:
            if found == key:
                return False
            slot += 1
        table[slot] = key
        self._count += 1
        # Keys sit at or after their own slot and never wrap round, so the last slots stay free.
        if slot >= len(table) - 2:
            self._most = 0
        return True

    def _resize(self, bits: int) -> None:
        self._bits = bits
        self._most = (2 << bits) // 3
        self._table = array("Q", bytes(8)) * ((1 << bits) + _SLACK)

    def _grow(self) -> None:
        # With the high bits as the slot, sorted keys are in slot order, and each key goes to its
        # own slot or to the next free one: a running maximum, without a Python loop.
        import numpy as np

        table = np.frombuffer(self._table, dtype=np.uint64)
        keys = table[table != 0]
        keys.sort()
        del table, self._table  # The old table goes before the new one comes.
        self._resize(self._bits + 1)
        rank = np.arange(len(keys), dtype=np.int64)
        place = (keys >> np.uint64(64 - self._bits)).view(np.int64)
        place -= rank
        np.maximum.accumulate(place, out=place)
        place += rank
        np.frombuffer(self._table, dtype=np.uint64)[place] = keys
