"""`qgauge annotate` as a process of its own, with a database in a temporary folder."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from helpers.command import COMMAND, Done

PASSWORD = "correct horse battery staple"
_LINK = re.compile(r"^Open (http://\S+?:(\d+)/\S*) ")


class Server:
    """A running server.

    Args:
        folder: Where the file and the database are.
        rows: The rows to rate, or a file with them.
        scheme: The scheme.
        options: More options of the command.
    """

    def __init__(
        self, folder: Path, rows: Sequence[Mapping[str, Any]] | Path, scheme: str, *options: str
    ) -> None:
        self.database = folder / f"{scheme}.sqlite3"
        self.folder = folder
        if isinstance(rows, Path):
            file = rows
        else:
            file = folder / f"{scheme}.jsonl"
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            file.write_text(lines, encoding="utf-8")
        self._words = [str(file), "--scheme", scheme, "--database", str(self.database), *options]
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None
        self.link = ""
        """What the command says to open; without --team it works once."""

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it; again at the same address."""
        words = [*COMMAND, "annotate", *self._words, "--no-browser", "--port", self._port]
        self._process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "QGAUGE_ADMIN_PASSWORD": PASSWORD},
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if found := _LINK.match(line):
                self.link, self._port = found[1], found[2]
                return
        self.stop()
        raise AssertionError(said)

    def stop(self) -> None:
        """Stop it at once, as a power failure would."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Read from the database, past the app."""
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def answers(self) -> list[dict[str, Any]]:
        """Return what the database has for each item that somebody has answered."""
        found = self.query(
            'select content, hidden, state, given."values", note, skipped, username, version '
            "from annotate_assignment given "
            "join annotate_item item on item.id = item_id "
            "join annotate_person person on person.id = person_id "
            "where state != 'open' and stage != 'adjudication'"
        )
        names = ("content", "hidden", "state", "values", "note", "skipped", "rater", "version")
        rows = [dict(zip(names, row, strict=True)) for row in found]
        for row in rows:
            for name in ("content", "hidden", "values"):
                row[name] = json.loads(row[name])
        return rows

    def export(self, *options: str) -> Path:
        """Return a file with the ratings, as `qgauge annotate export` writes them."""
        file = self.folder / "exported.jsonl"
        done = qgauge("annotate", "export", self.database, "-o", file, *options)
        assert done.returncode == 0, done.stderr
        return file

    def exported(self, *options: str) -> list[dict[str, Any]]:
        """Return the exported rows."""
        lines = self.export(*options).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


def qgauge(*words: str | Path) -> Done:
    """Run another command of qgauge, in a process of its own."""
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True)
