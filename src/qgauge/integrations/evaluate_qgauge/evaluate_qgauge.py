"""A module for Hugging Face `evaluate`, which copies this file and loads the copy.

The name of the configuration is the name of the metric: `evaluate.load(FOLDER, "quality")`.
"""

from collections.abc import Sequence
from math import nan
from typing import Any

import datasets
import evaluate

import qgauge

_DESCRIPTION = "Tells whether generated questions are any good, with the metrics of qgauge."
_INPUTS = """
Args:
    predictions: The generated questions.
    references: One reference question per prediction, or a list of them.
    passages: The passage that each question is about.
    answers: The answer to each question.
    metrics: Names of metrics, instead of the one with which the module was loaded.
    tools, workers: As in `qgauge.score`.
Returns:
    For each metric NAME: its value as NAME (NaN if no question could be scored), the numbers of
    scored and unscored questions as NAME_n and NAME_unscored, and NAME_signature.
"""

_Column = Sequence[Any] | None


class Qgauge(evaluate.Metric):
    """Metrics of qgauge over parallel lists. Only the lists that a metric needs must be given."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        fields = {"references": datasets.Sequence(text), "passages": text, "answers": text}
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation="",
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": text, **fields}),
        )

    def compute(
        self,
        *,
        predictions: _Column = None,
        references: _Column = None,
        passages: _Column = None,
        answers: _Column = None,
        **settings: Any,
    ) -> Any:
        """Score the questions, together with those added before."""
        fields = {"references": references, "passages": passages, "answers": answers}
        return super().compute(predictions=predictions, **fields, **settings)

    def add_batch(
        self,
        *,
        predictions: Sequence[str],
        references: _Column = None,
        passages: _Column = None,
        answers: _Column = None,
    ) -> None:
        """Add questions."""
        # `evaluate` needs every list, full of texts; an empty text is a missing field for qgauge
        missing = [None] * len(predictions)
        super().add_batch(
            predictions=predictions,
            references=[_several(one) for one in (missing if references is None else references)],
            passages=[one or "" for one in (missing if passages is None else passages)],
            answers=[one or "" for one in (missing if answers is None else answers)],
        )

    def add(
        self,
        *,
        prediction: str,
        reference: str | Sequence[str] | None = None,
        passages: str | None = None,
        answers: str | None = None,
    ) -> None:
        """Add one question. `evaluate` gives inputs of its own a singular, and only those."""
        self.add_batch(
            predictions=[prediction],
            references=[reference],
            passages=[passages],
            answers=[answers],
        )

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[Sequence[str]],
        passages: Sequence[str],
        answers: Sequence[str],
        metrics: Sequence[str] | None = None,
        **settings: Any,
    ) -> dict[str, float | str]:
        rows = zip(predictions, references, passages, answers, strict=True)
        examples = [
            qgauge.Example(str(at), question, tuple(several), passage, answer)
            for at, (question, several, passage, answer) in enumerate(rows, start=1)
        ]
        if metrics is None and self.config_name != "default":
            metrics = [self.config_name]
        written: dict[str, float | str] = {}
        for name, result in qgauge.score(examples, metrics, **settings).items():
            summary = result.overall
            if summary.labels is not None:
                raise qgauge.BadSetting(f"{name} gives labels, but a mean needs numbers.")
            written[name] = nan if summary.value is None else summary.value
            written[f"{name}_n"] = summary.n
            written[f"{name}_unscored"] = summary.unscored
            written[f"{name}_signature"] = result.signature
        return written


def _several(references: str | Sequence[str] | None) -> list[str]:
    return [references] if isinstance(references, str) else list(references or ())
