"""The archives from npm: what of them becomes paragraphs."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest
from open_texts import ARCHIVES, LONGEST_SENTENCE, listed, open_paragraphs

SPEECHES, FACTS = ARCHIVES
SHORT = "We have built nine new roads and four bridges in the valley since last May."
PAGE = "The island was settled in 1650. " * 10 + "It has <b>one</b> harbour."


def packed(file: Path, members: dict[str, str]) -> None:
    with tarfile.open(file, "w:gz") as archive:
        for name, text in members.items():
            data = text.encode()
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    long = "It is " + "very " * LONGEST_SENTENCE + "long."
    speech = " ".join([SHORT] * 4 + [long] + [SHORT] * 12)
    packed(
        tmp_path / SPEECHES,
        {"data/1900.txt": speech, "data/1900.json": "{}", "package.json": "{}"},
    )
    page = {"Background": {"text": PAGE}, "Area": ["12 sq km", "A. B. C. short."], "n": 3}
    packed(
        tmp_path / FACTS,
        {"europe/xx.json": json.dumps(page), "package.json": json.dumps({"text": PAGE})},
    )
    return tmp_path


def test_speeches_are_cut_into_paragraphs_without_their_longest_sentences(folder: Path) -> None:
    found = [each for each in open_paragraphs(folder) if each.source == "speech"]
    # 15 words a sentence: the eighth makes 120, over the 110 that a paragraph has
    assert [each.sentences for each in found] == [[SHORT] * 8, [SHORT] * 8]
    assert found[0].group == "package/data/1900.txt"


def test_pages_give_their_prose_and_nothing_else(folder: Path) -> None:
    found = [each for each in open_paragraphs(folder) if each.source == "facts"]
    assert [each.group for each in found] == ["package/europe/xx.json"]
    assert len(found[0].sentences) == 11
    assert found[0].sentences[-1] == "It has one harbour."


def test_the_list_of_sources_names_each_archive_with_its_digest(folder: Path) -> None:
    rows = listed(folder)
    assert [row["file"] for row in rows] == [f"npm/{SPEECHES}", f"npm/{FACTS}"]
    assert all(len(row["sha256"]) == 64 for row in rows)
