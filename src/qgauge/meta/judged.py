"""Questions that people judged: which rows, on which scales, and which of them belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

from qgauge.core import Example


@dataclass(frozen=True, slots=True)
class Scale:
    """One thing that people judged: with numbers, or with one of `labels`."""

    name: str
    """The key in `Example.ratings`."""
    labels: tuple[str, ...] = ()
    """From the worst to the best, where they have an order; empty where ratings are numbers."""
    ordered: bool = True
    means_only: bool = False
    """There is one mean for all raters of a row instead of a rating for each."""


class _Dimension(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def means_only(self) -> bool: ...


class Published(Protocol):
    """What `qgauge.data.public.read_public` gives."""

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
"""Labels of public sets of which none is better than another by a step."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A set of questions with the ratings that people gave them."""

    name: str
    examples: Sequence[Example]
    scales: tuple[Scale, ...]
    clusters: Sequence[str]
    """For each row what it is about: rows about the same are not independent."""
    clustered_by: str
    """What makes a cluster, in a word; empty where every row stands alone."""
    digest: str = ""
    notes: tuple[str, ...] = ()
    copies_left_out: int = 0

    @classmethod
    def of_rows(cls, examples: Sequence[Example], name: str = "", digest: str = "") -> Judged:
        """Rows of one's own; those with the same passage (or reference, or id) are a cluster."""
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
        """A public set, or a part of one."""
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
        """The same with these dimensions alone, as far as there are any of them."""
        scales = tuple(scale for scale in self.scales if scale.name in dimensions)
        return replace(self, scales=scales)

    def without_copies(self) -> Judged:
        """The same without the rows whose question is a reference: they need no judging."""
        kept = [at for at, example in enumerate(self.examples) if not is_copy(example)]
        return replace(
            self,
            examples=[self.examples[at] for at in kept],
            clusters=[self.clusters[at] for at in kept],
            copies_left_out=len(self.examples) - len(kept),
        )


def is_copy(example: Example) -> bool:
    """Whether the question is one of its references, but for how words are spaced."""
    question = "".join(example.question.split())
    return example.meta.get("same_as_reference") is True or any(
        question == "".join(reference.split()) for reference in example.references
    )


_SHARED = ("passage", "references", "id")


def _about(example: Example) -> str:
    """The field that says what a question is about."""
    return next((field for field in _SHARED if getattr(example, field)), "id")


def _key(about: str | tuple[str, ...]) -> str:
    """The same for the same text, however it is spaced; an id that is short stays as it is."""
    text = "".join("".join(about).split())
    return text if len(text) <= 16 else sha256(text.encode()).hexdigest()[:16]


def _own_scale(name: str, values: Sequence[Any]) -> Scale:
    if all(isinstance(value, int | float) for value in values):
        return Scale(name)
    return Scale(name, tuple(sorted({str(value) for value in values})), ordered=False)
