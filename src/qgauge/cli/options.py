"""Options that several verbs share, so that they read the same everywhere."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from qgauge.core import BadInput, BadSetting, Progress
from qgauge.run import Request
from qgauge.tools.registry import open_tools

if TYPE_CHECKING:
    from qgauge.tools.cache import Cache
    from qgauge.tools.judge import Totals
    from qgauge.tools.judge.server import Server

JUDGE = "QGAUGE_JUDGE"
"""The environment variable with the judge to ask where no option says which."""


def option(help: str, metavar: str | None = None, *names: str, panel: str = "", **more: Any) -> Any:
    """An option: what it does, what it takes, its names where the parameter's is not enough."""
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=panel or None, **more)


def flag(help: str, name: str) -> Any:
    """An option that is on or off."""
    return typer.Option(name, help=help)


def argument(help: str, metavar: str, **more: Any) -> Any:
    """Words without an option's name."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, **more)


def all_pairs(of: str) -> Any:
    """--all-pairs, of systems or of metrics."""
    return flag(f"Compare every {of} with every other.", "--all-pairs")


def resamples(of: str) -> Any:
    """--resamples: of what, or for what, they are drawn."""
    return option(f"Resamples {of}.", "N", "--resamples", min=100, max=1_000_000)


def written(what: str) -> Any:
    """-o of a verb that prints tables and writes rows: what it writes, as `Write each row`."""
    return option(f"{what} as JSONL; - for stdout (tables go to stderr).", "FILE", "-o", "--output")


def read_as(formats: str) -> Any:
    """--format of a verb that reads fewer formats than most do."""
    return option(f"{formats}, where the file name does not tell.", "FORMAT", "--format")


Files = Annotated[
    list[str] | None,
    argument(
        "Questions: .jsonl, .json, .csv, .tsv, .parquet or .txt, .gz too; - for stdin. "
        "With several files, each is a system named after its file.",
        "FILES",
    ),
]
Metrics = Annotated[
    list[str] | None,
    option(
        "A metric, with settings; repeat for more. See `qgauge list`.",
        "NAME[:SETTING=VALUE,...]",
        "-m",
        "--metric",
    ),
]
References = Annotated[
    list[str] | None,
    option(
        "For .txt questions: the references, one per line, for every file of questions; "
        "repeat for several per question.",
        "FILE",
    ),
]
Format = Annotated[str | None, read_as("jsonl, json, csv, tsv, parquet or txt")]
KeepGoing = Annotated[
    bool,
    flag(
        "Leave bad rows out instead of stopping; they go to a side file and the exit is 1.",
        "--keep-going",
    ),
]
RefusedFile = Annotated[
    str | None,
    option(
        "Where --keep-going writes the bad rows (default: OUTPUT.refused.jsonl; without an "
        "output file, FILE.refused.jsonl in the current folder).",
        "FILE",
    ),
]
MaxUnscored = Annotated[
    float,
    option(
        "Exit with 1 if a metric leaves more than this share of the rows unscored.",
        "PERCENT",
        min=0,
        max=100,
    ),
]
Workers = Annotated[int, option("Processes to use.", "N", min=1)]
Json = Annotated[bool, flag("Print JSON instead of tables.", "--json")]
Seed = Annotated[int, option("Seed of the resampling.", "N", min=0)]
BaselineSystem = Annotated[
    str | None,
    option("The system all others are compared with (default: the first in the data).", "SYSTEM"),
]


ENGINES = {
    "parser": "Words, tags, trees: embedded (default), spacy:MODEL, a package or folder, or "
    "stanza:LANGUAGE.",
    "classifier": "What kind of answer is asked for: embedded (default) or hf:MODEL.",
    "grammarian": "Grammar errors: embedded (default), hf:MODEL or languagetool:URL.",
    "reader": "Answers in passages: embedded (default) or hf:MODEL.",
    "entailer": "What follows from a text: embedded (default) or hf:MODEL.",
    "embedder": "Word vectors: embedded (default), or vectors:FILE, GloVe or word2vec text.",
    "judge": "A language model: server:MODEL@URL[,SETTING=VALUE,...], or server:FILE.toml.",
    "encoder": "Words in context, for bertscore: hf:MODEL.",
    "comparer": "Ratings of a text beside another, for bleurt: hf:MODEL.",
}
"""The roles and their engines, once more: to import those for every --help would take long."""

JudgeEngine = Annotated[
    str | None,
    option(
        f"{ENGINES['judge']} Without it, the environment variable {JUDGE}.", "ENGINE", "--judge"
    ),
]
"""For verbs that use no other tool."""


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """What the options of the panel Tools ask for."""

    engines: Mapping[str, str]
    threads: int = 1
    cache: str | None = None
    judges: list[Any] = field(default_factory=list)
    """Those that were opened, for what they cost."""
    watch: Progress | None = None
    """Called with the number of verdicts that came."""

    def opened(self, requests: Sequence[Request]) -> dict[str, Any]:
        """The tools for these metrics, by role; an engine chosen must be of use to one of them."""
        return self.of_roles(dict.fromkeys(role for one in requests for role in one.roles))

    def of_roles(self, needed: Collection[str]) -> dict[str, Any]:
        """The tools of these roles; an engine chosen for any other is a mistake."""
        engines = dict(self.engines)
        if "judge" in needed and os.environ.get(JUDGE):
            engines.setdefault("judge", os.environ[JUDGE])
        for role in engines:
            if role not in needed:
                hint = "; say so with names=parser" if role == "parser" else ""
                raise BadInput(f"--{role} is given, but no metric here uses it{hint}.")
        if not needed:
            return {}
        tools = open_tools(needed, engines, threads=self.threads, cache=_cache(self.cache))
        if "judge" in tools:
            tools["judge"].watch = self.watch
            self.judges.append(tools["judge"])
        return tools

    def tell_costs(self) -> None:
        """Say on stderr what the judges asked and what it cost, however the verb ended."""
        for judge in self.judges:
            typer.echo(f"qgauge: judge: {costs(judge.totals(), judge.server)}", err=True)


def costs(totals: Totals, server: Server) -> str:
    """What a run asked and paid, in a line."""
    said = f"{totals.calls:,} calls, {totals.answers:,} new answers, {totals.stored:,} from the "
    said += f"store; {totals.tokens_in:,} tokens in, {totals.tokens_out:,} out"
    if server.price_in or server.price_out:
        said += f"; cost {totals.spent:.6g}"
        said += f", perhaps {totals.uncertain:.3g} more" if totals.uncertain else ""
    failed = ", ".join(f"{kind} {times}" for kind, times in totals.failures.items())
    return f"{said}; failed and tried again: {failed}" if failed else said


def with_tools(verb: Callable[..., None]) -> Callable[..., None]:
    """The verb with the options of the panel Tools, which it gets as one ToolChoice in `tools`."""
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
        help="Where the tools keep what they said for the next run (default: your own cache).",
        show_default=False,
    )


def _cache(choice: str | None) -> Cache | Literal["user"] | None:
    if choice is None:
        return "user"
    if choice == "off":
        return None
    if not choice:
        raise BadSetting("--cache: the name of the file is empty; give one, or off.")
    # a damaged cache is moved out of the way, and a mistaken name must not do that to other files
    with suppress(OSError), open(choice, "rb") as file:
        if (head := file.read(16)) and head != b"SQLite format 3\0":
            raise BadSetting(f"--cache: {choice} is there and is no cache; choose another file.")
    from qgauge.tools.cache import Cache

    return Cache(choice)
