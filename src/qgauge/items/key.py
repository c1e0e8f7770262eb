"""Answer keys: which option of each multiple-choice item is right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from qgauge.core.errors import BadInput
from qgauge.items.cells import is_blank

USUAL_OPTIONS = 5
"""Options that an item may have, A to E or 1 to 5, unless its key names a later one."""
_OR = re.compile(r"\s*[/|]\s*|\s+or\s+", re.IGNORECASE)
_AND = re.compile(r"[\s,;+&]+")
_SEVERAL = re.compile(r"[A-H]{2,8}")
"""Options marked together, without a separator."""
_TRUE_OR_FALSE = ("T", "F")


@dataclass(frozen=True)
class AnswerKey:
    """The right options of the items of one test.

    Examples:
        >>> from qgauge.items import AnswerKey
        >>> key = AnswerKey.of({"q1": "b", "q2": "A/C"}, {"q1": ["A", "b"], "q2": ["d", ""]})
        >>> key.is_right("q2", "C"), key.options["q1"]
        (True, ('A', 'B', 'C', 'D'))
    """

    right: Mapping[str, tuple[str, ...]]
    """The right options by item; a respondent needs one of them. "AB" stands for both A and B."""
    options: Mapping[str, tuple[str, ...]]
    """All options by item: from the first one to the last one that the test uses."""

    @classmethod
    def of(
        cls, answers: Mapping[str, str], cells: Mapping[str, Iterable[str]], *, file: str = ""
    ) -> AnswerKey:
        """Build the key of a test.

        Args:
            answers: The right option of each item, as written: `B`, `b`, `2`, `T`, `A/C` for A or
                C, `A+C` for A and C together.
            cells: The responses to each item, which tell how many options the test has.
            file: The file of the test, for messages.

        Returns:
            The key.

        Raises:
            BadInput: If the answer to an item is not an option.
        """
        right = {item: _right(item, text, file) for item, text in answers.items()}
        given = {
            item: {letter for cell in cells[item] for letter in option_of(cell) or ""}
            for item in right
        }
        kinds = {item: _kind(right[item], given[item]) for item in right}
        last: dict[str, int] = {}
        for item, kind in kinds.items():
            named = max(map(_place, "".join(right[item])))
            known = max(named, last.get(kind, 0), USUAL_OPTIONS)
            seen = [_place(one) for one in given[item] if _kind((one,), set()) == kind]
            last[kind] = max([named, last.get(kind, 0), *(one for one in seen if one <= known)])
        return cls(right, {item: _options(kind, last.get(kind, 0)) for item, kind in kinds.items()})

    def choice(self, item: str, cell: str) -> str | None:
        """Return the option that a cell holds; "" if it is blank, None if it is not an option."""
        chosen = option_of(cell)
        return None if chosen is None or not {*chosen} <= {*self.options[item]} else chosen

    def is_right(self, item: str, choice: str) -> bool:
        """Return whether this choice gets the point."""
        return choice in self.right[item]


def option_of(cell: str) -> str | None:
    """Return a cell as an option: "B" for "b", "(B)" and "B."; "AB" for "B, A"; "T" for "true".

    A blank cell gives "", and text that cannot be an option None.
    """
    if is_blank(cell):
        return ""
    text = cell.strip().upper().removesuffix(".0")
    text = {"TRUE": "T", "FALSE": "F"}.get(text, text)
    parts = [part.strip("().[]:") for part in _AND.split(text) if part]
    if len(parts) == 1 and _SEVERAL.fullmatch(parts[0]):
        parts = [*parts[0]]
    if all(len(part) == 1 and part.isascii() and part.isalnum() for part in parts):
        return "".join(sorted({*parts}))
    return None


def _right(item: str, text: str, file: str) -> tuple[str, ...]:
    found = [option_of(one) for one in _OR.split(text.strip())]
    options = tuple(one for one in found if one)
    if len(options) < len(found):
        raise BadInput(
            f"item '{item[:40]}': the key '{text[:40]}' is not an option; use a letter or a "
            "number such as B or 2, or A/C if both are right",
            file=file,
            field=item,
        )
    return options


def _kind(right: Iterable[str], given: set[str]) -> str:
    letters = {letter for one in right for letter in one}
    if letters <= {*_TRUE_OR_FALSE} and given <= {*_TRUE_OR_FALSE}:
        return "T"
    return "1" if letters and all(map(str.isdigit, letters)) else "A"


def _place(option: str) -> int:
    """Return the place of an option: 1 for A and 1; high for what cannot be one."""
    if option.isdigit() and option.isascii():
        return int(option) or 100
    return ord(option) - ord("A") + 1 if "A" <= option <= "Z" else 100


def _options(kind: str, last: int) -> tuple[str, ...]:
    if kind == "T":
        return _TRUE_OR_FALSE
    return tuple(str(at) if kind == "1" else chr(ord("A") + at - 1) for at in range(1, last + 1))
