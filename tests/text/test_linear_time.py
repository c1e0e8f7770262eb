"""No text makes a function slow: the time may only grow with the length.

The benchmark `linear_time.py` does the same with long texts and every metric.
"""

from __future__ import annotations

import pytest
from helpers.hostile_texts import PATTERNS, Pattern
from helpers.text_functions import BOUNDED, FUNCTIONS, METRICS, Function, seconds

SHORT, LONG = 300, 2400
MOST = 16.0
"""Eight times the length takes eight times as long; where time grows with the square, 64 times."""
TOO_SHORT_TO_TELL = 0.002
"""Seconds; below, what does not depend on the text is most of it."""
TRIES = 6

ALIKE = {
    *("bleu1", "bleu2", "bleu3", "q_bleu2", "q_bleu3", "q_bleu4", "q_nist", "chrf:word_order=2"),
    *("answerability", "answerability:names=parser"),
    *("qud_language", "qud_givenness:method=rule", "qud_relevance:method=bleu1"),
    *("noise no_content", "noise no_question_word", "noise dropped_word", "noise article"),
    *("noise preposition", "noise truncated", "noise other_question_word", "noise noun_number"),
    *("text.evidence.content_stems", "tools.sentences, no end", "text.ptb.cased_words"),
}
"""What does nothing to a text that another function here does not; the benchmark has them all."""
QUICK = [name for name in FUNCTIONS if name not in {*BOUNDED, *ALIKE}]
QUICK_METRICS = [name for name in METRICS if name not in {*BOUNDED, *ALIKE}]


def growth(function: Function, pattern: Pattern) -> float:
    """How many times as long a text of eight times the length takes; 1 where that is no time.

    A busy machine can only make it look slower for a moment, so the best of some tries counts.
    """
    function(pattern(SHORT))  # what is opened or learned at the first call is not timed
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
def test_time_grows_with_the_length_of_the_text(name: str) -> None:
    found = {pattern: growth(FUNCTIONS[name], make) for pattern, make in PATTERNS.items()}
    assert {pattern: times for pattern, times in found.items() if times >= MOST} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK_METRICS)
def test_time_of_a_metric_grows_with_the_length_of_its_texts(name: str) -> None:
    found = {pattern: growth(METRICS[name], make) for pattern, make in PATTERNS.items()}
    assert {pattern: times for pattern, times in found.items() if times >= MOST} == {}


def test_the_measure_tells_linear_from_quadratic() -> None:
    def linear(text: str) -> object:
        return [letter.upper() for letter in text for _ in range(20)]

    def quadratic(text: str) -> object:
        return sum(1 for _ in text[::8] for _ in text)

    assert growth(linear, PATTERNS["dots"]) < MOST
    assert growth(quadratic, PATTERNS["one endless word"]) > MOST


def test_what_is_left_to_the_benchmark_is_there() -> None:
    assert {*BOUNDED, *ALIKE} <= {*FUNCTIONS, *METRICS}
