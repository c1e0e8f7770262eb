"""The ways in which the training questions are noised, and where the data of a run is split."""

from __future__ import annotations

CLEAN = "none"
NOISES = (
    *("no_function", "other_question_word", "no_content", "no_names"),
    *("no_content:share=0.2", "no_content:share=1.0", "no_question_word", "truncated"),
    *("dropped_word", "word_order:share=1.0", "spelling:share=0.5", "tense"),
)
"""The four of the paper, then others; the shares spread them from slight to heavy."""
CONDITIONS = (CLEAN, *NOISES)

LONGEST_QUESTION, LONGEST_PASSAGE = 40, 340
"""Word pieces; the same window of a passage goes with every version of its question."""
