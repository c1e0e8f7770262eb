"""An exported head of the reader, with random weights, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from models.conftest import HIDDEN, INNER, LAYERS, random_tensors, sequence
from scipy.special import erf

from training.export import onnx_graph
from training.export.reader_head import build, places

Array = np.ndarray[Any, Any]
PREFIX = "head/"
OUTPUTS = ("misstated", "elsewhere")
SHAPES = {
    "mix": (HIDDEN, 3 * HIDDEN),
    "mix_bias": (3 * HIDDEN,),
    "output": (HIDDEN, HIDDEN),
    "output_bias": (HIDDEN,),
    "up": (HIDDEN, INNER),
    "up_bias": (INNER,),
    "down": (INNER, HIDDEN),
    "down_bias": (HIDDEN,),
    "norm1_weight": (HIDDEN,),
    "norm1_bias": (HIDDEN,),
    "norm2_weight": (HIDDEN,),
    "norm2_bias": (HIDDEN,),
}
HEADS = [["layer"], ["layers.0", "layers.1", "layers.2"]]
"""The names of the layers of two heads, from below."""


def random_head(layers: list[str]) -> dict[str, Array]:
    source = np.random.default_rng(3)
    shapes = {f"{layer}.{name}": shape for layer in layers for name, shape in SHAPES.items()}
    shapes |= {"out.weight": (2, HIDDEN), "out.bias": (2,)}
    return {
        name: (source.standard_normal(shape) * (HIDDEN**-0.5 if len(shape) > 1 else 0.5)).astype(
            np.float32
        )
        for name, shape in shapes.items()
    }


@pytest.fixture(scope="module")
def reader() -> onnx.ModelProto:
    return onnx_graph.build(random_tensors("reader"), {"model": "reader"})


@pytest.fixture(params=HEADS, ids=len)
def layers(request: pytest.FixtureRequest) -> list[str]:
    names: list[str] = request.param
    return names


def built(layers: list[str], reader: onnx.ModelProto) -> bytes:
    """Return a head on top of all layers of the random reader."""
    return build(random_head(layers), reader.graph, PREFIX, layers, LAYERS, OUTPUTS)


def stored(weight: Array) -> Array:
    """Return a weight (inputs, outputs) as the file has it: large ones have 8 bits."""
    turned = weight.T
    if turned.size < onnx_graph.LARGE:
        return weight
    small, scale = onnx_graph.in_blocks(turned)
    return (small * scale).reshape(weight.shape)


def after_layer(states: Array, weights: dict[str, Array], layer: str) -> Array:
    """Compute a layer for all positions of one sequence, in double precision."""
    own = {name: weights[f"{layer}.{name}"].astype(np.float64) for name in SHAPES}

    def dense(values: Array, name: str) -> Array:
        small = stored(weights[f"{layer}.{name}"]).astype(np.float64)
        return values @ small + own[f"{name}_bias"]

    def norm(values: Array, name: str) -> Array:
        centred = values - values.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / spread * own[f"{name}_weight"] + own[f"{name}_bias"]

    mix = weights[f"{layer}.mix"]
    small = np.hstack([stored(mix[:, at : at + HIDDEN]) for at in range(0, 3 * HIDDEN, HIDDEN)])
    query, key, value = np.split(
        (states @ small.astype(np.float64) + own["mix_bias"]).reshape(len(states), -1, 32),
        3,
        axis=1,
    )
    # the scale of the query is part of its weights
    scores = np.exp(np.einsum("mhd,nhd->hmn", query, key))
    scores /= scores.sum(2, keepdims=True)
    seen = np.einsum("hmn,nhd->mhd", scores, value).reshape(len(states), -1)
    after = norm(states + dense(seen, "output"), "norm1")
    inner = dense(after, "up")
    inner = inner * (1 + erf(inner / np.sqrt(2))) / 2
    return norm(after + dense(inner, "down"), "norm2")


def expected(states: Array, layers: list[str]) -> Array:
    """Compute the two outputs of one sequence from its states."""
    weights = random_head(layers)
    for layer in layers:
        states = after_layer(states, weights, layer)
    return np.asarray(weights["out.weight"] @ states[0] + weights["out.bias"])


def test_the_appended_head_matches_the_formulas(reader: onnx.ModelProto, layers: list[str]) -> None:
    both = onnx.load_from_string(reader.SerializeToString() + built(layers, reader))
    onnx.checker.check_model(both)
    states, _ = places(reader.graph, LAYERS)
    both.graph.output.append(
        onnx.helper.make_tensor_value_info(states, onnx.TensorProto.FLOAT, None)
    )
    session = onnxruntime.InferenceSession(
        both.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    names = [each.name for each in session.get_outputs()]
    assert names[-3:-1] == [*OUTPUTS]
    for length in (3, 20):
        pieces = sequence(length, 1, pair=True)
        feeds = {
            "input_ids": np.array([pieces.ids], np.int64),
            "attention_mask": np.ones((1, length), np.int64),
            "token_type_ids": np.array([pieces.types], np.int64),
        }
        first, second, found = session.run([*OUTPUTS, states], feeds)
        assert first.shape == second.shape == (1, 1)
        np.testing.assert_allclose(
            [first[0, 0], second[0, 0]],
            expected(found[0].astype(np.float64), layers),
            atol=1e-3,
        )
        # padding is masked
        padded = {name: np.pad(value, ((0, 0), (0, 5))) for name, value in feeds.items()}
        (again,) = session.run([OUTPUTS[0]], padded)
        np.testing.assert_allclose(again, first, atol=1e-4)


def test_no_name_is_also_in_the_reader(reader: onnx.ModelProto, layers: list[str]) -> None:
    head = onnx.load_from_string(built(layers, reader)).graph

    def made(graph: onnx.GraphProto) -> set[str]:
        return {
            *(one.name for one in graph.initializer),
            *(one.name for one in graph.node),
            *(name for node in graph.node for name in node.output),
        }

    assert not made(head) & made(reader.graph)
    assert all(name.startswith(PREFIX) or name in OUTPUTS for name in made(head))
    # what it takes from the reader: the states and the mask
    used = {name for node in head.node for name in node.input} - made(head)
    assert used == set(places(reader.graph, LAYERS))
    assert [one.name for one in head.output] == [*OUTPUTS]


def test_the_file_holds_nothing_but_the_head(reader: onnx.ModelProto, layers: list[str]) -> None:
    extension = built(layers, reader)
    made = onnx.load_from_string(extension)
    # appended fields would replace those of the reader
    assert not made.opset_import and not made.metadata_props and not made.ir_version
    assert not made.graph.input and not made.graph.name
    assert built(layers, reader) == extension
