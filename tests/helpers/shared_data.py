"""Where the evaluation data lies. It is no part of the project: tests skip without it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_folder() -> Path:
    """The folder with the public data, or a skip that says how to provide it."""
    project = Path(__file__).parent.parent.parent
    folder = Path(os.environ.get("QGAUGE_SHARED", project.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no evaluation data at {folder}; set QGAUGE_SHARED to its folder")
    return folder
