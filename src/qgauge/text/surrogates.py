"""Lone surrogates, which Python strings may contain and tokenizers reject."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Replace each lone surrogate by U+FFFD; character offsets do not change."""
    return _SURROGATE.sub("\ufffd", text)
