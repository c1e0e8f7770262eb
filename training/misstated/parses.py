"""Parses of the questions; the usual cache of tools keeps them, as parsing all takes minutes."""

from __future__ import annotations

from collections.abc import Iterable

from qgauge.tools import open_tool
from qgauge.tools.cache import default_cache
from qgauge.tools.roles import Parse


def parse_all(texts: Iterable[str]) -> dict[str, Parse]:
    """Return the parse of each text."""
    wanted = sorted(set(texts), key=lambda text: (len(text), text))
    parser = open_tool("parser", cache=default_cache())
    return dict(zip(wanted, parser.parse(wanted), strict=True))
