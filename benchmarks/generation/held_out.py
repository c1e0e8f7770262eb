"""Write questions about held-out passages and answers: of people, the teacher and the generator.

    python -m benchmarks.generation.held_out HELD.jsonl FOLDER [--count 110]

HELD is `held-teacher.jsonl` of `training.generator.teacher`: held-out rows with the teacher's most
likely question. FOLDER gets one file per system, for `benchmarks.generation.compare`: `people`,
`smollm2` (the teacher), `model` (the embedded model alone) and `embedded` (the model and the rules,
whose questions come first). FOLDER must stay out of the repository.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from qgauge.tools.embedded import generator as embedded
from qgauge.tools.roles import Place

SYSTEMS = ("people", "smollm2", "model", "embedded")
STYLES = ("encyclopedia", "tale")


def questions(row: dict[str, Any], engine: embedded.EmbeddedGenerator) -> dict[str, str] | None:
    """Return the question of each system about a row; None if the generator has none."""
    found = engine.generate([Place(row["passage"], row["start"], row["end"])])[0]
    if not found:
        return None
    by_model = [one for one in found if one.score < 0] or found
    return {
        "people": row["question"],
        "smollm2": row["written"],
        "model": by_model[0].question,
        "embedded": found[0].question,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("held", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=110, help="rows of each style")
    given = parser.parse_args()
    with given.held.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(5).shuffle(rows)
    # every row gets a question, however unlikely
    embedded.LEAST_SCORE = float("-inf")
    engine = embedded.EmbeddedGenerator()
    made: dict[str, list[str]] = {system: [] for system in SYSTEMS}
    for style in STYLES:
        for number, row in enumerate([row for row in rows if row["style"] == style][: given.count]):
            for system, text in (questions(row, engine) or {}).items():
                answer = row["passage"][row["start"] : row["end"]]
                about = {"id": f"{style}-{number}", "passage": row["passage"], "answer": answer}
                line = {**about, "question": text, "system": system}
                made[system].append(json.dumps(line, ensure_ascii=False) + "\n")
    given.folder.mkdir(parents=True, exist_ok=True)
    for system, lines_of in made.items():
        (given.folder / f"{system}.jsonl").write_text("".join(lines_of), encoding="utf-8")
    print({system: len(lines_of) for system, lines_of in made.items()})


if __name__ == "__main__":
    main()
