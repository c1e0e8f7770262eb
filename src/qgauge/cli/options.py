"""Options shared by several subcommands."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from qgauge.cli.terminal import say
from qgauge.core import BadInput, BadSetting, Progress
from qgauge.run import Request
from qgauge.tools.registry import open_tools

if TYPE_CHECKING:
    from qgauge.tools.cache import Cache
    from qgauge.tools.judge import Totals
    from qgauge.tools.judge.server import Server

JUDGE = "QGAUGE_JUDGE"
"""The environment variable that names the judge if `--judge` is not given."""


def option(help: str, metavar: str | None = None, *names: str, panel: str = "", **more: Any) -> Any:
    """Return an option; `names` are needed only where the parameter name will not do."""
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=panel or None, **more)


def flag(help: str, name: str) -> Any:
    """Return an on/off option."""
    return typer.Option(name, help=help)


def argument(help: str, metavar: str, **more: Any) -> Any:
    """Return a positional argument."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, **more)


def all_pairs(of: str) -> Any:
    """Return `--all-pairs` for systems or metrics."""
    return flag(f"Compare every {of} with every other.", "--all-pairs")


def resamples(of: str) -> Any:
    """Return `--resamples`; `of` completes its help text."""
    return option(f"Resamples {of}.", "N", "--resamples", min=100, max=1_000_000)


def written(what: str) -> Any:
    """Return `-o` for subcommands that print tables and write rows; `what` starts its help text."""
    return option(
        f"{what} as JSONL; - for stdout (tables then go to stderr).", "FILE", "-o", "--output"
    )


def read_as(formats: str) -> Any:
    """Return `--format` for these formats."""
    return option(
        f"{formats}; needed only if the file name does not show it.", "FORMAT", "--format"
    )


Files = Annotated[
    list[str] | None,
    argument(
        "Questions: .jsonl, .json, .csv, .tsv, .parquet or .txt, also as .gz; - for stdin. "
        "If you give several files, each one is a system, named after the file.",
        "FILES",
    ),
]
Metrics = Annotated[
    list[str] | None,
    option(
        "A metric and its settings; may be repeated. See `qgauge list`.",
        "NAME[:SETTING=VALUE,...]",
        "-m",
        "--metric",
    ),
]
References = Annotated[
    list[str] | None,
    option(
        "For .txt questions: their references, one per line, used for every question file. "
        "Repeat for several references per question.",
        "FILE",
    ),
]
Format = Annotated[str | None, read_as("jsonl, json, csv, tsv, parquet or txt")]
KeepGoing = Annotated[
    bool,
    flag(
        "Skip bad rows instead of stopping. They are written to a separate file, and the exit "
        "code is 1.",
        "--keep-going",
    ),
]
RefusedFile = Annotated[
    str | None,
    option(
        "Where --keep-going writes the bad rows (default: OUTPUT.refused.jsonl, or "
        "FILE.refused.jsonl in the current folder if there is no output file).",
        "FILE",
    ),
]
MaxUnscored = Annotated[
    float,
    option(
        "Exit with code 1 if a metric leaves more than this share of the rows unscored.",
        "PERCENT",
        min=0,
        max=100,
    ),
]
Workers = Annotated[int, option("Number of processes.", "N", min=1)]
Json = Annotated[bool, flag("Print JSON instead of tables.", "--json")]
Seed = Annotated[int, option("Random seed of the resampling.", "N", min=0)]
BaselineSystem = Annotated[
    str | None,
    option("The system to compare all others with (default: the first in the data).", "SYSTEM"),
]


ENGINES = {
    "parser": "Tokens, tags and dependency trees: embedded (default), spacy:MODEL (a package or "
    "folder) or stanza:LANGUAGE.",
    "classifier": "Question classification: embedded (default) or hf:MODEL.",
    "grammarian": "Grammar checker: embedded (default), hf:MODEL or languagetool:URL.",
    "reader": "Question answering on passages: embedded (default) or hf:MODEL.",
    "entailer": "Natural language inference: embedded (default) or hf:MODEL.",
    "verifier": "Verification of an answer, given question and passage: embedded (default).",
    "embedder": "Word vectors: embedded (default) or vectors:FILE (GloVe or word2vec text).",
    "judge": "A language model: server:MODEL@URL[,SETTING=VALUE,...] or server:FILE.toml.",
    "encoder": "Contextual embeddings, for bertscore: hf:MODEL.",
    "comparer": "Learnt rating of a text against a reference, for bleurt: hf:MODEL.",
}
"""The roles and their engines. Duplicated from the registry to keep `--help` fast."""

JudgeEngine = Annotated[
    str | None,
    option(
        f"{ENGINES['judge']} The default is the environment variable {JUDGE}.",
        "ENGINE",
        "--judge",
    ),
]
"""`--judge`, for subcommands that use no other tool."""


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """The values of the options in the "Tools" panel."""

    engines: Mapping[str, str]
    threads: int = 1
    cache: str | None = None
    judges: list[Any] = field(default_factory=list)
    """The opened judges, kept to report their costs."""
    watch: Progress | None = None
    """Called with the number of verdicts received."""

    def opened(self, requests: Sequence[Request]) -> dict[str, Any]:
        """Open the tools that these metrics need, by role."""
        return self.of_roles(dict.fromkeys(role for one in requests for role in one.roles))

    def of_roles(self, needed: Collection[str]) -> dict[str, Any]:
        """Open the tools of these roles; raise BadInput for an engine that none of them uses."""
        engines = dict(self.engines)
        if "judge" in needed and os.environ.get(JUDGE):
            engines.setdefault("judge", os.environ[JUDGE])
        for role in engines:
            if role not in needed:
                hint = "; Q-metrics use it with names=parser" if role == "parser" else ""
                raise BadInput(f"--{role} is given, but no requested metric uses it{hint}.")
        if not needed:
            return {}
        tools = open_tools(needed, engines, threads=self.threads, cache=_cache(self.cache))
        if "judge" in tools:
            tools["judge"].watch = self.watch
            self.judges.append(tools["judge"])
        return tools

    def tell_costs(self) -> None:
        """Report the calls and costs of the judges on stderr, however the subcommand ended."""
        for judge in self.judges:
            say(f"qgauge: judge: {costs(judge.totals(), judge.server)}")


def costs(totals: Totals, server: Server) -> str:
    """Return the calls and costs of a run in one line."""
    line = f"{totals.calls:,} calls, {totals.answers:,} new answers, {totals.stored:,} from the "
    line += f"store; {totals.tokens_in:,} tokens in, {totals.tokens_out:,} out"
    if server.price_in or server.price_out:
        line += f"; cost {totals.spent:.6g}"
        line += f", possibly {totals.uncertain:.3g} more" if totals.uncertain else ""
    failed = ", ".join(f"{kind} {times}" for kind, times in totals.failures.items())
    return f"{line}; failed and retried: {failed}" if failed else line


def with_tools(verb: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the "Tools" panel to a subcommand, which receives them as `tools`."""
    signature = inspect.signature(verb, eval_str=True)
    own = [one for name, one in signature.parameters.items() if name != "tools"]

    @functools.wraps(verb)
    def run(**given: Any) -> None:
        engines = {role: given.pop(role) for role in ENGINES}
        chosen = {role: engine for role, engine in engines.items() if engine is not None}
        tools = ToolChoice(chosen, given.pop("threads"), given.pop("cache"))
        try:
            verb(**given, tools=tools)
        finally:
            tools.tell_costs()

    run.__signature__ = signature.replace(parameters=[*own, *_tool_options()])  # type: ignore[attr-defined]
    return run


def _tool_options() -> Iterator[inspect.Parameter]:
    def option(name: str, kind: Any, default: Any, **about: Any) -> inspect.Parameter:
        annotation = Annotated[kind, typer.Option(f"--{name}", rich_help_panel="Tools", **about)]
        return inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )

    for role, purpose in ENGINES.items():
        yield option(role, str | None, None, metavar="ENGINE", help=purpose, show_default=False)
    yield option("threads", int, 1, metavar="N", min=1, max=256, help="Threads for each model.")
    yield option(
        "cache",
        str | None,
        None,
        metavar="FILE|off",
        help="Where to cache the outputs of the tools (default: the user's cache folder).",
        show_default=False,
    )


def _cache(choice: str | None) -> Cache | Literal["user"] | None:
    if choice is None:
        return "user"
    if choice == "off":
        return None
    if not choice:
        raise BadSetting("--cache: the file name is empty; give a file, or off.")
    # damaged caches are renamed, so refuse other files that were given here by mistake
    with suppress(OSError), open(choice, "rb") as file:
        if (head := file.read(16)) and head != b"SQLite format 3\0":
            raise BadSetting(f"--cache: {choice} is not a cache file; choose another name.")
    from qgauge.tools.cache import Cache

    return Cache(choice)
