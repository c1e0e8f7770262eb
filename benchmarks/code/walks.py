"""Measure how much code a command runs through: `python -m benchmarks.code.walks`.

Runs three commands on the files in `examples/` under a profiler and counts, for the functions of
the package that are called:

- modules: how many are entered,
- functions: how many different ones are called,
- package switches: in the order of first calls, how often the next function is in a different
  subpackage or module directly below the package (`qgauge.cli`).

Each command runs twice in a separate process, and the second run is counted, which excludes
imports, opening models and cached answers. Lambdas and comprehensions are excluded too. sacreBLEU,
if installed, is measured for comparison.

The last line counts lines of code, without docstrings, comments and blank lines. `--against SRC`
compares with another checkout.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from benchmarks import PROJECT

EXAMPLES = PROJECT / "examples"
SRC = PROJECT / "src"

QGAUGE = {
    "qgauge score -m q_bleu1": ["score", str(EXAMPLES / "questions.jsonl"), "-m", "q_bleu1"],
    "qgauge qud eval": ["qud", "eval", str(EXAMPLES / "qud.jsonl")],
    "qgauge rank": ["rank", str(EXAMPLES / "stories.jsonl")],
}
"""The commands, by name."""


class Walk(NamedTuple):
    """The amount of code that a command runs through."""

    modules: int
    functions: int
    switches: int


def walk_of(functions: Sequence[tuple[str, str]]) -> Walk:
    """Count the walk through (module, function) pairs, in the order of their first calls."""
    packages = [module.partition(".")[0] for module, _ in functions]
    switches = sum(package != before for before, package in pairwise(packages))
    return Walk(len({module for module, _ in functions}), len(functions), switches)


def first_calls(folder: Path, work: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the functions in a package folder that the work calls, in the order of first calls.

    Modules are named relative to the folder: `cli.score`.
    """
    seen: dict[CodeType, tuple[str, str] | None] = {}

    def name_of(code: CodeType) -> tuple[str, str] | None:
        file = Path(code.co_filename)
        if code.co_name.startswith("<") or not file.is_relative_to(folder):
            return None
        parts = file.relative_to(folder).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts), code.co_qualname

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code not in seen:
            seen[frame.f_code] = name_of(frame.f_code)

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return list(dict.fromkeys(name for name in seen.values() if name))


def walk_here(package: str, main_module: str, words: Sequence[str]) -> Walk:
    """Measure the second of two calls of the module's `main` in this process."""
    main: Callable[[], object] = importlib.import_module(main_module).main
    origin = importlib.import_module(package).__file__
    assert origin

    def run() -> None:
        # sacreBLEU reopens the descriptors of the standard streams and then owns them
        null = [os.open(os.devnull, os.O_RDWR) for _ in range(2)]
        sys.stdin = open(null[0], closefd=False)  # noqa: SIM115
        sys.stdout = open(null[1], "w", closefd=False)  # noqa: SIM115
        sys.argv = [package, *words]
        try:
            main()
        except SystemExit as end:
            if end.code:
                raise

    run()
    return walk_of(first_calls(Path(origin).parent, run))


def walk_in_process(src: Path, package: str, main_module: str, words: Sequence[str]) -> Walk:
    """Measure a command in a new process that imports packages from the folder `src` first."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "walk.json"
        path = os.pathsep.join(map(str, (src, PROJECT)))
        environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": folder}
        subprocess.run(
            [
                sys.executable,
                "-m",
                "benchmarks.code.walks",
                "--into",
                out,
                package,
                main_module,
                *words,
            ],
            check=True,
            env=environment,
        )
        return Walk(**json.loads(out.read_bytes()))


def walks(src: Path) -> dict[str, Walk]:
    """Measure each command with the qgauge in the folder `src`."""
    return {
        name: walk_in_process(src, "qgauge", "qgauge.cli", words) for name, words in QGAUGE.items()
    }


def peer() -> dict[str, Walk]:
    """Measure sacreBLEU's command on the same questions; return nothing if it is not installed."""
    if importlib.util.find_spec("sacrebleu") is None:
        return {}
    rows = [json.loads(line) for line in (EXAMPLES / "questions.jsonl").open(encoding="utf-8")]
    with tempfile.TemporaryDirectory() as folder:
        questions, references = Path(folder) / "questions.txt", Path(folder) / "references.txt"
        questions.write_text("".join(f"{row['question']}\n" for row in rows), encoding="utf-8")
        references.write_text("".join(f"{r['references'][0]}\n" for r in rows), encoding="utf-8")
        words = [str(references), "-i", str(questions)]
        return {"sacrebleu": walk_in_process(SRC, "sacrebleu", "sacrebleu.sacrebleu", words)}


def lines_of_code(source: str) -> int:
    """Count the lines of a Python source without docstrings, comments and blank lines."""
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in layout and token.type != tokenize.ENDMARKER:
            lines.update(range(token.start[0], token.end[0] + 1))
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            lines.difference_update(range(docstring.lineno, (docstring.end_lineno or 0) + 1))
    return len(lines)


def lines_in(src: Path) -> int:
    """Count the lines of code of the qgauge in the folder `src`."""
    files = (src / "qgauge").rglob("*.py")
    return sum(lines_of_code(file.read_text(encoding="utf-8")) for file in files)


def report(src: Path, other: Path | None) -> str:
    """Return the table and the lines of code; the numbers of the other folder come first."""
    same = peer()
    here, there = {**walks(src), **same}, {**walks(other), **same} if other else {}

    def shown(name: str, column: str) -> str:
        number = f"{getattr(here[name], column)}"
        return f"{getattr(there[name], column)} -> {number}" if there else number

    lines = [f"{'walk':25}{'modules':>12}{'functions':>14}{'package switches':>19}"]
    for name in here:
        modules, functions, switches = (shown(name, c) for c in Walk._fields)
        lines.append(f"{name:25}{modules:>12}{functions:>14}{switches:>19}")
    before = f"{lines_in(other):,} -> " if other else ""
    lines.append(f"\nlines of code in src/qgauge: {before}{lines_in(src):,}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--src", type=Path, default=SRC, help="folder with the package (default: this checkout)"
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="SRC",
        help="folder of another checkout, whose numbers come first",
    )
    asked = parser.parse_args()
    for folder in filter(None, (asked.src, asked.against)):
        if not (folder / "qgauge" / "__init__.py").is_file():
            parser.error(f"{folder} has no package qgauge")
    print(report(asked.src.resolve(), asked.against and asked.against.resolve()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--into"]:
        into, *command = sys.argv[2:]
        found = walk_here(command[0], command[1], command[2:])
        Path(into).write_text(json.dumps(found._asdict()), encoding="utf-8")
    else:
        main()
