"""Read Parquet in batches, with the optional pyarrow."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from importlib import import_module
from typing import Any, BinaryIO
from uuid import UUID

from qgauge.core.errors import BadInput, MissingTool
from qgauge.data.rows import Raw, Refused, Unfit, refuse
from qgauge.data.tables import check_header
from qgauge.data.text_files import Source, open_bytes

_BATCH = 1024


def rows_of_parquet(source: Source) -> Iterator[Raw | Refused]:
    """Yield the rows, counted from 1. A stream that cannot seek is copied to a temporary file."""
    pyarrow, parquet = _pyarrow()
    with open_bytes(source) as (name, stream), tempfile.TemporaryFile() as spool:
        try:
            file = parquet.ParquetFile(_seekable(stream, spool), pre_buffer=False)
            check_header(tuple(str(column) for column in file.schema_arrow.names), name)
            done = 0
            for batch in file.iter_batches(batch_size=_BATCH):
                yield from _batch(name, done, batch)
                done += batch.num_rows
        except (pyarrow.ArrowException, OSError, ValueError, NotImplementedError) as fault:
            reason = str(fault).split("\n")[0].rstrip(".")
            problem = f"the Parquet file cannot be read ({reason}); it may be truncated"
            raise BadInput(problem, file=name) from None


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        problem = "Reading Parquet needs pyarrow."
        raise MissingTool(problem, "pip install 'qgauge[parquet]'") from None


def _seekable(stream: BinaryIO, spool: BinaryIO) -> BinaryIO:
    # The metadata of a Parquet file is at its end.
    if stream.seekable():
        return stream
    shutil.copyfileobj(stream, spool)
    spool.seek(0)
    return spool


def _batch(file: str, done: int, batch: Any) -> Iterator[Raw | Refused]:
    try:
        rows = batch.to_pylist()
    except ValueError:
        rows = None
    for index in range(batch.num_rows):
        number = done + index + 1
        try:
            row = _one(batch, index) if rows is None else rows[index]
            yield number, number, {name: _plain(value, name) for name, value in row.items()}
        except Unfit as unfit:
            yield refuse(unfit, file, number, None if rows is None else rows[index])


def _one(batch: Any, index: int) -> dict[str, Any]:
    """Read one row on its own, because some value of the batch cannot be read."""
    row = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            row[name] = column[index].as_py()
        except UnicodeDecodeError as fault:
            raise Unfit(f"the value is not UTF-8 at byte {fault.start + 1}", name) from None
        except ValueError as fault:
            raise Unfit(f"the value cannot be read: {fault}", name) from None
    return row


def _plain(value: Any, column: str) -> Any:
    """Convert a value to JSON. NaN becomes null, as pandas uses it; dates become strings."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        if math.isinf(value):
            raise Unfit("an infinite number cannot be written as JSON", column)
        return None if math.isnan(value) else value
    if isinstance(value, dict):
        return {str(name): _plain(inner, column) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, column) for inner in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta | Decimal | UUID):
        return str(value)
    problem = f"a value of type {type(value).__name__} cannot be written as JSON; drop the column"
    raise Unfit(problem, column)
