"""A signal that comes where Python cannot raise is not lost, and prints no traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import signal, sys, time, weakref
from qgauge import cli

class Thing:
    pass

signal.signal(signal.SIGTERM, cli._leave)
try:
    with cli.interruptible():
        thing = Thing()
        watched = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGTERM))
        del thing  # the callback runs here, and Python ignores what it raises
        time.sleep(20)
        sys.exit("the signal was lost")
except cli.Terminated as terminated:
    print("stopped by", terminated.number)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_signal_in_a_callback_is_sent_again() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "stopped by 15\n", "")


def test_other_exceptions_are_reported_as_ever() -> None:
    code = """
import weakref
from qgauge import cli

class Thing:
    pass

with cli.interruptible():
    thing = Thing()
    watched = weakref.ref(thing, lambda _: 1 / 0)
    del thing
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "ZeroDivisionError" in done.stderr
