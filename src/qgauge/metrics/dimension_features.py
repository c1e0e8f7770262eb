"""Numeric features of a question, its passage and its answer, from which `dimensions` predicts.

A feature is left out if its input is missing: without a passage there are only those of the
question. Features are rounded, so that a machine's summation order cannot change a prediction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from qgauge.core import Example, Score
from qgauge.questions import says_answer
from qgauge.questions.several import second_question
from qgauge.text.answer_forms import is_polar, normal_words
from qgauge.text.evidence import content_stems, grounded
from qgauge.text.stem import stem
from qgauge.text.words import QUESTION_WORDS, STOP_WORDS, word_set
from qgauge.tools.roles import Answer, Parse, Word

Features = dict[str, float]

DIGITS = 6
LONG, SHORT = 20, 6
"""Words above which a question counts as long, and below which as short."""
MOST_ERRORS = 6
MOST_NATS = 25.0
MOST_NAMES = 100
"""Names that are looked up in the passage; each look-up may read all of it."""
SURE = 1e-6
"""Probabilities are kept this far from 0 and 1."""

_AUXILIARIES = word_set(
    "is are was were am do does did has have had can could will would should may might must"
)
_PRONOUNS = word_set("he she it they him her them his hers its their theirs")
_POINTERS = word_set("this these those such")
_VAGUE = word_set("thing things something anything someone kind type sort way part name")
_NEVER_LAST = word_set(
    "a an the and or but nor than because if while whose every each my your our their its is are "
    "was were"
)
"""Words that a complete question without a question mark hardly ends in, unlike `from` or `of`."""
_COMPARING = word_set(
    "older younger larger smaller bigger taller higher lower longer shorter earlier later newer "
    "farther further closer better worse richer more less fewer most first last same"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the tools say about an example; None where the input is missing."""

    parse: Parse
    grammar: Score
    reader: Answer | None = None
    answering: Score | None = None
    inference: Score | None = None


def features(example: Example, reading: Reading) -> Features:
    """Return the features that the example has the input for, by name."""
    words = [word for word in reading.parse.words if any(map(str.isalnum, word.text))]
    found = _of_wording(example.question, words) | _of_form(example.question, words, reading)
    if reading.reader is not None:
        found |= _of_passage(example.question, str(example.passage), words, reading.reader)
        if reading.answering is not None and reading.inference is not None:
            found |= _of_answer(example, words, reading.answering, reading.inference)
    return {name: round(float(value), DIGITS) for name, value in found.items()}


# ------------------------------------------------------------------ the question


def _of_wording(question: str, words: Sequence[Word]) -> Features:
    """Return features of length, repetition, and what the words point to."""
    low = [word.text.lower() for word in words]
    stems = [stem(word) for word in low if word not in STOP_WORDS]
    pairs = list(pairwise(low))
    asked = next((at for at, word in enumerate(low) if word in QUESTION_WORDS), len(low))
    named = sum(map(_is_specific, words))
    return {
        "words": len(low),
        "words_beyond_20": max(0, len(low) - LONG),
        "words_below_6": max(0, SHORT - len(low)),
        "lead_in": 0 if _starts_polar(low) else asked,
        "commas": question.count(","),
        "content_words": len(stems),
        "repeated_words": len(stems) - len(set(stems)),
        "repeated_pairs": len(pairs) - len(set(pairs)),
        "prepositions": sum(word.upos == "ADP" for word in words),
        "names_and_numbers": named,
        "early_pronouns": _early_pronouns(words),
        "pointers": sum(word in _POINTERS for word in low),
        "unnamed_things": 0 if any(map(_is_specific, words[1:])) else low.count("the"),
        "vague_words": sum(word in _VAGUE for word in low),
    }


def _of_form(question: str, words: Sequence[Word], reading: Reading) -> Features:
    """Return features of grammar, and whether and how the text asks."""
    low = [word.text.lower() for word in words]
    grammar, shown = reading.grammar, question.strip()
    asking = any(word in QUESTION_WORDS for word in low) or _starts_polar(low)
    found = {
        "errors": min(MOST_ERRORS, grammar.parts["errors"]),
        "asks": all(error["kind"] != "no_question" for error in grammar.evidence["errors"]),
        "cut_off": not shown.endswith("?") and bool(low) and low[-1] in _NEVER_LAST,
        "no_question_word": not asking,
        "several_questions": bool(second_question(question)),
        "comparison": "or" in low and not _COMPARING.isdisjoint(low),
    }
    if "wellformed" in grammar.parts:
        found["wellformed"] = grammar.parts["wellformed"]
    return found


def _is_specific(word: Word) -> bool:
    return word.is_name or any(map(str.isdigit, word.text))


def _starts_polar(low: Sequence[str]) -> bool:
    return bool(low) and low[0] in _AUXILIARIES


def _early_pronouns(words: Sequence[Word]) -> int:
    """Count the pronouns before the first noun: the question does not say whom they mean."""
    count = 0
    for word in words:
        if word.upos in ("NOUN", "PROPN") or word.is_name:
            break
        count += word.text.lower() in _PRONOUNS
    return count


# ------------------------------------------------------------------ the passage


def _of_passage(question: str, passage: str, words: Sequence[Word], reader: Answer) -> Features:
    """Return how much of the question the passage has, and what the reader makes of it."""
    stems, there = content_stems(question), content_stems(passage)
    folded = passage.lower()
    names = islice(dict.fromkeys(word.text for word in words if word.is_name), MOST_NAMES)
    found: Features = {
        "words_in_passage": len(stems & there) / max(1, len(stems)),
        "words_in_a_sentence": grounded(passage, question, 1),
        "words_close_together": grounded(passage, question, 2),
        "missing_names": sum(name.lower() not in folded for name in names),
        "answer_odds": -_log_odds(reader.no_answer),
        "repeats_own_answer": bool(reader.text) and says_answer(question, reader.text),
    }
    if reader.misstated is not None:
        found["misstated"] = _log_odds(reader.misstated)
    if reader.elsewhere is not None:
        found["elsewhere"] = _log_odds(reader.elsewhere)
    return found


def _log_odds(chance: float) -> float:
    kept = min(max(chance, SURE), 1 - SURE)
    return math.log(kept / (1 - kept))


# ------------------------------------------------------------------ the answer


def _of_answer(
    example: Example, words: Sequence[Word], answering: Score, inference: Score
) -> Features:
    """Return how well the answer fits the question and the passage."""
    question, answer = example.question, str(answering.evidence["expected"])
    low = [word.text.lower() for word in words]
    choice, polar = "or" in low, is_polar(answer)
    stems, wanted = content_stems(question), content_stems(answer)
    shared = len(stems & wanted) / max(1, len(wanted))
    own = answering.evidence["predicted"]["text"]
    surprise = min(MOST_NATS, answering.evidence["surprise"])
    confidence = max(SURE, answering.parts["confidence"])
    return {
        "answering": float(answering.value or 0),
        "likelier_answer": max(0.0, surprise + math.log(confidence)),
        "overlap": answering.parts["f1"],
        "verifier": _log_odds(inference.parts["right"]),
        "gives_away": says_answer(question, answer) and not choice,
        "words_of_answer": shared * (not choice),
        "choice_without_answer": choice and not polar and shared < 0.5,
        "yes_no_to_open": polar and not _starts_polar(low),
        "other_length": abs(len(normal_words(own)) - len(normal_words(answer))),
    }
