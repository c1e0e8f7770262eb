"""Damaged files: error messages and renaming."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.damaged_files import fault_text, put_aside


def test_the_message_is_that_of_the_operating_system() -> None:
    assert fault_text(OSError(13, "Permission denied")) == "Permission denied"
    assert fault_text(ValueError("embedded null byte")) == "embedded null byte"


def test_a_database_is_renamed_with_its_journal(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite"
    for turn, name in enumerate(["a.sqlite.damaged", "a.sqlite.damaged-2"]):
        database.write_text(str(turn))
        Path(f"{database}-wal").write_text("journal")
        assert put_aside(str(database)) == str(tmp_path / name)
        assert (tmp_path / name).read_text() == str(turn)
        assert (tmp_path / f"{name}-wal").read_text() == "journal"
        assert not database.exists()
