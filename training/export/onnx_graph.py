"""Build one self-contained ONNX file from trained weights, for `linguist` or `reader`.

    python -m training.export.onnx_graph WEIGHTS.safetensors CONFIG.json OUT.onnx
        [--precision fp32|w8]

Sizes are read from the tensors. CONFIG holds {"model": "linguist" | "reader", "labels": {...}}.

- fp32: nothing is rounded.
- w8: the weights of large layers have 8 bits, with one scale per block of 64 inputs of an output.

Activations and sums are 32-bit floats in both. Kernels for 8-bit activations round differently on
different processors; sums of floats differ only in their last bits. The runtime expands the 8-bit
weights to floats once, when it opens the file, so they cost no time per text.

No rounding depends on the rest of the batch, so a row's result is bit-identical in any batch.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

FORMAT = "1"
"""Version of the file's inputs, outputs and metadata; the runtime refuses any other."""

PRECISIONS = ("fp32", "w8")
EPSILON = 1e-12
HEAD_WIDTH = 32
MASKED = 1e9
SLOPE = 0.1
"""Slope of the parser's leaky ReLUs."""

BLOCK = 64
"""Number of inputs that share a scale; the width of large layers is a multiple of it."""
LARGE = 1 << 15
"""Layers with fewer weights stay in fp32, as there is little to save."""

WORD_HEADS = ("pos", "ner", "errors", "ends")
"""The linguist's heads on the first piece of each word."""

PARSER = ("arc_dep", "arc_head", "rel_dep", "rel_head")

Array = npt.NDArray[Any]


class Builder:
    """The nodes and initialisers of one graph, and the few kinds of layer that our models use."""

    def __init__(self, tensors: Mapping[str, Array], precision: str) -> None:
        self.tensors, self.precision = tensors, precision
        self.nodes: list[onnx.NodeProto] = []
        self.initialisers: dict[str, onnx.TensorProto] = {}
        self.outputs: list[onnx.ValueInfoProto] = []
        self.used: set[str] = set()

    def array(self, name: str) -> Array:
        self.used.add(name)
        return self.tensors[name].astype(np.float32)

    def constant(self, name: str, value: Array | np.generic) -> str:
        if name not in self.initialisers:
            array = np.asarray(value, order="C")
            self.initialisers[name] = numpy_helper.from_array(array, name)
        return name

    def integers(self, *values: int) -> str:
        return self.constant("int_" + "_".join(map(str, values)), np.array(values, np.int64))

    def number(self, value: float) -> str:
        return self.constant(f"float_{value}", np.float32(value))

    def index(self, value: int) -> str:
        return self.constant(f"index_{value}", np.int64(value))

    def node(self, op: str, inputs: Sequence[str], output: str = "", **attributes: Any) -> str:
        name = output or f"{op.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=name, **attributes))
        return name

    def output(self, name: str, *shape: str | int) -> None:
        self.outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))

    def linear(self, states: str, name: str, output: str = "") -> str:
        weight, bias = self.array(f"{name}.weight"), self.array(f"{name}.bias")
        return self.affine(states, name, weight, bias, output)

    def affine(self, states: str, name: str, weight: Array, bias: Array, output: str = "") -> str:
        """Add states · weightᵀ + bias."""
        if self.precision == "fp32" or weight.size < LARGE or weight.shape[1] % BLOCK:
            matrix = self.constant(f"{name}.weight", weight.T)
        else:
            matrix = self.expanded(name, *in_blocks(weight))
        product = self.node("MatMul", [states, matrix])
        return self.node("Add", [product, self.constant(f"{name}.bias", bias)], output)

    def expanded(self, name: str, small: Array, scale: Array) -> str:
        """Add the float matrix of 8-bit weights: a constant, so the runtime computes it once."""
        blocks, size, out = small.shape
        wide = self.node("Cast", [self.constant(f"{name}.weight", small)], to=TensorProto.FLOAT)
        scaled = self.node("Mul", [wide, self.constant(f"{name}.scale", scale)])
        return self.node("Reshape", [scaled, self.integers(blocks * size, out)])

    def norm(self, states: str, name: str) -> str:
        names = (f"{name}.weight", f"{name}.bias")
        inputs = [states, *(self.constant(each, self.array(each)) for each in names)]
        return self.node("LayerNormalization", inputs, axis=-1, epsilon=EPSILON)

    def embedding(self) -> str:
        word, kinds = self.array("encoder.word"), self.array("encoder.type")
        position = self.array("encoder.position")
        if self.precision == "fp32":
            states = self.node("Gather", [self.constant("word", word), "input_ids"])
        else:
            small, scale = rounded(word)
            rows = self.node("Gather", [self.constant("word", small), "input_ids"])
            scales = self.node("Gather", [self.constant("word.scale", scale), "input_ids"])
            states = self.node("Mul", [self.node("Cast", [rows], to=TensorProto.FLOAT), scales])
        length = self.node("Shape", ["input_ids"], start=1, end=2)
        places = self.node("Slice", [self.constant("position", position), self.integers(0), length])
        states = self.node("Add", [states, places])
        kind = self.node("Gather", [self.constant("type", kinds), "token_type_ids"])
        return self.norm(self.node("Add", [states, kind]), "encoder.norm")

    def mask(self) -> str:
        seen = self.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
        bias = self.node("Mul", [self.node("Sub", [seen, self.number(1)]), self.number(MASKED)])
        return self.node("Unsqueeze", [bias, self.integers(1, 2)])

    def attention(self, states: str, name: str, mask: str) -> str:
        """Add query, key and value as one layer; the query's scale is folded into its weights."""
        weights, biases = [], []
        for part, scale in (("query", HEAD_WIDTH**-0.5), ("key", 1), ("value", 1)):
            weights.append(self.array(f"{name}.{part}.weight") * np.float32(scale))
            biases.append(self.array(f"{name}.{part}.bias") * np.float32(scale))
        weight, bias = np.concatenate(weights), np.concatenate(biases)
        heads = weight.shape[1] // HEAD_WIDTH
        mixed = self.affine(states, f"{name}.mix", weight, bias)
        mixed = self.node("Reshape", [mixed, self.integers(0, 0, 3, heads, HEAD_WIDTH)])
        query, key, value = (
            self.node("Transpose", [self.node("Gather", [mixed, self.index(i)], axis=2)], perm=perm)
            for i, perm in enumerate(([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        )
        scores = self.node("Add", [self.node("MatMul", [query, key]), mask])
        found = self.node("MatMul", [self.node("Softmax", [scores], axis=-1), value])
        found = self.node("Transpose", [found], perm=[0, 2, 1, 3])
        return self.node("Reshape", [found, self.integers(0, 0, -1)])

    def encoder(self) -> str:
        states, mask = self.embedding(), self.mask()
        named = (name.split(".") for name in self.tensors)
        layers = 1 + max(int(name[2]) for name in named if name[:2] == ["encoder", "layers"])
        for number in range(layers):
            name = f"encoder.layers.{number}"
            mixed = self.linear(self.attention(states, name, mask), f"{name}.output")
            states = self.norm(self.node("Add", [states, mixed]), f"{name}.norm1")
            inner = self.node("Gelu", [self.linear(states, f"{name}.up")])
            inner = self.linear(inner, f"{name}.down")
            states = self.norm(self.node("Add", [states, inner]), f"{name}.norm2")
        return states

    def text_heads(self, states: str, others: Sequence[str]) -> None:
        """Add the heads on the first state, except `others`, in alphabetical order.

        Computes two states and keeps one: a matrix with a single row, as in a batch of one, takes a
        different code path in the library, with different last bits.
        """
        two = self.node("Slice", [states, *map(self.integers, (0, 2, 1))])
        names = (name.removesuffix(".weight") for name in self.tensors if name.count(".") == 1)
        for name in sorted({n for n in names if "." not in n} - set(others)):
            self.node("Gather", [self.linear(two, name), self.index(0)], name, axis=1)
            self.output(name, "batch", len(self.tensors[f"{name}.weight"]))

    def linguist(self) -> None:
        states = self.encoder()
        place = self.node("Unsqueeze", ["word_starts", self.integers(2)])
        words = self.node("GatherND", [states, place], batch_dims=1)
        for name in WORD_HEADS:
            self.linear(words, name, name)
            self.output(name, "batch", "words", len(self.tensors[f"{name}.weight"]))
        self.text_heads(states, (*WORD_HEADS, *PARSER))
        first = self.node("Slice", [states, *map(self.integers, (0, 1, 1))])
        self.parser(words, self.node("Concat", [first, words], axis=1))

    def parser(self, words: str, heads: str) -> None:
        """Add deep biaffine attention; the ones appended to a state become biases here."""
        arc_dep, arc_head, rel_dep, rel_head = (
            self.node("LeakyRelu", [self.linear(states, name)], alpha=SLOPE)
            for name, states in zip(PARSER, (words, heads, words, heads), strict=True)
        )
        arc, rel = self.array("arc_weight"), self.array("rel_weight")
        count, side = rel.shape[0], rel.shape[2] - 1
        left = self.affine(arc_dep, "arc_weight", arc[:-1].T, arc[-1])
        right = self.node("Transpose", [arc_head], perm=[0, 2, 1])
        self.node("MatMul", [left, right], "arc")
        self.output("arc", "batch", "words", "heads")
        both = rel[:, :-1, :-1].transpose(0, 2, 1).reshape(count * side, -1)
        left = self.affine(rel_dep, "rel_weight", both, rel[:, -1, :-1].reshape(-1))
        left = self.node("Reshape", [left, self.integers(0, -1, side)])
        right = self.node("Transpose", [rel_head], perm=[0, 2, 1])
        alone = self.affine(rel_dep, "rel_alone", rel[:, :-1, -1], rel[:, -1, -1])
        alone = self.node("Reshape", [alone, self.integers(0, -1, 1)])
        score = self.node("Add", [self.node("MatMul", [left, right]), alone])
        words_count = self.node("Shape", ["word_starts"], start=1, end=2)
        shape = [self.integers(0), words_count, self.integers(count, -1)]
        score = self.node("Reshape", [score, self.node("Concat", shape, axis=0)])
        self.node("Transpose", [score], "rel", perm=[0, 1, 3, 2])
        self.output("rel", "batch", "words", "heads", count)

    def reader(self) -> None:
        states = self.encoder()
        span = self.linear(states, "span")
        for place, name in enumerate(("start", "end")):
            self.node("Gather", [span, self.index(place)], name, axis=2)
            self.output(name, "batch", "length")
        self.text_heads(states, ["span"])


def rounded(rows: Array) -> tuple[Array, Array]:
    """Quantise rows to int8 with one scale each (the last axis is the row)."""
    scale = np.maximum(np.abs(rows).max(-1, keepdims=True), 1e-12) / np.float32(127)
    return np.rint(rows / scale).astype(np.int8), scale.astype(np.float32)


def in_blocks(weight: Array) -> tuple[Array, Array]:
    """Quantise a weight (outputs, inputs) to int8 (blocks, block inputs, outputs), with scales."""
    out, width = weight.shape
    small, scale = rounded(weight.reshape(out, width // BLOCK, BLOCK))
    return small.transpose(1, 2, 0), scale.transpose(1, 2, 0)


def build(
    tensors: Mapping[str, Array], config: Mapping[str, Any], precision: str = "w8"
) -> onnx.ModelProto:
    builder = assemble(tensors, config["model"], precision)
    unused = sorted(set(tensors) - builder.used)
    if unused:
        raise SystemExit(f"a {config['model']} does not use the tensors {', '.join(unused)}")
    model = wrap(builder, config["model"])
    labels = json.dumps(config.get("labels", {}), ensure_ascii=False)
    properties = {"model": config["model"], "labels": labels, "version": FORMAT}
    helper.set_model_props(model, properties | {"precision": precision, "block": str(BLOCK)})
    onnx.checker.check_model(model)
    return model


def assemble(tensors: Mapping[str, Array], kind: str, precision: str) -> Builder:
    builder = Builder(tensors, precision)
    {"linguist": builder.linguist, "reader": builder.reader}[kind]()
    return builder


def wrap(builder: Builder, kind: str) -> onnx.ModelProto:
    shapes = dict.fromkeys(("input_ids", "attention_mask", "token_type_ids"), "length")
    shapes |= {"word_starts": "words"} if kind == "linguist" else {}
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", size])
        for name, size in shapes.items()
    ]
    constants = list(builder.initialisers.values())
    graph = helper.make_graph(builder.nodes, kind, inputs, builder.outputs, constants)
    opsets = [helper.make_opsetid("", 20)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="qgauge")


def main() -> None:
    from safetensors.numpy import load_file

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("weights", "config", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--precision", choices=PRECISIONS, default="w8")
    given = parser.parse_args()
    config = json.loads(given.config.read_text(encoding="utf-8"))
    model = build(load_file(given.weights), config, given.precision)
    given.out.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{given.out}: {given.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
