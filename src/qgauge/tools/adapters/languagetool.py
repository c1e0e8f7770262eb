"""The grammarian by a LanguageTool server, of the user's own or anybody's."""

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
from qgauge.tools.engine_spec import settings_of
from qgauge.tools.roles import Grammar, GrammarError

TRIES = 4
TIMEOUT_S = 60
_NO_ERRORS = frozenset({"style", "register", "locale-violation"})
"""Kinds of advice that call nothing wrong."""
_BUSY = frozenset({429, 500, 502, 503, 504})


class LanguageTool:
    """A server that speaks LanguageTool's protocol, by its address: `http://localhost:8081`.

    What the server calls a matter of style is no error. It says nothing of how sure it is, so that
    every error counts with probability 1, and `wellformed` is None. Version and day of the server
    and the language are in the identity; its address is not.
    """

    libraries = ()

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._url, settings = settings_of("languagetool", spec, {"language": "en-US"})
        self._language = settings["language"]
        parts = urllib.parse.urlsplit(self._url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadSetting(
                f"languagetool: '{self._url}' is no address; write one such as "
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
        return found

    def _ask(self, text: str) -> dict[str, Any]:
        given = {"text": text, "language": self._language}
        data = urllib.parse.urlencode(given, errors="replace").encode("ascii")
        address = f"{self._url.rstrip('/').removesuffix('/v2/check').removesuffix('/v2')}/v2/check"
        # the scheme was looked at: it is no file
        request = urllib.request.Request(address, data)  # noqa: S310
        for left in reversed(range(TRIES)):
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:  # noqa: S310
                    answer = json.loads(reply.read())
                if not isinstance(answer, dict):
                    raise ValueError("no object")
                return answer
            except urllib.error.HTTPError as problem:
                if problem.code not in _BUSY or not left:
                    detail = problem.read(200).decode("utf-8", "replace").strip()
                    raise ToolFailed(
                        f"LanguageTool at {self._url} answers {problem.code}: {detail}"
                    ) from None
                time.sleep(_pause(problem.headers.get("Retry-After"), TRIES - left))
            except ValueError:
                raise ToolFailed(
                    f"{self._url} does not answer as a LanguageTool server does."
                ) from None
            except OSError as problem:  # nobody there, or cut off
                if not left:
                    reason = getattr(problem, "reason", problem)
                    raise MissingTool(
                        f"There is no LanguageTool server at {self._url} ({reason}). Start one, "
                        "for example with: java -cp languagetool-server.jar "
                        "org.languagetool.server.HTTPServer --port 8081"
                    ) from None
                time.sleep(_pause(None, TRIES - left))
        raise AssertionError("the last try returns or raises")


def _pause(asked: str | None, tried: int) -> float:
    """Seconds until the next try: what the server asks for, within reason."""
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
            raise ToolFailed("LanguageTool speaks of a place that is not in the text.")
        better = next((str(one["value"]) for one in match.get("replacements") or ()), None)
        kind = str(rule.get("id") or rule.get("issueType") or "error")
        yield GrammarError(start, end, kind, 1.0, better if suggest else None)


def _utf16(text: str) -> dict[int, int]:
    """Java counts in units of two bytes: for each such place, the same place in our letters."""
    places, at = {0: 0}, 0
    for number, letter in enumerate(text, start=1):
        at += 2 if ord(letter) > 0xFFFF else 1
        places[at] = number
    return places
