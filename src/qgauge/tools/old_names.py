"""Old module names of the roles and the registry; using one emits a DeprecationWarning."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from types import ModuleType
from typing import Any

_ROLES = ("classifier", "comparer", "embedder", "encoder", "entailer", "grammarian", "parser")
MOVED = {"box": "registry", **dict.fromkeys((*_ROLES, "reader"), "roles")}


class _Moved(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        new = f"qgauge.tools.{MOVED[self.__name__.rpartition('.')[2]]}"
        warnings.warn(f"{self.__name__} is now {new}.", DeprecationWarning, stacklevel=2)
        return getattr(import_module(new), name)


def register() -> None:
    """Make the old modules importable."""
    for old in MOVED:
        name = f"qgauge.tools.{old}"
        moved = sys.modules.setdefault(name, _Moved(name))
        setattr(sys.modules["qgauge.tools"], old, moved)
