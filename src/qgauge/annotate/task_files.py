"""Read files as tasks: what raters may see of each row, and what is hidden from them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from qgauge.annotate.answers import InvalidAnswer, check_answer
from qgauge.annotate.pairing import Row, asks_two, pair_of_row, pairs_of_systems
from qgauge.annotate.scheme import Scheme
from qgauge.annotate.shown import content_keys
from qgauge.annotate.tasks import Task
from qgauge.core import BadInput, Example
from qgauge.core.field_names import ALIASES, names_of, plain_name
from qgauge.data import (
    NO_MAP,
    ColumnMap,
    QuestionFiles,
    Refused,
    RowFiles,
    dump,
    example_row,
    label,
    read,
    read_objects,
    read_table,
)
from qgauge.data.columns import ORIGIN, Origin
from qgauge.data.text_files import encoding_problem, open_text
from qgauge.qud.documents import article_of
from qgauge.qud.edge_files import EdgeFiles

GOLD, WHY = "gold", "why"
_SET_ASIDE = f"input_{GOLD}"
"""The column `gold` after reading; for other commands it holds references."""
_KEPT_EMPTY = ("anchor", "answer_sentence", "question")
"""What an edge may lack: raters judge such edges, too."""
_log = logging.getLogger("qgauge.data")


def read_tasks(
    files: Sequence[str],
    scheme: Scheme,
    *,
    format: str | None = None,
    columns: ColumnMap = NO_MAP,
    references: Sequence[str] | None = None,
    articles: str | None = None,
    keep_going: bool | None = None,
    refused_file: str | None = None,
    tell: Callable[[str], object] | None = None,
) -> list[Task]:
    """Read the tasks of one or more files.

    A row can hold the right answer in `gold`, an object such as `{"fluency": 3}` (JSON text in a
    table), and in `why` the reason.

    Args:
        files: The files; `-` is standard input.
        scheme: The scheme, which determines what the files hold and what raters see of it.
        format: The format of all files; by default each file's suffix decides.
        columns: The columns that hold fields under other names.
        references: Further files: references for plain-text questions, or human questions for
            edges.
        articles: The folder of the articles of edges whose file has only their numbers.
        keep_going: Write bad rows to the side file instead of stopping; None if that cannot be
            chosen.
        refused_file: The side file; by default named after the first file.
        tell: Called with what to say about rows that were left out; by default it is logged.

    Returns:
        The tasks in the order of the files.

    Raises:
        BadInput: A file cannot be read, or lacks what the scheme shows.

    Examples:
        >>> import pathlib, tempfile
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> from qgauge.annotate.task_files import read_tasks
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "made.csv"
        >>> _ = file.write_text("id,system,question\\n7,t5,Who built the mill?\\n")
        >>> (task,) = read_tasks([str(file)], read_scheme("answerability"))
        >>> task.content, task.hidden
        ({'question': 'Who built the mill?'}, {'id': '7', 'system': 't5'})
    """
    columns = replace(columns, aside=(GOLD,), origins=True)
    tell = tell or _log_note
    bad_rows: dict[str, Any] = {"keep_going": keep_going, "refused_file": refused_file}
    if scheme.kind == "edge":
        with EdgeFiles(
            files, articles=articles, references=references, columns=columns, **bad_rows
        ) as edges:
            return _tasks(scheme, map(_row_of_edge, edges.edges()), edges, tell)
    if scheme.kind == "document":
        with _DocumentFiles(files, format=format, columns=columns, **bad_rows) as documents:
            return _tasks(scheme, documents.rows(), documents, tell)
    two_in_a_row = scheme.kind == "pair" and _asks_two(files[0] if files else "-", format, columns)
    if two_in_a_row and "question" not in dict(columns.pairs):
        columns = replace(columns, pairs=(*columns.pairs, ("question", "question_a")))
    with QuestionFiles(
        files, format=format, references=references, columns=columns, **bad_rows
    ) as questions:
        rows = [_row_of_question(example) for example in questions.examples()]
        if scheme.kind == "question":
            return _tasks(scheme, rows, questions, tell)
        if not two_in_a_row:
            return _tasks(scheme, pairs_of_systems(rows, scheme, questions.names), questions, tell)
        return _tasks(scheme, _good_pairs(rows, questions), questions, tell)


def _log_note(said: str) -> None:
    _log.info("qgauge: %s", said)


def _row_of_question(example: Example) -> Row:
    origin = _origin(example)
    own = example.id if origin.has_id else example.question
    shared = example.passage or "\n".join(example.references) or own
    return Row(_values(example), _digest(shared), origin.has_id, origin.file, origin.line)


def _row_of_edge(edge: Example) -> Row:
    origin = _origin(edge)
    values = _values(edge) | {key: getattr(edge, key) for key in _KEPT_EMPTY}
    values |= {"sentences": list(edge.sentences)}
    cluster = article_of(edge) if origin.has_text_id else _digest(*edge.sentences)
    return Row(values, cluster, origin.has_id, origin.file, origin.line)


def _origin(example: Example) -> Origin:
    """Return where a row comes from; the readers of published tables do not say it."""
    origin = example.meta.get(ORIGIN)
    return origin if isinstance(origin, Origin) else Origin("", None, has_id=True)


def _values(example: Example) -> dict[str, Any]:
    meta = {name: value for name, value in example.meta.items() if name != ORIGIN}
    return _with_gold(json.loads(dump(example_row(replace(example, meta=meta)))))


def _with_gold(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with `gold` under its own name, whatever its capitals in the file."""
    for name in [name for name in values if plain_name(name) == _SET_ASIDE]:
        values[GOLD] = values.pop(name)
    return values


def _asks_two(file: str, format: str | None, columns: ColumnMap) -> bool:
    """Tell whether the first row of a file has two questions. Standard input is not looked at."""
    if file == "-" or "question" in dict(columns.pairs):
        return "question_a" in dict(columns.pairs).values()
    first = replace(columns, pairs=(*columns.pairs, ("question", "question_a")))
    try:
        row = next(iter(read(file, format=format, columns=first)), None)
    except BadInput:
        return False
    columns_there = row.row if isinstance(row, Refused) else row.meta if row else {}
    return isinstance(columns_there, dict) and asks_two(columns_there)


def _good_pairs(rows: Iterable[Row], files: RowFiles) -> Iterator[Row]:
    for row in rows:
        try:
            yield pair_of_row(row, files.names)
        except BadInput as error:
            files.refuse(error, row.values)


# ------------------------------------------------------------------ documents


class _DocumentFiles(RowFiles):
    """Documents to mark: rows with a `text`, or text files with one document each."""

    def __init__(
        self, files: Sequence[str], *, format: str | None, columns: ColumnMap, **bad_rows: Any
    ) -> None:
        if not files:
            raise BadInput("give a file of documents, or - to read them from stdin.")
        super().__init__(files, columns=columns, **bad_rows)
        self._format = format

    def rows(self) -> Iterator[Row]:
        seen: set[str] = set()
        for file in self.files:
            for line, number, value in self._read(file):
                try:
                    row = _row_of_document(value, number, label(file), line)
                    if row.id in seen:
                        problem = f"the id '{row.id[:80]}' appears twice; ids must be unique"
                        raise BadInput(problem, file=label(file), line=line, field="id")
                except BadInput as error:
                    self.refuse(error, value)
                    continue
                seen.add(row.id)
                yield row

    def _read(self, file: str) -> Iterator[tuple[int | None, int, Any]]:
        form = (self._format or file.removesuffix(".gz").rpartition(".")[2]).lower()
        if form in ("txt", "text"):
            with open_text(file, keep_newlines=True) as text:
                content = text.read()
            if problem := encoding_problem(content):
                problem = problem.replace(" of the line", "")
                self.refuse(BadInput(problem, file=label(file)), {"file": label(file)})
                return
            yield None, 1, {"id": Path(file.removesuffix(".gz")).stem, "text": content}
            return
        table = form in ("csv", "tsv", "tab", "xlsx", "xlsm")
        found = (
            read_table(file, format=self._format)
            if table
            else read_objects(file, format=self._format, columns=self.columns)
        )
        for item in found:
            if isinstance(item, Refused):
                self.refuse(item.error, item.row)
                continue
            line, number, value = item
            yield line, number, self.columns.renamed(value) if table else value


def _row_of_document(value: Any, number: int, file: str, line: int | None) -> Row:
    def bad(problem: str, field: str = "") -> BadInput:
        return BadInput(problem, file=file, line=line, field=field)

    if not isinstance(value, dict):
        raise bad("a document must be an object with 'id' and 'text'")
    has_id = value.get("id") not in (None, "")
    id = value["id"] if has_id else number
    if isinstance(id, bool) or not isinstance(id, str | int):
        raise bad("must be a string or a whole number", "id")
    text = value.get("text")
    if text is not None and not isinstance(text, str):
        raise bad("must be a string", "text")
    if isinstance(text, str) and "\0" in text:
        raise bad("contains a NUL character; remove it", "text")
    cluster = str(id) if has_id else _digest(text or "")
    return Row(_with_gold(value | {"id": str(id)}), cluster, has_id, file, line)


# ------------------------------------------------------------------ from rows to tasks


def _tasks(
    scheme: Scheme, rows: Iterable[Row], files: RowFiles, tell: Callable[[str], object]
) -> list[Task]:
    given = list(rows)
    if not given:
        raise files.no_good_rows("rows")
    contents = [_content(scheme, row) for row in given]
    for key in scheme.shows:
        if key not in scheme.optional and not any(content.get(key) for content in contents):
            raise BadInput(_missing(scheme, key, given), file=files.names)
    tasks: list[Task] = []
    seen: dict[str, int] = {}
    for row, content in zip(given, contents, strict=True):
        try:
            _check_content(scheme, content, row)
            gold = _gold(scheme, row, content)
        except BadInput as error:
            file = error.file or files.names
            placed = BadInput(error.problem, file=file, line=error.line, field=error.field)
            files.refuse(placed, row.values)
            continue
        systems = _systems(row)
        key = _digest(scheme.kind, row.lasting_id, "\n".join(systems), dump(content))
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            key = _digest(key, str(seen[key]))
        why = row.values.get(WHY)
        tasks.append(
            Task(
                key=key,
                content=content,
                hidden=_hidden(row, content),
                cluster=row.cluster,
                gold=gold,
                why=why.strip() if gold is not None and isinstance(why, str) else "",
                row=_digest(scheme.kind, row.id, *sorted(systems)) if row.has_id else "",
            )
        )
    if not tasks:
        raise files.no_good_rows("rows")
    for said in files.left_out:
        tell(said)
    return tasks


def _content(scheme: Scheme, row: Row) -> dict[str, Any]:
    """Return what raters may see: the fields and columns that the scheme shows."""
    plain = {plain_name(name): name for name in row.values}
    content: dict[str, Any] = {}
    for key in scheme.shows:
        name = key if key in row.values else plain.get(plain_name(key), key)
        value = row.values.get(name)
        if scheme.kind == "edge" and key in _KEPT_EMPTY:
            content[key] = value
        elif value not in (None, "", []) and not (isinstance(value, str) and value.isspace()):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            content[key] = str(value) if number else value
    return content


def _bad(scheme: Scheme, row: Row, problem: str, field: str) -> BadInput:
    """Return the error of a row; its id tells which one it is if the line does not."""
    if row.line is None or scheme.kind == "edge":
        problem = f"row '{row.id[:80]}': {problem}"
    return BadInput(problem, file=row.file, line=row.line, field=field)


def _check_content(scheme: Scheme, content: Mapping[str, Any], row: Row) -> None:
    edge = scheme.kind == "edge"
    for key in scheme.shows:
        if key not in content and key not in scheme.optional:
            problem = f"it is empty, but the scheme '{scheme.name}' shows it"
            raise _bad(scheme, row, problem, key)
        value = content.get(key)
        if value is None or (edge and key in content_keys("edge")):
            continue
        if not isinstance(value, str) and not (
            isinstance(value, list) and all(isinstance(one, str) for one in value)
        ):
            problem = "must be a text or a list of texts, to show it to raters"
            raise _bad(scheme, row, problem, key)


def _gold(scheme: Scheme, row: Row, content: Mapping[str, Any]) -> dict[str, Any] | None:
    given = row.values.get(GOLD)
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            given = None
    if not isinstance(given, dict):
        example = json.dumps({scheme.fields[0].name: "…"}, ensure_ascii=False)
        hint = "; if it holds references, add --map references=gold"
        hint = hint if scheme.kind in ("question", "pair") else ""
        problem = f"must be an object with the right answer, such as {example}{hint}"
        raise _bad(scheme, row, problem, GOLD)
    if scheme.kind == "pair" and row.values.get("swapped"):
        given = {
            name: _SWAPPED.get(value, value) if isinstance(value, str) else value
            for name, value in given.items()
        }
    try:
        return check_answer(scheme, given, content, missing=_INCOMPLETE)
    except InvalidAnswer as invalid:
        name, problem = next(iter(invalid.problems.items()))
        raise _bad(scheme, row, problem, f"{GOLD}.{name}") from None


_SWAPPED = {"a": "b", "b": "a"}
_INCOMPLETE = "is missing; gold must answer every required field"


def _hidden(row: Row, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rest of the row. Content and hidden together are the row."""
    left = {GOLD, WHY} if row.values.get(GOLD) else {GOLD}
    texts = {*ALIASES, "text", "question_a", "question_b"}
    shown = {key for key in content if key in texts}
    return {name: value for name, value in row.values.items() if name not in left | shown}


def _systems(row: Row) -> list[str]:
    return [str(row.values.get(key) or "") for key in ("system", "system_a", "system_b")]


def _missing(scheme: Scheme, key: str, rows: Sequence[Row]) -> str:
    """Say that no row has what the scheme shows, which columns there are, and what would do."""
    absent = f"none of the {len(rows)} rows has it" if len(rows) > 1 else "the row lacks it"
    there = dict.fromkeys(
        name
        for row in rows[:1000]
        for name, value in row.values.items()
        if value not in (None, "", [])
    )
    listed = ", ".join(name[:40] for name in list(there)[:20])
    if key in ALIASES:
        names = ", ".join(name for name in names_of(key) if name != GOLD)
        advice = f"Names that would do: {names}; or say which column it is: --map {key}=COLUMN."
    else:
        advice = f"Say which column it is: --map {key}=COLUMN."
    if scheme.kind == "edge" and key == "references":
        advice = "Give human questions with --references, or a field 'references'."
    return (
        f"the scheme '{scheme.name}' shows '{key}', but {absent}. Fields and columns there: "
        f"{listed}. {advice} Or choose another scheme."
    )


def _digest(*texts: str) -> str:
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
