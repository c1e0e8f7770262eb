"""Halves of surrogate pairs, which Python lets into texts and tokenizers refuse."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """The text as tokenizers take it: a half of a surrogate pair is no letter.

    One letter stands for each, so that places hold.
    """
    return _SURROGATE.sub("\ufffd", text)
