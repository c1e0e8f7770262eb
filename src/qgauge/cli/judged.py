"""Rows that people have rated: the public sets by name, or files of the user's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from qgauge.core import BadInput, Example

Data = Annotated[
    list[str] | None,
    typer.Option(
        "--data",
        metavar="NAME=PATH[#PART]",
        help="A public set of human judgements, see `qgauge list datasets`; repeat for more.",
        show_default=False,
    ),
]


class Judged:
    """Rated rows with what identifies them."""

    def __init__(
        self, name: str, examples: list[Example], cluster: str, digest: str, notes: Sequence[str]
    ) -> None:
        self.name, self.examples, self.cluster = name, examples, cluster
        self.digest, self.notes = digest, tuple(notes)

    def groups(self) -> list[object]:
        """What rows that are not independent share: their cluster, or their reference."""
        if self.cluster:
            return [example.meta[self.cluster] for example in self.examples]
        return [example.references[:1] or example.id for example in self.examples]


def judged_sets(data: Sequence[str] | None, files: Sequence[str] | None) -> Iterator[Judged]:
    """The sets that are asked for, the public ones part by part."""
    for request in data or ():
        yield from _public(request)
    for file in files or ():
        yield _own(file)
    if not data and not files:
        raise BadInput("no rated rows: give a file with ratings, or --data NAME=PATH.")


def _public(request: str) -> Iterator[Judged]:
    from qgauge.data.public import read_public

    name, equals, rest = request.partition("=")
    if not (name and equals and rest):
        raise BadInput(f"--data is NAME=PATH or NAME=PATH#PART; '{request}' is not.")
    path, _, part = rest.partition("#")
    found = read_public(name, path)
    parts = [found.part(part)] if part else [found.part(each) for each in found.parts] or [found]
    for each in parts:
        yield Judged(each.name, each.examples, each.cluster, each.digest, each.notes)


def _own(file: str) -> Judged:
    from qgauge.data import read

    examples = []
    for row in read(file):
        if not isinstance(row, Example):
            raise row.error
        examples.append(row)
    if not any(example.ratings for example in examples):
        raise BadInput(
            'no row has ratings; they look like {"ratings": {"fluency": [4, 5]}}', file=file
        )
    return Judged(file, examples, "", sha256(Path(file).read_bytes()).hexdigest(), ())
