"""Judge a set of questions as a whole, together with the documents they are about.

Finds duplicates, answer leaks, content that no question covers, imbalance, generic and copied
questions, and the best subset.
"""

from typing import TYPE_CHECKING, Any

from qgauge.core.old_names import old_name
from qgauge.sets.choice import best_subset
from qgauge.sets.documents import Concept, Document
from qgauge.sets.duplicates import Pair
from qgauge.sets.judging import Covered, JudgedQuestion, QuestionSet, SetSettings, judge
from qgauge.sets.leaks import Leak

__all__ = [
    "Concept",
    "Covered",
    "Document",
    "JudgedQuestion",
    "Leak",
    "Pair",
    "QuestionSet",
    "SetSettings",
    "best_subset",
    "judge",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(__name__, name, {"Settings": "SetSettings", "Question": "JudgedQuestion"})
