"""Score systems that find the key concepts of a document, which questions should be about.

After Nielsen (2008): annotators mark snippets, adjudication makes some of them vital, and a system
is scored by its recall of the vital snippets and the precision of its own snippets.
"""

from typing import TYPE_CHECKING, Any

from qgauge.concepts.adjudication import Concept, ConceptSettings, Gold, adjudicate
from qgauge.concepts.documents import Collection, Document, Snippet, document
from qgauge.concepts.report import ConceptReport, JudgedDocument, judge_document
from qgauge.concepts.scoring import Judgement, Measures, judge
from qgauge.concepts.words import Lexicon
from qgauge.core.old_names import old_name

__all__ = [
    "Collection",
    "Concept",
    "ConceptReport",
    "ConceptSettings",
    "Document",
    "Gold",
    "JudgedDocument",
    "Judgement",
    "Lexicon",
    "Measures",
    "Snippet",
    "adjudicate",
    "document",
    "judge",
    "judge_document",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        return old_name(
            __name__,
            name,
            {"Judged": "JudgedDocument", "Settings": "ConceptSettings", "Study": "ConceptReport"},
        )
