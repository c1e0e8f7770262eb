"""Sub-packages that share their name with a function of the API: `qgauge.meta`, `qgauge.qud`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


class CallableModule(ModuleType):
    """A module that can be called like the function of the API with its name.

    Python sets an imported sub-package as an attribute of its package, so the function could not
    keep the name: `qgauge.meta` is the module, and `qgauge.meta(rows)` calls the function.
    """

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._function()(*given, **named)

    @property
    def __signature__(self) -> inspect.Signature:
        """The arguments of the function, for `help` and notebooks."""
        return inspect.signature(self._function())

    def _function(self) -> Callable[..., Any]:
        package, _, name = self.__name__.rpartition(".")
        found: Callable[..., Any] = getattr(import_module(f"{package}.api"), name)
        return found


def make_callable(module: str) -> None:
    """Make a module of `qgauge` callable; to be called in the module itself."""
    sys.modules[module].__class__ = CallableModule
