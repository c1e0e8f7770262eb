"""Grammar checker on a LanguageTool server."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from qgauge.core import BadSetting, MissingTool, ToolFailed
from qgauge.core.progress import worked_on
from qgauge.tools.engine_spec import settings_of
from qgauge.tools.roles import Grammar, GrammarError

TRIES = 4
TIMEOUT_S = 60
_NO_ERRORS = frozenset({"style", "register", "locale-violation"})
"""Issue types that are advice, not errors."""
_BUSY = frozenset({429, 500, 502, 503, 504})
"""HTTP status codes after which a request is tried again."""


class LanguageTool:
    """Finds errors with a LanguageTool server, such as `http://localhost:8081`.

    Advice on style is not counted as an error. The server gives no probabilities, so every error
    has probability 1, and `wellformed` is None. The identity holds the version and build date of
    the server and the language, but not its address.
    """

    libraries = ()

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._url, settings = settings_of("languagetool", spec, {"language": "en-US"})
        self._language = settings["language"]
        parts = urllib.parse.urlsplit(self._url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadSetting(
                f"languagetool: '{self._url}' is not the address of a server. Write for example "
                "languagetool:http://localhost:8081."
            )

    def __reduce__(self) -> tuple[object, ...]:
        return LanguageTool, (self._spec,)

    @cached_property
    def identity(self) -> str:
        software = self._ask("Is it there?").get("software") or {}
        version = software.get("version", "?")
        day = str(software.get("buildDate", ""))[:10]
        built = f"@{day}" if day else ""
        return f"languagetool-{version}{built},language={self._language}".replace("|", "_")

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        found = []
        for text in texts:
            matches = self._ask(text).get("matches") or [] if text.strip() else []
            found.append(Grammar(tuple(_errors(text, matches, suggest)), None))
            worked_on(text)
        return found

    def _ask(self, text: str) -> dict[str, Any]:
        given = {"text": text, "language": self._language}
        data = urllib.parse.urlencode(given, errors="replace").encode("ascii")
        address = f"{self._url.rstrip('/').removesuffix('/v2/check').removesuffix('/v2')}/v2/check"
        # not a file: __init__ allows only http and https
        request = urllib.request.Request(address, data)  # noqa: S310
        for left in reversed(range(TRIES)):
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:  # noqa: S310
                    answer = json.loads(reply.read())
                if not isinstance(answer, dict):
                    raise ValueError("not an object")
                return answer
            except urllib.error.HTTPError as problem:
                if problem.code not in _BUSY or not left:
                    detail = problem.read(200).decode("utf-8", "replace").strip()
                    raise ToolFailed(
                        f"The LanguageTool server at {self._url} replied with HTTP status "
                        f"{problem.code}: {detail}"
                    ) from None
                time.sleep(_pause(problem.headers.get("Retry-After"), TRIES - left))
            except ValueError:
                raise ToolFailed(
                    f"The server at {self._url} does not reply like a LanguageTool server."
                ) from None
            except OSError as problem:  # no server, or the connection was lost
                if not left:
                    reason = getattr(problem, "reason", problem)
                    raise MissingTool(
                        f"The LanguageTool server at {self._url} cannot be reached ({reason}). "
                        "Start one, for example with: java -cp languagetool-server.jar "
                        "org.languagetool.server.HTTPServer --port 8081"
                    ) from None
                time.sleep(_pause(None, TRIES - left))
        raise AssertionError("the last try returns or raises")


def _pause(asked: str | None, tried: int) -> float:
    """Return the seconds to wait before the next try: up to 10 if the server asks for a pause."""
    return min(10.0, float(asked)) if asked and asked.isdecimal() else 0.1 * 2**tried


def _errors(
    text: str, matches: Sequence[Mapping[str, Any]], suggest: bool
) -> Iterator[GrammarError]:
    places = _utf16(text)
    for match in sorted(matches, key=lambda one: (one["offset"], one["length"])):
        rule = match.get("rule") or {}
        if rule.get("issueType") in _NO_ERRORS:
            continue
        start, end = (places.get(at) for at in (match["offset"], match["offset"] + match["length"]))
        if start is None or end is None:
            raise ToolFailed("LanguageTool reported an error at a position outside the text.")
        better = next((str(one["value"]) for one in match.get("replacements") or ()), None)
        kind = str(rule.get("id") or rule.get("issueType") or "error")
        yield GrammarError(start, end, kind, 1.0, better if suggest else None)


def _utf16(text: str) -> dict[int, int]:
    """Map UTF-16 offsets, which Java uses, to offsets in the Python string."""
    places, at = {0: 0}, 0
    for number, letter in enumerate(text, start=1):
        at += 2 if ord(letter) > 0xFFFF else 1
        places[at] = number
    return places
