"""Puts the verbs together and turns errors a user can mend into one clear message."""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from qgauge import __version__
from qgauge.cli import BAD_INPUT, Terminated, interruptible, quiet
from qgauge.cli.compare import compare
from qgauge.cli.concepts import concepts
from qgauge.cli.explain import explain
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
from qgauge.cli.score import score
from qgauge.cli.set import set_
from qgauge.cli.terminal import clean, warnings_shown
from qgauge.cli.tune import tune
from qgauge.core import QgaugeError

START = """\b
Begin with one of these; FILE has a question a row (.jsonl, .csv, .txt, ...):
  qgauge rank FILE          with passage and answer: which are good, and why
  qgauge score FILE         with references: BLEU-4, ROUGE-L, METEOR, Q-BLEU1
  qgauge compare FILE FILE  two systems: does the difference mean anything?
  qgauge list               all metrics and what each needs
`qgauge VERB --help` explains a verb. The tutorial is docs/tutorial.md.
"""

app = typer.Typer(
    name="qgauge",
    help="Tells you whether generated questions are any good: signed, explained, offline.",
    epilog=START,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)


class Verb(TyperCommand):
    """A command whose help has a section for each panel of options, in plain text."""

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
    """Options of the command itself."""


def guarded(verb: Callable[..., None]) -> Callable[..., None]:
    """A verb that ends with a message instead of a traceback when the user can mend the cause."""

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
                end = "the rows written are not all"
            elif _file_behind(output) != before:  # it was put in place, and then the table printed
                end = "the output was written"
            else:
                end = "no output was written"
            with suppress(OSError):  # the terminal may be gone
                typer.echo(f"qgauge: interrupted{f'; {end}' if output else ''}.", err=True)
            number = stop.number if isinstance(stop, Terminated) else signal.SIGINT
            raise typer.Exit(128 + number) from None
        except BrokenPipeError:
            quiet()  # whoever read our output has seen enough
            raise typer.Exit(1) from None

    return run


def _file_behind(name: object) -> tuple[int, int] | None:
    """Tells a file from one that has taken its place; None if there is none."""
    try:
        found = os.stat(str(name))
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


VERBS: dict[str, tuple[Callable[..., None], str]] = {
    "rank": (rank, "Rank questions with their answers, best first, and why."),
    "score": (score, "Score questions, row by row and per system."),
    "explain": (explain, "Show how one row's scores came about."),
    "compare": (compare, "Do systems differ, or is it chance?"),
    "meta": (meta, "Does a metric agree with people?"),
    "tune": (tune, "Find the weights that agree best with people."),
    "noise": (noise, "Spoil questions in known ways, to test metrics."),
    "set": (set_, "Is a whole set of questions any good?"),
    "items": (items, "Do questions tell strong respondents from weak ones?"),
    "concepts": (concepts, "Do systems find what to ask about?"),
    "list": (list_, "List metrics, one's settings, data sets, plug-ins."),
    "qud eval": (evaluate, "Label questions by the four criteria of QUDeval."),
    "qud meta": (qud_meta, "Do the labels agree with people's?"),
    "qud parse": (parse, "Find the questions of articles with a language model."),
    "qud show": (show, "Show an article, its questions and their labels."),
    "judge estimate": (estimate, "What would it cost? Nothing is asked."),
    "judge run": (run, "Judge every row; broken off, it goes on where it was."),
    "judge cache": (judge_cache, "Show, export or prune the answers paid for."),
    "models try": (try_, "Show what a tool says about a text."),
    "models list": (list_models, "List the tools, their engines and the files these need."),
    "models verify": (verify, "Check that all files are as shipped."),
    "models cache": (cache, "Show or clear what the tools have kept."),
}
"""The verbs as the help lists them: what they do in a few words, which are never cut off."""
GROUPS = {
    "qud": (
        "Label, find and show questions under discussion.",
        "Questions under discussion: labels for them, agreement with people, parsing, pages.",
    ),
    "judge": (
        "Ask a language model: costs, verdicts, paid answers.",
        "A language model as the judge: what it would cost, its verdicts, and its paid answers.",
    ),
    "models": (
        "See what the language tools say; check their files.",
        "The language tools: what there is, whether it is sound, and what it says.",
    ),
}
"""Verbs of two words: what the first stands for in `qgauge --help`, and in a help of its own."""


def _register() -> None:
    groups = {"": app}
    for name, (about, help) in GROUPS.items():
        groups[name] = typer.Typer(help=help, no_args_is_help=True, rich_markup_mode=None)
        app.add_typer(groups[name], name=name, short_help=about)
    for words, (verb, about) in VERBS.items():
        group, _, name = words.rpartition(" ")
        epilog = HELP if verb is noise else None
        register = groups[group].command(name, cls=Verb, short_help=about, epilog=epilog)
        register(guarded(verb))


_register()
