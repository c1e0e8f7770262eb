"""Search for the likeliest questions, piece by piece: with beams, or by sampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from qgauge.models.question_writer import QuestionWriter, Source

CLS, SEP = 101, 102
MOST_PIECES = 40
"""Maximum length of a question in word pieces."""
FEWEST_PIECES = 4
TOP_SHARE = 0.9
"""Sampling draws from the likeliest pieces that have this probability together."""
TEMPERATURE = 0.9

Logs = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Written:
    """A finished question."""

    pieces: tuple[int, ...]
    score: float
    """Mean log-probability of its pieces and its end."""


def beam_search(writer: QuestionWriter, source: Source, beams: int) -> list[Written]:
    """Return up to `beams` of the likeliest questions, by mean log-probability.

    Args:
        writer: The loaded model.
        source: The source.
        beams: Number of beams.

    Returns:
        The questions, the likeliest first.
    """
    lines: list[tuple[int, ...]] = [()]
    sums = np.zeros(1)
    past = writer.start(beams)
    done: list[Written] = []
    for length in range(1, MOST_PIECES + 1):
        last = [line[-1] if line else CLS for line in lines]
        # always the same number of rows: the last bits depend on it
        rows = np.array(last + [CLS] * (beams - len(last)), np.int64)
        step = writer.step(source, rows, past)
        chances = _allowed(step.chances[: len(lines)], lines)
        totals = sums[:, None] + chances
        ended = totals[:, SEP] / length
        done += [Written(line, float(score)) for line, score in zip(lines, ended, strict=True)]
        done = sorted((one for one in done if one.score > -1e3), key=lambda one: -one.score)
        done = done[:beams]
        totals[:, SEP] = -np.inf
        order = _best(totals, beams)
        lines = [(*lines[row], piece) for row, piece in order]
        sums = np.array([totals[row, piece] for row, piece in order])
        best_left = sums.max() / (length + 1)
        if len(done) == beams and best_left < done[-1].score:
            break
        parents = [row for row, _ in order]
        past = step.past[:, parents + [0] * (beams - len(parents))]
    return done


def sample(
    writer: QuestionWriter, source: Source, count: int, chance: np.random.Generator
) -> list[Written]:
    """Return `count` questions drawn at random from the model, possibly with repeats."""
    lines: list[tuple[int, ...]] = [()] * count
    sums, ends = np.zeros(count), [0] * count
    past, rows = writer.start(count), np.full(count, CLS, np.int64)
    for length in range(1, MOST_PIECES + 1):
        step = writer.step(source, rows, past)
        allowed = _allowed(step.chances, lines)
        drawn = [_draw(each, chance) for each in allowed]
        for at, piece in enumerate(drawn):
            if not ends[at]:
                sums[at] += allowed[at, piece]
                if piece == SEP:
                    ends[at] = length
                else:
                    lines[at] = (*lines[at], piece)
        if all(ends):
            break
        rows, past = np.array(drawn, np.int64), step.past
    return [
        Written(line, float(total / end))
        for line, total, end in zip(lines, sums, ends, strict=True)
        if end and line
    ]


def _allowed(chances: Logs, lines: Sequence[tuple[int, ...]]) -> Logs:
    """Return the log-probabilities without early ends and repeated runs of three pieces."""
    kept = chances.copy()
    kept[:, :CLS] = -np.inf  # unused and padding
    kept[:, CLS] = -np.inf
    for row, line in enumerate(lines):
        if len(line) < FEWEST_PIECES:
            kept[row, SEP] = -1e4
        if len(line) >= 2:
            for at in range(len(line) - 2):
                if line[at : at + 2] == line[-2:]:
                    kept[row, line[at + 2]] = -np.inf
    return kept


def _best(totals: Logs, beams: int) -> list[tuple[int, int]]:
    """Return the best (row, piece) pairs; ties go to the lower row and piece."""
    flat = totals.ravel()
    few = np.argpartition(-flat, beams)[:beams] if flat.size > beams else np.arange(flat.size)
    edge = flat[few].min()
    near = np.flatnonzero(flat >= edge)
    order = near[np.argsort(-flat[near], kind="stable")][:beams]
    return [(int(at) // totals.shape[1], int(at) % totals.shape[1]) for at in order]


def _draw(logs: Logs, chance: np.random.Generator) -> int:
    order = np.argsort(-logs, kind="stable")[:200]
    weights = np.exp(logs[order] / TEMPERATURE)
    weights /= weights.sum()
    most = int(np.searchsorted(np.cumsum(weights), TOP_SHARE)) + 1
    weights = weights[:most] / weights[:most].sum()
    at = min(int(np.searchsorted(np.cumsum(weights), chance.random())), most - 1)
    return int(order[at])
