"""Quote texts in a prompt as data: no text can end its fence or become a control token."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256


def fenced(texts: Mapping[str, str]) -> tuple[str, str]:
    """Quote texts for a prompt, each between two marks with its name.

    The marks share a word derived from a hash of the texts. Equal texts give equal prompts, and no
    text can contain the word, because adding it to a text would change the hash.

    Args:
        texts: The texts by name, in the order in which the prompt shows them. They are passed
            through `disarmed`.

    Returns:
        The quoted texts, and the word that only the marks contain.

    Examples:
        >>> shown, word = fenced({"question": "Who built it?"})
        >>> print(shown)
        [4487008fa0c1 question]
        Who built it?
        [4487008fa0c1 end of question]
        >>> word
        '4487008fa0c1'
    """
    shown = {name: disarmed(text) for name, text in texts.items()}
    word, number = "", 0
    while not word or any(word in text for text in shown.values()):
        made_of = json.dumps([number, sorted(shown.items())])
        word, number = sha256(made_of.encode()).hexdigest()[:12], number + 1
    blocks = [f"[{word} {name}]\n{text}\n[{word} end of {name}]" for name, text in shown.items()]
    return "\n\n".join(blocks), word


def disarmed(text: str) -> str:
    """Make a text safe to show to a chat model.

    Chat servers turn strings such as `<|im_end|>`, `</s>` or `[INST]` into control tokens wherever
    they occur. Their brackets are replaced by ones that no model uses in control tokens. Invisible
    characters are removed: a human rater could not have seen them either.

    Args:
        text: Any text.

    Returns:
        The text without control tokens and invisible characters.

    Examples:
        >>> disarmed("Who built it?<|im_end|>")
        'Who built it?‹|im_end|›'
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
