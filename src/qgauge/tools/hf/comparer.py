"""Comparer on a Hugging Face regression model, such as a port of BLEURT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.core import BadSetting
from qgauge.tools.hf.model import HfTool


class HfComparer(HfTool):
    """Rates pairs of texts with any model that has one output; the reference is the first text.

    If the pair is too long for the model, the beginning and end of each text are read, up to about
    half of the model's input length.
    """

    head = "AutoModelForSequenceClassification"

    def __init__(self, spec: str, threads: int = 1) -> None:
        super().__init__(spec, threads)
        files = self._model.files
        outputs = len(files.config.get("id2label") or {0: "", 1: ""})
        if outputs != 1:
            raise BadSetting(
                f"'{files.name}' cannot be used as a comparer: it has {outputs} "
                "outputs, but a comparer must have one."
            )

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        tokens = [self._tokens(*pair) for pair in pairs]
        return [float(logits.reshape(())) for logits in self._model.logits(tokens)]

    def _tokens(self, reference: str, text: str) -> Any:
        model = self._model
        whole = model.tokens(reference, text)
        if len(whole.ids) <= model.longest:
            return whole
        most = (model.longest - model.signs(pair=True)) // 2 - 1
        return model.tokens(model.shortened(reference, most), model.shortened(text, most))
