"""Small random models, exported in the same way as the embedded ones."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from qgauge.models import Pieces
from training.export.manifest import record

Array = np.ndarray[Any, Any]

HIDDEN, INNER, LAYERS, VOCABULARY = 384, 1536, 2, 300
ARC, REL, RELATIONS = 96, 64, 12
WORD_HEADS = {"pos": 17, "ner": 9, "errors": 11, "ends": 1}
TEXT_HEADS = {"trec": 50, "wellformed": 1}
PARSER = {"arc_dep": ARC, "arc_head": ARC, "rel_dep": REL, "rel_head": REL}


def random_tensors(kind: str) -> dict[str, Array]:
    source = np.random.default_rng(7)

    def draw(*shape: int, scale: float) -> Array:
        return (source.standard_normal(shape) * scale).astype(np.float32)

    found: dict[str, Array] = {}

    def linear(name: str, out: int, width: int = HIDDEN) -> None:
        found[f"{name}.weight"] = draw(out, width, scale=1.5 * width**-0.5)
        found[f"{name}.bias"] = draw(out, scale=0.1)

    def norm(name: str) -> None:
        found[f"{name}.weight"] = 1 + draw(HIDDEN, scale=0.2)
        found[f"{name}.weight"][5] = 9  # an outlier channel, as trained models have
        found[f"{name}.bias"] = draw(HIDDEN, scale=0.1)

    for name, rows in (("word", VOCABULARY), ("position", 512), ("type", 2)):
        found[f"encoder.{name}"] = draw(rows, HIDDEN, scale=0.05)
    norm("encoder.norm")
    for number in range(LAYERS):
        layer = f"encoder.layers.{number}"
        for name in ("query", "key", "value", "output"):
            linear(f"{layer}.{name}", HIDDEN)
        linear(f"{layer}.up", INNER)
        linear(f"{layer}.down", HIDDEN, INNER)
        norm(f"{layer}.norm1")
        norm(f"{layer}.norm2")
    heads = {"span": 2, "nli": 3, "qud": 4}
    if kind == "linguist":
        heads = WORD_HEADS | TEXT_HEADS | PARSER
        found["arc_weight"] = draw(ARC + 1, ARC, scale=0.1 * ARC**-0.5)
        found["rel_weight"] = draw(RELATIONS, REL + 1, REL + 1, scale=0.1 * REL**-0.5)
    for name, out in heads.items():
        linear(name, out)
    return found


def sequence(length: int, seed: int, pair: bool = False) -> Pieces:
    """Random pieces; some words have several pieces."""
    source = np.random.default_rng([length, seed])
    ids = source.integers(5, VOCABULARY, length).tolist()
    starts = [at for at in range(1, length - 1) if at == 1 or source.random() < 0.8]
    types = [int(at > length // 3) for at in range(length)] if pair else []
    return Pieces(ids, types, () if pair else starts)


@pytest.fixture(scope="session")
def export() -> ModuleType:
    from training.export import onnx_graph

    return onnx_graph


@pytest.fixture(scope="session")
def folders(export: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One folder per precision, each with a linguist and a reader."""
    found = {}
    for precision in ("fp32", "w8"):
        found[precision] = folder = tmp_path_factory.mktemp(precision)
        for kind in ("linguist", "reader"):
            config = {"model": kind, "labels": {"nli": ["entailment", "neutral", "contradiction"]}}
            model = export.build(random_tensors(kind), config, precision)
            (folder / f"{kind}.onnx").write_bytes(model.SerializeToString())
            record(f"{kind}.onnx", f"{kind}.md", folder)
    return found
