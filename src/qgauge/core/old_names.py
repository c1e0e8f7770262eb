"""Deprecated names, which still work with a warning that gives the new name."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def old_name(module: str, name: str, renamed: Mapping[str, str]) -> Any:
    """Return a renamed object with a DeprecationWarning, for `__getattr__` of a module.

    `renamed` maps old names to new names of the same module, or to full dotted paths.
    """
    if name not in renamed:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    new = renamed[name] if "." in renamed[name] else f"{module}.{renamed[name]}"
    warnings.warn(f"{module}.{name} is now {new}", DeprecationWarning, stacklevel=3)
    home, _, attribute = new.rpartition(".")
    return getattr(import_module(home), attribute)
