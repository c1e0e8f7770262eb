"""Entries for the tests of the cache file."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

import pytest

from qgauge.tools.cache import Cache


def key(name: object) -> bytes:
    return hashlib.sha256(str(name).encode()).digest()


def items(numbers: range, length: int = 40) -> dict[bytes, str]:
    return {key(number): f"{number}:".ljust(length, "x") for number in numbers}


def filled(path: Path, numbers: range = range(200), length: int = 40) -> dict[bytes, str]:
    known = items(numbers, length)
    with Cache(path) as cache:
        cache.put("tool", known)
    return known


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
