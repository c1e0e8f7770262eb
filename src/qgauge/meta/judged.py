"""Rated questions: the rows, the rating scales, and the clusters of dependent rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

from qgauge.core import Example
from qgauge.core.display import plain


@dataclass(frozen=True, slots=True)
class Scale:
    """A rated dimension, with numbers or with one of `labels`."""

    name: str
    """The key in `Example.ratings`."""
    labels: tuple[str, ...] = ()
    """From worst to best, if they are ordered; empty if ratings are numbers."""
    ordered: bool = True
    """Whether ratings are ordered; always true for numbers."""
    means_only: bool = False
    """Each row has the mean rating, not the individual ratings."""


class _Dimension(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def means_only(self) -> bool: ...


class Published(Protocol):
    """The interface of the data sets that `qgauge.data.public.read_public` returns."""

    @property
    def name(self) -> str: ...
    @property
    def examples(self) -> list[Example]: ...
    @property
    def dimensions(self) -> Sequence[_Dimension]: ...
    @property
    def cluster(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def notes(self) -> tuple[str, ...]: ...


_UNORDERED = {("qudeval", "givenness"), ("trec", "class")}
"""Dimensions of public data sets whose labels have no order."""


@dataclass(frozen=True, slots=True, repr=False)
class Judged:
    """A set of questions with human ratings.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.meta import Judged
        >>> judged = Judged.of_rows([Example("1", "Who?", ratings={"fluency": (4, 5)})])
        >>> judged.scales[0].name, judged.clustered_by
        ('fluency', 'id')
    """

    name: str
    """The name of the data set."""
    examples: Sequence[Example]
    """The questions with their ratings."""
    scales: tuple[Scale, ...]
    """The rated dimensions."""
    clusters: Sequence[str]
    """The cluster of each row. Rows of one cluster, such as one passage, are not independent."""
    clustered_by: str
    """What the rows of a cluster share, such as `passage`; empty if all rows are independent."""
    digest: str = ""
    """SHA-256 of the files."""
    notes: tuple[str, ...] = ()
    """Caveats to know before using the data."""
    copies_left_out: int = 0
    """Rows removed by `without_copies`."""

    @classmethod
    def of_rows(cls, examples: Sequence[Example], name: str = "", digest: str = "") -> Judged:
        """Use your own rated rows. Rows with the same passage, references or id form a cluster.

        Args:
            examples: The rows; their `ratings` hold the human ratings.
            name: A name for the report.
            digest: SHA-256 of the files, for the report.

        Returns:
            The rated set.
        """
        about = [_about(example) for example in examples]
        clusters = [_key(getattr(each, by)) for each, by in zip(examples, about, strict=True)]
        clustered_by = " or ".join(field for field in _SHARED if field in about)
        given: dict[str, list[Any]] = {}
        for example in examples:
            for dimension, ratings in example.ratings.items():
                given.setdefault(dimension, []).extend(one for one in ratings if one is not None)
        scales = tuple(_own_scale(dimension, values) for dimension, values in given.items())
        return cls(name, examples, scales, clusters, clustered_by, digest)

    @classmethod
    def of_public(cls, published: Published) -> Judged:
        """Use a public data set, or a part of one.

        Args:
            published: What `qgauge.data.public.read_public` returns.

        Returns:
            The rated set.
        """
        whole = published.name.partition("/")[0]
        scales = tuple(
            Scale(
                one.name,
                tuple(reversed(one.labels)),
                (whole, one.name) not in _UNORDERED,
                one.means_only,
            )
            for one in published.dimensions
        )
        clusters = [
            str(example.meta[published.cluster]) if published.cluster else str(at)
            for at, example in enumerate(published.examples)
        ]
        return cls(
            published.name,
            published.examples,
            scales,
            clusters,
            published.cluster,
            published.digest,
            published.notes,
        )

    def only(self, dimensions: Sequence[str]) -> Judged:
        """Keep some of the dimensions.

        Args:
            dimensions: The dimensions to keep; unknown ones are ignored.

        Returns:
            The set with these dimensions only.
        """
        scales = tuple(scale for scale in self.scales if scale.name in dimensions)
        return replace(self, scales=scales)

    def without_copies(self) -> Judged:
        """Return the set without questions that equal a reference: they are trivially perfect."""
        kept = [at for at, example in enumerate(self.examples) if not is_copy(example)]
        return replace(
            self,
            examples=[self.examples[at] for at in kept],
            clusters=[self.clusters[at] for at in kept],
            copies_left_out=len(self.examples) - len(kept),
        )

    def __repr__(self) -> str:
        rated = ", ".join(plain(scale.name, 40) for scale in self.scales[:8])
        return f"Judged({plain(self.name, 40)}: {rated}, {len(self.examples):,} rows)"


def is_copy(example: Example) -> bool:
    """Return whether the question equals one of its references, ignoring spacing.

    Args:
        example: The question.

    Returns:
        True if it is a copy.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.meta import is_copy
        >>> is_copy(Example("1", "Who was it ?", references=("Who was it?",)))
        True
    """
    question = "".join(example.question.split())
    return example.meta.get("same_as_reference") is True or any(
        question == "".join(reference.split()) for reference in example.references
    )


_SHARED = ("passage", "references", "id")


def _about(example: Example) -> str:
    """Return the first field that rows about the same text share."""
    return next((field for field in _SHARED if getattr(example, field)), "id")


def _key(about: str | tuple[str, ...]) -> str:
    """Return a key that ignores spacing; short texts, such as ids, stay readable."""
    text = "".join("".join(about).split())
    return text if len(text) <= 16 else sha256(text.encode()).hexdigest()[:16]


def _own_scale(name: str, values: Sequence[Any]) -> Scale:
    if all(isinstance(value, int | float) for value in values):
        return Scale(name)
    return Scale(name, tuple(sorted({str(value) for value in values})), ordered=False)
