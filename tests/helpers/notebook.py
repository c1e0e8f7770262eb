"""Run a notebook, and compare what its cells show with the outputs in its file.

`python -m helpers.notebook ../examples/NAME.ipynb`, run in the folder `tests`, replaces the outputs
in a notebook with what its cells show now, and removes what an editor added to the file.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from helpers.blocks import PROJECT
from helpers.pages import Wrong, bound_for, same

Notebook = dict[str, Any]
Cell = dict[str, Any]
_HEAD = {
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 4,  # from 5 on, every cell needs an id
}
_BAR = re.compile(r"\bwidth:\d+%")


def read(page: Path) -> Notebook:
    """Return the notebook without all that differs from run to run."""
    notebook = json.loads(page.read_text(encoding="utf-8"))
    return {"cells": [_cell(cell) for cell in notebook["cells"]], **_HEAD}


def written(notebook: Notebook) -> str:
    """Return the text of the notebook's file."""
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def executed(page: Path, folder: Path) -> Notebook:
    """Return the notebook with what its cells show in a copy of the examples in the folder.

    The kernel and its client are processes of their own, which read no settings of the user.

    Raises:
        Wrong: A cell raised an error.
    """
    shutil.copytree(PROJECT / "examples", folder / "examples", dirs_exist_ok=True)
    copy = folder / "examples" / page.name
    shutil.copy(page, copy)
    names = ["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"]
    own = {name: str(folder / "settings" / name) for name in [*names, "XDG_CACHE_HOME"]}
    done = subprocess.run(
        [sys.executable, "-c", "from nbclient.cli import main; main()", "--inplace", str(copy)],
        env={**os.environ, **own, "JUPYTER_PLATFORM_DIRS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise Wrong(done.stdout)
    return read(copy)


def differences(shown: Notebook, now: Notebook) -> Iterator[str]:
    """Yield how the cells of two runs of a notebook differ."""
    for one, other in zip(shown["cells"], now["cells"], strict=True):
        before, after = dict(texts(one)), dict(texts(other))
        source = "".join(one["source"])
        for kind in {**before, **after}:
            old, new = (_BAR.sub("width:%", some.get(kind, "")) for some in (before, after))
            if not same(old, new, bound_for(f"{source}\n{new}")):
                yield f"the cell\n{source}\nshows as {kind}\n{new}\nand the notebook has\n{old}"


def texts(cell: Cell) -> Iterator[tuple[str, str]]:
    """Yield the texts that a cell shows, each with its number and kind, such as `1 text/html`."""
    for at, output in enumerate(cell.get("outputs", ()), start=1):
        if output["output_type"] == "stream":
            yield f"{at} {output['name']}", "".join(output["text"])
        else:
            yield from ((f"{at} {kind}", "".join(text)) for kind, text in output["data"].items())


def _cell(cell: Cell) -> Cell:
    kept = {"cell_type": cell["cell_type"], "metadata": {}, "source": _lines(cell["source"])}
    if cell["cell_type"] == "code":
        kept |= {"execution_count": None, "outputs": list(_outputs(cell["outputs"]))}
    return kept


def _outputs(outputs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the outputs without counts, with a stream in one piece, and without ended progress."""
    for (kind, name), some in groupby(outputs, lambda one: (one["output_type"], one.get("name"))):
        if kind == "stream":
            text = "".join("".join(one["text"]) for one in some)
            yield {"output_type": kind, "name": name, "text": _lines(text)}
            continue
        for one in some:
            data = {mime: _lines(text) for mime, text in one["data"].items()}
            counted = {"execution_count": None} if kind == "execute_result" else {}
            if data != {"text/plain": []}:
                yield {"output_type": kind, "data": data, "metadata": {}, **counted}


def _lines(text: str | list[str]) -> list[str]:
    return "".join(text).splitlines(keepends=True)


def renew(page: Path) -> bool:
    """Write the outputs of the notebook anew; return whether that changed its file."""
    before = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        page.write_text(written(executed(page, Path(folder))), encoding="utf-8")
    return page.read_text(encoding="utf-8") != before


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {'updated' if renew(Path(name).resolve()) else 'unchanged'}")
