"""Pages of every kind, made by the command from the examples."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from helpers.command import run_in_process

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
QUESTIONS = EXAMPLES / "questions.jsonl"
ITEMS = EXAMPLES / "items"


def make_pages(folder: Path) -> dict[str, Path]:
    """Write one page of every kind, and return them by name."""
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    of = {
        name: [row for row in rows if row["system"] == name] for name in ("atlas", "birch", "cedar")
    }
    _write(folder / "two.jsonl", of["atlas"] + of["cedar"])
    for name in ("atlas", "cedar"):
        lines = [
            {key: row[key] for key in row if key != "system"} | {"id": str(at)}
            for at, row in enumerate(of[name])
        ]
        _write(folder / f"run-of-{name}.jsonl", lines)
    for row in of["cedar"][1::3]:
        row.pop("answer", None)
        row.pop("passage", None)
        row.pop("references", None)
    _write(folder / "cedar.jsonl", of["cedar"])
    made = {}
    for name, words in _commands(folder).items():
        done = run_in_process(*words, cwd=folder)
        assert done.returncode == 0, (words, done.stderr)
        if name == "cedar":
            _add_labels(folder / "unscored.jsonl")
        if (folder / f"{name}.html").exists():
            made[name] = folder / f"{name}.html"
    return made


def _commands(folder: Path) -> Mapping[str, Sequence[str | Path]]:
    metrics = ("-m", "quality", "-m", "grammar", "-m", "q_bleu1")
    tests = (ITEMS / "test1.csv", ITEMS / "test2.csv")
    return {
        "first": ("score", "two.jsonl", *metrics, "-o", "scored.jsonl"),
        "systems": ("report", "scored.jsonl", "-o", "systems.html"),
        "three": ("score", QUESTIONS, *metrics, "--html", "three.html"),
        "cedar": (
            *("score", "cedar.jsonl", *metrics, "--max-unscored", "100"),
            *("-o", "unscored.jsonl"),
        ),
        "unscored": ("report", "unscored.jsonl", "-o", "unscored.html"),
        "ranked": ("rank", EXAMPLES / "stories.jsonl", "--html", "ranked.html"),
        "old": ("score", "run-of-cedar.jsonl", *metrics, "-o", "old.jsonl"),
        "new": ("score", "run-of-atlas.jsonl", *metrics, "-o", "new.jsonl"),
        "trend": ("report", "old.jsonl", "new.jsonl", "--baseline", "old", "-o", "trend.html"),
        "compared": ("compare", QUESTIONS, "-m", "q_bleu1", "--html", "compared.html"),
        "meta": (
            *("meta", EXAMPLES / "rated.jsonl", "-m", "rouge_l", "-m", "q_bleu1"),
            *("--html", "meta.html"),
        ),
        "set": ("set", EXAMPLES / "set.jsonl", "--html", "set.html"),
        "items": (
            *("items", *tests, "--questions", ITEMS / "questions.jsonl"),
            *("--judged", "type_fits", "--html", "items.html"),
        ),
        "concepts": ("concepts", EXAMPLES / "concepts.jsonl", "--html", "concepts.html"),
        "labels": (
            *("qud", "eval", EXAMPLES / "qud.jsonl", "-o", "labels.jsonl"),
            *("--html", "labels.html"),
        ),
        "discourse": (
            *("qud", "show", "labels.jsonl", "--article", "pool"),
            *("--html", "discourse.html"),
        ),
    }


def _add_labels(path: Path) -> None:
    """Add the labels of a judge to scored rows."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for at, row in enumerate(rows):
        label = ("clear", "vague", "vague", "off the passage")[at % 4]
        row["scores"]["clarity"] = {"value": label, "evidence": {"reason": "It names nothing."}}
    _write(path, rows)


def _write(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
