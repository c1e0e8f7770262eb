"""One HTTP call to the judge's server: a reply or an error, within one total deadline."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import ssl
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from qgauge.core import MissingTool
from qgauge.tools.judge.server import Server
from qgauge.tools.judge.verdict import FailureReason, Usage

if TYPE_CHECKING:
    import httpx

INSTALL_LLM = "pip install 'qgauge[llm]'"
MOST_BYTES = 2**22
"""Longest response that is read; a longer one counts as broken."""
FINISHED = ("stop", "eos", "eos_token", "end_turn", "stop_sequence")
"""Values of `finish_reason` for a reply that the model ended itself."""

Kind = Literal[
    "too many requests",
    "server error",
    "no connection",
    "deadline",
    "broken reply",
    "rejected",
    "no access",
]


@dataclass(frozen=True, slots=True)
class Reply:
    """The text of the model, complete or not."""

    text: str
    usage: Usage | None
    problem: str = ""
    """Why the reply cannot be used, in words for the model; empty if it can."""
    why: FailureReason | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """A call that returned no reply."""

    kind: Kind
    detail: str
    retry_after: float | None = None
    """Seconds to wait before the next call, if the server says so."""
    may_cost: bool = False
    """Whether the server may charge for the call anyway."""

    @property
    def passes(self) -> bool:
        """Whether a retry can help."""
        return self.kind not in ("rejected", "no access")


def open_client(server: Server) -> httpx.AsyncClient:
    """Return an HTTP client for this server."""
    try:
        import httpx
    except ImportError:
        raise MissingTool("The judge needs httpx.", INSTALL_LLM) from None

    name = server.key_name()

    class FromEnvironment(httpx.Auth):
        """Adds the key to each request; no object holds it that could be printed."""

        def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
            if name:
                request.headers["Authorization"] = f"Bearer {os.environ[name].strip()}"
            yield request

    return httpx.AsyncClient(
        auth=FromEnvironment(),
        timeout=None,  # noqa: S113 - `send` sets one deadline for the whole call
        follow_redirects=False,  # the key must not go to another server
        # one connection per call: surplus or late bytes of one response cannot be mistaken for
        # the answer to another question
        limits=httpx.Limits(max_keepalive_connections=0),
        trust_env=not is_local(server.url),
        verify=_tls(),
    )


@cache
def _tls() -> ssl.SSLContext:
    import httpx

    return httpx.create_ssl_context()  # slow: a quarter of the time to create a client


def is_local(url: str) -> bool:
    """Return whether a URL points to this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


async def send(
    client: httpx.AsyncClient, server: Server, body: Mapping[str, Any]
) -> Reply | Trouble:
    """Send a request; return every failure of the server as a Trouble, never raise it."""
    import httpx

    content = json.dumps(body, ensure_ascii=True).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    sent = False
    try:
        async with asyncio.timeout(server.deadline):
            request = client.build_request(
                "POST", f"{server.url}/chat/completions", content=content, headers=headers
            )
            response = await client.send(request, stream=True)
            sent = True
            try:
                said = b""
                async for block in response.aiter_bytes():
                    said += block
                    if len(said) > MOST_BYTES:
                        return Trouble("broken reply", "the response is too long", may_cost=True)
            finally:
                await response.aclose()
    except TimeoutError:
        return Trouble("deadline", f"no answer within {server.deadline:g} s", may_cost=True)
    except httpx.ConnectError as problem:
        return Trouble("no connection", server.redacted(str(problem)) or "cannot connect")
    except (httpx.HTTPError, httpx.StreamError) as problem:
        detail = server.redacted(str(problem)) or type(problem).__name__
        # these two occur after the request was sent
        sent = sent or isinstance(problem, httpx.ReadError | httpx.RemoteProtocolError)
        return Trouble("no connection", detail, may_cost=sent)
    text = server.redacted(said.decode("utf-8", "replace"))
    if response.status_code != 200:
        return _refusal(response.status_code, response.headers, text)
    return _reply(text)


# ------------------------------------------------------------------ reading


def _refusal(status: int, headers: Mapping[str, str], text: str) -> Trouble:
    detail = f"HTTP {status}: {_message(text)}"
    pause = wait_of(headers.get("retry-after", ""), datetime.now(UTC))
    if status == 429:
        return Trouble("too many requests", detail, pause)
    if status in (408, 409, 425) or status >= 500:
        return Trouble("server error", detail, pause)
    if status in (401, 402, 403, 404, 407) or status < 400:
        return Trouble("no access", detail)
    return Trouble("rejected", detail)


def _message(text: str) -> str:
    """Return the message in an error response, or else the start of the response."""
    try:
        found = json.loads(text)
        error = found.get("error", found)
        said = error.get("message", error) if isinstance(error, dict) else error
    except (ValueError, AttributeError, RecursionError):
        said = text
    return " ".join(str(said).split())[:300] or "no message"


def wait_of(header: str, now: datetime) -> float | None:
    """Return the seconds to wait by a Retry-After header, which holds seconds or a date."""
    header = header.strip()
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            date = parsedate_to_datetime(header)
        except (ValueError, TypeError):
            return None
        seconds = (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds()
    return max(0.0, seconds) if seconds == seconds and seconds < 86_400 else None


def _reply(text: str) -> Reply | Trouble:
    """Read the model's text from the JSON of a chat completion."""
    try:
        found = json.loads(text)
        choices = found["choices"]
        (choice,) = choices
        message = choice["message"]
        content, refusal = message.get("content"), message.get("refusal")
        finish = choice.get("finish_reason")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Trouble(
            "broken reply", "the response is not a chat completion with one choice", may_cost=True
        )
    usage = _usage(found.get("usage"))
    words = content if isinstance(content, str) else ""
    if isinstance(refusal, str) and refusal:
        return Reply(refusal, usage, "it is a refusal", FailureReason.refused)
    if finish == "content_filter":
        return Reply(words, usage, "it was filtered", FailureReason.filtered)
    if finish == "length":
        return Reply(words, usage, "it is too long and was cut off", FailureReason.cut)
    if finish not in FINISHED:
        problem = f"it did not end as an answer does (finish_reason {finish!r})"[:120]
        return Reply(words, usage, problem, FailureReason.unreadable)
    if not words.strip():
        return Reply(words, usage, "it is empty", FailureReason.unreadable)
    return Reply(words, usage)


def _usage(found: Any) -> Usage | None:
    try:
        tokens = int(found["prompt_tokens"]), int(found["completion_tokens"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return Usage(*tokens) if min(tokens) >= 0 else None


# ------------------------------------------------------------------ logging


_LOGGERS = ("httpx", *(f"httpcore.{part}" for part in ("connection", "http11", "http2", "proxy")))
_QUIET: set[int] = set()
"""Ids of threads that make calls."""


@contextmanager
def unlogged() -> Iterator[None]:
    """Silence the loggers of the HTTP library in this thread: they would log the key."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_is_heard)  # adding a filter twice has no effect
    thread = threading.get_ident()
    _QUIET.add(thread)
    try:
        yield
    finally:
        _QUIET.discard(thread)


def _is_heard(record: logging.LogRecord) -> bool:
    return record.thread not in _QUIET
