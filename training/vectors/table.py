"""Write the table of word vectors in the format that `qgauge.models.vectors` reads."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from qgauge.models.vectors import HEAD, MAGIC


def write(
    path: str | os.PathLike[str],
    words: list[str],
    rows: npt.NDArray[np.int8],
    scales: npt.NDArray[np.uint16],
) -> None:
    """Write a table; the same table gives the same bytes."""
    if rows.ndim != 2 or rows.dtype != np.int8 or len(words) != len(rows):
        raise ValueError(f"{len(words)} words do not match rows of shape {rows.shape}")
    if scales.shape != (len(words),) or scales.dtype != np.dtype("<u2"):
        raise ValueError(f"{len(words)} words do not match scales of shape {scales.shape}")
    if len(set(words)) != len(words):
        raise ValueError("a word occurs twice in the table")
    if not (rows != 0).any(axis=1).all() or not scales.all():
        raise ValueError("a zero vector has no direction")
    packed = zlib.compress("\n".join(words).encode("utf-8"), 9)
    head = HEAD.pack(MAGIC, rows.shape[0], rows.shape[1], len(packed))
    body = scales.tobytes() + np.ascontiguousarray(rows).tobytes()
    Path(path).write_bytes(head + packed + body)
