"""Reads GIFT by the rules of Moodle's `qformat_gift`, written from those rules alone."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

_TRIMMED = " \t\n\r\0\x0b"
"""What PHP's `trim` removes."""
_ESCAPES = {
    r"\:": "&&058;",
    r"\#": "&&035;",
    r"\=": "&&061;",
    r"\{": "&&123;",
    r"\}": "&&125;",
    r"\~": "&&126;",
    r"\n": "&&010",
}
_CHARACTERS = {
    "&&058;": ":",
    "&&035;": "#",
    "&&061;": "=",
    "&&123;": "{",
    "&&125;": "}",
    "&&126;": "~",
    "&&010": "\n",
}
_WEIGHT = re.compile(r"%-*([0-9]{1,2})\.?([0-9]*)%")
_FORMATS = ("moodle", "html", "plain", "markdown")


@dataclass
class GiftQuestion:
    """A question as Moodle would store it. Texts in HTML are unescaped."""

    name: str
    text: str
    type: str
    answers: list[str]
    weights: list[float]


def read_gift(content: str) -> list[GiftQuestion]:
    """Return the questions of a file; raises ValueError where Moodle reports an error."""
    questions = []
    block: list[str] = []
    for line in [*content.split("\n"), ""]:
        line = line.strip(_TRIMMED)
        if line not in ("", "0"):  # PHP's empty()
            block.append(line)
        elif block:
            questions += _question(block)
            block = []
    return questions


def _question(lines: list[str]) -> list[GiftQuestion]:
    kept = [" " if line.startswith("//") else line for line in lines]
    text = "\n".join(kept).strip(_TRIMMED)
    if not text:
        return []
    text = _before(text)
    if text.startswith("$CATEGORY:"):
        raise ValueError("a category")
    name = ""
    if text.startswith("::"):
        name, found, text = text[2:].partition("::")
        assert found
        name, text = _after(name), text.strip(_TRIMMED)
    start, end = text.find("{"), text.find("}")
    if start < 0 and end < 0:
        return [GiftQuestion(name, _formatted(text, "moodle")[0], "description", [], [])]
    if start < 0 or end < 0:
        raise ValueError("a brace is missing")
    body = text[start + 1 : end].strip(_TRIMMED)
    blank = "" if text.endswith("}") else "_____"
    shown, format = _formatted(text[:start] + blank + text[end + 1 :], "moodle")
    if "####" in body:
        body = body[: body.rindex("####")].strip(_TRIMMED)
    type = _type(body)
    answers, weights = [], []
    if type in ("multichoice", "shortanswer"):
        for one in _split(body, type):
            answer, weight = _answer(one, type, format)
            answers.append(answer)
            weights.append(weight)
    return [GiftQuestion(name, shown, type, answers, weights)]


def _type(body: str) -> str:
    if not body:
        return "essay"
    if body[0] == "#":
        return "numerical"
    if "~" in body:
        return "multichoice"
    if "=" in body and "->" in body:
        return "match"
    said = body[: body.index("#")].strip(_TRIMMED) if body.find("#") > 0 else body
    return "truefalse" if said in ("T", "TRUE", "F", "FALSE") else "shortanswer"


def _split(body: str, type: str) -> list[str]:
    parts = body.replace("=", "~=").split("~") if type == "multichoice" else body.split("=")
    parts[0] = parts[0].strip(_TRIMMED)
    if parts[0] in ("", "0"):
        parts = parts[1:]
    if len(parts) < (2 if type == "multichoice" else 1):
        raise ValueError("too few answers")
    return parts


def _answer(text: str, type: str, format: str) -> tuple[str, float]:
    text = text.strip(_TRIMMED)
    weight = 0.0 if type == "multichoice" else 1.0
    found = _WEIGHT.match(text)
    if type == "multichoice" and text[0] == "=":
        text, weight = text[1:], 1.0
    elif found:
        text, weight = text[found.end() :], float(f"{found[1]}.{found[2] or 0}") / 100
    text, own = _formatted(text.split("#", 1)[0].strip(_TRIMMED), format, type == "multichoice")
    assert type != "multichoice" or own in ("plain", "html")
    return text, weight


def _formatted(text: str, format: str, as_shown: bool = True) -> tuple[str, str]:
    if text.startswith("["):
        name = text[1 : text.find("]")]
        if "]" in text and name in _FORMATS:
            text, format = text[len(name) + 2 :], name
    text = _after(text).strip(_TRIMMED)
    return (html.unescape(text) if format == "html" and as_shown else text), format


def _before(text: str) -> str:
    text = text.replace("\\\\", "&&092;")
    for escape, placeholder in _ESCAPES.items():
        text = text.replace(escape, placeholder)
    return text.replace("&&092;", "\\")


def _after(text: str) -> str:
    for placeholder, character in _CHARACTERS.items():
        text = text.replace(placeholder, character)
    return text


def accepts(pattern: str, response: str) -> bool:
    r"""Return whether a short answer accepts a response: `*` is any text, `\*` is a star."""
    bits = re.split(r"(?<!\\)\*", pattern)
    bits = [re.escape(bit.replace(r"\*", "*")) for bit in bits]
    return re.fullmatch(".*".join(bits), response, re.IGNORECASE | re.DOTALL) is not None
