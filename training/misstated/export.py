"""Export the head that finds misstated questions, as an extension of reader.onnx.

    python -m training.misstated.export HEAD.npz

The file holds only the head's nodes, weights and outputs. They refer to the reader's states and
mask by name: the runtime appends the bytes of the extension to those of the reader, which merges
the two graphs. The reader's file, and all that it computes, stays as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx

from qgauge.models.files import FOLDER
from training.export.manifest import record
from training.export.onnx_graph import HEAD_WIDTH, Builder
from training.misstated.tasks import TASKS

BELOW = 6
"""Layers of the reader below the head."""
PREFIX = "misstated/"


class HeadBuilder(Builder):
    """Builds the head; its names have a prefix, so that none is also in the reader."""

    def constant(self, name: str, value: Any) -> str:
        return super().constant(PREFIX + name, value)

    def node(self, op: str, inputs: Sequence[str], output: str = "", **attributes: Any) -> str:
        name = output or f"{PREFIX}{op.lower()}_{len(self.nodes)}"
        return super().node(op, inputs, name, **attributes)

    def matrix(self, states: str, name: str) -> str:
        """Add states · weight + bias; the weight is stored as (inputs, outputs)."""
        weight, bias = self.array(f"layer.{name}"), self.array(f"layer.{name}_bias")
        return self.affine(states, name, weight.T, bias)

    def head(self, states: str, mask: str) -> None:
        two = self.node("Slice", [states, *map(self.integers, (0, 2, 1))])
        mix, bias = self.array("layer.mix"), self.array("layer.mix_bias")
        hidden = len(mix)
        heads = hidden // HEAD_WIDTH
        shaped = self.integers(0, 0, heads, HEAD_WIDTH)
        parts = []
        for at, (name, source, perm) in enumerate(
            (
                ("query", two, [0, 2, 1, 3]),
                ("key", states, [0, 2, 3, 1]),
                ("value", states, [0, 2, 1, 3]),
            )
        ):
            span = slice(at * hidden, (at + 1) * hidden)
            made = self.affine(source, name, mix[:, span].T, bias[span])
            made = self.node("Reshape", [made, shaped])
            parts.append(self.node("Transpose", [made], perm=perm))
        query, key, value = parts
        scores = self.node("Add", [self.node("MatMul", [query, key]), mask])
        seen = self.node("MatMul", [self.node("Softmax", [scores], axis=-1), value])
        seen = self.node("Transpose", [seen], perm=[0, 2, 1, 3])
        seen = self.matrix(self.node("Reshape", [seen, self.integers(0, 0, hidden)]), "output")
        after = self.layer_norm(self.node("Add", [two, seen]), "norm1")
        inner = self.matrix(self.node("Gelu", [self.matrix(after, "up")]), "down")
        after = self.layer_norm(self.node("Add", [after, inner]), "norm2")
        out = self.affine(after, "out", self.array("out.weight"), self.array("out.bias"))
        first = self.node("Gather", [out, self.index(0)], axis=1)
        for at, task in enumerate(TASKS):
            one = self.constant(f"at_{at}", np.array([at], np.int64))
            self.node("Gather", [first, one], task, axis=1)
            self.output(task, "batch", 1)

    def layer_norm(self, states: str, name: str) -> str:
        tensors = [self.array(f"layer.{name}_{part}") for part in ("weight", "bias")]
        names = [
            self.constant(f"{name}.{part}", value)
            for part, value in zip(("weight", "bias"), tensors, strict=True)
        ]
        return self.node("LayerNormalization", [states, *names], axis=-1, epsilon=1e-12)


def places(reader: onnx.GraphProto) -> tuple[str, str]:
    """Return the names of the reader's states below the head, and of its attention mask."""
    after = f"encoder.layers.{BELOW - 1}.norm2.weight"
    (states,) = [node.output[0] for node in reader.node if after in node.input]
    (mask,) = [node.output[0] for node in reader.node if node.op_type == "Unsqueeze"]
    return states, mask


def build(tensors: Mapping[str, np.ndarray], reader: onnx.GraphProto) -> bytes:
    builder = HeadBuilder(tensors, "w8")
    builder.head(*places(reader))
    made = onnx.ModelProto()
    made.graph.node.extend(builder.nodes)
    made.graph.initializer.extend(builder.initialisers.values())
    made.graph.output.extend(builder.outputs)
    return made.SerializeToString(deterministic=True)


def main() -> None:
    with np.load(sys.argv[1]) as found:
        tensors = dict(found)
    reader = (FOLDER / "reader.onnx").read_bytes()
    extension = build(tensors, onnx.load_from_string(reader).graph)
    onnx.checker.check_model(onnx.load_from_string(reader + extension))
    (FOLDER / "misstated.onnx").write_bytes(extension)
    entry = record("misstated.onnx", "misstated.md")
    print(f"misstated.onnx: {entry.size:,} bytes, SHA-256 {entry.sha256}")


if __name__ == "__main__":
    main()
