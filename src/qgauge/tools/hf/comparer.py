"""The comparer by a Hugging Face model with one output, such as a port of BLEURT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.core import BadSetting
from qgauge.tools.hf.model import LIBRARIES, HfModel


class HfComparer:
    """Any model that gives a pair of texts one number.

    The reference comes first. Where the two do not fit, the beginning and the end of each are read
    that fill more than half of what the model takes.
    """

    libraries = LIBRARIES

    def __init__(self, asked: str, threads: int = 1) -> None:
        self._asked, self._threads = asked, threads
        self._model = HfModel(asked, threads, "AutoModelForSequenceClassification")
        config = self._model.files.config
        outputs = len(config.get("id2label") or {0: "", 1: ""})
        if outputs != 1:
            raise BadSetting(
                f"'{self._model.files.name}' cannot be used as a comparer: it has {outputs} "
                "outputs, and one number is wanted."
            )

    def __reduce__(self) -> tuple[object, ...]:
        return HfComparer, (self._asked, self._threads)

    @property
    def identity(self) -> str:
        return self._model.identity

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        model = self._model
        different = list(dict.fromkeys(pairs))
        tokens = [self._tokens(*pair) for pair in different]
        rated = {
            pair: float(said["logits"].reshape(()))
            for pair, said in zip(different, model.run(tokens, ["logits"]), strict=True)
        }
        return [rated[pair] for pair in pairs]

    def _tokens(self, reference: str, text: str) -> Any:
        model = self._model
        whole = model.tokens(reference, text)
        if len(whole.ids) <= model.longest:
            return whole
        most = (model.longest - model.signs(pair=True)) // 2 - 1
        return model.tokens(model.shortened(reference, most), model.shortened(text, most))
