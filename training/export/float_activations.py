"""Convert models exported with 8-bit activations to float activations, keeping the 8-bit weights.

    python -m training.export.float_activations MODEL.onnx OUT.onnx

Until November 2026 `onnx_graph.py` wrote large layers as MatMulNBits with accuracy level 4, which
rounds activations to 8 bits; processors round them differently. The checkpoints of the shipped
models are not kept, so this script rewrites the exported graph as `onnx_graph.py` builds it today:
the same 8-bit weights and scales, expanded to floats when the file is opened, and a plain MatMul.
Layers that multiplied their input by a constant per channel ("smooth", to help 8-bit activations)
have that constant multiplied into the expanded weights instead.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper


def converted(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the model with every MatMulNBits replaced by standard operators."""
    graph = model.graph
    constants = {each.name: each for each in graph.initializer}
    producers = {name: node for node in graph.node for name in node.output}
    nodes: list[NodeProto] = []
    dropped: set[str] = set()
    for node in graph.node:
        if node.op_type != "MatMulNBits":
            nodes.append(node)
            continue
        states, weight, scale, bias = node.input[0], node.input[1], node.input[2], node.input[5]
        factor = ""
        before = producers.get(states)
        if before is not None and before.op_type == "Mul" and before.input[1].endswith(".smooth"):
            states, factor = before.input
            dropped.add(before.output[0])
        nodes += _expanded(node, states, weight, scale, bias, factor, constants)
    kept = [node for node in nodes if not dropped & set(node.output)]
    used = {name for node in kept for name in node.input}
    del graph.node[:], graph.initializer[:]
    graph.node.extend(kept)
    graph.initializer.extend(each for name, each in constants.items() if name in used)
    standard = [each for each in model.opset_import if each.domain != "com.microsoft"]
    del model.opset_import[:]
    model.opset_import.extend(standard)
    properties = {each.key: each.value for each in model.metadata_props}
    del model.metadata_props[:]
    helper.set_model_props(model, properties)
    onnx.checker.check_model(model)
    return model


def _expanded(
    node: NodeProto,
    states: str,
    weight: str,
    scale: str,
    bias: str,
    factor: str,
    constants: dict[str, TensorProto],
) -> list[NodeProto]:
    sizes = {each.name: each.i for each in node.attribute}
    width, out, block = sizes["K"], sizes["N"], sizes["block_size"]
    if sizes["bits"] != 8 or width % block:
        raise SystemExit(f"{node.name}: expected 8 bits in whole blocks")
    stored = numpy_helper.to_array(constants[weight]).reshape(out, width // block, block)
    small = (stored.astype(np.int16) - 128).astype(np.int8).transpose(1, 2, 0)
    scales = numpy_helper.to_array(constants[scale]).reshape(out, -1, 1).transpose(1, 2, 0)
    shape = f"int_{width}_{out}"
    arrays = {weight: small, scale: scales, shape: np.array([width, out], np.int64)}
    if factor:
        arrays[factor] = numpy_helper.to_array(constants[factor]).reshape(-1, block, 1)
    for name, array in arrays.items():
        constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
    wide, scaled, matrix, product = (
        f"{weight}.{part}" for part in ("wide", "scaled", "matrix", "product")
    )
    made = [
        helper.make_node("Cast", [weight], [wide], wide, to=TensorProto.FLOAT),
        helper.make_node("Mul", [wide, scale], [scaled], scaled),
    ]
    if factor:
        made.append(helper.make_node("Mul", [scaled, factor], [f"{scaled}.2"], f"{scaled}.2"))
    return [
        *made,
        helper.make_node("Reshape", [made[-1].output[0], shape], [matrix], matrix),
        helper.make_node("MatMul", [states, matrix], [product], product),
        helper.make_node("Add", [product, bias], [node.output[0]], node.output[0]),
    ]


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    model = converted(onnx.load(source))
    target.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
