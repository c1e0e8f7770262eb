"""The kinds of questions that a user wants: who, what, which, when, where, why, how, how many."""

from __future__ import annotations

from collections.abc import Iterable

from qgauge.core import BadSetting
from qgauge.core.suggestions import no_such
from qgauge.tools.roles import QUESTION_KINDS


def wanted_kinds(given: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the kinds of questions that a user wants.

    Args:
        given: Names, as a list or separated by commas; None or nothing for all.

    Returns:
        The kinds in the order of `QUESTION_KINDS`.

    Raises:
        BadSetting: A kind does not exist.

    Examples:
        >>> from qgauge.generation.kinds import wanted_kinds
        >>> wanted_kinds("why,who")
        ('who', 'why')
    """
    if given is None:
        return QUESTION_KINDS
    names = given.split(",") if isinstance(given, str) else list(given)
    plain = [" ".join(name.lower().replace("_", " ").replace("-", " ").split()) for name in names]
    for name in plain:
        if name not in QUESTION_KINDS:
            raise BadSetting(no_such("There is no kind of question", name, QUESTION_KINDS))
    return tuple(kind for kind in QUESTION_KINDS if kind in plain) or QUESTION_KINDS
