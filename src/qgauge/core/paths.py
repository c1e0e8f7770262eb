"""The user's cache folder, following the XDG Base Directory specification."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> str | None:
    """Return qgauge's cache folder, or None if the user has no home folder."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(folder):  # the specification says to ignore relative paths
        try:
            folder = os.path.join(Path.home(), ".cache")
        except RuntimeError:
            return None
    return os.path.join(folder, "qgauge")
