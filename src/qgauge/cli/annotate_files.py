"""`qgauge annotate export`, `import`, `backup` and `restore`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from qgauge.cli import options
from qgauge.cli.annotate_database import Database, KeyFile, need_django, opened
from qgauge.cli.options import argument, flag, one_of, option
from qgauge.cli.terminal import say
from qgauge.core import BadInput
from qgauge.data import Output, TextOutput


class Tool(StrEnum):
    label_studio = "label-studio"
    doccano = "doccano"
    potato = "potato"


def export(
    database: Database,
    output: Annotated[
        str, option(f"Write the ratings {options.OUTPUT_FORMATS}.", "FILE", "-o", "--output")
    ] = "-",
    final: Annotated[
        bool,
        flag(
            "One rating per row: what the adjudicator decided, else the majority of labels or the "
            "mean of numbers.",
            "--final",
        ),
    ] = False,
    names: Annotated[
        bool, flag("Export the names of raters instead of pseudonyms.", "--names")
    ] = False,
    notes: Annotated[
        bool, flag("Export the notes of raters, which may give away who they are.", "--notes")
    ] = False,
    data_sheet: Annotated[
        str | None,
        option("Also write a data sheet: who rated what, how, and how well they agree.", "FILE.md"),
    ] = None,
    key_file: KeyFile = None,
) -> None:
    """Write the ratings in the format that `meta`, `tune`, `qud meta` or `concepts` reads."""
    with opened(database, key_file):
        from qgauge.annotate.data_sheet import data_sheet as sheet
        from qgauge.annotate.export import export_rows
        from qgauge.annotate.web import store

        project = store.the_project()
        scheme, tasks, answers = store.the_scheme(project), store.all_tasks(), store.all_answers()
        rows = export_rows(scheme, tasks, answers)
        with Output(output) as out:
            for row in rows:
                out.write(row)


def import_(
    database: Database,
    file: Annotated[str, argument("The exported file of the other tool.", "FILE")],
    tool: Annotated[Tool, one_of("The tool that exported it.", Tool, "--from")],
    key_file: KeyFile = None,
) -> None:
    """Add ratings that were made with Label Studio, doccano or Potato."""


def backup(
    database: Database,
    copy: Annotated[str, argument("The file to write.", "FILE")],
) -> None:
    """Copy the database, even while people work. For PostgreSQL, use pg_dump."""
    need_django()
    from qgauge.annotate.web.backup import backup as write

    write(_file(database), Path(copy))
    say(f"qgauge: wrote {copy}.")


def restore(
    copy: Annotated[str, argument("A file that `qgauge annotate backup` wrote.", "FILE")],
    database: Annotated[str, argument("The database to make.", "DATABASE")],
) -> None:
    """Bring a backup back, as a new database."""
    need_django()
    from qgauge.annotate.web.backup import restore as bring_back

    bring_back(Path(copy), _file(database))
    say(f"qgauge: restored {database}.")


def _file(database: str) -> Path:
    if "://" in database:
        raise BadInput("use pg_dump and pg_restore for PostgreSQL.")
    return Path(database)
