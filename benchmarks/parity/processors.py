"""Compare numbers between machines: `python -m benchmarks.parity.processors --cpu Nehalem`

Runs `model_values.py` on this processor and in another environment, and prints the differences:

- `--cpu NAME`: under `qemu-x86_64 -cpu NAME` (Debian's qemu-user). Nehalem has no AVX and takes a
  few seconds per sequence; Skylake-Server has AVX2 here (qemu does not support AVX-512) and takes a
  minute per sequence.
- `--python FILE`: with another interpreter, for example that of an environment with the oldest
  libraries that qgauge allows.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

VALUES = "benchmarks.parity.model_values"
DECIMALS = 4
PACKAGES = ("onnxruntime", "numpy", "tokenizers", "lemminflect")

Rows = Mapping[str, Mapping[str, Any]]


def values(command: Sequence[str], options: Sequence[str]) -> dict[str, dict[str, Rows]]:
    """Run `model_values.py` with this command and return its values."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "values.json"
        subprocess.run([*command, "-m", VALUES, str(out), *options], check=True)
        found: dict[str, dict[str, Rows]] = json.loads(out.read_bytes())
        return found


def versions(command: Sequence[str]) -> str:
    code = (
        "import sys; from importlib.metadata import version as v; print(*(f'{n} {v(n)}' for n in "
    )
    done = subprocess.run(
        [*command, "-c", f"{code} {PACKAGES!r}), sep=', ')"],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def numbers(value: Any) -> list[float]:
    """Return the numbers in a value, in order."""
    if isinstance(value, list):
        return [number for one in value for number in numbers(one)]
    return [value] if isinstance(value, float) else []


def words(value: Any) -> Any:
    """Return the value with a placeholder for each number."""
    if isinstance(value, list):
        return [words(one) for one in value]
    return "#" if isinstance(value, float) else value


def lines(here: Rows, there: Rows) -> Iterator[tuple[str, int, int, int, float]]:
    """Yield for each value: rows, rows with different words, rows that differ, largest difference.

    Rows differ if their values do when rounded to four decimals.
    """
    names = list(dict.fromkeys(name for row in here.values() for name in row))
    for name in names:
        pairs = [(here[key][name], there[key][name]) for key in there if name in here[key]]
        other = sum(words(one) != words(two) for one, two in pairs)
        same = [(numbers(a), numbers(b)) for a, b in pairs if words(a) == words(b)]
        apart = [max((abs(x - y) for x, y in zip(a, b, strict=True)), default=0.0) for a, b in same]
        shown = sum(
            [round(x, DECIMALS) for x in a] != [round(x, DECIMALS) for x in b] for a, b in same
        )
        yield name, len(pairs), other, shown, max(apart, default=0.0)


def table(here: dict[str, dict[str, Rows]], there: dict[str, dict[str, Rows]]) -> list[str]:
    """Return one row per value, unrounded and rounded, to show the effect of rounding."""
    made = [
        "| | rows | rows with different words | unrounded: differing rows | largest difference "
        "| rounded: differing rows | largest difference |",
        "|---|---|---|---|---|---|---|",
    ]
    for part in there["rounded"]:
        plain = lines(here["unrounded"][part], there["unrounded"][part])
        rounded = lines(here["rounded"][part], there["rounded"][part])
        for (name, n, other, shown, most), (_, _, _, left, step) in zip(
            plain, rounded, strict=True
        ):
            made.append(f"| {name} | {n} | {other} | {shown} | {most:.1e} | {left} | {step:.1e} |")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    elsewhere = parser.add_mutually_exclusive_group(required=True)
    elsewhere.add_argument("--cpu", help="processor name for qemu-x86_64")
    elsewhere.add_argument("--python", help="path of another interpreter")
    given, options = parser.parse_known_args()
    from benchmarks.speed.metrics import machine

    command = [given.python or sys.executable]
    if given.cpu:
        command = ["qemu-x86_64", "-cpu", given.cpu, *command]
    print(machine(max(os.sched_getaffinity(0)))[0])
    print(f"Python {platform.python_version()}, {versions([sys.executable])}")
    print(f"against: {' '.join(command[:-1]) or versions(command)}\n")
    here = values([sys.executable], options)
    print(*table(here, values(command, options)), sep="\n")


if __name__ == "__main__":
    main()
