"""Make one measured run of metrics over rows, with a profile.

    python -m benchmarks.speed.run_quality ROWS OUT METRICS [CACHE]

ROWS is a JSON list of [passage, question, answer]; the first opens the models and is not measured.
OUT gets the scores and the profile. Which code runs is decided by PYTHONPATH, so this file uses
only names that old revisions have, too.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.speed.run_tool import peak_mb, timed

BUCKET = 64
"""Sequences are counted by length, in steps of this many pieces."""
SHAPES = ((196, 384, 1152), (196, 384, 1536), (196, 1536, 384), (980, 384, 1536))
"""Products of the reader's layers: a passage alone, and five at a time."""
ROLES = ("grammarian", "parser", "reader", "verifier", "entailer")


class Profile:
    """Processor seconds by kind of work, and the inputs of the models."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.models: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0] * 5)

    def clear(self) -> None:
        self.seconds.clear()
        self.models.clear()

    def timed(self, kind: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **more: Any) -> Any:
            start = time.process_time()
            try:
                return work(*given, **more)
            finally:
                self.seconds[kind] += time.process_time() - start

        return run

    def saw(self, model: str, shape: Sequence[int], seconds: float) -> None:
        count, length = shape
        row = self.models[model, length // BUCKET * BUCKET]
        more = (1, count, count * length, count * flop(model, length) / 1e9, seconds)
        row[:] = [a + b for a, b in zip(row, more, strict=True)]


def flop(model: str, length: int) -> int:
    """Return the floating-point operations of the matrix products of one sequence.

    Counts the encoder, and the keys and values of the reader's head for misstatements. The other
    heads are small.
    """
    hidden, inner, layers = 384, 1536, {"reader": 7, "linguist": 6}[model]
    of_piece = 2 * (4 * hidden * hidden + 2 * hidden * inner) + 4 * length * hidden
    return length * (layers * of_piece + (4 * hidden * hidden if model == "reader" else 0))


def core_speed() -> float:
    """Return the GFLOP/s of numpy's 32-bit matrix products of the reader's shapes: the best.

    OPENBLAS_NUM_THREADS must be 1: a second thread would run on another core.
    """
    import numpy as np

    best = 0.0
    for height, depth, width in SHAPES:
        one, other = np.ones((height, depth), np.float32), np.ones((depth, width), np.float32)
        for _ in range(50):
            start = time.process_time()
            _ = one @ other
            spent = time.process_time() - start
            best = max(best, 2 * height * depth * width / spent / 1e9)
    return best


class Watched:
    """Any object, with some of its methods replaced."""

    def __init__(self, real: Any, **methods: Callable[..., Any]) -> None:
        self._real = real
        self.__dict__.update(methods)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def watch(profile: Profile) -> None:
    """Make the models, the tokenizer and the cached tools report to the profile."""
    from qgauge import models
    from qgauge.models import session
    from qgauge.tools import cached_tools

    really_open, tokenizer = session.open_session, models.tokenizer()
    once = cached_tools.compute_once

    def opened(file: Path, data: bytes, threads: int, tables: Any = None) -> Any:
        real = really_open(file, data, threads, tables)

        def run(names: Any, given: Any) -> Any:
            start = time.process_time()
            found = real.run(names, given)
            spent = time.process_time() - start
            profile.seconds["models"] += spent
            profile.saw(file.stem, given["input_ids"].shape, spent)
            return found

        return Watched(real, run=run)

    watched = Watched(
        tokenizer,
        encode=profile.timed("tokenizer", tokenizer.encode),
        encode_batch=profile.timed("tokenizer", tokenizer.encode_batch),
    )

    def compute_once(*given: Any, **more: Any) -> Any:
        cache, identity, method, inputs, compute, *rest = given
        computed = profile.timed("computed", compute)
        return once(cache, identity, method, inputs, computed, *rest, **more)

    session.open_session = opened
    models.tokenizer = lambda: watched  # type: ignore[assignment]
    cached_tools.compute_once = profile.timed("tools", compute_once)


def run(file: str, names: Sequence[str], cache_file: str = "") -> dict[str, Any]:
    """Score the rows with every metric in one run."""
    import qgauge
    from qgauge.core import Example
    from qgauge.tools.cache import Cache
    from qgauge.tools.registry import open_tools

    profile = Profile()
    watch(profile)
    examples = [
        Example(str(at), question, (), passage, answer)
        for at, (passage, question, answer) in enumerate(json.loads(Path(file).read_text("utf-8")))
    ]
    tools = open_tools(ROLES, {}, cache=Cache(cache_file) if cache_file else None)
    qgauge.score(examples[:1], names, tools=tools)
    profile.clear()
    seconds, results = timed(lambda: qgauge.score(examples[1:], names, tools=tools))
    spent = profile.seconds
    parts = {
        "models (onnxruntime)": spent["models"],
        "tokenizer": spent["tokenizer"],
        "tools, the rest: spans, trees, windows": spent["computed"]
        - spent["models"]
        - spent["tokenizer"],
        "records as JSON, cache": spent["tools"] - spent["computed"],
        "metrics: rules, features, evidence": seconds["cpu"] - spent["tools"],
    }
    scores = {
        name: [[one.value, dict(one.parts), one.evidence] for one in results[name].scores]
        for name in names
    }
    inputs = [[*key, *row] for key, row in sorted(profile.models.items())]
    found = {**seconds, "peak_mb": peak_mb(), "parts": parts, "models": inputs}
    code = str(Path(qgauge.__file__).parent)
    return {**found, "code": code, "core_speed": core_speed(), "scores": scores}


def main(file: str, out: str, names: str, cache_file: str = "") -> None:
    made = run(file, names.split("+"), cache_file)
    Path(out).write_text(json.dumps(made, default=list), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
