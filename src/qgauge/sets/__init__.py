"""Sets: the quality of many questions together, over the documents they are about.

Duplicates, answers given away, what nobody asks about, balance, questions that ask nothing, and
the best subset.
"""

from qgauge.sets.choice import best_subset
from qgauge.sets.documents import Concept, Document
from qgauge.sets.duplicates import Pair
from qgauge.sets.leaks import Leak
from qgauge.sets.study import Covered, Question, QuestionSet, Settings, judge

__all__ = [
    "Concept",
    "Covered",
    "Document",
    "Leak",
    "Pair",
    "Question",
    "QuestionSet",
    "Settings",
    "best_subset",
    "judge",
]
