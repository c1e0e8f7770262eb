"""The words that language models are given, a folder for each purpose, and how they are read.

`judge` and `rubrics` are for the metric `judge`, `qud_criteria` for the criteria of questions under
discussion, `qud_parsing` for finding such questions.
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
    """A text with places to fill, by its path without the ending."""
    return Template((FOLDER / f"{name}.txt").read_text("utf-8").strip())


@cache
def table(name: str) -> dict[str, Any]:
    """A file of texts by name, by its path without the ending."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def digest(*names: str) -> str:
    """For signatures: which words these files have."""
    return sha256(b"\0".join((FOLDER / name).read_bytes() for name in names)).hexdigest()[:8]
