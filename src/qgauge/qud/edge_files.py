"""Read edges from QUDeval's table, DCQA, or rows in qgauge's format."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from qgauge.core import BadInput, Example
from qgauge.data import NO_MAP, ColumnMap, Ids, Refused, RowFiles, Rows, label, read_objects
from qgauge.data.columns import ORIGIN, Origin
from qgauge.data.public import read_public
from qgauge.data.public.qudeval import read_article
from qgauge.qud.documents import (
    Place,
    article_of,
    edge_of,
    edges_of_dcqa,
    edges_of_row,
    with_references,
)


class EdgeFiles(RowFiles):
    """The edges of one or more files."""

    def __init__(
        self,
        files: Sequence[str] | None,
        *,
        articles: str | None = None,
        references: Sequence[str] | None = None,
        only: Sequence[str] | None = None,
        without: Sequence[str] | None = None,
        keep_going: bool | None = None,
        refused_file: str | None = None,
        output: str | None = None,
        columns: ColumnMap = NO_MAP,
        output_is_rows: bool = True,
        output_in_shards: bool = False,
    ) -> None:
        if not files:
            raise BadInput("give a file of edges, or - to read them from stdin.")
        if articles is not None and not os.path.isdir(articles):
            raise BadInput("there is no such folder", file=label(articles), field="--articles")
        if only and without:
            raise BadInput("give --only or --without, not both.")
        self._folder, self._references = articles, list(references or ())
        self._only, self._without = _listed(only), _listed(without)
        self._passed_over = 0
        super().__init__(
            files,
            besides=references or (),
            keep_going=keep_going,
            refused_file=refused_file,
            output=output,
            columns=columns,
            output_is_rows=output_is_rows,
            output_in_shards=output_in_shards,
        )
        self._ids = Ids()

    def edges(self) -> list[Example]:
        """Return all usable edges, with their references and flags."""
        read = list(self._chosen(one for file in self.files for one in self._read(file)))
        if not read:
            if self._passed_over:
                option = "--only" if self._only else "--without"
                raise BadInput(f"{option} leaves no edge", file=self.names)
            raise self.no_good_rows("edges")
        if not self._references:
            return read
        written = [
            one for file in self._references for one in self._of_objects(file, text_needed=False)
        ]
        found = list(with_references(read, written))
        if not any(one.references for one in found):
            problem = "none of its questions is for an answer sentence of these articles"
            names = ", ".join(map(label, self._references))
            raise BadInput(problem, file=names, field="--references")
        return found

    def _chosen(self, edges: Iterable[Example]) -> Iterator[Example]:
        seen: set[str] = set()
        for edge in edges:
            name = article_of(edge)
            seen.add(name)
            if (not self._only or name in self._only) and name not in self._without:
                yield edge
            else:
                self._passed_over += 1
        missing = sorted((self._only | self._without) - seen)
        if missing:
            known = ", ".join(sorted(seen)[:8])
            raise BadInput(f"there is no article '{missing[0]}'; the articles are: {known} …")

    def _read(self, file: str) -> Iterator[Example]:
        if os.path.isdir(file) or file.lower().endswith((".csv", ".csv.gz")):
            yield from read_public("qudeval", file).examples
            return
        yield from self._of_objects(file)

    def _of_objects(self, file: str, text_needed: bool = True) -> Iterator[Example]:
        rows = Rows(label(file), columns=ColumnMap(origins=self.columns.origins))
        for item in read_objects(file, columns=self.columns):
            if isinstance(item, Refused):
                self.refuse(item.error, item.row)
                continue
            line, number, value = item
            try:
                found = self._of_row(rows, value, Place(label(file), line), number, text_needed)
            except BadInput as error:
                self.refuse(error, value)
                continue
            for one in found:
                if text_needed and not self._ids.add(one.system, one.id):
                    problem = f"the id '{one.id[:80]}' appears twice"
                    again = BadInput(problem, file=label(file), line=line, field="id")
                    self.refuse(again, {"id": one.id, "system": one.system, "of": value})
                else:
                    yield one

    def _of_row(
        self, rows: Rows, value: Any, place: Place, number: int, text_needed: bool
    ) -> list[Example]:
        if isinstance(value, dict) and "Article" in value:
            return edges_of_dcqa(
                value, lambda name: self._article(name, place), place, text_needed, self.refuse
            )
        if isinstance(value, dict) and "edges" in value:
            found = edges_of_row(value, place, number, self.refuse)
            return _with_origins(found, value, place) if self.columns.origins else found
        (example,) = rows.examples(iter([(place.line or number, number, value)]))
        if isinstance(example, Refused):
            raise example.error
        return [edge_of(example, place)]

    def _article(self, name: str, place: Place) -> Sequence[str]:
        folder = Path(self._folder) if self._folder else Path(place.file or ".").parent / "articles"
        try:
            return read_article(name, folder)
        except BadInput as bad:
            if bad.line is not None:
                raise
            problem = f"{bad.problem}; set the folder with --articles"
            raise place.refused(problem, "ArticleID") from None


def _with_origins(
    edges: Iterable[Example], article: Mapping[str, Any], place: Place
) -> list[Example]:
    ids = {str(one["id"]) for one in article["edges"] if isinstance(one, dict) and "id" in one}
    found = []
    for edge in edges:
        origin = Origin(place.file, place.line, edge.id in ids, "id" in article)
        found.append(replace(edge, meta={**edge.meta, ORIGIN: origin}))
    return found


def _listed(given: Sequence[str] | None) -> set[str]:
    return {name.strip() for one in given or () for name in one.split(",") if name.strip()}
