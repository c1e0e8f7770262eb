"""Compare 8-bit with float activations: `python -m benchmarks.parity.activations`.

Compares the models of an earlier commit, which rounded activations to 8 bits (MatMulNBits with
accuracy level 4), with those in the package: the time for a batch in the same run, and the
differences of the scores of `examples/` and of 300 questions of QGEval.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from benchmarks.parity.processors import lines, values
from benchmarks.speed.tools import about
from qgauge.models import manifest
from qgauge.models.files import FOLDER
from qgauge.models.session import open_session
from training.export.manifest import record

SHAPES = ((12, 1), (12, 40), (64, 1), (128, 1), (128, 8), (384, 1), (384, 2))
"""Word pieces per sequence, and sequences per batch."""
MODELS = ("linguist", "reader")
LEVEL_1 = "level 1"


def earlier(commit: str, folder: Path) -> Path:
    """Return a folder with the models of that commit and our other files."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for name in MODELS:
        place = f"{commit}:src/qgauge/models/{name}.onnx"
        data = subprocess.run(["git", "show", place], check=True, capture_output=True).stdout
        (folder / f"{name}.onnx").write_bytes(data)
        record(f"{name}.onnx", f"{name}.md", folder)
    return folder


def at_level_1(file: Path) -> bytes:
    """Return the model with MatMulNBits set to keep its activations in floats."""
    model = onnx.load(file)
    for node in model.graph.node:
        for attribute in node.attribute:
            if attribute.name == "accuracy_level":
                attribute.i = 1
    data: bytes = model.SerializeToString()
    return data


def feeds(name: str, length: int, count: int) -> dict[str, Any]:
    source = np.random.default_rng([length, count])
    ids = source.integers(1000, 20_000, (count, length))
    found = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    found["token_type_ids"] = np.zeros_like(ids)
    if name == "linguist":
        found["word_starts"] = np.tile(np.arange(1, length - 1), (count, 1))
    return found


def speeds(name: str, old: Path, rounds: int) -> list[str]:
    """Return one row per shape: the least processor time of each arithmetic, measured in turns."""
    files = {"level 4": (old / f"{name}.onnx").read_bytes()}
    files[LEVEL_1] = at_level_1(old / f"{name}.onnx")
    files["floats"] = (FOLDER / f"{name}.onnx").read_bytes()
    sessions = {kind: open_session(old / name, data, 1) for kind, data in files.items()}
    made = []
    for length, count in SHAPES:
        given = feeds(name, length, count)
        best = dict.fromkeys(sessions, float("inf"))
        for _ in range(rounds):
            for kind, session in sessions.items():
                start = time.process_time()
                session.run(None, given)
                best[kind] = min(best[kind], time.process_time() - start)
        cells = " | ".join(f"{1000 * best[kind]:.1f}" for kind in best)
        ratio = best["floats"] / best["level 4"]
        made.append(f"| {name} | {count} x {length} | {cells} | {ratio:.2f} |")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--commit", default="e63d916", help="commit with the models to compare (e63d916)"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--qgeval", type=int, default=300, help="number of QGEval rows (300)")
    given = parser.parse_args()
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    print(*about(core), sep="\n")
    with tempfile.TemporaryDirectory() as place:
        old = earlier(given.commit, Path(place) / "models")
        weights = ", ".join(f"{n} {e.sha256[:8]}" for n, e in manifest(old).items() if "onnx" in n)
        print(
            f"level 4: commit {given.commit}, {weights}; ms of processor time, least of all rounds"
        )
        print("\n| model | batch x pieces | level 4 | level 1 | floats | floats / level 4 |")
        print("|---|---|---|---|---|---|")
        for name in MODELS:
            print(*speeds(name, old, given.rounds), sep="\n")
        options = ["--qgeval", str(given.qgeval)]
        now = values([sys.executable], options)["rounded"]
        then = values([sys.executable], [*options, "--models", str(old)])["rounded"]
    print("\n| | rows | rows with different words | largest difference |\n|---|---|---|---|")
    for part in now:
        for name, n, other, _, most in lines(now[part], then[part]):
            print(f"| {name}{', QGEval' * (part == 'qgeval')} | {n} | {other} | {most:.4f} |")


if __name__ == "__main__":
    main()
