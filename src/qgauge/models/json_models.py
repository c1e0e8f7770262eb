"""Models in bundled JSON files: verified, checked for their format, and named in signatures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from qgauge.models.files import FOLDER, BadModel, checksum, read

Model = TypeVar("Model")


def identity(name: str) -> str:
    """Return the identity of a file for signatures, without reading it."""
    return f"{name.removesuffix('.json')}@{checksum(name)[:8]}"


def load_json(
    name: str, format: int, build: Callable[[dict[str, Any]], Model], folder: Path = FOLDER
) -> Model:
    """Return the model of a bundled file.

    Args:
        name: The name of the file.
        format: The format that `build` reads.
        build: Makes the model from the parsed file.
        folder: The folder of the file.

    Raises:
        BadModel: The file is missing or damaged, or has another format.
    """
    data = read(name, folder)
    try:
        found = json.loads(data)
        if found["format"] != format:
            raise ValueError(f"format {found['format']}, expected {format}")
        return build(found)
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise BadModel(str(folder / name), f"cannot be loaded ({problem})") from problem
