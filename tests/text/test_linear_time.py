"""Text functions take linear time on adversarial input.

The benchmark `linear_time.py` does the same with long texts and every metric.
"""

from __future__ import annotations

import pytest
from helpers.hostile_texts import PATTERNS, Pattern
from helpers.text_functions import BOUNDED, FUNCTIONS, METRICS, Function, seconds

SHORT, LONG = 300, 2400
MOST = 16.0
"""The limit for a text of eight times the length: linear time gives 8, quadratic time 64."""
TOO_SHORT_TO_TELL = 0.002
"""Seconds; shorter times are mostly fixed overhead."""
TRIES = 6

ALIKE = {
    *("bleu1", "bleu2", "bleu3", "q_bleu2", "q_bleu3", "q_bleu4", "q_nist", "chrf:word_order=2"),
    *("answerability", "answerability:names=parser"),
    *("qud_language", "qud_givenness:method=rule", "qud_relevance:method=bleu1"),
    *("noise no_content", "noise no_question_word", "noise dropped_word", "noise article"),
    *("noise preposition", "noise truncated", "noise other_question_word", "noise noun_number"),
    *("text.evidence.content_stems", "tools.sentences, no end", "text.ptb.cased_words"),
    "dimensions",
}
"""Skipped here: these run the same code as other entries. The benchmark runs all of them."""
QUICK = [name for name in FUNCTIONS if name not in {*BOUNDED, *ALIKE}]
QUICK_METRICS = [name for name in METRICS if name not in {*BOUNDED, *ALIKE}]


def growth(function: Function, pattern: Pattern) -> float:
    """Return the ratio of times for a long and a short text; 1 if both are too short to measure.

    Load on the machine can only raise the ratio, so the best of several tries counts.
    """
    function(pattern(SHORT))  # exclude one-time setup from the timing
    lowest = float("inf")
    for rounds in range(1, TRIES + 1):
        long = seconds(function, pattern, LONG, rounds)
        if long < TOO_SHORT_TO_TELL:
            return 1.0
        lowest = min(lowest, long / seconds(function, pattern, SHORT, rounds))
        if lowest < MOST:
            break
    return lowest


@pytest.mark.parametrize("name", QUICK)
def test_function_takes_linear_time(name: str) -> None:
    found = {pattern: growth(FUNCTIONS[name], make) for pattern, make in PATTERNS.items()}
    assert {pattern: times for pattern, times in found.items() if times >= MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK_METRICS)
def test_metric_takes_linear_time(name: str) -> None:
    found = {pattern: growth(METRICS[name], make) for pattern, make in PATTERNS.items()}
    assert {pattern: times for pattern, times in found.items() if times >= MOST} == {}


def test_growth_separates_linear_from_quadratic_time() -> None:
    def linear(text: str) -> object:
        return [letter.upper() for letter in text for _ in range(20)]

    def quadratic(text: str) -> object:
        return sum(1 for _ in text[::8] for _ in text)

    assert growth(linear, PATTERNS["dots"]) < MOST
    assert growth(quadratic, PATTERNS["one endless word"]) > MOST


def test_skipped_names_exist() -> None:
    assert {*BOUNDED, *ALIKE} <= {*FUNCTIONS, *METRICS}
