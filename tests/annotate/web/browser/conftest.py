"""A browser and a running app for the tests marked `browser`, which run only with `-m browser`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from helpers.browser import Browser, chromium, missing

if TYPE_CHECKING:
    from qgauge.annotate.web.models import Person


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave these tests out of every run that does not ask for them."""
    return None if "browser" in config.option.markexpr else True


@pytest.fixture(scope="session")
def _chromium() -> Iterator[Browser]:
    if lacking := missing():
        pytest.skip(f"needs {lacking}")
    with chromium() as started:
        yield started


@pytest.fixture
def address(db: None) -> Iterator[str]:
    """Run the app on a free port, and return its address."""
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadedWSGIServer(("127.0.0.1", 0), Quiet)
    server.set_app(get_wsgi_application())
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def enter(_chromium: Browser, address: str) -> Iterator[Callable[..., Browser]]:
    """Open the app as a person, with nothing kept from the test before: `enter(ann)`."""
    from qgauge.annotate.web.people import entry_secret

    def open_as(person: Person) -> Browser:
        _chromium.look(1280)
        _chromium.driver.get(f"{address}/enter/{entry_secret(person)}/")
        return _chromium

    yield open_as
    _chromium.driver.execute_cdp_cmd("Network.enable", {})
    go_offline(_chromium, False)
    _chromium.run("localStorage.clear()")
    _chromium.driver.delete_all_cookies()
    _chromium.driver.get("about:blank")


def go_offline(browser: Browser, offline: bool) -> None:
    """Cut the connection to the app, or restore it."""
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )
