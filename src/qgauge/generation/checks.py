"""The checks of generated questions, each with its reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from qgauge.generation import thresholds as limits
from qgauge.generation.candidates import Candidate
from qgauge.generation.negations import negation_left_out
from qgauge.generation.standing_alone import dangling_word
from qgauge.generation.thin_questions import answer_needs_text, thin_because
from qgauge.questions import check_question
from qgauge.sets.shallow import copied, is_generic
from qgauge.sets.words import words_of
from qgauge.text.answer_forms import compare_answers
from qgauge.text.sentences import sentence_spans
from qgauge.text.words import STOP_WORDS, word_set
from qgauge.tools.roles import Answer, Parse

REASONS: Mapping[str, str] = {
    "chatter": "there is text around the question",
    "not_english": "it is not English",
    "not_a_question": "it is not a question",
    "several": "it asks several things",
    "answer_given": "it says its own answer, or most of it",
    "vague_answer": "the answer cannot be understood on its own",
    "length": "it is too short or too long",
    "repetition": "it repeats itself",
    "other_kind": "it is not of a kind that was asked for",
    "wrong_kind": "its question word does not fit the answer",
    "not_in_passage": "it names something that the passage does not",
    "generic": "it fits any text",
    "copied": "it is copied from the text",
    "dangling": "it cannot be understood without the text",
    "thin": "it says too little to have one answer",
    "negation": "it leaves out a negation or a condition",
    "unsupported": "it joins words that the passage does not join",
    "grammar": "it has a grammar error",
    "spare": "there are better questions about the same answer",
    "unanswerable": "the passage does not answer it",
    "elsewhere": "it is about another text",
    "other_answer": "the reader finds another answer",
    "not_right": "the verifier doubts the answer",
    "not_usable": "the rater doubts that a teacher could use it",
    "quality": "its quality is low",
    "difficulty": "it is easier or harder than wanted",
}
"""Why questions are dropped, in the order of the checks."""

_ALWAYS_FITTING = ("what", "which")
_NAME = re.compile(r"(?<![\w'’])(?:[A-Z][\w’'-]+|\d(?:[\w.,:]*\w)?)")
_SAME_START = 4
"""Letters that two forms of a name share: "Kenya" and "Kenyan", "Greece" and "Greek"."""
_WORD = re.compile(r"\w+")
_RUN = 4
_MAY_REFER = ("why", "how")
_REFERRING = word_set("it them him he she they this these those i you we us me which whose what")
"""Words of an answer that need the text to be understood; a reason may have them."""
_ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "last", "next", "top"})
_TIME_OF_DAY = re.compile(r"\d|o'clock|noon|midnight")
_NEEDED = frozenset(
    {"behind", "under", "beneath", "beside", "above", "below", "beyond", "outside", "between"}
)
"""Prepositions without which an answer to "where" is wrong."""
_FOR_NOUNS = ("who", "what")
_PREPOSITIONS = word_set(
    "in on at by with from to into of for about through over under across along between among "
    "around behind beside after before during near inside outside onto upon towards against"
)
_NEEDS_GAP = ("who", "what", "whom")


Said = tuple[str, str]
"""A reason and its detail; an empty reason lets the question pass."""
PASSES: Said = ("", "")


# ------------------------------------------------------------------ the checks


def by_rules(candidate: Candidate, kinds: Sequence[str]) -> Said:
    """Check a question by rules that need no tool."""
    question, answer = candidate.question, candidate.answer
    findings = check_question(question, answer)
    if findings:
        return findings[0].kind, findings[0].reason
    if not question.endswith("?"):
        return "not_a_question", "It does not end with a question mark."
    words, wanted = words_of(question), words_of(answer)
    if not limits.FEWEST_WORDS <= len(words.all) <= limits.MOST_WORDS:
        return "length", f"It has {len(words.all)} words."
    if run := repeated_words(words.all):
        return "repetition", f"It says '{run}' twice."
    if candidate.kind not in kinds:
        return "other_kind", ""
    unfit = by_answer(candidate)
    if unfit != PASSES:
        return unfit
    said = len(wanted.stems & words.stems) / len(wanted.stems) if wanted.stems else 0.0
    if said > limits.MOST_ANSWER_SAID:
        return "answer_given", f"It says {said:.0%} of the words of '{answer}'."
    if name := unknown_name(question, candidate.target.passage.text):
        return "not_in_passage", f"The passage does not say '{name}'."
    if is_generic(words):
        return "generic", ""
    copy = copied(words, _sentence_words(candidate.target.passage.text))
    if copy is not None and is_copied(copy.share, copy.run):
        return "copied", f"It copies '{copy.run}'."
    return PASSES


def by_answer(candidate: Candidate) -> Said:
    """Check whether the answer can stand alone and fits the question word."""
    question, answer, kind = candidate.question, candidate.answer, candidate.kind
    words = words_of(answer).all
    vague = all(word in STOP_WORDS or word in _ORDINALS for word in words) or (
        kind == "how" and len(words) == 1 and not answer.endswith("ly")
    )
    if vague or (kind not in _MAY_REFER and not _REFERRING.isdisjoint(words)):
        return "vague_answer", f"The answer is '{answer}'."
    if not fits(kind, candidate.target.kinds) or (kind == "where" and words[0] == "from"):
        return "wrong_kind", f"It asks '{kind}' for '{answer}'."
    if kind in _FOR_NOUNS and words[0] in _PREPOSITIONS & set(words_of(question).all):
        return "wrong_kind", f"Both question and answer say '{words[0]}'."
    if "what time" in question.lower() and not _TIME_OF_DAY.search(answer):
        return "wrong_kind", f"It asks for a time of day, and the answer is '{answer}'."
    if kind == "where" and (word := _preposition_before(candidate)):
        return "vague_answer", f"The passage says '{word} {answer}'."
    return PASSES


def by_parse(candidate: Candidate, parse: Parse) -> Said:
    """Check whether a question can be understood on its own."""
    if word := dangling_word(candidate.question, parse):
        return "dangling", f"Nothing in it says what '{word}' is."
    if why := thin_because(parse, candidate.answer):
        return "thin", why
    if candidate.kind not in _MAY_REFER and (word := answer_needs_text(candidate.answer, parse)):
        return "vague_answer", f"Nothing in the question says what '{word}' means."
    if noun := _repeated_noun(parse):
        return "repetition", f"It says '{noun}' twice."
    if candidate.kind in _NEEDS_GAP and not _has_gap(parse):
        return "grammar", "Nothing is missing in it that it could ask for."
    return PASSES


def by_passage(candidate: Candidate, passage: Parse, support: float) -> Said:
    """Check whether a question keeps to what the passage says, given its parse and the support."""
    place = candidate.target.place
    if word := negation_left_out(candidate.question, passage, place.start, place.end):
        return "negation", f"The answer's clause says '{word}'."
    if support < limits.LEAST_SUPPORT:
        return "unsupported", f"The passage supports {support:.2f} of its relations."
    return PASSES


def by_grammar(checked: Any) -> Said:
    """Check what the grammarian found."""
    likely = [one for one in checked.errors if one.probability >= limits.LEAST_ERROR]
    if likely:
        return "grammar", f"It has an error of the type {likely[0].kind}."
    if checked.wellformed is not None and checked.wellformed < limits.LEAST_WELLFORMED:
        return "grammar", "People would not call it well formed."
    return PASSES


def by_reader(candidate: Candidate, answer: Answer) -> Said:
    """Check whether the reader finds the same answer, and no fault with the question."""
    if answer.no_answer > limits.MOST_UNANSWERABLE:
        return "unanswerable", ""
    # `answer.misstated` is left to the quality: it is as high for good questions as for bad ones
    if (answer.elsewhere or 0.0) > limits.MOST_ELSEWHERE:
        return "elsewhere", ""
    if not is_same_answer(candidate, answer):
        return "other_answer", f"The reader answers '{answer.text}'."
    return PASSES


def by_verifier(right: float) -> Said:
    """Check whether the verifier finds the answer right."""
    if right < limits.LEAST_RIGHT:
        return "not_right", f"The answer is right with a probability of {right:.2f}."
    return PASSES


def by_rater(usable: float) -> Said:
    """Check whether a teacher could use the question, by its chance."""
    if usable < limits.LEAST_USABLE:
        return "not_usable", f"A teacher could use it with a probability of {usable:.2f}."
    return PASSES


# ------------------------------------------------------------------ what they look at


def fits(kind: str, kinds: Sequence[str]) -> bool:
    """Return whether a question word fits an answer for which people use these kinds.

    Examples:
        >>> from qgauge.generation.checks import fits
        >>> fits("who", ["where"]), fits("which", ["where"])
        (False, True)
    """
    return not kinds or kind in kinds or kind in _ALWAYS_FITTING


def is_copied(share: float, run: str) -> bool:
    """Return whether a question copies too much: this share of its words, in this run of words."""
    return share >= limits.MOST_COPIED and len(run.split()) >= limits.FEWEST_COPIED


def is_same_answer(candidate: Candidate, answer: Answer) -> bool:
    """Return whether the reader's answer is the intended one, or mostly the same words there."""
    match = compare_answers(candidate.answer, answer.text)
    place = candidate.target.place
    overlap = min(place.end, answer.end) > max(place.start, answer.start)
    return match.same or (overlap and match.f1 >= limits.LEAST_SHARED)


def repeated_words(words: Sequence[str]) -> str:
    """Return a word that stands twice in a row, or four words that occur twice; "" if none.

    Examples:
        >>> from qgauge.generation.checks import repeated_words
        >>> repeated_words("who was the king of the king of the realm".split())
        'the king of the'
    """
    for one, other in pairwise(words):
        if one == other and one not in ("had", "that"):
            return one
    runs = Counter(zip(*(words[at:] for at in range(_RUN)), strict=False))
    return next((" ".join(run) for run, count in runs.items() if count > 1), "")


def unknown_name(question: str, passage: str) -> str:
    """Return a name or number of the question that the passage does not have; "" if none.

    Examples:
        >>> from qgauge.generation.checks import unknown_name
        >>> unknown_name("Who sold Bram the boat in 1902?", "Ann sold Bram the boat in 1901.")
        '1902'
    """
    there = _lower_words(passage)
    for found in _NAME.finditer(question):
        if not found.start():
            continue  # the first word has a capital anyway
        parts = _WORD.findall(found[0].lower().removesuffix("'s").removesuffix("’s"))
        if not all(part in there or _form_of(part) in there for part in parts):
            return found[0]
    return ""


def _preposition_before(candidate: Candidate) -> str:
    """Return the preposition that an answer to "where" lacks: "the barn" is not behind the barn."""
    place = candidate.target.place
    before = _WORD.findall(place.passage[max(0, place.start - 30) : place.start].lower())
    return before[-1] if before and before[-1] in _NEEDED else ""


def _repeated_noun(parse: Parse) -> str:
    """Return a noun that a question says twice; "" if none."""
    nouns = Counter(word.lemma.lower() for word in parse.words if word.upos in ("NOUN", "PROPN"))
    return next((noun for noun, count in nouns.items() if count > 1), "")


def _has_gap(parse: Parse) -> bool:
    """Return whether an inverted who or what question lacks an object, as it must.

    "Who did Ada see?" and "Who did Ada give the boat to?" do, "Who did Ada see the boat?" does not.
    """
    words = [word for word in parse.words if word.upos != "PUNCT"]
    if len(words) < 3 or words[0].text.lower() not in _NEEDS_GAP or words[1].upos != "AUX":
        return True
    root = next((at for at, word in enumerate(parse.words) if word.head < 0), -1)
    mine = [word for word in parse.words if word.head == root]
    subject = [word for word in mine if word.relation == "nsubj" and word.start > words[1].start]
    objects = [word for word in mine if word.relation == "obj" and word.start > words[1].start]
    others = any(word.relation in ("xcomp", "ccomp", "iobj") for word in mine)
    # a preposition without its noun: "What did Ada light the lamp with every evening?"
    stranded = any(
        word.upos == "ADP" and word.relation != "compound:prt" and word.head < at
        for at, word in enumerate(parse.words)
    )
    return not (subject and objects) or others or stranded


def _form_of(word: str) -> str:
    """Return what other forms of a name or number share with it; a number has no other forms."""
    return word.rstrip("s") if word[0].isdigit() else f"{word[:_SAME_START]}…"


@lru_cache(maxsize=64)
def _lower_words(text: str) -> frozenset[str]:
    words = _WORD.findall(text.lower())
    starts = (f"{word[:_SAME_START]}…" for word in words if len(word) >= _SAME_START)
    return frozenset([*words, *starts, *(word.rstrip("s") for word in words)])


@lru_cache(maxsize=64)
def _sentence_words(passage: str) -> list[Any]:
    return [words_of(passage[start:end]) for start, end in sentence_spans(passage)]
