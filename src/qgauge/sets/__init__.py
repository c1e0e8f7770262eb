"""Sets: the quality of many questions together, over the documents they are about.

Duplicates, answers given away, what nobody asks about, balance, questions that ask nothing, and
the best subset.
"""

from typing import TYPE_CHECKING, Any

from qgauge.core.old_names import old_name
from qgauge.sets.choice import best_subset
from qgauge.sets.documents import Concept, Document
from qgauge.sets.duplicates import Pair
from qgauge.sets.leaks import Leak
from qgauge.sets.study import Covered, Question, QuestionSet, SetSettings, judge

__all__ = [
    "Concept",
    "Covered",
    "Document",
    "Leak",
    "Pair",
    "Question",
    "QuestionSet",
    "SetSettings",
    "best_subset",
    "judge",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(__name__, name, {"Settings": "SetSettings"})
