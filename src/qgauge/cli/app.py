"""Puts the verbs together and turns errors a user can mend into one clear message."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from qgauge import __version__
from qgauge.cli.compare import compare
from qgauge.cli.explain import explain
from qgauge.cli.list import list_
from qgauge.cli.score import score
from qgauge.core import QgaugeError

BAD_INPUT = 2
"""Exit code when the input, a setting or an option cannot be used; nothing was written."""
INTERRUPTED = 130

app = typer.Typer(
    name="qgauge",
    help="Tells you whether generated questions are any good: signed, explained, offline.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)


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
            verb(*args, **options)
        except QgaugeError as error:
            typer.echo(f"qgauge: {error}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            typer.echo("qgauge: interrupted; no output was written.", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # whoever read our output has seen enough; keep Python from complaining at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None

    return run


app.command("score")(guarded(score))
app.command("explain")(guarded(explain))
app.command("compare")(guarded(compare))
app.command("list")(guarded(list_))
