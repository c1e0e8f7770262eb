"""Questions must be understood without the text."""

from __future__ import annotations

from typing import Any

import pytest

from qgauge.generation.standing_alone import dangling_word

ALONE = [
    "Why did Tom sell his boat?",
    "Who lost his crown?",
    "Which king lost his crown?",
    "What did the keeper do when he was ill?",
    "What did the town do with its old bridge?",
    "What did the children do when they came home?",
    "When he was young, where did Tom live?",
    "Why was it raining on the day that Tom left?",
    "Which party did Tom join that was known for its songs?",
    "Which film is older, My Kid Could Paint That or Through His Eyes?",
    "What is the name of the bridge that German soldiers left?",
    "How long did it take to build the tower?",
    "Why was it hard to light the lamp?",
    "What is the name of the boat that sank?",
    'Who said "I am the king"?',
    "What happens to those who arrive late?",
    "What did Juno find there?",
    "Why is there a lighthouse on the island?",
    "Who was the first keeper of the lighthouse?",
]
DANGLING = [
    ("What did he do?", "he"),
    ("What is this?", "this"),
    ("Where did she go when Tom left?", "she"),
    ("What colour was his boat?", "his"),
    ("What did the boat carry when he sold it?", "he"),
    ("Why was it hard?", "it"),
    ("Why did they leave the island?", "they"),
    ("What is its height in metres?", "its"),
    ("What is this boat called?", "this"),
    ("What did we learn about the island?", "we"),
    ("Who lived on that island?", "that"),
    ("Why did the keeper and I leave?", "I"),
    ("Where is your harbour?", "your"),
]


@pytest.mark.parametrize("question", ALONE)
def test_questions_that_stand_alone(embedded: dict[str, Any], question: str) -> None:
    (parse,) = embedded["parser"].parse([question])
    assert dangling_word(question, parse) == ""


@pytest.mark.parametrize(("question", "word"), DANGLING)
def test_questions_that_do_not(embedded: dict[str, Any], question: str, word: str) -> None:
    (parse,) = embedded["parser"].parse([question])
    assert dangling_word(question, parse) == word
