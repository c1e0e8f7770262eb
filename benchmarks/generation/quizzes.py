"""Quizzes about texts for the benchmarks: the twenty passages, and one call of the generator."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import qgauge
from benchmarks import PROJECT
from qgauge.tools.registry import open_tools

if TYPE_CHECKING:
    from qgauge.core import Tools
    from qgauge.generation.quiz_item import QuizItem

FILE = PROJECT / "benchmarks" / "generation" / "passages.jsonl"
FRESH = FILE.with_name("fresh_passages.jsonl")
"""Twenty more, written when the rules and limits were finished."""
DOMAINS = ("tale", "encyclopedia", "science", "news", "howto")


@dataclass(frozen=True, slots=True)
class Text:
    """A passage to ask questions about."""

    id: str
    domain: str
    passage: str


def passages(file: Path = FILE) -> list[Text]:
    """Return twenty passages, four of each domain. No model was trained on them.

    The rules of the embedded generator were written with a look at its questions about `FILE`.
    """
    return [Text(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def add_generator_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--generator", default="embedded", help="engine of the generator")


def tools_with(generator: str) -> dict[str, Any]:
    """Open the tools of a quiz without a cache, so that every run computes everything."""
    from qgauge.generation.quiz_settings import ROLES

    return open_tools(ROLES, {"generator": generator}, cache=None)


def quiz(documents: Mapping[str, str], count: int, tools: Tools) -> list[QuizItem]:
    """Return `count` questions about each text, or fewer, best first.

    Args:
        documents: The texts by name.
        count: The number of questions per text.
        tools: The tools, from `tools_with`.
    """
    rows = [{"id": name, "text": text} for name, text in documents.items()]
    return list(qgauge.generate(rows, count, tools=tools).items)
