"""The registry of metrics. A metric's module is imported when the metric is first used."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from qgauge import plugins
from qgauge.core import BadInput, BadSetting, Example
from qgauge.core.example import columns_there
from qgauge.core.suggestions import did_you_mean
from qgauge.metrics.metric import Metric

TABLE: dict[str, tuple[str, str]] = {
    "bleu1": ("metrics.bleu", "Bleu1"),
    "bleu2": ("metrics.bleu", "Bleu2"),
    "bleu3": ("metrics.bleu", "Bleu3"),
    "bleu4": ("metrics.bleu", "Bleu4"),
    "rouge_l": ("metrics.rouge", "RougeL"),
    "meteor": ("metrics.meteor", "Meteor"),
    "nist": ("metrics.nist", "Nist"),
    "chrf": ("metrics.sacre", "Chrf"),
    "sacrebleu": ("metrics.sacre", "Sacrebleu"),
    "answerability": ("metrics.answerability", "Answerability"),
    "q_bleu1": ("metrics.qmetric", "QBleu1"),
    "q_bleu2": ("metrics.qmetric", "QBleu2"),
    "q_bleu3": ("metrics.qmetric", "QBleu3"),
    "q_bleu4": ("metrics.qmetric", "QBleu4"),
    "q_rouge_l": ("metrics.qmetric", "QRougeL"),
    "q_meteor": ("metrics.qmetric", "QMeteor"),
    "q_nist": ("metrics.qmetric", "QNist"),
    "qsts": ("metrics.qsts", "Qsts"),
    "qsts_passage": ("metrics.qsts_passage", "QstsPassage"),
    "facet_f": ("metrics.facet_f", "FacetF"),
    "bigram_f": ("metrics.facet_f", "BigramF"),
    "learned_reference": ("metrics.learned_reference", "LearnedReference"),
    "judge": ("metrics.judge", "Judge"),
    "bertscore": ("metrics.bertscore", "Bertscore"),
    "bleurt": ("metrics.bleurt", "Bleurt"),
    "grammar": ("metrics.grammar", "Grammar"),
    "answering": ("metrics.answering", "Answering"),
    "inference": ("metrics.inference", "Inference"),
    "quality": ("metrics.quality", "Quality"),
    "dimensions": ("metrics.dimensions", "Dimensions"),
    "qud_language": ("qud.criteria.language", "QudLanguage"),
    "qud_compatibility": ("qud.criteria.compatibility", "QudCompatibility"),
    "qud_givenness": ("qud.criteria.givenness", "QudGivenness"),
    "qud_relevance": ("qud.criteria.relevance", "QudRelevance"),
}
"""Each metric's name, with the module (relative to `qgauge`) and the class that implement it."""

DEFAULT_WITH_REFERENCES = ("bleu4", "rouge_l", "meteor", "q_bleu1")
"""Default metrics for rows with references."""
DEFAULT_WITHOUT = ("quality",)
"""Default metrics for rows with a passage and an answer but no references."""


def metric_class(name: str) -> type[Metric]:
    """Return the class of a metric, built in or from a plug-in.

    Args:
        name: Name of the metric, without settings.

    Returns:
        The metric class.

    Raises:
        BadSetting: There is no such metric.
        BadPlugin: The metric comes from a plug-in that cannot be used.

    Examples:
        >>> metric_class("bleu4").__name__
        'Bleu4'
    """
    if name not in TABLE:
        others = plugins.found("metric")
        if name in others:
            return _of_plugin(others[name])
        hint = did_you_mean(name.lower().replace("-", "_"), [*TABLE, *others])
        raise BadSetting(f"There is no metric '{name}'.{hint} `qgauge list` shows them all.")
    module, cls = TABLE[name]
    found: type[Metric] = getattr(import_module(f"qgauge.{module}"), cls)
    return found


def default_metrics(first: Sequence[Example]) -> Sequence[str]:
    """Return the metrics to use if none is given, depending on the fields of the first rows.

    Args:
        first: The first examples of the input.

    Returns:
        Names of metrics.

    Raises:
        BadInput: The rows have neither references nor both a passage and an answer.
    """
    if not first or any(example.references for example in first):
        return DEFAULT_WITH_REFERENCES
    if any(example.passage and example.answer for example in first):
        return DEFAULT_WITHOUT
    raise BadInput(
        "the rows have no references, and they do not have both a passage and an answer, so there "
        "is no default metric for them. Add 'references' (for plain text: --references FILE), add "
        "'passage' and 'answer', or choose a metric with -m. `qgauge list` shows what each metric "
        f"needs. Fields and columns there: {columns_there(first)}. If one of them holds a missing "
        "field, say so: --map references=COLUMN."
    )


def _of_plugin(plugin: plugins.Plugin) -> type[Metric]:
    cls = plugin.load()
    if not (isinstance(cls, type) and issubclass(cls, Metric)):
        raise plugin.bad("it is not a subclass of qgauge.Metric.")
    if getattr(cls, "name", "") != plugin.name:
        raise plugin.bad(f"its class has a different name, '{getattr(cls, 'name', '')}'.")
    if cls.score is Metric.score and cls.score_complete is Metric.score_complete:
        raise plugin.bad("it defines neither score nor score_complete.")
    return cls


def create(request: str) -> Metric:
    """Create a metric from a request as written on the command line.

    Args:
        request: A name, optionally followed by settings, such as `q_bleu1` or
            `q_bleu1:variant=released,absent=one`.

    Returns:
        The metric.

    Raises:
        BadSetting: There is no such metric, setting or value; the message suggests similar names.

    Examples:
        >>> from qgauge.metrics import create
        >>> create("q_bleu1:variant=released").label()
        'q_bleu1:variant=released'
    """
    name, colon, rest = request.partition(":")
    cls = metric_class(name.strip())
    words: dict[str, str] = {}
    for pair in rest.split(",") if colon else []:
        setting, equals, value = (piece.strip() for piece in pair.partition("="))
        if not (setting and equals and value):
            raise BadSetting(
                f"'{request}': expected SETTING=VALUE instead of '{pair}'. Write settings as "
                "METRIC:SETTING=VALUE,SETTING=VALUE."
            )
        if setting in words:
            raise BadSetting(f"'{request}': the setting '{setting}' is given twice.")
        words[setting] = value
    return cls.from_words(words)
