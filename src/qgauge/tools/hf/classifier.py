"""Classifier on a Hugging Face sequence classification model."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.tools.hf.model import HfTool, softmax
from qgauge.tools.question_classes import CLASSES
from qgauge.tools.roles import Label

_KNOWN = {name.lower(): name for name in CLASSES}


class HfClassifier(HfTool):
    """Classifies questions with any sequence classification model; keeps its class names.

    Spelling variants of the classes of Li and Roth (`hum:ind`, `HUM_ind`) are normalised. If a text
    is too long for the model, its beginning and end are read.
    """

    head = "AutoModelForSequenceClassification"

    def __init__(self, spec: str, threads: int = 1) -> None:
        super().__init__(spec, threads)
        labels = self._model.files.labels()
        self._names = [_KNOWN.get(name.lower().replace("_", ":", 1), name) for name in labels]

    def classify(self, texts: Sequence[str]) -> list[Label]:
        model = self._model
        most = model.longest - model.signs(pair=False) - 1
        tokens = [model.tokens(model.shortened(text, most)) for text in texts]
        labels = []
        for logits in model.logits(tokens):
            chances = softmax(logits)
            best = self._names[chances.index(max(chances))]
            labels.append(Label(best, dict(zip(self._names, chances, strict=True))))
        return labels
