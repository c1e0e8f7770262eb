"""A worker that is killed while it sends a result does not hang the run when it stops."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from time import sleep

import pytest

from qgauge.run.processes import _shut_down


def _send_half(_: int) -> bytes:
    """Write the start of a message into the pool's pipe, then die."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), b"\0\0\1\0half a message")
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_half_a_result_does_not_hang_the_end() -> None:
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    future = pool.submit(_send_half, 1)
    while not pool._processes or any(one.is_alive() for one in pool._processes.values()):
        sleep(0.05)
    sleep(0.2)
    assert not future.done()  # the pool waits for the rest of the message
    stopping = Thread(target=_shut_down, args=(pool,), daemon=True)
    stopping.start()
    stopping.join(30)
    assert not stopping.is_alive()
