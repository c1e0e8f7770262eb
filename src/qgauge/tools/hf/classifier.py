"""The classifier by a Hugging Face model for sequence classification."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.tools.hf.model import LIBRARIES, HfModel, softmax
from qgauge.tools.question_classes import CLASSES
from qgauge.tools.roles import Label

_KNOWN = {name.lower(): name for name in CLASSES}


class HfClassifier:
    """Any model that classifies texts; its classes keep their names.

    Those of Li and Roth are recognised however they are written (`hum:ind`, `HUM_ind`). Of a text
    that is too long for the model, the beginning and the end are read.
    """

    libraries = LIBRARIES

    def __init__(self, asked: str, threads: int = 1) -> None:
        self._asked, self._threads = asked, threads
        self._model = HfModel(asked, threads, "AutoModelForSequenceClassification")
        self._names = [
            _KNOWN.get(name.lower().replace("_", ":", 1), name)
            for name in self._model.files.labels()
        ]

    def __reduce__(self) -> tuple[object, ...]:
        return HfClassifier, (self._asked, self._threads)

    @property
    def identity(self) -> str:
        return self._model.identity

    def classify(self, texts: Sequence[str]) -> list[Label]:
        model = self._model
        different = list(dict.fromkeys(texts))
        most = model.longest - model.signs(pair=False) - 1
        tokens = [model.tokens(model.shortened(text, most)) for text in different]
        labels = {}
        for text, said in zip(different, model.run(tokens, ["logits"]), strict=True):
            chances = softmax(said["logits"])
            best = max(range(len(chances)), key=chances.__getitem__)
            labels[text] = Label(self._names[best], dict(zip(self._names, chances, strict=True)))
        return [labels[text] for text in texts]
