"""What happens when a newcomer types the first command on a file as people have them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from helpers.command import run_in_process
from real_life.files import FILES, RealFile, as_page


def test_there_are_forty_files():
    assert len(FILES) >= 40
    assert len({(file.name, file.what) for file in FILES}) == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.name}: {file.what}"[:60])
def test_the_first_command_works_or_names_the_one_thing_to_add(file: RealFile, tmp_path: Path):
    file.make(tmp_path / file.name)
    words = shlex.split(file.command)[1:]
    done = run_in_process(*words, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    if not file.says:
        assert done.returncode == 0, done.stderr
        assert "signature" in done.stdout
        assert file.note in done.stderr
        return
    assert done.returncode == 2
    assert file.says in done.stderr
    if file.add or file.instead:
        again = shlex.split(f"{file.command} {file.add}" if file.add else file.instead)[1:]
        done = run_in_process(*again, cwd=tmp_path)
        assert done.returncode == (1 if "--keep-going" in again else 0), done.stderr
        assert "signature" in done.stdout


def test_the_page_shows_the_table():
    assert (Path(__file__).parent / "README.md").read_text() == as_page()
