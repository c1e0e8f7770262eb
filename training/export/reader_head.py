"""Build a head on the reader's states as an extension of reader.onnx.

The extension holds only the head's nodes, weights and outputs. They refer to the reader's states
and mask by name: the runtime appends the bytes of the extension to those of the reader, which
merges the two graphs. The reader's file, and all that it computes, stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx

from qgauge.models.files import FOLDER
from training.export.manifest import record
from training.export.onnx_graph import HEAD_WIDTH, Builder


class HeadBuilder(Builder):
    """Builds the head; its names have a prefix, so that none is also in the reader."""

    def __init__(self, tensors: Mapping[str, np.ndarray], prefix: str) -> None:
        super().__init__(tensors, "w8")
        self._prefix = prefix

    def constant(self, name: str, value: Any) -> str:
        return super().constant(self._prefix + name, value)

    def node(self, op: str, inputs: Sequence[str], output: str = "", **attributes: Any) -> str:
        name = output or f"{self._prefix}{op.lower()}_{len(self.nodes)}"
        return super().node(op, inputs, name, **attributes)

    def layer(self, states: str, mask: str, layer: str, at: str, *, first_only: bool) -> str:
        """Add a layer; `layer` names its tensors, `at` its nodes.

        With `first_only`, the result has the first two states. One would do, but a matrix with a
        single row takes a different code path in the library, with different last bits.
        """
        asking = states
        if first_only:
            asking = self.node("Slice", [states, *map(self.integers, (0, 2, 1))])
        mix, bias = self.array(f"{layer}.mix"), self.array(f"{layer}.mix_bias")
        hidden = len(mix)
        shaped = self.integers(0, 0, hidden // HEAD_WIDTH, HEAD_WIDTH)
        parts = []
        for part, (name, source, perm) in enumerate(
            (
                ("query", asking, [0, 2, 1, 3]),
                ("key", states, [0, 2, 3, 1]),
                ("value", states, [0, 2, 1, 3]),
            )
        ):
            span = slice(part * hidden, (part + 1) * hidden)
            made = self.affine(source, f"{at}{name}", mix[:, span].T, bias[span])
            made = self.node("Reshape", [made, shaped])
            parts.append(self.node("Transpose", [made], perm=perm))
        query, key, value = parts
        scores = self.node("Add", [self.node("MatMul", [query, key]), mask])
        seen = self.node("MatMul", [self.node("Softmax", [scores], axis=-1), value])
        seen = self.node("Transpose", [seen], perm=[0, 2, 1, 3])
        seen = self.node("Reshape", [seen, self.integers(0, 0, hidden)])
        seen = self._matrix(seen, layer, at, "output")
        after = self._layer_norm(self.node("Add", [asking, seen]), layer, at, "norm1")
        inner = self.node("Gelu", [self._matrix(after, layer, at, "up")])
        inner = self._matrix(inner, layer, at, "down")
        return self._layer_norm(self.node("Add", [after, inner]), layer, at, "norm2")

    def outputs_of_first(self, states: str, names: Sequence[str]) -> None:
        """Add one output per name: the linear outputs `out` of the first state."""
        out = self.affine(states, "out", self.array("out.weight"), self.array("out.bias"))
        first = self.node("Gather", [out, self.index(0)], axis=1)
        for at, name in enumerate(names):
            one = self.constant(f"at_{at}", np.array([at], np.int64))
            self.node("Gather", [first, one], name, axis=1)
            self.output(name, "batch", 1)

    def _matrix(self, states: str, layer: str, at: str, name: str) -> str:
        """Add states · weight + bias; the weight is stored as (inputs, outputs)."""
        weight, bias = self.array(f"{layer}.{name}"), self.array(f"{layer}.{name}_bias")
        return self.affine(states, f"{at}{name}", weight.T, bias)

    def _layer_norm(self, states: str, layer: str, at: str, name: str) -> str:
        names = [
            self.constant(f"{at}{name}.{part}", self.array(f"{layer}.{name}_{part}"))
            for part in ("weight", "bias")
        ]
        return self.node("LayerNormalization", [states, *names], axis=-1, epsilon=1e-12)


def places(reader: onnx.GraphProto, below: int) -> tuple[str, str]:
    """Return the names of the reader's states after some layers, and of its attention mask."""
    after = f"encoder.layers.{below - 1}.norm2.weight"
    (states,) = [node.output[0] for node in reader.node if after in node.input]
    (mask,) = [node.output[0] for node in reader.node if node.op_type == "Unsqueeze"]
    return states, mask


def build(
    tensors: Mapping[str, np.ndarray],
    reader: onnx.GraphProto,
    prefix: str,
    layers: Sequence[str],
    below: int,
    outputs: Sequence[str],
) -> bytes:
    """Return the extension.

    Args:
        tensors: The trained tensors.
        reader: The graph of the reader.
        prefix: The beginning of all names of the extension.
        layers: The names of the head's layers in the tensors, from below.
        below: The number of the reader's layers below the head.
        outputs: The names of the outputs.
    """
    states, mask = places(reader, below)
    builder = HeadBuilder(tensors, prefix)
    for number, layer in enumerate(layers):
        last = number == len(layers) - 1
        at = "" if len(layers) == 1 else f"{number}."
        states = builder.layer(states, mask, layer, at, first_only=last)
    builder.outputs_of_first(states, outputs)
    made = onnx.ModelProto()
    made.graph.node.extend(builder.nodes)
    made.graph.initializer.extend(builder.initialisers.values())
    made.graph.output.extend(builder.outputs)
    return made.SerializeToString(deterministic=True)


def write(extension: bytes, name: str) -> None:
    """Check an extension together with the reader, write it to the package and record it."""
    reader = (FOLDER / "reader.onnx").read_bytes()
    onnx.checker.check_model(onnx.load_from_string(reader + extension))
    (FOLDER / f"{name}.onnx").write_bytes(extension)
    entry = record(f"{name}.onnx", f"{name}.md")
    print(f"{name}.onnx: {entry.size:,} bytes, SHA-256 {entry.sha256}")
