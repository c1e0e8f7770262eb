"""The features of `dimensions` in words, for explanations."""

from __future__ import annotations

from collections.abc import Mapping

_NUMBERS = {
    "words": "words: {}",
    "words_beyond_20": "words beyond 20: {}",
    "words_below_6": "words missing to 6: {}",
    "lead_in": "words before the question word: {}",
    "commas": "commas: {}",
    "content_words": "content words: {}",
    "repeated_words": "repeated content words: {}",
    "repeated_pairs": "repeated pairs of words: {}",
    "prepositions": "prepositions: {}",
    "names_and_numbers": "names and numbers: {}",
    "early_pronouns": "pronouns before any noun: {}",
    "pointers": "words like 'this' and 'such': {}",
    "unnamed_things": "things with 'the', in a question without names: {}",
    "vague_words": "vague words: {}",
    "errors": "grammar errors: {}",
    "missing_names": "names that the passage does not have: {}",
    "other_length": "difference in words to the reader's answer: {}",
    "wellformed": "well-formedness: {}",
    "answer_odds": "log odds that the passage has an answer: {}",
    "misstated": "log odds of a misstatement: {}",
    "elsewhere": "log odds of being about another text: {}",
    "answering": "answering: {}",
    "likelier_answer": "nats by which the reader's own answer is likelier: {}",
    "overlap": "overlap with the reader's answer: {}",
    "verifier": "the verifier's log odds for the answer: {}",
}
_SHARES = {
    "words_in_passage": "{} of its content words are in the passage",
    "words_in_a_sentence": "{} of its content words are in one sentence of the passage",
    "words_close_together": "{} of its content words are in two adjacent sentences",
    "words_of_answer": "{} of the answer's content words are in the question",
}
_YES_NO = {
    "asks": ("it asks something", "it does not ask anything"),
    "cut_off": ("it is cut off", "it is not cut off"),
    "no_question_word": ("it has no question word", "it has a question word"),
    "several_questions": ("it asks more than one thing", "it asks one thing"),
    "comparison": ("it asks to compare", "it does not ask to compare"),
    "repeats_own_answer": (
        "it contains the reader's answer",
        "it does not contain the reader's answer",
    ),
    "gives_away": ("it gives away the answer", "it does not give away the answer"),
    "choice_without_answer": (
        "the answer is not among its choices",
        "the answer is among its choices, or it has none",
    ),
    "yes_no_to_open": (
        "the answer is yes or no, the question is open",
        "the answer is not yes or no to an open question",
    ),
}


def in_words(name: str, value: float) -> str:
    """Return a feature with its value, in words.

    Examples:
        >>> in_words("lead_in", 12.0), in_words("asks", 0.0)
        ('words before the question word: 12', 'it does not ask anything')
    """
    if name in _YES_NO:
        return _YES_NO[name][0 if value else 1]
    if name in _SHARES:
        return _SHARES[name].format(f"{value:.0%}")
    return _NUMBERS[name].format(f"{value:.3g}")


def terms_in_words(terms: Mapping[str, float], values: Mapping[str, float]) -> list[str]:
    """Return what each feature added or took, the largest first, without those below .005."""
    order = sorted(terms, key=lambda name: -abs(terms[name]))
    return [
        f"{'added' if terms[name] > 0 else 'took'} {abs(terms[name]):.2f}: "
        + in_words(name, values[name])
        for name in order
        if abs(terms[name]) >= 0.005
    ]
