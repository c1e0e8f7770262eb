"""The registry of tools: which engines each role has, and how one is opened."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from qgauge import plugins
from qgauge.core import BadSetting, MissingTool, QgaugeError, Tools

if TYPE_CHECKING:
    from qgauge.tools.cache import Cache

EMBEDDED = "embedded"
NO_JUDGE = (
    "This needs a judge, a language model on a server, and none is given. Say which with "
    "--judge server:MODEL@URL, in the environment variable QGAUGE_JUDGE, or in Python with "
    "tools={'judge': 'server:MODEL@URL'}."
)


@dataclass(frozen=True, slots=True)
class Engine:
    """A way to fill a role, imported when it is opened."""

    form: str
    """A name alone, or NAME:MODEL or NAME:FILE."""
    module: str
    factory: str
    takes: tuple[str, ...] = ("model", "threads")
    """What it is opened with."""

    def open(self, model: str, threads: int) -> Any:
        given = {"model": model, "threads": threads}
        factory = getattr(import_module(f"qgauge.tools.{self.module}"), self.factory)
        return factory(*(given[one] for one in self.takes))


@dataclass(frozen=True, slots=True)
class Role:
    """What a tool is for, the method it is asked by, and its engines."""

    purpose: str
    verb: str
    choices: tuple[Engine, ...]
    cached: str = ""
    """The class that puts a cache in front of an engine; empty for those without a cache."""

    @property
    def engines(self) -> tuple[str, ...]:
        return tuple(engine.form for engine in self.choices)

    def with_cache(self, tool: Any, cache: Cache | None) -> Any:
        if not self.cached:
            return tool
        return getattr(import_module("qgauge.tools.cached_tools"), self.cached)(tool, cache)


def open_tool(
    role: str, engine: str = EMBEDDED, *, threads: int = 1, cache: Cache | None = None
) -> Any:
    """The tool for a role, such as `open_tool("parser", "spacy:en_core_web_sm")`."""
    if role not in ROLES:
        raise BadSetting(f"There is no tool '{role}'. There are: {', '.join(ROLES)}.")
    about = ROLES[role]
    name, _, model = engine.partition(":")
    for known in about.choices:
        if _matches(engine, known.form):
            return about.with_cache(known.open(model, threads), cache)
    if plugin := plugins.found("engine").get(f"{role}.{name}"):
        return about.with_cache(_open_plugin(plugin, about.verb, model, threads), cache)
    raise _unknown_engine(role, engine)


def open_tools(
    roles: Collection[str],
    given: Tools,
    *,
    threads: int = 1,
    cache: Cache | Literal["user"] | None = "user",
) -> dict[str, Any]:
    """The tools of these roles: those given, as objects or engines by name, else embedded."""
    for role in given:
        if role not in roles and role not in ROLES:
            raise BadSetting(f"There is no tool '{role}'. There are: {', '.join(ROLES)}.")
    tools: dict[str, Any] = {}
    for role in roles:
        if role not in given and role not in ROLES:
            continue  # `check` says which metric needs it
        tool = given.get(role, EMBEDDED)
        if isinstance(tool, str):
            tool = open_tool(role, tool, threads=threads, cache=_cache(cache))
        # asking for it needs the model's file: what is missing is said before anything is scored
        if not hasattr(tool, "identity"):
            raise BadSetting(
                f"tools: the {role} is the name of an engine, such as '{EMBEDDED}', or an object "
                f"with an identity; not {tool!r}."
            )
        tools[role] = tool
    return tools


def _cache(choice: Cache | Literal["user"] | None) -> Cache | None:
    if choice != "user":
        return choice
    from qgauge.tools.cache import default_cache

    return default_cache()


def _unknown_engine(role: str, engine: str) -> QgaugeError:
    """What to say of an engine that is not there; which ones are."""
    engines = ROLES[role].engines
    if engine == EMBEDDED:
        choices = " or ".join(f"--{role} {known}" for known in engines)
        return MissingTool(
            NO_JUDGE
            if role == "judge"
            else f"No {role} is in the package, and none is chosen. Choose one with {choices}; in "
            f"Python with tools={{'{role}': '{engines[0]}'}}."
        )
    if role == "judge":
        return BadSetting(f"The {role} is written {' or '.join(engines)}.")
    hints = [hint for what, hint in _HINTS.items() if any(what in known for known in engines)]
    others = [one.partition(".") for one in plugins.found("engine")]
    choices = " or ".join([*engines, *(name for of, _, name in others if of == role)])
    return BadSetting(f"There is no {role} '{engine}'. Choose {', '.join([choices, *hints])}.")


_HINTS = {
    ":MODEL": "with MODEL a package or folder",
    ":FILE": "with FILE of word vectors as text",
    ":LANGUAGE": "with LANGUAGE such as en",
    ":URL": "with URL of a server such as http://localhost:8081",
}


def _open_plugin(plugin: plugins.Plugin, verb: str, model: str, threads: int) -> Any:
    make = plugin.load()
    try:
        tool = make(model, threads)
    except QgaugeError:
        raise
    except Exception as problem:
        raise plugin.bad(f"{type(problem).__name__}: {problem}") from problem
    for wanted in ("identity", verb):
        if not hasattr(tool, wanted):
            raise plugin.bad(f"it has no '{wanted}'.")
    return tool


def _matches(engine: str, known: str) -> bool:
    """Whether this is the engine known as NAME, or as NAME:WHAT with something for WHAT."""
    name, colon, what = engine.partition(":")
    known_name, needs_what, _ = known.partition(":")
    return name == known_name and bool(colon) == bool(needs_what) == bool(what)


def _embedded(role: str, takes: tuple[str, ...] = ("threads",)) -> Engine:
    return Engine(EMBEDDED, f"embedded.{role}", f"Embedded{role.capitalize()}", takes)


def _hf(role: str) -> Engine:
    return Engine("hf:MODEL", f"hf.{role}", f"Hf{role.capitalize()}")


ROLES: Mapping[str, Role] = {
    "parser": Role(
        "words, tags, trees, lemmas and entities",
        "parse",
        (
            _embedded("parser"),
            Engine("spacy:MODEL", "adapters.spacy_parser", "SpacyParser", ("model",)),
            Engine("stanza:LANGUAGE", "adapters.stanza_parser", "StanzaParser"),
        ),
        "CachedParser",
    ),
    "classifier": Role(
        "what kind of answer a question asks for",
        "classify",
        (_embedded("classifier"), _hf("classifier")),
        "CachedClassifier",
    ),
    "grammarian": Role(
        "grammar errors and well-formedness",
        "check",
        (
            _embedded("grammarian"),
            _hf("grammarian"),
            Engine("languagetool:URL", "adapters.languagetool", "LanguageTool", ("model",)),
        ),
        "CachedGrammarian",
    ),
    "reader": Role(
        "the answer to a question in a passage",
        "answer",
        (_embedded("reader"), _hf("reader")),
        "CachedReader",
    ),
    "entailer": Role(
        "whether a statement follows from a text",
        "entail",
        (_embedded("entailer"), _hf("entailer")),
        "CachedEntailer",
    ),
    "embedder": Role(
        "how close words and texts are in meaning",
        "similarity",
        (
            _embedded("embedder", ()),
            Engine("vectors:FILE", "adapters.vector_file", "FileEmbedder", ("model",)),
        ),  # a look-up is quicker than the cache
    ),
    "judge": Role(
        "a language model's verdict on texts",
        "ask",
        (Engine("server:MODEL@URL", "judge.judge", "open_judge", ("model",)),),
        # no cache: it keeps what was paid for in a store of its own
    ),
    "encoder": Role(
        "vectors for the words of a text in their context",
        "encode",
        (_hf("encoder"),),  # no cache: to keep so many numbers takes more than to make them
    ),
    "comparer": Role(
        "how well a text says what another says, in a number",
        "compare",
        (_hf("comparer"),),
        "CachedComparer",
    ),
}
