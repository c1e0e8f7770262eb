"""The exported head of misstated questions, with random weights, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from models.conftest import HIDDEN, INNER, LAYERS, random_tensors, sequence
from scipy.special import erf

from training.export import onnx_graph
from training.misstated import export

Array = np.ndarray[Any, Any]
SHAPES = {
    "layer.mix": (HIDDEN, 3 * HIDDEN),
    "layer.mix_bias": (3 * HIDDEN,),
    "layer.output": (HIDDEN, HIDDEN),
    "layer.output_bias": (HIDDEN,),
    "layer.up": (HIDDEN, INNER),
    "layer.up_bias": (INNER,),
    "layer.down": (INNER, HIDDEN),
    "layer.down_bias": (HIDDEN,),
    "layer.norm1_weight": (HIDDEN,),
    "layer.norm1_bias": (HIDDEN,),
    "layer.norm2_weight": (HIDDEN,),
    "layer.norm2_bias": (HIDDEN,),
    "out.weight": (2, HIDDEN),
    "out.bias": (2,),
}


def random_head() -> dict[str, Array]:
    source = np.random.default_rng(3)
    return {
        name: (source.standard_normal(shape) * (HIDDEN**-0.5 if len(shape) > 1 else 0.5)).astype(
            np.float32
        )
        for name, shape in SHAPES.items()
    }


@pytest.fixture(autouse=True)
def few_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The head is on top of all layers of the random reader, which has fewer than the shipped."""
    monkeypatch.setattr(export, "BELOW", LAYERS)


@pytest.fixture(scope="module")
def reader() -> onnx.ModelProto:
    return onnx_graph.build(random_tensors("reader"), {"model": "reader"})


def stored(weight: Array) -> Array:
    """Return a weight (inputs, outputs) as the file has it: large ones have 8 bits."""
    turned = weight.T
    if turned.size < onnx_graph.LARGE:
        return weight
    small, scale = onnx_graph.in_blocks(turned)
    return (small * scale).reshape(weight.shape)


def expected(states: Array) -> Array:
    """Compute the two outputs of one sequence from its states, in double precision."""
    head = {name: value.astype(np.float64) for name, value in random_head().items()}

    def layer(values: Array, name: str) -> Array:
        small = stored(random_head()[f"layer.{name}"]).astype(np.float64)
        return values @ small + head[f"layer.{name}_bias"]

    def norm(values: Array, name: str) -> Array:
        centred = values - values.mean()
        spread = np.sqrt((centred**2).mean() + 1e-12)
        return centred / spread * head[f"layer.{name}_weight"] + head[f"layer.{name}_bias"]

    mix = random_head()["layer.mix"]
    small = np.hstack([stored(mix[:, at : at + HIDDEN]) for at in range(0, 3 * HIDDEN, HIDDEN)])
    query, key, value = np.split(
        (states @ small.astype(np.float64) + head["layer.mix_bias"]).reshape(len(states), -1, 32),
        3,
        axis=1,
    )
    # the scale of the query is part of its weights
    scores = np.exp(np.einsum("hd,nhd->hn", query[0], key))
    seen = np.einsum("hn,nhd->hd", scores / scores.sum(1, keepdims=True), value).reshape(-1)
    after = norm(states[0] + layer(seen, "output"), "norm1")
    inner = layer(after, "up")
    inner = inner * (1 + erf(inner / np.sqrt(2))) / 2
    after = norm(after + layer(inner, "down"), "norm2")
    return np.asarray(head["out.weight"] @ after + head["out.bias"])


def test_the_appended_head_matches_the_formulas(reader: onnx.ModelProto) -> None:
    extension = export.build(random_head(), reader.graph)
    both = onnx.load_from_string(reader.SerializeToString() + extension)
    onnx.checker.check_model(both)
    states, _ = export.places(reader.graph)
    both.graph.output.append(
        onnx.helper.make_tensor_value_info(states, onnx.TensorProto.FLOAT, None)
    )
    session = onnxruntime.InferenceSession(
        both.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    names = [each.name for each in session.get_outputs()]
    assert names[-3:-1] == ["misstated", "elsewhere"]
    for length in (3, 20):
        pieces = sequence(length, 1, pair=True)
        feeds = {
            "input_ids": np.array([pieces.ids], np.int64),
            "attention_mask": np.ones((1, length), np.int64),
            "token_type_ids": np.array([pieces.types], np.int64),
        }
        misstated, elsewhere, found = session.run(["misstated", "elsewhere", states], feeds)
        assert misstated.shape == elsewhere.shape == (1, 1)
        np.testing.assert_allclose(
            [misstated[0, 0], elsewhere[0, 0]],
            expected(found[0].astype(np.float64)),
            atol=1e-3,
        )
        # padding is masked
        padded = {name: np.pad(value, ((0, 0), (0, 5))) for name, value in feeds.items()}
        (again,) = session.run(["misstated"], padded)
        np.testing.assert_allclose(again, misstated, atol=1e-4)


def test_no_name_is_also_in_the_reader(reader: onnx.ModelProto) -> None:
    head = onnx.load_from_string(export.build(random_head(), reader.graph)).graph

    def made(graph: onnx.GraphProto) -> set[str]:
        return {
            *(one.name for one in graph.initializer),
            *(one.name for one in graph.node),
            *(name for node in graph.node for name in node.output),
        }

    assert not made(head) & made(reader.graph)
    assert all(name.startswith(export.PREFIX) or name in export.TASKS for name in made(head))
    # what it takes from the reader: the states and the mask
    used = {name for node in head.node for name in node.input} - made(head)
    assert used == set(export.places(reader.graph))
    assert [one.name for one in head.output] == ["misstated", "elsewhere"]


def test_the_file_holds_nothing_but_the_head(reader: onnx.ModelProto) -> None:
    extension = export.build(random_head(), reader.graph)
    made = onnx.load_from_string(extension)
    # appended fields would replace those of the reader
    assert not made.opset_import and not made.metadata_props and not made.ir_version
    assert not made.graph.input and not made.graph.name
    assert export.build(random_head(), reader.graph) == extension
