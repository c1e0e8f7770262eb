"""Encoder on any layer of a Hugging Face model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qgauge.core import BadSetting
from qgauge.tools.hf.model import HfTool
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
"""Default layers of the bert-score package, which tuned them on human ratings of translations."""


class HfEncoder(HfTool):
    """Encodes texts with any model, without its head; longer texts are truncated."""

    head = "AutoModel"

    @property
    def usual_layer(self) -> int:
        """The default layer of the bert-score package if it has one, else the last layer."""
        name = self._model.files.name.rpartition("/")[2]
        return min(_USUAL.get(name, self._layers), self._layers)

    @property
    def _layers(self) -> int:
        config = self._model.files.config
        for name in ("num_hidden_layers", "n_layers", "n_layer", "num_layers"):
            if isinstance(config.get(name), int):
                return int(config[name])
        raise BadSetting(
            f"'{self._model.files.name}' cannot be used as an encoder: its config.json does not "
            "give the number of layers (num_hidden_layers)."
        )

    def pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [tuple(self._tokens(text).tokens) for text in texts]

    def encode(self, texts: Sequence[str], layer: int) -> list[Encoding]:
        if not 0 <= layer <= self._layers:
            raise BadSetting(
                f"'{self._model.files.name}' has layers 0 to {self._layers}, not {layer}."
            )
        distinct = list(dict.fromkeys(texts))
        tokens = [self._tokens(text) for text in distinct]
        name = f"layer {layer}"
        found = self._model.run(tokens, [name])
        encodings = {
            text: Encoding(
                tuple(read.tokens), outputs[name], tuple(map(bool, read.special_tokens_mask))
            )
            for text, read, outputs in zip(distinct, tokens, found, strict=True)
        }
        return [encodings[text] for text in texts]

    def _tokens(self, text: str) -> Any:
        space = " " if self._model.begins_with_space else ""
        longest = self._model.longest
        return self._model.windows(space + text.strip(), longest=longest, overlap=0)[0]
