"""Where a user's own files are, by the XDG rules."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> str | None:
    """Our folder for what can be made again or was paid for; None without a home folder."""
    folder = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(folder):  # the XDG rules: a relative path counts as none
        try:
            folder = os.path.join(Path.home(), ".cache")
        except RuntimeError:
            return None
    return os.path.join(folder, "qgauge")
