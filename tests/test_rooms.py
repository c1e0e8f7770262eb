"""Architecture tests: what each package may import, and how fast `import qgauge` is."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "qgauge"

MAY_IMPORT = {
    "core": set(),
    "plugins": {"core"},
    "text": set(),
    "stats": set(),
    "prompts": set(),
    "models": {"core"},
    "tools": {"core", "models", "plugins", "prompts", "text"},
    "statements": {"text", "tools"},
    "questions": {"statements", "text", "tools"},
    "metrics": {
        "core",
        "models",
        "plugins",
        "prompts",
        "questions",
        "statements",
        "stats",
        "text",
        "tools",
    },
    "concepts": {"core", "data", "stats", "text"},
    "items": {"concepts", "core", "data", "stats"},
    "sets": {"concepts", "core", "metrics", "questions", "run", "text", "tools"},
    "data": {"core", "plugins"},
    "generation": {
        "concepts",
        "core",
        "data",
        "metrics",
        "models",
        "questions",
        "run",
        "sets",
        "statements",
        "text",
        "tools",
    },
    "qud": {"core", "data", "metrics", "models", "prompts", "run", "stats", "text", "tools"},
    "noise": {"core", "text"},
    "meta": {"core", "data", "run", "stats"},
    "report": {"concepts", "core", "items", "meta", "metrics", "qud", "run", "sets", "stats"},
    "run": {"core", "metrics", "stats"},
    "shards": {"core", "data", "run"},
    "tune": {"core", "metrics", "run", "stats"},
    "api": {
        "core",
        "data",
        "gates",
        "generation",
        "meta",
        "metrics",
        "qud",
        "run",
        "stats",
        "tools",
    },
    "annotate": {"concepts", "core", "data", "meta", "metrics", "prompts", "qud", "stats", "text"},
    "gates": {"core"},
    "testing": {"api", "core", "data", "gates", "run"},
    "pytest_plugin": {"testing"},
    "integrations": {"api", "core", "data", "metrics"},
    "cli": {
        "annotate",
        "concepts",
        "core",
        "data",
        "gates",
        "generation",
        "items",
        "meta",
        "metrics",
        "models",
        "noise",
        "plugins",
        "qud",
        "report",
        "run",
        "sets",
        "shards",
        "statements",
        "stats",
        "tools",
        "tune",
    },
}
"""ARCHITECTURE.md shows the same table. Every package may import `qgauge` itself (the version)."""


def imported_rooms(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert node.level == 0, f"{file}: relative imports are not allowed"
        for name in names:
            pieces = name.split(".")
            if pieces[0] == "qgauge" and len(pieces) > 1 and pieces[1] in MAY_IMPORT:
                found.add(pieces[1])
    return found


def rooms() -> list[str]:
    return sorted(
        path.stem
        for path in PACKAGE.iterdir()
        if (path.is_dir() or path.suffix == ".py") and not path.name.startswith("__")
    )


def test_every_package_is_in_the_table() -> None:
    assert rooms() == sorted(MAY_IMPORT)


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_packages_import_only_what_they_may(room: str) -> None:
    folder = PACKAGE / room
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{room}.py"]
    assert files
    for file in files:
        foreign = imported_rooms(file) - MAY_IMPORT[room] - {room}
        assert not foreign, f"{file} imports {foreign}"


KNOWN_TO_METRICS = {"asking", "judge", "once", "question_classes", "roles"}
"""Metrics may import the output types of tools, but neither engines nor the cache."""


def imported_tools(*folders: str) -> set[str]:
    """Return the modules and packages of `tools` that the files in these folders import."""
    found = set()
    for file in (file for folder in folders for file in (PACKAGE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("qgauge.tools"):
                names = [f"{node.module}.{name.name}" for name in node.names]
                found |= {name.split(".")[2] for name in names}
    return found


def test_metrics_import_only_tool_types() -> None:
    assert imported_tools("metrics", "qud/criteria") <= KNOWN_TO_METRICS


def test_annotate_imports_only_the_rubric_reader_of_metrics() -> None:
    found = set()
    for file in (PACKAGE / "annotate").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("qgauge.metrics"):
                found.add(node.module)
    assert found == {"qgauge.metrics.rubric"}


def test_statements_and_questions_import_only_the_parse_type() -> None:
    assert imported_tools("statements") == imported_tools("questions") == {"roles"}


def test_roles_do_not_import_models() -> None:
    code = (
        "import sys, qgauge.tools.roles; heavy = {'numpy', 'onnxruntime', 'sqlite3'}; "
        "print(sorted(heavy & set(sys.modules)), 'qgauge.models' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[] False"


@pytest.mark.parametrize("old", ["box.open_tool", "grammarian.Grammar", "encoder.Encoding"])
def test_old_module_names_still_work(old: str) -> None:
    module, name = old.split(".")
    code = (
        f"import warnings; warnings.simplefilter('always'); "
        f"import qgauge.tools.{module}; from qgauge.tools.{module} import {name}; "
        f"assert qgauge.tools.{module}.{name} is {name}; print({name}.__module__)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    new = "registry" if module == "box" else "roles"
    assert shown.stdout.strip() == f"qgauge.tools.{new}"
    assert f"DeprecationWarning: qgauge.tools.{module} is now qgauge.tools.{new}." in shown.stderr


def test_architecture_page_shows_the_same_table() -> None:
    page = (PACKAGE.parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for room, allowed in MAY_IMPORT.items():
        line = next(line for line in page.splitlines() if line.startswith(f"| `{room}` |"))
        cell = line.strip("|").split("|")[-1]
        assert set(cell.replace("`", "").replace(",", " ").split()) - {"-"} == allowed, room


def test_import_is_faster_than_importing_numpy() -> None:
    # use processor time and the best of several runs, so that a busy machine does not matter
    def cost(module: str) -> float:
        code = (
            f"import time; start = time.process_time(); import {module}; "
            "print(time.process_time() - start)"
        )
        run = [sys.executable, "-c", code]
        return min(
            float(subprocess.run(run, capture_output=True, check=True).stdout) for _ in range(3)
        )

    assert cost("qgauge") < cost("numpy")


def test_listing_metrics_opens_no_model() -> None:
    code = (
        "import sys; from qgauge.metrics import TABLE, metric_class; "
        "[metric_class(name) for name in TABLE]; "
        "print(sorted({'onnxruntime', 'tokenizers', 'lemminflect'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"


def test_scoring_imports_neither_pandas_nor_other_tasks() -> None:
    code = (
        "import sys, qgauge; rows = [{'question': 'Who?', 'references': 'Who?'}]; "
        "str(qgauge.score(rows, ['bleu1'])); "
        "others = {'pandas', 'IPython', 'qgauge.meta', 'qgauge.qud', 'qgauge.cli'}; "
        "print(sorted(others & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"


def test_import_loads_no_heavy_packages() -> None:
    code = (
        "import sys, qgauge, qgauge.core, qgauge.metrics; "
        "heavy = {'numpy', 'scipy', 'rich', 'typer', 'sacrebleu', 'pyarrow'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "words", [["--help"], ["score", "--help"], ["meta", "--help"], ["models", "try", "--help"]]
)
def test_help_opens_no_model(words: list[str]) -> None:
    code = (
        "import atexit, sys; from qgauge.cli import main; "
        "heavy = {'onnxruntime', 'tokenizers', 'sqlite3', 'scipy', 'jinja2', 'qgauge.models'}; "
        "atexit.register(lambda: print('imported', sorted(heavy & set(sys.modules)))); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, check=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "imported []"
