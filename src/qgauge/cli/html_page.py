"""The option `--html`: the results of a subcommand as a page."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from qgauge.cli.command_line import typed
from qgauge.cli.options import option
from qgauge.data import TextOutput, label

if TYPE_CHECKING:
    from qgauge.report import Page

Html = Annotated[
    str | None,
    option(
        "Also write a page with tables and figures: one HTML file that loads nothing; - for "
        "stdout (tables then go to stderr).",
        "FILE",
        "--html",
    ),
]


class PageFile:
    """The file of a page, opened before the work begins."""

    def __init__(self, out: TextOutput | None) -> None:
        self._out = out

    def __bool__(self) -> bool:
        return self._out is not None

    def write(self, page: Page) -> None:
        from qgauge.report import render

        if self._out is not None:
            self._out.write_line(render(page).rstrip("\n"))


@contextmanager
def page_file(target: str | None) -> Iterator[PageFile]:
    """Open the file of a page, if one is wanted; it is replaced when the run succeeds."""
    if target is None:
        yield PageFile(None)
        return
    with TextOutput(target) as out:
        yield PageFile(out)


def made_by(files: Sequence[str]) -> list[tuple[str, str]]:
    """Return the command and its files, for the page."""
    named = [("file", f"{label(file)} {digest(file)}".rstrip()) for file in files if file != "-"]
    return [("command", typed()), *named]


def digest(file: str) -> str:
    """Return the SHA-256 of a file; "" for stdin, folders and pipes."""
    try:
        if not os.path.isfile(file):
            return ""
        with open(file, "rb") as stream:
            return f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"
    except (OSError, ValueError):
        return ""
