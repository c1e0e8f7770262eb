"""The rows of question files in blocks of fixed size, which another process can read."""

from __future__ import annotations

import hashlib
import io
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from qgauge.core.errors import BadInput
from qgauge.core.example import Example
from qgauge.data.columns import ColumnMap
from qgauge.data.ids import IdKeys, Ids
from qgauge.data.json_rows import lines_of_json
from qgauge.data.question_files import QuestionFiles
from qgauge.data.reading import format_of, read, rows_of_text, sniffed
from qgauge.data.rows import Raw, Refused, Rows
from qgauge.data.squad import is_article
from qgauge.data.text_files import Text, label, open_text
from qgauge.data.writing import dump, example_row, refused_row

BLOCK = 1000
"""Rows per block. It depends on nothing else, so the same input always has the same blocks."""


class Unsettled(Exception):
    """A block holds something that only a reader of all rows before it can interpret."""


@dataclass(frozen=True, slots=True)
class Block(ABC):
    """Consecutive rows of one file, good and bad ones."""

    file: str
    """The printable name of the file."""
    first: int
    """The number of its first row, from 1."""
    count: int
    """The number of its rows."""
    digest: str
    """SHA-256 of its content."""

    @abstractmethod
    def read(self) -> BlockRows:
        """Return its rows.

        Returns:
            The rows, with the keys of their ids if those are still to be claimed.

        Raises:
            Unsettled: `QuestionBlocks.settled` must read it instead.
        """

    def __str__(self) -> str:
        """Return the block as messages name it."""
        return f"rows {self.first:,} to {self.first + self.count - 1:,} of {self.file}"


@dataclass(frozen=True, slots=True)
class BlockRows:
    """The rows of a block."""

    rows: Sequence[Example | Refused]
    keys: array[int] | None = None
    """The keys of the ids of its good rows; None if the ids are known to be new."""
    prose: Mapping[str, bool] | None = None
    """What was known of the columns, if a row has one of which more should have been known."""


@dataclass(frozen=True, slots=True)
class ParsedBlock(Block):
    """A block whose rows have been read."""

    rows: Sequence[Example | Refused] = ()

    def read(self) -> BlockRows:
        return BlockRows(self.rows)


@dataclass(frozen=True, slots=True)
class LineBlock(Block):
    """Lines of a JSONL file, still to be parsed."""

    text: str
    lines: int
    """The number of lines before it in the file."""
    system: str
    columns: ColumnMap
    prose: Mapping[str, bool] = field(default_factory=dict)
    """`Rows.prose` after the rows that had been parsed when the block was cut."""

    def read(self) -> BlockRows:
        ids = IdKeys()
        rows = Rows(self.file, self.system, ids, self.columns, prose=self.prose)
        found = list(rows.examples(self.raw()))
        if rows.prose != self.prose:
            raise Unsettled
        return BlockRows(found, ids.keys, self.prose if rows.was_undecided else None)

    def raw(self) -> Iterator[Raw | Refused]:
        """Yield the parsed lines."""
        text = Text(self.file, io.StringIO(self.text, newline="\n"))
        for item in lines_of_json(text, self.lines, self.first - 1):
            if not isinstance(item, Refused) and is_article(item[2]):
                problem = "an article of SQuAD among rows with questions; put them in another file"
                raise BadInput(problem, file=self.file, line=item[0])
            yield item


class QuestionBlocks:
    """Cuts the rows of question files into blocks.

    Lines of JSONL are cut without parsing them, so that the processes that score them can do it.
    What depends on rows before is kept here: the ids that are taken, and what the columns hold.

    Examples:
        >>> import tempfile, pathlib
        >>> from qgauge.data import QuestionFiles
        >>> from qgauge.data.blocks import QuestionBlocks
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "made.jsonl"
        >>> _ = file.write_text('{"question": "Who?"}\\n' * 1500)
        >>> blocks = QuestionBlocks(QuestionFiles([str(file)]))
        >>> [(block.first, block.count) for block in blocks]
        [(1, 1000), (1001, 500)]
    """

    def __init__(self, files: QuestionFiles) -> None:
        self._files, self._ids = files, Ids()
        self._readers: dict[str, Rows] = {}
        """The reader of each JSONL file that has been begun."""

    def __iter__(self) -> Iterator[Block]:
        for file, system in self._files.systems():
            lines = format_of(file, self._files.format) in ("jsonl", "")
            if lines and not self._files.references:
                yield from self._of_lines(file, system)
            else:
                yield from self._parsed(file, self._rows(file, system))

    def settled(self, block: Block) -> ParsedBlock:
        """Parse a block here, which must come after all those before it that needed it.

        Args:
            block: A block, or one that could not be read by itself.

        Returns:
            The block with its rows; their ids are claimed.
        """
        if isinstance(block, ParsedBlock):
            return block
        assert isinstance(block, LineBlock)
        rows = list(self._readers[block.file].examples(block.raw()))
        return ParsedBlock(block.file, block.first, block.count, block.digest, rows)

    def claim(self, keys: array[int]) -> bool:
        """Claim the ids of a block that was read elsewhere.

        Args:
            keys: The keys that its reader noted.

        Returns:
            False if an id is taken already; `settled` then says which row is at fault.
        """
        return self._ids.claim(keys)

    def prose_of(self, block: Block) -> dict[str, bool]:
        """Return what is known of the columns after the blocks that were settled so far.

        Args:
            block: A block of lines.

        Returns:
            `Rows.prose` of the reader of its file.
        """
        return self._readers[block.file].prose

    def _rows(self, file: str, system: str | None) -> Iterator[Example | Refused]:
        return read(
            file,
            format=self._files.format,
            references=self._files.references,
            system=system,
            ids=self._ids,
            columns=self._files.columns,
        )

    def _of_lines(self, file: str, system: str | None) -> Iterator[Block]:
        with open_text(file) as text:
            form = format_of(file, self._files.format) or sniffed(text)
            columns, source = self._files.columns, text.lines()
            reader = Rows(text.name, system or "", self._ids, columns)
            first = _cut(source) if form == "jsonl" else None
            if first is None or _has_articles(first.text):
                if first is not None:
                    text.put_back(io.StringIO(first.text, newline="\n").readlines())
                yield from self._parsed(file, reader.examples(rows_of_text(text, form, columns)))
                return
            self._readers[text.name] = reader
            lines, row = 0, 1
            cut: _Cut | None = first
            while cut is not None:
                block = LineBlock(
                    text.name,
                    row,
                    cut.rows,
                    _sha256(cut.text),
                    cut.text,
                    lines,
                    system or "",
                    columns,
                    reader.prose,
                )
                # the first block shows what the columns hold
                yield self.settled(block) if row == 1 else block
                lines, row, cut = lines + cut.lines, row + cut.rows, _cut(source)

    def _parsed(self, file: str, rows: Iterator[Example | Refused]) -> Iterator[Block]:
        row = 1
        while some := list(islice(rows, BLOCK)):
            yield ParsedBlock(label(file), row, len(some), digest_of(some), some)
            row += len(some)


def blocks_of(examples: Sequence[Example], name: str) -> Iterator[Block]:
    """Cut rows that are in memory into blocks.

    Args:
        examples: The rows.
        name: What messages call them, such as the name of their file.

    Yields:
        The blocks.
    """
    for at in range(0, len(examples), BLOCK):
        some = examples[at : at + BLOCK]
        yield ParsedBlock(name, at + 1, len(some), digest_of(some), some)


def digest_of(rows: Iterable[Example | Refused]) -> str:
    """Return the digest of parsed rows."""
    lines = (
        dump(refused_row(row)) if isinstance(row, Refused) else dump(example_row(row))
        for row in rows
    )
    return _sha256("\n".join(lines))


class _Cut(NamedTuple):
    """The lines of a block."""

    text: str
    rows: int
    lines: int


def _cut(lines: Iterator[str]) -> _Cut | None:
    """Take the lines of the next block; None if there are no more rows."""
    taken: list[str] = []
    rows = 0
    for line in lines:
        taken.append(line)
        rows += bool(line.strip(" \t\r\n"))
        if rows == BLOCK:
            break
    return _Cut("".join(taken), rows, len(taken)) if rows else None


def _has_articles(text: str) -> bool:
    """Return whether a line is an article of SQuAD, whose questions are rows of their own."""
    if '"paragraphs"' not in text:
        return False
    rows = lines_of_json(Text("", io.StringIO(text, newline="\n")))
    return any(not isinstance(row, Refused) and is_article(row[2]) for row in rows)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
