"""The box of tools: which engines each role has, and how one is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from qgauge import plugins
from qgauge.core import BadSetting, MissingTool, QgaugeError
from qgauge.tools.cache import Cache

EMBEDDED = "embedded"
NO_JUDGE = (
    "This needs a judge, a language model on a server, and none is given. Say which with "
    "--judge server:MODEL@URL, in the environment variable QGAUGE_JUDGE, or in Python with "
    "tools={'judge': 'server:MODEL@URL'}."
)


@dataclass(frozen=True, slots=True)
class Role:
    """What a tool is for, and its engines: a name alone, or NAME:MODEL or NAME:FILE."""

    purpose: str
    verb: str
    engines: tuple[str, ...]
    open: Callable[[str, int], Any]
    remember: Callable[[Any, Cache | None], Any]


def open_tool(
    role: str, engine: str = EMBEDDED, *, threads: int = 1, cache: Cache | None = None
) -> Any:
    """The tool for a role, such as `open_tool("parser", "spacy:en_core_web_sm")`."""
    if role not in ROLES:
        raise BadSetting(f"There is no tool '{role}'. There are: {', '.join(ROLES)}.")
    about = ROLES[role]
    if any(_fits(engine, known) for known in about.engines):
        return about.remember(about.open(engine, threads), cache)
    name, _, model = engine.partition(":")
    if plugin := plugins.found("engine").get(f"{role}.{name}"):
        return about.remember(_of_plugin(plugin, about.verb, model, threads), cache)
    raise _no_such(role, engine)


def _no_such(role: str, engine: str) -> QgaugeError:
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
    hints = [hint for what, hint in _WHAT.items() if any(what in known for known in engines)]
    others = [one.partition(".") for one in plugins.found("engine")]
    choices = " or ".join([*engines, *(name for of, _, name in others if of == role)])
    return BadSetting(f"There is no {role} '{engine}'. Choose {', '.join([choices, *hints])}.")


_WHAT = {
    ":MODEL": "with MODEL a package or folder",
    ":FILE": "with FILE of word vectors as text",
    ":LANGUAGE": "with LANGUAGE such as en",
    ":URL": "with URL of a server such as http://localhost:8081",
}


def _of_plugin(plugin: plugins.Plugin, verb: str, model: str, threads: int) -> Any:
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


def _fits(engine: str, known: str) -> bool:
    """Whether this is the engine known as NAME, or as NAME:WHAT with something for WHAT."""
    name, colon, what = engine.partition(":")
    known_name, needs_what, _ = known.partition(":")
    return name == known_name and bool(colon) == bool(needs_what) == bool(what)


def _parser(engine: str, threads: int) -> Any:
    name, _, model = engine.partition(":")
    if name == "spacy":
        from qgauge.tools.spacy_parser import SpacyParser

        return SpacyParser(model)
    if name == "stanza":
        from qgauge.tools.stanza_parser import StanzaParser

        return StanzaParser(model, threads)
    from qgauge.tools.embedded_parser import EmbeddedParser

    return EmbeddedParser(threads)


def _classifier(engine: str, threads: int) -> Any:
    name, _, model = engine.partition(":")
    if name == "hf":
        from qgauge.tools.hf.classifier import HfClassifier

        return HfClassifier(model, threads)
    from qgauge.tools.classifier import EmbeddedClassifier

    return EmbeddedClassifier(threads)


def _grammarian(engine: str, threads: int) -> Any:
    name, _, model = engine.partition(":")
    if name == "hf":
        from qgauge.tools.hf.grammarian import HfGrammarian

        return HfGrammarian(model, threads)
    if name == "languagetool":
        from qgauge.tools.languagetool import LanguageTool

        return LanguageTool(model)
    from qgauge.tools.grammarian import EmbeddedGrammarian

    return EmbeddedGrammarian(threads)


def _reader(engine: str, threads: int) -> Any:
    name, _, model = engine.partition(":")
    if name == "hf":
        from qgauge.tools.hf.reader import HfReader

        return HfReader(model, threads)
    from qgauge.tools.reader import EmbeddedReader

    return EmbeddedReader(threads)


def _entailer(engine: str, threads: int) -> Any:
    name, _, model = engine.partition(":")
    if name == "hf":
        from qgauge.tools.hf.entailer import HfEntailer

        return HfEntailer(model, threads)
    from qgauge.tools.entailer import EmbeddedEntailer

    return EmbeddedEntailer(threads)


def _embedder(engine: str, _: int) -> Any:
    if file := engine.partition(":")[2]:
        from qgauge.tools.vector_file import FileEmbedder

        return FileEmbedder(file)
    from qgauge.tools.embedder import EmbeddedEmbedder

    return EmbeddedEmbedder()


def _judge(engine: str, _: int) -> Any:
    from qgauge.tools.judge.judge import open_judge

    return open_judge(engine.partition(":")[2])


def _encoder(engine: str, threads: int) -> Any:
    from qgauge.tools.hf.encoder import HfEncoder

    return HfEncoder(engine.partition(":")[2], threads)


def _comparer(engine: str, threads: int) -> Any:
    from qgauge.tools.hf.comparer import HfComparer

    return HfComparer(engine.partition(":")[2], threads)


def _remembered(name: str) -> Callable[[Any, Cache | None], Any]:
    def wrap(engine: Any, cache: Cache | None) -> Any:
        from qgauge.tools import remembered

        return getattr(remembered, name)(engine, cache)

    return wrap


ROLES: Mapping[str, Role] = {
    "parser": Role(
        "words, tags, trees, lemmas and entities",
        "parse",
        (EMBEDDED, "spacy:MODEL", "stanza:LANGUAGE"),
        _parser,
        _remembered("RememberedParser"),
    ),
    "classifier": Role(
        "what kind of answer a question asks for",
        "classify",
        (EMBEDDED, "hf:MODEL"),
        _classifier,
        _remembered("RememberedClassifier"),
    ),
    "grammarian": Role(
        "grammar errors and well-formedness",
        "check",
        (EMBEDDED, "hf:MODEL", "languagetool:URL"),
        _grammarian,
        _remembered("RememberedGrammarian"),
    ),
    "reader": Role(
        "the answer to a question in a passage",
        "answer",
        (EMBEDDED, "hf:MODEL"),
        _reader,
        _remembered("RememberedReader"),
    ),
    "entailer": Role(
        "whether a statement follows from a text",
        "entail",
        (EMBEDDED, "hf:MODEL"),
        _entailer,
        _remembered("RememberedEntailer"),
    ),
    "embedder": Role(
        "how close words and texts are in meaning",
        "similarity",
        (EMBEDDED, "vectors:FILE"),
        _embedder,
        lambda engine, _: engine,  # a look-up is quicker than the cache
    ),
    "judge": Role(
        "a language model's verdict on texts",
        "ask",
        ("server:MODEL@URL",),
        _judge,
        lambda engine, _: engine,  # it keeps what was paid for in a store of its own
    ),
    "encoder": Role(
        "vectors for the words of a text in their context",
        "encode",
        ("hf:MODEL",),
        _encoder,
        lambda engine, _: engine,  # many numbers: to keep them would take more than to make them
    ),
    "comparer": Role(
        "how well a text says what another says, in a number",
        "compare",
        ("hf:MODEL",),
        _comparer,
        _remembered("RememberedComparer"),
    ),
}
