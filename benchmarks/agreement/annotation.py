"""Check that the annotation app measures agreement as `qgauge qud meta` does.

    python -m benchmarks.agreement.annotation [--shared ../shared] [--cache FILE]

On the dev essays of QUDeval, people are one rater and `qgauge qud eval` is another. Prints kappa
and macro-F1 of both programs side by side, and fails if they differ. `qud eval` runs with
--no-skip: like `qud meta`, it then labels an edge by every criterion, whatever its language.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.agreement.qud import DEV
from qgauge.annotate.agreement import agreement
from qgauge.annotate.scheme import Choice, Field, Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.metrics import create
from qgauge.qud.agreement import ORDERED
from qgauge.qud.labelling import CRITERIA
from qgauge.stats.estimate import Estimate

PEOPLE, METRIC = "people", "qud eval"


def scheme() -> Scheme:
    """Return the four criteria as fields."""
    fields = []
    for criterion, metric in CRITERIA.items():
        choices = tuple(Choice(str(label), str(label)) for label in create(metric).verdicts)
        ordered = criterion in ORDERED
        fields.append(Field(criterion, criterion, "choice", choices, ordered=ordered))
    return Scheme("qud", "QUD", "edges", "edge", ("question",), tuple(fields), "")


def ratings(row: dict[str, Any]) -> tuple[Task, list[Answer]]:
    """Return a labelled edge as a task with two answers."""
    key = f"{row['system']}/{row['id']}"
    task = Task(key, {"question": row["question"]}, {"id": row["id"]}, cluster=row["essay_id"])
    people = {name: given[0] for name, given in row["ratings"].items() if given}
    labels = {name: row["scores"][metric]["value"] for name, metric in CRITERIA.items()}
    given = {name: label for name, label in labels.items() if label is not None}
    return task, [
        Answer(key, PEOPLE, "rating", people),
        Answer(key, METRIC, "rating", given),
    ]


def run(*words: str, cache: Path | None) -> str:
    kept = ["--cache", str(cache)] if cache else []
    command = [sys.executable, "-m", "qgauge", *words, *kept]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=os.environ.get("QGAUGE_SHARED", "../shared"))
    parser.add_argument("--cache", type=Path, help="the cache file of the tools")
    options = parser.parse_args()
    edges = str(Path(options.shared) / "eval" / "qudeval")
    only = ("--only", ",".join(sorted(DEV)))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "labels.jsonl"
        words = ("qud", "eval", edges, *only, "--no-skip", "--no-flags", "--json", "-o", str(file))
        run(*words, cache=options.cache)
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    measured = json.loads(run("qud", "meta", edges, *only, "--json", cache=options.cache))
    tasks, answers = [], []
    for row in rows:
        task, given = ratings(row)
        tasks.append(task)
        answers += given
    report = agreement(scheme(), tasks, answers)
    print(f"{len(tasks)} edges; annotate / qud meta")
    same = True
    for criterion, metric in CRITERIA.items():
        ours, theirs = report.field(criterion).measures, measured["metrics"][metric]
        pairs = [
            ("kappa", ours["kappa"], theirs["kappa"]["value"]),
            ("macro-F1", ours["pairwise_f1"], theirs["macro_f1"]),
        ]
        for name, mine, other in pairs:
            print(f"{criterion:14} {name:9} {_shown(mine)} / {other:.6f}, n {theirs['n']}")
            same &= mine.n == theirs["n"] and abs((mine.value or 0) - other) < 1e-12
        low, high = ours["kappa"].interval or (None, None)
        same &= (low, high) == (theirs["kappa"]["low"], theirs["kappa"]["high"])
    print("equal" if same else "DIFFERENT")
    return 0 if same else 1


def _shown(one: Estimate) -> str:
    return f"- ({one.reason})" if one.value is None else f"{one.value:.6f}, n {one.n}"


if __name__ == "__main__":
    sys.exit(main())
