"""Options shared by several subcommands."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from qgauge.cli import completion
from qgauge.cli.config_file import is_typed
from qgauge.cli.terminal import say
from qgauge.core import BadInput, BadSetting, Progress
from qgauge.core.field_names import ALIASES
from qgauge.data import ColumnMap
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


def flag(help: str, name: str, panel: str = "") -> Any:
    """Return an on/off option."""
    return typer.Option(name, help=help, rich_help_panel=panel or None)


def argument(help: str, metavar: str, **more: Any) -> Any:
    """Return a positional argument."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, **more)


def one_of(help: str, values: Iterable[str], *names: str, panel: str = "") -> Any:
    """Return an option with a fixed set of values, which its help and shell completion show."""
    allowed = list(values)
    return option(help, "|".join(allowed), *names, panel=panel, autocompletion=lambda: allowed)


def all_pairs(of: str) -> Any:
    """Return `--all-pairs` for systems or metrics."""
    return flag(f"Compare every {of} with every other.", "--all-pairs")


def resamples(of: str) -> Any:
    """Return `--resamples`; `of` completes its help text."""
    return option(f"Resamples {of}.", "N", "--resamples", min=100, max=1_000_000)


OUTPUT_FORMATS = "to a .jsonl, .json, .csv, .tsv, .xlsx or .parquet file; - for stdout, as JSONL"


def written(what: str) -> Any:
    """Return `-o` for subcommands that print tables and write rows; `what` starts its help text."""
    return option(f"{what} {OUTPUT_FORMATS} (tables then go to stderr).", "FILE", "-o", "--output")


def read_as(formats: str) -> Any:
    """Return `--format` for these formats."""
    return option(
        f"{formats}; needed only if the file name does not show it.", "FORMAT", "--format"
    )


def required(examples: str) -> Any:
    """Return `--require` with examples that the subcommand accepts."""
    return option(
        "Exit with code 3 if this is not met, and show the failing rows; may be repeated. For "
        f"example: {examples}.",
        "REQUIREMENT",
        "--require",
    )


def mapped(example: str) -> Any:
    """Return `--map` with an example."""
    return option(
        f"Which of your columns holds which field, such as {example}. Needed only for names that "
        "are not recognised; may be repeated.",
        "FIELD=COLUMN,...",
        "--map",
    )


Files = Annotated[
    list[str] | None,
    argument(
        "Questions: .jsonl, .json, .csv, .tsv, .xlsx, .parquet, .arrow or .txt, also as .gz; - for "
        "stdin; or a folder of Hugging Face datasets. "
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
        autocompletion=completion.metrics,
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
Format = Annotated[str | None, read_as("jsonl, json, csv, tsv, xlsx, parquet, arrow or txt")]
Columns = Annotated[list[str] | None, mapped("question=prediction,passage=story")]
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
Require = Annotated[
    list[str] | None,
    required(
        "'quality>=.6', 'share(quality<.3)<=5%', 'min(quality)>=.1', 'unscored(quality)<=1%', "
        "'quality.fluency>=.7', 'share(qud_language=yes)>=90%'"
    ),
]
Workers = Annotated[int, option("Number of processes.", "N", min=1)]
Json = Annotated[bool, flag("Print JSON instead of tables.", "--json")]
Seed = Annotated[int, option("Random seed of the resampling.", "N", min=0)]
BaselineSystem = Annotated[
    str | None,
    option("The system to compare all others with (default: the first in the data).", "SYSTEM"),
]


def column_map(given: Sequence[str] | None, also: Sequence[str] = ()) -> ColumnMap:
    """Parse the values of --map; `also` are fields that questions do not have."""
    return ColumnMap.parsed(given or (), (*ALIASES, *also))


ENGINES = {
    "parser": "Tokens, tags and dependency trees: embedded (default), spacy:MODEL (a package or "
    "folder) or stanza:LANGUAGE.",
    "classifier": "Question classification: embedded (default) or hf:MODEL.",
    "grammarian": "Grammar checker: embedded (default), hf:MODEL or languagetool:URL.",
    "reader": "Question answering on passages: embedded (default) or hf:MODEL.",
    "entailer": "Natural language inference: embedded (default) or hf:MODEL.",
    "verifier": "Verification of an answer, given question and passage: embedded (default).",
    "rater": "Rating of a generated question with its answer: embedded (default).",
    "embedder": "Word vectors: embedded (default) or vectors:FILE (GloVe or word2vec text).",
    "judge": "A language model: server:MODEL@URL[,SETTING=VALUE,...] or server:FILE.toml.",
    "encoder": "Contextual embeddings, for bertscore: hf:MODEL.",
    "comparer": "Learnt rating of a text against a reference, for bleurt: hf:MODEL.",
    "generator": "Question generation: embedded (default), hf:MODEL or server:MODEL@URL.",
}
"""The roles and their engines. Duplicated from the registry to keep `--help` fast."""
METRIC_ROLES = tuple(role for role in ENGINES if role not in ("generator", "rater"))
"""The roles that metrics can use."""

JudgeEngine = Annotated[
    str | None,
    option(
        f"{ENGINES['judge']} The default is the environment variable {JUDGE}.",
        "ENGINE",
        "--judge",
        autocompletion=completion.engines("judge"),
    ),
]
"""`--judge`, for subcommands that use no other tool."""


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """The values of the options in the "Tools" panel."""

    engines: Mapping[str, str]
    threads: int = 1
    cache: str | None = None
    judges: list[tuple[str, Any]] = field(default_factory=list)
    """The opened clients of language models with their roles, kept to report their costs."""
    watch: Progress | None = None
    """Called with the number of verdicts received."""
    typed: Collection[str] = ()
    """The parameters that were given on the command line, and not in a file of defaults."""

    def opened(self, requests: Sequence[Request]) -> dict[str, Any]:
        """Open the tools that these metrics need, by role."""
        return self.of_roles(dict.fromkeys(role for one in requests for role in one.roles))

    def of_roles(self, needed: Collection[str]) -> dict[str, Any]:
        """Open the tools of these roles; raise BadInput for an engine that none of them uses."""
        engines = dict(self.engines)
        if "judge" in needed and os.environ.get(JUDGE):
            engines.setdefault("judge", os.environ[JUDGE])
        for role in [role for role in engines if role not in needed]:
            del engines[role]
            if role in self.typed:
                hint = "; Q-metrics use it with names=parser" if role == "parser" else ""
                raise BadInput(f"--{role} is given, but no requested metric uses it{hint}.")
        if not needed:
            return {}
        tools = open_tools(needed, engines, threads=self.threads, cache=_cache(self.cache))
        clients = {
            "judge": tools.get("judge"),
            "generator": getattr(tools.get("generator"), "judge", None),  # if on a server
        }
        for role, client in clients.items():
            if client is not None:
                client.watch = self.watch
                self.judges.append((role, client))
        return tools

    def tell_costs(self) -> None:
        """Report the calls and costs of the models on stderr, however the subcommand ended."""
        for role, client in self.judges:
            say(f"qgauge: {role}: {costs(client.totals(), client.server)}")


def costs(totals: Totals, server: Server) -> str:
    """Return the calls and costs of a run in one line."""
    line = f"{totals.calls:,} calls, {totals.answers:,} new answers, {totals.stored:,} from the "
    line += f"store; {totals.tokens_in:,} tokens in, {totals.tokens_out:,} out"
    if server.price_in or server.price_out:
        line += f"; cost {totals.spent:.6g}"
        line += f", possibly {totals.uncertain:.3g} more" if totals.uncertain else ""
    failed = ", ".join(f"{kind} {times}" for kind, times in totals.failures.items())
    return f"{line}; failed and retried: {failed}" if failed else line


def with_tools(
    verb: Callable[..., None], roles: Iterable[str] = METRIC_ROLES
) -> Callable[..., None]:
    """Add the options of the "Tools" panel to a subcommand, which receives them as `tools`."""
    roles = tuple(roles)
    signature = inspect.signature(verb, eval_str=True)
    own = [one for name, one in signature.parameters.items() if name != "tools"]

    @functools.wraps(verb)
    def run(ctx: typer.Context, **given: Any) -> None:
        typed = [name for name in ctx.params if is_typed(ctx, name)]
        engines = {role: given.pop(role) for role in roles}
        chosen = {role: engine for role, engine in engines.items() if engine is not None}
        tools = ToolChoice(chosen, given.pop("threads"), given.pop("cache"), typed=typed)
        try:
            verb(**given, tools=tools)
        finally:
            tools.tell_costs()

    ctx = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*own, ctx, *_tool_options(roles)]
    )
    return run


def with_tools_of(*roles: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return `with_tools` for a subcommand whose metrics use only these roles."""
    return functools.partial(with_tools, roles=roles)


def _tool_options(roles: Iterable[str]) -> Iterator[inspect.Parameter]:
    def option(name: str, kind: Any, default: Any, **about: Any) -> inspect.Parameter:
        annotation = Annotated[kind, typer.Option(f"--{name}", rich_help_panel="Tools", **about)]
        return inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )

    for role in roles:
        yield option(
            role,
            str | None,
            None,
            metavar="ENGINE",
            help=ENGINES[role],
            show_default=False,
            autocompletion=completion.engines(role),
        )
    yield option("threads", int, 1, metavar="N", min=1, max=256, help="Threads for each model.")
    yield option(
        "cache",
        str | None,
        None,
        metavar="FILE|off",
        help="Where to cache the outputs of the tools (default: the user's cache folder).",
        show_default=False,
        autocompletion=lambda: ["off"],
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
