"""The error for a missing optional package is one line with the command that installs it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from qgauge.core import MissingTool
from qgauge.tools.registry import ROLES, open_tool

PROJECT = Path(__file__).parent.parent.parent
EXTRAS = {"spacy": "spacy", "stanza": "stanza", "hf": "torch"}
"""The package that each engine needs."""

ENGINES = [
    (role, engine.partition(":")[0])
    for role, about in ROLES.items()
    for engine in about.engines
    if engine.partition(":")[0] in EXTRAS
]


@pytest.mark.parametrize(("role", "engine"), ENGINES)
def test_the_error_for_a_missing_extra_names_the_install_command(
    role: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, EXTRAS[engine], None)  # as if it were not installed
    with pytest.raises(MissingTool) as caught:
        open_tool(role, f"{engine}:en")
    said = str(caught.value)
    assert said == (
        f"The engine {engine} is not installed. Install it with: pip install 'qgauge[{engine}]'"
    )


def test_the_command_line_prints_the_error_as_one_line(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None; sys.argv[0] = 'qgauge'; "
        "from qgauge.cli import main; main()"
    )
    words = ["explain", "--question", "Who?", "--reference", "Who?", "-m", "bertscore"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--encoder", "hf:some/model"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    wanted = "qgauge: The engine hf is not installed. Install it with: pip install 'qgauge[hf]'\n"
    assert done.stderr == wanted


def test_the_extras_exist_and_the_default_install_has_no_torch() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert {"spacy", "stanza", "hf", "languagetool"} <= set(extras)
    heavy = ("torch", "transformers", "stanza", "spacy")
    for plain in (project["dependencies"], extras["languagetool"]):
        assert not [one for one in plain if one.startswith(heavy)]
    assert not [one for one in extras["test"] if one.startswith(("torch", "transformers"))]
