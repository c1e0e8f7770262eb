"""`qgauge noise`: degrade questions in known ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from qgauge.cli import completion, options
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import flag, option
from qgauge.cli.shard_options import (
    Address,
    EngineName,
    Restart,
    Sharded,
    Sharding,
    output_of,
)
from qgauge.cli.shard_source import ShardSource
from qgauge.cli.terminal import console, counted, print_json, print_rows, progress
from qgauge.core import BadInput, Example
from qgauge.core.field_names import is_numbered_reference, names_of, plain_name
from qgauge.data import QuestionFiles, dump, example_row
from qgauge.noise import PUBLISHED, SEED, TABLE, Kind, apply, create, original
from qgauge.run.batches import BATCH
from qgauge.shards.sharded_run import Shard
from qgauge.shards.work import Record


def _help() -> str:
    """Return the kinds of noise with their settings, one per line."""
    wide = max(map(len, TABLE))
    lines = [
        f"  {name:{wide}}  {kind.about}{f' [{kind.setting()}]' if kind.counts else ''}"
        for name, kind in TABLE.items()
    ]
    ends = [
        "Brackets show the default setting. share=S changes this share of the places",
        "where the noise is possible; most=N changes one to N of them, at random.",
    ]
    return "\n".join(["Kinds:", *lines, *ends])


HELP = _help()


def noise(
    files: options.Files = None,
    kind: Annotated[
        list[str] | None,
        option(
            "A kind of noise (see below); may be repeated. Each kind makes one system. "
            f"Default: {', '.join(PUBLISHED)}.",
            "KIND[:SETTING=VALUE]",
            "-k",
            "--kind",
            autocompletion=completion.noises,
        ),
    ] = None,
    seed: Annotated[int, option("Random seed of the noise.", "N", min=0)] = SEED,
    output: Annotated[
        str,
        option(
            f"Write the rows {options.OUTPUT_FORMATS} (the table then goes to stderr).",
            "FILE",
            "-o",
            "--output",
        ),
    ] = "-",
    keep_references: Annotated[
        bool,
        flag(
            "Keep the references of the row. By default, the original question becomes the "
            "reference.",
            "--keep-references",
        ),
    ] = False,
    include_original: Annotated[
        bool, flag("Also write the original rows, without noise.", "--include-original")
    ] = False,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    workers: options.Workers = 1,
    engine: EngineName = "local",
    address: Address = None,
    restart: Restart = False,
    sharded: Sharded = False,
    json: options.Json = False,
) -> None:
    """Write every row again with a degraded question, to test metrics or to train on.

    The field 'noise' records the changes, and the system name ends in the kind of noise. The noise
    of a row does not depend on the other rows.
    """
    requests = tuple(kind or PUBLISHED)
    kinds = _kinds(requests)
    for label, times in Counter(one.label for one in kinds).items():
        if times > 1:
            raise BadInput(f"the noise '{label}' is given twice.")
    sharding = Sharding(output, workers, engine, address, restart, sharded)
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        output_in_shards=True,
    )
    rows, changed = 0, Counter[str]()
    work = NoiseWork(requests, seed, keep_references, include_original)
    with ExitStack() as open_files:
        open_files.enter_context(questions)
        bar = progress("writing", files=questions.files, output=output)
        done = open_files.enter_context(bar)
        source = ShardSource(questions, sharding)
        examples = source.examples()
        shards: Iterable[Shard] = ()
        if source.is_sharded:
            examples = iter(())
            shards = open_files.enter_context(
                source.kept_shards("noise", work.settings(), {}, work, BATCH, progress=done)
            )
        out = open_files.enter_context(output_of(sharding))
        for shard in shards:
            if out:
                out.write_rows(shard.content)
            rows += len(shard.rows)
            for labels in shard.rows:
                changed.update(labels)
        for example in counted(examples, done):
            assert out is not None
            (record,) = work([example])
            out.write_rows(record.text.encode())
            rows += 1
            changed.update(record.note)
    counts = [(one.label, changed[one.label], rows - changed[one.label]) for one in kinds]
    to_stderr = output == "-"
    if json:
        found = {label: {"changed": made, "unchanged": left} for label, made, left in counts}
        print_json({"kinds": found, "refused": questions.refused}, stderr=to_stderr)
    else:
        columns = ["noise", "changed", "unchanged"]
        cells = [(label, str(made), str(left)) for label, made, left in counts]
        print_rows(console(stderr=to_stderr), columns, cells, right=columns[1:])
    tell_left_out(questions, {}, rows, 100)


@lru_cache(maxsize=1)
def _kinds(requests: tuple[str, ...]) -> list[Kind]:
    return [create(request) for request in requests]


@dataclass(frozen=True, slots=True)
class NoiseWork:
    """Makes the noised rows of a batch. It runs in workers, so it pickles."""

    requests: tuple[str, ...]
    """The kinds of noise, as `create` takes them."""
    seed: int
    keep_references: bool
    include_original: bool

    def __call__(self, batch: Sequence[Example]) -> list[Record]:
        return [self._record(example) for example in batch]

    def _record(self, example: Example) -> Record:
        """Return the rows of an example, and the labels of the kinds that changed it."""
        keep = self.keep_references
        rows = [original(example, keep)] if self.include_original else []
        labels = []
        for one in _kinds(self.requests):
            (noised,) = apply(one, [example], self.seed, keep_references=keep)
            rows.append(noised)
            if noised.meta["noise"]["applied"]:
                labels.append(one.label)
        return Record("".join(f"{dump(_row(row, keep))}\n" for row in rows), labels)

    def settings(self) -> dict[str, Any]:
        """Return the options, by which a resumed run is recognised."""
        return {
            "--kind": [one.label for one in _kinds(self.requests)],
            "--seed": self.seed,
            "--keep-references": self.keep_references,
            "--include-original": self.include_original,
        }


def _row(example: Example, keep_references: bool) -> dict[str, Any]:
    """Return the row to write, with the old references renamed so that they are not read again."""
    row = example_row(example)
    if keep_references:
        return row
    return {f"input_{name}" if _is_reference(name) else name: row[name] for name in row}


@lru_cache(maxsize=1024)
def _is_reference(column: str) -> bool:
    plain = plain_name(column)
    return plain in names_of("references")[1:] or is_numbered_reference(plain)
