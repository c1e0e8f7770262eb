"""Detect repeated (system, id) pairs over millions of rows."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import Any

_SLACK = 1024


class IdKeys:
    """Notes the (system, id) pairs of some rows, for `Ids.claim` in another process.

    Examples:
        >>> from qgauge.data.ids import IdKeys, Ids
        >>> noted = IdKeys()
        >>> noted.add("t5", "1")
        True
        >>> ids = Ids()
        >>> ids.claim(noted.keys), ids.claim(noted.keys)
        (True, False)
    """

    def __init__(self) -> None:
        self.keys = array("Q")

    def add(self, system: str, id: str) -> bool:
        """Note a row; whether its id is new is for `Ids.claim` to say.

        Args:
            system: The system of the row.
            id: The id of the row.

        Returns:
            True.
        """
        self.keys.append(_key(system, id))
        return True


def _key(system: str, id: str) -> int:
    """Return the key of a pair. Zero marks a free slot, so no key is zero."""
    # readers refuse NUL in either string, so the join is unambiguous
    digest = blake2b(f"{system}\0{id}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") or 1


class Ids:
    """A set of (system, id) pairs, stored as 64-bit hashes in one flat table.

    It takes 12 to 24 bytes per row; a set of str takes 150. A false alarm needs a hash collision:
    3 in a million for ten million rows.

    Examples:
        >>> from qgauge.data import Ids
        >>> ids = Ids()
        >>> ids.add("t5", "1"), ids.add("t5", "1"), ids.add("gpt", "1")
        (True, False, True)
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
        """Add a row.

        Args:
            system: The system of the row.
            id: The id of the row.

        Returns:
            False if the same pair was added before.
        """
        return self._add(_key(system, id))

    def claim(self, keys: array[int]) -> bool:
        """Add the rows of which another process noted the keys, all or none.

        Args:
            keys: The keys of an `IdKeys`.

        Returns:
            False if any of the pairs occurs twice, or was added before; then none is added.
        """
        import numpy as np

        wanted = np.frombuffer(keys, dtype=np.uint64)
        if len(np.unique(wanted)) < len(wanted) or self._has_any(wanted):
            return False
        for key in keys:
            self._add(key)
        return True

    def _has_any(self, keys: Any) -> bool:
        import numpy as np

        table = np.frombuffer(self._table, dtype=np.uint64)
        slots = (keys >> np.uint64(64 - self._bits)).astype(np.int64)
        while len(keys):
            there = table[slots]
            if (there == keys).any():
                return True
            taken = there != 0
            keys, slots = keys[taken], slots[taken] + 1
        return False

    def _add(self, key: int) -> bool:
        if self._count > self._most:
            self._grow()
        table, slot = self._table, key >> (64 - self._bits)
        while found := table[slot]:
            if found == key:
                return False
            slot += 1
        table[slot] = key
        self._count += 1
        # Keys are at or after their home slot and never wrap around: grow before the table's end.
        if slot >= len(table) - 2:
            self._most = 0
        return True

    def _resize(self, bits: int) -> None:
        self._bits = bits
        self._most = (2 << bits) // 3
        self._table = array("Q", bytes(8)) * ((1 << bits) + _SLACK)

    def _grow(self) -> None:
        # The high bits are the slot, so sorted keys are in slot order. Each key goes to its home
        # slot or the next free one, which a running maximum computes without a Python loop.
        import numpy as np

        table = np.frombuffer(self._table, dtype=np.uint64)
        keys = table[table != 0]
        keys.sort()
        del table, self._table  # free the old table before the new one is allocated
        self._resize(self._bits + 1)
        rank = np.arange(len(keys), dtype=np.int64)
        place = (keys >> np.uint64(64 - self._bits)).view(np.int64)
        place -= rank
        np.maximum.accumulate(place, out=place)
        place += rank
        np.frombuffer(self._table, dtype=np.uint64)[place] = keys
