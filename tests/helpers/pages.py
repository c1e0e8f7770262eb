"""Run the code blocks of the pages (see `blocks.py`) in order, as a reader would.

`python -m helpers.pages ../docs/PAGE.md`, run in the folder `tests`, replaces the output shown on a
page with what its commands print now.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import yaml

from helpers.blocks import PROJECT, REASONS, Block, blocks_of, extras, steps_of

BOUND = Decimal("0.002")
"""Largest difference between machines of a number from the embedded models (see
docs/reproducibility.md and `recorded_values.py`)."""
_DECIMAL = re.compile(r"\d+\.\d+")
_FROM_MODELS = re.compile(
    r"embedded@|\bqgauge (rank|set|qud|statement|models try)\b|\bqgauge\.(rank|dimensions|qud)\b"
    r"|\b(quality|grammar|answering|inference|qsts\w*|facet_f|qud_\w+)\b"
)
"""Matches commands, calls and outputs whose numbers come from the embedded models."""
_SHELL = set("|<>&;$`*\\\n")


class Wrong(Exception):
    """Raised for a block that does not do what its page says."""


class Reader:
    """Runs the blocks of a page in a separate folder that has a copy of the examples."""

    def __init__(self, folder: Path, shared: Path | None = None) -> None:
        self.folder, self._shared = folder, shared
        self._urls: dict[str, str] = {}
        self._packages: Path | None = None
        shutil.copytree(PROJECT / "examples", folder / "examples", dirs_exist_ok=True)
        (folder / ".git").mkdir(exist_ok=True)  # qgauge looks for no qgauge.toml above it

    def follow(self, blocks: Iterable[Block]) -> Iterator[tuple[Block, str]]:
        """Run the blocks, and yield each failing one with its problem."""
        with _inside(self.folder):
            for block in blocks:
                try:
                    self._do(block)
                except Wrong as wrong:
                    yield block, str(wrong)

    def said(self, block: Block) -> str:
        """Return the text of the console block with what its commands print now."""
        with _inside(self.folder):
            text = ""
            for command, _ in steps_of(block):
                output, _ = self._run(block, command)
                text += f"$ {command}\n{output}\n" if output else f"$ {command}\n"
            return text

    def _do(self, block: Block) -> None:
        if block.file:
            (self.folder / block.file).write_text(block.text, encoding="utf-8")
        if block.not_run is not None:
            if block.not_run.startswith(REASONS[0]):
                self._lacks_extra(block)
        elif block.language in ("console", "sh"):
            self._commands(block)
        elif block.language == "python":
            if ">>> " not in block.text and not block.file:
                exec(compile(block.text, block.place, "exec"), {})
        elif block.language != "text":
            well_formed(block)

    def _commands(self, block: Block) -> None:
        for command, shown in steps_of(block):
            said, code = self._run(block, command)
            if code != block.code:
                raise Wrong(f"`{command}` ends with {code}, not {block.code}:\n{said}")
            if shown is not None and not same(shown, said, bound_for(f"{command}\n{said}")):
                raise Wrong(f"`{command}` prints\n{said}\nand the page shows\n{shown}")

    def _lacks_extra(self, block: Block) -> None:
        """Run Python examples if the extra is installed; commands must name it if it is missing."""
        if block.language == "python":
            (package,) = re.findall(r"^(?:import|from) (\w+)", block.text)[:1]
            if importlib.util.find_spec(package):
                exec(compile(block.text, block.place, "exec"), {})
            return
        for command, _ in steps_of(block):
            if command.startswith("qgauge "):
                said, code = self._run(block, command)
                if code != 2 or "Traceback" in said:
                    raise Wrong(f"`{command}` should name the missing extra:\n{said}")

    def _run(self, block: Block, command: str) -> tuple[str, int]:
        for word, stands in block.stand_ins.items():
            if stands == "server":
                command = command.replace(word, self._server(word))
            elif stands.startswith("shared/"):
                assert self._shared is not None
                command = command.replace(word, str(self._shared / stands.removeprefix("shared/")))
            elif not (self.folder / word).exists():
                shutil.copy(PROJECT / stands, self.folder / word)
        for package in re.findall(r"^pip install (\./\S+)", command, re.MULTILINE):
            self._install(package)
        return run(without_install(command), self._packages)

    def _install(self, package: str) -> None:
        """Install the package into the folder, without a network."""
        self._packages = self.folder / "packages"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
        command += ["--no-build-isolation", "--disable-pip-version-check"]
        command += ["--target", str(self._packages), package]
        subprocess.run(command, check=True, capture_output=True, text=True)

    def _server(self, word: str) -> str:
        from helpers.fault_server import FaultServer

        if word not in self._urls:
            server = FaultServer()
            server.__enter__()  # never exited: its thread ends with the process
            self._urls[word] = (
                server.url if "http" in word or word == "URL" else f"MODEL@{server.url}"
            )
        return self._urls[word]


def without_install(command: str) -> str:
    """Return the command without `pip install`, after checking that its extras exist."""
    known = extras()
    for wanted in re.findall(r"pip install '?[\w.]*\[(\w[\w-]*)\]", command):
        if wanted not in known:
            raise Wrong(f"there is no extra {wanted!r}")
    return re.sub(r"^pip install [^&\n]*(&& )?", "", command, flags=re.MULTILINE)


def run(command: str, packages: Path | None = None) -> tuple[str, int]:
    """Return the output (stdout and stderr) and the exit code; run in this process if possible."""
    command = command.strip()
    if not command:
        return "", 0
    if packages or not command.startswith("qgauge ") or _SHELL & set(_unquoted(command)):
        return _in_shell(command, packages)
    from typer.testing import CliRunner

    from qgauge.cli.app import app

    done = CliRunner().invoke(app, shlex.split(command, comments=True)[1:])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return _stripped(done.output), done.exit_code


def _unquoted(command: str) -> str:
    return re.sub(r"'[^']*'|\"[^\"$`]*\"|\s#.*", "", command.replace("\\\n", " "))


def _in_shell(command: str, packages: Path | None) -> tuple[str, int]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    modules = filter(None, [str(packages or ""), os.environ.get("PYTHONPATH")])
    done = subprocess.run(
        ["bash", "-e", "-c", command],
        env={**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(modules)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    return _stripped(done.stdout), done.returncode


def _stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def bound_for(text: str) -> Decimal:
    """Return by how much decimals may differ between machines, for a command and its output."""
    return BOUND if _FROM_MODELS.search(text) else Decimal(0)


def same(shown: str, said: str, bound: Decimal) -> bool:
    """Return whether the texts are equal, with decimals equal up to the bound.

    If a decimal has fewer digits than the bound, its last digit may differ by 1.
    """
    if _DECIMAL.sub("#", shown) != _DECIMAL.sub("#", said):
        return False
    pairs = zip(_DECIMAL.findall(shown), _DECIMAL.findall(said), strict=True)
    return all(one == other or _near(Decimal(one), Decimal(other), bound) for one, other in pairs)


def _near(one: Decimal, other: Decimal, bound: Decimal) -> bool:
    exponent = one.as_tuple().exponent
    digit = Decimal((0, (1,), int(exponent)))
    as_long = exponent == other.as_tuple().exponent
    return as_long and bool(bound) and abs(one - other) <= max(bound, digit)


def well_formed(block: Block) -> None:
    """Raise `Wrong` unless the data could be saved and used."""
    try:
        if block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "yaml":
            yaml.safe_load(block.text)
        elif block.language == "jsonl":
            for line in block.text.splitlines():
                json.loads(line)
        elif block.language == "json":
            json.loads(block.text)
        elif len({len(row) for row in csv.reader(block.text.splitlines())}) != 1:
            raise Wrong("rows of different lengths")
    except (ValueError, yaml.YAMLError) as error:
        raise Wrong(f"not {block.language}: {error}") from None


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def renew(page: Path, shared: Path | None) -> bool:
    """Update the output shown on the page; return whether that changed it."""
    text = page.read_text(encoding="utf-8")
    renewed = text
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(Path(folder), shared)
        for block in blocks_of(page):
            if (block.needs_data and shared is None) or block.not_run is not None:
                continue
            if block.language == "console":
                old, new = f"```console\n{block.text}```", f"```console\n{reader.said(block)}```"
                assert renewed.count(old) == 1, f"{block.place}: two blocks are identical"
                renewed = renewed.replace(old, new)
            else:
                list(reader.follow([block]))
    page.write_text(renewed, encoding="utf-8")
    return renewed != text


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    data = Path(os.environ.get("QGAUGE_SHARED", PROJECT.parent / "shared"))
    for name in sys.argv[1:]:
        changed = renew(Path(name).resolve(), data if data.is_dir() else None)
        print(f"{name}: {'updated' if changed else 'unchanged'}")
