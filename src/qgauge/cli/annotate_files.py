"""`qgauge annotate export`, `import`, `backup` and `restore`."""

from __future__ import annotations

from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from qgauge.cli import options
from qgauge.cli.annotate_database import Database, need_django, opened
from qgauge.cli.options import argument, flag, one_of, option
from qgauge.cli.terminal import say
from qgauge.core import BadInput
from qgauge.data import Output, TextOutput
from qgauge.data.bad_rows import check_target, check_targets
from qgauge.data.output_formats import output_format
from qgauge.report.wording import counted

if TYPE_CHECKING:
    from qgauge.annotate.export import Export
    from qgauge.annotate.scheme import Scheme


class Program(StrEnum):
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
    keep_earlier: Annotated[
        bool, flag("Keep the ratings that the input had, before the new ones.", "--keep-earlier")
    ] = False,
    gold: Annotated[
        bool,
        flag("Also export gold items, with their right answer in gold_values.", "--gold"),
    ] = False,
) -> None:
    """Write the ratings in the format that `meta`, `tune`, `qud meta` or `concepts` reads."""
    with opened(database), ExitStack() as open_files:
        from qgauge.annotate import data_sheet as sheets
        from qgauge.annotate.export import export as exported
        from qgauge.annotate.web import store

        project = store.the_project()
        scheme, tasks, answers = store.the_scheme(project), store.all_tasks(), store.all_answers()
        _check_files(database, output, data_sheet, scheme)
        out = open_files.enter_context(Output(output))
        sheet = open_files.enter_context(TextOutput(data_sheet)) if data_sheet else None
        how: dict[str, Any] = {
            "raters": "names" if names else "pseudonyms",
            "final": final,
            "salt": project.salt,
            "notes": notes,
            "keep_earlier": keep_earlier,
            "gold": gold,
        }
        earlier = store.earlier_texts()
        found = exported(scheme, tasks, answers, **how)
        for row in found.rows:
            out.write(row)
        if sheet:
            how |= {"sources": project.files, "overlap": project.overlap, "earlier_texts": earlier}
            sheet.write_line(sheets.data_sheet(scheme, tasks, answers, **how))
    say(f"qgauge: {_summary(found, earlier)}")


def _check_files(database: str, output: str, data_sheet: str | None, scheme: Scheme) -> None:
    """Refuse files that cannot be read back, or would overwrite each other."""
    taken = check_targets([database], output, None)
    if data_sheet is not None:
        check_target(taken, data_sheet, "--data-sheet", "the data sheet")
    readers = {"edge": "`qgauge qud`", "document": "`qgauge concepts`"}
    if scheme.kind in readers and output_format(output, field="--output") not in _NESTED:
        problem = f"{readers[scheme.kind]} cannot read tables; choose .jsonl or .json"
        raise BadInput(problem, file=output, field="--output")


_NESTED = ("jsonl", "json")
"""Formats for rows that hold lists of objects."""


def _summary(found: Export, earlier_texts: int) -> str:
    """Return in one line what was exported and what was not."""
    people = counted(len(found.raters), "person", "people")
    said = [f"exported {counted(found.tasks, 'item')} rated by {people}"]
    others = found.left_out.items()
    gold = "it" if found.gold == 1 else "them"
    left: list[tuple[int, str, str, str]] = [
        (found.skipped, "skipped answer", "skipped answers", ""),
        (found.unrated, "item is", "items are", " not rated yet"),
        (found.unresolved, "final rating is", "final ratings are", " undecided"),
        (found.gold, "gold item is", "gold items are", f"{_OUT} (--gold adds {gold})"),
        (earlier_texts, "item with an earlier text is", "items with an earlier text are", _OUT),
        *((count, "item is", "items are", f"{_OUT}: {why}") for why, count in others),
    ]
    said += [f"{counted(count, *names)}{what}" for count, *names, what in left if count]
    return f"{'; '.join(said)}."


_OUT = " left out"


def import_(
    database: Database,
    file: Annotated[str, argument("The file that the other program exported.", "FILE")],
    source: Annotated[
        Program,
        one_of("The program that exported it.", Program, "--from"),
    ],
    names: Annotated[
        list[str] | None,
        option(
            "Their name for a field or a value of the scheme, such as 'fluency=How fluent' or "
            "'fluency.3=very good'. Needed only for names that differ; may be repeated.",
            "OURS=THEIRS",
            "--map",
        ),
    ] = None,
    rater: Annotated[
        str, option("The name of the rater, if the file does not say it.", "NAME")
    ] = "",
    file_format: Annotated[
        str | None,
        option("Read the file as json or jsonl, whatever its ending.", "FORMAT", "--format"),
    ] = None,
) -> None:
    """Add ratings that were made with Label Studio, doccano or Potato.

    Their rows must belong to items of the project, by id or by text. What somebody has rated here
    already stays as it is.
    """
    with opened(database):
        from qgauge.annotate.imports import mapping_of, read_ratings
        from qgauge.annotate.web import store
        from qgauge.annotate.web.project import add_answers

        remarks: list[str] = []
        answers = read_ratings(
            file,
            source.value,
            store.the_scheme(store.the_project()),
            store.all_tasks(),
            mapping=mapping_of(names or ()),
            rater=rater,
            file_format=file_format,
            tell=remarks.append,
        )
        added = add_answers(answers)
    people = counted(len({answer.rater for answer in answers}), "person", "people")
    kept = len(answers) - added
    there = f"; {counted(kept, 'was', 'were')} there already" if kept else ""
    say(f"qgauge: added {counted(added, 'answer')} by {people}{there}.")
    for remark in remarks:
        say(f"qgauge: {remark}")


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
    from qgauge.annotate.web.settings import is_address

    if is_address(database):
        raise BadInput("use pg_dump and pg_restore for PostgreSQL.")
    return Path(database)
