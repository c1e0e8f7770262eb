"""Read the key concepts that people marked in documents."""

from __future__ import annotations

from qgauge.concepts import ConceptSettings, Lexicon, adjudicate
from qgauge.concepts.document_files import DocumentFiles
from qgauge.sets.documents import Concept
from qgauge.sets.words import words_of


def key_concepts(file: str) -> dict[str, list[Concept]]:
    """Return the vital concepts of each document, by its text."""
    settings = ConceptSettings()
    found: dict[str, list[Concept]] = {}
    with DocumentFiles([file]) as files:
        for document in files.documents():
            gold = adjudicate(document, Lexicon(document.text, settings.compare), settings)
            faces = [concept.face.text(document.text) for concept in gold.vital]
            found[document.text] = [Concept(text, words_of(text).stems, 0) for text in faces]
    return found
