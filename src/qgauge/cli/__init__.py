"""The `qgauge` command: one module per subcommand. No other package prints."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

BAD_INPUT = 2
"""Exit code for invalid input, settings or options. No output was written."""

_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # Windows has no SIGHUP
]


def main() -> None:
    """Run the command. Errors from users or the system never end in a traceback."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup, and `&` in scripts, ignore it
            signal.signal(number, _leave)
    _prepare_streams()
    try:
        from qgauge.cli.app import app

        try:
            app(prog_name="qgauge")  # also for `python -m qgauge`
        finally:
            sys.stdout.flush()
    except OSError as error:
        quiet()
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError):  # stderr may be the stream that failed
                message = f"qgauge: cannot write the output: {error.strerror or error}"
                print(message, file=sys.stderr, flush=True)
        sys.exit(1 if isinstance(error, BrokenPipeError) else BAD_INPUT)


class Terminated(KeyboardInterrupt):
    """Raised on a termination signal: Ctrl-C, `kill`, or a closed terminal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise on signals while a subcommand runs, so that files are cleaned up; ignore them later."""
    mine = [number for number in _SIGNALS if signal.getsignal(number) is _leave]
    for number in mine:
        signal.signal(number, _stop)
    before = sys.unraisablehook
    sys.unraisablehook = lambda unraisable: _unraised(unraisable, before)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_IGN)
        sys.unraisablehook = before


def quiet() -> None:
    """Redirect stdout to /dev/null, so that Python does not report a failed flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leave(number: int, _: object) -> None:
    # no work has started yet, and an exception raised during an import may be swallowed
    os.write(2, b"qgauge: interrupted.\n")
    os._exit(128 + number)


def _stop(number: int, _: object) -> None:
    raise Terminated(number)


def _unraised(unraisable: Any, report: Callable[[Any], object]) -> None:
    """Send a signal again that came where Python cannot raise: in a weak reference's callback.

    Not from here: the handler would raise in this function, and Python would print that.
    """
    if isinstance(unraisable.exc_value, Terminated):
        again = (os.getpid(), unraisable.exc_value.number)
        Timer(0.01, os.kill, again).start()
    else:
        report(unraisable)


def _prepare_streams() -> None:
    """Handle closed streams, and escape characters that the encoding of a stream lacks."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print("qgauge: stdout is closed, so nothing can be printed.", file=sys.stderr)
        sys.exit(BAD_INPUT)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
