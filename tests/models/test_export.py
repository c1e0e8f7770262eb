"""The exported graph against the same formulas in numpy."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from models.conftest import (
    HIDDEN,
    LAYERS,
    RELATIONS,
    TEXT_HEADS,
    WORD_HEADS,
    Array,
    random_tensors,
    sequence,
)
from scipy.special import erf

from qgauge.models import Pieces, load


def reference(kind: str, pieces: Pieces) -> dict[str, Array]:
    """Compute the outputs of one sequence in double precision."""
    tensors = {name: array.astype(np.float64) for name, array in random_tensors(kind).items()}

    def linear(states: Array, name: str) -> Array:
        return states @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]

    def norm(states: Array, name: str) -> Array:
        centred = states - states.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / spread * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]

    def split(states: Array) -> Array:
        return states.reshape(len(states), -1, 32).swapaxes(0, 1)

    length = len(pieces.ids)
    types = list(pieces.types) or [0] * length
    states = tensors["encoder.word"][list(pieces.ids)] + tensors["encoder.type"][types]
    states = norm(states + tensors["encoder.position"][:length], "encoder.norm")
    for number in range(LAYERS):
        layer = f"encoder.layers.{number}"
        query, key, value = (
            split(linear(states, f"{layer}.{name}")) for name in ("query", "key", "value")
        )
        scores = np.exp(query @ key.swapaxes(1, 2) / np.sqrt(32))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ value
        mixed = mixed.swapaxes(0, 1).reshape(length, HIDDEN)
        states = norm(states + linear(mixed, f"{layer}.output"), f"{layer}.norm1")
        inner = linear(states, f"{layer}.up")
        inner = inner * (1 + erf(inner / np.sqrt(2))) / 2
        states = norm(states + linear(inner, f"{layer}.down"), f"{layer}.norm2")
    if kind == "reader":
        start, end = linear(states, "span").T
        return {"start": start, "end": end} | {n: linear(states[0], n) for n in ("nli", "qud")}
    words = states[list(pieces.starts)]
    heads = np.concatenate([states[:1], words])

    def leaky(states: Array, name: str, one: bool) -> Array:
        found = linear(states, name)
        found = np.where(found > 0, found, 0.1 * found)
        return np.hstack([found, np.ones((len(found), 1))]) if one else found

    arc = leaky(words, "arc_dep", True) @ tensors["arc_weight"] @ leaky(heads, "arc_head", False).T
    rel = np.einsum(
        "wi,rij,hj->whr",
        leaky(words, "rel_dep", True),
        tensors["rel_weight"],
        leaky(heads, "rel_head", True),
    )
    return (
        {"arc": arc, "rel": rel}
        | {name: linear(words, name) for name in WORD_HEADS}
        | {name: linear(states[0], name) for name in TEXT_HEADS}
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["linguist", "reader"])
@pytest.mark.parametrize(("precision", "bound"), [("fp32", 1), ("w8", 0.9997)])
def test_the_graph_matches_the_formulas(
    folders: dict[str, Path], kind: str, precision: str, bound: float
) -> None:
    given = [sequence(length, 1, kind == "reader") for length in (3, 20, 21, 200)]
    found = load(kind, folders[precision]).run(given)
    for pieces, outputs in zip(given, found, strict=True):
        expected = reference(kind, pieces)
        assert set(outputs) == set(expected)
        for name, values in outputs.items():
            assert values.shape == expected[name].shape
            if precision == "fp32":
                np.testing.assert_allclose(values, expected[name], atol=1e-4, rtol=1e-4)
    if precision != "fp32":
        expected_rows = [reference(kind, pieces) for pieces in given]
        for name in found[0]:
            left = np.concatenate([each[name].ravel() for each in found]).astype(np.float64)
            right = np.concatenate([each[name].ravel() for each in expected_rows])
            if len(left) > 20:  # a cosine over a few numbers means little
                cosine = left @ right / np.sqrt((left @ left) * (right @ right))
                assert cosine > bound, (name, cosine)


def test_the_mask_hides_padding(folders: dict[str, Path]) -> None:
    """For users who batch themselves; qgauge never pads, because the last bits may change."""
    session = load("linguist", folders["fp32"])
    pieces = sequence(20, 3)
    ids = np.array([[*pieces.ids, *[0] * 12]], np.int64)
    mask = np.array([[1] * 20 + [0] * 12], np.int64)
    starts = np.array([pieces.starts], np.int64)
    feeds = {"input_ids": ids, "attention_mask": mask, "word_starts": starts}
    feeds["token_type_ids"] = np.zeros_like(ids)
    (padded,) = session._session.run(["pos"], feeds)
    np.testing.assert_allclose(padded[0], session.run([pieces])[0]["pos"], atol=1e-4)


def test_the_file_holds_its_labels_and_outputs(folders: dict[str, Path]) -> None:
    session = load("reader", folders["w8"])
    assert session.labels == {"nli": ["entailment", "neutral", "contradiction"]}
    assert session.outputs == ("start", "end", "nli", "qud")
    assert load("linguist", folders["w8"])._outputs["rel"][-1] == RELATIONS


def test_half_precision_weights_are_accepted(export: ModuleType) -> None:
    halves = {name: array.astype(np.float16) for name, array in random_tensors("reader").items()}
    assert export.build(halves, {"model": "reader"}, "w8").ByteSize() < 5_000_000


def test_an_unexpected_tensor_is_rejected(export: ModuleType) -> None:
    tensors = random_tensors("reader") | {"arc_weight": np.zeros((3, 3), np.float32)}
    with pytest.raises(SystemExit, match="arc_weight"):
        export.build(tensors, {"model": "reader"}, "fp32")


@pytest.mark.slow
def test_the_size_of_the_embedded_linguist_is_within_budget(export: ModuleType) -> None:
    """Zeros take as much space as weights; the sizes are those of the embedded model."""
    tensors = {n: a for n, a in random_tensors("linguist").items() if "rel_" not in n}
    tensors = {n: a for n, a in tensors.items() if "arc_" not in n}
    tensors["encoder.word"] = np.zeros((30522, HIDDEN), np.float32)
    for number in range(LAYERS, 6):
        for name in [n for n in tensors if n.startswith("encoder.layers.0.")]:
            tensors[name.replace(".0.", f".{number}.")] = tensors[name]
    for name, out in {"arc_dep": 384, "arc_head": 384, "rel_dep": 128, "rel_head": 128}.items():
        tensors[f"{name}.weight"] = np.zeros((out, HIDDEN), np.float32)
        tensors[f"{name}.bias"] = np.zeros(out, np.float32)
    tensors["arc_weight"] = np.zeros((385, 384), np.float32)
    tensors["rel_weight"] = np.zeros((50, 129, 129), np.float32)
    assert export.build(tensors, {"model": "linguist"}).ByteSize() <= 27_000_000


def test_weights_are_8_bit_and_everything_else_is_float(export: ModuleType) -> None:
    """No operator of the graph rounds an activation, so all processors compute the same way."""
    model = export.build(random_tensors("linguist"), {"model": "linguist"})
    assert {each.domain for each in model.opset_import} == {""}
    assert not {node.op_type for node in model.graph.node} & {"QuantizeLinear", "MatMulInteger"}
    sizes = {each.name: (each.data_type, np.prod(each.dims)) for each in model.graph.initializer}
    wide = {name for name, (kind, size) in sizes.items() if kind == 1 and size > 1 << 16}
    assert wide == {"position"}  # only looked up, never multiplied


def test_8_bit_weights_are_within_half_a_step(export: ModuleType) -> None:
    source = np.random.default_rng(0)
    weight = source.standard_normal((5, 128)).astype(np.float32)
    small, scale = export.in_blocks(weight)
    assert small.shape == (2, 64, 5) and scale.shape == (2, 1, 5)
    expanded = (small * scale).reshape(128, 5).T
    largest = np.abs(weight.reshape(5, 2, 64)).max(-1).repeat(64, axis=1)
    assert (np.abs(expanded - weight) <= largest / 127 / 2 * 1.0001).all()
