"""Turn answers to when, where, why and how into adjuncts."""

from __future__ import annotations

import re

from qgauge.statements.reply import CAUSES, Reply
from qgauge.statements.verbs import BE, can_be, inflected, lemmas
from qgauge.text.words import word_set

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_ON = re.compile(
    rf"{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?!\d)"
    rf"|(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\S+ birthday|the (?:\w+ )?day\b"
    r"|\d+/\d+/\d+|\d{4}-\d\d-\d\d"
)
_AT = re.compile(
    r"(?:about |around )?\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m|p\.m|o'clock)|\d{1,2}:\d\d"
    r"|noon|midnight|night|dawn|dusk|sunrise|sunset|christmas"
    r"|(?:the )?(?:end|beginning|start|age|turn|height)\b"
    r"|easter|lunch|dinner|breakfast|bedtime|(?:the )?same time|\w+ o'clock"
)
_IN = re.compile(
    rf"{_MONTH}|(?:the )?(?:\w+ )?(?:\d{{1,4}}s?\b|\w+ century|\w+ centuries|\w+ decade)|(?:the )?"
    r"(?:early|late|mid|middle|\w*(?:spring|summer|autumn|winter|fall|morning|afternoon|evening)\b"
    r"|(?:\d+|\w+) (?:days|weeks|months|years|hours|minutes)$)|.*\b\d{3,4}s?$"
)
_TIMES = word_set(
    "yesterday today tomorrow now never always immediately soon later early late once every last "
    "next each all sometimes often daily weekly monthly yearly annually then tonight recently "
    "again twice usually right just only throughout this these any most currently already first"
)
_PLACES = word_set(
    "there here home everywhere nowhere somewhere anywhere abroad back away upstairs downstairs "
    "outside inside indoors outdoors next north south east west nearby underground overseas far "
    "downtown"
)
_TOWARDS = word_set(
    "go move travel return run walk fly sail flee send take bring drive ride head lead emigrate "
    "migrate climb jump"
)
_FROM = frozenset({"derive", "originate"})
_REASONS = ("for", "in", "out", "by", "through", "with", "as", "from", "after", "on", "to", "if")


def when(reply: Reply) -> tuple[str, bool]:
    """Return a time adjunct with its preposition, and whether the preposition is certain."""
    said, first = reply.inside, reply.low[0]
    low = said.lower().replace("’", "'")
    plain = first in _TIMES or low.endswith((" ago", " later", " earlier", " before", " day"))
    if plain and not _ON.match(low):
        return said, True
    if reply.is_clause:
        return f"when {said}", True
    if reply.begins_with_preposition or reply.begins_with_conjunction:
        return said, True
    for preposition, pattern in (("on", _ON), ("at", _AT), ("in", _IN)):
        if pattern.match(low):
            return f"{preposition} {said}", True
    if reply.is_gerund:
        return f"when {said}", True
    if reply.is_adverb or first in ("while", "during", "until", "since", "by"):
        return said, True
    return f"during {said}", False


def where(reply: Reply, verb: str, passive: bool = False) -> tuple[str, bool]:
    """Return a place adjunct with a preposition, and whether it fits."""
    if reply.begins_with_preposition or reply.low[0] in _PLACES or reply.begins_with_conjunction:
        return reply.inside, True
    if reply.is_clause:
        return f"in this place: {reply.inside}", False
    if reply.is_adverb or reply.sentence.upos(0) == "ADP":
        return reply.inside, True
    if verb in _FROM:
        return f"from {reply.inside}", True
    if verb in _TOWARDS and not (passive and verb not in ("send", "move")):
        return f"to {reply.inside}", True
    return f"in {reply.inside}", True


def why(reply: Reply, subject: str) -> tuple[str, bool]:
    """Return a reason adjunct (because, because of, to, or unchanged), and whether it fits."""
    first, said = reply.low[0], reply.inside
    if first in CAUSES and not (first in ("since", "so") and len(reply.sentence) < 3):
        return said, True
    if reply.is_clause:
        return f"because {said}", True
    if first in _REASONS and reply.sentence.upos(0) in ("ADP", "SCONJ", "PART", "ADV"):
        return said, True
    if reply.begins_with_verb("VB") and not can_be(first, "VBD"):
        return f"to {said}", True
    if reply.begins_with_verb("VBD") or reply.begins_with_verb("VBZ") or first in BE:
        return f"because {subject} {said}", bool(subject)
    if reply.is_adjective or reply.is_adverb:
        return f"because of this: {said}", False
    return f"because of {said}", True


def how(reply: Reply) -> tuple[str, bool]:
    """Return an adjunct of manner or means, and whether it fits."""
    first, said = reply.low[0], reply.inside
    if reply.is_clause:
        return f"in this way: {said}", True
    if first in ("by", "with", "through", "using", "via", "without", "in", "on", "like", "as"):
        return said, True
    if reply.begins_with_preposition or reply.begins_with_conjunction or first == "to":
        return said, True
    if reply.is_gerund:
        return f"by {said}", True
    if reply.is_adverb or (first.endswith("ly") and reply.sentence.upos(0) == "ADV"):
        return said, True
    if any(reply.begins_with_verb(tag) for tag in ("VB", "VBD", "VBZ")):
        gerund = inflected(lemmas(first, "VERB")[0], "VBG") if lemmas(first, "VERB") else ""
        if gerund:
            return f"by {gerund}{said[len(first) :]}", True
    if reply.is_adjective:
        return said, False
    bare = reply.sentence.upos(0) in ("NOUN", "PROPN")
    return f"{'by' if bare else 'with'} {said}", False
