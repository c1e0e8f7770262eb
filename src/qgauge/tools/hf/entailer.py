"""The entailer by a Hugging Face model for natural language inference."""

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
"""What models call the classes, without spaces and signs. Of two classes, "not entailment" says
nothing about contradiction: it counts as neutral."""


class HfEntailer(HfTool):
    """Any model that classifies pairs of texts and says in its config which class is which.

    A premise that does not fit is judged in windows of whole sentences, as the embedded entailer
    does it, and the window furthest from neutral decides. Of a hypothesis that would fill more than
    half of what the model takes, the beginning and the end are read.
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
        """Parts of the premise, by their places in it, each with what is read beside it."""
        model = self._model
        shortened = model.shortened(hypothesis, model.longest // 2)
        words = len(model.tokens(shortened, signs=False).ids)
        places = np.array(model.tokens(premise, signs=False).offsets, np.int32).reshape(-1, 2)
        if not words or not len(places):
            return
        # a part may begin with a token more than it had within the whole
        room = model.longest - words - model.signs(pair=True) - 1
        for first, last in windows(premise, places, room):
            yield int(places[first, 0]), int(places[last - 1, 1]), shortened

    def _judged(self, logits: Array, start: int, end: int) -> Entailment:
        chances = dict.fromkeys(["entailment", "neutral", "contradiction"], 0.0)
        for meaning, chance in zip(self._classes, softmax(logits), strict=True):
            chances[meaning] += chance
        return Entailment(**chances, start=start, end=end)


def _classes(name: str, labels: Sequence[str]) -> list[str]:
    """What each output of the model means, by its names."""
    plain = ["".join(filter(str.isalnum, label.lower())) for label in labels]
    known = [_MEANING.get(label, "") for label in plain]
    if "" in known or len(set(known)) != len(known) or known.count("entailment") != 1:
        raise BadSetting(
            f"'{name}' cannot be used as an entailer: its classes are {', '.join(labels)}, and "
            "they should be entailment, neutral and contradiction, or entailment and "
            "not_entailment. If they mean that, name them so in id2label of its config.json."
        )
    return known
