"""Write the output of the embedded tools, and of the metrics that use them, as JSON.

    python -m benchmarks.parity.model_values OUT.json

`processors.py` and `activations.py` run it with different processors, libraries and models, and
compare. Every value is written twice: rounded by the tools, and unrounded. Each sequence goes
through a model once, so the second value is free.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

from helpers import recorded_values as recorded

import qgauge
from benchmarks import PROJECT
from qgauge.models import session
from qgauge.qud.documents import Place, edges_of_row
from qgauge.tools.embedded import rounding
from qgauge.tools.registry import open_tool

WORDS = "bleu4 rouge_l meteor nist chrf sacrebleu answerability q_bleu1 q_meteor q_nist bigram_f"
EXAMPLES = {
    "stories": ("quality",),
    "questions": ("qsts", "facet_f", *WORDS.split()),
    "qud": ("qud_compatibility", "qud_givenness", "qud_relevance"),
}
"""The files in `examples/`, and the metrics that can score their rows."""
ROLES = ("parser", "classifier", "grammarian", "reader", "entailer", "verifier", "embedder")
UNROUNDED = 17
"""The number of significant digits of a float."""


@contextmanager
def unrounded() -> Iterator[None]:
    """Make the tools return unrounded values."""
    before = rounding._DIGITS, rounding._NATS_DECIMALS
    rounding._DIGITS = rounding._NATS_DECIMALS = UNROUNDED
    try:
        yield
    finally:
        rounding._DIGITS, rounding._NATS_DECIMALS = before


def remember_sequences() -> None:
    """Cache the model output of each sequence."""
    run = session.Session.run
    known: dict[Any, session.Outputs] = {}

    def remembered(
        self: session.Session, sequences: Sequence[session.Pieces], outputs: Sequence[str] = ()
    ) -> list[session.Outputs]:
        keys = [(self.name, repr(astuple(one)), tuple(outputs)) for one in sequences]
        new = {key: one for key, one in zip(keys, sequences, strict=True) if key not in known}
        known.update(zip(new, run(self, list(new.values()), outputs), strict=True))
        return [known[key] for key in keys]

    session.Session.run = remembered  # type: ignore[method-assign]


def of_tools(texts: int, pairs: int) -> dict[str, Any]:
    table = recorded.read()
    part = {"texts": table["texts"][:texts], "pairs": table["pairs"][:pairs]}
    return {
        given if isinstance(given, str) else given["question"]: found
        for given, _, found in recorded.now(part)
    }


def of_examples(names: Sequence[str], rows: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in names:
        lines = (PROJECT / "examples" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        given: list[Any] = [json.loads(line) for line in lines[:rows]]
        if name == "qud":
            given = [
                edge for at, row in enumerate(given) for edge in edges_of_row(row, Place(), at)
            ]
        found |= scores(name, given, EXAMPLES[name])
    return found


def of_qgeval(shared: Path, count: int) -> dict[str, Any]:
    """Return every fifth question of QGEval, to include many passages."""
    passages = json.loads((shared / "eval" / "qgeval" / "instances.json").read_bytes())
    rows = [
        {
            "id": f"{passage['id']} {one['source']}",
            "question": one["prediction"],
            "passage": passage["passage"],
            "answer": passage["answer"],
        }
        for passage in passages
        for one in passage["questions"]
    ]
    return scores("qgeval", rows[::5][:count], ("quality",))


def scores(name: str, rows: Sequence[Any], metrics: Sequence[str]) -> dict[str, Any]:
    """Return the value of every score, by row and metric; `quality` with its three parts."""
    found: dict[str, Any] = {}
    tools = {role: open_tool(role) for role in ROLES}  # do not use the cache of other runs
    for result in qgauge.score(list(rows), metrics=list(metrics), tools=tools).values():
        for at, score in enumerate(result.scores):
            values = {result.metric: score.value}
            if result.metric == "quality":
                values |= {
                    part: score.parts[part] for part in ("grammar", "answering", "inference")
                }
            found.setdefault(f"{name} {at + 1}", {}).update(values)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--texts", type=int, default=30, help="number of recorded texts (30)")
    parser.add_argument("--pairs", type=int, default=30, help="number of recorded pairs (30)")
    parser.add_argument("--examples", nargs="*", choices=EXAMPLES, default=list(EXAMPLES))
    parser.add_argument(
        "--rows", type=int, default=1000, help="number of rows of each example (all)"
    )
    parser.add_argument("--qgeval", type=int, default=0, help="number of QGEval rows (0)")
    parser.add_argument("--shared", type=Path, default=PROJECT.parent / "shared")
    parser.add_argument("--models", type=Path, help="folder with other model files")
    given = parser.parse_args()
    if given.models:
        session.FOLDER = given.models  # type: ignore[attr-defined]
    remember_sequences()
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "tools": lambda: of_tools(given.texts, given.pairs),
        "scores": lambda: of_examples(given.examples, given.rows),
    }
    if given.qgeval:
        parts["qgeval"] = lambda: of_qgeval(given.shared, given.qgeval)
    found = {"rounded": {name: make() for name, make in parts.items()}}
    with unrounded():
        found["unrounded"] = {name: make() for name, make in parts.items()}
    given.out.write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
