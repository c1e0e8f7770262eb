"""Names of earlier versions, which still work and say what they are called now."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def old_name(module: str, name: str, renamed: Mapping[str, str]) -> Any:
    """For `__getattr__` of a module: what is called otherwise now, with a warning.

    The new name is one of the same module, or the whole path of one in another.
    """
    if name not in renamed:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    new = renamed[name] if "." in renamed[name] else f"{module}.{renamed[name]}"
    warnings.warn(f"{module}.{name} is now {new}", DeprecationWarning, stacklevel=3)
    home, _, attribute = new.rpartition(".")
    return getattr(import_module(home), attribute)
