"""The documentation site: it builds without warnings, and every page is near the front page."""

from __future__ import annotations

import os
import posixpath
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from helpers.blocks import PROJECT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(
        build,
        cwd=PROJECT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


class Links(HTMLParser):
    """Collects link targets, and everything the page loads from other sites."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "a" and values.get("href"):
            self.targets.append(str(values["href"]))
        address = values.get("src") or (values.get("href") if tag == "link" else None)
        if address and urlsplit(address).netloc:
            self.loaded.append(address)


def links_of(site: Path, page: str) -> Links:
    links = Links()
    links.feed((site / page).read_text(encoding="utf-8"))
    return links


def linked_pages(site: Path, page: str) -> set[str]:
    found = set()
    for target in links_of(site, page).targets:
        address = urlsplit(target)
        if not address.scheme and address.path:
            path = posixpath.join(posixpath.dirname(page), unquote(address.path))
            found.add(posixpath.normpath(path))
    return found


def pages_of(site: Path) -> set[str]:
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")} - {"404.html"}


def test_every_page_is_at_most_two_clicks_from_the_front_page(site: Path) -> None:
    pages = pages_of(site)
    one_click = linked_pages(site, "index.html") & pages
    two_clicks = set().union(*(linked_pages(site, page) for page in one_click))
    assert len(pages) > 50
    assert pages - one_click - two_clicks == set()


def test_every_page_on_disk_is_on_the_site(site: Path) -> None:
    on_disk = {path.relative_to(PROJECT / "docs") for path in (PROJECT / "docs").rglob("*.md")}
    assert {path.with_suffix(".html").as_posix() for path in on_disk} <= pages_of(site)


def test_pages_load_nothing_from_other_sites(site: Path) -> None:
    loaded = {page: links_of(site, page).loaded for page in pages_of(site)}
    assert {page: addresses for page, addresses in loaded.items() if addresses} == {}
