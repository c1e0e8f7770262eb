"""The limits by which generated questions are dropped and rated, all in one place.

They were set by hand, after reading questions of QGEval, questions generated about six tales of
`benchmarks/stories`, and ratings of questions about other texts (`training/usable`); no limit was
fitted. `benchmarks/generation` measures what they let through.
"""

from __future__ import annotations

FEWEST_WORDS = 4
"""Words of a question; "Who was he?" is too short to say what it is about."""
FEWEST_WITHOUT_NAMES = 5
"""The same without a name or number in question and answer: "What comes from bacteria?"."""
MOST_WORDS = 30
MOST_ANSWER_SAID = 0.7
"""Share of the answer's content words that the question may contain."""
MOST_COPIED = 0.8
"""Share of the question's words in one run that a sentence of the passage has, too."""
FEWEST_COPIED = 15
"""Words of such a run; shorter ones are natural: "Who built the old mill at Orrin?"."""
LEAST_ERROR = 0.8
"""Probability from which on a grammar error counts."""
LEAST_WELLFORMED = 0.6
"""Probability that people call the question well formed."""
LEAST_SHARED = 0.4
"""F1 of the words of the reader's answer and the intended one, where both overlap."""
MOST_UNANSWERABLE = 0.5
"""Probability, by the reader, that the passage does not answer the question."""
MOST_ELSEWHERE = 0.5
"""Probability, by the reader, that the question is about another text."""
LEAST_RIGHT = 0.8
"""Probability, by the verifier, that the answer is right."""
LEAST_USABLE = 0.75
"""Probability that a teacher could use the question, by the rater; one in three of those just
below it is not usable (`src/qgauge/models/usable.md`)."""
LEAST_QUALITY = 0.3
"""Value of the metric `quality`; below it, people find a flaw more often than not."""
LEAST_SUPPORT = 0.75
"""Support of the relations between a question's words by the passage."""
READ_PER_ANSWER = 4
"""Questions about one answer that the reader, the verifier and the rater look at."""
GENERATOR_WEIGHT = 4.0
"""Exponent of the generator's probability beside the rater's chance: of two questions that the
rater finds as good, people use the one that the generator is surer of."""
LEAST_LIKELIHOOD = 0.7
"""What an unlikely question keeps of the rater's chance; engines have scores of their own scale."""
