"""Checksum over all files of a model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def files_checksum(files: Iterable[tuple[str, Path]]) -> str:
    """Return the SHA-256 over the names and contents of these files, in this order."""
    digest = hashlib.sha256()
    for name, path in files:
        digest.update(name.encode() + b"\0")
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
