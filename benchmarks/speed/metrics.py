"""Time metrics, and compare them with the programs they replace.

python -m benchmarks.speed.metrics
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import mean, median

from benchmarks import PROJECT
from benchmarks.speed.large_files import measure as measure_scale
from benchmarks.speed.made_up_pairs import Pair, distinct_pairs, questions

RUN = "benchmarks.speed.run_metric"
SEED = 20
TOLERANCE = 1e-6
PACKAGES = (
    *("qgauge", "numpy", "rapidfuzz", "snowballstemmer"),
    *("sacrebleu", "rouge-score", "nltk", "pycocoevalcap"),
)


@dataclass(frozen=True, slots=True)
class Group:
    """A peer program and the metrics that are compared with it."""

    name: str
    peer: str
    metrics: tuple[str, ...]
    target: float | None = None
    same: str = ""
    """The metric whose scores should equal the peer's."""


RELEASED = "q_bleu1:variant=released,absent=one,preset=squad"
ROUGE_SCORE = "rouge_l:flavour=rouge_score"
GROUPS = (
    Group("q_bleu1", "released", (RELEASED, "q_bleu1"), 10, same=RELEASED),
    Group("q_bleu1_once", "released-once", (RELEASED, "q_bleu1"), same=RELEASED),
    Group("bleu4", "sacrebleu", ("bleu4",), 2),
    Group("rouge_l", "rouge-score", ("rouge_l", ROUGE_SCORE), 2, same=ROUGE_SCORE),
    Group("nist", "nltk", ("nist",), same="nist"),
    Group("meteor", "meteor-1.5.jar", ("meteor",), same="meteor"),
)


@dataclass(slots=True)
class Times:
    """The seconds of each round."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def middle(self) -> float:
        return median(self.wall)

    @property
    def spread(self) -> float:
        """Return half the range of the rounds, in per cent of the median."""
        return 50 * (max(self.wall) - min(self.wall)) / self.middle


class Bench:
    """Run each measurement in a new process on one core, and keep its times."""

    def __init__(self, pairs: Sequence[Pair], folder: Path, core: int) -> None:
        self._pairs_file = folder / "pairs.json"
        self._out_file = folder / "out.json"
        self._core = core
        self._pairs_file.write_text(json.dumps(pairs), encoding="utf-8")
        self.times: dict[tuple[str, str], Times] = {}

    def run(self, name: str) -> tuple[float, float, list[float | None]]:
        """Return wall seconds, processor seconds and scores."""
        files = (str(self._pairs_file), str(self._out_file))
        done = subprocess.run(
            [sys.executable, "-m", RUN, name, *files, str(self._core)],
            env={**os.environ, "LC_ALL": "C.UTF-8"},  # Java decodes text by the locale
            capture_output=True,
            encoding="utf-8",
        )
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr.strip().splitlines()[-1]}")
        found = json.loads(self._out_file.read_text(encoding="utf-8"))
        return found["wall"], found["cpu"], found["scores"]

    def round(self, group: Group) -> None:
        """Run calibration, our metrics and the peer in turn, so that drift affects all alike."""
        for name in ("calibration", *group.metrics, group.peer):
            wall, cpu, _ = self.run(name)
            times = self.times.setdefault((group.name, name), Times())
            times.wall.append(wall)
            times.cpu.append(cpu)
            say(f"  {name}: {wall:.2f} s")

    def agreement(self, group: Group) -> str:
        """Report how many scores equal the peer's."""
        mine, theirs = self.run(group.same)[2], self.run(group.peer)[2]
        both = [
            (one, other)
            for one, other in zip(mine, theirs, strict=True)
            if one is not None and other is not None
        ]
        apart = [abs(one - other) for one, other in both]
        agree = sum(gap <= TOLERANCE for gap in apart)
        line = (
            f"{group.same} and {group.peer}: {agree:,} of {len(both):,} scores agree within "
            f"{TOLERANCE:g} (largest difference {max(apart):.2g})"
        )
        lacking = len(mine) - len(both)
        return f"{line}; {lacking:,} pairs have no score in one of them" if lacking else line


def table(bench: Bench, groups: Sequence[Group], pairs: int) -> list[str]:
    """Return one row per metric: medians, their ratio, and the spread of the rounds."""
    lines = [
        f"{'metric':<50} {'pairs/s':>9} {'peer':<15} {'pairs/s':>9} {'ratio':>6} {'target':>10}"
        f" {'CPU ratio':>9}  noise: ours, peer, calibration"
    ]
    for group in groups:
        peer = bench.times[group.name, group.peer]
        clock = bench.times[group.name, "calibration"]
        for metric in group.metrics:
            mine = bench.times[group.name, metric]
            ratio = peer.middle / mine.middle
            verdict = "-"
            if group.target:
                verdict = f"{group.target:g} {'met' if ratio >= group.target else 'MISSED'}"
            lines.append(
                f"{metric:<50} {pairs / mine.middle:>9,.0f} {group.peer:<15} "
                f"{pairs / peer.middle:>9,.0f} {ratio:>6.1f} {verdict:>10} "
                f"{median(peer.cpu) / median(mine.cpu):>9.1f}  "
                f"±{mine.spread:.1f} %, ±{peer.spread:.1f} %, ±{clock.spread:.1f} %"
            )
    return lines


def machine(core: int) -> list[str]:
    """Describe the machine and the time of the measurement."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    versions = []
    for package in PACKAGES:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"{package} missing")
    try:
        java = subprocess.run(["java", "-version"], capture_output=True, encoding="utf-8").stderr
    except FileNotFoundError:
        java = "no java"
    return [
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {model}, {os.cpu_count()} cores "
        f"(measured on core {core}), load average at the start {os.getloadavg()[0]:.1f}",
        f"Python {platform.python_version()}, {java.splitlines()[0]}",
        ", ".join(versions),
        f"code: {commit()}",
    ]


def commit() -> str:
    """Return the commit that is measured, if this is a checkout."""
    command = ["git", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8")
    except FileNotFoundError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def about(pairs: Sequence[Pair], source: str) -> str:
    """Describe the pairs."""
    words = [reference.split() for _, reference in pairs]
    distinct = len({word for one in words for word in one})
    return (
        f"{len(pairs):,} distinct pairs, {source}: {mean(map(len, words)):.1f} words on average, "
        f"{distinct:,} different ones"
    )


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    names = [group.name for group in GROUPS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--pairs", type=int, default=20_000, help="number of pairs to score (20,000)"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, help="number of rounds of each comparison (3)"
    )
    parser.add_argument("--only", choices=[*names, "scale"], help="measure only this one")
    parser.add_argument(
        "--questions", type=Path, help="real questions, one per line, as references"
    )
    parser.add_argument("--json", type=Path, help="write the seconds of every round to this file")
    parser.add_argument(
        "--scale",
        action="store_true",
        help="also run `qgauge score` on large files, which takes minutes",
    )
    parser.add_argument(
        "--rows",
        type=int,
        default=1_000_000,
        help="number of rows of the large file of --scale (1,000,000)",
    )
    return parser.parse_args()


def main() -> None:
    given = arguments()
    core = max(os.sched_getaffinity(0))
    where = machine(core)
    written: dict[str, object] = {"machine": where}
    print("\n".join(where), flush=True)
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as folder:
        if given.scale or given.only == "scale":  # first, while this process is small
            lines, numbers = measure_scale(Path(folder), given.rows, given.rounds, SEED, core, say)
            print("\n" + "\n".join(lines), flush=True)
            written["scale"] = numbers
        if given.only != "scale":
            written["speed"] = compare(given, Path(folder), core)
    if given.json:
        given.json.write_text(json.dumps(written, indent=1), encoding="utf-8")


def compare(given: argparse.Namespace, folder: Path, core: int) -> dict[str, object]:
    """Measure our metrics and the peers, and print the results."""
    if given.questions:
        lines = given.questions.read_text(encoding="utf-8").splitlines()
        pairs, source = distinct_pairs(lines, given.pairs, SEED), given.questions.name
    else:
        pairs, source = (
            distinct_pairs(questions(SEED), given.pairs, SEED),
            f"generated, seed {SEED}",
        )
    print(f"{about(pairs, source)}; median of {given.rounds} rounds\n", flush=True)
    bench, groups = Bench(pairs, folder, core), []
    for group in GROUPS:
        if given.only not in (None, group.name):
            continue
        try:
            if group.same:
                say(f"{group.name}: same scores?")
                print(bench.agreement(group), flush=True)
            for number in range(given.rounds):
                say(f"{group.name}: round {number + 1} of {given.rounds}")
                bench.round(group)
            groups.append(group)
        except RuntimeError as error:
            print(f"{group.name} was not measured. {error}", flush=True)
    print("\n" + "\n".join(table(bench, groups, len(pairs))), flush=True)
    return {
        "pairs": about(pairs, source),
        "seconds": {
            f"{group}/{name}": {"wall": times.wall, "cpu": times.cpu}
            for (group, name), times in bench.times.items()
        },
    }


if __name__ == "__main__":
    main()
