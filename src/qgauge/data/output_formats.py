"""The formats that an output file may have, chosen by its ending."""

from __future__ import annotations

import os
import stat
from importlib.util import find_spec

from qgauge.core.errors import BadInput, MissingTool
from qgauge.data.text_files import label

ENDINGS = {
    ".jsonl": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".xlsx": "xlsx",
    ".parquet": "parquet",
}
"""The format of each ending."""
SHARDS = ".parts"
"""The ending of a folder of shards, for the commands that can write one."""
_LESS_USUAL = {".ndjson": "jsonl", ".tab": "tsv", ".pq": "parquet"}


def output_format(target: str, *, field: str = "") -> str:
    """Return the format that the ending of an output file names.

    Stdout, devices and pipes have no ending; they get JSONL.

    Args:
        target: The path of the file, or `-` for stdout.
        field: The option that names the file, for messages.

    Returns:
        One of the values of `ENDINGS`.

    Raises:
        BadInput: If the ending is missing or unknown.
        MissingTool: If the package that writes the format is not installed.

    Examples:
        >>> from qgauge.data.output_formats import output_format
        >>> output_format("scored.CSV"), output_format("-")
        ('csv', 'jsonl')
    """
    if target == "-" or is_device(target):
        return "jsonl"
    return format_of_ending(target, field=field)


def format_of_ending(target: str, *, field: str = "") -> str:
    """Return the format that an ending names, whatever is there under this name.

    Args:
        target: The path.
        field: The option that names the file, for messages.

    Returns:
        One of the values of `ENDINGS`.

    Raises:
        BadInput: If the ending is missing or unknown.
        MissingTool: If the package that writes the format is not installed.
    """
    ending = os.path.splitext(target)[1].lower()
    form = ENDINGS.get(ending) or _LESS_USUAL.get(ending)
    if form is None:
        seen = f"the ending '{ending}' is unknown" if ending else "the file name has no ending"
        problem = f"{seen}; it names the format, so choose one of {', '.join(ENDINGS)}"
        raise BadInput(problem, file=label(target), field=field)
    if form == "parquet" and find_spec("pyarrow") is None:
        raise MissingTool("Writing Parquet needs pyarrow.", "pip install 'qgauge[parquet]'")
    return form


def is_shard_folder(target: str) -> bool:
    """Return whether an output is to be a folder of shards.

    Args:
        target: The path or URL of the output.

    Returns:
        Whether its ending says so.
    """
    return target.rstrip("/").endswith(SHARDS)


def is_device(target: str) -> bool:
    """Return whether a target is a device or a pipe, which has no ending.

    Args:
        target: The path.

    Returns:
        False for regular files and for names that are still free.
    """
    # /dev/stdout may lead to a regular file, whose own name says nothing about the rows
    if target.startswith(("/dev/", "/proc/")):
        return True
    try:
        return not stat.S_ISREG(os.stat(target).st_mode)
    except (OSError, ValueError):
        return False
