"""Read Parquet, and the Arrow files of Hugging Face datasets, in batches with pyarrow."""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

from qgauge.core.errors import BadInput, MissingTool
from qgauge.data.columns import NO_MAP, ColumnMap, Unfit
from qgauge.data.json_rows import decode
from qgauge.data.rows import Raw, Refused, refuse
from qgauge.data.tables import check_header
from qgauge.data.text_files import Source, label, open_bytes

_BATCH = 1024


def rows_of_parquet(source: Source, columns: ColumnMap = NO_MAP) -> Iterator[Raw | Refused]:
    """Yield the rows, counted from 1. A stream that cannot seek is copied to a temporary file."""
    pyarrow, parquet = _pyarrow("parquet")
    with open_bytes(source) as (name, stream), tempfile.TemporaryFile() as spool:
        try:
            file = parquet.ParquetFile(_seekable(stream, spool), pre_buffer=False)
            check_header(tuple(str(column) for column in file.schema_arrow.names), name, columns)
            yield from _batches(name, file.iter_batches(batch_size=_BATCH))
        except (pyarrow.ArrowException, OSError, ValueError, NotImplementedError) as fault:
            raise _damaged("Parquet", fault, name) from None


def is_dataset(folder: Source) -> bool:
    """Tell whether a path is a folder that Hugging Face datasets wrote with save_to_disk."""
    if not isinstance(folder, str | os.PathLike) or not os.path.isdir(folder):
        return False
    return any((Path(folder) / name).is_file() for name in ("state.json", "dataset_dict.json"))


def rows_of_dataset(folder: Source, columns: ColumnMap = NO_MAP) -> Iterator[Raw | Refused]:
    """Yield the rows of a folder that Hugging Face datasets wrote with save_to_disk."""
    name = label(folder)
    done = 0
    for file in _arrow_files(Path(str(folder)), name):
        for item in rows_of_arrow(file, columns, done):
            yield item
            done += 1


def rows_of_arrow(
    source: Source, columns: ColumnMap = NO_MAP, done: int = 0
) -> Iterator[Raw | Refused]:
    """Yield the rows of an Arrow file or stream; `done` rows came before them."""
    pyarrow, ipc = _pyarrow("ipc")
    with open_bytes(source) as (name, stream), tempfile.TemporaryFile() as spool:
        try:
            file = _seekable(stream, spool)
            is_file = file.read(6) == b"ARROW1"
            file.seek(0)
            opened = ipc.open_file(file) if is_file else ipc.open_stream(file)
            check_header(tuple(str(column) for column in opened.schema.names), name, columns)
            numbers = range(opened.num_record_batches) if is_file else ()
            whole = (opened.get_batch(at) for at in numbers) if is_file else opened
            parts = (part for batch in whole for part in _cut(batch))
            yield from _batches(name, parts, done)
        except (pyarrow.ArrowException, OSError, ValueError, NotImplementedError) as fault:
            raise _damaged("Arrow", fault, name) from None


def _cut(batch: Any) -> Iterator[Any]:
    return (batch.slice(start, _BATCH) for start in range(0, batch.num_rows, _BATCH))


def _arrow_files(folder: Path, name: str) -> list[Path]:
    """Return the files of a saved Dataset, or of the only split of a DatasetDict."""
    try:
        if (folder / "dataset_dict.json").is_file():
            splits = json.loads((folder / "dataset_dict.json").read_bytes())["splits"]
            if len(splits) != 1:
                choices = ", ".join(f"{name.rstrip('/')}/{split}" for split in splits)
                raise BadInput(f"the data set has several splits; give one: {choices}", file=name)
            folder /= splits[0]
        listed = json.loads((folder / "state.json").read_bytes())["_data_files"]
        return [folder / os.path.basename(one["filename"]) for one in listed]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BadInput(f"the folder of the data set is damaged ({fault!r})", file=name) from None


def _damaged(kind: str, fault: Exception, name: str) -> BadInput:
    reason = str(fault).split("\n")[0].rstrip(".")
    problem = f"the {kind} file cannot be read ({reason}); it may be truncated"
    return BadInput(problem, file=name)


def _pyarrow(part: str) -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module(f"pyarrow.{part}")
    except ImportError:
        problem = "Reading Parquet and Arrow files needs pyarrow."
        raise MissingTool(problem, "pip install 'qgauge[parquet]'") from None


def _seekable(stream: BinaryIO, spool: BinaryIO) -> BinaryIO:
    # The metadata of a Parquet file is at its end.
    if stream.seekable():
        return stream
    shutil.copyfileobj(stream, spool)
    spool.seek(0)
    return spool


def _batches(file: str, batches: Iterable[Any], done: int = 0) -> Iterator[Raw | Refused]:
    for batch in batches:
        yield from _batch(file, done, batch)
        done += batch.num_rows


def _batch(file: str, done: int, batch: Any) -> Iterator[Raw | Refused]:
    try:
        rows = batch.to_pylist()
    except ValueError:
        rows = None
    for index in range(batch.num_rows):
        number = done + index + 1
        try:
            row = _one(batch, index) if rows is None else rows[index]
            plain = {name: _plain(value, name) for name, value in row.items()}
            if isinstance(plain.get("ratings"), str):
                plain["ratings"] = _decoded(plain["ratings"])
            yield number, number, plain
        except Unfit as unfit:
            yield refuse(unfit, file, number, None if rows is None else rows[index])


def _decoded(ratings: str) -> Any:
    """Decode ratings that do not fit into columns of their own."""
    try:
        return decode(ratings)[0]
    except (json.JSONDecodeError, Unfit):
        return ratings


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
