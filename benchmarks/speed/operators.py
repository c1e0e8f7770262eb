"""Show the time of each kind of operator of the reader: `python -m benchmarks.speed.operators`.

Uses onnxruntime's own profile of runs on random pieces, on one core. It tells how much of the time
is matrix products, and how fast they are. The profile has wall-clock times; the best of the runs
counts for each operator, because other programs on the machine can only add to them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.speed.separate_runs import SEED, pin_to_one_core

ROUNDS = 100
OUTPUTS = ["start", "end", "misstated", "elsewhere"]


def events(count: int, length: int, prefix: str) -> list[dict[str, Any]]:
    """Return the operators in a run of the reader, each with its shortest time of all runs."""
    import numpy as np
    import onnxruntime

    from qgauge import models

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_profiling, options.profile_file_prefix = True, prefix
    files = ("reader.onnx", *models.EXTENSIONS["reader"])
    data = b"".join(map(models.read, files))
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    ids = np.random.default_rng(SEED).integers(1_000, 20_000, (count, length))
    given = {"input_ids": ids, "attention_mask": ids * 0 + 1, "token_type_ids": ids * 0}
    for _ in range(ROUNDS):
        session.run(OUTPUTS, given)
    found = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    nodes = [one for one in found if one["name"].endswith("_kernel_time")]
    size = len(nodes) // ROUNDS
    same = (nodes[at::size] for at in range(size))
    return [min(some, key=lambda one: int(one["dur"])) for some in same]


def kind_and_work(event: dict[str, Any]) -> tuple[str, int]:
    """Return the kind of an operator, and its floating-point operations if it is a product."""
    args = event["args"]
    name = args["op_name"]
    if name != "MatMul":
        return name, 0
    (left,), (made,) = (
        shapes[0].values() for shapes in (args["input_type_shape"], args["output_type_shape"])
    )
    work = 2 * left[-1]
    for size in made:
        work *= size
    return ("products of layers" if len(made) == 3 else "products of attention"), work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=1)
    parser.add_argument("--length", type=int, default=196)
    given = parser.parse_args()
    pin_to_one_core()
    seconds: dict[str, float] = defaultdict(float)
    works: dict[str, int] = defaultdict(int)
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as folder:
        for event in events(given.sequences, given.length, f"{folder}/profile"):
            kind, work = kind_and_work(event)
            seconds[kind] += event["dur"] / 1e6
            works[kind] += work
    total = sum(seconds.values())
    print(f"\n{given.sequences} x {given.length} pieces, the best of {ROUNDS} runs\n")
    print(f"{'operator':<24}{'ms':>8}{'share':>8}{'GFLOP/s':>9}")
    for kind, spent in sorted(seconds.items(), key=lambda one: -one[1]):
        if spent > total / 200:
            speed = f"{works[kind] / spent / 1e9:.0f}" if works[kind] else ""
            print(f"{kind:<24}{1e3 * spent:>8.1f}{spent / total:>8.1%}{speed:>9}")
    print(f"{'all':<24}{1e3 * total:>8.1f}{'':>8}{sum(works.values()) / total / 1e9:>9.0f}")


if __name__ == "__main__":
    main()
