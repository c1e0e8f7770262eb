"""The generator's sessions: one reads a source, the other writes a question piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from qgauge.core import worked
from qgauge.models.files import FOLDER, BadModel, read
from qgauge.models.session import Array, Pieces, open_session

TABLE = "table"
"""Name of the table of word pieces in both graphs; it is in a file of its own."""
VOCABULARY, HIDDEN = 30522, 384
MASKED = -1e9


@dataclass(frozen=True, slots=True)
class Source:
    """A source as the model sees it."""

    ids: npt.NDArray[np.int64]
    """Its pieces."""
    memory: Array
    """Keys and values for each layer that writes."""
    copy_keys: Array
    copy_bias: Array
    """Hides the pieces that are not of the passage, which cannot be copied."""


@dataclass(frozen=True, slots=True)
class Step:
    """The model's output for the next piece of several beams."""

    chances: npt.NDArray[np.float64]
    """Log-probability of each piece of the vocabulary, one row per beam."""
    past: Array
    """What the next step needs of the pieces so far; beams are on the second axis."""


class QuestionWriter:
    """The loaded generator.

    Sources are read one at a time, and all steps of a search have the same number of beams, so that
    no result depends on what else is generated.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        self.folder, self.threads = folder, threads
        table = _table(read("generator_words.bin", folder), folder)
        self._read, self._step = (
            open_session(folder / file, read(file, folder), threads, {TABLE: table})
            for file in ("generator.onnx", "generator_step.onnx")
        )
        shape = next(one.shape for one in self._step.get_inputs() if one.name == "past")
        self._layers, self._heads, self._width = shape[0], shape[2], shape[4]

    def __reduce__(self) -> tuple[object, ...]:
        return load_writer, (self.folder, self.threads)

    def read_source(self, pieces: Pieces) -> Source:
        """Read a source; types above 0 mark the passage."""
        ids, types = np.array([pieces.ids], np.int64), np.array([pieces.types], np.int64)
        memory, copy_keys = self._read.run(
            ["memory", "copy_keys"], {"input_ids": ids, "token_type_ids": types}
        )
        bias = np.where(types == 0, np.float32(MASKED), np.float32(0))[:, None, :]
        worked(len(pieces.ids))
        return Source(ids[0], memory, copy_keys, bias.astype(np.float32))

    def start(self, beams: int) -> Array:
        """Return the `past` of the first step."""
        return np.zeros((self._layers, beams, self._heads, 0, self._width), np.float32)

    def step(self, source: Source, pieces: npt.NDArray[np.int64], past: Array) -> Step:
        """Return the probabilities of the pieces after the given ones, one for each beam."""
        spoken, copies, gate, after = self._step.run(
            ["spoken", "copies", "gate", "past_out"],
            {
                "pieces": pieces.reshape(-1, 1),
                "place": np.array([past.shape[3]], np.int64),
                "past": past,
                "memory": source.memory,
                "copy_keys": source.copy_keys,
                "copy_bias": source.copy_bias,
            },
        )
        worked(len(pieces))
        return Step(_mixture(spoken, copies, gate, source.ids), after)


def _mixture(
    spoken: Array, copies: Array, gate: Array, ids: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return the log of the mixture of speaking and copying, rounded.

    The rounding keeps processors that differ in the last bits from choosing other pieces.
    """
    speaks = 1 / (1 + np.exp(-gate.astype(np.float64)))[:, None]
    chances: npt.NDArray[np.float64] = np.exp(spoken.astype(np.float64)) * speaks
    copied = np.exp(copies.astype(np.float64)) * (1 - speaks)
    for beam in range(len(chances)):
        np.add.at(chances[beam], ids, copied[beam])
    logs: npt.NDArray[np.float64] = np.log(np.maximum(chances, 1e-30))
    return logs.round(4)


def _table(data: bytes, folder: Path) -> Array:
    size = VOCABULARY * HIDDEN
    if len(data) != size + 4 * VOCABULARY:
        raise BadModel(str(folder / "generator_words.bin"), "has the wrong size")
    small = np.frombuffer(data, np.int8, size).reshape(VOCABULARY, HIDDEN)
    scale = np.frombuffer(data, "<f4", VOCABULARY, size)[:, None]
    table: Array = small.astype(np.float32) * scale
    return table


def load_writer(folder: Path | None = None, threads: int = 1) -> QuestionWriter:
    """Return the generator, checked and loaded once per process.

    Args:
        folder: Folder of the model files; by default the embedded ones.
        threads: Number of threads.

    Raises:
        BadModel: If a file is missing or damaged.
    """
    return _load((folder or FOLDER).resolve(), threads)


@cache
def _load(folder: Path, threads: int) -> QuestionWriter:
    worked(0)
    return QuestionWriter(folder, threads)
