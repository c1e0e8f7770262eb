"""Turn a page into one HTML file that loads and runs nothing from elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from qgauge import __version__
from qgauge.core.clipping import clip, one_line
from qgauge.core.display import escape_unshown
from qgauge.report.blocks import Page
from qgauge.report.drawing import Drawing

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

LONGEST_TEXT = 20_000
"""Characters of one text on the page; a longer one is cut, with its length."""
LONGEST_DESCRIPTION = 300
"""Characters of the description of a drawing."""


def render(page: Page) -> str:
    """Return the page as HTML. The same page gives the same bytes.

    Args:
        page: The report.

    Returns:
        A complete HTML document with its style and its optional script.

    Examples:
        >>> from qgauge.report import Page, render
        >>> html = render(Page("My <questions>", ["All of them are good."]))
        >>> "<h1>My &lt;questions&gt;</h1>" in html
        True
    """
    style, script = _read("style.css"), _read("table.js")
    return _template().render(
        page=page,
        ids=section_ids(page),
        style=_raw(style),
        script=_raw(script),
        policy=_policy(style, script),
        version=__version__,
    )


def _policy(style: str, script: str) -> str:
    """Return a policy under which a browser runs and loads nothing but our style and script."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _read(name: str) -> str:
    return (files("qgauge.report") / "templates" / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    from jinja2 import DictLoader, Environment, StrictUndefined

    environment = Environment(
        loader=DictLoader({name: _read(name) for name in ("page.html", "discourse.html")}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["svg"] = _svg
    return environment.get_template("page.html")


def _shown(value: Any) -> Any:
    """Return a value for the page: control characters are escaped, endless texts are cut."""
    if type(value) is not str:
        return value
    if len(value) > LONGEST_TEXT:
        value = f"{value[:LONGEST_TEXT]} … ({len(value):,} characters)"
    return escape_unshown(value)


def slug(title: str) -> str:
    """Return the id of a section."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"


def section_ids(page: Page) -> list[str]:
    """Return an id for each section; titles that give the same one are numbered."""
    ids: list[str] = []
    for section in page.sections:
        base = name = slug(section.title)
        at = 1
        while name in ids:
            at += 1
            name = f"{base}-{at}"
        ids.append(name)
    return ids


def _svg(drawing: Drawing) -> Markup:
    description = _shown(clip(one_line(drawing.description), LONGEST_DESCRIPTION))
    return _raw(replace(drawing, description=description).svg())


def _raw(text: str) -> Markup:
    """Return text that qgauge has made, which needs no escaping."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - files of the package, and shapes with escaped descriptions
