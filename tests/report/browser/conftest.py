"""A browser and pages for the tests marked `browser`, which run only with `-m browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser import Browser, axe_source, chromium, missing
from helpers.report_pages import make_pages


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave these tests out of every run that does not ask for them."""
    return None if "browser" in config.option.markexpr else True


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a running browser."""
    if lacking := missing():
        pytest.skip(f"needs {lacking}")
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def pages(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Return pages of every kind, by name."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield make_pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def axe(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the source of axe-core."""
    return axe_source(pytestconfig, tmp_path_factory.mktemp("axe"))
