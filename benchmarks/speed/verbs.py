"""Time every verb with this code and with another checkout, in turn, in the same run.

    python -m benchmarks.speed.verbs --against OLD/src [--repeat 5] [--only score]

Prints the smallest processor time of each and their ratio; the two alternate, so that other work on
the machine disturbs both alike.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.speed.made_up_pairs import pairs_from, questions

HERE = Path(__file__).resolve().parents[2]
EXAMPLES = HERE / "examples"
LARGE = 20_000
"""Rows of the made-up files."""
COMMAND = "import sys; from qgauge.cli import main; sys.argv[0] = 'qgauge'; main()"


def verbs(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield what is timed, with the arguments of the command; none for a bare import."""
    yield "import qgauge", []
    yield "--help", ["--help"]
    yield "score --help", ["score", "--help"]
    for form in ("jsonl", "csv"):
        yield (
            f"score, bleu1, {LARGE:,} rows of {form}",
            ["score", f"{folder}/made.{form}", "-m", "bleu1"],
        )
    large = f"{folder}/made.jsonl"
    yield "score -o, q_bleu1", ["score", large, "-m", "q_bleu1", "-o", f"{folder}/out.jsonl"]
    yield "noise", ["noise", large, "-k", "lower_case", "-o", f"{folder}/out.jsonl"]
    off = ["--cache", "off"]
    yield "rank", ["rank", f"{EXAMPLES}/stories.jsonl", *off]
    yield "explain", ["explain", f"{EXAMPLES}/stories.jsonl", *off]
    yield "compare", ["compare", f"{EXAMPLES}/questions.jsonl", "-m", "q_bleu1"]
    yield "meta", ["meta", f"{EXAMPLES}/rated.jsonl", "-m", "q_bleu1"]
    yield "set", ["set", f"{EXAMPLES}/set.jsonl", *off]
    yield "items", ["items", f"{EXAMPLES}/items/test1.csv", f"{EXAMPLES}/items/test2.csv"]
    yield "concepts", ["concepts", f"{EXAMPLES}/concepts.jsonl"]
    yield "qud eval", ["qud", "eval", f"{EXAMPLES}/qud.jsonl", *off]


def write_rows(folder: Path) -> None:
    """Write the made-up rows as JSONL and as CSV."""
    with open(folder / "made.jsonl", "w") as lines, open(folder / "made.csv", "w") as table:
        table.write("question,reference\n")
        for question, reference in islice(pairs_from(questions(7), 7), LARGE):
            lines.write(json.dumps({"question": question, "references": [reference]}) + "\n")
            cells = (one.replace('"', '""') for one in (question, reference))
            table.write(",".join(f'"{cell}"' for cell in cells) + "\n")


def processor_time(words: list[str], src: Path) -> float:
    """Return the seconds of processor time of one run."""
    code = (
        [sys.executable, "-c", COMMAND, *words]
        if words
        else [sys.executable, "-c", "import qgauge"]
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"PYTHONPATH": str(src)}
    done = subprocess.run(code, env=environment, capture_output=True, cwd=HERE)
    if done.returncode > 1:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.decode()[-500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print one line per verb."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--against", type=Path, required=True, metavar="SRC", help="the other src/")
    parser.add_argument("--repeat", type=int, default=5, metavar="N")
    parser.add_argument("--only", default="", metavar="TEXT", help="only verbs with this text")
    asked = parser.parse_args()
    print(f"{'what':45} {'before':>8} {'after':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as name:
        write_rows(Path(name))
        for what, words in verbs(Path(name)):
            if asked.only not in what:
                continue
            times: dict[Path, list[float]] = {asked.against.resolve(): [], HERE / "src": []}
            for _ in range(asked.repeat):
                for src, found in times.items():
                    found.append(processor_time(words, src))
            before, after = (min(found) for found in times.values())
            print(f"{what:45} {before:7.2f}s {after:7.2f}s {after / before:6.2f}", flush=True)


if __name__ == "__main__":
    main()
