"""Reading the files of a command line: which rows are good, and what happens to the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from qgauge.api import default_metrics
from qgauge.cli.options import ToolChoice
from qgauge.cli.refusals import STDIN_ONCE, RowFiles, tell
from qgauge.core import BadInput, Example
from qgauge.data import Ids, Refused, label, read, stem
from qgauge.run import Request, check, requests
from qgauge.run.scoring import LOOK_AHEAD


class Intake(RowFiles):
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
        self._ids = Ids()

    def rows(self) -> Iterator[Example | Refused]:
        """All rows, file by file, good and bad."""
        return chain.from_iterable(map(self._read, self.files, self._systems))

    def examples(self) -> Iterator[Example]:
        """All good rows, file by file."""
        for item in self.rows():
            if isinstance(item, Example):
                yield item
            else:
                self.refuse(item.error, item.row)

    def nothing(self) -> BadInput:
        """What to say when there is no good row."""
        return self.without("questions")

    def _read(self, file: str, system: str | None) -> Iterator[Example | Refused]:
        return read(
            file,
            format=self._format,
            references=self._references,
            system=system,
            ids=self._ids,
        )


def prepare(
    intake: Intake, metric: Sequence[str] | None, tools: ToolChoice
) -> tuple[list[Request], dict[str, Any], Iterator[Example]]:
    """The metrics, the tools and the rows; what cannot work is said before anything is scored."""
    coming = intake.examples()
    first = list(islice(coming, LOOK_AHEAD))
    if not first:
        raise intake.nothing()
    try:
        asked = requests(metric or default_metrics(first))
        opened = tools.opened(asked)
        return asked, opened, check(chain(first, coming), asked, opened)
    except BadInput as error:
        raise BadInput(error.problem, file=error.file or intake.names) from None


def tell_left_out(
    intake: RowFiles, unscored: Mapping[str, int], rows: int, max_unscored: float
) -> None:
    """Say on stderr what was left out, and let the exit code tell a script."""
    problems = intake.left_out()
    for metric, count in unscored.items():
        share = 100 * count / rows
        if share > max_unscored:
            problems.append(
                f"{metric} leaves {share:.1f} % of the rows unscored, more than "
                f"--max-unscored {max_unscored:g}."
            )
    tell(problems)


def _systems(files: Sequence[str]) -> list[str]:
    """A name for each file: its stem, with as much of the path as tells the files apart."""
    for named in ([stem(file) for file in files], files):
        parts = [Path(label(name)).parts for name in named]
        for count in range(1, max(map(len, parts)) + 1):
            names = ["/".join(path[-count:]) for path in parts]
            if len(set(names)) == len(names):
                return names
    return list(files)
