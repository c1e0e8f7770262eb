"""`qgauge judge cache`: show, export or delete the stored answers of judges."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.filesize import decimal
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.options import flag, option
from qgauge.cli.terminal import clean, console, print_json, print_rows
from qgauge.core import BadInput
from qgauge.data import TextOutput, dump

if TYPE_CHECKING:
    from qgauge.tools.judge.answer import Answer

Kept = Sequence[tuple[bytes, "Answer"]]


def judge_cache(
    store: Annotated[
        str | None, option("The store (default: the one in your cache folder).", "FILE")
    ] = None,
    export: Annotated[
        str | None, option("Write the answers as JSONL; - for stdout.", "FILE")
    ] = None,
    prune: Annotated[
        bool, flag("Delete the answers selected by the options below.", "--prune")
    ] = False,
    model: Annotated[str | None, option("Only answers of this model.", "MODEL")] = None,
    about: Annotated[
        str | None, option("Only answers on this subject, such as fluency.", "TEXT")
    ] = None,
    before: Annotated[
        str | None, option("Only answers from before this date, such as 2026-01-31.", "DATE")
    ] = None,
    all: Annotated[bool, flag("With --prune: delete every answer.", "--all")] = False,
    json: options.Json = False,
) -> None:
    """Show, export or delete the stored answers of judges.

    No other command deletes answers.
    """
    from qgauge.tools.judge.store import Store, default_path

    if before is not None and not re.fullmatch(r"\d{4}-\d\d-\d\d", before):
        raise BadInput("must be a date such as 2026-01-31", field="--before")
    if export is not None and prune:
        raise BadInput("give --export or --prune, not both.")
    if prune and not (model or about or before or all):
        raise BadInput("choose what to delete: --model, --about, --before or --all.")
    if all and not prune:
        raise BadInput("--all can only be used with --prune.")
    if all and (model or about or before):
        raise BadInput("give --all, or what to delete with --model, --about or --before, not both.")
    path = store or default_path()
    if not os.path.exists(path):  # opening it would create an empty store
        if store is not None:
            raise BadInput("there is no such file", file=path, field="--store")
        _show(path, 0, [], json)
        return
    chosen = _chooser(model, about, before)
    with Store(path) as opened:
        kept = [(key, answer) for key, answer in opened.entries().items() if chosen(answer)]
        if prune:
            opened.remove([key for key, _ in kept])
            opened.compact()
    if export is not None:
        _export(export, kept)
    elif prune:
        _tell_pruned(path, kept, json)
    else:
        _show(path, os.path.getsize(path), kept, json)


def _chooser(model: str | None, about: str | None, before: str | None) -> Callable[[Answer], bool]:
    def chosen(answer: Answer) -> bool:
        return (
            (model is None or answer.model == model)
            and (about is None or about in answer.about)
            and (before is None or answer.made < before)
        )

    return chosen


def _export(file: str, kept: Kept) -> None:
    if not file:
        raise BadInput("the file name is empty", field="--export")
    with ExitStack() as files:
        out = files.enter_context(TextOutput(file))
        for key, answer in kept:
            out.write_line(dump({"key": key.hex(), **asdict(answer)}))
    if file != "-":
        typer.echo(f"qgauge: wrote {len(kept):,} answers to {clean(file)}.", err=True)


def _tell_pruned(path: str, kept: Kept, json: bool) -> None:
    cost = sum(answer.cost for _, answer in kept)
    if json:
        print_json({"path": path, "forgotten": len(kept), "cost": cost})
        return
    console().print(
        Text(clean(f"Deleted {len(kept):,} answers, which had cost {cost:.6g}, from {path}.")),
        soft_wrap=True,
    )


def _show(path: str, size: int, kept: Kept, json: bool) -> None:
    groups: dict[tuple[str, str, str], list[Answer]] = {}
    for _, answer in kept:
        what = answer.about.partition(" of ")[0]
        groups.setdefault((answer.model, answer.url, what), []).append(answer)
    lines: list[dict[str, Any]] = [
        {
            "model": model,
            "url": url,
            "about": what,
            "answers": len(some),
            "tokens_in": sum(answer.tokens_in for answer in some),
            "tokens_out": sum(answer.tokens_out for answer in some),
            "cost": sum(answer.cost for answer in some),
            "first": min(answer.made for answer in some),
            "last": max(answer.made for answer in some),
        }
        for (model, url, what), some in sorted(groups.items())
    ]
    if json:
        print_json({"path": path, "size": size, "answers": lines})
        return
    out = console()
    out.print(Text(clean(f"file   {path}")), soft_wrap=True)
    out.print(f"size   {decimal(size)}\n")
    if not lines:
        out.print("No answers found.")
        return
    columns = ["model", "url", "about", "answers", "tokens in", "tokens out", "cost", "last"]
    rows = [
        [
            *(line[name] for name in ("model", "url", "about")),
            *(f"{line[name]:,}" for name in ("answers", "tokens_in", "tokens_out")),
            f"{line['cost']:.6g}",
            line["last"][:10],
        ]
        for line in lines
    ]
    print_rows(out, columns, rows, right=columns[3:])
