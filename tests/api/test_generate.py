"""`qgauge.generate` returns what the command prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.hand_made_generator import STORY, KnownQuestions, install

import qgauge

from .conftest import Printed, as_printed


@pytest.fixture(autouse=True)
def hand_made(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_same_as_the_command(printed: Printed) -> None:
    found = qgauge.generate(STORY, 3, kinds=["who", "what"])
    words = ("generate", STORY, "-n", "3", "--kinds", "who,what")
    assert as_printed(found.as_json()) == printed(*words)


def test_texts_paths_and_tools(tmp_path: Path) -> None:
    tools = {"generator": KnownQuestions()}
    text = STORY.read_text(encoding="utf-8")
    by_text = qgauge.generate(text, 2, tools=tools)
    by_path = qgauge.generate(str(STORY), 2, tools=tools)
    assert [one.question for one in by_text.items] == [one.question for one in by_path.items]
    assert isinstance(by_text, qgauge.Quiz)
    assert list(by_path.to_pandas()["id"]) == ["lighthouse-1", "lighthouse-2"]


def test_mistakes() -> None:
    for more in ({"n": 0}, {"n": -1}, {"kinds": "whom"}, {"difficulty": "tough"}):
        with pytest.raises(qgauge.BadSetting):
            qgauge.generate("A text.", **more)  # type: ignore[arg-type]
    with pytest.raises(qgauge.BadInput):
        qgauge.generate("no-such-file.txt")
