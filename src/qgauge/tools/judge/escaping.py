"""Data in a prompt: texts to be judged, fenced so that nothing in them can end the fence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256


def fenced(texts: Mapping[str, str]) -> tuple[str, str]:
    """The texts, each between two marks with its name; and the word that only the marks have.

    The word is made from the texts, so that the same texts give the same prompt, and no text can
    hold the word that comes out once it is in it.
    """
    shown = {name: disarmed(text) for name, text in texts.items()}
    word, number = "", 0
    while not word or any(word in text for text in shown.values()):
        made_of = json.dumps([number, sorted(shown.items())])
        word, number = sha256(made_of.encode()).hexdigest()[:12], number + 1
    blocks = [f"[{word} {name}]\n{text}\n[{word} end of {name}]" for name, text in shown.items()]
    return "\n\n".join(blocks), word


def disarmed(text: str) -> str:
    """The text without what a server might obey instead of show.

    Chat servers turn words such as <|im_end|>, </s> or [INST] into control tokens wherever they
    find them. Here their brackets become ones that no model has in its control tokens. Characters
    that no reader sees are left out: a person could not have judged them.
    """
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _INVISIBLE.sub("", text)
    text = _ANGLED.sub("‹\\1›", text)
    return _SQUARE.sub("⟦\\1⟧", text)


_INVISIBLE = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    "\U000e0000-\U000e0fff]"
)
_ANGLED = re.compile(r"<([^\s<>](?:[^<>\n]{0,78}[^\s<>])?)>")
_SQUARE = re.compile(r"\[(/?[A-Z][A-Z_ ]{0,30})\]")
