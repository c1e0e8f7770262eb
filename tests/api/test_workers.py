"""`workers=` in scripts and notebooks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CALL = """
import qgauge
rows = [{"question": f"Who met {at}?", "references": f"Who saw {at}?"} for at in range(1200)]
def work():
    print(qgauge.score(rows, ["bleu1"], workers=2)["bleu1"].value)
"""


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120)


def test_without_a_main_guard_the_error_says_what_to_write(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{CALL}\nwork()\n")
    done = run(script)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("Traceback") == 1
    message = done.stderr.partition("BadSetting: ")[2]
    assert message.startswith("workers=2 starts new processes")
    assert message.endswith(
        'if __name__ == "__main__":\n    results = qgauge.score(rows, workers=2)\n'
        "    print(results)\n\n"
    )


def test_an_unguarded_call_in_processes_of_others_is_named_too(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"{CALL}\nif __name__ == '__main__':\n"
        "    from multiprocessing import get_context\n"
        "    child = get_context('spawn').Process(target=print)\n"
        "    child.start(); child.join()\n"
        "else:\n    work()\n"
    )
    done = run(script)
    assert "BadSetting: workers=2 starts new processes" in done.stderr


@pytest.mark.parametrize("guarded", [True, False], ids=["script", "no main file"])
def test_with_a_guard_and_in_notebooks_it_works(tmp_path: Path, guarded: bool) -> None:
    if guarded:
        script = tmp_path / "script.py"
        script.write_text(f"{CALL}\nif __name__ == '__main__':\n    work()\n")
        done = run(script)
    else:  # in a notebook, too, the main module has no file
        done = run("-c", f"{CALL}\nwork()")
    assert (done.returncode, done.stderr) == (0, "")
    assert float(done.stdout) == pytest.approx(2 / 3)
