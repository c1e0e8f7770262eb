"""A language model server on loopback that fails as real servers do.

Faults depend only on the question and on how often it was asked, so two runs with the same
questions get the same answers in the end.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from types import TracebackType
from typing import Any, Self

PASSING = ("429", "503", "500", "hang", "drip", "cut", "broken", "drop")
"""Transient faults; the same question may succeed on the next call."""
LASTING = ("prose", "wrong", "twice", "doubled", "truncated", "empty")
"""Permanent faults; the model repeats the bad answer unless told what is wrong."""

Script = Callable[[dict[str, Any], int], str | None]
"""Returns the fault of a request, given how often its question was asked before; None for none."""


def chance(*of: object) -> float:
    """Return a pseudo-random number from 0 to 1 that depends only on the arguments."""
    return int.from_bytes(sha256(repr(of).encode()).digest()[:6], "big") / 2**48


def at_rates(rates: Mapping[str, float], seed: int = 1) -> Script:
    """Return faults at these rates: transient ones per call, permanent ones per question."""

    def script(request: dict[str, Any], times: int) -> str | None:
        name = question_of(request)
        passing = _drawn(rates, PASSING, chance(seed, name, times))
        if passing:
            return passing
        # told what is wrong, the model corrects half of its answers
        told = len(request["messages"]) > 2
        if told and chance(seed, name, "mended") < 0.5:
            return None
        return _drawn(rates, LASTING, chance(seed, name))

    return script


def _drawn(rates: Mapping[str, float], faults: Sequence[str], fate: float) -> str | None:
    low = 0.0
    for fault in faults:
        low += rates.get(fault, 0.0)
        if fate < low:
            return fault
    return None


def question_of(request: Mapping[str, Any]) -> str:
    """Return the question of a request, without the complaints that follow it."""
    asked = [request["model"], request["messages"][:2], request.get("seed")]
    return sha256(json.dumps(asked).encode()).hexdigest()


def filled(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a uniformly random answer of this schema that depends only on the question."""
    made: dict[str, Any] = {}
    for field, about in schema["properties"].items():
        choices = about.get("enum")
        if choices:
            made[field] = choices[int(chance(name, field) * len(choices))]
        elif about["type"] == "array":
            many = int(chance(name, field) * (about["maxItems"] + 1))
            made[field] = [f"Why is it {name[:6]}, {at}?" for at in range(many)]
        else:
            made[field] = f"Because of {name[:6]}."
    return made


class FaultServer:
    """Listens on a free port inside a `with` statement."""

    def __init__(
        self,
        script: Script | None = None,
        *,
        answer: Callable[[dict[str, Any]], str] | None = None,
        delay: float = 0.0,
        takes_schemas: bool = True,
        key: str = "",
        retry_after: str = "0",
        echo: bool = False,
        hang: float | None = None,
    ) -> None:
        self._script, self._answer, self._delay = script, answer, delay
        self._takes_schemas, self._key, self._retry_after = takes_schemas, key, retry_after
        self._echo = echo
        """Whether errors echo the request, including its headers."""
        self._hang = hang
        """Seconds until a hanging call is dropped; None for never."""
        self.asked: Counter[str] = Counter()
        """Calls by question."""
        self.paid: Counter[str] = Counter()
        """Good answers by question, including those to disconnected clients, which cost as much."""
        self.requests: list[dict[str, Any]] = []
        self.heads: list[str] = []
        self.at_once = self.most_at_once = 0
        self._handling: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(120)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(120)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._handle, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        for task in self._handling:
            task.cancel()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handling.add(task)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self._one(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.at_once -= 1
            self._handling.discard(task)
            writer.transport.abort() if writer.is_closing() else writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.split(":")[1])
            for line in head.splitlines()
            if line.lower().startswith("content-length:")
        )
        request = json.loads(await reader.readexactly(length))
        name = question_of(request)
        times = self.asked[name]
        self.asked[name] += 1
        self.requests.append(request)
        self.heads.append(head)
        if self._delay:
            await asyncio.sleep(self._delay * (0.5 + chance(name, times)))
        said = head if self._echo else "no"
        if not head.startswith("POST /v1/chat/completions "):
            return _send(writer, 404, {"error": {"message": f"nothing here: {said}"}})
        if self._key and f"Bearer {self._key}" not in head:
            return _send(writer, 401, {"error": {"message": f"Incorrect API key: {said}"}})
        if "response_format" in request and not self._takes_schemas:
            return _send(writer, 400, {"error": {"message": "response_format is not supported"}})
        fault = self._script(request, times) if self._script else None
        await self._fare(fault, request, name, reader, writer, said)
        return None

    async def _fare(
        self,
        fault: str | None,
        request: dict[str, Any],
        name: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        said: str,
    ) -> None:
        if fault == "429":
            headers = f"Retry-After: {self._retry_after}\r\n" if self._retry_after else ""
            _send(writer, 429, {"error": {"message": f"slow down: {said}"}}, headers)
        elif fault in ("500", "503", "400", "403"):
            _send(writer, int(fault), {"error": {"message": f"out of order: {said}"}})
        elif fault == "302":
            _send(writer, 302, {}, "Location: http://127.0.0.1:9/v1/chat/completions\r\n")
        elif fault == "hang":
            with suppress(TimeoutError):
                async with asyncio.timeout(self._hang):
                    await reader.read()  # until the client gives up
            writer.transport.abort()
        elif fault == "drop":
            writer.transport.abort()
        elif fault == "broken":
            _send(writer, 200, "<html>Bad gateway</html>")
        else:
            await self._reply(fault, request, name, writer)

    async def _reply(
        self,
        fault: str | None,
        request: dict[str, Any],
        name: str,
        writer: asyncio.StreamWriter,
    ) -> None:
        body = _completion(fault, self._words(request, name))
        data = _response(200, json.dumps(body))
        if fault == "cut":
            writer.write(data[:-20])
        elif fault == "drip":
            for byte in data:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.05)
        elif fault == "again":  # the same answer twice on one connection
            writer.write(data + data)
        else:
            if fault is None:
                self.paid[name] += 1
            writer.write(data)
        await writer.drain()

    def _words(self, request: dict[str, Any], name: str) -> str:
        if self._answer is not None:
            return self._answer(request)
        shape = request.get("response_format", {}).get("json_schema")
        if shape is None:
            return '{"reason": "Because.", "score": 1}'
        return json.dumps(filled(shape["schema"], name))


def _completion(fault: str | None, words: str) -> dict[str, Any]:
    finish = "length" if fault == "truncated" else "stop"
    content: Any = {
        "prose": "I would say it is quite good!",
        "wrong": '{"reason": "so", "score": 99, "label": "none of them"}',
        "twice": words + "\n" + words,
        "doubled": words[:-1] + ", " + words[1:],
        "truncated": words[:-1],
        "empty": "",
        "null": None,
    }.get(fault or "", words)
    choice = {
        "index": 0,
        "finish_reason": "content_filter" if fault == "filter" else finish,
        "message": {"role": "assistant", "content": content},
    }
    if fault == "refusal":
        choice["message"] = {"role": "assistant", "content": None, "refusal": "I cannot do that."}
    if fault == "unfinished":
        choice["finish_reason"] = None
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [choice, choice] if fault == "choices" else [choice],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


def _send(writer: asyncio.StreamWriter, status: int, body: Any, headers: str = "") -> None:
    writer.write(_response(status, body if isinstance(body, str) else json.dumps(body), headers))


def _response(status: int, body: str, headers: str = "") -> bytes:
    data = body.encode()
    head = f"HTTP/1.1 {status} So\r\nContent-Type: application/json\r\n{headers}"
    return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data
