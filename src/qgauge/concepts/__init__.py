"""Key concepts: which pieces of a document a question should be about, and who finds them.

Nielsen (2008): annotators mark snippets, some become vital, and a system is judged by how much of
the vital ones it covers and how far its own are covered.
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
