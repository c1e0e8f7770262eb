"""What the templates of a task and of its form need.

`task_context` makes it for `annotate/_task.html` (what is rated) and `annotate/_form.html` (the
inputs of a scheme, without the form around them). `form_values` reads what the form sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from django.http import QueryDict

from qgauge.annotate.answers import MOST_MARKED, MOST_SPANS, asked, values_of_form
from qgauge.annotate.scheme import Choice, Field, Scheme
from qgauge.annotate.shown import Shown, ShownText, shown

_PAGE_KEYS = frozenset("usng")
"""Letters that mean something else on the page."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a text, marked or not."""

    text: str
    kinds: str = ""
    """Names of the marks, as classes of the element."""


@dataclass(frozen=True, slots=True)
class TextView:
    """A text under its label."""

    name: str
    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One choice of a field."""

    value: int | str
    label: str
    meaning: str
    id: str
    json: str
    """The value as JSON, for scripts."""
    key: str
    """The key that chooses it."""
    chosen: bool
    snippets: str = ""
    """For kinds of spans: the marked texts, one per line."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of a form."""

    field: Field
    input: str
    """The name of its inputs."""
    title: str
    choices: tuple[ChoiceView, ...]
    value: str
    """The text, or the spans as JSON."""
    condition: str
    """JSON: the values of other fields with which it is asked."""
    condition_text: str
    is_asked: bool
    """Whether it is asked with the values that the form has now."""
    problem: str


def task_context(
    scheme: Scheme,
    content: Mapping[str, Any],
    values: Mapping[str, Any],
    problems: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return what `annotate/_task.html` and `annotate/_form.html` show.

    Args:
        scheme: The scheme.
        content: The content of the task.
        values: The values with which the form begins; they need not be valid.
        problems: What is wrong with the values, by field.

    Returns:
        `scheme`; `sentences` and `texts`; `document`, the text to mark spans in, if there is one;
        and `fields`, a list of `FieldView`.
    """
    marks = [one for field in scheme.fields for one in _spans(field, values)]
    whole = str(content.get("text") or "")
    is_marked = any(field.type == "spans" for field in scheme.fields)
    seen = shown(scheme, content)
    return {
        "scheme": scheme,
        "sentences": seen.sentences,
        "texts": _text_views(seen, is_marked),
        "document": {"text": whole, "pieces": _pieces(whole, marks)} if is_marked else None,
        "fields": field_views(scheme, content, values, problems or {}),
    }


def field_views(
    scheme: Scheme,
    content: Mapping[str, Any],
    values: Mapping[str, Any],
    problems: Mapping[str, str],
) -> list[FieldView]:
    """Return the fields of a form with these values."""
    applies = {field.name for field in asked(scheme, values)}
    text = str(content.get("text") or "")
    return [
        FieldView(
            field=field,
            input=f"field.{field.name}",
            title=title_of(field),
            choices=_choice_views(field, values, text),
            value=_input_value(field, values),
            condition=json.dumps({k: list(v) for k, v in (field.only_if or {}).items()}),
            condition_text=_condition_text(scheme, field),
            is_asked=field.name in applies or _is_pending(scheme, field, values),
            problem=problems.get(field.name, ""),
        )
        for field in scheme.fields
    ]


def title_of(field: Field) -> str:
    """Return a short heading for a field."""
    return field.name.replace("_", " ").replace("-", " ").capitalize()


def headline(scheme: Scheme, content: Mapping[str, Any], most: int = 200) -> str:
    """Return a task in one line: its question, its questions, or the start of its text."""
    texts = shown(scheme, content).texts
    questions = [one.text for one in texts if one.name.startswith("question")]
    line = " ".join(" / ".join(questions or [one.text for one in texts[-1:]]).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def example_views(scheme: Scheme) -> list[dict[str, Any]]:
    """Return the worked examples: what is rated, the right answer, and why."""
    return [
        {
            **task_context(scheme, example.content, example.values),
            "answer": answer_rows(scheme, example.values, example.content),
            "why": example.why,
        }
        for example in scheme.examples
    ]


def answer_rows(
    scheme: Scheme, values: Mapping[str, Any], content: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """Return an answer as pairs of heading and text, for the fields that have a value."""
    text = str(content.get("text") or "")
    return [
        (title_of(field), value_text(field, values[field.name], text))
        for field in scheme.fields
        if field.name in values
    ]


def value_text(field: Field, value: Any, text: str = "") -> str:
    """Return a value as people read it; it need not be valid."""
    if field.type == "spans":
        labels = {choice.value: choice.label for choice in field.choices}
        return "\n".join(
            f"{labels.get(one['kind'], one['kind'])}: {text[one['start'] : one['end']]}"
            for one in _valid_spans(value)
        )
    labels = {choice.value: choice.label for choice in field.choices}
    several = value if isinstance(value, list) else [value]
    return ", ".join(str(labels.get(one, one) if _hashable(one) else one) for one in several)


def form_values(
    scheme: Scheme, sent: QueryDict, content: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values that the form sent, and problems with texts to be marked.

    Without JavaScript, spans come as their texts, one per line. If one of them cannot be found, the
    value is what was typed, by kind, for the form to show it again.
    """
    values = values_of_form(scheme, sent.getlist)
    problems: dict[str, str] = {}
    text = str(content.get("text") or "")
    for field in scheme.fields:
        typed = {
            choice: sent[name].splitlines()
            for choice in field.choices
            if (name := snippets_input(field, choice)) in sent
        }
        if field.type == "spans" and typed:
            before = _valid_spans(values.get(field.name))
            try:
                values[field.name] = _found_spans(typed, text, before)
            except ValueError as problem:
                problems[field.name] = str(problem)
                values[field.name] = {one.value: "\n".join(typed[one]) for one in typed}
    return values, problems


def snippets_input(field: Field, choice: Choice) -> str:
    """Return the name of the input for the texts of spans, used without JavaScript."""
    return f"snippets.{field.name}.{choice.value}"


# ------------------------------------------------------------------ texts


def _text_views(seen: Shown, is_marked: bool) -> list[TextView]:
    return [
        TextView(text.name, text.label, _highlighted(text))
        for text in seen.texts
        if not (is_marked and text.name == "text")
    ]


def _highlighted(text: ShownText) -> tuple[Piece, ...]:
    return _pieces(text.text, [(start, end, "answer") for start, end in text.highlights])


def _pieces(text: str, marks: Sequence[tuple[int, int, str]]) -> tuple[Piece, ...]:
    """Cut a text where a mark begins or ends."""
    cuts = sorted({0, len(text), *(at for start, end, _ in marks for at in (start, end))})
    return tuple(
        Piece(
            text[start:end],
            " ".join(sorted({kind for begin, stop, kind in marks if begin <= start < stop})),
        )
        for start, end in pairwise(cuts)
    )


# ------------------------------------------------------------------ spans


def _spans(field: Field, values: Mapping[str, Any]) -> Iterable[tuple[int, int, str]]:
    if field.type != "spans":
        return
    places = [choice.value for choice in field.choices]
    for span in _valid_spans(values.get(field.name)):
        if span["kind"] in places:
            yield span["start"], span["end"], f"kind{places.index(span['kind']) + 1}"


def _valid_spans(value: Any) -> list[dict[str, Any]]:
    """Return those of the spans that have a place; what a form sent can be anything.

    A form with far too many is refused, and the page that says so must not take long either.
    """
    found = (
        one
        for one in (value if isinstance(value, list) else [])
        if isinstance(one, dict)
        and isinstance(one.get("kind"), int | str)
        and type(one.get("start")) is int
        and type(one.get("end")) is int
        and 0 <= one["start"] < one["end"]
    )
    left, spans = MOST_MARKED, []
    for one in islice(found, MOST_SPANS):
        length = one["end"] - one["start"]
        if length <= left:
            left -= length
            spans.append(one)
    return spans


def _found_spans(
    typed: Mapping[Choice, Sequence[str]], text: str, before: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Find typed texts in the document: where they were before, else at the first free place.

    Raises:
        ValueError: A text does not occur, or not as often, or there are too many.
    """
    if sum(map(len, typed.values())) > MOST_SPANS:
        raise ValueError(f"has more than {MOST_SPANS:,} lines")
    everywhere: dict[str, list[tuple[int, int]]] = {}
    used: set[tuple[int, int]] = set()
    found: list[dict[str, Any]] = []
    for choice, lines in typed.items():
        for line in filter(None, map(str.strip, lines)):
            pattern = r"\s+".join(re.escape(word) for word in line.split())
            if pattern not in everywhere:
                everywhere[pattern] = [match.span() for match in re.finditer(pattern, text)]
            places = everywhere[pattern]
            known = [(one["start"], one["end"]) for one in before if one["kind"] == choice.value]
            free = [place for place in places if place not in used]
            if not free:
                often = "is not in the text" if not places else "is not in the text as often"
                raise ValueError(f"“{line[:80]}” {often}; copy it exactly")
            start, end = next((place for place in free if place in known), free[0])
            used.add((start, end))
            found.append({"start": start, "end": end, "kind": choice.value})
    return found


# ------------------------------------------------------------------ inputs


def _choice_views(field: Field, values: Mapping[str, Any], text: str) -> tuple[ChoiceView, ...]:
    value = values.get(field.name)
    several = value if isinstance(value, list) else [value]
    spans = _valid_spans(value) if field.type == "spans" else []
    typed = value if isinstance(value, dict) else {}
    keys = _span_keys(field) if field.type == "spans" else _digits(len(field.choices))
    return tuple(
        ChoiceView(
            value=choice.value,
            label=choice.label,
            meaning=choice.meaning,
            id=f"{field.name}.{at}",
            json=json.dumps(choice.value),
            key=key,
            chosen=any(type(one) is type(choice.value) and one == choice.value for one in several),
            snippets=typed.get(choice.value)
            or "\n".join(
                " ".join(text[one["start"] : one["end"]].split())
                for one in spans
                if one["kind"] == choice.value
            ),
        )
        for at, (choice, key) in enumerate(zip(field.choices, keys, strict=True), 1)
    )


def _digits(count: int) -> list[str]:
    """Return the keys 1 to 9 and 0; further choices have none."""
    return [str(at % 10) if at <= 10 else "" for at in range(1, count + 1)]


def _span_keys(field: Field) -> list[str]:
    """Return the first letter of each kind, or a digit if the letter is taken."""
    keys: list[str] = []
    for at, choice in enumerate(field.choices, 1):
        letter = str(choice.value)[0].lower()
        free = letter.isalpha() and letter not in _PAGE_KEYS and letter not in keys
        keys.append(letter if free else _digits(at)[-1])
    return keys


def _input_value(field: Field, values: Mapping[str, Any]) -> str:
    value = values.get(field.name)
    if field.type == "spans":
        return json.dumps(_valid_spans(value))
    return str(value) if field.type == "text" and value is not None else ""


def _is_pending(scheme: Scheme, field: Field, values: Mapping[str, Any]) -> bool:
    """Tell whether it is open that the field is asked: a choice before it is not yet made."""
    applies = {one.name for one in asked(scheme, values)}
    for name, wanted in (field.only_if or {}).items():
        other = scheme.field(name)
        is_open = other.type == "choice" and values.get(name) in (None, "")
        waits = name in applies or _is_pending(scheme, other, values)
        if not waits or not (is_open or values.get(name) in wanted):
            return False
    return True


def _condition_text(scheme: Scheme, field: Field) -> str:
    parts = []
    for name, wanted in (field.only_if or {}).items():
        other = scheme.field(name)
        labels = [choice.label for choice in other.choices if choice.value in wanted]
        parts.append(f"{title_of(other)} is “{'” or “'.join(labels)}”")
    return " and ".join(parts)


def _hashable(value: Any) -> bool:
    return isinstance(value, str | int | float | bool | None)
