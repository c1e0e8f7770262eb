"""Outputs of the embedded tools for 30 texts and 30 pairs, recorded on one machine.

`python tests/helpers/recorded_values.py` writes `tests/models/recorded.json` again. After a change
of a model or a tool, review the difference before you commit it. The tests and
`benchmarks/parity/processors.py` compare the outputs of other machines with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from qgauge.tools.registry import open_tool

TABLE = Path(__file__).parent.parent / "models" / "recorded.json"
STEP = 0.002
"""The largest difference of a probability between machines: rounding has steps of at most .001, and
the largest of three probabilities is 1 minus two rounded ones."""
NATS_STEP = 0.01
"""The same bound for a surprise: one step."""

Row = dict[str, Any]


def read() -> dict[str, list[Row]]:
    """Return the recorded table: `texts` and `pairs`, each row with `given` and `found`."""
    found: dict[str, list[Row]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def of_texts(texts: Sequence[str]) -> list[Row]:
    """Return the outputs of parser, classifier and grammar checker for each text."""
    parser, classifier, grammarian = map(open_tool, ("parser", "classifier", "grammarian"))
    parses, labels = parser.parse(texts), classifier.classify(texts)
    return [
        {
            "tree": [
                f"{word.text} {word.upos} {word.relation} {word.head}" for word in parse.words
            ],
            "entities": [
                f"{entity.first} {entity.last} {entity.kind}" for entity in parse.entities
            ],
            "class": label.name,
            "class probability": label.probabilities[label.name],
            "errors": [f"{error.start} {error.end} {error.kind}" for error in grammar.errors],
            "error probabilities": [error.probability for error in grammar.errors],
            "well-formed": grammar.wellformed,
        }
        for parse, label, grammar in zip(parses, labels, grammarian.check(texts), strict=True)
    ]


def of_pairs(pairs: Sequence[Mapping[str, str]]) -> list[Row]:
    """Return the outputs of reader, inference model, verifier and embedder for each pair."""
    reader, entailer, verifier, embedder = map(
        open_tool, ("reader", "entailer", "verifier", "embedder")
    )
    weighed = reader.weigh([(p["question"], p["passage"], p["answer"]) for p in pairs])
    judged = entailer.entail([(p["passage"], p["statement"]) for p in pairs])
    verified = verifier.verify([(p["question"], p["answer"], p["passage"]) for p in pairs])
    near = embedder.similarity([(p["question"], p["statement"]) for p in pairs])
    return [
        {
            "answer": f"{one.own.start} {one.own.end} {one.own.text}",
            "confidence": one.own.confidence,
            "no answer": one.own.no_answer,
            "misstated": one.own.misstated,
            "elsewhere": one.own.elsewhere,
            "surprise": one.surprise,
            "entailment": two.entailment,
            "neutral": two.neutral,
            "contradiction": two.contradiction,
            "right": three.right,
            "rests on": f"{three.start} {three.end}",
            "similarity": four,
        }
        for one, two, three, four in zip(weighed, judged, verified, near, strict=True)
    ]


def now(table: Mapping[str, Sequence[Row]]) -> Iterator[tuple[Any, Row, Row]]:
    """Yield the input, the recorded output and the current output of each row."""
    tools = {"texts": of_texts, "pairs": of_pairs}
    for kind, rows in table.items():
        given = [row["given"] for row in rows]
        for row, found in zip(rows, tools[kind](given), strict=True):  # type: ignore[operator]
            yield row["given"], row["found"], found


def differences(recorded: Row, found: Row) -> dict[str, float]:
    """Yield the distance of each number from the recorded one; infinite if texts differ."""
    return {name: _distance(recorded[name], found[name]) for name in recorded}


def _distance(one: Any, other: Any) -> float:
    if isinstance(one, list) and len(one) == len(other):
        return max(map(_distance, one, other), default=0.0)
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other)
    return 0.0 if one == other else float("inf")


def bound(name: str) -> float:
    """Return the largest allowed difference of the number `name`."""
    return NATS_STEP if name == "surprise" else STEP


def main() -> None:
    table = {
        kind: [{"given": given, "found": found} for given, _, found in now({kind: rows})]
        for kind, rows in read().items()
    }
    TABLE.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
