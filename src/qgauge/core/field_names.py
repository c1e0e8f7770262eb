"""The fields of an Example, and the column names that files use for them."""

from __future__ import annotations

import re

ALIASES: dict[str, tuple[str, ...]] = {
    "id": (),
    "question": (
        "prediction",
        "predictions",
        "generated_question",
        "hypothesis",
        "generated",
        "candidate",
        "candidate_question",
        "generated_questions",
        "model_output",
        "model_question",
        "predicted_question",
    ),
    "references": (
        "reference",
        "target",
        "gold",
        "reference_question",
        "reference_questions",
        "gold_question",
        "gold_questions",
        "target_question",
    ),
    "passage": ("context", "paragraph"),
    "answer": ("answers",),
    "sentences": (),
    "anchor": (),
    "answer_sentence": (),
    "system": ("source", "model"),
    "ratings": (),
}
"""The fields in the order of Example, with the names that published data sets use for them."""

LOOSE_ALIASES: dict[str, tuple[str, ...]] = {
    "question": (
        "question_text",
        "generated_query",
        "synthetic_query",
        "query",
    ),
    "references": ("ref", "refs"),
    "passage": (
        "passage_text",
        "contexts",
        "story",
        "text",
        "document",
        "article",
    ),
    "answer": ("correct_answer", "gold_answer", "expected_answer", "answer_text"),
    "system": ("system_name", "model_name", "generator"),
}
"""Names that other things have, too: they count only if no other column holds the field. The first
that is there is taken."""

_NUMBERED = re.compile(r"(?:reference|ref|gold)s?[._]?\d{1,3}")


def plain_name(column: str) -> str:
    """Return a column name without capitals, outer spaces and marks, inner spaces and hyphens."""
    if column.isidentifier() and column.islower():
        return column
    return column.strip(" \t\r\n\xa0:?.").casefold().replace(" ", "_").replace("-", "_")


def names_of(field: str) -> tuple[str, ...]:
    """Return the names that a column with this field may have, best first."""
    return (field, *ALIASES[field], *LOOSE_ALIASES.get(field, ()))


def is_numbered_reference(plain: str) -> bool:
    """Tell whether a column is one of several references, such as `reference_2`."""
    return _NUMBERED.fullmatch(plain) is not None
