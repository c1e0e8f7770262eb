"""The converted graph computes the same layer without rounding activations."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from training.export import float_activations

WIDTH, OUT, BLOCK = 128, 48, 64


def old_model(smooth: bool, bits: int = 8) -> tuple[onnx.ModelProto, np.ndarray]:
    """Return a layer as exported until November 2026, and its float matrix."""
    source = np.random.default_rng(5)
    weight = source.integers(1, 256, (OUT, WIDTH // BLOCK, BLOCK)).astype(np.uint8)
    scale = source.uniform(0.01, 0.02, (OUT, WIDTH // BLOCK)).astype(np.float32)
    factor = source.uniform(0.5, 2, WIDTH).astype(np.float32)
    constants = {"w.weight": weight, "w.scale": scale, "w.bias": np.ones(OUT, np.float32)}
    nodes, states = [], "states"
    if smooth:
        constants["w.smooth"] = factor
        nodes.append(helper.make_node("Mul", ["states", "w.smooth"], ["mul"]))
        states = "mul"
    inputs = [states, "w.weight", "w.scale", "", "", "w.bias"]
    sizes = {"K": WIDTH, "N": OUT, "bits": bits, "block_size": BLOCK, "accuracy_level": 4}
    nodes.append(helper.make_node("MatMulNBits", inputs, ["out"], domain="com.microsoft", **sizes))
    graph = helper.make_graph(
        nodes,
        "old",
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, ["n", WIDTH])],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", OUT])],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    matrix = ((weight.astype(float) - 128) * scale[..., None]).reshape(OUT, WIDTH)
    return model, matrix * (factor if smooth else 1)


@pytest.mark.parametrize("smooth", [False, True])
def test_the_same_layer_in_floats(smooth: bool) -> None:
    model, matrix = old_model(smooth)
    made = float_activations.converted(model)
    assert {each.domain for each in made.opset_import} == {""}
    assert {node.op_type for node in made.graph.node} <= {"Cast", "Mul", "Reshape", "MatMul", "Add"}
    states = np.random.default_rng(1).standard_normal((7, WIDTH)).astype(np.float32)
    session = onnxruntime.InferenceSession(
        made.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    (found,) = session.run(["out"], {"states": states})
    np.testing.assert_allclose(found, states @ matrix.T + 1, atol=1e-4)
    weights = [each for each in made.graph.initializer if each.data_type == TensorProto.INT8]
    assert [np.prod(each.dims) for each in weights] == [WIDTH * OUT]


def test_other_widths_of_weights_are_refused() -> None:
    with pytest.raises(SystemExit, match="8 bits"):
        float_activations.converted(old_model(False, bits=4)[0])
