"""Make one measured run of a model or a language tool.

    python -m benchmarks.speed.run_tool OUT RUN ARGUMENT…

Runs on the cores it is started on, and writes its results to OUT. Imports are delayed, because the
time to a first answer is measured here too.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Found = dict[str, Any]


def timed(work: Callable[[], Any]) -> tuple[Found, Any]:
    """Return the wall and processor seconds of the work, and its result."""
    cpu, start = time.process_time(), time.perf_counter()
    given = work()
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    return {"wall": wall, "cpu": cpu}, given


def peak_mb() -> float:
    """Return the peak memory of this process, without that of its parent."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def calibration() -> Found:
    """Run the fixed load of plain Python that speed/metrics.py uses."""
    from benchmarks.speed import run_metric

    run = run_metric.calibration()
    return timed(lambda: run([], []))[0]


# ------------------------------------------------------------------ models


def twin(kind: str, folder: str) -> Found:
    """Write a model of the same shape with random 32-bit weights, and a manifest."""
    import onnx

    from qgauge import models
    from training.export import manifest, onnx_graph

    shipped = onnx.load_model_from_string(models.read(f"{kind}.onnx"))
    sizes = {each.name: list(each.dims) for each in shipped.graph.initializer}
    made = onnx_graph.build(_random(_shapes(kind, sizes)), {"model": kind}, "fp32")
    if list(made.graph.output) != list(shipped.graph.output):
        raise SystemExit(f"the outputs of the fp32 {kind} differ from those of the shipped model")
    written = Path(folder) / f"{kind}.onnx"
    written.write_bytes(made.SerializeToString())
    manifest.record(written.name, "", written.parent)
    rounding = {each.key: each.value for each in shipped.metadata_props}
    return {"precision": rounding.get("precision", "?"), "block": rounding.get("block", "?")}


def _shapes(kind: str, sizes: dict[str, list[int]]) -> dict[str, tuple[int, ...]]:
    """Return the tensors for onnx_graph.py; their sizes follow the shipped model's biases."""
    outs = {name.removesuffix(".bias"): size[0] for name, size in sizes.items() if "bias" in name}
    hidden, inner = sizes["position"][1], outs["encoder.layers.0.up"]
    shapes: dict[str, tuple[int, ...]] = {
        f"encoder.{name}": tuple(sizes[name]) for name in ("word", "position", "type")
    }

    def linear(name: str, out: int, width: int = hidden) -> None:
        shapes[f"{name}.weight"], shapes[f"{name}.bias"] = (out, width), (out,)

    def norm(name: str) -> None:
        shapes[f"{name}.weight"] = shapes[f"{name}.bias"] = (hidden,)

    norm("encoder.norm")
    for number in range(sum(name.endswith(".up") for name in outs)):
        layer = f"encoder.layers.{number}"
        for part in ("query", "key", "value", "output"):
            linear(f"{layer}.{part}", hidden)
        linear(f"{layer}.up", inner)
        linear(f"{layer}.down", hidden, inner)
        norm(f"{layer}.norm1")
        norm(f"{layer}.norm2")
    biaffine = ("arc_weight", "rel_weight", "rel_alone")
    heads = [name for name in outs if "." not in name and name not in biaffine]
    for name in heads:
        linear(name, outs[name])
    if kind == "linguist":
        arc, rel = outs["arc_dep"], outs["rel_dep"]
        shapes["arc_weight"] = (arc + 1, arc)
        shapes["rel_weight"] = (outs["rel_alone"], rel + 1, rel + 1)
    return shapes


def _random(shapes: dict[str, tuple[int, ...]]) -> Found:
    import numpy as np

    source = np.random.default_rng(7)
    tensors: Found = {}
    for name, shape in shapes.items():
        drawn = source.standard_normal(shape, np.float32) * np.float32(shape[-1] ** -0.5)
        is_norm = ".norm" in name and name.endswith(".weight")
        tensors[name] = drawn + np.float32(is_norm)
    return tensors


def model(kind: str, folder: str, items_file: str, length: str) -> Found:
    """Run sequences of one length through an open session."""
    from qgauge import models

    tokenizer = models.tokenizer()
    sequences = []
    for item in _items(items_file):
        found = tokenizer.encode(*(item if isinstance(item, tuple) else (item,)))
        cut = int(length) - 1
        ids, types, words = found.ids[:cut], found.type_ids[:cut], found.word_ids[:cut]
        if len(found.ids) < int(length):
            continue
        starts: list[int] = []
        if kind == "linguist":
            starts = [at for at in range(1, cut) if words[at] != words[at - 1]]
        sequences.append(models.Pieces([*ids, found.ids[-1]], [*types, types[-1]], starts))
    session = models.load(kind, Path(folder) if folder else None, threads=1)
    session.run(sequences[:1])
    seconds, _ = timed(lambda: session.run(sequences))
    return {**seconds, "items": len(sequences), "peak_mb": peak_mb()}


# ------------------------------------------------------------------ tools


def _items(file: str) -> list[Any]:
    items = json.loads(Path(file).read_text(encoding="utf-8"))
    return [tuple(item) if isinstance(item, list) else item for item in items]


def _opened(role: str, cache_file: str = "") -> Callable[[list[Any]], list[Any]]:
    from qgauge.tools.cache import Cache
    from qgauge.tools.registry import ROLES, open_tool

    tool = open_tool(role, threads=1, cache=Cache(cache_file) if cache_file else None)
    ask: Callable[[list[Any]], list[Any]] = getattr(tool, ROLES[role].verb)
    return ask


def tool(role: str, items_file: str, cache_file: str = "", again: str = "1") -> Found:
    """Time all items but the first in one call; the first is processed before, to open the models.

    A cache is so fast that all items are looked up `again` times; it is read every time.
    """
    first, *items = _items(items_file)
    ask = _opened(role, cache_file)
    ask([first])
    seconds, answers = timed(lambda: [ask(items) for _ in range(int(again))][-1])
    digest = hashlib.sha256(repr(answers).encode()).hexdigest()
    count = len(items) * int(again)
    found = {**seconds, "items": count, "answers": digest, "peak_mb": peak_mb()}
    found["model_opened"] = "onnxruntime" in sys.modules
    return found


def pieces(items_file: str) -> Found:
    """Return the mean number of word pieces of an item, including special tokens."""
    from qgauge import models

    tokenizer = models.tokenizer()
    items = _items(items_file)
    counts = [len(tokenizer.encode(*([i] if isinstance(i, str) else i)).ids) for i in items]
    return {"pieces": sum(counts) / len(counts)}


def first(role: str, items_file: str) -> Found:
    """Return the time of the first answer, by the clock that all processes share."""
    _opened(role)(_items(items_file)[:1])
    return {"done": time.monotonic(), "cpu": time.process_time(), "peak_mb": peak_mb()}


def memory(*roles_and_items: str) -> Found:
    """Use every role once in this process: ROLE FILE ROLE FILE…"""
    kept = []
    for role, items_file in zip(roles_and_items[::2], roles_and_items[1::2], strict=True):
        kept.append(_opened(role))
        kept[-1](_items(items_file)[:1])
    return {"done": time.monotonic(), "cpu": time.process_time(), "peak_mb": peak_mb()}


RUNS: dict[str, Callable[..., Found]] = {
    run.__name__: run for run in (calibration, twin, model, tool, pieces, first, memory)
}


def main(out_file: str, name: str, *given: str) -> None:
    """Run once, and write the result."""
    if len(os.sched_getaffinity(0)) != 1:
        raise SystemExit("this process may use several cores; pin it to one")
    found = RUNS[name](*given)
    Path(out_file).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
