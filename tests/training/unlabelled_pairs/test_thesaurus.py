"""The thesaurus on a WordNet of a few lines: it uses first senses."""

from __future__ import annotations

from pathlib import Path

import pytest

from training.unlabelled_pairs.thesaurus import Thesaurus

INDEX = {
    "noun": "dog n 1 2 @ ~ 1 0 00000001\nanimal n 1 1 ~ 1 0 00000002\npuppy n 1 1 @ 1 0 00000003\n",
    "verb": "buy v 1 1 ! 1 0 00000004\npurchase v 1 0 1 0 00000004\nsell v 1 1 ! 1 0 00000005\n",
    "adj": "",
    "adv": "",
}
DATA = {
    "noun": "00000001 05 n 01 dog 0 002 @ 00000002 n 0000 ~ 00000003 n 0000 | a dog\n"
    "00000002 05 n 01 animal 0 001 ~ 00000001 n 0000 | an animal\n"
    "00000003 05 n 01 puppy 0 001 @ 00000001 n 0000 | a young dog\n",
    "verb": "00000004 40 v 02 buy 0 purchase 0 001 ! 00000005 v 0101 01 + 08 00 | get for money\n"
    "00000005 40 v 01 sell 0 001 ! 00000004 v 0101 01 + 08 00 | give for money\n",
    "adj": "",
    "adv": "",
}


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Thesaurus:
    folder: Path = tmp_path_factory.mktemp("wordnet")
    for pos in INDEX:
        (folder / f"index.{pos}").write_text("  1 licence\n" + INDEX[pos])
        (folder / f"data.{pos}").write_text("  1 licence\n" + DATA[pos])
    return Thesaurus(folder)


@pytest.mark.parametrize(
    ("word", "tag", "how", "expected"),
    [
        ("bought", "VBD", "=", ["purchased"]),
        ("dogs", "NNS", "@", ["animals"]),
        ("dogs", "NNS", "~", ["puppies"]),
        ("buying", "VBG", "!", ["selling"]),
        ("purchased", "VBD", "!", []),  # only buy and sell are antonyms
        ("Dog", "NNP", "@", []),
        ("the", "DT", "=", []),
    ],
)
def test_words_in_the_same_form(
    small: Thesaurus, word: str, tag: str, how: str, expected: list[str]
) -> None:
    assert small.changed(word, tag, how) == expected


def test_fields_are_those_of_the_first_sense(small: Thesaurus) -> None:
    assert small.field("dog") == 5 and small.field("cat") == -1


def test_the_list_comes_before_wordnet_and_works_without_it(
    small: Thesaurus, tmp_path: Path
) -> None:
    assert small.opposite("bought", "VBD") == ["sold"]
    bare = Thesaurus(tmp_path)
    assert bare.opposite("largest", "JJS") == ["smallest"]
    assert bare.changed("dogs", "NNS", "@") == [] and bare.field("dog") == -1


def test_kind_in_what_kind_of_has_no_antonym(small: Thesaurus) -> None:
    assert small.opposite("kind", "JJ") == []
