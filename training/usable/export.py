"""Export the head that rates generated questions, as an extension of reader.onnx.

    python -m training.usable.export HEAD.npz HELD_OUT.json

HELD_OUT.json has the chances of all rows by heads that never saw their texts. They are too sure of
themselves, so the output is scaled and shifted to fit the ratings of those rows best.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import onnx

from qgauge.models.files import FOLDER
from training.export.reader_head import build, write
from training.usable.pairs import rated

BELOW = 3
"""Layers of the reader below the head."""
OUTPUT = "usable"


def held_out_odds(file: Path) -> np.ndarray:
    """Return the log odds of a file of held-out chances, one for each rated question."""
    chances = np.array(json.loads(file.read_text(encoding="utf-8")))[:, 0].clip(1e-4, 1 - 1e-4)
    return np.log(chances / (1 - chances))


def scale_and_shift(logits: np.ndarray, shares: np.ndarray) -> tuple[float, float]:
    """Return the line through the log odds that makes the ratings likeliest."""
    columns = np.stack([logits, np.ones_like(logits)], 1)
    line = np.array([1.0, 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-columns @ line))
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns
        line = line - np.linalg.solve(curve, columns.T @ (chance - shares))
    return float(line[0]), float(line[1])


def main() -> None:
    with np.load(sys.argv[1]) as found:
        tensors = {name: value.astype(np.float32) for name, value in found.items()}
    shares = np.array([row.labels[0] for row in rated()])
    scale, shift = scale_and_shift(held_out_odds(Path(sys.argv[2])), shares)
    print(f"log odds x {scale:.3f} {shift:+.3f}")
    tensors["out.weight"] = tensors["out.weight"][:1] * scale
    tensors["out.bias"] = tensors["out.bias"][:1] * scale + shift
    layers = [f"layers.{at}" for at in range(sum(name.endswith(".mix") for name in tensors))]
    reader = onnx.load(str(FOLDER / "reader.onnx")).graph
    write(build(tensors, reader, "usable/", layers, BELOW, [OUTPUT]), "usable")


if __name__ == "__main__":
    main()
