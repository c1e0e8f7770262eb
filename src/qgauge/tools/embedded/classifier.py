"""Embedded classifier of questions."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.tools.embedded.linguist import LinguistTool
from qgauge.tools.embedded.rounding import rounded_shares, softmax
from qgauge.tools.roles import Label


class EmbeddedClassifier(LinguistTool):
    """Classifies questions into the 50 classes of Li and Roth (2002), such as `LOC:city`."""

    def classify(self, texts: Sequence[str]) -> list[Label]:
        names = self._linguist.labels["trec"]
        labels = []
        for outputs in self._linguist.whole(texts, ["trec"]):
            scores = outputs["trec"]
            shares = rounded_shares(softmax(scores).tolist())
            labels.append(Label(names[int(scores.argmax())], dict(zip(names, shares, strict=True))))
        return labels
