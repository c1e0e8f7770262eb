"""The encoder by a Hugging Face model: any of its layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.core import BadSetting
from qgauge.tools.hf.model import LIBRARIES, HfModel
from qgauge.tools.roles import Encoding

_USUAL = {
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "bert-base-multilingual-cased": 9,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
    "distilbert-base-uncased": 5,
    "distilroberta-base": 5,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
    "albert-base-v2": 9,
    "deberta-base": 9,
    "deberta-base-mnli": 9,
    "deberta-large": 16,
    "deberta-large-mnli": 18,
    "deberta-xlarge-mnli": 40,
    "deberta-v3-base": 9,
    "deberta-v3-large": 12,
}
"""The layers that the package bert-score takes, chosen there on ratings of translations."""


class HfEncoder:
    """Any model, without its head. Of a text too long for it, the beginning is read."""

    libraries = LIBRARIES

    def __init__(self, asked: str, threads: int = 1) -> None:
        self._asked, self._threads = asked, threads
        self._model = HfModel(asked, threads, "AutoModel")

    def __reduce__(self) -> tuple[object, ...]:
        return HfEncoder, (self._asked, self._threads)

    @property
    def identity(self) -> str:
        return self._model.identity

    @property
    def usual_layer(self) -> int:
        return min(
            _USUAL.get(self._model.files.name.rpartition("/")[2], self._layers), self._layers
        )

    @property
    def _layers(self) -> int:
        config = self._model.files.config
        for name in ("num_hidden_layers", "n_layers", "n_layer", "num_layers"):
            if isinstance(config.get(name), int):
                return int(config[name])
        raise BadSetting(f"'{self._model.files.name}' does not say how many layers it has.")

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [tuple(self._tokens(text).tokens) for text in texts]

    def encode(self, texts: Sequence[str], layer: int) -> list[Encoding]:
        if not 0 <= layer <= self._layers:
            raise BadSetting(f"'{self._model.files.name}' has layers 0 to {self._layers}.")
        different = list(dict.fromkeys(texts))
        tokens = [self._tokens(text) for text in different]
        found = {
            text: Encoding(
                tuple(read.tokens),
                said[f"layer {layer}"],
                tuple(map(bool, read.special_tokens_mask)),
            )
            for text, read, said in zip(
                different, tokens, self._model.run(tokens, [f"layer {layer}"]), strict=True
            )
        }
        return [found[text] for text in texts]

    def _tokens(self, text: str) -> Any:
        plain = text.strip()
        if self._model.begins_with_space:
            plain = f" {plain}"
        (first, *_) = self._model.parts(plain, self._model.longest, 0)
        return first
