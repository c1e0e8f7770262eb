"""Settings of the server, keys of stored answers, and the source of the API key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qgauge.core import BadSetting
from qgauge.tools.judge import Ask, Message
from qgauge.tools.judge.server import Server, make_server, read_server

HERE = "http://localhost:11434/v1"
SECRET = "sk-very-secret-123"


def test_settings_follow_the_url() -> None:
    server = read_server(f"llama3.2:3b@{HERE}/,concurrency=4,temperature=0.7,limit=2,price_out=1")
    assert (server.model, server.url) == ("llama3.2:3b", HERE)
    assert (server.concurrency, server.temperature, server.limit) == (4, 0.7, 2.0)


def test_a_file_has_the_same_settings(tmp_path: Path) -> None:
    file = tmp_path / "judge.toml"
    file.write_text(f'model = "m"\nurl = "{HERE}"\nseed = 3\n[extra]\ntop_p = 0.5\n')
    assert read_server(str(file)) == Server("m", HERE, seed=3, extra='{"top_p": 0.5}')


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gpt", "server:MODEL@URL"),
        (f"m@{HERE},nonsense", "server:MODEL@URL"),
        (f"m@{HERE},temprature=1", "Did you mean 'temperature'"),
        (f"m@{HERE},concurrency=0", "must be above 0"),
        (f"m@{HERE},concurrency=x", "must be a number, not 'x'"),
        (f"m@{HERE},limit=1", "needs price_in and price_out"),
        (f"m@{HERE},structured=maybe", "must be one of auto"),
        (f"m@{HERE},extra=[]", "JSON object"),
        (f'm@{HERE},extra={{"n": 2}}', "cannot set n"),
        ("m@http://", "base URL"),
        ("m@http://[", "not a URL"),
        ("a b@http://x", "without spaces"),
        ("nowhere.toml", "cannot read"),
        (f"m@{HERE},deadline=nan", "must be a number"),
    ],
)
def test_mistakes_are_named(words: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said.replace("[", r"\[")):
        read_server(words)


@pytest.mark.parametrize(
    "words",
    [
        f"m@http://user:{SECRET}@host/v1",
        f"m@http://host/v1?key={SECRET}",
        f"m@{HERE},key={SECRET}",
        f"m@{HERE},api_key={SECRET}",
        f"m@{HERE},key_env={SECRET}",
        f"m@{HERE},{SECRET}",
        SECRET,
    ],
)
def test_a_key_in_the_wrong_place_is_refused_and_not_repeated(words: str) -> None:
    with pytest.raises(BadSetting) as found:
        read_server(words)
    assert SECRET not in str(found.value)


def test_keys_are_sent_only_to_their_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    assert Server("m", "https://api.openai.com/v1").key_name() == "OPENAI_API_KEY"
    assert Server("m", "https://api.openai.com.evil.example/v1").key_name() == ""
    assert Server("m", HERE).key_name() == ""
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", "ours")
    assert Server("m", HERE).key_name() == "QGAUGE_JUDGE_KEY"
    with pytest.raises(BadSetting, match="not set"):
        Server("m", HERE, key_env="NO_SUCH_NAME").key_name()
    monkeypatch.setenv("QGAUGE_JUDGE_KEY", "two\nlines")
    with pytest.raises(BadSetting) as found:
        Server("m", HERE).check_key()
    assert "lines" not in str(found.value)


ASK = Ask((Message("system", "s"), Message("user", "u")), str, {"type": "object"})
SERVER = Server("m", HERE)


@pytest.mark.parametrize(
    ("server", "ask"),
    [
        (replace(SERVER, url="http://localhost:11435/v1"), ASK),
        (replace(SERVER, model="n"), ASK),
        (replace(SERVER, temperature=0.5), ASK),
        (replace(SERVER, temperature=-1.0), ASK),
        (replace(SERVER, max_tokens=9), ASK),
        (replace(SERVER, seed=1), ASK),
        (replace(SERVER, structured="off"), ASK),
        (replace(SERVER, extra='{"top_p": 1}'), ASK),
        (SERVER, replace(ASK, messages=(Message("user", "s"), Message("user", "u")))),
        (SERVER, replace(ASK, messages=(Message("system", "su"), Message("user", "")))),
        (SERVER, replace(ASK, schema=None)),
        (SERVER, replace(ASK, sample=1)),
    ],
)
def test_everything_that_can_change_an_answer_changes_its_key(
    server: Server, ask: Ask[str]
) -> None:
    assert server.key(ask) != SERVER.key(ASK)


def test_other_settings_leave_the_key_unchanged() -> None:
    other = replace(SERVER, concurrency=1, deadline=1.0, price_in=3.0, store="x", url=f"{HERE}/")
    assert other.key(replace(ASK, about="something", read=repr)) == SERVER.key(ASK)
    assert other.identity == SERVER.identity


def test_the_request_has_the_settings() -> None:
    server = make_server(
        {"model": "m", "url": HERE, "seed": 7, "tokens_name": "max_completion_tokens"}
    )
    ask = replace(ASK, sample=2)
    assert server.body(ask, ask.messages, "schema") == {
        "model": "m",
        "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}],
        "max_completion_tokens": 512,
        "temperature": 0.0,
        "seed": 9,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": {"type": "object"}},
        },
    }
    assert "response_format" not in server.body(ask, ask.messages, "off")
    assert server.body(ask, ask.messages, "object")["response_format"] == {"type": "json_object"}
