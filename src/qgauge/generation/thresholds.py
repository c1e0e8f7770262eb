"""The limits by which generated questions are dropped, all in one place.

Those of rules, grammar and reader were chosen on 582 rated questions of QGEval, of which 23 % have
a flaw: a check stays if flaws are more frequent among the questions that it drops.
"""

from __future__ import annotations

FEWEST_WORDS = 4
"""Words of a question; "Who was he?" is too short to say what it is about."""
MOST_WORDS = 30
MOST_ANSWER_SAID = 0.7
"""Share of the answer's content words that the question may contain."""
MOST_COPIED = 0.8
"""Share of the question's words in one run that a sentence of the passage has, too."""
FEWEST_COPIED = 10
"""Words of such a run; shorter ones are natural: "Who built the old mill at Orrin?"."""
LEAST_ERROR = 0.8
"""Probability from which on a grammar error counts."""
LEAST_WELLFORMED = 0.5
"""Probability that people call the question well formed."""
LEAST_SHARED = 0.4
"""F1 of the words of the reader's answer and the intended one, where both overlap."""
MOST_UNANSWERABLE = 0.5
"""Probability, by the reader, that the passage does not answer the question."""
MOST_ELSEWHERE = 0.5
"""Probability, by the reader, that the question is about another text."""
LEAST_RIGHT = 0.8
"""Probability, by the verifier, that the answer is right."""
LEAST_QUALITY = 0.3
"""Value of the metric `quality`; below it, people find a flaw more often than not."""
