"""WordNet lookup on a tiny folder in the real format."""

from __future__ import annotations

from pathlib import Path

import pytest

from qgauge.text.wordnet import WordNet, find

LICENCE = (
    "  1 This software and database is being provided to you, the LICENSEE, by  \n"
    "  6 WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved.  \n"
)
# lemma pos synset_cnt p_cnt [pointer...] sense_cnt tagsense_cnt offset...
INDEX = {
    "noun": [
        "auto n 1 1 @ 1 0 00000100  ",
        "box n 1 1 @ 1 0 00000500  ",
        "car n 2 2 @ ~ 2 2 00000100 00000200  ",
        "child n 1 1 @ 1 1 00000300  ",
        "kid n 1 1 @ 1 1 00000300  ",
        "motor_car n 1 1 @ 1 0 00000100  ",
        "glass n 1 1 @ 1 1 00000600  ",
    ],
    "verb": ["kid v 1 1 @ 1 1 00000900  ", "tease v 1 1 @ 1 1 00000900  "],
    "adj": ["big a 1 1 & 1 1 00001000  ", "large a 1 1 & 1 1 00001000  "],
    "adv": ["quickly r 1 0 1 1 00000200  "],
}
EXCEPTIONS = {"noun": ["children child"], "verb": [], "adj": ["bigger big"], "adv": []}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for pos, lines in INDEX.items():
        text = LICENCE + "".join(f"{line}\n" for line in sorted(lines))
        (tmp_path / f"index.{pos}").write_text(text, encoding="utf-8")
    for pos, lines in EXCEPTIONS.items():
        (tmp_path / f"{pos}.exc").write_text("".join(f"{x}\n" for x in lines), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("car", "auto"),
        ("cars", "autos"),  # the ending -s is removed
        ("children", "kids"),  # one is an exception, one is regular
        ("teasing", "kid"),  # -ing becomes -e
        ("boxes", "box"),
        ("bigger", "large"),
        ("car", "quickly"),  # a noun and an adverb with the same offset, as in METEOR
    ],
)
def test_words_that_share_a_synset_are_synonyms(folder: Path, first: str, second: str) -> None:
    wordnet = WordNet(folder)
    assert wordnet.synonyms(first, second)
    assert wordnet.synonyms(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [("car", "child"), ("unknown", "unknown"), ("glass", "gla"), ("motor_car", "car"), ("", "")],
)
def test_other_words_are_not_synonyms(folder: Path, first: str, second: str) -> None:
    assert not WordNet(folder).synonyms(first, second)


def test_synsets_of_all_parts_of_speech_are_merged(folder: Path) -> None:
    assert WordNet(folder).synsets("kid") == {300, 900}


def test_an_irregular_form_has_no_regular_base(folder: Path) -> None:
    (folder / "noun.exc").write_text("cars child\n", encoding="utf-8")
    assert WordNet(folder).synsets("cars") == {300}


def test_identity_names_version_and_content(folder: Path) -> None:
    before = WordNet(folder).identity
    assert before.startswith("wordnet-3.0-")
    (folder / "verb.exc").write_text("went go\n", encoding="utf-8")
    assert WordNet(folder).identity != before


def test_files_are_read_on_first_use(tmp_path: Path) -> None:
    wordnet = WordNet(tmp_path / "absent")
    with pytest.raises(FileNotFoundError):
        wordnet.synsets("car")


def test_the_folder_is_found_by_argument_and_environment(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "dict").symlink_to(folder)
    monkeypatch.setenv("WNHOME", str(home))
    monkeypatch.delenv("WNSEARCHDIR", raising=False)
    assert find() == home / "dict"
    monkeypatch.setenv("WNSEARCHDIR", str(folder))
    assert find() == folder
    assert find(home / "dict") == home / "dict"
    assert find(home) is None  # no fallback from an explicit folder
