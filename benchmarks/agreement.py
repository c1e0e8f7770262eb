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
    "bleu1": ((0.167, 0.165), (0.179, 0.144), (-0.025, -0.048)),
    "bleu2": ((0.100, 0.103), (0.072, 0.087), (-0.075, -0.091)),
    "bleu3": ((0.080, 0.086), (0.036, 0.001), (-0.126, -0.114)),
    "bleu4": ((0.065, 0.067), (-0.020, -0.011), (-0.086, -0.127)),
    "rouge_l": ((0.165, 0.158), (0.091, 0.043), (-0.009, -0.053)),
    "meteor": ((0.107, 0.124), (0.198, 0.214), (-0.035, 0.009)),
    "nist": ((0.173, 0.158), (0.088, -0.033), (0.158, 0.169)),
    "q_bleu1": ((0.258, 0.255), (0.828, 0.841), (0.405, 0.384)),
    "q_bleu2": ((0.244, 0.243), (0.825, 0.835), (0.390, 0.360)),
    "q_bleu3": ((0.239, 0.240), (0.824, 0.837), (0.374, 0.331)),
    "q_bleu4": ((0.233, 0.232), (0.826, 0.837), (0.373, 0.311)),
    "q_rouge_l": ((0.253, 0.249), (0.821, 0.841), (0.402, 0.385)),
    "q_meteor": ((0.158, 0.157), (0.821, 0.837), (0.402, 0.378)),
    "q_nist": ((0.246, 0.248), (0.824, 0.845), (0.384, 0.346)),
}
"""Pearson and Spearman in Tables 4 and 6 of Nema and Khapra (2018), by part."""
HUMANS = {
    "squad": (0.63, 0.823, 0.795),
    "wikimovies": (0.81, 0.934, 0.927),
    "vqa": (0.70, 0.842, 0.822),
}
"""Cohen's kappa, Pearson and Spearman of the two raters in Table 3."""
RULES = {
    "released script, absent kinds count 1": "variant=released,absent=one",
    "released script, absent kinds count 0": "variant=released,absent=zero",
    "paper's formula, renormalised (our default)": "variant=paper,absent=renormalise",
}


def study(data: str, metrics: list[str], *more: str) -> Any:
    command = [sys.executable, "-c", "from qgauge.cli import main; main()", "meta", "--data", data]
    for metric in metrics:
        command += ["-m", metric]
    done = subprocess.run([*command, *more, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def lines_of(found: Any, dimension: str) -> dict[str, Any]:
    (one,) = found["studies"]
    lines: dict[str, Any] = one["dimensions"][dimension]["metrics"]
    return lines


def shown(line: Any) -> str:
    """Pearson with its interval, Spearman, and Pearson given the length."""
    pearson, spearman = line["pearson"], line["spearman"]["value"]
    if pearson["value"] is None:
        return "-"
    given = line["pearson_given_length"]["value"]
    low, high = pearson["ci"]
    return (
        f"{pearson['value']:.3f} [{low:.2f}, {high:.2f}], {spearman:.3f}"
        f" ({'-' if given is None else f'{given:.3f}'})"
    )


def print_table(sets: dict[str, str], prefix: str, settings: str) -> None:
    print("| metric | " + " | ".join(f"{part}, paper | {part}, ours" for part in PARTS) + " |")
    print("|---" * 7 + "|")
    found = {}
    for part, data in sets.items():
        own = f":{settings},preset={part}" if settings else ""
        asked = [f"{prefix}{metric}{own}" for metric in METRICS]
        lines = lines_of(study(data, asked, "--gold", "blatz"), "answerability")
        found[part] = dict(zip(METRICS, (lines[each] for each in asked), strict=True))
    for metric in METRICS:
        cells = []
        for part, (pearson, spearman) in zip(PARTS, PRINTED[f"{prefix}{metric}"], strict=True):
            cells += [f"{pearson:.3f}, {spearman:.3f}", shown(found[part][metric])]
        print(f"| {prefix}{metric} | " + " | ".join(cells) + " |")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/agreement.py EVAL_FOLDER > docs/agreement.md")
    folder = Path(sys.argv[1])
    sets = {part: f"answerability={folder / 'answerability'}#{part}" for part in PARTS}
    print(TOP.format(date=datetime.now(UTC).date()))
    print_raters(sets)
    print("\n## The base metrics (Table 4)\n")
    print_table(sets, "", "")
    for rule, settings in RULES.items():
        print(f"\n## The Q-metrics (Table 6): {rule}\n")
        print_table(sets, "q_", settings)
    print_floors(folder)
    print(LAST)


def print_raters(sets: dict[str, str]) -> None:
    print("## The raters (Table 3)\n")
    print("| set | rows | kappa, paper | kappa, ours | Pearson, Spearman, paper | ours |")
    print("|---" * 6 + "|")
    for part, data in sets.items():
        (one,) = study(data, ["bleu1"])["studies"]
        block = one["dimensions"]["answerability"]
        kappa, (low, high) = block["agreement"]["kappa"]["value"], block["agreement"]["kappa"]["ci"]
        ours = ", ".join(f"{block['ceiling'][k]['value']:.3f}" for k in ("pearson", "spearman"))
        printed, *both = HUMANS[part]
        paper = ", ".join(f"{value:.3f}" for value in both)
        print(
            f"| {part} | {one['rows']} | {printed:.2f} | {kappa:.2f} [{low:.2f}, {high:.2f}] "
            f"| {paper} | {ours} |"
        )


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

Made by `python benchmarks/agreement.py EVAL_FOLDER` on {date}, on the half of each set that we
have (467, 444 and 438 rows). In each cell: Pearson with the Blatz scores of the two raters and its
95 % interval over references, then Spearman; in brackets what is left of Pearson when the length
of the question is taken out. "Paper" is Nema and Khapra (2018), Tables 3, 4 and 6: Pearson and
Spearman, on other rows (600 to 700 of each set).

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
