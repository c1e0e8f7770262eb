"""Several simultaneous runs with the same output, side file or cache."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

import pytest
from hostile.conftest import judge_at, left_behind
from hostile.forks import ForkServer
from hostile.verbs import READERS, Verb, each

RUNS = 3


def run_together(
    forks: ForkServer, words: list[str], folder: Path, outputs: list[str]
) -> list[tuple[int, str]]:
    """Run the command for each output simultaneously; return exit codes and stderr."""
    with ExitStack() as running:
        started = []
        for at, output in enumerate(outputs):
            logs = folder / f"logs{at}"
            logs.mkdir()
            run = forks.start([*words, *output.split()], folder, logs=logs)
            started.append(running.enter_context(run))
        return [(fork.wait(), fork.err) for fork in started]


@pytest.mark.parametrize("verb", each([verb for verb in READERS if verb.written]))
def test_runs_with_the_same_output(
    forks: ForkServer, server: object, folder: Path, verb: Verb
) -> None:
    """The last run to end wins, with a complete file; the side file has each bad row once."""
    content = verb.content() + "{bad\n"
    (folder / "in.jsonl").write_text(content)
    words = judge_at(server, folder / "answers.sqlite", verb.call("in.jsonl", "--keep-going"))
    for code, said in run_together(forks, words, folder, [f"{verb.output} out.jsonl"] * RUNS):
        assert code == 1, said
        assert "Traceback" not in said
    assert verb.written
    assert verb.written((folder / "out.jsonl").read_text()) == len(verb.rows)
    assert len((folder / "out.jsonl.refused.jsonl").read_text().splitlines()) == 1
    assert not left_behind(folder)


@pytest.mark.slow
def test_runs_with_the_same_cache(forks: ForkServer, folder: Path) -> None:
    (folder / "in.jsonl").write_text(READERS[0].content())
    words = ["score", "in.jsonl", "-m", "answerability:names=parser", "--cache", "cache.sqlite"]
    outputs = [f"-o out{at}.jsonl" for at in range(RUNS)]
    for code, said in run_together(forks, words, folder, outputs):
        assert (code, said) == (0, "")
    written = {(folder / f"out{at}.jsonl").read_bytes() for at in range(RUNS)}
    (one,) = written
    assert len(list(map(json.loads, one.splitlines()))) == len(READERS[0].rows)
