"""Questions that say too little: several answers are right, or nobody knows what is meant."""

from __future__ import annotations

from collections.abc import Sequence

from qgauge.generation import thresholds as limits
from qgauge.text.noun_classes import is_person_noun
from qgauge.text.words import word_set
from qgauge.tools.roles import Parse, Word

_NAMING = frozenset({"NOUN", "PROPN", "NUM", "SYM", "X"})
_WH = word_set("what which whose how who whom")
_MODIFIERS = ("amod", "nmod", "acl", "compound", "flat", "appos", "nummod")
_LABELS = word_set(
    "couple pair group task work decision measure plan step process practice illness disease "
    "problem event incident idea method device instrument tool animal creature object structure "
    "place site area effect change thing person man woman case matter action movement condition "
    "situation stage part item material substance liquid mixture result one other rest secret "
    "others pattern feature principle technique system approach answer reason solution discovery "
    "development side team signal improvement layer burst bottom top edge end back front inside "
    "outside middle name reaction trip find column bundle spot gap content"
)
"""Nouns that often stand for something the text has named before: `the couple`, `the task`."""
_UNTOLD = word_set("version adult female male form")
"""Nouns that always leave open of what."""
_VAGUE_ANSWERS = word_set(
    "building island town village city company river room house road ship boat station mountain "
    "lake gas fluid design plant bird fish insect machine vehicle metal species outside inside"
)
"""Nouns that name nothing as an answer: `the island`."""
_COUNTED = word_set("pair one part piece side half other")
"""Nouns that do not say what is counted."""
_LIGHT = word_set(
    "first second third new old remaining smaller larger sudden other next last main chief single "
    "whole same present final young decisive only early later modern upper lower"
)
"""Adjectives that do not tell which one is meant."""
_SHORT = 9
"""Words up to which a question with `have` asks for too much."""


def thin_because(parse: Parse, answer: str = "") -> str:
    """Return why a question says too little; "" if it says enough.

    Args:
        parse: The parse of the question.
        answer: The answer.

    Returns:
        A reason to show.

    Examples:
        >>> from qgauge.generation.thin_questions import thin_because
        >>> from qgauge.tools import open_tool
        >>> asked = ["What begins to freeze?", "What did Ada sell in Kell?"]
        >>> list(map(thin_because, open_tool("parser").parse(asked)))
        ['It has no noun.', '']
    """
    words = parse.words
    nouns = [at for at, word in enumerate(words) if word.upos in _NAMING]
    if all(_is_asked_for(words, at) for at in nouns):
        return "It has no noun."
    for at in nouns:
        told = any(word.head == at and word.relation == "nmod" for word in words)
        if words[at].lemma.lower() in _COUNTED and _is_asked_for(words, at) and not told:
            return f"It does not say what the {words[at].text} are."
    labels = [words[at].text for at in nouns if _is_label(words, at)]
    if labels:
        return f"Nothing in it says which {labels[0]} is meant."
    if any(_is_one(words, at) for at in range(len(words))):
        return "Nothing in it says what 'one' is."
    size = sum(word.upos != "PUNCT" for word in words)
    if size < limits.FEWEST_WITHOUT_NAMES and not _is_specific(words, answer):
        return "It is short and has no name."
    verbs = [
        word
        for word in words
        if word.head < 0 and word.lemma.lower() == "have" and word.upos == "VERB"
    ]
    if any(word.relation == "xcomp" for word in words):
        return ""  # "What did Ada have to repair?"
    if verbs and size <= _SHORT and words[0].text.lower() in ("what", "who"):
        return "What somebody has may be many things."
    return ""


def _is_one(words: Sequence[Word], at: int) -> bool:
    """Return whether a word is "one" in the place of a noun: "a sharp one"."""
    modified = any(word.head == at and word.relation in ("det", "amod") for word in words)
    return modified and words[at].text.lower() in ("one", "ones")


def _is_specific(words: Sequence[Word], answer: str) -> bool:
    """Return whether a name or number stands in a question or its answer."""
    if any(word.upos in ("PROPN", "NUM") for word in words):
        return True
    parts = answer.split()
    if parts and parts[0].lower() in ("the", "a", "an"):
        parts = parts[1:]
    return any(part[0].isupper() or part[0].isdigit() for part in parts)


def _is_asked_for(words: Sequence[Word], at: int) -> bool:
    """Return whether a noun belongs to the question word: "how many conditions"."""
    return any(word.head == at and word.text.lower() in _WH for word in words) or any(
        word.text.lower() == "many" and word.head == at for word in words[:at]
    )


def _is_label(words: Sequence[Word], at: int) -> bool:
    """Return whether a noun is a label such as "the couple", without anything that tells more."""
    lemma = words[at].lemma.lower()
    if lemma not in _LABELS | _UNTOLD or words[at].upos != "NOUN":
        return False
    mine = [word for word in words if word.head == at]
    told = any(
        word.relation.split(":")[0] in _MODIFIERS and word.text.lower() not in _LIGHT
        for word in mine
    )
    pointed = any(word.text.lower() in ("the", "this", "that", "each") for word in mine)
    return not told and (pointed or lemma in _UNTOLD)


def answer_needs_text(answer: str, question: Parse) -> str:
    """Return what nobody understands in an answer without the text; "" if there is nothing.

    That is a possessive that the question does not explain, or a label such as "the process".

    Args:
        answer: The answer.
        question: The parse of the question.

    Examples:
        >>> from qgauge.generation.thin_questions import answer_needs_text
        >>> from qgauge.tools import open_tool
        >>> asked = ["What was stored in a box?", "What did Ada store in a box?"]
        >>> parses = open_tool("parser").parse(asked)
        >>> [answer_needs_text("her notebooks", parse) for parse in parses]
        ['her', '']
    """
    lows = answer.lower().split()
    if not lows:
        return ""
    label = lows[-1] in _LABELS or lows[-1].removesuffix("s") in _LABELS
    label = label or bool({lows[-1], lows[-1].removesuffix("s")} & _VAGUE_ANSWERS)
    untold = lows[-1].removesuffix("s") in _UNTOLD
    light = all(low in _LIGHT or low in ("a", "an", "the") for low in lows[:-1])
    if lows[:2] == ["the", "same"] or (untold and light):
        return answer
    if lows[0] == "the" and label and all(low in _LIGHT for low in lows[1:-1]):
        return answer
    found = [word for word in lows if word in ("his", "her", "their", "its", "my", "our")]
    if not found:
        return ""
    words = question.words
    subjects = [
        word
        for word in words
        if word.relation.startswith("nsubj")
        and word.upos in ("NOUN", "PROPN")
        and word.head >= 0
        and words[word.head].head < 0
    ]
    if found[0] in ("its", "my", "our"):
        return found[0]  # it may mean anything
    several = any(word.lemma.lower() != word.text.lower() for word in subjects)
    person = any(word.upos == "PROPN" or is_person_noun(word.lemma.lower()) for word in subjects)
    return "" if (several if found[0] == "their" else person) else found[0]
