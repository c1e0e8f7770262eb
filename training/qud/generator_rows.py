"""Write rows to train a generator of questions under discussion.

    python -m training.qud.generator_rows SHARED OUT.jsonl

A row is a passage that ends with the answer sentence, the anchor in it, and a question: all
questions of DCQA in the essays of QUDeval, and those of QUDeval's systems that people gave the best
label by all four criteria. The eight dev essays have the split `dev`. The rows hold article text,
which is under copyright: do not ship them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qgauge.core import Example
from qgauge.qud.question_places import question_place
from training.qud.edges import BEST, DEV, essay_of, has_best_labels, human_edges, system_edges


def rows(shared: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows, each question for a pair of sentences once."""
    sources = {
        "dcqa": human_edges(shared),
        "system": [one for one in system_edges(shared) if has_best_labels(one, *BEST)],
    }
    seen = set()
    for source, edges in sources.items():
        for edge in edges:
            key = (essay_of(edge), edge.anchor, edge.answer_sentence, edge.question.casefold())
            if key not in seen:
                seen.add(key)
                yield row_of(edge, source)


def row_of(edge: Example, source: str) -> dict[str, Any]:
    """Return the row of an edge."""
    assert edge.anchor is not None
    assert edge.answer_sentence is not None
    place = question_place(edge.sentences, edge.anchor, edge.answer_sentence)
    assert place.anchor is not None
    essay = essay_of(edge)
    return {
        "split": "dev" if essay in DEV else "train",
        "essay": essay,
        "source": source,
        "passage": place.passage,
        "start": place.start,
        "end": place.end,
        "anchor": list(place.anchor),
        "question": " ".join(edge.question.split()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    with options.out.open("w", encoding="utf-8") as file:
        for row in rows(options.shared):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            counts[row["split"], row["source"]] += 1
    for (split, source), count in counts.items():
        print(f"{split} {source}: {count}")


if __name__ == "__main__":
    main()
