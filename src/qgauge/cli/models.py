"""`qgauge models`: list the language tools, verify their files, and manage their cache."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.text import Text

from qgauge import plugins
from qgauge.cli import options
from qgauge.cli.options import flag, option
from qgauge.cli.terminal import clean, console, print_json, print_rows
from qgauge.core import BadInput, BadSetting, MissingTool

NOT_SOUND = 1
"""Exit code when a model file is missing or damaged."""


def list_models(json: options.Json = False) -> None:
    """List the language tools, their engines and their model files."""
    tools = list(_tools())
    if json:
        print_json({"tools": tools})
        return
    columns = ["role", "engine", "file", "size", "licence", "made", "quality", "state"]
    if any(tool["from"] != "qgauge" for tool in tools):
        columns.append("from")
    rows = [
        [
            tool["role"] or "(shared)",
            *(tool[column] or "-" for column in ("engine", "file")),
            _size(tool["size"]),
            *(tool[column] or "-" for column in columns[4:]),
        ]
        for tool in tools
    ]
    out = console()
    print_rows(out, columns, rows, right=["size"])
    _print_problems(out, (tool["problem"] for tool in tools))


def verify(json: options.Json = False) -> None:
    """Verify the checksums of the model files.

    The exit code is 1 if a file is missing or damaged.
    """
    from qgauge import models

    try:
        entries = models.manifest()
    except models.BadModel as bad:
        files: list[dict[str, Any]] = [
            {"file": os.path.basename(bad.file), "size": None, **_state_of(bad)}
        ]
    else:
        files = [
            {"file": name, "size": entries[name].size if name in entries else None, **_check(name)}
            for name in sorted({*models.about(), *entries})
        ]
    sound = all(file["state"] == "ok" for file in files)
    if json:
        print_json({"sound": sound, "files": files})
    else:
        out = console()
        rows = [[file["file"], _size(file["size"]), file["state"]] for file in files]
        print_rows(out, ["file", "size", "state"], rows, right=["size"])
        _print_problems(out, (file["problem"] for file in files))
        if sound:
            out.print(f"\nAll {len(files)} files are intact.")
    if not sound:
        raise typer.Exit(NOT_SOUND)


def cache(
    clear: Annotated[
        bool, flag("Delete the cached outputs and free the disk space.", "--clear")
    ] = False,
    tool: Annotated[
        str | None, option("With --clear: delete only the outputs of this tool.", "IDENTITY")
    ] = None,
    json: options.Json = False,
) -> None:
    """Show the user's cache of tool outputs, or clear it."""
    from qgauge.tools.cache import default_cache

    if tool is not None and not clear:
        raise BadInput("--tool can only be used with --clear.")
    kept = default_cache()
    if kept is None:
        raise BadSetting("There is no cache folder; set XDG_CACHE_HOME to one.")
    path, limit = kept.path, kept.limit_bytes
    there = os.path.exists(path)  # opening it would create an empty cache
    entries, size = (kept.entries(), kept.size()) if there else ({}, 0)
    if not clear:
        _show_cache(path, size, limit, entries, json)
        return
    # entries of all qgauge versions
    doomed = [name for name in entries if name.partition("|")[0] == tool]
    if tool is not None and not doomed:
        known = ", ".join(dict.fromkeys(name.partition("|")[0] for name in entries))
        others = f"It has entries of: {known}." if known else "It is empty."
        raise BadInput(f"the cache has no entries of '{tool}'. {others}")
    cleared = left = 0
    if there:
        for name in [None] if tool is None else doomed:
            kept.clear(name)
        cleared = sum(entries.values()) - sum(kept.entries().values())
        left = kept.size()
    if json:
        print_json({"path": path, "cleared": cleared, "freed": size - left, "size": left})
        return
    what = f"{cleared:,} {'entry' if cleared == 1 else 'entries'}"
    what += f" of {tool}" if tool is not None else ""
    freed = f"Cleared {what} and freed {decimal(size - left)}"
    console().print(Text(clean(f"{freed}; {path} now has {decimal(left)}.")), soft_wrap=True)


def _tools() -> Iterator[dict[str, Any]]:
    """Yield every engine of every role, then the files shared by several roles."""
    from qgauge import models
    from qgauge.tools.registry import EMBEDDED, ROLES

    cards = models.about()
    try:
        sizes = {name: entry.size for name, entry in models.manifest().items()}
    except models.BadModel:
        sizes = {}  # the state of each file below reports the problem
    states = {name: _check(name) for name in dict.fromkeys([*cards, *sizes])}

    def embedded(role: str | None, file: str) -> dict[str, Any]:
        card = cards.get(file)
        return {
            "role": role,
            "engine": EMBEDDED,
            "from": "qgauge",
            "file": file,
            "size": sizes.get(file),
            "licence": card and card.licence,
            "made": card and card.made,
            "quality": card and role and card.quality[role],
            **states[file],
        }

    files = {role: name for name, card in cards.items() for role in card.quality}
    nothing = dict.fromkeys(["file", "size", "licence", "made", "quality"])
    for role, about in ROLES.items():
        if EMBEDDED in about.engines:
            yield embedded(role, files[role])
        for engine in about.engines:
            if engine != EMBEDDED:
                for found in _installed(engine):
                    yield {"role": role, **nothing, "from": "qgauge", **found}
        for name, plugin in plugins.found("engine").items():
            if name.startswith(f"{role}."):
                yield {"role": role, **nothing, "from": plugin.package, **_of_plugin(plugin)}
    for name in sizes:
        if name not in files.values():
            yield embedded(None, name)


def _size(size: int | None) -> str:
    return "-" if size is None else decimal(size)


def _check(file: str) -> dict[str, str | None]:
    from qgauge import models

    try:
        models.read(file)
    except models.BadModel as bad:
        return _state_of(bad)
    return {"state": "ok", "problem": None}


def _state_of(bad: Any) -> dict[str, str | None]:
    state = "missing" if bad.problem == "is missing" else "corrupted"
    return {"state": state, "problem": str(bad)}


def _of_plugin(plugin: plugins.Plugin) -> dict[str, str | None]:
    engine = plugin.name.partition(".")[2]
    try:
        plugin.load()
    except plugins.BadPlugin as bad:
        return {"engine": engine, "state": "left out", "problem": str(bad)}
    return {"engine": engine, "state": "ok", "problem": None}


_PACKAGES = {
    "hf": ("transformers", "hf"),
    "server": ("httpx", "llm"),  # whether the server is up is known only when it is called
    "spacy": ("spacy", "spacy"),
    "stanza": ("stanza", "stanza"),
}
"""Engines that need a package, and the extra that installs it. Others need a file or server."""


def _installed(engine: str) -> Iterator[dict[str, str | None]]:
    """Yield the engine, whether it can be used and how to install it; spaCy once per pipeline."""
    name = engine.partition(":")[0]
    package, extra = _PACKAGES.get(name, ("", ""))
    forms, state, problem = [engine], "ok", None
    if package and find_spec(package) is None:
        state, problem = "not installed", f"The engine {engine} is not installed."
        problem = str(MissingTool(problem, f"pip install 'qgauge[{extra}]'"))
    elif name == "spacy":
        pipelines = sorted(point.name for point in entry_points(group="spacy_models"))
        forms = [f"spacy:{pipeline}" for pipeline in pipelines] or forms
        if not pipelines:
            state, problem = "no model", f"The engine {engine} has no model installed."
            problem = str(MissingTool(problem, "python -m spacy download en_core_web_sm"))
    for form in forms:
        yield {"engine": form, "state": state, "problem": problem}


def _print_problems(out: Console, problems: Iterable[str | None]) -> None:
    said = [problem for problem in dict.fromkeys(problems) if problem]
    for at, problem in enumerate(said):
        out.print(Text(clean(problem if at else f"\n{problem}")), soft_wrap=True)


def _show_cache(
    path: str, size: int, limit: int | None, entries: Mapping[str, int], json: bool
) -> None:
    tools: list[dict[str, Any]] = []
    for name, count in sorted(entries.items()):
        tool, _, versions = name.partition("|")
        tools.append({"tool": tool, "version": versions.replace("|", ", "), "entries": count})
    if json:
        print_json({"path": path, "size": size, "limit": limit, "tools": tools})
        return
    out = console()
    out.print(Text(clean(f"file   {path}")), soft_wrap=True)
    out.print(f"size   {decimal(size)}")
    out.print(f"limit  {'none' if limit is None else decimal(limit)}\n")
    if not tools:
        out.print("The cache is empty.")
        return
    rows = [[one["tool"], one["version"], f"{one['entries']:,}"] for one in tools]
    print_rows(out, ["tool", "version", "entries"], rows, right=["entries"])
