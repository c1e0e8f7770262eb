"""Puts the verbs together and turns errors a user can mend into one clear message."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from qgauge import __version__
from qgauge.cli import BAD_INPUT, Terminated, interruptible, quiet
from qgauge.cli.answers import answers
from qgauge.cli.compare import compare
from qgauge.cli.concepts import concepts
from qgauge.cli.explain import explain
from qgauge.cli.items import items
from qgauge.cli.judge import estimate, run
from qgauge.cli.list import list_
from qgauge.cli.meta import meta
from qgauge.cli.models import cache, list_models, verify
from qgauge.cli.noise import HELP, noise
from qgauge.cli.qud_eval import evaluate
from qgauge.cli.qud_meta import meta as qud_meta
from qgauge.cli.qud_parse import parse
from qgauge.cli.qud_show import show
from qgauge.cli.rank import rank
from qgauge.cli.score import score
from qgauge.cli.set import set_
from qgauge.cli.terminal import clean
from qgauge.cli.trying import try_
from qgauge.cli.tune import tune
from qgauge.core import QgaugeError

INTERRUPTED, TERMINATED = 130, 143

app = typer.Typer(
    name="qgauge",
    help="Tells you whether generated questions are any good: signed, explained, offline.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)
models = typer.Typer(
    help="The language tools: what there is, whether it is sound, and what it says.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(models, name="models")
judge = typer.Typer(
    help="A language model as the judge: what it would cost, its verdicts, and its paid answers.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(judge, name="judge")
qud = typer.Typer(
    help="Questions under discussion: labels for them, agreement with people, parsing, pages.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(qud, name="qud")


class Verb(TyperCommand):
    """A command whose help has a section for each panel of options, in plain text."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            usual = "Arguments" if param.param_type_name == "argument" else "Options"
            record = param.get_help_record(ctx)
            if record:
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
        try:
            with interruptible():
                verb(*args, **options)
        except QgaugeError as error:
            typer.echo(f"qgauge: {clean(str(error))}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt as stop:
            output = options.get("output")
            end = "the rows written are not all" if output == "-" else "no output was written"
            typer.echo(f"qgauge: interrupted{f'; {end}' if output else ''}.", err=True)
            code = TERMINATED if isinstance(stop, Terminated) else INTERRUPTED
            raise typer.Exit(code) from None
        except BrokenPipeError:
            quiet()  # whoever read our output has seen enough
            raise typer.Exit(1) from None

    return run


app.command("score", cls=Verb)(guarded(score))
app.command("rank", cls=Verb)(guarded(rank))
app.command("explain", cls=Verb)(guarded(explain))
app.command("compare", cls=Verb)(guarded(compare))
app.command("tune", cls=Verb)(guarded(tune))
app.command("meta", cls=Verb)(guarded(meta))
app.command("concepts", cls=Verb)(guarded(concepts))
app.command("items", cls=Verb)(guarded(items))
app.command("set", cls=Verb)(guarded(set_))
app.command("noise", cls=Verb, epilog=HELP)(guarded(noise))
app.command("list")(guarded(list_))
qud.command("eval", cls=Verb)(guarded(evaluate))
qud.command("meta", cls=Verb)(guarded(qud_meta))
qud.command("parse", cls=Verb)(guarded(parse))
qud.command("show", cls=Verb)(guarded(show))
judge.command("estimate")(guarded(estimate))
judge.command("run")(guarded(run))
judge.command("cache")(guarded(answers))
models.command("list")(guarded(list_models))
models.command("verify")(guarded(verify))
models.command("try")(guarded(try_))
models.command("cache")(guarded(cache))
