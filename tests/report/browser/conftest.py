"""A browser and pages for the tests marked `browser`, which run only with `-m browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser import Browser, chromium, missing
from helpers.report_pages import make_pages

AXE = "axe-core@4.14.0"


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
    """Return the source of axe-core, fetched once with npm."""
    assert pytestconfig.cache is not None
    script = pytestconfig.cache.mkdir("axe") / f"{AXE}.js"
    if not script.exists():
        if not shutil.which("npm"):
            pytest.skip("needs npm, or axe.min.js in pytest's cache")
        folder = tmp_path_factory.mktemp("axe")
        done = subprocess.run(["npm", "pack", AXE], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"npm cannot fetch {AXE}: {done.stderr[-300:]}")
        with tarfile.open(next(folder.glob("*.tgz"))) as packed:
            packed.extract("package/axe.min.js", folder, filter="data")
        os.replace(shutil.copy(folder / "package/axe.min.js", script.with_suffix(".part")), script)
    return script.read_text(encoding="utf-8")
