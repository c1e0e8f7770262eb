"""Pages of every kind, made by the command from the examples."""

from __future__ import annotations

import csv
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


def make_hostile_pages(folder: Path, text: str) -> dict[str, Path]:
    """Write pages of every kind with a text in every field, and return them by name."""
    _write_hostile_rows(folder, text)
    # a file name, which a page shows, has no slash and an end
    odd = f"{text[:60].replace('/', '')}.jsonl"
    try:
        (folder / odd).write_bytes((folder / "scored.jsonl").read_bytes())
    except (OSError, ValueError):
        odd = "scored.jsonl"
    quick = ("--resamples", "100")
    commands: dict[str, Sequence[str]] = {
        "report": ("report", odd, "--title", text[:1000], "--baseline", "b", "--rows", "2"),
        "score": ("score", "rows.jsonl", "-m", "quality", "-m", "grammar", "-m", "rouge_l"),
        "compare": ("compare", "rows.jsonl", "-m", "rouge_l", *quick),
        "meta": ("meta", "rows.jsonl", "-m", "rouge_l", *quick),
        "set": ("set", "rows.jsonl"),
        "items": ("items", "people.csv", "--questions", "items.jsonl"),
        "concepts": ("concepts", "concepts.jsonl", *quick),
        "labels": ("qud", "eval", "edges.jsonl", "--criterion", "language", "--no-flags"),
        "discourse": ("qud", "show", "edges.jsonl"),
    }
    made = {}
    for name, words in commands.items():
        target = ("-o" if name == "report" else "--html", f"{name}.html")
        done = run_in_process(*words, *target, cwd=folder)
        made[name] = folder / f"{name}.html"
        assert made[name].exists(), (words, done.stderr[:1000])
    return made


def _write_hostile_rows(folder: Path, text: str) -> None:
    rows = [
        {
            "id": f"{at}{text}",
            "system": system,
            "question": f"{text} {at}?",
            "references": [text],
            "answer": text,
            "passage": f"{text} It rained in May. {text}",
            "ratings": {text: [at % 4, at % 3], "words": [text]},
            "question_type": text,
            "snippets": [text],
            "track": text,
            text: text,
        }
        for at in range(6)
        for system in (text, "b")
    ]
    _write(folder / "rows.jsonl", rows)
    _write(folder / "items.jsonl", rows[::2])
    score = {
        "parts": {text: 0.5, "second": 0.4},
        "signature": text,
        "evidence": {
            "why": [text],
            "reason": text,
            "flaws": [{"kind": text}],
            "errors": [{"kind": text, "text": text}],
            "predicted": {"text": text, "start": 0, "end": len(text)},
            "rests_on": text,
        },
    }
    for at, row in enumerate(rows):
        row["scores"] = {
            text: {"value": at / 12, **score},
            "quality": {"value": at / 12, **score},
            "label": {"value": text},
            "none": {"value": None, "unscored": text},
        }
    _write(folder / "scored.jsonl", rows)
    with (folder / "people.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", *(f"{at}{text}" for at in range(3))])
        table.writerows([f"p{at}", int(at > 5), at % 2, int(at > 3)] for at in range(12))
    plain = "Copper rusts green in damp air, and bread rises."
    marked = {
        "text": f"{plain} {text}",
        "annotators": {text: [[0, 12]], "ben": [[0, 12]]},
        "systems": {text: [[0, 12]], "b": [[14, 25]]},
    }
    _write(folder / "concepts.jsonl", [{"id": f"{at}{text}", **marked} for at in range(3)])
    edge = {
        "question": text,
        "anchor": 1,
        "answer_sentence": 2,
        "ratings": {text: [text]},
        "flags": [text],
        "scores": {text: {"value": text, "evidence": {text: text}}},
    }
    edges = [{**edge, "system": f"{text}{at}"} for at in range(2)]
    _write(folder / "edges.jsonl", [{"id": text, "sentences": [text, text], "edges": edges}])
