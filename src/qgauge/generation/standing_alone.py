"""Tell whether a question can be understood without the text: what do its pronouns refer to?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from qgauge.questions.quotations import masked
from qgauge.text.words import word_set
from qgauge.tools.roles import Parse, Word

_PERSON_PRONOUNS = word_set("he she him her his hers himself herself")
_OTHER_PRONOUNS = word_set("it its itself they them their theirs themselves")
_SPEAKERS = word_set(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves"
)
_READER = word_set("you your yours yourself")
_POINTING = word_set("this these that those")
_ELSEWHERE = word_set("here above below aforementioned latter former")
_AFTER_THOSE = word_set("who whom whose that which of in on at from with")
_WEATHER = word_set("rain snow hail thunder drizzle storm freeze")
_WH = word_set("what which whose how")
_PEOPLE = word_set(
    "actor aunt baby boy bride brother captain chief child cook cousin cow daughter dog duke "
    "emperor father friend gentleman giant girl god goddess grandfather grandmother groom guest "
    "hero heroine horse hunter husband judge king knight lady lord maid man master mate monk "
    "mother nephew neighbour neighbor niece nun nurse orphan pilot poet pope president priest "
    "prince princess queen saint servant shepherd sister smith soldier son student stranger tailor "
    "thief tsar twin uncle widow wife witch wizard woman youth"
)
_PERSON_ENDINGS = ("er", "or", "ist", "man", "woman", "ian", "ess", "ant", "ent", "eer")
_SUBJECTS = ("nsubj", "nsubj:pass", "csubj")


def dangling_word(question: str, parse: Parse) -> str:
    """Return the first word of a question that refers to something outside it.

    A pronoun of the third person needs a name or noun in the question itself, before it or after
    a comma: "Why did Tom sell his boat?", but not "Why did he sell it?".

    Args:
        question: The question.
        parse: Its parse.

    Returns:
        The word; "" if the question stands on its own.

    Examples:
        >>> from qgauge.generation.standing_alone import dangling_word
        >>> from qgauge.tools import open_tool
        >>> asked = ["Why did Tom sell his boat?", "Why did he sell the boat?"]
        >>> list(map(dangling_word, asked, open_tool("parser").parse(asked)))
        ['', 'he']
    """
    own = masked(question)  # what stands in quotation marks belongs to somebody else
    words = parse.words
    for at, word in enumerate(words):
        if own[word.start : word.end] == word.text and _dangles(words, at):
            return word.text
    return ""


def _dangles(words: Sequence[Word], at: int) -> bool:
    word = words[at]
    low = word.text.lower()
    after = words[at + 1].text.lower() if at + 1 < len(words) else ""
    if at and word.text[0].isupper() and word.text != "I":
        return False  # a part of a title: "My Kid Could Paint That"
    if low in _READER and _instructs(words):
        return False
    if low in _SPEAKERS:
        return word.upos in ("PRON", "DET")
    if low in _POINTING:
        return _points(words, at, after)
    if low in _ELSEWHERE:
        return word.upos in ("ADV", "ADJ", "NOUN") and after in ("", "?", ",", "mentioned")
    if low in _PERSON_PRONOUNS:
        return not any(_may_mean(words, one, at, person=True) for one in range(len(words)))
    if low in _OTHER_PRONOUNS and not _is_empty(words, at):
        return not any(_may_mean(words, one, at, person=False) for one in range(len(words)))
    return False


def _instructs(words: Sequence[Word]) -> bool:
    """Return whether a question asks what one should do, where "you" is any reader."""
    lows = [word.text.lower() for word in words]
    return any(pair in (("should", "you"), ("must", "you")) for pair in pairwise(lows))


def _is_empty(words: Sequence[Word], at: int) -> bool:
    """Return whether "it" means no thing: "it rains", "it is hard to", "it takes years to"."""
    word = words[at]
    if word.relation == "expl":
        return True
    if word.text.lower() != "it" or word.head < 0:
        return False
    head = words[word.head]
    if head.lemma.lower() in _WEATHER:
        return True
    takes = head.upos == "ADJ" or head.lemma.lower() in ("take", "cost", "mean", "happen")
    return takes and any(one.text.lower() in ("to", "that") for one in words[word.head + 1 :])


def _points(words: Sequence[Word], at: int, after: str) -> bool:
    """Return whether "this" or "that" points to something: not "the boat that sank"."""
    word = words[at]
    low = word.text.lower()
    if low == "that" and word.upos == "SCONJ":
        return False
    if low == "that" and word.upos == "PRON":
        # "the boat that sank", "that of Bram"
        relative = word.head >= 0 and words[word.head].relation.startswith("acl")
        noun_before = at and words[at - 1].upos in ("NOUN", "PROPN", "PRON", "NUM")
        verb_after = at + 1 < len(words) and words[at + 1].upos in ("VERB", "AUX")
        return not (relative or noun_before or verb_after or after == "of")
    if low == "those" and after in _AFTER_THOSE:
        return False
    return word.upos in ("PRON", "DET")


def _may_mean(words: Sequence[Word], noun: int, pronoun: int, *, person: bool) -> bool:
    """Return whether a pronoun may stand for the word at `noun`."""
    word = words[noun]
    is_who = word.text.lower() == "who" and word.relation in _SUBJECTS
    if not is_who and word.upos not in ("NOUN", "PROPN"):
        return False
    if noun > pronoun:
        # "When he was young, where did Tom live?"
        return word.upos == "PROPN" and any(one.text == "," for one in words[pronoun:noun])
    if _is_asked_for(words, noun) and word.relation not in _SUBJECTS:
        return False  # "What colour was his boat?"
    return not person or is_who or _is_person(word)


def _is_asked_for(words: Sequence[Word], noun: int) -> bool:
    return any(
        one.head == noun and one.text.lower() in _WH for one in words[max(0, noun - 4) : noun]
    )


def _is_person(word: Word) -> bool:
    if word.upos == "PROPN":
        return word.entity in ("", "PER", "PERSON", "MISC", "NORP")
    low = word.text.lower().removesuffix("s")
    return low in _PEOPLE or low.endswith(_PERSON_ENDINGS)
