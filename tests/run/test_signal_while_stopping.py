"""A signal that comes while the pool stops: no worker outlives its parent or prints a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SLOW_START = """
import sys, time
if "--multiprocessing-fork" in sys.orig_argv:
    time.sleep(1.5)
"""
RUN = """
import os, signal, threading
from concurrent.futures import ProcessPoolExecutor
from qgauge.run.processes import _shut_down, _signals_deferred, _WorkerContext

class Stop(Exception):
    pass

def stop(number, frame):
    raise Stop

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    pool = ProcessPoolExecutor(1, mp_context=_WorkerContext())
    with _signals_deferred():
        pool.submit(abs, -1)
    (worker,) = pool._processes.values()
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()
    try:
        _shut_down(pool)
    except Stop:
        print("stopped while the worker", "lives" if worker.is_alive() else "is gone")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send SIGTERM to itself")
def test_a_signal_while_a_worker_is_starting(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_START)
    (tmp_path / "run.py").write_text(RUN)
    path = os.pathsep.join(filter(None, [str(tmp_path), *sys.path]))
    done = subprocess.run(
        [sys.executable, tmp_path / "run.py"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert (done.stdout, done.stderr, done.returncode) == (
        "stopped while the worker is gone\n",
        "",
        0,
    )
