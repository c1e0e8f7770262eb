"""Defaults of options from a file: `qgauge.toml`, or `[tool.qgauge]` in pyproject.toml."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from qgauge.core import BadInput, QgaugeError
from qgauge.core.suggestions import closest, did_you_mean

VARIABLE = "QGAUGE_CONFIG"
"""The environment variable that names another file, or is `off`."""
NAME = "qgauge.toml"
_IN_PYPROJECT = re.compile(rb"^\s*\[\s*tool\s*\.\s*[\"']?qgauge\b", re.MULTILINE)
_META = "qgauge.cli.config_file"

NOT_BY_FILE = {
    "output": "names a file to write",
    "refused": "names a file to write",
    "html": "names a file to write",
    "export": "names a file to write",
    "address": "says where your texts are sent",
    "restart": "deletes what an interrupted run kept",
    "plot": "names a folder to write to",
    "tune": "names a file to write",
    "prune": "deletes answers",
    "all": "deletes answers",
    "clear": "deletes the cache",
    "data-sheet": "names a file to write",
    "key-file": "names a file to write, with a secret",
    "database": "says where ratings go",
    "host": "lets other machines in",
    "url": "lets other machines in",
    "team": "lets other people in",
    "new-password": "takes a password away from a person",
    "plain-http": "sends passwords without encryption",
    "proxy": "says whose word counts for where a request comes from",
    "names": "gives away who the raters are",
    "notes": "may give away who the raters are",
    "allow-untrusted": "lets metrics through that people do not agree with",
    "judge": "says where your texts and your key are sent; set QGAUGE_JUDGE instead",
}
"""Options that a file must not set: it may come with data that somebody else has sent."""


@dataclass(slots=True)
class Defaults:
    """The defaults of a file."""

    file: str
    tree: dict[str, Any] = field(default_factory=dict)
    """Values by parameter name, in a dictionary for each command, nested like the commands."""
    keys: dict[tuple[str, ...], str] = field(default_factory=dict)
    """For the path of each value in the tree, the key in the file."""
    problem: QgaugeError | None = None
    """What is wrong with the file. It is raised when a command runs, so that `--help` works."""


# ------------------------------------------------------------------ called by the commands


def load(ctx: Any) -> None:
    """Read the file, if there is one, and make its values the defaults of the commands."""
    try:
        if not (found := _found()):
            return
        file, table = found
        defaults = Defaults(_shown(file))
        try:
            _spread(defaults, ctx.command, table)
        except BadInput as problem:
            defaults.problem = problem
    except BadInput as problem:
        defaults = Defaults("", problem=problem)
    ctx.meta[_META] = defaults
    ctx.default_map = {} if defaults.problem else defaults.tree


def check(ctx: Any) -> None:
    """Check the defaults of this command before its options are parsed."""
    defaults = ctx.meta.get(_META)
    if not defaults or not ctx.default_map:
        return
    path = _path(ctx)
    params = {param.name: param for param in ctx.command.params}
    for name, value in list(ctx.default_map.items()):
        key = defaults.keys[*path, name]
        try:
            ctx.default_map[name] = _converted(ctx, params[name], value)
        except BadInput as problem:
            del ctx.default_map[name]
            defaults.problem = BadInput(
                f"{key}: {problem.problem}", file=defaults.file or problem.file
            )
            return


def tell(ctx: Any) -> None:
    """Say which options of this run come from the file; raise what is wrong with the file."""
    defaults = ctx.meta.get(_META)
    if not defaults:
        return
    if defaults.problem:
        raise defaults.problem
    path = _path(ctx)
    used = [
        defaults.keys[*path, param.name].rpartition(".")[2]
        for param in ctx.command.params
        if is_from_file(ctx, param.name)
    ]
    if used:
        typer.echo(f"qgauge: defaults from {defaults.file}: {', '.join(used)}", err=True)


def is_from_file(ctx: Any, name: str) -> bool:
    """Return whether the value of an option comes from the file."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "DEFAULT_MAP"


def is_typed(ctx: Any, name: str) -> bool:
    """Return whether an option was given on the command line."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


# ------------------------------------------------------------------ finding and reading the file


def _found() -> tuple[Path, Mapping[str, Any]] | None:
    """Return the file and its table of defaults."""
    named = os.environ.get(VARIABLE, "")
    if named.lower() == "off":
        return None
    if named:
        file = Path(named)
        return file, _table(file, file.name == "pyproject.toml")
    for folder in _folders():
        # os.path, not Path: a folder that must not be looked into counts as one without the file
        if os.path.isfile(file := folder / NAME):
            return file, _table(file, False)
        file = folder / "pyproject.toml"
        if os.path.isfile(file) and _IN_PYPROJECT.search(_bytes(file)):
            return file, _table(file, True)
    return None


def _folders() -> Iterator[Path]:
    """Yield this folder and those above it, up to the top of the repository or the home folder."""
    try:
        here = Path.cwd()
    except OSError:  # the folder was deleted
        return
    home = Path(os.path.expanduser("~"))
    for folder in (here, *here.parents):
        yield folder
        if folder == home or os.path.exists(folder / ".git"):
            return


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as problem:
        text = f"the file of defaults cannot be read: {problem.strerror}"
        raise BadInput(text, file=_shown(file)) from None


def _table(file: Path, in_pyproject: bool) -> Mapping[str, Any]:
    import tomllib

    try:
        found = tomllib.loads(_bytes(file).decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput("not UTF-8", file=_shown(file)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadInput(f"not TOML: {problem}", file=_shown(file)) from None
    if in_pyproject:
        tool = found.get("tool")
        found = tool.get("qgauge", {}) if isinstance(tool, dict) else {}
        if not isinstance(found, dict):
            raise BadInput("tool.qgauge must be a table: [tool.qgauge]", file=_shown(file))
    return found


def _shown(file: Path) -> str:
    try:
        return os.path.relpath(file)
    except (OSError, ValueError):
        return str(file)


# ------------------------------------------------------------------ giving values to commands


def _spread(defaults: Defaults, root: Any, table: Mapping[str, Any]) -> None:
    """Fill the tree: values in the table of a command, and shared ones for all others."""
    shared: dict[str, Any] = {}
    known = {name for _, verb in _verbs(root) for name in _options(verb)}
    for key, value in table.items():
        if isinstance(value, dict):
            _section(defaults, root, (), key, value)
        else:
            shared[_option_name(defaults.file, key, key, known, root.commands)] = (key, value)
    for path, verb in _verbs(root):
        for name, param in _options(verb).items():
            if name in shared and (*path, param) not in defaults.keys:
                _put(defaults, (*path, param), *shared[name])


def _section(
    defaults: Defaults, group: Any, above: tuple[str, ...], name: str, table: Mapping[str, Any]
) -> None:
    """Fill in the table of a command or of a group of commands."""
    path = (*above, name)
    section = ".".join(path)
    command = group.commands.get(name)
    if command is None:
        raise BadInput(
            f"{section}: there is no command '{' '.join(path)}'."
            f"{did_you_mean(name, group.commands)} A table holds the options of a command, as in "
            "[score].",
            file=defaults.file,
        )
    if hasattr(command, "commands"):
        for key, value in table.items():
            if not isinstance(value, dict):
                raise BadInput(
                    f"{section}.{key}: '{name}' is a group of commands and has no options; its "
                    f"tables are {', '.join(f'[{section}.{one}]' for one in command.commands)}.",
                    file=defaults.file,
                )
            _section(defaults, command, path, key, value)
        return
    options = _options(command)
    for key, value in table.items():
        option = _option_name(defaults.file, key, f"{section}.{key}", options)
        _put(defaults, (*path, options[option]), f"{section}.{key}", value)


def _option_name(
    file: str, key: str, full_key: str, known: Any, commands: Mapping[str, Any] | None = None
) -> str:
    name = key.replace("_", "-")
    if name in NOT_BY_FILE:
        reason = f"{full_key}: a file cannot set this option, which {NOT_BY_FILE[name]}."
        raise BadInput(reason, file=file)
    if name in known:
        return name
    if not commands:
        command = full_key.rpartition(".")[0].replace(".", " ")
        problem = f"{full_key}: '{command}' has no option '{key}'.{did_you_mean(name, known)}"
        problem += f" `qgauge {command} --help` lists them."
    elif key in commands:
        problem = f"{full_key}: the options of a command are in a table: [{key}]."
    else:
        near = closest(name, [*known, *commands])
        problem = f"{full_key}: no command has the option '{key}'."
        problem += f" Did you mean '{near}'?" if near else ""
    raise BadInput(problem, file=file)


def _put(defaults: Defaults, path: tuple[str, ...], key: str, value: Any) -> None:
    tree = defaults.tree
    for name in path[:-1]:
        tree = tree.setdefault(name, {})
    tree[path[-1]] = value
    defaults.keys[path] = key


def _verbs(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _verbs(command, (*path, name))
        else:
            yield (*path, name), command


def _options(command: Any) -> dict[str, str]:
    """Return the parameter of each option, by the option's long name without dashes."""
    return {
        text[2:]: param.name
        for param in command.params
        if param.param_type_name == "option"
        for text in param.opts
        if text.startswith("--")
    }


def _path(ctx: Any) -> tuple[str, ...]:
    return tuple(ctx.command_path.split()[1:])


def _converted(ctx: Any, param: Any, value: Any) -> Any:
    """Return the value in the form that the option takes; raise BadInput for a wrong one."""
    repeated = getattr(param, "multiple", False)
    values = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not repeated:
        raise BadInput(f"'{' '.join(_path(ctx))}' takes one value, not a list.")
    for one in values:
        if not isinstance(one, str | int | float):
            raise BadInput(f"must be {_expected(param)}, not a {type(one).__name__}.")
        if isinstance(one, bool) != bool(getattr(param, "is_flag", False)):
            raise BadInput(f"must be {_expected(param)}, not {str(one).lower()}.")
        if param.name == "cache" and one != "off":
            raise BadInput('a file can only turn the cache off: "off".')
        if isinstance(one, str) and one.startswith(("languagetool:", "server:")):
            raise BadInput("a file cannot choose a server, which would get your texts.")
    ready = values if repeated else value
    try:
        param.process_value(ctx, ready)
    except typer.BadParameter as bad:
        raise BadInput(bad.message) from None
    return ready


def _expected(param: Any) -> str:
    if getattr(param, "is_flag", False):
        return "true or false"
    return "a string, a number or a list of them" if param.multiple else "a string or a number"
