"""`qgauge docs`: the pages of the documentation, which come with the package."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from rich.text import Text

from qgauge.cli import options
from qgauge.cli.options import argument
from qgauge.cli.terminal import console, print_json, table
from qgauge.core import BadInput, BadSetting
from qgauge.core.suggestions import did_you_mean

PACKAGE = Path(__file__).parent.parent
CARDS = "metrics/"
"""How the names of metric cards begin."""
_COMMENT = re.compile(r"^<!--.*?-->\n?|<!--.*?-->", re.DOTALL | re.MULTILINE)
_LOCAL_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the documentation."""

    name: str
    """The name to type: the name of its file, for metrics after `metrics/`."""
    title: str
    file: Path

    def text(self) -> str:
        """Return the page as Markdown, without the comments for the tests of its examples."""
        return _COMMENT.sub("", self.file.read_text(encoding="utf-8"))


def _completed() -> list[tuple[str, str] | str]:
    every = pages()
    return [*((page.name, page.title) for page in every.values()), *_cards(every)]


def docs(
    page: Annotated[
        str | None,
        argument(
            "The name of a page, or of a metric, whose card is shown (default: list all pages).",
            "PAGE",
            autocompletion=_completed,
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Read the documentation: list its pages, or print one.

    The pages come with the package, so they fit its version, and you need no network.
    """
    every = pages()
    if page is None:
        if json:
            shown = [{"page": one.name, "title": one.title} for one in every.values()]
            print_json({"pages": shown})
        else:
            _print_list(every)
        return
    chosen = find(page, every)
    if json:
        print_json({"page": chosen.name, "title": chosen.title, "text": chosen.text()})
    elif sys.stdout.isatty():
        from rich.markdown import Markdown

        # links between pages cannot be followed in a terminal
        console().print(Markdown(_LOCAL_LINK.sub(r"\1", chosen.text()), hyperlinks=False))
    else:
        sys.stdout.write(chosen.text())


def pages() -> dict[str, Page]:
    """Return the pages by name: in the package, or else in the repository it runs from."""
    folder = next(
        (
            folder
            for folder in (PACKAGE / "docs", PACKAGE.parent.parent / "docs")
            if (folder / "tutorial.md").is_file()
        ),
        None,
    )
    if folder is None:
        raise BadInput("the pages are missing; install qgauge again.", file=str(PACKAGE / "docs"))
    found = {}
    for inside in ("", CARDS):
        for file in sorted((folder / inside).glob("*.md"), key=lambda file: file.name.lower()):
            name = f"{inside}{file.stem}"
            with file.open(encoding="utf-8") as stream:
                found[name] = Page(name, stream.readline().removeprefix("# ").strip(), file)
    return found


def find(wanted: str, every: Mapping[str, Page]) -> Page:
    """Return the page with this name, or the card of this metric."""
    name = wanted.strip().removeprefix("docs/").removesuffix(".md").lower()
    names = {one.lower(): page for one, page in every.items()}
    metrics = _cards(every)
    for known in (names, metrics):
        if name in known:
            return known[name]
    if (card := f"{CARDS}{name}") in names:
        return names[card]
    hint = did_you_mean(name, [*every, *metrics])
    raise BadSetting(f"There is no page '{wanted}'.{hint} `qgauge docs` lists them all.")


def _cards(every: Mapping[str, Page]) -> dict[str, Page]:
    """Return the card of each metric; its title names the metrics."""
    return {
        metric: page
        for page in every.values()
        if page.name.startswith(CARDS)
        for metric in page.title.split(", ")
    }


def _print_list(every: Mapping[str, Page]) -> None:
    out = console()
    shown = table(["page", "title"])
    for page in every.values():
        shown.add_row(Text(page.name), Text(page.title))
    out.print(shown)
    out.print(Text("\nqgauge docs PAGE prints a page, and qgauge docs METRIC the card of a metric"))
