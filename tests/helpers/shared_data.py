"""The folder of the evaluation data, which is not in the repository. Tests skip without it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_folder() -> Path:
    """Return the folder of the public data, or skip with a message that says how to provide it."""
    project = Path(__file__).parent.parent.parent
    folder = Path(os.environ.get("QGAUGE_SHARED", project.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no evaluation data at {folder}; set QGAUGE_SHARED to its folder")
    return folder
