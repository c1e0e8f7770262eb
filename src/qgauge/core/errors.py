"""What can go wrong in a way the user can mend; shown as a message, never as a traceback."""

from __future__ import annotations

from collections.abc import Sequence


class QgaugeError(Exception):
    """Anything a user can act on. The message says what happened and what to do about it."""


class BadInput(QgaugeError):
    """A file or a row that cannot be used; names the file, the line and the field where known."""

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
    """A metric, a setting or a value that does not exist; the message lists those that do."""


class MissingTool(QgaugeError):
    """A language tool or an optional package is missing; the message says how to install it."""

    def __init__(self, problem: str, install: str = "") -> None:
        self.problem, self.install = problem, install
        super().__init__(f"{problem} Install it with: {install}" if install else problem)

    def __reduce__(self) -> tuple[object, ...]:
        return MissingTool, (self.problem, self.install)


class ToolFailed(QgaugeError):
    """A tool broke while it ran; the message names the examples it was working on."""

    def __init__(self, problem: str, ids: Sequence[str] = ()) -> None:
        self.problem, self.ids = problem, tuple(ids)
        shown = ", ".join(self.ids[:5]) + (" …" if len(self.ids) > 5 else "")
        super().__init__(f"{problem} (examples: {shown})" if shown else problem)

    def __reduce__(self) -> tuple[object, ...]:
        return ToolFailed, (self.problem, self.ids)
