"""Time the embedded models and the language tools: `python -m benchmarks.speed.tools`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from benchmarks.speed.made_up_pairs import ADJECTIVES, NOUNS, distinct_pairs, noisy, questions
from benchmarks.speed.metrics import Times, machine, say
from qgauge.models import manifest

RUN = "benchmarks.speed.run_tool"
SEED = 20
PASSAGE_WORDS = 120
AGAIN = 20
"""How often a run reads everything from the cache: one read takes only milliseconds."""
START_TARGET = 2.0
MEMORY_TARGET_MB = 700
PACKAGES = ("qgauge", "onnxruntime", "onnx", "tokenizers", "numpy", "lemminflect")
SECTIONS = ("models", "roles", "start")

Item = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Model:
    """A shipped model, the length of its sequences, and its target rate per second."""

    name: str
    what: str
    length: int
    target: float
    stretch: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A role, its input, and the number of such items per question."""

    role: str
    what: str
    share: float = 1.0
    cached: bool = True

    @property
    def name(self) -> str:
        return f"{self.role}, {self.what}"


MODELS = (
    Model("linguist", "questions of 20 pieces", 20, 180, 300),
    Model("reader", "pairs of 190 pieces", 190, 18, 35),
)
ASKED = (
    Asked("parser", "questions"),
    Asked("parser", "passages", 0.15),
    Asked("classifier", "questions"),
    Asked("grammarian", "questions"),
    Asked("reader", "question and passage", 0.15),
    Asked("entailer", "passage and statement", 0.15),
    Asked("embedder", "pairs of questions", 5, cached=False),
)
ROLES = tuple(dict.fromkeys(asked.role for asked in ASKED))
FIRST = {asked.role: asked for asked in reversed(ASKED)}
"""The input for the first answer of a role: the shorter texts."""

IMPORTS = {
    "import qgauge": "import qgauge",
    "import qgauge; qgauge.score": "import qgauge; qgauge.score",
}


# ------------------------------------------------------------------ texts


def statements(seed: int) -> Iterator[str]:
    """Yield endless sentences: "Who" questions with the answer in place of "Who"."""
    random = Random(seed)
    clauses = (
        f"{random.choice(('the', 'the', 'this'))} {random.choice(ADJECTIVES)} "
        f"{random.choice(NOUNS)}{text.removeprefix('Who').removesuffix('?')}"
        for text in questions(seed)
        if text.startswith("Who ")
    )
    for clause in clauses:
        text = clause
        if random.random() < 0.5:
            text += random.choice((", and ", ", but ", " because ", " while ")) + next(clauses)
        yield f"{text[0].upper()}{text[1:].removesuffix('.')}."


def passages(seed: int) -> Iterator[str]:
    """Yield texts of several sentences, about 120 words each."""
    random, source = Random(seed), statements(seed)
    while True:
        size, text = random.gauss(PASSAGE_WORDS, 15), next(source)
        while text.count(" ") + 1 < size - 6:  # half a sentence
            text += " " + next(source)
        yield text


def texts(asked: Asked, count: int) -> list[Item]:
    """Return the items: one more than are timed."""
    count = round(count * asked.share) + 1
    asking = (reference for _, reference in distinct_pairs(questions(SEED), count, SEED))
    random = Random(SEED)
    makers: dict[str, Callable[[], Iterable[Item]]] = {
        "questions": lambda: asking,
        "passages": lambda: passages(SEED),
        "question and passage": lambda: zip(asking, passages(SEED), strict=False),
        "passage and statement": lambda: zip(passages(SEED), statements(SEED + 1), strict=False),
        "pairs of questions": lambda: ((noisy(text, random), text) for text in asking),
    }
    return list(islice(makers[asked.what](), count))


def words(items: Sequence[Item]) -> float:
    return mean(len((item if isinstance(item, str) else " ".join(item)).split()) for item in items)


# ------------------------------------------------------------------ measuring


@dataclass(slots=True)
class Runs(Times):
    """The rounds of one measurement."""

    items: int = 1
    peaks: list[float] = field(default_factory=list)

    def add(self, found: dict[str, Any]) -> None:
        self.wall.append(found["wall"])
        self.cpu.append(found["cpu"])
        self.items = found.get("items", 1)
        if "peak_mb" in found:
            self.peaks.append(found["peak_mb"])

    @property
    def rate(self) -> float:
        """Return items per second."""
        return self.items / self.middle

    @property
    def cpu_rate(self) -> float:
        """Return items per processor second."""
        return self.items / median(self.cpu)

    @property
    def noise(self) -> str:
        """Format half the range of the rounds, for wall time and processor time."""
        cpu = 50 * (max(self.cpu) - min(self.cpu)) / median(self.cpu)
        return f"±{self.spread:.0f}/{cpu:.0f} %"


class Bench:
    """Run each measurement in a new process, on the core that this one is pinned to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.runs: dict[str, Runs] = {}

    def file(self, name: str, items: Sequence[Item]) -> str:
        """Write items to a file and return its path."""
        path = self._folder / f"{name}.json"
        path.write_text(json.dumps(items), encoding="utf-8")
        return str(path)

    def run(self, *arguments: str) -> dict[str, Any]:
        out = self._folder / "out.json"
        start = time.monotonic()
        self._started([sys.executable, "-m", RUN, str(out), *arguments])
        found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        if "done" in found:
            found["wall"] = found["done"] - start
        return found

    def imported(self, statement: str) -> dict[str, Any]:
        """Time an import in a fresh interpreter."""
        code = (
            "import time; wall, cpu = time.perf_counter(), time.process_time(); "
            f"{statement}; print(time.perf_counter() - wall, time.process_time() - cpu)"
        )
        wall, cpu = self._started([sys.executable, "-c", code]).split()
        return {"wall": float(wall), "cpu": float(cpu)}

    def note(self, name: str, found: dict[str, Any]) -> None:
        self.runs.setdefault(name, Runs()).add(found)
        say(f"  {name}: {found['wall']:.3f} s, {found['cpu']:.3f} s CPU")

    def _started(self, command: list[str]) -> str:
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        if done.returncode:
            raise RuntimeError(f"{' '.join(command[2:])}: {done.stderr.strip()[-500:]}")
        return done.stdout


def models(bench: Bench, rounds: int, count: int, folder: Path) -> list[str]:
    """Compare the shipped models with 32-bit models of the same shape."""
    lines = [
        f"{'Session.run of':<40}{'/s':>7} {'/CPU s':>7}  {'fp32/s':>7} {'/CPU s':>7}  "
        f"{'ratio':>5} {'by CPU':>6}  {'target':<13} {'stretch':<13} noise: ours, fp32, calibration"
    ]
    for each in MODELS:
        say(f"{each.name}: building its fp32 twin")
        made = bench.run("twin", each.name, str(folder))
        if each.name == "linguist":
            many = texts(Asked("linguist", "questions", 10), count)
            items = [text for text in many if words([text]) > 12][:count]
        else:
            items = texts(Asked("reader", "question and passage", 0.2), count)
        file = bench.file(each.name, items)
        peer = f"{each.name} fp32"
        for number in range(rounds):
            say(f"{each.name}: round {number + 1} of {rounds}")
            bench.note(f"{each.name} calibration", bench.run("calibration"))
            for name, where in ((each.name, ""), (peer, str(folder))):
                bench.note(name, bench.run("model", each.name, where, file, str(each.length)))
        mine, theirs = bench.runs[each.name], bench.runs[peer]
        clock = bench.runs[f"{each.name} calibration"]
        name = f"{each.name} ({made['precision']}), {each.what}"
        lines.append(
            f"{name:<40}{mine.rate:>7,.1f} {mine.cpu_rate:>7,.1f}  "
            f"{theirs.rate:>7,.1f} {theirs.cpu_rate:>7,.1f}  "
            f"{mine.rate / theirs.rate:>5.2f} {mine.cpu_rate / theirs.cpu_rate:>6.2f}  "
            f"{reached(mine, each.target):<13} {reached(mine, each.stretch):<13} "
            f"{mine.noise}, {theirs.noise}, {clock.noise}"
        )
    return lines


def reached(runs: Runs, target: float) -> str:
    """Report whether the target is met by wall time, or by processor time only."""
    if runs.rate >= target:
        return f"{target:g} met"
    return f"{target:g} CPU only" if runs.cpu_rate >= target else f"{target:g} MISSED"


def roles(bench: Bench, rounds: int, count: int, folder: Path) -> list[str]:
    """Time every role without a cache, and with a cache that has all answers."""
    lines = [
        f"{'role':<32}{'words':>6} {'pieces':>6}  {'cold/s':>8} {'/CPU s':>8}  "
        f"{'cached/s':>8} {'/CPU s':>8}  {'ratio':>6} {'by CPU':>6}  {'peak MB':>7}  "
        "noise: cold, cached, calibration"
    ]
    for asked in ASKED:
        items = texts(asked, count)
        file = bench.file(asked.name, items)
        cache = str(folder / f"{asked.name}.sqlite")
        size = bench.run("pieces", file)["pieces"]
        answers = set()
        if asked.cached:
            say(f"{asked.name}: filling the cache")
            answers.add(bench.run("tool", asked.role, file, cache)["answers"])
        for number in range(rounds):
            say(f"{asked.name}: round {number + 1} of {rounds}")
            bench.note(f"{asked.name} calibration", bench.run("calibration"))
            cold = bench.run("tool", asked.role, file)
            bench.note(f"{asked.name} cold", cold)
            answers.add(cold["answers"])
            if asked.cached:
                cached = bench.run("tool", asked.role, file, cache, str(AGAIN))
                bench.note(f"{asked.name} cached", cached)
                answers.add(cached["answers"])
                if cached["model_opened"]:
                    raise RuntimeError(f"{asked.name}: the cache did not have all answers")
        if len(answers) > 1:
            raise RuntimeError(f"{asked.name}: the answers differ between runs")
        mine = bench.runs[f"{asked.name} cold"]
        clock = bench.runs[f"{asked.name} calibration"].noise
        line = (
            f"{asked.name:<32}{words(items):>6.1f} {size:>6.1f}  "
            f"{mine.rate:>8,.1f} {mine.cpu_rate:>8,.1f}  "
        )
        if asked.cached:
            kept = bench.runs[f"{asked.name} cached"]
            line += (
                f"{kept.rate:>8,.0f} {kept.cpu_rate:>8,.0f}  {kept.rate / mine.rate:>6.1f} "
                f"{kept.cpu_rate / mine.cpu_rate:>6.1f}  {max(mine.peaks):>7.0f}  "
                f"{mine.noise}, {kept.noise}, {clock}"
            )
        else:
            line += f"{'(not cached)':>33}  {max(mine.peaks):>7.0f}  {mine.noise}, -, {clock}"
        lines.append(line)
    return lines


def start(bench: Bench, rounds: int) -> list[str]:
    """Time process start to first answer, for each role and for all roles, and the imports."""
    files = {
        role: bench.file(f"first {role}", texts(asked, 1)[:1]) for role, asked in FIRST.items()
    }
    together = [argument for role in ROLES for argument in (role, files[role])]
    for number in range(rounds):
        say(f"start: round {number + 1} of {rounds}")
        bench.note("start calibration", bench.run("calibration"))
        for name, statement in IMPORTS.items():
            bench.note(name, bench.imported(statement))
        for role in ROLES:
            bench.note(f"first {role}", bench.run("first", role, files[role]))
        bench.note("every role", bench.run("memory", *together))
    lines = [f"{'process start to first answer':<40}{'s':>7} {'CPU s':>7}  {'target':<13} noise"]
    for role in ROLES:
        runs = bench.runs[f"first {role}"]
        lines.append(
            f"{role:<40}{runs.middle:>7.2f} {median(runs.cpu):>7.2f}"
            f"  {below(runs, START_TARGET):<13} {runs.noise}"
        )
    both = bench.runs["every role"]
    lines.append(
        f"{'every role, one after another':<40}{both.middle:>7.2f} {median(both.cpu):>7.2f}"
        f"  {'-':<13} {both.noise}"
    )
    for name in IMPORTS:
        runs = bench.runs[name]
        lines.append(
            f"{name:<40}{runs.middle:>7.4f} {median(runs.cpu):>7.4f}  {'-':<13} {runs.noise}"
        )
    peak = max(both.peaks)
    verdict = "met" if peak < MEMORY_TARGET_MB else "MISSED"
    lines.append(
        f"peak memory with every role used once: {peak:.0f} MB; "
        f"under {MEMORY_TARGET_MB} MB: {verdict}"
    )
    lines.append(f"calibration: noise {bench.runs['start calibration'].noise}")
    return lines


def below(runs: Runs, target: float) -> str:
    if runs.middle < target:
        return f"under {target:g} met"
    return f"{target:g} CPU only" if median(runs.cpu) < target else f"under {target:g} MISSED"


# ------------------------------------------------------------------ the report


def about(core: int) -> list[str]:
    """Describe the machine, the time and the versions."""
    where = machine(core)
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    weights = ", ".join(f"{name} {entry.sha256[:8]}" for name, entry in manifest().items())
    return [
        where[0],
        f"Python {platform.python_version()}, {versions}",
        f"{where[-1]}; {weights}",
    ]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=3, help="number of rounds of each measurement (3)"
    )
    parser.add_argument(
        "--items", type=int, default=512, help="number of questions (512); fewer passages are used"
    )
    parser.add_argument("--only", choices=SECTIONS, help="measure only this part")
    parser.add_argument("--json", type=Path, help="write the seconds of every round to this file")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    core = max(os.sched_getaffinity(0))
    where = about(core)
    print("\n".join(where), f"\nmedian of {given.rounds} rounds", sep="", flush=True)
    os.sched_setaffinity(0, {core})  # every process started from here inherits it
    with tempfile.TemporaryDirectory(prefix="qgauge-bench-") as name:
        folder = Path(name)
        bench = Bench(folder)
        sections: dict[str, Callable[[], list[str]]] = {
            "models": lambda: models(bench, given.rounds, given.items, folder),
            "roles": lambda: roles(bench, given.rounds, given.items, folder),
            "start": lambda: start(bench, given.rounds),
        }
        tables = {}
        for section, measure in sections.items():
            if given.only in (None, section):
                tables[section] = measure()
                print("\n" + "\n".join(tables[section]), flush=True)
    ended = f"load average at the end {os.getloadavg()[0]:.1f}"
    print(f"\n{ended}")
    if given.json:
        seconds = {
            name: {"items": runs.items, "wall": runs.wall, "cpu": runs.cpu, "peak_mb": runs.peaks}
            for name, runs in bench.runs.items()
        }
        written = {"machine": [*where, ended], "tables": tables, "runs": seconds}
        given.json.write_text(json.dumps(written, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
