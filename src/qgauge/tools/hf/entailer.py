"""Inference model on a Hugging Face model for natural language inference (NLI)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from qgauge.core import BadSetting
from qgauge.tools.embedded.entailer import windows
from qgauge.tools.hf.model import Array, HfTool, softmax
from qgauge.tools.roles import Entailment

_MEANING: Mapping[str, str] = {
    **dict.fromkeys(["entailment", "entail", "entails", "supports", "supported"], "entailment"),
    **dict.fromkeys(["neutral", "notenoughinfo", "undetermined", "unknown"], "neutral"),
    **dict.fromkeys(["contradiction", "contradicts", "refutes", "refuted"], "contradiction"),
    **dict.fromkeys(["notentailment", "nonentailment", "notentailed"], "neutral"),
}
"""Class names of NLI models, in lower case and without punctuation.

"Not entailment" of two-class models counts as neutral, because it does not imply contradiction.
"""


class HfEntailer(HfTool):
    """Judges pairs with any NLI model whose config names the classes.

    A long premise is split into windows of whole sentences, as in the embedded engine, and the
    least neutral window decides. If a hypothesis would fill more than half of the model's input,
    its beginning and end are read.
    """

    head = "AutoModelForSequenceClassification"

    def __init__(self, spec: str, threads: int = 1) -> None:
        super().__init__(spec, threads)
        self._classes = _classes(self._model.files.name, self._model.files.labels())

    @property
    def identity(self) -> str:
        return super().identity + ("" if "contradiction" in self._classes else ",classes=2")

    def entail(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        looks = [
            (pair, *window) for pair in dict.fromkeys(pairs) for window in self._windows(*pair)
        ]
        tokens = [
            self._model.tokens(premise[start:end], hypothesis)
            for (premise, _), start, end, hypothesis in looks
        ]
        judged: dict[tuple[str, str], list[Entailment]] = {}
        for (pair, start, end, _), logits in zip(looks, self._model.logits(tokens), strict=True):
            judged.setdefault(pair, []).append(self._judged(logits, start, end))
        nothing = [Entailment(0.0, 1.0, 0.0)]
        return [min(judged.get(pair, nothing), key=lambda window: window.neutral) for pair in pairs]

    def _windows(self, premise: str, hypothesis: str) -> Iterator[tuple[int, int, str]]:
        """Yield the offsets of each window of the premise, and the (shortened) hypothesis."""
        model = self._model
        shortened = model.shortened(hypothesis, model.longest // 2)
        words = len(model.tokens(shortened, signs=False).ids)
        places = np.array(model.tokens(premise, signs=False).offsets, np.int32).reshape(-1, 2)
        if not words or not len(places):
            return
        # a window on its own may have one more token at its start than within the premise
        room = model.longest - words - model.signs(pair=True) - 1
        for first, last in windows(premise, places, room):
            yield int(places[first, 0]), int(places[last - 1, 1]), shortened

    def _judged(self, logits: Array, start: int, end: int) -> Entailment:
        chances = dict.fromkeys(["entailment", "neutral", "contradiction"], 0.0)
        for meaning, chance in zip(self._classes, softmax(logits), strict=True):
            chances[meaning] += chance
        return Entailment(**chances, start=start, end=end)


def _classes(name: str, labels: Sequence[str]) -> list[str]:
    """Return "entailment", "neutral" or "contradiction" for each output of the model."""
    plain = ["".join(filter(str.isalnum, label.lower())) for label in labels]
    known = [_MEANING.get(label, "") for label in plain]
    if "" in known or len(set(known)) != len(known) or known.count("entailment") != 1:
        raise BadSetting(
            f"'{name}' cannot be used as an inference model: its classes are {', '.join(labels)}, "
            "but must be entailment, neutral and contradiction, or entailment and "
            "not_entailment. If only the names differ, change id2label in its config.json."
        )
    return known
