"""Questions for the tests of the integrations, and the code on their page."""

from __future__ import annotations

from typing import Any

from helpers.blocks import PROJECT, blocks_of

PAGE = PROJECT / "docs" / "integrations.md"
PASSAGE = "An old fisherman called Bram rowed Ines to the island. Her brother Theo stayed at home."
QUESTION = "Who rowed Ines to the island?"


def code_with(text: str) -> dict[str, Any]:
    """Run the one Python block of the page that contains the text, and return its names."""
    (block,) = [one for one in blocks_of(PAGE) if one.language == "python" and text in one.text]
    names: dict[str, Any] = {}
    exec(compile(block.text, block.place, "exec"), names)
    return names


def file_block(name: str) -> str:
    """Return the text of a block that the page calls a file."""
    (block,) = [one for one in blocks_of(PAGE) if one.file == name]
    return block.text
