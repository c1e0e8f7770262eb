"""Training records from the scenes of training/scenes, alone or within a longer passage."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from training.reader.records import Book
from training.scenes.scene import Asked, Scene

FOLDER = Path(__file__).parents[1] / "scenes"
NOT_SCENES = ("scene", "words")
SCENES = 1_000
"""Number of scenes per module."""
LONGEST = 1_200
"""A passage of more characters gets no more text around it."""


def makers() -> dict[str, Callable[[random.Random], Scene]]:
    """Return the function that makes scenes, for each module."""
    names = sorted(file.stem for file in FOLDER.glob("[a-z]*.py") if file.stem not in NOT_SCENES)
    return {name: importlib.import_module(f"training.scenes.{name}").make for name in names}


def framed(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Return the text, in some cases with other texts before and after it."""
    chance = rng.random()
    if chance < 0.6 or len(text) > LONGEST:
        return text
    before = rng.choice(others) if chance < 0.85 else ""
    after = rng.choice(others) if chance > 0.75 else ""
    return " ".join(part for part in (before, text, after) if part)


def add_scenes(book: Book, others: Sequence[str], rng: random.Random) -> None:
    """Add the records; all of them are for training.

    Args:
        book: Where to add them.
        others: Texts that may stand before or after a scene.
        rng: Source of randomness.
    """
    for name, make in makers().items():
        made = {scene.text: scene for scene in (make(rng) for _ in range(SCENES))}
        for scene in made.values():
            passage = framed(scene.text, others, rng)
            add_statements(book, name, scene, passage, rng)
            for asked in rng.sample(scene.questions, min(2, len(scene.questions))):
                add_question(book, name, asked, passage, passage.index(scene.text), rng)


def add_statements(book: Book, name: str, scene: Scene, passage: str, rng: random.Random) -> None:
    """Add up to two statements about a scene."""
    for text, label in rng.sample(scene.statements, min(2, len(scene.statements))):
        book.add(
            task="nli",
            split="train",
            source="scenes",
            how=name,
            premise=passage,
            hypothesis=text,
            label=label,
        )


def add_question(
    book: Book, name: str, asked: Asked, passage: str, begin: int, rng: random.Random
) -> None:
    """Add a question for the reader, and its answers for the verifier."""
    start = -1
    if asked.answer is not None:
        start = passage.index(asked.answer, passage.index(asked.after, begin) + len(asked.after))
    if asked.answer is not None or not asked.answerable:
        book.add(
            task="qa",
            split="train",
            source="scenes",
            how=name,
            passage=book.passage(passage),
            question=asked.text,
            start=start,
            answer=asked.answer or "",
            answers=[asked.answer] if asked.answer else [],
        )
    right = [asked.answer] if asked.answer else []
    right += rng.sample(asked.right, min(2 - len(right), len(asked.right)))
    wrong = rng.sample(asked.wrong, min(max(1, len(right)), len(asked.wrong)))
    for answer, truth in [(one, True) for one in right] + [(one, False) for one in wrong]:
        book.add(
            task="verify",
            split="train",
            source="scenes",
            passage=book.passage(passage),
            question=asked.text,
            answer=answer,
            right=truth,
            how=name,
            start=start if truth else -1,
            size=len(asked.answer or "") if truth else 0,
        )
