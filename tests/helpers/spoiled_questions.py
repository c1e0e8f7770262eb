"""Questions for the tests, and ways to degrade them."""

from __future__ import annotations

from hypothesis import strategies as st

QUESTIONS = [
    "Who was the director of Titanic?",
    "What color is the ferry at the pier?",
    "In which year did Ada Lovelace publish the notes on the Analytical Engine?",
    "Why don't penguins fly?",
    "How many people live in the town of Oriel today?",
    "When did the U.S. Navy leave the island?",
    "Is there any meat in the soup, or is it vegetarian?",
    "which films did Maya Deren direct ?",
    "Where does the river that runs through Prague end?",
    "What does the angle of the line in the waggle dance show to the other bees of the hive?",
]

words = st.sampled_from(sorted({word for question in QUESTIONS for word in question.split()}))


@st.composite
def spoiled(draw: st.DrawFn, question: str) -> str:
    """Draw the question with words dropped, replaced, doubled or swapped; never unchanged."""
    pieces = question.split()
    original = sorted(pieces)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(pieces) - 1)) if pieces else 0
        kind = draw(st.sampled_from(["drop", "replace", "insert", "swap"]))
        if kind == "drop" and len(pieces) > 1:
            del pieces[at]
        elif kind == "replace":
            pieces[at] = draw(words)
        elif kind == "insert":
            pieces.insert(at, draw(words))
        elif kind == "swap" and len(pieces) > 1:
            other = draw(st.integers(0, len(pieces) - 1))
            pieces[at], pieces[other] = pieces[other], pieces[at]
    if sorted(pieces) == original:
        pieces.append("indeed")
    return " ".join(pieces)
