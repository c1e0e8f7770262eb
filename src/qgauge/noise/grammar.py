"""Grammatical errors, made by rules on word forms.

No parser is used, so the rules skip words whose part of speech is not clear from the context.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from qgauge.noise.places import Place, place_of
from qgauge.noise.surface import put_behind
from qgauge.noise.words import MODALS, Word, with_capital_of, words_of
from qgauge.text.inflection import first_form, forms, lemmas
from qgauge.text.words import QUESTION_WORDS, SAID_WITH_VOWEL, word_set

_BE = frozenset({"is", "are", "was", "were", "am"})
_DO = frozenset({"do", "does", "did"})
_HAVE = frozenset({"has", "have", "had"})
_AUXILIARIES = _BE | _DO | _HAVE | MODALS
_PLURAL_OF = {"is": "are", "was": "were", "has": "have", "does": "do"}
_OTHER_NUMBER = {"am": "are"} | _PLURAL_OF | {many: one for one, many in _PLURAL_OF.items()}
_ARTICLES = frozenset({"a", "an", "the"})
_POSSESSIVES = frozenset({"my", "your", "his", "her", "its", "our", "their"})
_DETERMINERS = (
    _ARTICLES | _POSSESSIVES | {"this", "these", "that", "those", "every", "each", "some", "any"}
)
_PRONOUNS = word_set("i you he she it we they me him us them")
WRONG_PREPOSITIONS = {
    "of": ("at", "with", "into", "to"),
    "in": ("of", "to", "at"),
    "to": ("of", "at", "by"),
    "on": ("of", "into", "to"),
    "at": ("of", "to", "into"),
    "from": ("of", "at", "on"),
    "about": ("of", "at", "by"),
    **dict.fromkeys(("within", "without"), ("of", "at", "to")),
    **dict.fromkeys(("into", "through", "against", "under", "over"), ("of", "at", "since")),
    **dict.fromkeys(("for", "with", "by", "during", "between"), ("of", "at", "into")),
    **dict.fromkeys(("after", "before", "among", "since"), ("of", "at", "into")),
}
_CLAUSE_STARTS = frozenset({"that", "and", "or", "but", "because", "if", "while"}) | QUESTION_WORDS
_ASKS_FOR_PLURAL = word_set(
    "many few several these those both various two three four five six seven eight nine ten"
)
_ASKS_FOR_SINGULAR = frozenset({"a", "an", "this", "each", "every", "another", "one"})
_FAR = 9
"""How many words after an auxiliary are searched for its verb."""

Words = Sequence[Word]


def agreement(text: str) -> list[Place]:
    """Break subject-verb agreement: "is" for "are", "Who live" for "Who lives"."""
    found = []
    words = words_of(text)
    finite = False
    for at, word in enumerate(words):
        lower = word.lower
        if lower in _OTHER_NUMBER and not (finite and lower in ("do", "have")):
            found.append(place_of(word, with_capital_of(word.text, _OTHER_NUMBER[lower])))
        elif at and words[at - 1].lower in ("who", "what", "that", "which"):
            base = _base_of(lower, "VBZ")
            if base and base != lower:
                found.append(place_of(word, base))
        # after an auxiliary, "do" and "have" are infinitives without number
        finite = finite or lower in _AUXILIARIES
    return found


def tense(text: str) -> list[Place]:
    """Use a verb form that the auxiliary does not take: "did went", "was build"."""
    found = []
    words = words_of(text)
    for at, word in enumerate(words):
        verb = _verb_after(words, at) if word.lower in _AUXILIARIES | {"be", "been"} else None
        if verb is None:
            continue
        lower = verb.lower
        if word.lower in _DO | MODALS:
            wrong = [first_form(lower, "VBD"), first_form(lower, "VBZ")]
        else:
            base = _base_of(lower, "VBN") or _base_of(lower, "VBG")
            wrong = [base, first_form(base, "VBD")]
        wrong = [form for form in dict.fromkeys(wrong) if form not in ("", lower)]
        if wrong:
            found.append(place_of(verb, *wrong))
    return found


def articles(text: str) -> list[Place]:
    """Swap "a" and "an" or drop them; replace "the" by the wrong one of "a" and "an"."""
    found = []
    words = words_of(text)
    for word, after in pairwise(words):
        lower = word.lower
        if lower not in _ARTICLES or (word.start and word.text != lower):  # "vitamin A"
            continue
        if lower == "the":
            wrong = ["a" if SAID_WITH_VOWEL.match(after.lower) else "an"]
        else:
            wrong = ["", "an" if lower == "a" else "a"]
        found.append(place_of(word, *(with_capital_of(word.text, form) for form in wrong)))
    return found


def prepositions(text: str) -> list[Place]:
    """Replace prepositions by wrong ones; "to" only before a noun phrase, not before a verb."""
    found = []
    words = words_of(text)
    for at, word in enumerate(words):
        wrong = WRONG_PREPOSITIONS.get(word.lower, ())
        after = words[at + 1] if at + 1 < len(words) else None
        if word.lower == "to" and not (after and _starts_noun(after)):
            continue
        if wrong:
            found.append(place_of(word, *(with_capital_of(word.text, other) for other in wrong)))
    return found


def noun_numbers(text: str) -> list[Place]:
    """Use the wrong number of a noun: "many book", "a books"."""
    found = []
    words = words_of(text)
    for at, cue in enumerate(words):
        after = [word for word in words[at + 1 : at + 4] if word.text.isalpha()]
        noun = None
        if cue.lower in _ASKS_FOR_PLURAL:
            noun = next((word for word in after if _singular(word.lower)), None)
            wrong = _singular(noun.lower) if noun else ""
        elif cue.lower in _ASKS_FOR_SINGULAR:
            noun = _only_noun(after)
            wrong = _plural(noun.lower) if noun else ""
        if noun and wrong and wrong != noun.lower and noun.text.islower():
            found.append(place_of(noun, wrong))
    return found


def inversion(text: str) -> list[Place]:
    """Move the auxiliary behind the subject: "When the lighthouse was built?"."""
    words = words_of(text)
    for at, word in enumerate(words):
        if word.lower not in _AUXILIARIES:
            continue
        asked = at == 0 or any(other.kind == "question" for other in words[:at])
        behind = words[at + 1 :]
        if not asked or not behind or behind[0].kind == "clitic":
            return []
        verb = _verb_after(words, at)
        if verb is not None:
            subject = behind[: behind.index(verb)]
        elif word.lower in _BE and not any(other.lower in _CLAUSE_STARTS for other in behind):
            subject = behind
        else:
            return []
        if not subject or re.search(r"[^\w\s'’-]", text[word.end : subject[-1].end]):
            return []
        return [put_behind(text, word, subject)]
    return []


def _verb_after(words: Words, at: int) -> Word | None:
    """Return the main verb of the auxiliary at `at`, if it is clear from the context."""
    return (_infinitive if words[at].lower in _DO | MODALS else _participle)(words, at)


def _infinitive(words: Words, at: int) -> Word | None:
    found = []
    for place in _clause_after(words, at):
        word = words[place]
        if word.lower in ("be", "have", "do") and words[place - 1].lower != "to":
            return word
        if word.lower in _AUXILIARIES:
            break
        # the word right after the auxiliary starts the subject
        in_place = place > at + 1 and not _in_noun(words, place)
        if in_place and _base_of(word.lower, "VB") == word.lower:
            found.append(word)
    irregular = [word for word in found if not first_form(word.lower, "VBD").endswith("ed")]
    likely = [word for word in found if not lemmas(word.lower, "ADJ")]
    return next(iter(irregular + likely + found), None)


def _participle(words: Words, at: int) -> Word | None:
    tags = ("VBN",) if words[at].lower in _HAVE else ("VBN", "VBG")
    found = None
    for place in _clause_after(words, at):
        word = words[place]
        if word.lower in _AUXILIARIES | {"be", "been"}:
            break
        if not _in_noun(words, place) and any(_base_of(word.lower, tag) for tag in tags):
            found = found or word
            if place + 1 == len(words) or words[place + 1].kind != "content":
                return word  # safer than a participle before a noun, which may modify it
    return found


def _clause_after(words: Words, at: int) -> Iterator[int]:
    """Yield the positions after an auxiliary where its verb may be."""
    for place in range(at + 1, min(at + _FAR, len(words))):
        lower = words[place].lower
        if lower in _CLAUSE_STARTS and not (lower == "that" and place == at + 1):
            return
        yield place


def _in_noun(words: Words, place: int) -> bool:
    """Return whether a word is not a verb: it is part of a noun phrase or capitalised."""
    before, word = words[place - 1].lower, words[place]
    return (
        before in _DETERMINERS
        or before in ("'s", "’s")
        or before in WRONG_PREPOSITIONS
        or word.lower in _DETERMINERS | _PRONOUNS
        or not word.text.islower()
    )


def _starts_noun(word: Word) -> bool:
    return word.lower in _DETERMINERS | _PRONOUNS or word.kind in ("name", "question")


def _only_noun(after: list[Word]) -> Word | None:
    """Return the noun of a phrase such as "a green lamp of", if only its last word is a noun."""
    run = list(takewhile(lambda word: word.kind not in ("function", "question", "clitic"), after))
    nouns = [word for word in run if lemmas(word.lower, "NOUN")]
    return run[-1] if len(nouns) == 1 and nouns[0] is run[-1] else None


def _base_of(word: str, tag: str) -> str:
    """Return the verb of which a word is the form with this Penn tag; "" if there is none."""
    for base in lemmas(word, "VERB"):
        if (tag == "VB" and base == word) or word in forms(base, tag):
            return base
    return ""


def _singular(word: str) -> str:
    """Return the singular of a plural noun; "" for other words."""
    bases = (base for base in lemmas(word, "NOUN") if base != word)
    return next((base for base in bases if word in forms(base, "NNS")), "")


def _plural(word: str) -> str:
    """Return the plural of a singular noun; "" for other words."""
    return first_form(word, "NNS") if word in lemmas(word, "NOUN") else ""
