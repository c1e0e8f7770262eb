"""Names of earlier versions, which still work and say what they are called now."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from typing import Any


def old_name(module: str, name: str, renamed: Mapping[str, str]) -> Any:
    """For `__getattr__` of a module: what is called otherwise now, with a warning."""
    if name not in renamed:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    new = renamed[name]
    warnings.warn(f"{module}.{name} is now {module}.{new}", DeprecationWarning, stacklevel=3)
    return getattr(sys.modules[module], new)
