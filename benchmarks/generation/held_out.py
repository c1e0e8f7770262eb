"""Write questions about held-out passages and answers: of people, the teacher and the generator.

    python -m benchmarks.generation.held_out HELD.jsonl FOLDER [--count 110]

HELD is `held-teacher.jsonl` of `training.generator.teacher`: held-out rows with the teacher's most
likely question. FOLDER gets one file per system, for `benchmarks.generation.compare`: `people`,
`smollm2` (the teacher), `model` (the embedded model alone, its likeliest question) and `embedded`
(what the engine gives: the question of the rules, or the model's; the model's likeliest where it
gives none). FOLDER must stay out of the repository.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from qgauge.tools.embedded.generator import EmbeddedGenerator
from qgauge.tools.roles import Place

SYSTEMS = ("people", "smollm2", "model", "embedded")
STYLES = ("encyclopedia", "tale")


def questions(row: dict[str, Any], engine: EmbeddedGenerator) -> dict[str, str] | None:
    """Return the question of each system about a row; None if the generator has none."""
    place = Place(row["passage"], row["start"], row["end"])
    written = engine.by_model(place)
    if not written:
        return None
    likeliest = max(written, key=lambda one: one[1])[0]
    given = engine.generate([place])[0]
    return {
        "people": row["question"],
        "smollm2": row["written"],
        "model": likeliest,
        "embedded": given[0].question if given else likeliest,
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
    engine = EmbeddedGenerator()
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
