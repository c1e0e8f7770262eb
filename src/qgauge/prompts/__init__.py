"""Prompts for language models, one folder per purpose, and functions that read them.

`judge` and `rubrics` belong to the metric `judge`, `qud_criteria` to the criteria for questions
under discussion (QUDs), `qud_parsing` to the parsing of QUDs, and `generation` to the role
`generator`. `task.txt` is the message with texts and a task that several of them use.
"""

from __future__ import annotations

import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

FOLDER = Path(__file__).parent


@cache
def template(name: str) -> Template:
    """Read a prompt template.

    Args:
        name: Path below `prompts/`, without `.txt`.

    Returns:
        The template, stripped.
    """
    return Template((FOLDER / f"{name}.txt").read_text("utf-8").strip())


@cache
def table(name: str) -> dict[str, Any]:
    """Read a TOML file of texts.

    Args:
        name: Path below `prompts/`, without `.toml`.

    Returns:
        The texts by key.
    """
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def digest(*names: str) -> str:
    """Return a hash of the content of prompt files, for signatures."""
    return sha256(b"\0".join((FOLDER / name).read_bytes() for name in names)).hexdigest()[:8]
