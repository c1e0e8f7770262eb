"""The LanguageTool engine against a local toy server."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import toy_models as toys

from qgauge.core import BadSetting, MissingTool, ToolFailed
from qgauge.tools.adapters import languagetool
from qgauge.tools.registry import open_tool


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languagetool, "_pause", lambda *_: 0.0)


def check(text: str, **server: Any) -> Any:
    with toys.languagetool(**server) as url:
        (found,) = open_tool("grammarian", f"languagetool:{url}").check([text], suggest=True)
    return found


def test_utf16_offsets_become_python_offsets() -> None:
    """An emoji is two units in Java and one character in Python."""
    text = "🙂🙂 who built teh 🙂 tower, the the?"
    found = check(text)
    said = [(text[one.start : one.end], one.kind, one.suggestion) for one in found.errors]
    assert said == [
        ("teh", "MORFOLOGIK_RULE_EN_US", "the"),
        ("the the", "ENGLISH_WORD_REPEAT_RULE", "the"),
    ]
    assert found.wellformed is None


def test_style_advice_is_not_an_error() -> None:
    assert check("Is it very high?").errors == ()


def test_suggestions_are_given_only_on_request() -> None:
    with toys.languagetool() as url:
        tool = open_tool("grammarian", f"languagetool:{url}/v2")
        assert tool.check(["teh"])[0].errors[0].suggestion is None
        assert tool.identity == "languagetool-6.4@2024-03-28,language=en-US"


def test_a_busy_server_is_tried_again() -> None:
    assert len(check("teh", busy=languagetool.TRIES - 1).errors) == 1
    with pytest.raises(ToolFailed, match="status 503"):
        check("teh", busy=languagetool.TRIES)


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b"\xff"])
def test_a_server_of_another_kind_is_reported(answer: bytes) -> None:
    with pytest.raises(ToolFailed, match="does not reply like a LanguageTool server"):
        check("teh", answer=answer)


def test_an_error_outside_the_text_is_reported() -> None:
    said = {"matches": [{"offset": 2, "length": 9, "rule": {}}]}
    with pytest.raises(ToolFailed, match="at a position outside the text"):
        check("teh", answer=said)


def test_a_refusal_is_reported_with_the_reply_of_the_server() -> None:
    with (
        toys.languagetool() as url,
        pytest.raises(ToolFailed, match=r"status 400: .*no language code"),
    ):
        open_tool("grammarian", f"languagetool:{url},language=xx").check(["teh"])


def test_unreachable_servers_and_bad_addresses() -> None:
    with pytest.raises(MissingTool, match=r"The LanguageTool server at http://127.0.0.1:9 .*java"):
        _ = open_tool("grammarian", "languagetool:http://127.0.0.1:9").identity
    for asked in ("localhost:8081", "file:///etc/passwd", "ftp://here"):
        with pytest.raises(BadSetting, match="is not the address of a server"):
            open_tool("grammarian", f"languagetool:{asked}")
