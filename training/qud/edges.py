"""The human edges of DCQA and the labelled edges of QUDeval's systems, with their articles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qgauge.core import Example
from qgauge.data import Refused, read_objects
from qgauge.data.public import read_public
from qgauge.data.public.qudeval import read_article
from qgauge.qud.documents import BACKWARDS, Place, edges_of_dcqa

DEV = frozenset(("1423", "1431", "1433", "1438", "1441", "1492", "907", "911"))
"""The essays that measure; all others train."""
BEST = {
    "language": "yes",
    "compatibility": "direct",
    "givenness": "no_new_concepts",
    "relevance": "fully_grounded",
}


def human_edges(shared: Path) -> list[Example]:
    """Return DCQA's edges in the essays that we have, without those to missing sentences."""
    folder = shared / "eval" / "qudeval" / "articles"
    essays = {file.stem for file in folder.glob("*.txt")}

    @cache
    def sentences(essay: str) -> tuple[str, ...]:
        return read_article(essay, folder) if essay in essays else ()

    found = []
    for name in ("val.json", "test.json"):
        for row in read_objects(str(shared / "train" / "dcqa" / name)):
            assert not isinstance(row, Refused)
            found += edges_of_dcqa(row[2], sentences, Place(name), refuse=lambda *_: None)
    return [one for one in found if BACKWARDS not in one.meta["flags"]]


def system_edges(shared: Path) -> list[Example]:
    """Return the edges of QUDeval whose sentences exist, with the anchor before the answer.

    Their human questions are left out: they are DCQA's.
    """
    published = read_public("qudeval", shared / "eval" / "qudeval")
    return [
        one
        for one in published.examples
        if one.system != "human" and one.question and not one.meta["flags"]
    ]


def has_best_labels(edge: Example, *criteria: str) -> bool:
    """Return whether people gave the edge the best label by these criteria."""
    return all(edge.ratings.get(name) == (BEST[name],) for name in criteria)


def essay_of(edge: Example) -> str:
    return str(edge.meta.get("essay_id") or edge.meta["article"])
