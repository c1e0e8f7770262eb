"""Run an embedded model. The output of a sequence does not depend on the rest of its batch."""

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

from qgauge.core import worked
from qgauge.models.files import FOLDER, BadModel, manifest, read

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FORMAT = "1"
"""Version of the inputs, outputs and metadata that `training/export/onnx_graph.py` writes."""

LONGEST = 512
"""Maximum length of a sequence in pieces."""
BATCH_PIECES = 1024
"""Maximum pieces per batch."""
BATCH_PAIRS = 1 << 18
"""Maximum piece pairs per batch: the parser's output grows quadratically, here up to 50 MB."""

EXTENSIONS: dict[str, tuple[str, ...]] = {"reader": ("misstated.onnx",), "rater": ("usable.onnx",)}
"""Files with further outputs of a model. Their bytes are appended to those of its own file: a file
is a protocol buffer, so the two graphs become one (`training/export/reader_head.py`)."""
_EXTENDED = {"rater": "reader"}
"""Models without a file of their own: the model that they extend."""

Array = npt.NDArray[np.float32]
Outputs = dict[str, Array]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A tokenised sequence, including `[CLS]` and `[SEP]`."""

    ids: Sequence[int]
    """Ids of the pieces."""
    types: Sequence[int] = ()
    """Token type of each piece: the text of a pair, or the shape of its word; default 0."""
    starts: Sequence[int] = ()
    """Index of the first piece of each word, for models with word outputs."""


class Session:
    """A loaded model.

    Attributes:
        name: Name of the model.
        folder: Folder of its file.
        threads: Number of threads.
        labels: The class names of each output, by the name of the output.
    """

    def __init__(self, name: str, folder: Path, threads: int) -> None:
        file = f"{_EXTENDED.get(name, name)}.onnx"
        self.name, self.folder, self.threads = name, folder, threads
        more = [one for one in EXTENSIONS.get(name, ()) if one in manifest(folder)]
        data = b"".join(read(one, folder) for one in (file, *more))
        self._session = open_session(folder / file, data, threads)
        properties: Mapping[str, str] = self._session.get_modelmeta().custom_metadata_map
        self.labels: dict[str, list[str]] = json.loads(properties.get("labels", "{}"))
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._outputs: dict[str, list[str | int]] = {
            each.name: each.shape for each in self._session.get_outputs()
        }

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.name, self.folder, self.threads)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the outputs."""
        return tuple(self._outputs)

    def run(self, sequences: Sequence[Pieces], outputs: Sequence[str] = ()) -> list[Outputs]:
        """Run the model.

        Only sequences of the same length share a batch, and the number of words is padded to a
        function of that length. Every sum is therefore over the same terms in the same order as if
        the sequence ran alone.

        Args:
            sequences: The sequences.
            outputs: Names of the outputs to return; all by default.

        Returns:
            The outputs of each sequence by name, cut to its pieces or words.
        """
        for pieces in sequences:
            _check(pieces)
        found: dict[int, Outputs] = {}
        for batch in batches([len(pieces.ids) for pieces in sequences], _batch_size):
            rows = self._batch([sequences[i] for i in batch], outputs or self.outputs)
            found.update(zip(batch, rows, strict=True))
            worked(sum(len(sequences[i].ids) for i in batch))
        return [found[i] for i in range(len(sequences))]

    def _batch(self, batch: Sequence[Pieces], names: Sequence[str]) -> list[Outputs]:
        length = len(batch[0].ids)
        # Room for one word per piece; at least 2, because one-row products round differently.
        words = max(2, length - 2)
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
    """Yield the indices of sequences of the same length, in batches of up to `most(length)`."""
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


def open_session(
    file: Path, data: bytes, threads: int, tables: Mapping[str, Array] | None = None
) -> Any:
    """Return the session of a model file, which must say that it is the model of its name.

    Args:
        file: The file, for messages; its name without the ending is that of the model.
        data: The bytes.
        threads: Number of threads.
        tables: Arrays that the file refers to and does not contain, by name.

    Raises:
        BadModel: If it cannot be loaded or is another model.
    """
    # switches off telemetry; onnxruntime reads this when it is imported
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.use_deterministic_compute = True
    options.log_severity_level = 3
    values = {
        name: onnxruntime.OrtValue.ortvalue_from_numpy(table)
        for name, table in (tables or {}).items()
    }
    options.add_external_initializers(list(values), list(values.values()))
    try:
        made = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no narrower base class
        raise BadModel(str(file), f"cannot be loaded ({error})") from error
    properties = made.get_modelmeta().custom_metadata_map
    if properties.get("model") != file.stem or properties.get("version") != FORMAT:
        found = f"{properties.get('model')}, format {properties.get('version')}"
        raise BadModel(str(file), f"is not a {file.stem} of format {FORMAT}: {found}")
    return made


def load(name: str, folder: Path | None = None, threads: int = 1) -> Session:
    """Return the model called `name`, checked and loaded once per process.

    Args:
        name: Name of the model, such as `"linguist"`.
        folder: Folder of the model files; by default the embedded ones.
        threads: Number of threads.

    Raises:
        BadModel: If the file is missing or damaged.
    """
    return _load(name, (folder or FOLDER).resolve(), threads)


@cache
def _load(name: str, folder: Path, threads: int) -> Session:
    worked(0)
    return Session(name, folder, threads)


@cache
def tokenizer(folder: Path = FOLDER) -> Tokenizer:
    """Return the word-piece tokenizer of all embedded models, without padding or truncation."""
    from tokenizers import Tokenizer

    data = read("tokenizer.json", folder)
    try:
        found = Tokenizer.from_str(data.decode())
    except Exception as error:  # tokenizers raises bare exceptions
        raise BadModel(str(folder / "tokenizer.json"), f"cannot be loaded ({error})") from error
    found.no_padding()
    found.no_truncation()
    found.encode_special_tokens = True  # "[SEP]" in a user's text is not a special token
    return found
