"""The rater: could a teacher use a question with its answer?"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from qgauge import models
from qgauge.tools.embedded.pair_model import PairTool, encode
from qgauge.tools.embedded.rounding import rounded_probability
from qgauge.tools.embedded.verifier import Triple, as_pair, looks

FILES = ("reader.onnx", *models.EXTENSIONS["rater"])


class EmbeddedRater(PairTool):
    """The rater model in the package, for English.

    It learned from ratings of generated questions, and reads question, answer and passage as the
    verifier does. Of a long passage, the window that favours the question most decides. Where
    question, answer or passage has no words, the question is not usable.
    """

    @property
    def _session(self) -> models.Session:
        return models.load("rater", threads=self._threads)

    @property
    def identity(self) -> str:
        digest = sha256("".join(map(models.checksum, FILES)).encode()).hexdigest()
        return f"embedded@{digest[:8]}"

    def rate(self, triples: Sequence[Triple]) -> list[float]:
        distinct = dict.fromkeys(triples)
        texts = encode(text for triple in distinct for text in triple)
        seen = (look for triple in distinct for look in looks(triple, texts))
        found = {
            pair: max(_chance(outputs["usable"]) for _, outputs in reads)
            for pair, reads in self._by_pair(seen, ["usable"])
        }
        return [found.get(as_pair(triple), 0.0) for triple in triples]


def _chance(logit: np.ndarray) -> float:
    return rounded_probability(1 / (1 + float(np.exp(-logit.astype(np.float64).reshape(())))))
