"""METEOR's settings, alone and under a Q-metric; test_meteor_alignment.py tests the alignment."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.wordnets import write_wordnet

from qgauge.core import BadSetting, Example, MissingTool
from qgauge.metrics import create

SYNONYMS = "stages=exact+stem+synonym"


@pytest.mark.parametrize("name", ["meteor", "q_meteor"])
def test_signature_names_the_wordnet_used(name: str, tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path / "one", {"car": 100, "auto": 100})
    signature = create(f"{name}:{SYNONYMS},wordnet={folder}").signature({}, "1")
    assert f"|{SYNONYMS.replace('=', ':')}|wordnet:wordnet-3.0-" in signature
    other = write_wordnet(tmp_path / "two", {"car": 100, "auto": 200})
    assert create(f"{name}:{SYNONYMS},wordnet={other}").signature({}, "1") != signature
    assert "|wordnet:none|" in create(name).signature({}, "1")


def test_synonyms_reach_the_base_of_q_meteor(tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path / "one", {"car": 100, "auto": 100})
    example = Example("1", "Which car drove?", ("Which auto drove?",))
    (plain,) = create("q_meteor").score([example], {})
    (synonyms,) = create(f"q_meteor:{SYNONYMS},wordnet={folder}").score([example], {})
    assert synonyms.parts["base"] > plain.parts["base"]


@pytest.mark.parametrize("name", ["meteor", "q_meteor"])
def test_wrong_wordnets_are_refused_at_once(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: wordnet is only used with"):
        create(f"{name}:wordnet={tmp_path}")
    with pytest.raises(MissingTool, match="WordNet was not found in"):
        create(f"{name}:{SYNONYMS},wordnet={tmp_path}")


@pytest.mark.parametrize(
    "line", ["car n one 1 @ 1 0 00000100", "car", "car n 0 0 0 0", "car n 3 7"]
)
def test_a_broken_wordnet_is_named_with_file_and_line(line: str, tmp_path: Path) -> None:
    folder = write_wordnet(tmp_path / "dict", {"auto": 100})
    with (folder / "index.noun").open("a", encoding="utf-8") as index:
        index.write(f"{line}\n")
    # two lines of licence and one noun come before
    with pytest.raises(MissingTool, match=r"index\.noun, line 4 is not a WordNet index line"):
        create(f"meteor:{SYNONYMS},wordnet={folder}")


def test_a_wordnet_that_cannot_be_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_wordnet(tmp_path / "dict", {"auto": 100})
    monkeypatch.setattr("qgauge.text.wordnet._is_wordnet", lambda _: True)
    (folder / "verb.exc").unlink()
    with pytest.raises(MissingTool, match=r"Cannot read WordNet: .*verb\.exc"):
        create(f"meteor:{SYNONYMS},wordnet={folder}")
