"""`qgauge run status`: how far a run in shards is."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Annotated

from rich.text import Text

from qgauge.cli import options
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, flag
from qgauge.cli.terminal import clean, console, duration, print_json, print_rows, rows_in
from qgauge.data.blocks import BLOCK
from qgauge.data.output_formats import SHARDS, is_shard_folder
from qgauge.shards.folder import folder_at
from qgauge.shards.status import RunStatus, ShardState, status_of


def status(
    folder: Annotated[
        str,
        argument(
            f"The folder of a run, or the output file beside which it is: FILE{SHARDS}.", "FOLDER"
        ),
    ],
    shards: Annotated[bool, flag("Print a line for each shard.", "--shards")] = False,
    verify: Annotated[
        bool, flag("Read the rows of each shard, and compare their digest.", "--verify")
    ] = False,
    json: options.Json = False,
) -> None:
    """Show how far a run in shards is: going on, interrupted, or kept as its output.

    The exit code is 1 if a shard is damaged; the run computes it again when you resume it.
    """
    place = folder if is_shard_folder(folder) else f"{folder}{SHARDS}"
    found = status_of(folder_at(place), verify=verify)
    expected = _expected(found)
    if json:
        print_json(
            {
                "command": found.record.command,
                "running": found.is_running,
                "complete": found.is_complete,
                "finished": len(found.finished),
                "expected": expected,
                "rows": found.rows,
                "rows_per_second": found.rows_per_second,
                "signatures": dict(found.record.signatures),
                "files": dict(found.record.files),
                "shards": [one.as_json() for one in found.shards],
            }
        )
    else:
        _print(found, _state(found), expected, shards)
    damaged = [one for one in found.shards if one.state == "damaged"]
    tell([f"shard {one.number} of {place} is damaged: {one.problem}." for one in damaged])


def _expected(found: RunStatus) -> int | None:
    """Return how many shards the input makes, if its files are still there."""
    if found.is_complete:
        return len(found.shards)
    rows = [rows_in([file]) for file in found.record.files]
    known = [one for one in rows if one is not None]
    return sum(ceil(one / BLOCK) for one in known) if len(known) == len(rows) else None


def _state(found: RunStatus) -> str:
    if found.is_running:
        return "running"
    return "complete" if found.is_complete else "not running; give its command again to resume it"


def _print(found: RunStatus, state: str, expected: int | None, each: bool) -> None:
    out = console()
    done = len(found.finished)
    of = f" of {'' if found.is_complete else 'about '}{expected:,}" if expected else ""
    out.print(Text(clean(f"qgauge {found.record.command}: {state}")))
    out.print(Text(f"{done:,}{of} shards finished, {found.rows:,} rows"))
    rate = found.rows_per_second
    if rate and found.is_running:
        line = f"{rate:,.1f} rows/s"
        if expected and expected > done:
            line += f", about {duration((expected - done) * BLOCK / rate)} left"
        out.print(Text(line))
    for name, digest in found.record.files.items():
        out.print(Text(clean(f"input {name}{f' sha256 {digest[:16]}' if digest else ''}")))
    for signature in found.record.signatures.values():
        out.print(Text(clean(f"signature {signature}")), soft_wrap=True)
    out.print()
    if each:
        columns = ["shard", "rows", "file", "state", "refused", "bytes", "sha256"]
        print_rows(out, columns, [_cells(one) for one in found.shards], right=["refused", "bytes"])
        return
    columns = ["shards", "state"]
    print_rows(out, columns, list(_ranges(found)), right=[])


def _cells(one: ShardState) -> list[str]:
    note = one.note
    if note is None:
        return [f"{one.number:06}", "-", "-", one.state, "-", "-", "-"]
    return [
        f"{one.number:06}",
        f"{note.first:,} to {note.first + note.count - 1:,}",
        note.file,
        one.state,
        f"{len(note.refused):,}",
        f"{note.size:,}",
        note.sha256[:16],
    ]


def _ranges(found: RunStatus) -> Iterator[tuple[str, str]]:
    """Yield consecutive shards in the same state as one line."""
    first: ShardState | None = None
    last: ShardState | None = None
    for one in found.shards:
        if first is None or last is None or one.state != last.state:
            if first is not None and last is not None:
                yield _range(first, last)
            first = one
        last = one
    if first is not None and last is not None:
        yield _range(first, last)


def _range(first: ShardState, last: ShardState) -> tuple[str, str]:
    numbers = f"{first.number:06}"
    return (numbers if first is last else f"{numbers} to {last.number:06}"), first.state
