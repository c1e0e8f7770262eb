"""Registers the subcommands, and prints errors that a user can fix as one clear message."""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from qgauge import __version__
from qgauge.cli import BAD_INPUT, Terminated, command_line, config_file, interruptible, quiet
from qgauge.cli.annotate import serve
from qgauge.cli.annotate_files import backup, export, import_, restore
from qgauge.cli.calibrate import calibrate
from qgauge.cli.compare import compare
from qgauge.cli.concepts import concepts
from qgauge.cli.docs import docs
from qgauge.cli.examples import epilog
from qgauge.cli.explain import explain
from qgauge.cli.generate import generate
from qgauge.cli.init import init
from qgauge.cli.items import items
from qgauge.cli.judge import estimate, run
from qgauge.cli.judge_cache import judge_cache
from qgauge.cli.list import list_
from qgauge.cli.meta import meta
from qgauge.cli.models import cache, list_models, verify
from qgauge.cli.models_try import try_
from qgauge.cli.noise import HELP, noise
from qgauge.cli.qud_eval import evaluate
from qgauge.cli.qud_meta import meta as qud_meta
from qgauge.cli.qud_parse import parse
from qgauge.cli.qud_show import show
from qgauge.cli.rank import rank
from qgauge.cli.report import report
from qgauge.cli.run_status import status
from qgauge.cli.score import score
from qgauge.cli.set import set_
from qgauge.cli.terminal import clean, warnings_shown
from qgauge.cli.tune import tune
from qgauge.core import QgaugeError
from qgauge.core.suggestions import closest

START = """\b
Start with one of these; FILE has one question per row (.csv, .xlsx, .jsonl):
  qgauge rank FILE          with passages and answers: which are good, and why
  qgauge score FILE         with references: BLEU-4, ROUGE-L, METEOR, Q-BLEU1
  qgauge compare FILE FILE  two systems: is the difference significant?
  qgauge generate TEXT.txt  no questions yet: make some from a text
  qgauge list               all metrics, and the fields each one needs
  qgauge init               write a small file of questions to try this on
`qgauge COMMAND -h` explains a command and shows examples. The tutorial is
`qgauge docs tutorial`; `qgauge docs` lists all pages.
`qgauge --install-completion` makes your shell complete commands and options.
"""

CONTEXT = {"help_option_names": ["-h", "--help"]}
COMPLETION = ("install_completion", "show_completion")
"""The parameters that Typer adds for shell completion."""


class Root(TyperGroup):
    """The command `qgauge`: it reads the file of defaults, and its help is short."""

    def invoke(self, ctx: Any) -> Any:
        config_file.load(ctx)
        return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for param in self.params:
            if param.name in COMPLETION:  # the end of the help names them
                param.hidden = True  # type: ignore[attr-defined]
        super().format_options(ctx, formatter)


app = typer.Typer(
    name="qgauge",
    help="Measure the quality of generated questions, offline and reproducibly.",
    epilog=START,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    cls=Root,
    context_settings=CONTEXT,
)


class Annotate(TyperGroup):
    """The group `annotate`: `qgauge annotate FILE` is short for `qgauge annotate serve FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {*self.commands, *CONTEXT["help_option_names"]}
        if args and args[0] not in known:
            near = closest(args[0], self.commands, cutoff=0.75)
            if near and not os.path.exists(args[0]) and not ctx.resilient_parsing:
                said = f"there is no file '{args[0]}': did you mean `qgauge annotate {near}`?"
                typer.echo(f"qgauge: {clean(said)}", err=True)
                raise typer.Exit(BAD_INPUT)
            args = ["serve", *args]
        return super().parse_args(ctx, args)


class Verb(TyperCommand):
    """Command with defaults from a file, and one section per panel of options in its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        config_file.check(ctx)
        command_line.keep(ctx.command_path, args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            config_file.tell(ctx)
        except QgaugeError as error:
            typer.echo(f"qgauge: {clean(str(error))}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            usual = "Arguments" if param.param_type_name == "argument" else "Options"
            record = param.get_help_record(ctx)
            if record:
                record = (record[0].split(" <")[0], record[1])  # FILES, not FILES <list[str]>
                panel = getattr(param, "rich_help_panel", None) or usual
                sections.setdefault(panel, []).append(record)
        for name, records in sections.items():
            with formatter.section(name):
                formatter.write_dl(records)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"qgauge {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Handle the options that come before the subcommand."""


def guarded(verb: Callable[..., None]) -> Callable[..., None]:
    """Wrap a subcommand so that errors a user can fix print a message instead of a traceback."""

    @functools.wraps(verb)
    def run(*args: object, **options: object) -> None:
        output = options.get("output")
        before = _file_behind(output)
        try:
            with interruptible(), warnings_shown():
                verb(*args, **options)
        except QgaugeError as error:
            typer.echo(f"qgauge: {clean(str(error))}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt as stop:
            if output == "-":
                end = "the rows written are incomplete"
            elif _file_behind(output) != before:  # interrupted after the file was put in place
                end = "the output was written"
            else:
                end = "no output was written"
            with suppress(OSError):  # the terminal may be closed
                typer.echo(f"qgauge: interrupted{f'; {end}' if output else ''}.", err=True)
            number = stop.number if isinstance(stop, Terminated) else signal.SIGINT
            raise typer.Exit(128 + number) from None
        except BrokenPipeError:
            quiet()  # the reader of the pipe, such as `head`, has closed it
            raise typer.Exit(1) from None

    return run


def _file_behind(name: object) -> tuple[int, int] | None:
    """Return the identity of a file, which changes when it is replaced; None without a file."""
    try:
        found = os.stat(str(name))
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


VERBS: dict[str, tuple[Callable[..., None], str]] = {
    "rank": (rank, "Rank questions with their answers, best first."),
    "score": (score, "Score questions, row by row and per system."),
    "explain": (explain, "Show how the scores of one row were computed."),
    "compare": (compare, "Test whether systems differ significantly."),
    "report": (report, "Show scored questions on one HTML page."),
    "meta": (meta, "Measure how well metrics agree with human ratings."),
    "calibrate": (calibrate, "Find out which metric to trust for what."),
    "tune": (tune, "Fit the weights of a metric to human ratings."),
    "noise": (noise, "Degrade questions in known ways, to test metrics."),
    "set": (set_, "Check a whole set of questions."),
    "generate": (generate, "Make a quiz: questions about a text, best first."),
    "items": (items, "Analyse test items from the answers of respondents."),
    "concepts": (concepts, "Test whether systems find the key concepts."),
    "list": (list_, "List metrics, their settings, data sets, plug-ins."),
    "docs": (docs, "Read the documentation."),
    "init": (init, "Write example questions, and how to run on them."),
    "qud eval": (evaluate, "Label questions by the four criteria of QUDeval."),
    "qud meta": (qud_meta, "Compare the labels with human labels."),
    "qud parse": (parse, "Find the questions of articles."),
    "qud show": (show, "Show an article, its questions and their labels."),
    "annotate serve": (serve, "Rate questions in the browser, alone or as a team."),
    "annotate export": (export, "Write the ratings for `qgauge meta` and others."),
    "annotate import": (import_, "Add ratings made with another tool."),
    "annotate backup": (backup, "Copy the database while people work."),
    "annotate restore": (restore, "Bring a backup back."),
    "judge estimate": (estimate, "Estimate the cost without calling the model."),
    "judge run": (run, "Judge every row; an interrupted run resumes."),
    "judge cache": (judge_cache, "Show, export or delete stored answers."),
    "run status": (status, "Show how far a run in shards is."),
    "models try": (try_, "Show the output of a tool for a text."),
    "models list": (list_models, "List the tools, their engines and model files."),
    "models verify": (verify, "Verify the checksums of the model files."),
    "models cache": (cache, "Show or clear the cache of tool outputs."),
}
"""The subcommands with their short help, which must fit on one line of `--help`."""
GROUPS = {
    "qud": (
        "Label, find and show questions under discussion.",
        "Label, find and show questions under discussion, and measure agreement with people.",
    ),
    "annotate": (
        "Rate questions in the browser, alone or as a team.",
        "Rate questions in the browser, alone or as a team: `qgauge annotate FILE --scheme NAME`.",
    ),
    "judge": (
        "Judge questions with a language model.",
        "Judge questions with a language model, estimate the cost, and manage stored answers.",
    ),
    "run": (
        "Look at large runs, which are kept in shards.",
        "Look at large runs, which are kept in shards until they are finished.",
    ),
    "models": (
        "Try the language tools; list and verify their files.",
        "Try the language tools, list and verify their files, and manage their cache.",
    ),
}
"""The groups of two-word subcommands: the help in `qgauge --help`, and in `qgauge GROUP --help`."""


def _register() -> None:
    groups = {"": app}
    for name, (about, help) in GROUPS.items():
        groups[name] = typer.Typer(
            help=help,
            no_args_is_help=True,
            rich_markup_mode=None,
            context_settings=CONTEXT,
            cls=Annotate if name == "annotate" else None,
        )
        app.add_typer(groups[name], name=name, short_help=about)
    for words, (verb, about) in VERBS.items():
        group, _, name = words.rpartition(" ")
        register = groups[group].command(
            name,
            cls=Verb,
            short_help=about,
            epilog=epilog(words, HELP if verb is noise else ""),
            context_settings=CONTEXT,
        )
        register(guarded(verb))


_register()
