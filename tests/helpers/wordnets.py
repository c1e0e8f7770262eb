"""Tiny WordNet folders in the real format."""

from __future__ import annotations

from pathlib import Path

LICENCE = (
    "  1 This software and database is being provided to you, the LICENSEE, by  \n"
    "  6 WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved.  \n"
)


def write_wordnet(folder: Path, synsets: dict[str, int]) -> Path:
    """Write a folder in which each of these nouns has one synset."""
    folder.mkdir()
    for pos in ("noun", "verb", "adj", "adv"):
        (folder / f"index.{pos}").write_text(LICENCE, encoding="utf-8")
        (folder / f"{pos}.exc").write_text("", encoding="utf-8")
    lines = [f"{word} n 1 1 @ 1 0 {number:08}  \n" for word, number in sorted(synsets.items())]
    (folder / "index.noun").write_text(LICENCE + "".join(lines), encoding="utf-8")
    return folder
