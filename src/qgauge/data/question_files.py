"""The question files that a command reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from qgauge.core import BadInput, Example
from qgauge.data.bad_rows import STDIN_ONCE, RowFiles
from qgauge.data.columns import NO_MAP, ColumnMap
from qgauge.data.ids import Ids
from qgauge.data.reading import read, stem
from qgauge.data.rows import Refused
from qgauge.data.text_files import label


class QuestionFiles(RowFiles):
    """The questions of one or more files. With several, each file is a system.

    Examples:
        >>> import tempfile, pathlib
        >>> from qgauge.data import QuestionFiles
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "t5.txt"
        >>> _ = file.write_text("Who wrote it?\\nWhen was it written?\\n")
        >>> with QuestionFiles([str(file)]) as files:
        ...     [example.question for example in files.examples()]
        ['Who wrote it?', 'When was it written?']
    """

    def __init__(
        self,
        files: Sequence[str] | None,
        *,
        format: str | None = None,
        references: Sequence[str] | None = None,
        keep_going: bool | None = None,
        refused_file: str | None = None,
        output: str | None = None,
        columns: ColumnMap = NO_MAP,
        output_is_rows: bool = True,
        output_in_shards: bool = False,
    ) -> None:
        """Check the file names before anything is read or written.

        Args:
            files: The question files; `-` is standard input.
            format: The format of all files; by default each file's suffix decides.
            references: Text files with one reference per line, for plain-text questions.
            keep_going: Write bad rows to the side file instead of stopping; None if that cannot be
                chosen.
            refused_file: The side file; by default named after the output or the first file.
            output: The output file.
            columns: The columns that hold fields under other names.
            output_is_rows: Whether its ending must name a format for rows.
            output_in_shards: Whether it may be a folder of shards instead.

        Raises:
            BadInput: If there are no files, or one is used twice.
        """
        if not files:
            raise BadInput("give a file of questions, or - to read them from stdin.")
        besides = references or []
        super().__init__(
            files,
            besides=besides,
            keep_going=keep_going,
            refused_file=refused_file,
            output=output,
            columns=columns,
            output_is_rows=output_is_rows,
            output_in_shards=output_in_shards,
        )
        if "-" in besides and len(files) > 1:  # references are read again for each file
            raise BadInput(STDIN_ONCE)
        self._systems = _systems(files) if len(files) > 1 else [None]
        self.format, self.references = format, references

    def systems(self) -> Iterator[tuple[str, str | None]]:
        """Yield each file with the system that it stands for; None if there is one file only."""
        yield from zip(self.files, self._systems, strict=True)

    def rows(self) -> Iterator[Example | Refused]:
        """Yield all rows, good and bad, file by file."""
        ids = Ids()
        for file, system in self.systems():
            yield from read(
                file,
                format=self.format,
                references=self.references,
                system=system,
                ids=ids,
                columns=self.columns,
            )

    def examples(self) -> Iterator[Example]:
        """Yield all good rows, file by file.

        Raises:
            BadInput: For a bad row without `keep_going`, and if there are no good rows.
        """
        yield from self.good(self.rows())

    def good(self, rows: Iterable[Example | Refused]) -> Iterator[Example]:
        """Yield the good rows of all that there are; the bad ones are refused.

        Args:
            rows: All rows, as `rows` yields them.

        Yields:
            The good rows.

        Raises:
            BadInput: For a bad row without `keep_going`, and if there are no good rows.
        """
        good = 0
        for row in rows:
            if isinstance(row, Refused):
                self.refuse(row.error, row.row)
            else:
                good += 1
                yield row
        if not good:
            raise self.no_good_rows("questions")

    def find(self, id: str | None, system: str | None) -> Example:
        """Find one row. Bad rows are skipped, and mentioned only if the row is not found.

        Args:
            id: The id of the row; None for the first.
            system: The system of the row; None for any.

        Returns:
            The first row that matches.

        Raises:
            BadInput: If no row matches, or the row with this id is bad.
        """
        return found_row(self.rows(), id, system, self.names)


def found_row(
    rows: Iterable[Example | Refused], id: str | None, system: str | None, source: str = ""
) -> Example:
    """Return the first row with this id and system, as `QuestionFiles.find` does."""
    seen: list[str] = []
    systems: list[str] = []
    refused: BadInput | None = None
    for row in rows:
        if isinstance(row, Refused):
            columns = row.row if isinstance(row.row, dict) else {}
            if id is not None and str(columns.get("id")) == id:
                raise row.error
            if "edges" in columns and "sentences" in columns:
                raise row.error  # the file is for another command
            refused = refused or row.error
        elif (id is None or row.id == id) and (system is None or row.system == system):
            return row
        else:
            if (id is None or row.id == id) and row.system not in systems and len(systems) < 5:
                systems.append(row.system)
            if len(seen) < 5:
                seen.append(row.id)
    if not seen and refused is None:
        raise BadInput("found no questions", file=source)
    wanted = f"id '{id}'" if id is not None else "row"
    wanted += f" of system '{system}'" if system is not None else ""
    known = f" The first ids are: {', '.join(seen)}." if seen else " No row can be used."
    if named := [name for name in systems if name]:
        known = f" The systems are: {', '.join(named)}."
    bad = f" The first bad row: {refused}" if refused else ""
    raise BadInput(f"there is no {wanted}.{known}{bad}", file=source)


def _systems(files: Sequence[str]) -> list[str]:
    """Return a name for each file: its stem, with just enough of the path to be unique."""
    for named in ([stem(file) for file in files], files):
        parts = [Path(label(name)).parts for name in named]
        for count in range(1, max(map(len, parts)) + 1):
            names = ["/".join(path[-count:]) for path in parts]
            if len(set(names)) == len(names):
                return names
    return list(files)
