"""Serve the app with waitress, a server in pure Python."""

from __future__ import annotations

import socket

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


def serve(listener: socket.socket, proxy: str = "") -> None:
    """Answer requests until the process is stopped.

    Args:
        listener: The socket from `listening`.
        proxy: The address of the proxy that ends HTTPS; only its headers are believed.
    """
    from django.core.wsgi import get_wsgi_application
    from waitress.server import create_server

    trusted = {}
    if proxy:
        headers = {"x-forwarded-for", "x-forwarded-proto"}
        trusted = {"trusted_proxy": proxy, "trusted_proxy_headers": headers}
    server = create_server(
        get_wsgi_application(),
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
