"""A browser and servers for the tests marked `browser`, which run only with `-m browser`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from helpers.annotation_server import Server
from helpers.browser import axe_source, chromium, missing
from helpers.rating_page import Page


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave these tests out of every run that does not ask for them."""
    return None if "browser" in config.option.markexpr else True


def _need_browser() -> None:
    pytest.importorskip("django", reason="needs the extra `annotate`")
    if lacking := missing():
        pytest.skip(f"needs {lacking}")


@pytest.fixture(scope="session")
def _browser() -> Iterator[Page]:
    _need_browser()
    with chromium() as started:
        yield Page(started)


@pytest.fixture
def page(_browser: Page) -> Iterator[Page]:
    """Return the window of a browser that knows nobody; at the end, nothing may have run in it."""
    _browser.look(1280)
    _browser.forget()
    yield _browser
    assert _browser.complaints() == []


@pytest.fixture(scope="session")
def without_scripts() -> Iterator[Page]:
    """Return the window of a browser whose user has switched JavaScript off."""
    _need_browser()
    with chromium({"profile.managed_default_content_settings.javascript": 2}) as started:
        yield Page(started)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server: `serve(rows, "qgeval", "--team")`; see `Server`."""
    with ExitStack() as running:
        yield lambda *what: running.enter_context(Server(tmp_path, *what))


@pytest.fixture(scope="session")
def axe(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the source of axe-core."""
    return axe_source(pytestconfig, tmp_path_factory.mktemp("axe"))
