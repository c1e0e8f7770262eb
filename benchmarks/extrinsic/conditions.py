"""The kinds of noise added to the training questions, and the size limits of the data."""

from __future__ import annotations

CLEAN = "none"
NOISES = (
    *("no_function", "other_question_word", "no_content", "no_names"),
    *("no_content:share=0.2", "no_content:share=1.0", "no_question_word", "truncated"),
    *("dropped_word", "word_order:share=1.0", "spelling:share=0.5", "tense"),
)
"""The four noises of the paper, then others; the shares range from slight to heavy."""
CONDITIONS = (CLEAN, *NOISES)

LONGEST_QUESTION, LONGEST_PASSAGE = 40, 340
"""Limits in word pieces; every version of a question gets the same window of its passage."""
