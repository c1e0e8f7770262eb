"""The options of runs in shards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from qgauge.cli.options import flag, one_of, option
from qgauge.core import BadInput
from qgauge.data import Output
from qgauge.data.output_formats import SHARDS, format_of_ending, is_device, is_shard_folder
from qgauge.shards.engines import Engine, LocalEngine
from qgauge.shards.folder import is_url

PANEL = "Large runs"

EngineName = Annotated[
    str,
    one_of(
        "Where a run of more than 1,000 rows with -o FILE is worked on: in processes of this "
        "machine, or on Ray.",
        ["local", "ray"],
        "--engine",
        panel=PANEL,
    ),
]
Address = Annotated[
    str | None,
    option(
        "With --engine ray: the cluster to join, or auto for the one that this machine belongs to "
        "(default: start Ray on this machine).",
        "ADDRESS",
        "--address",
        panel=PANEL,
    ),
]
Restart = Annotated[
    bool,
    flag("Start anew, and drop what an interrupted run kept.", "--restart", panel=PANEL),
]
Sharded = Annotated[
    bool,
    flag(
        "With -o NAME.parquet: write a folder of Parquet files instead of one file.",
        "--sharded",
        panel=PANEL,
    ),
]


@dataclass(frozen=True, slots=True)
class Sharding:
    """The values of these options."""

    output: str | None
    workers: int = 1
    engine: str = "local"
    address: str | None = None
    restart: bool = False
    sharded: bool = False

    def __post_init__(self) -> None:
        if self.engine not in ("local", "ray"):
            raise BadInput(f"there is no engine '{self.engine}'; choose local or ray.")
        if self.output is not None and is_url(self.output) and not self.keeps_shards:
            problem = f"a URL can hold shards only, so its name must end in {SHARDS}"
            raise BadInput(problem, file=self.output, field="--output")
        if self.address is not None and self.engine != "ray":
            raise BadInput("--address needs --engine ray.")
        needs_file = [
            ("--engine ray", self.engine == "ray"),
            ("--restart", self.restart),
            ("--sharded", self.sharded),
        ]
        for name, is_given in needs_file:
            if is_given and self.place is None:
                raise BadInput(f"{name} needs -o with a file, where it keeps the shards.")
        if self.sharded and format_of_ending(str(self.output).rstrip("/")) != "parquet":
            problem = "--sharded writes a folder of Parquet files, so its name must end in .parquet"
            raise BadInput(problem, file=str(self.output), field="--output")

    @property
    def place(self) -> str | None:
        """Where the shards are kept; None if the output is not a file."""
        if self.output is None or self.output == "-":
            return None
        if self.keeps_shards:
            return self.output
        is_folder = self.sharded and os.path.isdir(self.output)
        if is_device(self.output) and not is_folder:
            return None
        return f"{self.output.rstrip('/')}{SHARDS}"

    @property
    def keeps_shards(self) -> bool:
        """Whether the shards themselves are the output."""
        return self.output is not None and is_shard_folder(self.output)

    @property
    def file(self) -> str | None:
        """The output file; None if there is none, or if the output stays in shards."""
        return None if self.keeps_shards else self.output

    def opened_engine(self) -> Engine:
        """Return the engine."""
        if self.engine == "local":
            return LocalEngine(self.workers)
        from qgauge.shards.ray_engine import RayEngine

        # one worker is the default, and no reason to use a cluster
        return RayEngine(self.workers if self.workers > 1 else None, self.address)

    def always(self) -> bool:
        """Return whether even a small input is worked on in shards."""
        place = self.place
        if place is None:
            return False
        if self.keeps_shards or self.engine != "local" or self.sharded or self.restart:
            return True
        return os.path.isdir(place)


@contextmanager
def output_of(sharding: Sharding) -> Iterator[Output | None]:
    """Open the output file; None if there is none, or if the output stays in shards."""
    if sharding.file is None:
        yield None
    elif sharding.sharded:
        from qgauge.data.parquet_folder import ParquetFolder

        with ParquetFolder(sharding.file) as out:
            yield out
    else:
        with Output(sharding.file, durable=sharding.place is not None) as out:
            yield out
