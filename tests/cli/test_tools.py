"""The options of the "Tools" panel, end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES
from helpers.fault_server import FaultServer

from qgauge.cli.options import ENGINES, METRIC_ROLES, ToolChoice
from qgauge.tools.registry import ROLES
from qgauge.tools.roles import Place

BY_PARSER = ["-m", "q_bleu1:names=parser"]
TITANIC = ["--question", "director of Titanic?", "--reference", "Who was the director of Titanic?"]


def test_every_role_has_its_option() -> None:
    assert set(ENGINES) == set(ROLES)
    for role, about in ROLES.items():
        for engine in about.engines:
            assert engine in ENGINES[role]


@pytest.mark.parametrize("verb", ["score", "explain", "compare"])
def test_help_lists_them_under_their_own_heading(qgauge: Any, verb: str) -> None:
    usual, tools = qgauge(verb, "--help").stdout.split("\nTools:\n")
    for option in [*METRIC_ROLES, "threads", "cache"]:
        assert f"  --{option} " in tools
        assert f"  --{option} " not in usual
    assert "  --json " in usual


@pytest.mark.parametrize(
    "words",
    [["score", str(EXAMPLES)], ["explain", *TITANIC], ["compare", str(EXAMPLES)]],
    ids=lambda words: str(words[0]),
)
def test_the_embedded_engine_needs_no_option(qgauge: Any, own_cache: Path, words: Any) -> None:
    done = qgauge(*words, *BY_PARSER)
    assert done.returncode == 0, done.stderr
    assert "|names:parser|level:mean|parser:embedded@" in done.stdout
    assert own_cache.exists()
    again = qgauge(*words, *BY_PARSER, "--parser", "embedded", "--cache", "off")
    assert (again.returncode, again.stdout) == (0, done.stdout)


@pytest.mark.slow
def test_threads_workers_and_caches_do_not_change_the_output(
    qgauge: Any, write: Any, own_cache: Path, tmp_path: Path
) -> None:
    rows = [{"question": f"Who met Ada {at}?", "references": ["Who saw Ada?"]} for at in range(600)]
    name = write("in.jsonl", rows)
    shown = []
    for at, more in enumerate(
        (
            ["--cache", "off"],
            ["--cache", "off", "--threads", "2"],
            ["--cache", "own.sqlite", "--workers", "2"],
            ["--cache", "own.sqlite"],
        )
    ):
        done = qgauge("score", name, *BY_PARSER, "-o", f"{at}.jsonl", *more)
        assert done.returncode == 0, done.stderr
        shown.append((done.stdout, (tmp_path / f"{at}.jsonl").read_bytes()))
    assert shown.count(shown[0]) == 4
    assert not own_cache.exists()
    assert (tmp_path / "own.sqlite").exists()


@pytest.mark.parametrize("role", METRIC_ROLES)
def test_an_engine_that_no_metric_uses_is_refused(qgauge: Any, role: str) -> None:
    done = qgauge("explain", *TITANIC, "-m", "bleu1", f"--{role}", "embedded")
    assert done.returncode == 2
    assert f"--{role} is given, but no requested metric uses it" in done.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--parser", "stan:en"], "no parser 'stan:en'. Choose embedded or spacy:MODEL"),
        (["--parser", "spacy:"], "no parser 'spacy:'. Choose embedded or spacy:MODEL"),
        (["--parser", "spacy:no_such"], "Install it with: python -m spacy download no_such"),
        (["--parser", ""], "no parser ''. Choose"),
        (["--threads", "0"], "--threads"),
        (["--threads", "many"], "--threads"),
        (["--cache", ""], "--cache: the file name is empty"),
        (["--cache", "in.jsonl"], "in.jsonl is not a cache file"),
    ],
)
@pytest.mark.parametrize("verb", ["score", "explain", "compare"])
def test_mistakes_get_a_message(
    qgauge: Any, write: Any, tmp_path: Path, verb: str, words: list[str], complaint: str
) -> None:
    name = write("in.jsonl", [{"id": 1, "question": "Who?", "references": ["Who?"]}])
    done = qgauge(verb, name, *BY_PARSER, *words)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_the_costs_of_a_generator_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FaultServer() as server:
        engine = f"server:m@{server.url},store={tmp_path / 'answers.sqlite'},price_in=1"
        seen: list[int] = []
        choice = ToolChoice({"generator": engine}, watch=lambda done: seen.append(done))
        generator = choice.of_roles(["generator"])["generator"]
        place = Place("Ada left.", 0, 3)
        generator.generate([place])
        generator.generate([place], seed=1)
    choice.tell_costs()
    assert capsys.readouterr().err == (
        "qgauge: generator: 2 calls, 2 new answers, 0 from the store; 200 tokens in, 20 out; "
        "cost 0.0002\n"
    )
    assert seen == [1, 1]


def test_an_unusable_cache_only_gives_a_warning(qgauge: Any, tmp_path: Path) -> None:
    done = qgauge("explain", *TITANIC, *BY_PARSER, "--cache", str(tmp_path), "--json")
    assert "cannot be used" in done.stderr
    assert json.loads(done.stdout)["scores"]["q_bleu1:names=parser"]["value"] > 0
