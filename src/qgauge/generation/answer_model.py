"""The model that scores candidate answers: the chance that people ask about them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from qgauge.models.additive import Additive
from qgauge.models.files import FOLDER
from qgauge.models.json_models import load_json

FILE = "answer_finder.json"
FORMAT = 1


class AnswerModel:
    """Additive log-odds, one readable curve per feature."""

    def __init__(self, odds: Additive) -> None:
        self.odds = odds

    def chance(self, features: Mapping[str, float]) -> float:
        """Return the chance that people ask about a span with these features.

        Args:
            features: The features by name; unknown ones are ignored.

        Returns:
            The chance, from 0 to 1.

        Examples:
            >>> AnswerModel(Additive(0.0, {})).chance({"words": 3.0})
            0.5
        """
        odds = max(-30.0, min(30.0, self.odds.predict(features)))
        return 1 / (1 + math.exp(-odds))


@cache
def answer_model(folder: Path = FOLDER) -> AnswerModel:
    """Return the shipped model.

    Raises:
        BadModel: The file is missing or damaged, or has another format.
    """

    def build(found: dict[str, Any]) -> AnswerModel:
        return AnswerModel(Additive.of_json(found["odds"]))

    return load_json(FILE, FORMAT, build, folder)
