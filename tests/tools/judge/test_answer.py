"""Stored answers: read back unchanged, or not at all."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import blake2b

from helpers.paid_answers import answer, key
from hypothesis import given
from hypothesis import strategies as st

from qgauge.tools.judge.answer import pack, unpack


def test_unknown_fields_are_ignored_and_missing_ones_refused() -> None:
    """A later version may store more fields."""
    for text, read in (
        (asdict(answer(1)) | {"mood": "good"}, answer(1)),
        ({"reply": "x"}, None),
    ):
        data = json.dumps(text).encode()
        length = len(data).to_bytes(4, "big")
        checksum = blake2b(length + key(1) + data, digest_size=16).digest()
        assert unpack(key(1), b"qgJ1" + length + checksum + key(1) + data) == read


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_any_flipped_bit_is_detected(place: int, bit: int) -> None:
    entry = bytearray(pack(key(1), answer(30)))
    entry[place % len(entry)] ^= 1 << bit
    assert unpack(key(1), bytes(entry)) is None
    assert unpack(key(2), pack(key(1), answer(30))) is None
    assert unpack(key(1), None) is None
    assert unpack(key(1), b"") is None
