"""Read ratings that were collected with other programs: Label Studio, doccano and Potato."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from qgauge.annotate.answers import asked
from qgauge.annotate.imports import doccano, label_studio, potato
from qgauge.annotate.imports.fields import Fields
from qgauge.annotate.imports.matching import TaskIndex
from qgauge.annotate.scheme import Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.core import BadInput, BadSetting
from qgauge.data import Refused, label, read_objects

Program = Literal["label-studio", "doccano", "potato"]
_log = logging.getLogger("qgauge.data")
_READERS = {"label-studio": label_studio.read, "doccano": doccano.read, "potato": potato.read}


def mapping_of(options: Sequence[str]) -> dict[str, str]:
    """Return the mapping that `--map` options give, each `OURS=THEIRS`.

    Args:
        options: A field, a value as `FIELD.VALUE`, or `id` or `system`; then `=` and the name,
            label, `NAME=LABEL` or column of the other program.

    Returns:
        The mapping for `read_ratings`.

    Raises:
        BadSetting: An option has another form.

    Examples:
        >>> from qgauge.annotate.imports import mapping_of
        >>> mapping_of(["fluency=Fluency rating", "fluency.3=very good"])
        {'Fluency rating': 'fluency', 'very good': 'fluency=3'}
    """
    found = {}
    for option in options:
        ours, _, theirs = option.partition("=")
        if not ours or not theirs:
            form = "FIELD=NAME or FIELD.VALUE=LABEL"
            raise BadSetting(f"--map must be {form}, not '{option}'; for example fluency.3=good.")
        found[theirs] = ours.replace(".", "=", 1)
    return found


def read_ratings(
    file: str,
    format: Program,
    scheme: Scheme,
    tasks: Sequence[Task],
    *,
    mapping: Mapping[str, str] | None = None,
    rater: str = "",
    file_format: str | None = None,
    tell: Callable[[str], object] | None = None,
) -> list[Answer]:
    """Read the ratings in a file that another program exported.

    A row belongs to the task with the same id and the same question or text; one of the two is
    enough if it is unique. Names and labels that agree with the scheme, apart from capitals, spaces
    and hyphens, need no mapping.

    Args:
        file: The file, JSON or JSONL.
        format: The program that wrote it.
        scheme: What the raters were asked, in the terms of qgauge.
        tasks: The tasks.
        mapping: Their names for ours: a name to a field (`{"Fluency": "fluency"}`), a label to a
            value (`{"very good": "fluency=3"}`, or `{"Fluency=very good": "fluency=3"}`), or a
            column to `id` or `system`.
        rater: The name of the rater, if the file does not say it. By default it is that of the
            file (doccano) or of its folder (Potato).
        file_format: `"json"` or `"jsonl"`; by default the ending of the file decides.
        tell: Called with what to say about annotations without a value, which are left out, and
            about answers that lack required fields; by default it is logged.

    Returns:
        One answer per person and task. If a person rated a task twice, the later one counts.

    Raises:
        BadInput: Something in the file belongs to no task, field or label; the message says where.
        BadSetting: There is no such program, or the mapping names no field or value of the scheme.

    Examples:
        >>> import json, pathlib, tempfile
        >>> from qgauge.annotate.imports import read_ratings
        >>> from qgauge.annotate.scheme import Choice, Field, Scheme
        >>> from qgauge.annotate.tasks import Task
        >>> labels = (Choice("no", "No"), Choice("yes", "Yes"))
        >>> fluent = Field("fluent", "Is it fluent?", "choice", labels)
        >>> scheme = Scheme("mine", "Mine", "", "question", ("question",), (fluent,), "")
        >>> task = Task("k", {"question": "Who built the mill?"}, {"id": "q1"})
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "ann.jsonl"
        >>> row = {"id": 1, "text": "Who built the mill?", "label": ["Yes"]}
        >>> _ = file.write_text(json.dumps(row))
        >>> (answer,) = read_ratings(str(file), "doccano", scheme, [task])
        >>> answer.rater, answer.values
        ('ann', {'fluent': 'yes'})
    """
    if format not in _READERS:
        known = ", ".join(get_args(Program))
        raise BadSetting(f"there is no format '{format}'; the formats are: {known}.")
    fields, index = Fields.of(scheme, mapping or {}), TaskIndex(tasks)
    name = label(file)
    found: dict[tuple[str, str], Answer] = {}
    empty = 0
    for line, row in _rows(file, file_format):
        try:
            for given in _READERS[format](fields.renamed(row), file, rater):
                task = index.find(given)
                answer = fields.answer(given, task)
                if not answer.values and not answer.skipped:
                    empty += 1
                    continue
                before = found.get((answer.task, answer.rater))
                if before is None or before.saved <= answer.saved:
                    found[answer.task, answer.rater] = answer
        except BadInput as error:
            raise BadInput(error.problem, file=name, line=line, field=error.field) from None
    if not found:
        what = "annotation has" if empty == 1 else "annotations have"
        why = f": {empty:,} {what} no value" if empty else ""
        raise BadInput(f"there are no ratings in it{why}", file=name)
    for said in _remarks(scheme, found.values(), empty):
        (tell or _log_note)(said)
    return list(found.values())


def _rows(file: str, file_format: str | None) -> Iterator[tuple[int, Any]]:
    for item in read_objects(file, format=file_format):
        if isinstance(item, Refused):
            error = item.error
            # tables are not read here
            problem = error.problem.replace("; if this is a table, add --format csv", "")
            raise BadInput(problem, file=error.file, line=error.line, field=error.field)
        line, _, row = item
        yield line, row


def _remarks(scheme: Scheme, answers: Iterable[Answer], empty: int) -> Iterator[str]:
    if empty:
        what = (
            "annotation has no value and is" if empty == 1 else "annotations have no value and are"
        )
        yield f"{empty:,} {what} left out."
    lacking = [names for names in (_lacking(scheme, answer) for answer in answers) if names]
    if lacking:
        lack = "answer lacks" if len(lacking) == 1 else "answers lack"
        names = ", ".join(dict.fromkeys(name for names in lacking for name in names))
        yield f"{len(lacking):,} {lack} required fields: {names}."


def _lacking(scheme: Scheme, answer: Answer) -> list[str]:
    if answer.skipped:
        return []
    fields = [one for one in asked(scheme, answer.values) if one.required]
    return [one.name for one in fields if one.name not in answer.values]


def _log_note(said: str) -> None:
    _log.info("qgauge: %s", said)
