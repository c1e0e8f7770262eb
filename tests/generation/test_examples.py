"""The examples in the docstrings of the package are true."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import qgauge.generation

MODULES = [
    one.name
    for one in pkgutil.walk_packages(qgauge.generation.__path__, f"{qgauge.generation.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(import_module(name), optionflags=flags).failed == 0
