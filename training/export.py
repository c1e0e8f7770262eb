"""Trained weights to one self-contained ONNX file, node by node: `linguist` or `reader`.

    python training/export.py WEIGHTS.safetensors CONFIG.json OUT.onnx [--precision fp32|w8|i8]
        [--block 32|64|128] [--calibrate TEXTS.txt --tokenizer tokenizer.json]

Sizes come from the tensors. CONFIG holds {"model": "linguist" | "reader", "labels": {...}}. TEXTS
has one text per line, a tab between the two of a pair: from them we learn how large each channel
grows, and move the outliers from the activations into the weights before both are rounded
(SmoothQuant, https://arxiv.org/abs/2211.10438), which halves what 8 bits cost.

- fp32: nothing is rounded.
- w8: 8-bit weights and activations, one scale per row and block of channels (MatMulNBits).
- i8: 8-bit weights and activations, one scale per row: faster still, a little coarser.

Nothing is rounded by what else is in the batch, so a row's result is the same bits in any batch.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

FORMAT = "1"
"""Of the file's inputs, outputs and metadata; the runtime refuses any other."""

PRECISIONS = ("fp32", "w8", "i8")
EPSILON = 1e-12
HEAD_WIDTH = 32
MASKED = 1e9
SLOPE = 0.1
"""Of the parser's leaky rectifiers."""

GELU_FLOOR = 0.17
"""GELU never goes below minus this (its minimum is -.16997)."""

BLOCK = 64
LARGE = 1 << 15
"""Layers with fewer weights stay in fp32: there is nothing to save."""

WORD_HEADS = ("pos", "ner", "errors", "ends")
"""Of the linguist, read off the first piece of each word."""

PARSER = ("arc_dep", "arc_head", "rel_dep", "rel_head")

Array = npt.NDArray[Any]
Sample = tuple[Sequence[int], Sequence[int]]
"""The pieces of a text or a pair, and which of the two each belongs to."""


class Builder:
    """The nodes and initialisers of one graph, and the few layers our models are made of."""

    def __init__(
        self,
        tensors: Mapping[str, Array],
        precision: str,
        reach: Mapping[str, Array],
        block: int = BLOCK,
    ) -> None:
        self.tensors, self.precision, self.reach, self.block = tensors, precision, reach, block
        self.nodes: list[onnx.NodeProto] = []
        self.initialisers: dict[str, onnx.TensorProto] = {}
        self.outputs: list[onnx.ValueInfoProto] = []
        self.large: dict[str, str] = {}  # the input of each layer that can be rounded
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

    def linear(self, states: str, name: str, output: str = "", floor: float = 0) -> str:
        weight, bias = self.array(f"{name}.weight"), self.array(f"{name}.bias")
        return self.affine(states, name, weight, bias, output, floor)

    def affine(
        self, states: str, name: str, weight: Array, bias: Array, output: str = "", floor: float = 0
    ) -> str:
        """states · weightᵀ + bias; `floor` says that no state is below minus it."""
        if weight.size < LARGE:
            return self.exact(states, name, weight, bias, output)
        self.large[name] = states
        if self.precision == "fp32":
            return self.exact(states, name, weight, bias, output)
        share = np.ones(weight.shape[1], np.float32)
        if name in self.reach:
            share = smoothing(self.reach[name], weight)
            states = self.node("Mul", [states, self.constant(f"{name}.smooth", 1 / share)])
        if self.precision == "w8":
            return self.blockwise(states, name, weight * share, bias, output)
        return self.rowwise(states, name, weight * share, bias, output, floor / share)

    def exact(self, states: str, name: str, weight: Array, bias: Array, output: str) -> str:
        product = self.node("MatMul", [states, self.constant(f"{name}.weight", weight.T)])
        return self.node("Add", [product, self.constant(f"{name}.bias", bias)], output)

    def blockwise(self, states: str, name: str, weight: Array, bias: Array, output: str) -> str:
        out, width = weight.shape
        block = self.block
        blocks = np.pad(weight, ((0, 0), (0, -width % block))).reshape(out, -1, block)
        small, scale = rounded(blocks)
        inputs = [
            states,
            self.constant(f"{name}.weight", (small.astype(np.int16) + 128).astype(np.uint8)),
            self.constant(f"{name}.scale", scale[..., 0]),
            "",
            "",
            self.constant(f"{name}.bias", bias),
        ]
        sizes = {"K": width, "N": out, "bits": 8, "block_size": block, "accuracy_level": 4}
        return self.node("MatMulNBits", inputs, output, domain="com.microsoft", **sizes)

    def rowwise(
        self, states: str, name: str, weight: Array, bias: Array, output: str, floor: Array
    ) -> str:
        """Integers throughout, each row of the states with its own scale."""
        small, scale = rounded(weight)
        rows = self.node("Reshape", [states, self.integers(-1, weight.shape[1])])
        if floor.any():  # raised above zero, all 255 steps are for what is there
            rows = self.node("Add", [rows, self.constant(f"{name}.floor", floor)])
            bias = bias - (small * scale) @ floor
            top, steps, zero = rows, 255, 0
        else:
            top, steps, zero = self.node("Abs", [rows]), 127, 128
        top = self.node("ReduceMax", [top, self.integers(1)], keepdims=0)
        top = self.node("Max", [top, self.number(1e-20)])
        step = self.node("Mul", [top, self.number(1 / steps)])
        middle = self.constant(f"zero_{zero}", np.uint8(zero))
        middles = self.node("Expand", [middle, self.node("Shape", [step])])
        rows = self.node("QuantizeLinear", [rows, step, middles], axis=0)
        matrix = self.constant(f"{name}.weight", small.T)
        product = self.node("MatMulInteger", [rows, matrix, middle])
        product = self.node("Cast", [product], to=TensorProto.FLOAT)
        product = self.node("Mul", [product, self.node("Unsqueeze", [step, self.integers(1)])])
        product = self.node("Mul", [product, self.constant(f"{name}.scale", scale[:, 0])])
        product = self.node("Add", [product, self.constant(f"{name}.bias", bias)])
        batch = self.node("Shape", [states], start=0, end=2)
        shape = self.node("Concat", [batch, self.integers(len(weight))], axis=0)
        return self.node("Reshape", [product, shape], output)

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
        """Query, key and value as one layer; the query's scale is in its weights."""
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
            inner = self.linear(inner, f"{name}.down", floor=GELU_FLOOR)
            states = self.norm(self.node("Add", [states, inner]), f"{name}.norm2")
        return states

    def text_heads(self, states: str, others: Sequence[str]) -> None:
        """Heads on the first state: all but the `others`, in alphabetical order.

        Two states are computed and one kept: a matrix of a single row, as in a batch of one,
        takes another path through the library and comes out with other last bits.
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
        """Deep biaffine attention; the ones appended to a state are biases here."""
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
    """Rows as int8 with one scale each (the last axis is the row)."""
    scale = np.maximum(np.abs(rows).max(-1, keepdims=True), 1e-12) / np.float32(127)
    return np.rint(rows / scale).astype(np.int8), scale.astype(np.float32)


def smoothing(reach: Array, weight: Array) -> Array:
    """What each channel of the states is divided by, and the weights multiplied: SmoothQuant's
    equation 4 with α = ½, which leaves both with the same largest values."""
    ratio = np.maximum(reach, 1e-3) / np.maximum(np.abs(weight).max(0), 1e-3)
    share: Array = np.sqrt(ratio / np.exp(np.log(ratio).mean()))
    return share.astype(np.float32)


def build(
    tensors: Mapping[str, Array],
    config: Mapping[str, Any],
    precision: str = "w8",
    samples: Iterable[Sample] = (),
    block: int = BLOCK,
) -> onnx.ModelProto:
    """The graph; `samples` are what the smoothing is measured on (none: no smoothing)."""
    samples = list(samples) if precision != "fp32" else []
    reach = measure(tensors, config, samples) if samples else {}
    builder = assemble(tensors, config["model"], precision, reach, block)
    unused = sorted(set(tensors) - builder.used)
    if unused:
        raise SystemExit(f"no place in a {config['model']} for the tensors {', '.join(unused)}")
    model = wrap(builder, config["model"])
    rounding = {"precision": precision, "block": str(block), "calibrated": str(len(samples))}
    labels = json.dumps(config.get("labels", {}), ensure_ascii=False)
    properties = {"model": config["model"], "labels": labels, "version": FORMAT, **rounding}
    helper.set_model_props(model, properties)
    onnx.checker.check_model(model)
    return model


def assemble(
    tensors: Mapping[str, Array],
    kind: str,
    precision: str,
    reach: Mapping[str, Array],
    block: int = BLOCK,
) -> Builder:
    builder = Builder(tensors, precision, reach, block)
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
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="qgauge")


def measure(
    tensors: Mapping[str, Array], config: Mapping[str, Any], samples: Sequence[Sample]
) -> dict[str, Array]:
    """How large each channel gets, over the samples, at the input of every large layer."""
    import onnxruntime

    builder = assemble(tensors, config["model"], "fp32", {})
    places = sorted(set(builder.large.values()))
    builder.outputs = [helper.make_tensor_value_info(p, TensorProto.FLOAT, None) for p in places]
    model = wrap(builder, config["model"]).SerializeToString()
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    wanted = {given.name for given in session.get_inputs()}
    top: dict[str, Array] = {}
    for ids, types in samples:
        feed = {
            "input_ids": [ids],
            "attention_mask": [[1] * len(ids)],
            "token_type_ids": [types],
            "word_starts": [list(range(1, max(2, len(ids) - 1)))],
        }
        feeds = {name: np.array(rows, np.int64) for name, rows in feed.items() if name in wanted}
        for place, states in zip(places, session.run(places, feeds), strict=True):
            largest = np.abs(states).max((0, 1))
            top[place] = np.maximum(top.get(place, largest), largest)
    return {name: top[place] for name, place in builder.large.items()}


def read_samples(texts: Path, tokenizer: Path) -> list[Sample]:
    from tokenizers import Tokenizer

    reader = Tokenizer.from_file(str(tokenizer))
    reader.no_padding()
    reader.enable_truncation(512)
    lines = texts.read_text(encoding="utf-8").splitlines()
    found = (reader.encode(*line.split("\t")[:2]) for line in lines if line.strip())
    return [(each.ids, each.type_ids) for each in found]


def main() -> None:
    from safetensors.numpy import load_file

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("weights", "config", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--precision", choices=PRECISIONS, default="w8")
    parser.add_argument("--block", type=int, choices=(32, 64, 128), default=BLOCK, help="for w8")
    parser.add_argument("--calibrate", type=Path, metavar="TEXTS")
    parser.add_argument("--tokenizer", type=Path)
    given = parser.parse_args()
    if given.calibrate and not given.tokenizer:
        parser.error("--calibrate needs --tokenizer")
    config = json.loads(given.config.read_text(encoding="utf-8"))
    samples = read_samples(given.calibrate, given.tokenizer) if given.calibrate else ()
    model = build(load_file(given.weights), config, given.precision, samples, given.block)
    given.out.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{given.out}: {given.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
