"""Serve the app with waitress, a server in pure Python."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from typing import Any

from qgauge.annotate.web.settings import MOST_BYTES
from qgauge.core import BadSetting

THREADS = 8
"""Requests at once. More threads would only wait for the processor and the database."""

MOST_CONNECTIONS = 2000
"""Browsers keep several connections open; above the limit, new ones wait for an old one to end."""


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes a free one.

    Raises:
        BadSetting: The address is taken or unknown.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as problem:
        raise _cannot_listen(host, port, problem) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as problem:
        listener.close()
        raise _cannot_listen(host, port, problem) from None
    return listener


def _cannot_listen(host: str, port: int, problem: OSError) -> BadSetting:
    why = problem.strerror or problem
    return BadSetting(
        f"cannot listen on {host}, port {port}: {why}. Choose another --port or --host."
    )


def application() -> Callable[..., Iterable[bytes]]:
    """Return the app for a WSGI server.

    Requests that name another encoding than UTF-8 are refused before Django sees them: Python knows
    encodings that decode to half characters, which can be neither stored nor shown, and some that
    decode to no text at all. Browsers send forms in UTF-8.
    """
    from django.core.wsgi import get_wsgi_application
    from django.utils.http import parse_header_parameters

    app = get_wsgi_application()

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        try:
            _, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
            is_read = parameters.get("charset", "utf-8").lower() in ("utf-8", "utf8")
        except ValueError:
            is_read = False
        if is_read:
            response: Iterable[bytes] = app(environ, start)
            return response
        start("400 Bad Request", [("Content-Type", "text/plain"), ("Content-Length", "0")])
        return []

    return answer


def serve(listener: socket.socket, proxy: str = "") -> None:
    """Answer requests until the process is stopped.

    Args:
        listener: The socket from `listening`.
        proxy: The address of the proxy that ends HTTPS; only its headers are believed.
    """
    from waitress.server import create_server

    trusted = {}
    if proxy:
        headers = {"x-forwarded-for", "x-forwarded-proto"}
        trusted = {"trusted_proxy": proxy, "trusted_proxy_headers": headers}
    server = create_server(
        application(),
        sockets=[listener],
        threads=THREADS,
        max_request_body_size=2 * MOST_BYTES,
        max_request_header_size=32 * 1024,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,  # select cannot watch more than 1,024 connections
        channel_timeout=60,
        ident=None,
        clear_untrusted_proxy_headers=True,
        **trusted,
    )
    try:
        server.run()
    finally:
        server.close()
