"""The generator's graphs with small random weights, against numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import erf, log_softmax, softmax

from qgauge.models.question_writer import TABLE
from qgauge.models.session import open_session
from training.generator import export

Array = np.ndarray[Any, Any]
HIDDEN, HEADS, WIDTH, INNER, VOCABULARY = 64, 2, 32, 128, 40
NORMS = ("norm1", "norm2")


def tensors() -> dict[str, Array]:
    """Return random weights of a generator with one layer on each side."""
    source = np.random.default_rng(3)
    found: dict[str, Array] = {}

    def linear(name: str, out: int, width: int = HIDDEN) -> None:
        found[f"{name}.weight"] = source.standard_normal((out, width)).astype(np.float32) * 0.2
        found[f"{name}.bias"] = source.standard_normal(out).astype(np.float32) * 0.1

    def norm(name: str) -> None:
        found[f"{name}.weight"] = 1 + source.standard_normal(HIDDEN).astype(np.float32) * 0.2
        found[f"{name}.bias"] = source.standard_normal(HIDDEN).astype(np.float32) * 0.1

    for name, rows in (("word", VOCABULARY), ("position", 20), ("kind", 4)):
        found[name] = source.standard_normal((rows, HIDDEN)).astype(np.float16).astype(np.float32)
    found["bias"] = source.standard_normal(VOCABULARY).astype(np.float16).astype(np.float32)
    for side in ("encoder.0", "decoder.0"):
        linear(f"{side}.mix", 3 * HIDDEN)
        linear(f"{side}.output", HIDDEN)
        linear(f"{side}.up", INNER)
        linear(f"{side}.down", HIDDEN, INNER)
        norm(f"{side}.norm1")
        norm(f"{side}.norm2")
    linear("decoder.0.query", HIDDEN)
    linear("decoder.0.memory", 2 * HIDDEN)
    linear("decoder.0.cross_output", HIDDEN)
    norm("decoder.0.cross_norm")
    for name in ("change", "copy_query", "copy_key"):
        linear(name, HIDDEN)
    linear("gate", 1)
    norm("norm")
    norm("change_norm")
    return found


class Oracle:
    """The generator in numpy, with weights rounded one by one."""

    def __init__(self, weights: dict[str, Array], small: bool) -> None:
        self.weights = dict(weights)
        if small:
            for name, array in weights.items():
                if name.endswith(".weight") and array.ndim == 2 and len(array) >= 32:
                    self.weights[name] = np.array([self._rounded(row) for row in array])
        step = np.abs(weights["word"]).max(1, keepdims=True) / 127
        self.table = np.rint(weights["word"] / step) * step

    @staticmethod
    def _rounded(row: Array) -> Array:
        made = row.copy()
        for first in range(0, len(row), 32):
            block = row[first : first + 32]
            step = float(np.float16(np.abs(block).max() / 7))
            made[first : first + 32] = [
                min(7, max(-8, round(float(x) / step))) * step for x in block
            ]
        return made

    def linear(self, states: Array, name: str) -> Array:
        return states @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, states: Array, name: str) -> Array:
        centred = states - states.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attend(self, query: Array, key: Array, value: Array, causal: bool = False) -> Array:
        parts = []
        for head in range(HEADS):
            some = slice(head * WIDTH, (head + 1) * WIDTH)
            scores = query[:, some] @ key[:, some].T / np.sqrt(WIDTH)
            if causal:
                scores[np.triu_indices(len(query), 1)] = -np.inf
            parts.append(softmax(scores, -1) @ value[:, some])
        return np.concatenate(parts, -1)

    def layer(self, states: Array, name: str, memory: Array | None = None) -> Array:
        query, key, value = np.split(self.linear(states, f"{name}.mix"), 3, -1)
        seen = self.attend(query, key, value, causal=memory is not None)
        states = self.norm(states + self.linear(seen, f"{name}.output"), f"{name}.norm1")
        if memory is not None:
            key, value = np.split(self.linear(memory, f"{name}.memory"), 2, -1)
            seen = self.attend(self.linear(states, f"{name}.query"), key, value)
            seen = self.linear(seen, f"{name}.cross_output")
            states = self.norm(states + seen, f"{name}.cross_norm")
        inner = self.linear(gelu(self.linear(states, f"{name}.up")), f"{name}.down")
        return self.norm(states + inner, f"{name}.norm2")

    def read(self, ids: list[int], types: list[int]) -> Array:
        position = self.weights["position"][: len(ids)]
        states = self.table[ids] + position + self.weights["kind"][types]
        return self.layer(self.norm(states, "norm"), "encoder.0")

    def write(self, memory: Array, types: list[int], pieces: list[int]) -> tuple[Array, ...]:
        """Return the spoken and copied log-probabilities and the gate after each piece."""
        states = self.norm(self.table[pieces] + self.weights["position"][: len(pieces)], "norm")
        states = self.layer(states, "decoder.0", memory)
        changed = self.norm(gelu(self.linear(states, "change")), "change_norm")
        spoken = log_softmax(changed @ self.table.T + self.weights["bias"], -1)
        keys = self.linear(memory, "copy_key")
        scores = self.linear(states, "copy_query") @ keys.T / np.sqrt(HIDDEN)
        scores[:, np.array(types) == 0] = -1e9
        return spoken, log_softmax(scores, -1), self.linear(states, "gate")[:, 0]


def gelu(states: Array) -> Array:
    return states * (1 + erf(states / np.sqrt(2))) / 2


@pytest.mark.parametrize("precision", ["fp32", "w4"])
def test_graphs_compute_what_numpy_computes(
    precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {"HIDDEN": HIDDEN, "HEADS": HEADS, "VOCABULARY": VOCABULARY}
    for name, size in {**sizes, "ENCODER_LAYERS": 1, "DECODER_LAYERS": 1}.items():
        monkeypatch.setattr(export, name, size)
    weights = tensors()
    files = export.build(weights, precision)
    oracle = Oracle(weights, small=precision == "w4")
    table = read_table(files["generator_words.bin"])
    assert table == pytest.approx(oracle.table, abs=1e-5)
    reads, steps = (
        open_session(Path(name), files[name], 1, {TABLE: table})
        for name in ("generator.onnx", "generator_step.onnx")
    )
    ids, types, pieces = [1, 9, 2, 30, 31, 32, 2], [0, 0, 0, 1, 2, 3, 1], [1, 5, 31, 6]
    given = {"input_ids": np.array([ids]), "token_type_ids": np.array([types])}
    memory, copy_keys = reads.run(["memory", "copy_keys"], given)
    states = oracle.read(ids, types)
    assert copy_keys[0] == pytest.approx(oracle.linear(states, "copy_key"), abs=1e-4)

    wanted = oracle.write(states, types, pieces)
    past = np.zeros((2, 2, HEADS, 0, WIDTH), np.float32)
    bias = np.where(np.array(types) == 0, -1e9, 0).astype(np.float32)
    for at, piece in enumerate(pieces):  # the second beam has another piece at every place
        *found, past = steps.run(
            ["spoken", "copies", "gate", "past_out"],
            {
                "pieces": np.array([[piece], [at]]),
                "place": np.array([at]),
                "past": past,
                "memory": memory,
                "copy_keys": copy_keys,
                "copy_bias": bias[None, None],
            },
        )
        for one, all_wanted in zip(found, wanted, strict=True):
            inside = one[0] > -1e8
            assert np.array(one[0])[inside] == pytest.approx(all_wanted[at][inside], abs=1e-4)


def read_table(data: bytes) -> Array:
    small = np.frombuffer(data, np.int8, VOCABULARY * HIDDEN).reshape(VOCABULARY, HIDDEN)
    return small * np.frombuffer(data, "<f4", VOCABULARY, VOCABULARY * HIDDEN)[:, None]


def test_an_unused_tensor_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in {"HIDDEN": HIDDEN, "ENCODER_LAYERS": 1, "DECODER_LAYERS": 1}.items():
        monkeypatch.setattr(export, name, size)
    with pytest.raises(SystemExit, match="does not use other"):
        export.build({**tensors(), "other": np.zeros(3)}, "fp32")


@given(st.integers(0, 1000), st.sampled_from([0.01, 1.0, 100.0]))
def test_small_blocks_are_near_the_weights(seed: int, scale: float) -> None:
    weight = (np.random.default_rng(seed).standard_normal((3, 64)) * scale).astype(np.float32)
    packed, scales = export.in_small_blocks(weight)
    assert packed.shape == (2, 16, 3)
    assert scales.shape == (2, 1, 3)
    for out in range(3):
        for at in range(64):
            block, inside = divmod(at, 32)
            byte = int(packed[block, inside % 16, out])
            small = (byte & 15 if inside < 16 else byte >> 4) - 8
            step = float(scales[block, 0, out])
            # rounding costs half a step; the step itself is rounded to 11 bits
            assert abs(small * step - weight[out, at]) <= step * 0.51 + 1e-9
