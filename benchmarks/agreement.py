"""How well the lexical and Q-metrics agree with people, beside what the paper printed.

    python benchmarks/agreement.py EVAL_FOLDER > docs/agreement.md

EVAL_FOLDER has `answerability/` and `qgeval/`, as `qgauge list datasets` says. Half a minute.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

METRICS = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge_l", "meteor", "nist")
PARTS = ("squad", "wikimovies", "vqa")
PRINTED = {
    "bleu1": (0.167, 0.179, -0.025),
    "bleu2": (0.100, 0.072, -0.075),
    "bleu3": (0.080, 0.036, -0.126),
    "bleu4": (0.065, -0.020, -0.086),
    "rouge_l": (0.165, 0.091, -0.009),
    "meteor": (0.107, 0.198, -0.035),
    "nist": (0.173, 0.088, 0.158),
    "q_bleu1": (0.258, 0.828, 0.405),
    "q_bleu2": (0.244, 0.825, 0.390),
    "q_bleu3": (0.239, 0.824, 0.374),
    "q_bleu4": (0.233, 0.826, 0.373),
    "q_rouge_l": (0.253, 0.821, 0.402),
    "q_meteor": (0.158, 0.821, 0.402),
    "q_nist": (0.246, 0.824, 0.384),
}
"""Pearson in Tables 4 and 6 of Nema and Khapra (2018)."""
RULES = {
    "released script, absent kinds count 1": "variant=released,absent=one",
    "released script, absent kinds count 0": "variant=released,absent=zero",
    "paper's formula, renormalised (our default)": "variant=paper,absent=renormalise",
}


def study(data: str, metrics: list[str], *more: str) -> Any:
    command = [sys.executable, "-c", "from qgauge.cli import main; main()", "meta", "--data", data]
    for metric in metrics:
        command += ["-m", metric]
    done = subprocess.run(
        [*command, *more, "--json", "--kind", "pearson"], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def lines_of(found: Any, dimension: str) -> dict[str, Any]:
    (one,) = found["studies"]
    lines: dict[str, Any] = one["dimensions"][dimension]["metrics"]
    return lines


def shown(line: Any) -> str:
    pearson = line["pearson"]
    if pearson["value"] is None:
        return "-"
    given = line["pearson_given_length"]["value"]
    low, high = pearson["ci"]
    return (
        f"{pearson['value']:.3f} [{low:.2f}, {high:.2f}]"
        f" ({'-' if given is None else f'{given:.3f}'})"
    )


def main() -> None:
    folder = Path(sys.argv[1])
    sets = {part: f"answerability={folder / 'answerability'}#{part}" for part in PARTS}
    print(TOP.format(date=datetime.now(UTC).date()))
    print("## The base metrics (Table 4)\n")
    print("| metric | " + " | ".join(f"{part}, paper | {part}, ours" for part in PARTS) + " |")
    print("|---" * 7 + "|")
    ours = {
        part: lines_of(study(data, list(METRICS), "--gold", "blatz"), "answerability")
        for part, data in sets.items()
    }
    for metric in METRICS:
        cells = [
            f"{PRINTED[metric][at]:.3f} | {shown(ours[part][metric])}"
            for at, part in enumerate(PARTS)
        ]
        print(f"| {metric} | " + " | ".join(cells) + " |")
    for rule, settings in RULES.items():
        print(f"\n## The Q-metrics (Table 6): {rule}\n")
        print("| metric | " + " | ".join(f"{part}, paper | {part}, ours" for part in PARTS) + " |")
        print("|---" * 7 + "|")
        found = {}
        for part, data in sets.items():
            asked = [f"q_{metric}:{settings},preset={part}" for metric in METRICS]
            lines = lines_of(study(data, asked, "--gold", "blatz"), "answerability")
            found[part] = dict(zip(METRICS, (lines[each] for each in asked), strict=True))
        for metric in METRICS:
            cells = [
                f"{PRINTED[f'q_{metric}'][at]:.3f} | {shown(found[part][metric])}"
                for at, part in enumerate(PARTS)
            ]
            print(f"| q_{metric} | " + " | ".join(cells) + " |")
    print_floors(folder)
    print(LAST)


def print_floors(folder: Path) -> None:
    """What two things that are no metrics get on QGEval."""
    found = study(f"qgeval={folder / 'qgeval'}#all", ["bleu1"])
    found["studies"] += study(f"qgeval={folder / 'qgeval'}", ["bleu1"])["studies"]
    print(FLOORS)
    names = list(found["studies"][0]["dimensions"])
    print("| rows | what | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 2) + "|")
    for one in found["studies"]:
        for what in ("length", "random"):
            values = [one["dimensions"][name]["floor"][what]["pearson"]["value"] for name in names]
            cells = ["-" if value is None else f"{value:.2f}" for value in values]
            print(f"| {one['data']} ({one['rows']}) | {what} | " + " | ".join(cells) + " |")


TOP = """# Agreement with people: the answerability sets

Made by `python benchmarks/agreement.py` on {date}, on the half of each set that we have (467, 444
and 438 rows). Pearson with the Blatz scores of the two raters, 95 % interval over references, and
in brackets what is left of it when the length of the question is taken out. "Paper" is Nema and
Khapra (2018), Tables 4 and 6, on other rows (600 to 700 of each set).

Differences have known reasons: other rows; METEOR in the paper is the full jar with synonyms and
paraphrases, ours exact and stem; the paper tuned each Q-metric apart, the presets here are those
printed for Q-BLEU1; the released script changed its rule for absent kinds after publication.
"""
FLOORS = """
## What is no metric: QGEval

Minus the number of words, and a number by chance, as if they were metrics: Pearson with the mean
ratings. `qgauge meta` shows both below every table.
"""
LAST = """
`qgauge tune` finds better weights ([tuning](tune.md)); `qgauge meta` makes such tables for any
metric and data ([meta](meta.md))."""

if __name__ == "__main__":
    main()
