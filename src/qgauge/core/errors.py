"""Errors that a user can fix. The command prints them as a message without a traceback."""

from __future__ import annotations

from collections.abc import Sequence


class QgaugeError(Exception):
    """Base class for all errors that a user can fix.

    The message says what happened and what to do about it.

    Examples:
        >>> import qgauge
        >>> try:
        ...     qgauge.load("rouge")
        ... except qgauge.QgaugeError as error:
        ...     print(type(error).__name__)
        BadSetting
    """


class BadInput(QgaugeError):
    """A file or a row is invalid.

    Attributes:
        problem: What is wrong, without the place.
        file: The file, or "" if unknown.
        line: The line or row number, counted from 1, or None if unknown.
        field: The field, or "" if unknown.

    Examples:
        >>> import qgauge
        >>> print(qgauge.BadInput("the question is empty", file="made.jsonl", line=3))
        made.jsonl, line 3: the question is empty
    """

    def __init__(
        self, problem: str, *, file: str = "", line: int | None = None, field: str = ""
    ) -> None:
        self.problem, self.file, self.line, self.field = problem, file, line, field
        places = [file] if file else []
        if line is not None:
            places.append(f"line {line}")
        if field:
            places.append(f"field '{field}'")
        super().__init__(f"{', '.join(places)}: {problem}" if places else problem)

    def __reduce__(self) -> tuple[object, ...]:
        return _bad_input, (self.problem, self.file, self.line, self.field)


def _bad_input(problem: str, file: str, line: int | None, field: str) -> BadInput:
    return BadInput(problem, file=file, line=line, field=field)


class BadSetting(QgaugeError):
    """A metric, a setting or a value does not exist, or has the wrong type.

    The message lists the valid ones.

    Examples:
        >>> import qgauge
        >>> qgauge.load("rouge")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        qgauge.core.errors.BadSetting: There is no metric 'rouge'. Did you mean 'rouge_l'?...
    """


class MissingTool(QgaugeError):
    """A language tool or an optional package is missing.

    Attributes:
        problem: What is missing.
        install: The command that installs it, or "" if there is none.

    Examples:
        >>> import qgauge
        >>> print(qgauge.MissingTool("spaCy is not installed.", "pip install 'qgauge[spacy]'"))
        spaCy is not installed. Install it with: pip install 'qgauge[spacy]'
    """

    def __init__(self, problem: str, install: str = "") -> None:
        self.problem, self.install = problem, install
        super().__init__(f"{problem} Install it with: {install}" if install else problem)

    def __reduce__(self) -> tuple[object, ...]:
        return MissingTool, (self.problem, self.install)


class ToolFailed(QgaugeError):
    """A language tool failed while it ran.

    Attributes:
        problem: What happened.
        ids: The ids of the examples that the tool was working on.

    Examples:
        >>> import qgauge
        >>> print(qgauge.ToolFailed("The parser failed: out of memory", ["q1", "q2"]))
        The parser failed: out of memory (examples: q1, q2)
    """

    def __init__(self, problem: str, ids: Sequence[str] = ()) -> None:
        self.problem, self.ids = problem, tuple(ids)
        shown = ", ".join(self.ids[:5]) + (" …" if len(self.ids) > 5 else "")
        super().__init__(f"{problem} (examples: {shown})" if shown else problem)

    def __reduce__(self) -> tuple[object, ...]:
        return ToolFailed, (self.problem, self.ids)
