"""Complete the answer with words of the wh-phrase: `five eggs`, `their uncle's house`."""

from __future__ import annotations

import re

from qgauge.statements.question_parts import QuestionParts
from qgauge.statements.reply import Reply
from qgauge.statements.verbs import lemmas
from qgauge.text.words import SAID_WITH_VOWEL, word_set

PROPERTIES = word_set(
    "color colour kind type sort size shape nationality religion age gender race sex breed species "
    "state class form temperature sign"
)
"""Nouns that ask for a property, as in `What color is the door?`"""
_KINDS = frozenset({"kind", "kinds", "type", "types", "sort", "sorts", "form", "forms"})
_COLORS = frozenset({"color", "colour"})
_SHARES = frozenset({"percentage", "percent", "proportion", "portion", "fraction", "share"})
_PARTS = word_set(
    "part parts layer side region section half area end stage phase step floor organ feature "
    "characteristic measurement measurements"
)
_STAGES = frozenset({"stage", "phase", "step"})
_ONE_OF_MANY = word_set("tool instrument device machine vehicle animal insect bird object")
"""Nouns whose answers are countable and need an article: `Which tool ...?` `A hammer ...`"""
_ONLY_ONE = frozenset({"sun", "moon", "sky", "universe", "equator"})
_LONGEST_PART = 3
_OWNERS = frozenset({"my", "your", "his", "her", "its", "our", "their"})


def answer_phrase(parts: QuestionParts, reply: Reply) -> str:
    """Return the noun phrase that replaces the wh-phrase."""
    sentence, said = parts.sentence, reply.inside
    first = next((n for n in range(*parts.wh) if sentence.low[n] == parts.word), parts.wh[0])
    noun = _noun_at(parts, first)
    phrase = (parts.word, *sentence.low[noun : parts.wh[1]])
    rest = sentence.part(noun, parts.wh[1])
    if parts.word == "whose" and rest and phrase[-1] not in reply.low:
        return f"{_possessive(reply)} {rest}"
    if parts.word == "how" and len(phrase) > 2 and reply.is_number:
        return f"{said} {sentence.part(first + 2, parts.wh[1])}"
    if len(phrase) > 3 and phrase[1] in _SHARES and phrase[2] == "of":
        whole = sentence.part(noun + 1, parts.wh[1])
        return f"{said} {whole}" if " of " not in f" {said} " else said
    if reply.is_adjective and parts.word in ("what", "which") and said.islower():
        return _qualified(parts, noun, said)
    if len(phrase) > 3 and phrase[1] in _PARTS and phrase[2] == "of":
        return _part_of(parts, noun, reply)
    return _with_article(reply, phrase)


def _noun_at(parts: QuestionParts, first: int) -> int:
    """Return the start of the noun, after `of the following`, `of these` and numerals."""
    low, at, end = parts.sentence.low, first + 1, parts.wh[1]
    if low[at] == "of" and low[at + 1] in ("the", "these", "those", "following"):
        at += 3 if low[at + 1 : at + 3] == ("the", "following") else 2
    if at < end and parts.word != "how" and parts.sentence.upos(at) == "NUM":
        at += 1
    return min(at, end)


def _with_article(reply: Reply, phrase: tuple[str, ...]) -> str:
    """Add an article if the answer clearly needs one."""
    said = reply.inside
    if not _is_bare(reply) or _KINDS & set(phrase):
        return said
    if said.lower() in _ONLY_ONE:
        return f"the {said}"
    noun = phrase[phrase.index("of") - 1] if "of" in phrase else phrase[-1]
    if noun in _ONE_OF_MANY and said.islower():
        return f"{'an' if SAID_WITH_VOWEL.match(said) else 'a'} {said}"
    return said


def _is_bare(reply: Reply) -> bool:
    """Return whether the answer is a singular noun with optional adjectives and no article."""
    words = reply.sentence.words
    if words and re.search(r"(?<![eiusn])s$", words[-1].text):
        return False  # plural: "binoculars"
    if len(words) == 1 and lemmas(words[0].text, "NOUN") == (words[0].text.lower(),):
        return words[0].upos in ("NOUN", "PROPN", "VERB")
    if not words or words[-1].upos not in ("NOUN", "PROPN") or reply.is_plural:
        return False
    return all(word.upos in ("NOUN", "ADJ", "PROPN") for word in words)


def _part_of(parts: QuestionParts, noun: int, reply: Reply) -> str:
    """Add the whole to a part: `the rudder of a ship`, `the last stage of a race`."""
    sentence, said = parts.sentence, reply.inside
    whole = sentence.part(noun + 1, parts.wh[1])
    known = {"of", sentence.low[parts.wh[1] - 1]} & set(reply.low)
    common = reply.sentence.upos(len(reply.sentence) - 1) == "NOUN"
    if known or not common or len(reply.sentence) > _LONGEST_PART:
        return said
    part = sentence.low[noun]
    if part in _STAGES and len(reply.sentence) == 1:
        return f"the {said} {part} {whole}" if part != said else said
    return f"{'the ' if _is_bare(reply) else ''}{said} {whole}"


def _qualified(parts: QuestionParts, noun: int, said: str) -> str:
    """Add the noun of the wh-phrase to an adjective: `the nervous system`."""
    sentence, end = parts.sentence, parts.wh[1]
    phrase = sentence.low[noun:end]
    if len(phrase) > 2 and phrase[0] in _KINDS and phrase[1] == "of":
        return f"{said} {sentence.part(noun + 2, end)}"
    if len(phrase) > 1 and phrase[-1] in _KINDS:
        return f"{said} {sentence.part(noun, end - 1)}"  # noun before kind: "which energy type"
    if len(phrase) > 1 and phrase[0] in _COLORS:
        noun, phrase = noun + 1, phrase[1:]
    of = phrase.index("of") if "of" in phrase else len(phrase)
    plain = of > 0 and all(sentence.upos(at) in ("NOUN", "ADJ") for at in range(noun, noun + of))
    if not plain or phrase[of - 1] in PROPERTIES or phrase[of - 1] in said.split():
        return said
    last = sentence.words[noun + of - 1]
    if noun > parts.wh[0] + 2 and of == len(phrase) and " and " not in said:
        # "which of the following systems" asks for one of them: use the singular
        return f"the {said} {sentence.part(noun, end - 1)} {last.lemma}"
    return f"the {said} {sentence.part(noun, end)}"


def _possessive(reply: Reply) -> str:
    """Return the answer to whose as a possessive."""
    said = reply.inside
    if said.endswith(("'s", "s'", "’s", "s’")) or said.lower() in _OWNERS:
        return said
    return said + ("'" if said.endswith("s") and reply.is_plural else "'s")
