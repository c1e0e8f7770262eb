"""Items: questions tried out on people. Discriminating power, difficulty, and experts' ratings.

Nielsen (2008), section 3.2: judges filter out questions that miss the type or topic asked for, the
others go into tests, and a system is worth the mean discriminating power of its questions.
"""

from qgauge.items.power import (
    FILTERED,
    ItemPower,
    Reliability,
    estimate_json,
    powers,
    reliability,
)
from qgauge.items.responses import Matrix, Responses
from qgauge.items.study import Group, Item, Settings, Study, rated
from qgauge.items.task import Task, filtered, task_of
from qgauge.stats.estimate import Estimate

__all__ = [
    "FILTERED",
    "Estimate",
    "Group",
    "Item",
    "ItemPower",
    "Matrix",
    "Reliability",
    "Responses",
    "Settings",
    "Study",
    "Task",
    "estimate_json",
    "filtered",
    "powers",
    "rated",
    "reliability",
    "task_of",
]
