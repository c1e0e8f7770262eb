"""Answers of raters: which fields are asked, and whether what a form sends is a valid answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qgauge.annotate.scheme import Choice, Field, Scheme
from qgauge.core import QgaugeError

LONGEST_TEXT = 10_000
"""Characters of a text that a rater types."""
MOST_SPANS = 1_000
MOST_MARKED = 1_000_000
"""Characters of all spans of an answer, which may overlap; pages show the text of each."""
_LONGEST_FORM_VALUE = 1_000_000
"""Characters of the spans of one form."""
_FORM_PREFIX = "field."
_SPAN_KEYS = {"start", "end", "kind"}


class InvalidAnswer(QgaugeError):
    """An answer does not fit its scheme.

    Attributes:
        problems: What is wrong, by name of the field.

    Examples:
        >>> from qgauge.annotate.answers import InvalidAnswer
        >>> print(InvalidAnswer({"fluency": "choose one"}))
        fluency: choose one
    """

    def __init__(self, problems: Mapping[str, str]) -> None:
        self.problems = dict(problems)
        super().__init__("; ".join(f"{name}: {problem}" for name, problem in problems.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return InvalidAnswer, (self.problems,)


def asked(scheme: Scheme, values: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields that apply, given the values so far.

    A field with `only_if` applies if each field that it names applies and has one of the values.

    Args:
        scheme: The scheme.
        values: The values by field; they need not be complete.

    Returns:
        The fields to ask, in order.

    Examples:
        >>> from qgauge.annotate.answers import asked
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> [field.name for field in asked(read_scheme("qud"), {"language": "no"})][:2]
        ['language', 'issue_text']
    """
    found: list[Field] = []
    for field in scheme.fields:
        names = {one.name for one in found}
        if all(
            name in names and _holds(values.get(name), wanted)
            for name, wanted in (field.only_if or {}).items()
        ):
            found.append(field)
    return tuple(found)


def check_answer(
    scheme: Scheme, values: Mapping[str, Any], content: Mapping[str, Any], *, missing: str = ""
) -> dict[str, Any]:
    """Check an answer and return it cleaned; checking that again changes nothing.

    Values of fields that do not apply are dropped, texts are stripped, spans lose white space at
    their ends and are sorted, and empty values are left out.

    Args:
        scheme: The scheme.
        values: The values by field, as in `Answer.values`.
        content: What the task shows; spans are places in its `text`.
        missing: What to say of a required field without a value; by default what a form says.

    Returns:
        The values of the fields that apply and are answered, in the order of the scheme.

    Raises:
        InvalidAnswer: A required field is missing, or a value is impossible.

    Examples:
        >>> from qgauge.annotate.answers import check_answer
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> check_answer(read_scheme("answerability"), {"answerability": 4}, {"question": "Who?"})
        {'answerability': 4}
    """
    known = {field.name for field in scheme.fields}
    problems = {str(name): "there is no such field" for name in values if name not in known}
    cleaned: dict[str, Any] = {}
    for field in scheme.fields:
        if field not in asked(scheme, cleaned):
            continue
        try:
            value = _CHECKS[field.type](field, values.get(field.name), content)
        except _Unfit as unfit:
            problems[field.name] = str(unfit)
            continue
        if value in (None, "", []):
            if field.required:
                problems[field.name] = missing or _MISSING[field.type]
        else:
            cleaned[field.name] = value
    if problems:
        raise InvalidAnswer(problems)
    return cleaned


def values_of_form(scheme: Scheme, getlist: Callable[[str], list[str]]) -> dict[str, Any]:
    """Return the values that an HTML form sent, for `check_answer` to check.

    Args:
        scheme: The scheme.
        getlist: Returns the values of an input, such as `request.POST.getlist`. The inputs are
            named `field.NAME`; spans are JSON text.

    Returns:
        The values by field, without empty ones. A value that cannot be read stays as it is.

    Examples:
        >>> from qgauge.annotate.answers import values_of_form
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> form = {"field.answerability": ["4"]}
        >>> values_of_form(read_scheme("answerability"), lambda name: form.get(name, []))
        {'answerability': 4}
    """
    found: dict[str, Any] = {}
    for field in scheme.fields:
        sent = [one for one in getlist(_FORM_PREFIX + field.name) if one]
        if not sent:
            continue
        if field.type == "spans":
            found[field.name] = _parsed(sent[0])
        elif field.type == "text":
            found[field.name] = sent[0]
        else:
            by_text = {str(choice.value): choice.value for choice in field.choices}
            meant = [by_text.get(one, one) for one in sent]
            found[field.name] = meant[0] if field.type == "choice" and len(meant) == 1 else meant
    return found


def form_of_values(scheme: Scheme, values: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what an HTML form sends for these values: the inverse of `values_of_form`.

    Args:
        scheme: The scheme.
        values: Valid values by field.

    Returns:
        The values of each input.

    Examples:
        >>> from qgauge.annotate.answers import form_of_values
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> form_of_values(read_scheme("answerability"), {"answerability": 4})
        {'field.answerability': ['4']}
    """
    form: dict[str, list[str]] = {}
    for field in scheme.fields:
        if field.name not in values:
            continue
        value = values[field.name]
        if field.type == "spans":
            sent = [json.dumps(value, ensure_ascii=False)]
        else:
            sent = [str(one) for one in (value if isinstance(value, list) else [value])]
        form[_FORM_PREFIX + field.name] = sent
    return form


# ------------------------------------------------------------------ one field


class _Unfit(Exception):
    """A value does not fit its field."""


_MISSING = {
    "choice": "choose one",
    "flags": "choose at least one",
    "text": "write something",
    "spans": "mark at least one place",
}


def _holds(value: Any, wanted: Sequence[int | str]) -> bool:
    if isinstance(value, list):
        return any(one in wanted for one in value)
    return value in wanted


def _choice(field: Field, value: Any, _: Mapping[str, Any]) -> int | str | None:
    if isinstance(value, list):
        raise _Unfit("must be one value, not several")
    return None if value in (None, "") else _known(field.choices, value)


def _flags(field: Field, value: Any, _: Mapping[str, Any]) -> list[int | str]:
    given = [] if value is None else value
    if not isinstance(given, list):
        raise _Unfit("must be a list")
    found = [_known(field.choices, one) for one in given]
    return [choice.value for choice in field.choices if choice.value in found]


def _known(choices: Sequence[Choice], value: Any) -> int | str:
    for choice in choices:
        if type(value) is type(choice.value) and value == choice.value:
            return choice.value
    if isinstance(value, str) and any(str(choice.value) == value for choice in choices):
        raise _Unfit(f"must be a number, not the text {value!r}")
    listed = ", ".join(str(choice.value) for choice in choices)
    # JSON from a form may be nested so deeply that it cannot be shown
    given = repr(str(value)[:40]) if isinstance(value, str | int | float) else "this"
    raise _Unfit(f"{given} is not one of {listed}")


def _text(_: Field, value: Any, __: Mapping[str, Any]) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _Unfit("must be a text")
    if "\0" in value or any("\ud800" <= mark <= "\udfff" for mark in value):
        raise _Unfit("contains a character that cannot be stored")
    text = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(text) > LONGEST_TEXT:
        raise _Unfit(f"has {len(text):,} characters; {LONGEST_TEXT:,} at most")
    return text


def _spans(field: Field, value: Any, content: Mapping[str, Any]) -> list[dict[str, Any]]:
    given = [] if value is None else value
    if not isinstance(given, list):
        raise _Unfit("must be a list of spans")
    if len(given) > MOST_SPANS:
        raise _Unfit(f"has {len(given):,} spans; {MOST_SPANS:,} at most")
    text = content.get("text")
    text = text if isinstance(text, str) else ""
    found: dict[tuple[int, int], int | str] = {}
    for span in given:
        start, end = _place(span, text)
        kind = _known(field.choices, span["kind"])
        if (start, end) in found:
            raise _Unfit(f"{text[start:end][:40]!r} is marked twice")
        found[start, end] = kind
    if sum(end - start for start, end in found) > MOST_MARKED:
        raise _Unfit(f"marks more than {MOST_MARKED:,} characters in all; mark shorter places")
    return [{"start": at[0], "end": at[1], "kind": found[at]} for at in sorted(found)]


def _place(span: Any, text: str) -> tuple[int, int]:
    """Return where a span starts and ends, without white space around it."""
    if not isinstance(span, dict) or set(span) != _SPAN_KEYS:
        raise _Unfit('a span must be like {"start": 0, "end": 9, "kind": "vital"}')
    start, end = span["start"], span["end"]
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(text):
        numbers = type(start) is int and type(end) is int
        place = f"the span {str(start)[:20]}-{str(end)[:20]}" if numbers else "a span"
        raise _Unfit(f"{place} is not a place in the text")
    marked = text[start:end]
    if not marked.strip():
        raise _Unfit(f"the span {start}-{end} holds only white space")
    start += len(marked) - len(marked.lstrip())
    end -= len(marked) - len(marked.rstrip())
    return start, end


_CHECKS: dict[str, Callable[[Field, Any, Mapping[str, Any]], Any]] = {
    "choice": _choice,
    "flags": _flags,
    "text": _text,
    "spans": _spans,
}


def _parsed(text: str) -> Any:
    """Return the value of a JSON text; the text itself if it is not JSON or too long."""
    if len(text) > _LONGEST_FORM_VALUE:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
