"""The judge's server: model, URL, parameters, and where the API key comes from."""

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
"""Ways to enforce the form of an answer, from the strictest to none."""


@dataclass(frozen=True)
class Server:
    """An OpenAI-compatible server and its settings."""

    model: str
    url: str
    """Base URL without /chat/completions, such as http://localhost:11434/v1."""
    temperature: float = 0.0
    """Sampling temperature; below 0, none is sent, for models that do not take one."""
    max_tokens: int = 512
    """Longest answer; a longer one is cut off and does not count."""
    tokens_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """Name of that parameter on this server."""
    seed: int = -1
    """Sampling seed; below 0, none is sent. Each repeat of a question adds 1."""
    structured: Literal["auto", "schema", "object", "off"] = "auto"
    """How the server enforces the JSON schema of the answer. `auto` asks for the strictest way
    and falls back where the server rejects it."""
    key_env: str = ""
    """Environment variable with the key; by default QGAUGE_JUDGE_KEY, and for api.openai.com also
    OPENAI_API_KEY. The key itself is never a setting."""
    concurrency: int = 8
    """Maximum number of calls in flight; fewer while the server replies 429 (too many requests)."""
    deadline: float = 120.0
    """Seconds for a whole call, from the first byte sent to the last byte read."""
    tries: int = 6
    """Number of tries for a call that fails for a temporary reason."""
    pause: float = 1.0
    """Longest pause in seconds before the second try; it doubles with each further try."""
    price_in: float = 0.0
    """Price of a million prompt tokens."""
    price_out: float = 0.0
    """Price of a million answer tokens."""
    limit: float = 0.0
    """Spend limit: no call is made that could take the cost of the run above it; 0 for none."""
    limit_calls: int = 0
    """Maximum number of calls in a run; 0 for no limit."""
    store: str = ""
    """File with the paid answers; by default judge.sqlite in the user's cache folder."""
    extra: str = ""
    """JSON object with more parameters for the server."""

    def __post_init__(self) -> None:
        kinds = get_type_hints(Server)
        for field in fields(self):
            kind, value = kinds[field.name], getattr(self, field.name)
            if get_origin(kind) is Literal:
                _one_of(field.name, value, get_args(kind))
            elif kind is float:
                object.__setattr__(self, field.name, _number(field.name, value))
            elif type(value) is not kind:
                raise _bad(field.name, f"must be of type {kind.__name__}")
        if not self.model.strip() or re.search(r"[\s|]", self.model):
            raise _bad("model", "must be the name of the model, without spaces or |")
        object.__setattr__(self, "url", _normal(self.url))
        for name in ("max_tokens", "concurrency", "tries", "deadline", "pause"):
            if getattr(self, name) <= 0:
                raise _bad(name, "must be above 0")
        for name in ("price_in", "price_out", "limit", "limit_calls"):
            if getattr(self, name) < 0:
                raise _bad(name, "must not be below 0")
        if self.limit and not (self.price_in or self.price_out):
            raise _bad("limit", "needs price_in and price_out, the prices of a million tokens")
        # do not quote the value: it may be the key itself, given by mistake
        if self.key_env and not re.fullmatch(r"[A-Z][A-Z0-9_]{0,63}", self.key_env):
            raise _bad("key_env", "must be the NAME of an environment variable, in capitals")
        _ = self.more

    @property
    def more(self) -> dict[str, Any]:
        """The parameters in `extra`."""
        try:
            found = json.loads(self.extra or "{}")
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise _bad("extra", 'must be a JSON object, such as {"top_p": 0.9}')
        if taken := {"model", "messages", "stream", "n", "response_format"} & set(found):
            raise _bad("extra", f"cannot set {', '.join(sorted(taken))}")
        return found

    @property
    def identity(self) -> str:
        """Everything that can change an answer, for signatures."""
        pieces = [f"server:{self.model}@{self.url}", f"temperature={self.temperature:g}"]
        pieces += [f"max_tokens={self.max_tokens}", f"structured={self.structured}"]
        if self.seed >= 0:
            pieces.append(f"seed={self.seed}")
        if self.extra:
            pieces.append(f"extra={sha256(self.extra.encode()).hexdigest()[:8]}")
        return ";".join(pieces)

    # ------------------------------------------------------------------ asking

    def body(self, ask: Ask[Any], messages: Sequence[Message], mode: Mode) -> dict[str, Any]:
        """Return the body of a request; `messages` may be longer than those of `ask`."""
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
        """Return the key of an answer in the store: a hash of everything that it depends on."""
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
        """Return the price of these tokens."""
        return (usage.tokens_in * self.price_in + usage.tokens_out * self.price_out) / 1e6

    # ------------------------------------------------------------------ the key

    def key_name(self) -> str:
        """Return the name of the environment variable with the key; empty if none is set."""
        if self.key_env:
            if not os.environ.get(self.key_env, "").strip():
                raise _bad("key_env", "names an environment variable that is not set")
            return self.key_env
        names = [OWN_KEY]
        if urlsplit(self.url).hostname == "api.openai.com":  # send this key to no other server
            names.append("OPENAI_API_KEY")
        return next((name for name in names if os.environ.get(name, "").strip()), "")

    def check_key(self) -> None:
        """Refuse a key that no HTTP header can hold; the HTTP library would print it."""
        name = self.key_name()
        if name and not re.fullmatch(r"[!-~]+", os.environ[name].strip()):
            raise BadSetting(
                f"judge: the key in {name} has characters that are not allowed in a key."
            )

    def redacted(self, text: str) -> str:
        """Replace the key in a text from the server by `[key]`.

        Short keys are kept: they are placeholders, such as EMPTY, and may occur in an answer.
        """
        name = self.key_name()
        key = os.environ[name].strip() if name else ""
        return text.replace(key, "[key]") if len(key) >= SHORTEST_KEY else text


def guess(messages: Sequence[Message], max_tokens: int) -> Usage:
    """Estimate tokens on the high side: English has about 4 bytes per token; 3 are used here."""
    return Usage(size_of(messages) // 3 + 16 * len(messages), max_tokens)


def size_of(messages: Sequence[Message]) -> int:
    """Return the number of bytes of the messages."""
    return sum(len(one.text.encode("utf-8", "surrogatepass")) for one in messages)


# ------------------------------------------------------------------ parsing


def read_server(engine: str) -> Server:
    """Parse a server as given on the command line.

    Args:
        engine: `MODEL@URL,setting=value,…` or `FILE.toml,setting=value,…`.

    Returns:
        The server with all its settings.

    Raises:
        BadSetting: A setting does not exist, is missing or has a bad value.

    Examples:
        >>> server = read_server("llama3.1:8b@http://localhost:11434/v1,temperature=0.7")
        >>> server.model, server.temperature
        ('llama3.1:8b', 0.7)
    """
    first, *pairs = engine.split(",")
    given: dict[str, Any] = {}
    if first.endswith(".toml"):
        given = _from_file(first)
    else:
        model, at, url = first.partition("@http")
        if not at:
            raise BadSetting(f"The judge must be given as {GRAMMAR}.")
        given = {"model": model, "url": f"http{url}"}
    for pair in pairs:
        name, equals, value = (piece.strip() for piece in pair.partition("="))
        if not equals:
            raise BadSetting(f"The judge must be given as {GRAMMAR}: after a comma, SETTING=VALUE.")
        given[name] = _value(name, value)
    return make_server(given)


def make_server(given: Mapping[str, Any]) -> Server:
    """Make a server from its settings by name.

    Args:
        given: Values by name; `model` and `url` are required.

    Returns:
        The server.

    Raises:
        BadSetting: A setting does not exist, is missing or has a bad value.

    Examples:
        >>> make_server({"model": "m", "url": "http://localhost:11434/v1"}).concurrency
        8
    """
    names = [field.name for field in fields(Server)]
    for name in given:
        if name not in names:
            if re.search("key|token|secret|pass", name, re.IGNORECASE):
                raise _bad(name, "is not a setting: keys come from the environment (see key_env)")
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
        raise BadSetting(f"judge: {path} is not valid TOML: {problem}.") from None
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
        raise _bad(name, f"must be a number, not '{word}'") from None


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e15 < value < 1e15:
        raise _bad(name, "must be a number")
    return float(value)


def _one_of(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise _bad(name, f"must be one of {', '.join(choices)}")


def _normal(url: str) -> str:
    """Normalise a base URL for keys and signatures; refuse parts that could hide an API key."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise _bad("url", "is not a URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise _bad("url", "must be a base URL such as http://localhost:11434/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise _bad("url", "must not contain a user, query or key: keys come from the environment")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}"


def _bad(name: str, problem: str) -> BadSetting:
    return BadSetting(f"judge: {name} {problem}.")
