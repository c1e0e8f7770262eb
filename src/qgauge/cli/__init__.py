"""The command `qgauge`: one module per verb. The only room that prints."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

BAD_INPUT = 2
"""Exit code when the input, a setting or an option cannot be used; nothing was written."""

_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # Windows has no SIGHUP
]


def main() -> None:
    """Entry point of the command. Nothing a user or the system does ends in a traceback."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup and `&` in scripts have it
            signal.signal(number, _leave)
    _mend_streams()
    try:
        from qgauge.cli.app import app

        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        quiet()
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError):  # stderr may be what cannot be written
                said = f"qgauge: cannot write the output: {error.strerror or error}"
                print(said, file=sys.stderr, flush=True)
        sys.exit(1 if isinstance(error, BrokenPipeError) else BAD_INPUT)


class Terminated(KeyboardInterrupt):
    """A signal to end: Ctrl-C, `kill`, or a terminal that was closed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def interruptible() -> Iterator[None]:
    """While a verb works, signals raise, so that files are put in order; after it they wait."""
    mine = [number for number in _SIGNALS if signal.getsignal(number) is _leave]
    for number in mine:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_IGN)


def quiet() -> None:
    """Let go of stdout, so that Python does not complain at exit of what it could not write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leave(number: int, _: object) -> None:
    # nothing is under way yet, and an exception in the middle of an import may get lost
    os.write(2, b"qgauge: interrupted.\n")
    os._exit(128 + number)


def _stop(number: int, _: object) -> None:
    raise Terminated(number)


def _mend_streams() -> None:
    """Streams that are closed, or that speak an encoding which lacks a character to print."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print("qgauge: stdout is closed; nothing can be shown.", file=sys.stderr)
        sys.exit(BAD_INPUT)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
