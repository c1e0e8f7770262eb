"""Compare our numbers with those of the original programs: print the tables of docs/parity.md.

    python -m benchmarks.parity.original_programs ../shared

Needs the data folder, Java, and the test extra (pycocoevalcap contains the original programs).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import helpers.oracles.meteor as meteor_jar
import numpy as np
from helpers.oracles.ptb import java_tokens
from helpers.public_texts import passages, questions, sample

from qgauge import __version__
from qgauge.core import Example, Score
from qgauge.metrics import create
from qgauge.text.ptb import tokenize

SETS = ("squad", "wikimovies", "vqa")
KINDS = {"name": "ner", "content": "imp", "function": "sw", "question": "qt"}


def main() -> None:
    shared = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared")
    if not (shared / "golden").is_dir():
        sys.exit(f"{shared}/golden is not a folder; give the data folder as the argument.")
    rows = {name: list(golden(shared, name)) for name in SETS}
    print(f"qgauge {__version__}, {date.today().isoformat()}\n")
    tokens(shared, rows)
    scores(rows)
    meteor(rows)


def golden(shared: Path, name: str) -> Iterable[dict[str, Any]]:
    path = shared / "golden" / f"answerability_{name}.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def same_tokens(row: dict[str, Any]) -> bool:
    return all(" ".join(tokenize(row[c])) == row[f"ptb_{c}"] for c in ("question", "reference"))


def tokens(shared: Path, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Compare PTB tokens with those of the Java tokeniser."""
    print("| texts | n | equal | target |\n|---|---|---|---|")
    everything = [row for name in SETS for row in rows[name]]
    equal = sum(map(same_tokens, everything))
    texts_named = "questions and references with stored scores"
    print(f"| {texts_named} | {len(everything)} | {share(equal, everything)} | 99.8 % |")
    for what, texts, target in (
        ("distinct questions", sample(questions(shared / "train"), 20_000), "99.5 %"),
        ("whole passages", passages(shared), "95 %"),
    ):
        ours = [tokenize(text) for text in texts]
        differing = [
            (text, mine, theirs)
            for text, mine, theirs in zip(texts, ours, java_tokens(texts), strict=True)
            if mine != theirs
        ]
        for difference in differing:
            print(*map(repr, difference), sep="\n  ", file=sys.stderr)
        same = len(texts) - len(differing)
        print(f"| {what} | {len(texts)} | {share(same, texts)} | {target} |")


def share(part: int, whole: Sequence[Any]) -> str:
    return f"{part} ({100 * part / len(whole):.2f} %)"


def scores(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Print the largest difference between the released script's scores and ours."""
    print("\n| score | " + " | ".join(SETS) + " | target |\n|---|---|---|---|---|")
    table: dict[str, list[str]] = {}
    for name in SETS:
        same = [row for row in rows[name] if same_tokens(row)]
        examples = [
            Example(str(at), row["question"], (row["reference"],)) for at, row in enumerate(same)
        ]
        released = f"variant=released,absent=one,preset={name}"
        wanted = {f"bleu{n}": (f"bleu{n}", f"Bleu_{n}") for n in range(1, 5)}
        wanted["rouge_l"] = ("rouge_l", "ROUGE_L")
        wanted |= {f"q_bleu{n}": (f"q_bleu{n}:{released}", f"Q-Bleu_{n}") for n in range(1, 5)}
        wanted["q_rouge_l"] = (f"q_rouge_l:{released}", "Q-ROUGE_L")
        found: dict[str, list[Score]] = {}
        for label, (metric, column) in wanted.items():
            found[label] = create(metric).score(examples, {})
            gaps = [
                abs(float(score.value or 0) - row[column])
                for score, row in zip(found[label], same, strict=True)
            ]
            table.setdefault(label, []).append(f"{max(gaps):.1e}")
        for part, column in KINDS.items():
            gaps = [
                abs(score.parts.get(part, 1.0) - row[column])
                for score, row in zip(found["q_bleu1"], same, strict=True)
            ]
            table.setdefault(f"kind: {part}", []).append(f"{max(gaps):.1e}")
    for label, cells in table.items():
        print(f"| {label} | {' | '.join(cells)} | 1e-06 |")


def meteor(rows: dict[str, list[dict[str, Any]]]) -> None:
    """Compare METEOR with the jar with the same stages, and with the full METEOR."""
    header = (
        "set",
        "n",
        "largest difference from the original with the same stages (exact, stem)",
        "Pearson correlation with the original with all four stages",
    )
    print("\n| " + " | ".join(header) + " |\n|---|---|---|---|")
    metric = create("meteor")
    all_ours: list[float] = []
    all_full: list[float] = []
    for name in SETS:
        pairs = [(row["ptb_question"], row["ptb_reference"]) for row in rows[name]]
        theirs, _ = meteor_jar.scores(pairs)
        examples = [
            Example(str(at), row["question"], (row["reference"],))
            for at, row in enumerate(rows[name])
        ]
        ours = [float(score.value or 0) for score in metric.score(examples, {})]
        full = [row["METEOR_1.5"] for row in rows[name]]
        gap = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
        print(f"| {name} | {len(ours)} | {gap:.1e} | {np.corrcoef(ours, full)[0, 1]:.3f} |")
        all_ours += ours
        all_full += full
    overall = np.corrcoef(all_ours, all_full)[0, 1]
    print(f"| all | {len(all_ours)} | | {overall:.3f} |")


if __name__ == "__main__":
    main()
