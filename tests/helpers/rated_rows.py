"""Synthetic rows with ratings and scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.core import Example, Result, Score, Summary
from qgauge.meta import Block, Judged, MetaReport


def question(words: int, mark: str = "a") -> str:
    return " ".join([mark] * words)


def rows(ratings: Sequence[Any], words: Sequence[int] | None = None, **fields: Any) -> Judged:
    """Return rows with one dimension 'good', each with a different reference."""
    lengths = words or range(1, len(ratings) + 1)
    return Judged.of_rows(
        [
            Example(
                str(at),
                question(length),
                references=(f"about {at}",),
                ratings={} if given is None else {"good": tuple(given)},
                **{name: values[at] for name, values in fields.items()},
            )
            for at, (given, length) in enumerate(zip(ratings, lengths, strict=True))
        ],
        "made up",
    )


def scored(name: str, values: Sequence[float | str | None]) -> Result:
    scores = tuple(
        Score(None, unscored="no words") if value is None else Score(value) for value in values
    )
    return Result(name, f"{name}|v:1", Summary(None, 0, 0, None, {}), {}, scores)


def only_block(found: MetaReport) -> Block:
    (block,) = found.blocks
    return block


FOUR = [[2], [1], [4], [3]]


def systems() -> tuple[Judged, list[float]]:
    """Return rows of five systems on six passages, each of which shifts all scores and ratings."""
    examples, scores = [], []
    for passage in range(6):
        for system, (score, rating) in enumerate(
            zip((1, 2, 3, 4, 5), (2, 1, 3, 5, 4), strict=True)
        ):
            examples.append(
                Example(
                    str(passage),
                    question(1 + (system * passage) % 4),
                    passage=f"passage {passage}",
                    system=f"s{system}",
                    ratings={"good": (rating + passage,)},
                )
            )
            scores.append(float(score + 3 * passage))
    return Judged.of_rows(examples), scores
