"""Item analysis of questions tested on people: discriminating power, difficulty, expert ratings.

After Nielsen (2008), section 3.2: judges filter out questions of the wrong type or topic, the
others are used in tests, and a system's score is the mean discriminating power of its questions.
"""

from typing import TYPE_CHECKING, Any

from qgauge.core.old_names import old_name
from qgauge.items.analysis import Group, Item, ItemAnalysis, ItemSettings, mean_rating
from qgauge.items.key import AnswerKey
from qgauge.items.option_use import OptionUse, option_uses
from qgauge.items.power import (
    FILTERED,
    ItemPower,
    Reliability,
    estimate_json,
    powers,
    reliability,
)
from qgauge.items.responses import Matrix, Responses
from qgauge.items.task import Task, filtered, task_of
from qgauge.stats.estimate import Estimate

__all__ = [
    "FILTERED",
    "AnswerKey",
    "Estimate",
    "Group",
    "Item",
    "ItemAnalysis",
    "ItemPower",
    "ItemSettings",
    "Matrix",
    "OptionUse",
    "Reliability",
    "Responses",
    "Task",
    "estimate_json",
    "filtered",
    "mean_rating",
    "option_uses",
    "powers",
    "reliability",
    "task_of",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(
            __name__,
            name,
            {"Settings": "ItemSettings", "Study": "ItemAnalysis", "rated": "mean_rating"},
        )
