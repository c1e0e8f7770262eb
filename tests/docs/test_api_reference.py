"""The API reference: every public name, each argument described, and examples that run."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import griffe
import pytest
from helpers.blocks import PROJECT

import qgauge
from qgauge.metrics import TABLE

PAGES = sorted((PROJECT / "docs/api").glob("*.md"))
NEEDS_A_FRAMEWORK = "qgauge.integrations.inspect_ai"
"""A module that can only be imported where its framework is installed."""


def importable(name: str) -> bool:
    return not name.startswith(NEEDS_A_FRAMEWORK) or find_spec("inspect_ai") is not None


NAMES = [
    name
    for page in PAGES
    for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    if importable(name)
]
IMPORT = re.compile(r"^(?:>>> )?from (qgauge[\w.]*) import ([\w, ]+)$", re.MULTILINE)
PACKAGE = griffe.load("qgauge", search_paths=[PROJECT / "src"], resolve_aliases=True)
PARSER = griffe.Parser.google


def documented(name: str) -> griffe.Object:
    found = PACKAGE[name.removeprefix("qgauge.")]
    return found.final_target if isinstance(found, griffe.Alias) else found


def the_object(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


def sections(described: griffe.Object) -> dict[str, Any]:
    if described.docstring is None:
        return {}
    return {each.kind.value: each.value for each in described.docstring.parse(PARSER)}


def public_functions(described: griffe.Object) -> Iterator[griffe.Function]:
    """The function itself, or the public methods of the class.

    A method that overrides one of its base is described there.
    """
    if isinstance(described, griffe.Function):
        yield described
    elif isinstance(described, griffe.Class):
        bases = the_object(described.path).__mro__[1:]
        for name, member in described.members.items():
            overrides = any(name in vars(base) for base in bases)
            if isinstance(member, griffe.Function) and not name.startswith("_") and not overrides:
                yield member


def missing(function: griffe.Function) -> list[str]:
    found = sections(function)
    described = {each.name.lstrip("*") for each in found.get("parameters", ())}
    arguments = [each.name for each in function.parameters if each.name not in ("self", "cls")]
    lacking = [name for name in arguments if name not in described]
    if not function.docstring:
        lacking.append("description")
    # without arguments, the summary says what is returned
    if arguments and str(function.returns) != "None" and not {"returns", "yields"} & set(found):
        lacking.append("Returns")
    return lacking


def test_the_reference_has_every_public_name() -> None:
    public = {f"qgauge.{name}" for name in qgauge.__all__}
    # two functions share their names with packages, and are listed where they are defined
    packages = {name for name in public if isinstance(the_object(name), ModuleType)}
    public = public - packages | {name.replace("qgauge.", "qgauge.api.") for name in packages}
    public |= {f"qgauge.{module}.{name}" for module, name in TABLE.values()}
    assert public - set(NAMES) == set()


def test_the_reference_has_every_name_that_a_page_imports() -> None:
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    imported = {
        f"{module}.{name.strip()}"
        for page in pages
        for module, names in IMPORT.findall(page.read_text(encoding="utf-8"))
        for name in names.split(",")
        if importable(module)
    }
    shown = {the_object(name) for name in NAMES}
    hidden = {name for name in imported if callable(the_object(name))}
    assert {name for name in hidden if the_object(name) not in shown} == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_is_described(name: str) -> None:
    described = documented(name)
    assert described.docstring, f"{name} has no docstring"
    lacking = {each.path: missing(each) for each in public_functions(described)}
    assert {path: names for path, names in lacking.items() if names} == {}


@pytest.mark.parametrize("name", [name for name in NAMES if name.rpartition(".")[2][0].isupper()])
def test_every_field_is_described(name: str) -> None:
    described = documented(name)
    if isinstance(described, griffe.Class) and "dataclass" in described.labels:
        listed = {each.name for each in sections(described).get("attributes", ())}
        listed |= {each.name for each in sections(described).get("parameters", ())}
        fields = {
            member.name
            for member in described.members.values()
            if isinstance(member, griffe.Attribute)
            and "instance-attribute" in member.labels
            and member.annotation is not None
            and not member.name.startswith("_")
            and not member.docstring
        }
        assert fields - listed == set()


@pytest.mark.parametrize("name", [name for name in NAMES if callable(the_object(name))])
def test_examples_are_true(name: str) -> None:
    is_function = isinstance(documented(name), griffe.Function)
    module = import_module(the_object(name).__module__)
    tests = doctest.DocTestFinder(recurse=True).find(
        the_object(name), name, module=module, globs=dict(vars(module))
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    failed = [test.name for test in tests if runner.run(test).failed]
    assert failed == []
    if is_function:
        assert any(test.examples for test in tests), f"{name} has no example"
