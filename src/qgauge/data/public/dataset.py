"""Types for public data sets of human judgements: their description and their content."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from qgauge.core.errors import BadSetting
from qgauge.core.example import Example
from qgauge.data.public.values import Value


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension that people rated: on a scale from `low` to `high`, or with one of `labels`."""

    name: str
    """The key in `Example.ratings`."""
    about: str
    """A short description."""
    low: float | None = None
    """The lowest rating of the scale."""
    high: float | None = None
    """The highest rating of the scale."""
    labels: tuple[str, ...] = ()
    """From best to worst, if they are ordered."""
    raters: int = 1
    """Raters per item."""
    means_only: bool = False
    """The file has the mean rating of each item, not the individual ratings."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The content of a data set: questions with human ratings.

    Examples:
        >>> import pathlib, tempfile
        >>> from qgauge.data.public import read_public
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> for name in ("train", "dev"):
        ...     _ = (folder / f"{name}.tsv").write_text("who wrote it ?\\t0.8\\n")
        >>> data = read_public("query_wellformedness", folder)
        >>> data.parts, data.part("dev").name
        (('train', 'dev'), 'query_wellformedness/dev')
    """

    name: str
    """The name in `DATASETS`, with `/part` appended for one part."""
    examples: list[Example]
    """The questions with their ratings."""
    dimensions: tuple[Dimension, ...]
    """The rated dimensions."""
    cluster: str
    """The key in `Example.meta` that rows on the same passage, reference or article share.

    Such rows are not independent: resample them together. Empty if all rows are independent.
    """
    digest: str
    """SHA-256 of the file; of several files, that of the output of `sha256sum`."""
    notes: tuple[str, ...] = ()
    """Caveats to know before using the data."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts, which should be analysed separately; `Example.meta["part"]` names them."""
        found = dict.fromkeys(example.meta.get("part", "") for example in self.examples)
        return tuple(part for part in found if part)

    def part(self, name: str) -> Dataset:
        """Return the data set with the examples of one part only.

        Args:
            name: One of `parts`.

        Returns:
            The reduced data set.

        Raises:
            BadSetting: If there is no such part.
        """
        if name not in self.parts:
            known = ", ".join(self.parts) or "none"
            raise BadSetting(f"'{name}' is not a part of {self.name}; its parts are: {known}")
        examples = [example for example in self.examples if example.meta["part"] == name]
        return replace(self, name=f"{self.name}/{name}", examples=examples)


Rows = Iterator[tuple[Value, Example]]
"""The examples of a file, each with its position in the file."""


@dataclass(frozen=True, slots=True)
class PublicSet:
    """The description of a data set, and the function that reads its files."""

    title: str
    """Name, authors and venue."""
    rated: str
    """A short description of the ratings."""
    size: str
    """The size of the published data set."""
    paper: str
    """The URL of the paper."""
    source: str
    """The URL of the files."""
    licence: str
    """The licence of the data."""
    how_to_get: str
    """How to obtain the files."""
    files: tuple[str, ...]
    """The file names to look for in a folder; a file given by path may have any name."""
    read: Callable[[Path], Rows]
    """Reads one file."""
    dimensions: tuple[Dimension, ...] = ()
    """The rated dimensions."""
    cluster: str = ""
    """See `Dataset.cluster`."""
    notes: tuple[str, ...] = ()
    """See `Dataset.notes`."""
    beside: str = ""
    """A glob pattern for further files that belong to the data set."""
    together: bool = True
    """Whether all files of a folder form one data set; otherwise the user must choose one."""
