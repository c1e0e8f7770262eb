"""Compare a small language model as judge with human ratings, with `qgauge meta`.

    QGAUGE_LLM_PYTHON=… python -m benchmarks.judge.agreement DATA [ROWS_A_SYSTEM] [STORE]

Draws ROWS_A_SYSTEM rows of each system of QGEval, with a seed, and lets SmolLM2 135M
(tests/real_model.py explains how to install it) judge fluency and answerability. Answers are kept
in STORE, so an interrupted run resumes. Prints the figures of docs/judge.md. The model is too small
to judge, and the command should say so.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, gettempdir

from helpers.real_model import REASON, RealModel, is_there

from qgauge.core import Example
from qgauge.data.public import read_public

PORT = 18_998
RUBRICS = ("fluency", "answerability")
COMMAND = "from qgauge.cli import main; main()"


def drawn(examples: list[Example], each: int) -> list[Example]:
    """Draw `each` rows of every system."""
    draw, systems = Random(12345), sorted({one.system for one in examples})
    return [
        one
        for system in systems
        for one in draw.sample([one for one in examples if one.system == system], each)
    ]


def row(one: Example) -> str:
    ratings = {name: list(one.ratings[name]) for name in RUBRICS}
    fields = {"id": one.id, "system": one.system, "question": one.question}
    return json.dumps({**fields, "passage": one.passage, "answer": one.answer, "ratings": ratings})


def main() -> None:
    if not is_there():
        sys.exit(REASON)
    each = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    store = sys.argv[3] if len(sys.argv) > 3 else f"{gettempdir()}/qgauge-agreement/answers.sqlite"
    rows = drawn(list(read_public("qgeval", f"{sys.argv[1]}/eval/qgeval").examples), each)
    with TemporaryDirectory() as folder, RealModel(PORT) as model:
        file = Path(folder) / "qgeval.jsonl"
        file.write_text("\n".join(map(row, rows)) + "\n", encoding="utf-8")
        judge = f"server:smollm2@{model.url},concurrency=2,max_tokens=16,deadline=600,store={store}"
        for rubric in RUBRICS:
            words = ["meta", str(file), "-m", f"judge:rubric={rubric},reasons=off"]
            words += ["--dimension", rubric, "--judge", judge, "--require-kappa", ".4"]
            done = subprocess.run([sys.executable, "-c", COMMAND, *words])
            print(f"{rubric}: {len(rows)} rows, exit code {done.returncode}", flush=True)


if __name__ == "__main__":
    main()
