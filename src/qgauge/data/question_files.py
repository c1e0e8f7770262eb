"""The files of questions that a command reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from qgauge.core import BadInput, Example
from qgauge.data.bad_rows import STDIN_ONCE, RowFiles
from qgauge.data.ids import Ids
from qgauge.data.reading import read, stem
from qgauge.data.rows import Refused
from qgauge.data.text_files import label


class QuestionFiles(RowFiles):
    """The questions of all files: of several, each file is a system."""

    def __init__(
        self,
        files: Sequence[str] | None,
        *,
        format: str | None = None,
        references: Sequence[str] | None = None,
        keep_going: bool = False,
        refused_file: str | None = None,
        output: str | None = None,
    ) -> None:
        if not files:
            raise BadInput("give a file of questions, or - to read them from stdin.")
        besides = references or []
        super().__init__(
            files, besides=besides, keep_going=keep_going, refused_file=refused_file, output=output
        )
        if "-" in besides and len(files) > 1:  # references are read again for each file
            raise BadInput(STDIN_ONCE)
        self._systems = _systems(files) if len(files) > 1 else [None]
        self._format, self._references = format, references

    def rows(self) -> Iterator[Example | Refused]:
        """All rows, file by file, good and bad."""
        form, references, ids = self._format, self._references, Ids()
        for file, system in zip(self.files, self._systems, strict=True):
            yield from read(file, format=form, references=references, system=system, ids=ids)

    def examples(self) -> Iterator[Example]:
        """All good rows, file by file; there must be one."""
        good = 0
        for row in self.rows():
            if isinstance(row, Refused):
                self.refuse(row.error, row.row)
            else:
                good += 1
                yield row
        if not good:
            raise self.no_good_rows("questions")

    def find(self, id: str | None, system: str | None) -> Example:
        """The row asked for; the others need not be good, but are told of if it is not there."""
        seen: list[str] = []
        systems: list[str] = []
        refused: BadInput | None = None
        for row in self.rows():
            if isinstance(row, Refused):
                if id is not None and isinstance(row.row, dict) and str(row.row.get("id")) == id:
                    raise row.error
                refused = refused or row.error
            elif (id is None or row.id == id) and (system is None or row.system == system):
                return row
            else:
                if (id is None or row.id == id) and row.system not in systems and len(systems) < 5:
                    systems.append(row.system)
                if len(seen) < 5:
                    seen.append(row.id)
        if not seen and refused is None:
            raise BadInput("there are no questions in it", file=self.names)
        wanted = f"id '{id}'" if id is not None else "row"
        wanted += f" of system '{system}'" if system is not None else ""
        known = f" The first ids are: {', '.join(seen)}." if seen else " No row can be used."
        if named := [name for name in systems if name]:
            known = f" The systems are: {', '.join(named)}."
        bad = f" The first that cannot be used: {refused}" if refused else ""
        raise BadInput(f"there is no {wanted}.{known}{bad}", file=self.names)


def _systems(files: Sequence[str]) -> list[str]:
    """A name for each file: its stem, with as much of the path as tells the files apart."""
    for named in ([stem(file) for file in files], files):
        parts = [Path(label(name)).parts for name in named]
        for count in range(1, max(map(len, parts)) + 1):
            names = ["/".join(path[-count:]) for path in parts]
            if len(set(names)) == len(names):
                return names
    return list(files)
