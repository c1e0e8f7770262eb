"""Registry of the language tools: the engines of each role, and how to open them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from qgauge import plugins
from qgauge.core import BadSetting, MissingTool, QgaugeError, Tools
from qgauge.core.suggestions import no_such
from qgauge.tools.roles import role_title

if TYPE_CHECKING:
    from qgauge.tools.cache import Cache

EMBEDDED = "embedded"
NO_JUDGE = (
    "This needs a judge, a language model on a server. Give one with --judge server:MODEL@URL, "
    "in the environment variable QGAUGE_JUDGE, or in Python with "
    "tools={'judge': 'server:MODEL@URL'}."
)


@dataclass(frozen=True, slots=True)
class Engine:
    """An implementation of a role. Its module is imported when the engine is opened."""

    form: str
    """How users write the engine: `NAME`, or `NAME:` and a placeholder such as `MODEL`."""
    module: str
    """Module of the factory, relative to `qgauge.tools`."""
    factory: str
    """Name of the class or function that opens the engine."""
    takes: tuple[str, ...] = ("model", "threads")
    """Arguments of the factory."""

    def open(self, model: str, threads: int) -> Any:
        """Return the opened tool.

        Args:
            model: The part of the engine's name after the colon.
            threads: Number of threads.
        """
        given = {"model": model, "threads": threads}
        factory = getattr(import_module(f"qgauge.tools.{self.module}"), self.factory)
        return factory(*(given[one] for one in self.takes))


@dataclass(frozen=True, slots=True)
class Role:
    """A role of the language tools and its engines."""

    purpose: str
    """What a tool of this role computes."""
    verb: str
    """Name of its main method."""
    choices: tuple[Engine, ...]
    """The built-in engines."""
    cached: str = ""
    """Name of the class in `cached_tools` that caches its results; empty for no cache."""

    @property
    def engines(self) -> tuple[str, ...]:
        """The built-in engines, as users write them."""
        return tuple(engine.form for engine in self.choices)

    def with_cache(self, tool: Any, cache: Cache | None) -> Any:
        """Return the tool with the cache in front of it, if this role is cached.

        Even with `cache=None`, the wrapper runs the tool only once per distinct text of a call,
        and keeps the latest results in memory.
        """
        if not self.cached:
            return tool
        return getattr(import_module("qgauge.tools.cached_tools"), self.cached)(tool, cache)


def open_tool(
    role: str, engine: str = EMBEDDED, *, threads: int = 1, cache: Cache | None = None
) -> Any:
    """Open a language tool.

    Args:
        role: The role: `"parser"`, `"classifier"`, `"grammarian"` (grammar checker), `"reader"`,
            `"entailer"` (inference model), `"verifier"`, `"rater"`, `"embedder"`, `"judge"`,
            `"encoder"`, `"comparer"` or `"generator"`.
        engine: The engine, such as `"embedded"` or `"spacy:en_core_web_sm"`. `qgauge models list`
            lists all engines.
        threads: Number of threads of the engine.
        cache: Where to store results. By default nothing is stored.

    Returns:
        An object with the methods of the role; `qgauge.tools.roles` has one protocol per role.

    Raises:
        BadSetting: If the role or the engine does not exist.
        MissingTool: If the engine needs a package or a model that is not installed, or if no
            engine is given for a role without an embedded engine.

    Examples:
        >>> parser = open_tool("parser")
        >>> [word.upos for word in parser.parse(["Who built it?"])[0].words]
        ['PRON', 'VERB', 'PRON', 'PUNCT']
    """
    if role not in ROLES:
        raise BadSetting(no_such("There is no tool", role, ROLES))
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
    """Open the tools of several roles.

    Args:
        roles: The roles to open. Unknown roles are skipped unless they are in `given`.
        given: For each role, a tool object or the name of an engine. Other roles get the embedded
            engine.
        threads: Number of threads of each engine.
        cache: Where to store results: a cache, `"user"` for the user's default cache, or None.
            Tools given as objects are used as is.

    Returns:
        The tools by role.

    Raises:
        BadSetting: If a role or an engine does not exist, or if an object is not a tool.
        MissingTool: If an engine is not installed, or if no engine is given for a role without an
            embedded engine.

    Examples:
        >>> tools = open_tools(["parser", "embedder"], {"parser": "embedded"}, cache=None)
        >>> sorted(tools)
        ['embedder', 'parser']
    """
    for role in given:
        if role not in roles and role not in ROLES:
            raise BadSetting(no_such("There is no tool", role, ROLES))
    tools: dict[str, Any] = {}
    for role in roles:
        if role not in given and role not in ROLES:
            continue  # `qgauge.run.requests` reports it with the metric that needs it
        tool = given.get(role, EMBEDDED)
        if isinstance(tool, str):
            tool = open_tool(role, tool, threads=threads, cache=_cache(cache))
        # reading the identity checks that the model file is there, before anything is scored
        if not hasattr(tool, "identity"):
            raise BadSetting(
                f"tools: '{role}' must be the name of an engine, such as '{EMBEDDED}', or an "
                f"object with an identity, not {tool!r}."
            )
        tools[role] = tool
    return tools


def _cache(choice: Cache | Literal["user"] | None) -> Cache | None:
    if choice != "user":
        return choice
    from qgauge.tools.cache import default_cache

    return default_cache()


def _unknown_engine(role: str, engine: str) -> QgaugeError:
    """Return the error for an engine that does not exist; it lists those that do."""
    engines = ROLES[role].engines
    if engine == EMBEDDED:
        choices = " or ".join(f"--{role} {known}" for known in engines)
        return MissingTool(
            NO_JUDGE
            if role == "judge"
            else f"qgauge has no embedded {role}. Choose one with {choices}, or in Python with "
            f"tools={{'{role}': '{engines[0]}'}}."
        )
    if role == "judge":
        return BadSetting(
            f"There is no judge '{engine}'. Write the judge as {' or '.join(engines)}."
        )
    others = [one.partition(".") for one in plugins.found("engine")]
    choices = " or ".join([*engines, *(name for of, _, name in others if of == role)])
    hints = "".join(f" {_HINTS[form]}" for form in engines if form in _HINTS)
    return BadSetting(f"There is no {role_title(role)} '{engine}'. Choose {choices}.{hints}")


_HINTS = {
    "spacy:MODEL": "MODEL is an installed pipeline or a folder.",
    "stanza:LANGUAGE": "LANGUAGE is a code such as en.",
    "hf:MODEL": "MODEL is a Hugging Face model in the local cache, or a folder.",
    "languagetool:URL": "URL is the address of a server, such as http://localhost:8081.",
    "vectors:FILE": "FILE is a text file of word vectors.",
    "server:MODEL@URL": "URL is the address of a server, such as http://localhost:11434/v1.",
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
    """Return whether `engine` is a use of the form `known`, such as `spacy:x` of `spacy:MODEL`."""
    name, colon, what = engine.partition(":")
    known_name, needs_what, _ = known.partition(":")
    return name == known_name and bool(colon) == bool(needs_what) == bool(what)


def _embedded(role: str, takes: tuple[str, ...] = ("threads",)) -> Engine:
    return Engine(EMBEDDED, f"embedded.{role}", f"Embedded{role.capitalize()}", takes)


def _hf(role: str) -> Engine:
    return Engine("hf:MODEL", f"hf.{role}", f"Hf{role.capitalize()}")


ROLES: Mapping[str, Role] = {
    "parser": Role(
        "words, part-of-speech tags, dependency trees, lemmas and entities",
        "parse",
        (
            _embedded("parser"),
            Engine("spacy:MODEL", "adapters.spacy_parser", "SpacyParser", ("model",)),
            Engine("stanza:LANGUAGE", "adapters.stanza_parser", "StanzaParser"),
        ),
        "CachedParser",
    ),
    "classifier": Role(
        "the kind of answer a question asks for",
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
        "whether a hypothesis follows from a premise",
        "entail",
        (_embedded("entailer"), _hf("entailer")),
        "CachedEntailer",
    ),
    "verifier": Role(
        "whether an answer to a question is right, given a passage",
        "verify",
        (_embedded("verifier"),),
        "CachedVerifier",
    ),
    "rater": Role(
        "whether a teacher could use a question with its answer, given a passage",
        "rate",
        (_embedded("rater"),),
        "CachedRater",
    ),
    "embedder": Role(
        "semantic similarity of words and texts",
        "similarity",
        (
            _embedded("embedder", ()),
            Engine("vectors:FILE", "adapters.vector_file", "FileEmbedder", ("model",)),
        ),  # not cached: a look-up is faster than the cache
    ),
    "judge": Role(
        "a language model's verdict on texts",
        "ask",
        (Engine("server:MODEL@URL", "judge.judge", "open_judge", ("model",)),),
        # not cached here: the judge stores its replies, which may have cost money, in its own file
    ),
    "encoder": Role(
        "contextual token vectors",
        "encode",
        (_hf("encoder"),),  # not cached: the vectors take longer to store than to compute
    ),
    "comparer": Role(
        "a rating of a text against a reference",
        "compare",
        (_hf("comparer"),),
        "CachedComparer",
    ),
    "generator": Role(
        "questions about a place of a passage",
        "generate",
        (
            _embedded("generator"),
            _hf("generator"),
            Engine("server:MODEL@URL", "adapters.server_generator", "open_generator", ("model",)),
        ),  # not cached: a text is seldom asked about twice, and a server's replies are stored
    ),
}
