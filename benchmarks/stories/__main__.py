"""Repeat the experiment of the ranking report on ten short tales, from the texts alone.

    python -m benchmarks.stories

For each tale, answers are found, questions generated, and the pairs ranked by the report's formula:
.2 grammar + .3 answerability + .5 inference. The report is *A Reference-free Method Evaluating the
Quality of Generated Questions*.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import qgauge
from benchmarks import PROJECT
from benchmarks.generation.quizzes import add_generator_option, quiz, tools_with
from benchmarks.reproduce.page import head, number, row
from qgauge.core import QgaugeError
from qgauge.run.ranking import Ranked

TALES = PROJECT / "benchmarks" / "stories" / "tales"
FORMULAS = {"soft": "quality:method=weights", "document": "quality:formula=document"}
COUNT = 8
"""Questions per story, as in the report."""
PARTS = ("answering", "inference", "grammar")
"""The parts of the score in the order of the report's columns."""
COLUMNS = (
    *("", "final_score", "answerability_score", "inference_score", "grammar_score"),
    *("question", "answer"),
)


def tales() -> dict[str, str]:
    """Return the tales by title."""
    return {
        file.stem.replace("_", " ").capitalize(): file.read_text(encoding="utf-8")
        for file in sorted(TALES.glob("*.txt"))
    }


def ranked_table(ranked: Sequence[Ranked]) -> Iterator[str]:
    """Yield the ranked pairs of a tale with the columns of the report."""
    yield from head(*COLUMNS)
    for one in ranked:
        scores = (one.value, *(one.score.parts[name] for name in PARTS))
        example = one.example
        yield row(one.rank, *map(number, scores), cell(example.question), cell(example.answer))


def cell(text: str | None) -> str:
    """Return a text for a cell of a table."""
    return " ".join((text or "").split()).replace("|", "\\|")


def summary(found: Mapping[str, Sequence[Ranked]], texts: Mapping[str, str]) -> Iterator[str]:
    """Yield one line per tale: its length, its questions, and their scores."""
    yield from head("tale", "words", "questions", "best", "mean", "worst")
    everything: list[float] = []
    for title, ranked in found.items():
        values = [one.value for one in ranked]
        everything += values
        yield row(title, len(texts[title].split()), len(values), *_three(values))
    words = sum(len(text.split()) for text in texts.values())
    yield row("all", words, len(everything), *_three(everything))


def _three(values: Sequence[float]) -> tuple[str, str, str]:
    if not values:
        return "-", "-", "-"
    return number(max(values)), number(fmean(values)), number(min(values))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=COUNT, help=f"questions per tale ({COUNT})")
    parser.add_argument(
        "--formula",
        choices=FORMULAS,
        default="soft",
        help="of the three parts: ours (soft) or the report's own (document)",
    )
    parser.add_argument("--json", type=Path, help="also write the ranked rows to this file")
    add_generator_option(parser)
    given = parser.parse_args(words)
    texts, found, rows = tales(), {}, list[dict[str, Any]]()
    try:
        tools = tools_with(given.generator)
        engines = {role: tool for role, tool in tools.items() if role != "generator"}
        for title, text in texts.items():
            items = quiz({title: text}, given.count, tools)
            # The whole tale is the passage, as in the report.
            asked = [one.as_row() | {"passage": text} for one in items]
            if asked:
                ranking = qgauge.rank(asked, FORMULAS[given.formula], tools=engines, progress=False)
                found[title] = list(ranking.ranked)
            else:
                found[title] = []
            print(f"\n### {title}\n", *ranked_table(found[title]), sep="\n", flush=True)
            rows += [{"tale": title} | one.as_json() for one in found[title]]
    except QgaugeError as problem:
        sys.exit(str(problem))
    print("\n### All tales\n", *summary(found, texts), sep="\n")
    if given.json:
        lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in rows)
        given.json.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
