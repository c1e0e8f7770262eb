"""Key concepts: which pieces of a document a question should be about, and who finds them.

Nielsen (2008): annotators mark snippets, some become vital, and a system is judged by how much of
the vital ones it covers and how far its own are covered.
"""

from qgauge.concepts.adjudication import Concept, Gold, Settings, adjudicate
from qgauge.concepts.documents import Collection, Document, Snippet, document
from qgauge.concepts.scoring import Judgement, Measures, judge
from qgauge.concepts.study import Judged, Study, judge_document
from qgauge.concepts.words import Lexicon

__all__ = [
    "Collection",
    "Concept",
    "Document",
    "Gold",
    "Judged",
    "Judgement",
    "Lexicon",
    "Measures",
    "Settings",
    "Snippet",
    "Study",
    "adjudicate",
    "document",
    "judge",
    "judge_document",
]
