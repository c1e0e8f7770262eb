"""Find and remove what stands around a question: greetings, numbers, marks, an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_ROUNDS = 10
"""Layers around a question that are looked at."""
_LONGEST_JSON = 100_000
_SHOWN = 60

_GREETING = (
    r"(?:sure(?: thing)?|certainly|of course|ok(?:ay)?|great|absolutely|al(?:l )?right|got it)"
)
_BEFORE_LABEL = (
    r"(?:(?:a|an|the|my|your|our|this|that|another|one|next|first|second|third|last|final|possible|"
    r"potential|suggested|proposed|generated|sample|example|new|good|better|short|simple|easy|medium|"
    r"hard|difficult|open|reading|comprehension|multiple|choice|factual|quiz|test|exam|trivia|"
    r"follow|up|output|rewritten|revised|improved)[\s\-]+){0,5}"
)
"""What may stand before the label "question"; "the Eastern question" is not one."""
_OFFER = (
    r"(?:(?:based on|from|given|using|about) [^:?.!,\n]{0,80}, |"
    r"(?:i|we|below|this is|let me|let's|let’s)\b[^:?.!\n]{0,80}?\s)?"
)
_BEFORE = (
    rf"{_GREETING}[!.,:]{{1,3}}\s+",
    r"here you go[!.:,]{1,3}\s+",
    r"here(?:'s|’s| is| are)[^:?.\n]{0,120}:\s+",
    r"here(?:'s|’s| is)[^:?.\n]{0,60}\b(?:question|one|attempt|try|suggestion)[^:?.\n]{0,60}\.\s+",
    rf"[(\[*_\"“]{{0,3}}{_OFFER}{_BEFORE_LABEL}questions?\b[^:?.!\n]{{0,80}}:\**\s*",
    r"question\s?#?\d{0,4}\s?[.)\-–—]\s+",
    r"q\s?\d{0,4}(?:[:)]\s*|\.\s+|\s?[\-–—]\s+)",
    r"(?:assistant|user|model|bot|ai)\s?:\s+",
    r"\(?\d{1,3}[.)]\s+",
    r"\(?[a-e]\)\s+",
    r"[\-*•‣◦–—>]\s+",
    r"#{1,6}\s+",
)
_PREFIX = re.compile("|".join(f"(?:{one})" for one in _BEFORE), re.IGNORECASE)
_LABEL = (
    r"(?:the )?(?:correct |expected |right )?(?:answer|ans|explanation|note|hint|solution|reason)"
)
_MARKS = r"[\"'”’*_)\]\s]{0,8}[(\[]?[*_]{0,2}"
_ANSWER_AFTER = re.compile(
    rf"[?.…]({_MARKS}(?:{_LABEL}\s?(?:is\b|[:=\-–])|a[*_]{{0,2}}:))", re.IGNORECASE
)
_OPTION_B = re.compile(r"\bb\s?[:.)]", re.IGNORECASE)
_CLOSING = re.compile(
    r"[?](\s+(?:i hope|hope (?:this|that|it)\b|(?:please )?let me know|feel free|would you like))",
    re.IGNORECASE,
)
_FENCE = re.compile(r"\A```[a-z]{0,12}\n?(.*?)\n?```\Z", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|code|span|div|h[1-6]|li|ul|ol|q|question|answer) ?/?>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(
    r"\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*|(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])"
    r"|(?<!\w)__(?=[^\s_])([^_\n]*[^\s_])__(?!\w)|\A`([^`\n]+)`\Z"
)
_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "„": "“"}


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A question without what stood around it."""

    text: str
    """The question."""
    reasons: tuple[str, ...]
    """What was removed, in plain English; empty if nothing was."""


def strip_chatter(text: str) -> Cleaned:
    """Remove what stands around a question.

    Args:
        text: What a generator wrote.

    Returns:
        The question, and what was removed from it.

    Examples:
        >>> from qgauge.questions import strip_chatter
        >>> strip_chatter("Sure! **Question 3:** Who built it? Answer: Nils").text
        'Who built it?'
    """
    text = text.strip()
    reasons: list[str] = []
    for _ in range(_ROUNDS):
        for step in _STEPS:
            found = step(text)
            if found and found[0] and found[0] != text:
                text = found[0]
                if found[1] not in reasons:
                    reasons.append(found[1])
                break
        else:
            break
    return Cleaned(text, tuple(reasons))


_Found = tuple[str, str] | None
"""The rest of the text, and what was removed."""


def _json(text: str) -> _Found:
    if text[0:1] not in ("{", "[") or text[-1:] not in ("}", "]") or len(text) > _LONGEST_JSON:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    question = next(_questions(value), "")
    return (question.strip(), "it is wrapped in JSON") if question else None


def _questions(value: object) -> Iterator[str]:
    """The texts in a JSON value that may be the question, not deeper than a list of objects."""
    for one in value[:1] if isinstance(value, list) else [value]:
        text = one.get("question") if isinstance(one, dict) else one
        if isinstance(text, str):
            yield text


def _fence(text: str) -> _Found:
    found = _FENCE.match(text) if text.endswith("```") else None
    return (found[1].strip(), "it is written as code") if found else None


def _tags(text: str) -> _Found:
    return _TAG.sub("", text).strip(), "it has HTML tags"


def _emphasis(text: str) -> _Found:
    plain = _EMPHASIS.sub(lambda found: next(filter(None, found.groups())), text)
    return plain.strip(), "it has Markdown marks"


def _prefix(text: str) -> _Found:
    found = _PREFIX.match(text)
    return (text[found.end() :], f"'{_clip(found[0])}' stands before it") if found else None


def _quotes(text: str) -> _Found:
    end = _QUOTES.get(text[:1])
    inner = text[1:-1]
    if end is None or len(text) < 3 or text[-1] != end or text[0] in inner or end in inner:
        return None
    return inner.strip(), "it stands in quotation marks"


def _suffix(text: str) -> _Found:
    for pattern in (_ANSWER_AFTER, _CLOSING):
        found = pattern.search(text)
        if found is None:
            continue
        tail = text[found.start(1) :]
        if found[1].lower().endswith("a:") and _OPTION_B.search(tail):
            continue  # options to choose from
        return text[: found.start(1)], f"'{_clip(tail)}' stands after it"
    return None


_STEPS: tuple[Callable[[str], _Found], ...] = (
    _json,
    _fence,
    _tags,
    _emphasis,
    _prefix,
    _suffix,
    _quotes,
)


def _clip(text: str) -> str:
    text = " ".join(text[: 2 * _SHOWN].split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
