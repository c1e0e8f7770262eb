"""Which server and model judge, with which parameters; and where the key comes from."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from hashlib import sha256
from typing import Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such
from qgauge.tools.judge.verdict import Ask, Message, Usage

OWN_KEY = "QGAUGE_JUDGE_KEY"
GRAMMAR = "server:MODEL@URL[,SETTING=VALUE,...] or server:FILE.toml"
SHORTEST_KEY = 8
_FORMAT = 1

Mode = Literal["schema", "object", "off"]
MODES: tuple[Mode, ...] = ("schema", "object", "off")
"""How an answer is held to its shape, from the firmest way to none."""


@dataclass(frozen=True)
class Server:
    """An OpenAI-compatible server and how it is asked."""

    model: str
    url: str
    """Up to and without /chat/completions, such as http://localhost:11434/v1."""
    temperature: float = 0.0
    """Below 0: none is sent, for models that do not take one."""
    max_tokens: int = 512
    """Longest answer; one that is longer is cut off and does not count."""
    tokens_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """What the server calls that."""
    seed: int = -1
    """Below 0: none is sent. Each repeat of a question adds 1."""
    structured: Literal["auto", "schema", "object", "off"] = "auto"
    """Whether the server is to hold the model to the answer's JSON schema: auto asks for it, and
    does without where the server refuses."""
    key_env: str = ""
    """The environment variable with the key; by default QGAUGE_JUDGE_KEY, for api.openai.com also
    OPENAI_API_KEY. The key itself is never a setting."""
    concurrency: int = 8
    """Calls under way at most; fewer while the server says that there are too many."""
    deadline: float = 120.0
    """Seconds for a whole call, from the first byte sent to the last one read."""
    tries: int = 6
    """How often a call is made that fails for a reason that may pass."""
    pause: float = 1.0
    """Seconds at most before the second try; twice as many before the third, and so on."""
    price_in: float = 0.0
    """Price of a million tokens sent."""
    price_out: float = 0.0
    """Price of a million tokens of the answers."""
    limit: float = 0.0
    """No call is made that could bring the cost of the run above this; 0 for no limit."""
    limit_calls: int = 0
    """No more calls than these are made in a run; 0 for no limit."""
    store: str = ""
    """The file in which paid answers are kept; by default the user's own."""
    extra: str = ""
    """A JSON object with more parameters for the server."""

    def __post_init__(self) -> None:
        kinds = get_type_hints(Server)
        for field in fields(self):
            kind, value = kinds[field.name], getattr(self, field.name)
            if get_origin(kind) is Literal:
                _one_of(field.name, value, get_args(kind))
            elif kind is float:
                object.__setattr__(self, field.name, _number(field.name, value))
            elif type(value) is not kind:
                raise _bad(field.name, f"takes a value of type {kind.__name__}")
        if not self.model.strip() or re.search(r"[\s|]", self.model):
            raise _bad("model", "is the model's name, without spaces or |")
        object.__setattr__(self, "url", _normal(self.url))
        for name in ("max_tokens", "concurrency", "tries", "deadline", "pause"):
            if getattr(self, name) <= 0:
                raise _bad(name, "must be above 0")
        for name in ("price_in", "price_out", "limit", "limit_calls"):
            if getattr(self, name) < 0:
                raise _bad(name, "must not be below 0")
        if self.limit and not (self.price_in or self.price_out):
            raise _bad("limit", "needs the prices: give price_in and price_out, a million tokens")
        # whoever gives the key itself by mistake must not see it in the message
        if self.key_env and not re.fullmatch(r"[A-Z][A-Z0-9_]{0,63}", self.key_env):
            raise _bad("key_env", "is the NAME of an environment variable, in capitals")
        _ = self.more

    @property
    def more(self) -> dict[str, Any]:
        """The extra parameters."""
        try:
            found = json.loads(self.extra or "{}")
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise _bad("extra", 'is a JSON object, such as {"top_p": 0.9}')
        if taken := {"model", "messages", "stream", "n", "response_format"} & set(found):
            raise _bad("extra", f"cannot set {', '.join(sorted(taken))}")
        return found

    @property
    def identity(self) -> str:
        """All that can change an answer, for signatures."""
        pieces = [f"server:{self.model}@{self.url}", f"temperature={self.temperature:g}"]
        pieces += [f"max_tokens={self.max_tokens}", f"structured={self.structured}"]
        if self.seed >= 0:
            pieces.append(f"seed={self.seed}")
        if self.extra:
            pieces.append(f"extra={sha256(self.extra.encode()).hexdigest()[:8]}")
        return ";".join(pieces)

    # ------------------------------------------------------------------ asking

    def body(self, ask: Ask[Any], messages: Sequence[Message], mode: Mode) -> dict[str, Any]:
        """The request for a question, perhaps with more turns than it began with."""
        made: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": one.role, "content": one.text} for one in messages],
            **self._parameters(ask.sample),
        }
        if mode == "schema" and ask.schema is not None:
            shape = {"name": "answer", "strict": True, "schema": ask.schema}
            made["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif mode == "object" and ask.schema is not None:
            made["response_format"] = {"type": "json_object"}
        return made

    def key(self, ask: Ask[Any]) -> bytes:
        """What an answer is kept under: all that it depends on."""
        asked = [
            _FORMAT,
            self.url,
            self.model,
            [[one.role, one.text] for one in ask.messages],
            self._parameters(ask.sample),
            self.structured,
            ask.schema,
            ask.sample,
        ]
        text = json.dumps(asked, ensure_ascii=False, sort_keys=True, allow_nan=False)
        return sha256(text.encode("utf-8", "surrogatepass")).digest()

    def _parameters(self, sample: int) -> dict[str, Any]:
        made: dict[str, Any] = {self.tokens_name: self.max_tokens}
        if self.temperature >= 0:
            made["temperature"] = self.temperature
        if self.seed >= 0:
            made["seed"] = self.seed + sample
        return {**made, **self.more}

    def cost(self, usage: Usage) -> float:
        return (usage.tokens_in * self.price_in + usage.tokens_out * self.price_out) / 1e6

    # ------------------------------------------------------------------ the key

    def key_name(self) -> str:
        """The environment variable that holds the key; empty where none is needed or set."""
        if self.key_env:
            if not os.environ.get(self.key_env, "").strip():
                raise _bad("key_env", "names an environment variable that is not set")
            return self.key_env
        names = [OWN_KEY]
        if urlsplit(self.url).hostname == "api.openai.com":  # a key goes only where it belongs
            names.append("OPENAI_API_KEY")
        return next((name for name in names if os.environ.get(name, "").strip()), "")

    def check_key(self) -> None:
        """A key that no header can hold is refused here, where nobody prints it."""
        name = self.key_name()
        if name and not re.fullmatch(r"[!-~]+", os.environ[name].strip()):
            raise BadSetting(f"judge: the key in {name} has characters that no key has.")

    def redacted(self, text: str) -> str:
        """A text from the server without the key, should it say it back.

        A short one is no secret but a stand-in, such as EMPTY, and may be part of an answer.
        """
        name = self.key_name()
        key = os.environ[name].strip() if name else ""
        return text.replace(key, "[key]") if len(key) >= SHORTEST_KEY else text


def guess(messages: Sequence[Message], max_tokens: int) -> Usage:
    """Tokens at most, nearly: English has four bytes in one, and the roles take some as well."""
    return Usage(size_of(messages) // 3 + 16 * len(messages), max_tokens)


def size_of(messages: Sequence[Message]) -> int:
    """Bytes of the texts."""
    return sum(len(one.text.encode("utf-8", "surrogatepass")) for one in messages)


# ------------------------------------------------------------------ from words


def read_server(engine: str) -> Server:
    """A server from the words of the command line, `MODEL@URL,setting=value` or `FILE.toml`."""
    first, *pairs = engine.split(",")
    given: dict[str, Any] = {}
    if first.endswith(".toml"):
        given = _from_file(first)
    else:
        model, at, url = first.partition("@http")
        if not at:
            raise BadSetting(f"The judge is written {GRAMMAR}.")
        given = {"model": model, "url": f"http{url}"}
    for pair in pairs:
        name, equals, value = (piece.strip() for piece in pair.partition("="))
        if not equals:
            raise BadSetting(f"The judge is written {GRAMMAR}; what follows a comma is not.")
        given[name] = _value(name, value)
    return make_server(given)


def make_server(given: Mapping[str, Any]) -> Server:
    """A server from its settings by name; a name that is none is refused with those there are."""
    names = [field.name for field in fields(Server)]
    for name in given:
        if name not in names:
            if re.search("key|token|secret|pass", name, re.IGNORECASE):
                raise _bad(name, "is no setting: keys come from the environment (key_env)")
            raise BadSetting(no_such("judge: there is no setting", name, names))
    for field in fields(Server):
        if field.default is MISSING and field.name not in given:
            raise BadSetting(f"judge: the setting '{field.name}' is missing.")
    return Server(**given)


def _from_file(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            found = tomllib.load(file)
    except OSError as problem:
        raise BadSetting(f"judge: cannot read {path}: {problem.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadSetting(f"judge: {path} is no TOML: {problem}.") from None
    if isinstance(found.get("extra"), dict):
        found["extra"] = json.dumps(found["extra"], sort_keys=True)
    return found


def _value(name: str, word: str) -> Any:
    kind = get_type_hints(Server).get(name)
    if kind not in (int, float):
        return word
    try:
        return kind(word)
    except ValueError:
        raise _bad(name, f"takes a number, not '{word}'") from None


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e15 < value < 1e15:
        raise _bad(name, "takes a number")
    return float(value)


def _one_of(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise _bad(name, f"is one of {', '.join(choices)}")


def _normal(url: str) -> str:
    """The base URL as it goes into keys and signatures; without places where a key could hide."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise _bad("url", "is no URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise _bad("url", "is a base URL such as http://localhost:11434/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise _bad("url", "must hold no user, query or key: keys come from the environment")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}"


def _bad(name: str, problem: str) -> BadSetting:
    return BadSetting(f"judge: {name} {problem}.")
