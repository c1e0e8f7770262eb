"""A check that the answers of a scene are found as whole words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from training.scenes.scene import Scene


def whole(scene: Scene) -> bool:
    """Say whether the first place of every answer is not inside a longer word or number."""
    for asked in scene.questions:
        if asked.answer is None:
            continue
        start = scene.text.index(asked.after) + len(asked.after)
        at = scene.text.index(asked.answer, start)
        around = scene.text[max(at - 1, 0) : at], scene.text[at + len(asked.answer) :][:2]
        if re.match(r"\w", around[0]) or re.match(r"\w|[,.:]\d", around[1]):
            return False
    return bool(scene.questions) and len(scene.statements) > 1


def clean(make: Callable[[random.Random], Scene], rng: random.Random) -> Scene:
    """Make scenes until one passes."""
    while True:
        scene = make(rng)
        if whole(scene):
            return scene
