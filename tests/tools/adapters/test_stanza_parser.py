"""Conversion of Stanza's documents to parses, and errors for missing pipelines."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qgauge.core import BadSetting, MissingTool
from qgauge.tools.adapters.stanza_parser import _parse
from qgauge.tools.registry import open_tool


def word(text: str, head: int, deprel: str) -> Any:
    return SimpleNamespace(text=text, upos="X", lemma=text.lower(), head=head, deprel=deprel)


def token(start: int, end: int, *words: Any) -> Any:
    return SimpleNamespace(start_char=start, end_char=end, words=words)


def test_offsets_of_multi_word_tokens() -> None:
    """The two words of "can't" are in the text; "de" and "le", the words of "du", are not."""
    text = "I can't. Fin du jeu"
    first = [token(0, 1, word("I", 2, "nsubj"))]
    first += [token(2, 7, word("ca", 0, "root"), word("n't", 2, "advmod"))]
    second = [token(9, 12, word("Fin", 0, "root"))]
    second += [token(13, 15, word("de", 4, "case"), word("le", 4, "det"))]
    second += [token(16, 19, word("jeu", 1, "nmod"))]
    names = [SimpleNamespace(start_char=9, end_char=19, type="WORK")]
    sentences = [SimpleNamespace(tokens=first), SimpleNamespace(tokens=second)]
    parse = _parse(text, SimpleNamespace(sentences=sentences, ents=names))
    places = [(one.text, one.start, one.end) for one in parse.words]
    assert places[:4] == [("I", 0, 1), ("ca", 2, 4), ("n't", 4, 7), ("Fin", 9, 12)]
    assert places[4:] == [("de", 13, 15), ("le", 13, 15), ("jeu", 16, 19)]
    assert [one.head for one in parse.words] == [1, -1, 1, -1, 6, 6, 3]
    assert [one.sentence for one in parse.words] == [0, 0, 0, 1, 1, 1, 1]
    assert [one.entity for one in parse.words] == [""] * 3 + ["WORK"] * 4
    assert [(one.first, one.last, one.kind) for one in parse.entities] == [(3, 7, "WORK")]


def test_errors_for_missing_pipelines(tmp_path: Path) -> None:
    pytest.importorskip("stanza", reason="get it with: pip install '.[test-adapters]'")
    asked = f"stanza:en,dir={tmp_path}"
    download = rf"stanza\.download\('en', model_dir='{tmp_path}'\)"
    with pytest.raises(MissingTool, match=rf"has no models for 'en'.*{download}"):
        open_tool("parser", asked)
    known = {"en": {"packages": {"default": {"tokenize": "toy"}}, "tokenize": {"toy": {}}}}
    (tmp_path / "resources.json").write_text(json.dumps(known))
    with pytest.raises(MissingTool, match="has no models for 'en'"):
        open_tool("parser", asked)
    with pytest.raises(BadSetting, match=r"no package 'big'\."):
        open_tool("parser", f"{asked},package=big")
    with pytest.raises(MissingTool, match="has no models for 'xx'"):
        open_tool("parser", f"stanza:xx,dir={tmp_path}")
