"""Every verb that reads rows takes its columns under other names, and gives the same result."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile.conftest import Run
from hostile.verbs import CHECKSUMS, DATABASE, READERS, Verb, each, written_as

MAPPED = [verb for verb in READERS if verb.reads == "jsonl"]


@pytest.mark.parametrize("verb", each(MAPPED))
def test_columns_under_other_names_give_the_same_result(run: Run, folder: Path, verb: Verb) -> None:
    (folder / "in.jsonl").write_text(verb.content())
    plain = run(verb.call("in.jsonl"))
    names = {name: f"my {name}, renamed" for name in verb.rows[0] if name != "article"}
    rows = [{names.get(name, name): value for name, value in row.items()} for row in verb.rows]
    (folder / "in.jsonl").write_text(written_as(rows, "jsonl"))
    given = ",".join(f"{name}={column}" for name, column in names.items())
    (folder / DATABASE).unlink(missing_ok=True)
    mapped = run(verb.call("in.jsonl", "--map", given))
    assert plain.code == mapped.code == 0, mapped.err
    if verb.name not in CHECKSUMS:
        assert mapped.out == plain.out
    assert run(verb.call("in.jsonl")).code == 2


@pytest.mark.parametrize("verb", each(READERS))
def test_a_map_of_an_unknown_field_is_refused(run: Run, folder: Path, verb: Verb) -> None:
    (folder / f"in.{verb.reads}").write_text(verb.content())
    done = run(verb.call(f"in.{verb.reads}", "--map", "questoin=x"))
    assert done.code == 2 and not done.out
    assert "there is no field 'questoin'. Did you mean 'question'?" in done.err
