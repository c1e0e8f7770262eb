"""Running a shipped model: the same bits for a sequence, whatever it is batched with."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from qgauge.models.files import FOLDER, BadModel, read

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FORMAT = "1"
"""The format of inputs, outputs and metadata that `training/export/onnx_graph.py` writes."""

LONGEST = 512
BATCH_PIECES = 1024
BATCH_PAIRS = 1 << 18
"""The parser's output grows with the square of the length; this holds it near 50 MB."""

Array = npt.NDArray[np.float32]
Outputs = dict[str, Array]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A tokenised sequence, with its start and end signs.

    `types` says which text of a pair each piece is of (default: the first); `starts` where each
    word begins, for models that read words.
    """

    ids: Sequence[int]
    types: Sequence[int] = ()
    starts: Sequence[int] = ()


class Session:
    """An open model. `run` takes sequences and returns their outputs by name, in order."""

    def __init__(self, name: str, folder: Path, threads: int) -> None:
        file = f"{name}.onnx"
        self.name, self.folder, self.threads = name, folder, threads
        self._session = _open(folder / file, read(file, folder), threads)
        properties: Mapping[str, str] = self._session.get_modelmeta().custom_metadata_map
        if properties.get("model") != name or properties.get("version") != FORMAT:
            found = f"{properties.get('model')}, format {properties.get('version')}"
            raise BadModel(str(folder / file), f"is not a {name} of format {FORMAT}: {found}")
        self.labels: dict[str, list[str]] = json.loads(properties.get("labels", "{}"))
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._outputs: dict[str, list[str | int]] = {
            each.name: each.shape for each in self._session.get_outputs()
        }

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.name, self.folder, self.threads)

    @property
    def outputs(self) -> tuple[str, ...]:
        return tuple(self._outputs)

    def run(self, sequences: Sequence[Pieces], outputs: Sequence[str] = ()) -> list[Outputs]:
        """The outputs (all, or those named) of each sequence, cut to its pieces or words.

        Only sequences of one length share a batch, and the number of words is padded to a function
        of the length: so every sum is over the same terms in the same order as if it were alone.
        """
        for pieces in sequences:
            _check(pieces)
        found: dict[int, Outputs] = {}
        for batch in batches([len(pieces.ids) for pieces in sequences], _batch_size):
            rows = self._batch([sequences[i] for i in batch], outputs or self.outputs)
            found.update(zip(batch, rows, strict=True))
        return [found[i] for i in range(len(sequences))]

    def _batch(self, batch: Sequence[Pieces], names: Sequence[str]) -> list[Outputs]:
        length = len(batch[0].ids)
        words = max(2, length - 2)  # one a piece, less the signs; never a matrix of one row
        feeds = {
            "input_ids": [each.ids for each in batch],
            "attention_mask": np.ones((len(batch), length)),
            "token_type_ids": [each.types or [0] * length for each in batch],
            "word_starts": [[*each.starts, *[0] * (words - len(each.starts))] for each in batch],
        }
        given = {
            name: np.asarray(rows, np.int64) for name, rows in feeds.items() if name in self._inputs
        }
        values = dict(zip(names, self._session.run(list(names), given), strict=True))
        return [
            {name: self._cut(name, values[name][row], pieces) for name in names}
            for row, pieces in enumerate(batch)
        ]

    def _cut(self, name: str, values: Array, pieces: Pieces) -> Array:
        words = len(pieces.starts)
        sizes = {"length": len(pieces.ids), "words": words, "heads": words + 1}
        shape = self._outputs[name][1:]
        cut = tuple(slice(sizes[each]) if isinstance(each, str) else slice(None) for each in shape)
        return np.array(values[cut])  # a copy, so that a row does not keep its batch in memory


def batches(lengths: Sequence[int], most: Callable[[int], int]) -> Iterator[list[int]]:
    """Places of sequences of one length, as many in a batch as `most` has for that length."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    for length, places in groupby(order, lengths.__getitem__):
        while batch := list(islice(places, most(length))):
            yield batch


def _batch_size(length: int) -> int:
    return max(1, min(BATCH_PIECES // length, BATCH_PAIRS // length**2))


def _check(pieces: Pieces) -> None:
    length = len(pieces.ids)
    if not 2 <= length <= LONGEST:
        raise ValueError(f"a sequence has 2 to {LONGEST} pieces, not {length}")
    if pieces.types and len(pieces.types) != length:
        raise ValueError(f"{len(pieces.types)} types for {length} pieces")
    if len(pieces.starts) > length - 2 or not all(0 < at < length for at in pieces.starts):
        raise ValueError(f"word starts {list(pieces.starts)} in {length} pieces")


def _open(file: Path, data: bytes, threads: int) -> Any:
    # read when it is imported; without it, onnxruntime tells its makers about the machine
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.use_deterministic_compute = True
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no other base
        raise BadModel(str(file), f"does not load ({error})") from error


def load(name: str, folder: Path | None = None, threads: int = 1) -> Session:
    """The model called `name`, checked and opened once per process."""
    return _load(name, (folder or FOLDER).resolve(), threads)


@cache
def _load(name: str, folder: Path, threads: int) -> Session:
    return Session(name, folder, threads)


@cache
def tokenizer(folder: Path = FOLDER) -> Tokenizer:
    """The word-piece tokenizer of all our models, without padding or truncation."""
    from tokenizers import Tokenizer

    data = read("tokenizer.json", folder)
    try:
        found = Tokenizer.from_str(data.decode())
    except Exception as error:  # tokenizers raises bare exceptions
        raise BadModel(str(folder / "tokenizer.json"), f"does not load ({error})") from error
    found.no_padding()
    found.no_truncation()
    found.encode_special_tokens = True  # "[SEP]" in a user's text is text, not a sign
    return found
