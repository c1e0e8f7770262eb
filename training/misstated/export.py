"""Export the head that finds misstated questions, as an extension of reader.onnx.

python -m training.misstated.export HEAD.npz
"""

from __future__ import annotations

import sys

import numpy as np
import onnx

from qgauge.models.files import FOLDER
from training.export.reader_head import build, write
from training.misstated.tasks import TASKS

BELOW = 6
"""Layers of the reader below the head."""


def main() -> None:
    with np.load(sys.argv[1]) as found:
        tensors = dict(found)
    reader = onnx.load(str(FOLDER / "reader.onnx")).graph
    write(build(tensors, reader, "misstated/", ["layer"], BELOW, TASKS), "misstated")


if __name__ == "__main__":
    main()
