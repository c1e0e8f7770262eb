"""Plug-ins: the example is installed and used; a broken one is skipped."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.command import Done, run_apart, run_in_process

from qgauge import plugins

EXAMPLE = Path(__file__).parent.parent / "examples" / "plugin"
Run = Callable[..., Done]

BROKEN = {
    "qgauge.metrics": {
        "bleu1": "broken:Nothing",  # a built-in metric, which plug-ins cannot replace
        "explodes": "broken_module:Metric",
        "missing": "broken:NotThere",
        "no_metric": "broken:Plain",
        "misnamed": "broken:Misnamed",
    },
    "qgauge.engines": {"parser.explodes": "broken_module:Parser", "reader.dumb": "broken:Plain"},
    "qgauge.readers": {"bad": "broken:read_badly"},
}
CODE = """
from qgauge.metrics.bleu import Bleu1
class Plain:
    def __init__(self, *_): ...
class Misnamed(Bleu1):
    name = "other"
def read_badly(lines):
    for line in lines:
        yield {"question": line.strip()}
        raise KeyError("answer")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example with pip and return the folder."""
    folder = tmp_path_factory.mktemp("packages")
    copy = tmp_path_factory.mktemp("source") / "plugin"
    shutil.copytree(EXAMPLE, copy)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--target", str(folder)]
    subprocess.run([*command, str(copy)], check=True, capture_output=True, text=True)
    return folder


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    folder = tmp_path / "broken"
    info = folder / "broken-0.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0.1\n")
    lines = [
        line
        for group, points in BROKEN.items()
        for line in (f"[{group}]", *(f"{name} = {what}" for name, what in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    (folder / "broken.py").write_text(CODE)
    (folder / "broken_module.py").write_text("raise RuntimeError('no luck today')\n")
    return folder


@pytest.fixture
def qgauge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run the command in this process as if these packages were installed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path, modules = sys.path, set(sys.modules)

    def run(*words: str, packages: Path) -> Done:
        sys.path = [str(packages), *path]
        plugins.found.cache_clear()
        return run_in_process(*words, cwd=tmp_path)

    yield run
    sys.path = path
    plugins.found.cache_clear()
    for name in {"broken", "broken_module", "qgauge_example"} - modules:
        sys.modules.pop(name, None)


@pytest.fixture
def qgauge_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Like `qgauge`, in a separate process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*words: str, packages: Path) -> Done:
        path = os.pathsep.join([str(packages), *filter(None, [os.environ.get("PYTHONPATH")])])
        monkeypatch.setenv("PYTHONPATH", path)
        return run_apart(*words, cwd=tmp_path)

    return run


def test_the_example_is_as_short_as_promised() -> None:
    code = (EXAMPLE / "qgauge_example.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in code if line.strip()]) <= 40


def test_the_example_is_listed_with_its_package(qgauge: Run, installed: Path) -> None:
    done = qgauge("list", "--json", packages=installed)
    found = {one["name"]: one for one in json.loads(done.stdout)["metrics"]}
    assert found["brevity"]["from"] == "qgauge-example 1.0"
    assert found["brevity"]["settings"]["words"] == {"takes": "int", "default": "8"}
    assert found["bleu1"]["from"] == "qgauge"
    lines = qgauge("list", packages=installed).stdout.splitlines()
    assert lines[0].split()[:3] == ["metric", "from", "needs"]
    (brevity,) = [line for line in lines if line.startswith("brevity ")]
    assert brevity.split()[1:3] == ["qgauge-example", "1.0"]
    assert [line.split()[1] for line in lines if line.startswith("bleu1 ")] == ["qgauge"]
    assert "is the question short?" in qgauge("list", "brevity", packages=installed).stdout
    listed = json.loads(qgauge("list", "plugins", "--json", packages=installed).stdout)["plugins"]
    assert {(one["kind"], one["name"], one["from"], one["problem"]) for one in listed} == {
        ("metric", "brevity", "qgauge-example 1.0", None),
        ("engine", "grammarian.doubles", "qgauge-example 1.0", None),
        ("reader", "qa", "qgauge-example 1.0", None),
    }
    tools = json.loads(qgauge("models", "list", "--json", packages=installed).stdout)["tools"]
    assert ("grammarian", "doubles", "qgauge-example 1.0", "ok") in {
        (one["role"], one["engine"], one["from"], one["state"]) for one in tools
    }
    assert "qgauge-example 1.0" in qgauge("models", "list", packages=installed).stdout


def test_the_metric_and_the_reader_score_a_file(
    qgauge_apart: Run, installed: Path, tmp_path: Path
) -> None:
    """The limit is 8 words and the second question has 16, so .5; with words=4, 4/5 and 4/16."""
    long = "who " * 15 + "then?"
    (tmp_path / "in.qa").write_text(f"Who built it in May? | Ada\n{long} | Bo\n", encoding="utf-8")
    for workers in ("1", "2"):
        done = qgauge_apart(
            *("score", "in.qa", "-m", "brevity", "-m", "brevity:words=4", "--json"),
            *("--workers", workers, "-o", "out.jsonl"),
            packages=installed,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)["metrics"]
        assert found["brevity"]["value"] == pytest.approx(0.75)
        assert found["brevity:words=4"]["value"] == pytest.approx((4 / 5 + 4 / 16) / 2)
        assert found["brevity"]["signature"].startswith("brevity|words:8|v:")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == ["1", "2"]


def test_the_engine_can_be_tried(qgauge: Run, installed: Path) -> None:
    words = ("models", "try", "grammarian", "Who built the the tower?", "--engine", "doubles")
    done = qgauge(*words, "--json", packages=installed)
    found = json.loads(done.stdout)
    assert found["identity"] == "doubles-1.0"
    (error,) = found["results"][0]["result"]["errors"]
    assert (error["start"], error["end"], error["suggestion"]) == (10, 17, "the")
    shown = qgauge(*words, packages=installed).stdout
    assert "doubled" in shown and "well-formed" not in shown


def test_a_broken_package_is_reported_and_skipped(qgauge: Run, broken: Path) -> None:
    done = qgauge("list", "--json", packages=broken)
    assert done.returncode == 0
    names = [one["name"] for one in json.loads(done.stdout)["metrics"]]
    assert not {"explodes", "missing", "no_metric", "misnamed"} & set(names)
    assert names.count("bleu1") == 1
    for name, problem in {
        "explodes": "RuntimeError: no luck today",
        "missing": "AttributeError",
        "no_metric": "it is not a subclass of qgauge.Metric",
        "misnamed": "its class has a different name, 'other'",
    }.items():
        assert f"The metric '{name}' from the package broken 0.1 cannot be used: " in done.stderr
        assert problem in done.stderr
    listed = json.loads(qgauge("list", "plugins", "--json", packages=broken).stdout)["plugins"]
    problems = {one["name"]: one["problem"] for one in listed}
    assert problems["bleu1"] == "skipped: qgauge already has a metric of this name"
    assert problems["parser.explodes"] == "skipped: RuntimeError: no luck today"
    assert "no luck today" in qgauge("models", "list", packages=broken).stdout
    assert "no luck today" in qgauge("list", "plugins", packages=broken).stdout


def test_requesting_a_broken_plugin_gets_a_message(
    qgauge: Run, broken: Path, tmp_path: Path
) -> None:
    (tmp_path / "in.bad").write_text("Who?\nWhat?\n", encoding="utf-8")
    (tmp_path / "in.txt").write_text("Who?\n", encoding="utf-8")
    (tmp_path / "in.worse").write_text("Who?\n", encoding="utf-8")
    beside = ("in.txt", "--references", "in.txt")
    for words, complaint in (
        (("score", *beside, "-m", "explodes"), "cannot be used: RuntimeError: no luck today"),
        (("score", *beside, "-m", "explode"), "Did you mean 'explodes'"),
        (("score", *beside, "-m", "q_bleu1:names=parser", "--parser", "explodes"), "no luck today"),
        (("models", "try", "reader", "a", "b", "--engine", "dumb"), "it has no 'identity'"),
        (("models", "try", "reader", "a", "b", "--engine", "dump"), "hf:MODEL or dumb"),
        (
            ("score", "in.bad", "-m", "bleu1"),
            "in.bad, line 1: the reader of the package broken 0.1",
        ),
        (("score", "in.worse", "-m", "bleu1"), "txt, bad"),
    ):
        done = qgauge(*words, packages=broken)
        assert done.returncode == 2
        assert complaint in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_no_plugins_gets_a_message(qgauge: Run, tmp_path: Path) -> None:
    done = qgauge("list", "plugins", packages=tmp_path)
    assert done.stdout == "No plug-ins are installed.\n"
