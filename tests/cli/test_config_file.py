"""Defaults of options from qgauge.toml or pyproject.toml."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES, Run
from helpers.command import run_in_process

ROW = {"question": "Who built it?", "references": ["Who built the tower?"]}
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a file of questions, where the file of defaults is looked for."""
    monkeypatch.delenv("QGAUGE_CONFIG")
    (tmp_path / ".git").mkdir()
    (tmp_path / "in.jsonl").write_text(json.dumps(ROW) + "\n")
    return tmp_path


@pytest.fixture
def config(folder: Path) -> Write:
    def save(text: str, name: str = "qgauge.toml") -> Path:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
        return folder / name

    return save


def metrics(done: Any) -> list[str]:
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout)["metrics"])


def test_a_file_gives_defaults_and_the_run_says_so(qgauge: Run, config: Write) -> None:
    config('json = true\n[score]\nmetric = ["bleu1", "rouge_l"]\nmax-unscored = 5\n')
    done = qgauge("score", "in.jsonl")
    assert metrics(done) == ["bleu1", "rouge_l"]
    assert done.stderr == "qgauge: defaults from qgauge.toml: metric, max-unscored, json\n"


def test_the_command_line_wins(qgauge: Run, config: Write) -> None:
    config('[score]\nmetric = ["rouge_l"]\n')
    done = qgauge("score", "in.jsonl", "-m", "bleu1", "--json")
    assert (metrics(done), done.stderr) == (["bleu1"], "")


def test_shared_values_reach_every_command_that_has_the_option(qgauge: Run, config: Write) -> None:
    config('metric = "bleu2"\n[score]\nmetric = "bleu3"\n')
    assert metrics(qgauge("score", "in.jsonl", "--json")) == ["bleu3"]
    assert json.loads(qgauge("rank", "in.jsonl", "--json").stdout)["metric"] == "bleu2"
    assert list(json.loads(qgauge("explain", "in.jsonl", "--json").stdout)["scores"]) == ["bleu2"]
    done = qgauge("list", "--json")  # it has no such option
    assert (done.returncode, done.stderr) == (0, "")


def test_two_word_commands_have_their_own_table(qgauge: Run, config: Write, folder: Path) -> None:
    shutil.copy(EXAMPLES.parent / "qud.jsonl", folder)
    config("[qud.show]\njson = true\n")
    done = qgauge("qud", "show", "qud.jsonl")
    assert json.loads(done.stdout)["article"] == "pool"
    assert done.stderr == "qgauge: defaults from qgauge.toml: json\n"


def test_pyproject_has_a_table(qgauge: Run, config: Write) -> None:
    config("[tool.other]\nx = 1\n[tool.qgauge.score]\nmetric = 'bleu1'\n", "pyproject.toml")
    done = qgauge("score", "in.jsonl", "--json")
    assert metrics(done) == ["bleu1"]
    assert done.stderr == "qgauge: defaults from pyproject.toml: metric\n"


def test_a_pyproject_without_the_table_is_not_even_parsed(qgauge: Run, config: Write) -> None:
    config("not toml, but about qgauge", "pyproject.toml")
    assert qgauge("score", "in.jsonl").returncode == 0


def test_qgauge_toml_comes_before_pyproject(qgauge: Run, config: Write) -> None:
    config("[tool.qgauge]\nmetric = 'bleu1'\n", "pyproject.toml")
    config("metric = 'bleu2'\n")
    assert metrics(qgauge("score", "in.jsonl", "--json")) == ["bleu2"]


def test_the_nearest_file_above_is_taken(folder: Path, config: Write) -> None:
    config("metric = 'bleu1'\n")
    config("", "a/pyproject.toml")
    config("", "a/b/c/empty")
    done = run_in_process("score", folder / "in.jsonl", "--json", cwd=folder / "a" / "b")
    assert metrics(done) == ["bleu1"]
    assert f"defaults from {os.path.join('..', '..', 'qgauge.toml')}: metric" in done.stderr
    config("metric = 'bleu2'\n", "a/qgauge.toml")
    done = run_in_process("score", folder / "in.jsonl", "--json", cwd=folder / "a" / "b")
    assert metrics(done) == ["bleu2"]


@pytest.mark.parametrize("top", [".git", "home"])
def test_the_search_ends_at_the_repository_and_at_home(
    folder: Path, config: Write, monkeypatch: pytest.MonkeyPatch, top: str
) -> None:
    config("metric = 'bleu1'\n")
    inside = folder / "inside" / "deep"
    inside.mkdir(parents=True)
    if top == "home":
        monkeypatch.setenv("HOME", str(folder / "inside"))
    else:
        (folder / "inside" / ".git").write_text("gitdir: elsewhere")
    done = run_in_process("score", folder / "in.jsonl", "--json", cwd=inside)
    assert (metrics(done), done.stderr) == (["bleu4", "rouge_l", "meteor", "q_bleu1"], "")


def test_it_can_be_switched_off_or_named(
    qgauge: Run, config: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    config("metric = 'bleu1'\n")
    config("metric = 'bleu2'\n", "other.toml")
    monkeypatch.setenv("QGAUGE_CONFIG", "off")
    done = qgauge("score", "in.jsonl", "--json")
    assert (len(metrics(done)), done.stderr) == (4, "")
    monkeypatch.setenv("QGAUGE_CONFIG", "other.toml")
    assert metrics(qgauge("score", "in.jsonl", "--json")) == ["bleu2"]
    monkeypatch.setenv("QGAUGE_CONFIG", "none.toml")
    done = qgauge("score", "in.jsonl")
    assert done.returncode == 2
    assert "none.toml: the file of defaults cannot be read: No such file" in done.stderr


def test_help_shows_the_defaults_of_the_file(qgauge: Run, config: Write) -> None:
    config("workers = 2\n")
    done = qgauge("score", "--help")
    assert "[default: 2;" in done.stdout
    assert done.stderr == ""


def test_engines_in_the_file_are_used_only_where_a_metric_needs_them(
    qgauge: Run, config: Write
) -> None:
    config('parser = "spacy:no_such_model"\n')
    assert qgauge("score", "in.jsonl", "-m", "bleu1").returncode == 0
    done = qgauge("score", "in.jsonl", "-m", "q_bleu1:names=parser")
    assert done.returncode == 2
    assert "no_such_model" in done.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("metric = \n", "not TOML: Invalid value (at line 1, column 10)"),
        ("worker = 2\n", "worker: no command has the option 'worker'. Did you mean 'workers'?"),
        ("[scor]\nworkers = 2\n", "scor: there is no command 'scor'. Did you mean 'score'?"),
        (
            "[score]\nmax_unscord = 2\n",
            "score.max_unscord: 'score' has no option 'max_unscord'. Did you mean 'max-unscored'? "
            "`qgauge score --help` lists them.",
        ),
        ("[score]\nthreshold = 1\n", "score.threshold: 'score' has no option 'threshold'."),
        ("[qud]\njson = true\n", "qud.json: 'qud' is a group of commands and has no options"),
        ("[qud.eva]\njson = true\n", "qud.eva: there is no command 'qud eva'. Did you mean 'eval'"),
        ("score = 3\n", "score: the options of a command are in a table: [score]."),
        ("workers = 0\n", "workers: "),
        ('workers = "many"\n', "workers: "),
        ("workers = true\n", "workers: must be a string or a number, not true."),
        ("workers = [1, 2]\n", "workers: 'score' takes one value, not a list."),
        ("workers = 2020-01-01\n", "workers: must be a string or a number, not a date."),
        ('json = "yes"\n', "json: must be true or false, not yes."),
        ("[score]\nmax-unscored = 500\n", "score.max-unscored: "),
        ("metric = [true]\n", "metric: must be a string, a number or a list of them, not true."),
        ("files = ['in.jsonl']\n", "files: no command has the option 'files'."),
        ("output = 'x.jsonl'\n", "output: a file cannot set this option, which names a file to"),
        ("[judge.cache]\nprune = true\n", "judge.cache.prune: a file cannot set this option"),
        ("judge = 'server:m@http://x'\n", "judge: a file cannot set this option, which says where"),
        ("cache = 'x.sqlite'\n", 'cache: a file can only turn the cache off: "off".'),
        ("grammarian = 'languagetool:http://x'\n", "grammarian: a file cannot choose a server"),
        ("reader = 'server:m@http://x'\n", "reader: a file cannot choose a server"),
    ],
)
def test_bad_files_give_one_message(
    qgauge: Run, config: Write, folder: Path, text: str, complaint: str
) -> None:
    config(text)
    done = qgauge("score", "in.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"qgauge: qgauge.toml: {complaint}")
    assert done.stderr.count("\n") == 1
    assert sorted(os.listdir(folder)) == [".git", "in.jsonl", "qgauge.toml"]
    assert qgauge("score", "--help").returncode == 0


@pytest.mark.parametrize("name", ["qgauge.toml", "pyproject.toml"])
def test_odd_files_give_one_message(qgauge: Run, folder: Path, name: str) -> None:
    start = b"" if name == "qgauge.toml" else b"[tool.qgauge]\n"
    for content in (b"x = '\xff'", b"x = " + b"[" * 5000, b"x = 1\nx = 2"):
        (folder / name).write_bytes(start + content)
        done = qgauge("score", "in.jsonl")
        assert done.returncode == 2
        assert done.stderr.startswith(f"qgauge: {name}: not ")
        assert done.stderr.count("\n") == 1


def test_a_pyproject_whose_table_is_no_table(qgauge: Run, config: Write) -> None:
    config("[[tool.qgauge]]\nworkers = 2\n", "pyproject.toml")
    done = qgauge("score", "in.jsonl")
    assert done.returncode == 0  # `[[` does not open the table, and is not ours
    config("tool = {qgauge = 3}\n# [tool.qgauge]\n", "pyproject.toml")
    assert qgauge("score", "in.jsonl").returncode == 0


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("annotate.serve", 'host = "0.0.0.0"'),
        ("annotate.serve", 'url = "https://evil.example"'),
        ("annotate.serve", 'database = "postgres://evil.example/ratings"'),
        ("annotate.serve", "team = true"),
        ("annotate.serve", "new_password = true"),
        ("annotate.serve", "plain_http = true"),
        ("annotate.serve", 'proxy = "192.0.2.1"'),
        ("annotate.serve", 'key_file = "known.key"'),
        ("annotate.export", 'data_sheet = "x.md"'),
        ("annotate.export", "names = true"),
        ("annotate.export", "notes = true"),
    ],
)
def test_a_file_cannot_open_the_annotation_app_or_give_raters_away(
    qgauge: Run, config: Write, tmp_path: Path, table: str, line: str
) -> None:
    name = line.split()[0]
    before = sorted(tmp_path.iterdir())
    for text, key in ((f"[{table}]\n{line}\n", f"{table}.{name}"), (f"{line}\n", name)):
        config(text)
        done = qgauge("annotate", "in.jsonl", "--scheme", "answerability", "--no-serve")
        assert done.returncode == 2 and f"{key}: a file cannot set this option" in done.stderr
    assert {file.name for file in tmp_path.iterdir()} <= {
        *(file.name for file in before),
        "qgauge.toml",
    }


def test_no_file_that_a_user_did_not_write_can_make_qgauge_write_delete_or_send() -> None:
    from typer.main import get_command

    from qgauge.cli.app import app
    from qgauge.cli.config_file import NOT_BY_FILE, _options, _verbs

    meant = {"output", "export", "html", "plot", "refused", "clear", "prune", "all", "judge"}
    every = {name for _, verb in _verbs(get_command(app)) for name in _options(verb)}
    annotate = {"data-sheet", "key-file", "database", "names", "notes"}
    annotate |= {"host", "url", "team", "new-password", "plain-http", "proxy", "allow-untrusted"}
    meant |= {"address", "restart"}
    assert meant | {"tune"} | annotate == set(NOT_BY_FILE)
    assert set(NOT_BY_FILE) <= every
