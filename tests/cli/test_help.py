"""The help of every verb: what it shows, and that its examples work."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from helpers.command import run_in_process
from helpers.fault_server import FaultServer
from typer.main import get_command

from qgauge.cli import options, qud_options
from qgauge.cli.app import VERBS, app
from qgauge.cli.examples import EXAMPLES
from qgauge.concepts import ConceptSettings
from qgauge.concepts.offsets import UNITS
from qgauge.items import ItemSettings
from qgauge.metrics import TABLE, metric_class
from qgauge.metrics.metric import Metric, setting_types
from qgauge.qud.criteria.reference import inner_metric
from qgauge.qud.flags import Flags
from qgauge.qud.labelling import CRITERIA
from qgauge.sets.duplicates import SIMILARITY

FOLDER = Path(__file__).parent.parent.parent / "examples"
GROUPS = sorted({words.split()[0] for words in VERBS if " " in words})


def verb(words: str) -> Any:
    command: Any = get_command(app)
    for word in words.split():
        command = command.commands[word]
    return command


def help_of(qgauge: Any, words: str) -> str:
    return str(qgauge(*words.split(), "--help").stdout)


# ------------------------------------------------------------------ -h and python -m


@pytest.mark.parametrize("words", ["", *GROUPS, *VERBS])
def test_h_is_help(qgauge: Any, words: str) -> None:
    short, long = qgauge(*words.split(), "-h"), qgauge(*words.split(), "--help")
    assert short.returncode == 0
    assert short.stdout == long.stdout
    assert short.stdout.startswith(f"Usage: qgauge {words}".rstrip())
    assert "-h, --help" in short.stdout


@pytest.mark.parametrize("words", ["", *GROUPS, *VERBS])
def test_help_fits_a_terminal(qgauge: Any, words: str) -> None:
    most = 88 if words == "noise" else 80  # its table of kinds
    wide = [line for line in help_of(qgauge, words).splitlines() if len(line) > most]
    assert wide == []


def test_python_m_is_the_command(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "qgauge"]
    shown = subprocess.run([*run, "score", "-h"], capture_output=True, text=True, cwd=tmp_path)
    assert shown.returncode == 0
    assert shown.stdout.startswith("Usage: qgauge score ")
    bad = subprocess.run([*run, "score", "no.jsonl"], capture_output=True, text=True, cwd=tmp_path)
    assert (bad.returncode, bad.stderr.startswith("qgauge: no.jsonl")) == (2, True)


def test_no_message_points_to_a_file_of_the_repository(qgauge: Any) -> None:
    for words in ["", *GROUPS, *VERBS]:
        assert not re.search(r"\bdocs/\w", help_of(qgauge, words)), words


# ------------------------------------------------------------------ allowed values


def _choices() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield verb, option and values of the options whose values the code behind them fixes."""
    for words, settings in (("items", ItemSettings), ("concepts", ConceptSettings)):
        kinds = get_type_hints(settings)
        for field in dataclasses.fields(settings):  # type: ignore[arg-type]
            if get_origin(kinds[field.name]) is Literal:
                yield words, field.name, get_args(kinds[field.name])
    yield "concepts", "offsets", UNITS
    methods = [setting_types(metric_class(name))["method"] for name in CRITERIA.values()]
    for words in ("qud eval", "qud meta"):
        yield words, "criterion", tuple(CRITERIA)
        yield words, "method", tuple(value for kind in methods for value in get_args(kind))
    for words in VERBS:
        for param in verb(words).params:
            kind = getattr(param, "type_descriptor", None)
            if kind is not None and kind.is_choice:
                name = param.opts[0].removeprefix("--")
                yield words, name, tuple(str(value.value) for value in kind.choices)


CHOICES = list(_choices())


@pytest.mark.parametrize(("words", "name", "values"), CHOICES)
def test_help_shows_the_allowed_values(
    qgauge: Any, words: str, name: str, values: tuple[str, ...]
) -> None:
    shown = re.split(r"\n  (?=-)", help_of(qgauge, words))
    (about,) = [one for one in shown if one.startswith(f"--{name} ")]
    for value in values:
        assert re.search(rf"\b{re.escape(value)}\b", about), value


def test_the_choices_are_found() -> None:
    found = {f"{words} {name}" for words, name, _ in CHOICES}
    assert found >= {"items power", "items by", "items missing", "meta level", "meta gold"}
    assert found >= {"meta kind", "tune gold", "concepts compare", "concepts similarity"}
    assert set(qud_options.METHODS) == {
        value for words, name, values in CHOICES if name == "method" for value in values
    }
    assert tuple(CRITERIA) == qud_options.CRITERIA


def test_judge_help_lists_the_rubrics(qgauge: Any) -> None:
    from qgauge.metrics.rubric import shipped

    shown = " ".join(help_of(qgauge, "judge run").split())
    assert all(rubric in shown for rubric in shipped())


# ------------------------------------------------------------------ roles


def _roles(metric: type[Metric]) -> set[str]:
    """Return the roles of a metric with its usual settings, and with each other setting."""
    found = set(metric.uses)
    for setting, kind in [("", None), *setting_types(metric).items()]:
        for value in get_args(kind) if get_origin(kind) is Literal else [None]:
            try:
                made = metric(**({} if value is None else {setting: value}))
            except Exception:  # noqa: BLE001 - some settings need others
                continue
            found |= set(made.roles())
    return found


def _of_metrics(names: list[str]) -> set[str]:
    return {role for name in names for role in _roles(metric_class(name))}


def _used_roles(words: str) -> set[str]:
    criteria = list(CRITERIA.values())
    if words == "set":
        return set(SIMILARITY.roles())
    if words == "tune":
        return _of_metrics([name for name in TABLE if name.startswith("q_")] + ["quality"])
    if words.startswith("qud "):
        inner = []
        for name in TABLE:
            try:
                inner.append(inner_metric(name).name)
            except Exception:  # noqa: BLE001 - it needs settings, or uses no references
                continue
        flags = set(Flags.uses) if words == "qud eval" else set()
        return _of_metrics(criteria) | _of_metrics(inner) | flags
    return _of_metrics([name for name in TABLE if words != "rank" or name not in criteria])


@pytest.mark.parametrize(
    "words", ["score", "rank", "explain", "compare", "meta", "tune", "set", "qud eval", "qud meta"]
)
def test_help_has_the_roles_that_the_verb_can_use_and_no_others(words: str) -> None:
    offered = {param.name for param in verb(words).params} & set(options.ENGINES)
    assert offered == _used_roles(words)


def test_an_engine_that_a_verb_cannot_use_is_an_unknown_option(qgauge: Any) -> None:
    done = qgauge("set", "x.jsonl", "--judge", "server:m@http://localhost")
    assert done.returncode == 2
    assert "No such option" in done.stderr


# ------------------------------------------------------------------ options of other metrics


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tune", "-m", "quality", "rated.jsonl", "--bags", "3"], "--bags cannot be used with qu"),
        (["tune", "rated.jsonl", "--folds", "3"], "--folds cannot be used with q_bleu1"),
        (["judge", "cache", "--all"], "--all can only be used with --prune"),
        (["judge", "cache", "--prune", "--all", "--model", "m"], "give --all, or what to delete"),
    ],
)
def test_options_without_effect_are_refused(qgauge: Any, words: list[str], complaint: str) -> None:
    done = qgauge(*words)
    assert done.returncode == 2
    assert complaint in done.stderr


# ------------------------------------------------------------------ examples


def test_every_verb_has_examples_and_shows_them(qgauge: Any) -> None:
    assert list(EXAMPLES) == list(VERBS)
    for words, examples in EXAMPLES.items():
        shown = help_of(qgauge, words).partition("\n  Examples:\n")[2].replace("\\\n", "")
        shown = " ".join(shown.split())
        assert 1 <= len(examples) <= 3
        for example in examples:
            # `annotate FILE` is short for `annotate serve FILE`
            assert example.startswith(f"qgauge {words.removesuffix(' serve')} ".rstrip())
            assert example in shown


@pytest.fixture(scope="module")
def server() -> Iterator[FaultServer]:
    with FaultServer() as made:
        yield made


SLOW = ("rank", "meta", "tune", "set", "qud eval", "qud meta", "models try", "score")


@pytest.mark.parametrize(
    ("words", "example"),
    [
        pytest.param(words, one, marks=[pytest.mark.slow] if words in SLOW else [])
        for words, examples in EXAMPLES.items()
        for one in examples
        if not words.startswith("annotate ")
    ],
)
def test_examples_work(words: str, example: str, tmp_path: Path, server: FaultServer) -> None:
    here = tmp_path / "examples"
    shutil.copytree(FOLDER, here)
    command = example
    if "--judge" in example:
        command = re.sub(r"http://localhost:11434/v1", f"{server.url},store=a.sqlite", example)
        assert command != example
    if words == "run status":
        run_in_process("score", "questions.jsonl", "-m", "bleu1", "-o", "scored.parts", cwd=here)
    done = run_in_process(*shlex.split(command)[1:], cwd=here)
    assert done.returncode == 0, done.stderr
    given = shlex.split(example)
    targets = [given[at + 1] for at, word in enumerate(given) if word in ("-o", "--html")]
    assert done.stdout or targets
    assert all((here / target).stat().st_size for target in targets)


def test_examples_of_annotate_work_one_after_the_other(tmp_path: Path) -> None:
    pytest.importorskip("django", reason="needs the extra `annotate`")
    here = tmp_path / "examples"
    shutil.copytree(FOLDER, here)
    question = json.loads((here / "stories.jsonl").read_text().splitlines()[0])
    names = ("fluency", "clarity", "conciseness", "relevance", "consistency", "answerability")
    rated = [
        {"from_name": name, "to_name": "q", "type": "rating", "value": {"rating": 2}}
        for name in (*names, "answer_consistency")
    ]
    theirs = {"id": 1, "data": question, "annotations": [{"completed_by": 7, "result": rated}]}
    (here / "export.json").write_text(json.dumps([theirs]))
    for words in (one for one in EXAMPLES if one.startswith("annotate ")):
        for example in EXAMPLES[words]:
            if words == "annotate import":
                (here / "rated.jsonl").unlink()  # the export before the import has no rating
            if words == "annotate restore":
                (here / "stories.annotate.sqlite3").unlink()
            more = ["--no-serve"] if words == "annotate serve" else []
            done = run_in_process(*shlex.split(example)[1:], *more, cwd=here)
            assert done.returncode == 0, done.stderr
    export = shlex.split(EXAMPLES["annotate export"][0])[1:]
    assert run_in_process(*export, cwd=here).returncode == 0
    (row,) = map(json.loads, (here / "rated.jsonl").read_text().splitlines())
    assert row["question"] == question["question"]
    assert row["ratings"] == {name: [2] for name in (*names, "answer_consistency")}
    assert "Data sheet" in (here / "rated.md").read_text()
