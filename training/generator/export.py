"""Write the generator's files from trained weights.

    python -m training.generator.export WEIGHTS.safetensors [--out FOLDER] [--precision fp32]

`generator.onnx` reads the source; `generator_step.onnx` computes the next piece of a question from
the pieces before it; `generator_words.bin` is the table of word pieces that both share. Layers have
4-bit weights with one scale per block of 32 inputs, the table has 8 bits with one scale per row, as
in training; activations and sums are 32-bit floats.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from qgauge.models.files import FOLDER
from qgauge.models.question_writer import TABLE
from qgauge.models.session import FORMAT
from training.export.manifest import record
from training.export.onnx_graph import HEAD_WIDTH, Builder, rounded
from training.generator.sizes import BLOCK, DECODER_LAYERS, ENCODER_LAYERS, HIDDEN, VOCABULARY

Array = np.ndarray
HEADS = HIDDEN // HEAD_WIDTH


class SmallBuilder(Builder):
    """Builds graphs with 4-bit layers (precision `w4`) and a table given at run time."""

    def affine(self, states: str, name: str, weight: Array, bias: Array, output: str = "") -> str:
        if self.precision == "fp32" or weight.shape[0] < BLOCK:
            return super().affine(states, name, weight, bias, output)
        small, scale = in_small_blocks(weight)
        product = self.node("MatMul", [states, self.unpacked(name, small, scale)])
        return self.node("Add", [product, self.constant(f"{name}.bias", bias)], output)

    def unpacked(self, name: str, small: Array, scale: Array) -> str:
        """Add the float matrix of 4-bit weights: a constant, so the runtime computes it once."""
        packed = self.constant(f"{name}.weight", small)
        low = self.node("BitwiseAnd", [packed, self.constant("fifteen", np.uint8(15))])
        four = self.constant("four", np.uint8(4))
        high = self.node("BitShift", [packed, four], direction="RIGHT")
        both = self.node("Concat", [low, high], axis=1)
        wide = self.node("Cast", [both], to=TensorProto.FLOAT)
        centred = self.node("Sub", [wide, self.number(8)])
        scales = self.node("Cast", [self.constant(f"{name}.scale", scale)], to=TensorProto.FLOAT)
        scaled = self.node("Mul", [centred, scales])
        blocks, half, out = small.shape
        return self.node("Reshape", [scaled, self.integers(blocks * half * 2, out)])

    def half(self, name: str, array: Array) -> str:
        """Add a constant that is stored in half precision."""
        stored = self.constant(name, array.astype(np.float16))
        return self.node("Cast", [stored], to=TensorProto.FLOAT)

    def heads(self, states: str) -> str:
        """Return states (rows, length, hidden) as (rows, heads, length, width)."""
        shaped = self.node("Reshape", [states, self.integers(0, 0, HEADS, HEAD_WIDTH)])
        return self.node("Transpose", [shaped], perm=[0, 2, 1, 3])

    def feed_forward(self, states: str, name: str) -> str:
        inner = self.node("Gelu", [self.linear(states, f"{name}.up")])
        inner = self.linear(inner, f"{name}.down")
        return self.norm(self.node("Add", [states, inner]), f"{name}.norm2")

    def mixed(self, states: str, name: str) -> tuple[str, str, str]:
        """Return query, key and value as (rows, heads, length, width), the query scaled."""
        mixed = self.linear(states, f"{name}.mix")
        shaped = self.node("Reshape", [mixed, self.integers(0, 0, 3, HEADS, HEAD_WIDTH)])
        query, key, value = (
            self.node(
                "Transpose",
                [self.node("Gather", [shaped, self.index(i)], axis=2)],
                perm=[0, 2, 1, 3],
            )
            for i in range(3)
        )
        return self.node("Mul", [query, self.number(HEAD_WIDTH**-0.5)]), key, value

    def attended(self, query: str, key: str, value: str) -> str:
        turned = self.node("Transpose", [key], perm=[0, 1, 3, 2])
        weights = self.node("Softmax", [self.node("MatMul", [query, turned])], axis=-1)
        seen = self.node("Transpose", [self.node("MatMul", [weights, value])], perm=[0, 2, 1, 3])
        return self.node("Reshape", [seen, self.integers(0, 0, HIDDEN)])

    def embedded(self, ids: str, places: str) -> str:
        """Return the states of pieces and their positions, before the norm."""
        return self.node("Add", [self.node("Gather", [TABLE, ids]), places])

    def encoder(self) -> str:
        length = self.node("Shape", ["input_ids"], start=1, end=2)
        position = self.half("position", self.array("position"))
        places = self.node("Slice", [position, self.integers(0), length])
        kinds = self.constant("kind", self.array("kind"))
        kind = self.node("Gather", [kinds, "token_type_ids"])
        states = self.node("Add", [self.embedded("input_ids", places), kind])
        states = self.norm(states, "norm")
        for number in range(ENCODER_LAYERS):
            name = f"encoder.{number}"
            seen = self.attended(*self.mixed(states, name))
            states = self.norm(
                self.node("Add", [states, self.linear(seen, f"{name}.output")]), f"{name}.norm1"
            )
            states = self.feed_forward(states, name)
        parts = []
        for number in range(DECODER_LAYERS):
            both = self.linear(states, f"decoder.{number}.memory")
            shaped = self.node("Reshape", [both, self.integers(0, 0, 2, HEADS, HEAD_WIDTH)])
            parts.append(self.node("Transpose", [shaped], perm=[2, 0, 3, 1, 4]))
        self.node("Concat", parts, "memory", axis=0)
        self.output("memory", 2 * DECODER_LAYERS, 1, HEADS, "length", HEAD_WIDTH)
        self.linear(states, "copy_key", "copy_keys")
        self.output("copy_keys", 1, "length", HIDDEN)
        return states

    def step(self) -> None:
        position = self.half("position", self.array("position"))
        place = self.node("Gather", [position, "place"])
        states = self.norm(self.embedded("pieces", place), "norm")
        past = []
        for number in range(DECODER_LAYERS):
            name = f"decoder.{number}"
            query, key, value = self.mixed(states, name)
            before = [
                self.node("Gather", ["past", self.index(2 * number + i)], axis=0) for i in range(2)
            ]
            keys = self.node("Concat", [before[0], key], axis=2)
            values = self.node("Concat", [before[1], value], axis=2)
            past += [self.node("Unsqueeze", [one, self.integers(0)]) for one in (keys, values)]
            seen = self.linear(self.attended(query, keys, values), f"{name}.output")
            states = self.norm(self.node("Add", [states, seen]), f"{name}.norm1")
            asked = self.heads(self.linear(states, f"{name}.query"))
            asked = self.node("Mul", [asked, self.number(HEAD_WIDTH**-0.5)])
            memory = [
                self.node("Gather", ["memory", self.index(2 * number + i)], axis=0)
                for i in range(2)
            ]
            seen = self.linear(self.attended(asked, *memory), f"{name}.cross_output")
            states = self.norm(self.node("Add", [states, seen]), f"{name}.cross_norm")
            states = self.feed_forward(states, name)
        self.node("Concat", past, "past_out", axis=0)
        self.output("past_out", 2 * DECODER_LAYERS, "beams", HEADS, "after", HEAD_WIDTH)
        self.chances(states)

    def chances(self, states: str) -> None:
        changed = self.node("Gelu", [self.linear(states, "change")])
        changed = self.norm(changed, "change_norm")
        flat = self.node("Reshape", [changed, self.integers(-1, HIDDEN)])
        logits = self.node("Gemm", [flat, TABLE, self.half("bias", self.array("bias"))], transB=1)
        self.node("LogSoftmax", [logits], "spoken", axis=-1)
        self.output("spoken", "beams", VOCABULARY)
        asked = self.node("Mul", [self.linear(states, "copy_query"), self.number(HIDDEN**-0.5)])
        turned = self.node("Transpose", ["copy_keys"], perm=[0, 2, 1])
        scores = self.node("Add", [self.node("MatMul", [asked, turned]), "copy_bias"])
        copies = self.node("LogSoftmax", [scores], axis=-1)
        self.node("Squeeze", [copies, self.integers(1)], "copies")
        self.output("copies", "beams", "length")
        gate = self.linear(states, "gate")
        self.node("Reshape", [gate, self.integers(-1)], "gate")
        self.output("gate", "beams")


def in_small_blocks(weight: Array) -> tuple[Array, Array]:
    """Quantise a weight (outputs, inputs) to 4 bits (blocks, half a block, outputs), with scales.

    A byte holds two weights of an output: number i and number i + 16 of its block.
    """
    out, width = weight.shape
    blocks = weight.reshape(out, width // BLOCK, BLOCK)
    scale = (np.maximum(np.abs(blocks).max(-1, keepdims=True), 1e-8) / 7).astype(np.float16)
    scale = np.maximum(scale, np.float16(1e-7))
    small = np.clip(np.rint(blocks / scale.astype(np.float32)), -8, 7) + 8
    turned = small.astype(np.uint8).transpose(1, 2, 0)
    half = BLOCK // 2
    return turned[:, :half] | (turned[:, half:] << 4), scale.transpose(1, 2, 0)


def model(builder: Builder, name: str, inputs: Mapping[str, tuple[int, list[Any]]]) -> bytes:
    """Return the file of a graph; its table comes from outside."""
    table = onnx.TensorProto(name=TABLE, data_type=TensorProto.FLOAT, dims=[VOCABULARY, HIDDEN])
    table.data_location = TensorProto.EXTERNAL
    table.external_data.add(key="location", value="generator_words.bin")
    given = [helper.make_tensor_value_info(each, *about) for each, about in inputs.items()]
    constants = [*builder.initialisers.values(), table]
    graph = helper.make_graph(builder.nodes, name, given, builder.outputs, constants)
    made = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9, producer_name="qgauge"
    )
    helper.set_model_props(made, {"model": name, "version": FORMAT, "block": str(BLOCK)})
    return made.SerializeToString(deterministic=True)


def build(tensors: dict[str, Array], precision: str = "w4") -> dict[str, bytes]:
    """Return the files by name."""
    integer, real = TensorProto.INT64, TensorProto.FLOAT
    reads, steps = SmallBuilder(tensors, precision), SmallBuilder(tensors, precision)
    reads.encoder()
    steps.step()
    left = set(tensors) - reads.used - steps.used - {"word"}
    if left:
        raise SystemExit(f"the generator does not use {', '.join(sorted(left))}")
    cache = [2 * DECODER_LAYERS, "beams", HEADS, "before", HEAD_WIDTH]
    memory = [2 * DECODER_LAYERS, 1, HEADS, "length", HEAD_WIDTH]
    small, scale = rounded(tensors["word"].astype(np.float32))
    return {
        "generator.onnx": model(
            reads,
            "generator",
            {
                "input_ids": (integer, [1, "length"]),
                "token_type_ids": (integer, [1, "length"]),
            },
        ),
        "generator_step.onnx": model(
            steps,
            "generator_step",
            {
                "pieces": (integer, ["beams", 1]),
                "place": (integer, [1]),
                "past": (real, cache),
                "memory": (real, memory),
                "copy_keys": (real, [1, "length", HIDDEN]),
                "copy_bias": (real, [1, 1, "length"]),
            },
        ),
        "generator_words.bin": small.tobytes() + scale.astype("<f4").tobytes(),
    }


def main() -> None:
    from safetensors.numpy import load_file

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, default=FOLDER, help="default: the package")
    parser.add_argument("--precision", choices=["w4", "fp32"], default="w4")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    tensors = {name: one.astype(np.float32) for name, one in load_file(given.weights).items()}
    for name, data in build(tensors, given.precision).items():
        (given.out / name).write_bytes(data)
        entry = record(name, "generator.md", given.out)
        print(f"{name}: {entry.size:,} bytes")


if __name__ == "__main__":
    main()
