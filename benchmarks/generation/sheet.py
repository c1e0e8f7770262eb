"""Write a blind sheet of generated and people's questions, for two raters.

    python -m benchmarks.generation.sheet OUT_FOLDER --people DATA

Ten questions are generated about each of the twenty passages. `OUT_FOLDER/sheet.jsonl` is for the
raters, with `rating_guide.md`; `OUT_FOLDER/key.jsonl` is not. With `--people`, questions that
people wrote about other texts are mixed in; OUT_FOLDER must then stay out of the repository.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import PROJECT
from benchmarks.generation.blind import KEY, SHEET, Row, blind, write_rows
from benchmarks.generation.people import PEOPLE, peoples_rows
from benchmarks.generation.quizzes import (
    FILE,
    FRESH,
    add_generator_option,
    passages,
    quiz,
    tools_with,
)
from qgauge.core import BadInput, QgaugeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qgauge.core import Tools

GENERATED = "generated"
BESIDE = "generated beside people"
"""Source of generated questions about the passages of people's questions."""
SEED = 26


def generated_rows(count: int, tools: Tools, file: Path = FILE) -> list[Row]:
    """Generate questions about the twenty passages of a file."""
    rows = []
    for text in passages(file):
        items = quiz({text.id: text.passage}, count, tools)
        if len(items) < count:
            print(f"{text.id}: {len(items)} of {count} questions", file=sys.stderr)
        rows += [
            Row(GENERATED, text.domain, text.id, text.passage, one.question, one.answer)
            for one in items
        ]
    return rows


def rows_beside(people: Sequence[Row], count: int, tools: Tools) -> list[Row]:
    """Generate questions about the passages of people's questions."""
    rows = []
    for passage, about in {row.passage: row for row in people}.items():
        rows += [
            Row(BESIDE, about.domain, about.document, passage, one.question, one.answer)
            for one in quiz({about.document: passage}, count, tools)
        ]
    return rows


def check_folder(folder: Path) -> None:
    """Refuse a folder in the repository: people's texts may not enter it."""
    if folder.resolve().is_relative_to(PROJECT):
        raise BadInput(f"{folder} is in the repository. Choose a folder outside it for --people.")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10, help="questions per passage (10)")
    parser.add_argument(
        "--people", type=Path, help="folder of the data sets; mixes in people's questions"
    )
    parser.add_argument("--people-count", type=int, default=60, help="how many (60)")
    parser.add_argument(
        "--beside",
        type=int,
        default=0,
        help="also generate so many questions about each of people's passages (0)",
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="use the passages that were written when the rules and limits were finished",
    )
    add_generator_option(parser)
    given = parser.parse_args(words)
    try:
        if given.people:
            check_folder(given.folder)
        tools = tools_with(given.generator)
        rows = generated_rows(given.count, tools, FRESH if given.fresh else FILE)
        if given.people:
            people = peoples_rows(given.people, given.people_count, given.seed)
            rows += people
            if given.beside:
                rows += rows_beside(people, given.beside, tools)
    except QgaugeError as problem:
        sys.exit(str(problem))
    sheet, key = blind(rows, given.seed)
    given.folder.mkdir(parents=True, exist_ok=True)
    write_rows(given.folder / SHEET, sheet)
    write_rows(given.folder / KEY, key)
    counts = Counter(row.source for row in rows)
    told = ", ".join(f"{counts[one]} {one}" for one in (GENERATED, PEOPLE, BESIDE) if counts[one])
    print(f"{given.folder / SHEET}: {len(rows)} questions ({told})")


if __name__ == "__main__":
    main()
