"""What a rater sees of a task, and the guidelines, as plain data without HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from qgauge.annotate.scheme import Kind, Scheme

Role = Literal["context", "anchor", "between", "answer", "after"]
_KEYS: dict[Kind, tuple[str, ...]] = {
    "question": ("passage", "answer", "references", "question"),
    "edge": ("sentences", "anchor", "answer_sentence", "references", "question"),
    "document": ("text",),
    "pair": ("passage", "answer", "references", "question_a", "question_b"),
}
_OF_ARTICLE = ("sentences", "anchor", "answer_sentence")
_LABELS = {"references": "Reference", "question_a": "Question A", "question_b": "Question B"}
_MOST_HIGHLIGHTS = 20


def content_keys(kind: Kind) -> tuple[str, ...]:
    """Return the keys that the content of a task may have, in the order in which people read.

    Schemes for questions and pairs can show other columns, too.
    """
    return _KEYS[kind]


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence of an article."""

    number: int
    text: str
    role: Role
    """`context`: before the anchor; `between`: between anchor and answer, to be faded."""
    is_anchor: bool = False
    """True also where the anchor is the answer sentence, whose role is `answer`."""
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text to show under its name."""

    name: str
    """The key of the content."""
    label: str
    """The name to show."""
    text: str
    highlights: tuple[tuple[int, int], ...] = ()
    """Places in the text where the answer occurs, in code points."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a rater sees of a task: the article if there is one, then the other texts."""

    sentences: tuple[ShownSentence, ...]
    texts: tuple[ShownText, ...]


def shown(scheme: Scheme, content: Mapping[str, Any]) -> Shown:
    """Return what a rater sees of a task, in the order of the scheme.

    Args:
        scheme: The scheme.
        content: The content of a task or of an example.

    Returns:
        The texts to show.

    Examples:
        >>> from qgauge.annotate.scheme_files import read_scheme
        >>> from qgauge.annotate.shown import shown
        >>> content = {"passage": "Ann built it.", "answer": "Ann", "question": "Who built it?"}
        >>> [(one.label, one.highlights) for one in shown(read_scheme("qgeval"), content).texts]
        [('Passage', ((0, 3),)), ('Answer', ()), ('Question', ())]
    """
    texts: list[ShownText] = []
    for key in scheme.shows:
        value = content.get(key)
        if value is None or key in _OF_ARTICLE:
            continue
        label = _LABELS.get(key) or key.replace("_", " ").capitalize()
        several = value if isinstance(value, list | tuple) else [value]
        places: tuple[tuple[int, int], ...] = ()
        if key == "passage" and "answer" in scheme.shows:
            places = _places(str(value), str(content.get("answer") or ""))
        for at, one in enumerate(several, 1):
            number = f" {at}" if len(several) > 1 else ""
            texts.append(ShownText(key, f"{label}{number}", str(one), places))
    return Shown(_sentences(content), tuple(texts))


def _sentences(content: Mapping[str, Any]) -> tuple[ShownSentence, ...]:
    """Return the sentences of the article; those that are missing there are left out."""
    anchor, answer = content.get("anchor"), content.get("answer_sentence")
    return tuple(
        ShownSentence(
            number, text, _role(number, anchor, answer), number == anchor, number == answer
        )
        for number, text in enumerate(content.get("sentences") or (), 1)
        if text.strip()
    )


def _role(number: int, anchor: int | None, answer: int | None) -> Role:
    """Return the role of a sentence; anchor or answer may be unknown, and in either order."""
    if number == answer:
        return "answer"
    if number == anchor:
        return "anchor"
    if anchor is None:
        return "after" if answer is not None and number > answer else "context"
    if number < anchor:
        return "context"
    return "between" if answer is not None and number < answer else "after"


def _places(text: str, wanted: str) -> tuple[tuple[int, int], ...]:
    """Return the places where the words of a text occur, as whole words."""
    wanted = wanted.strip()
    found: list[tuple[int, int]] = []
    at = text.find(wanted) if wanted else -1
    while at >= 0 and len(found) < _MOST_HIGHLIGHTS:
        end = at + len(wanted)
        if not (_joined(text, at) or _joined(text, end)):
            found.append((at, end))
        at = text.find(wanted, end)
    return tuple(found)


def _joined(text: str, at: int) -> bool:
    """Tell whether a word goes on across this place."""
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


@dataclass(frozen=True, slots=True)
class GuidelineBlock:
    """A paragraph or a list of the guidelines."""

    kind: Literal["paragraph", "list"]
    lines: tuple[str, ...]
    """The one text of a paragraph, or the items of a list."""


def guideline_blocks(text: str) -> tuple[GuidelineBlock, ...]:
    """Split guidelines into paragraphs and lists.

    Args:
        text: Paragraphs separated by empty lines; lines that start with "- " form a list. A line
            that follows without either continues the one before.

    Returns:
        The blocks in order.

    Examples:
        >>> from qgauge.annotate.shown import guideline_blocks
        >>> for block in guideline_blocks("Read\\nboth.\\n- first\\n- second"):
        ...     print(block.kind, block.lines)
        paragraph ('Read both.',)
        list ('first', 'second')
    """
    blocks: list[tuple[Literal["paragraph", "list"], list[list[str]]]] = []
    fresh = True
    for line in text.splitlines():
        words = line.strip()
        if not words:
            fresh = True
        elif words.startswith("- "):
            if not blocks or blocks[-1][0] != "list":
                blocks.append(("list", []))
            blocks[-1][1].append([words[2:].strip()])
            fresh = False
        elif fresh:
            blocks.append(("paragraph", [[words]]))
            fresh = False
        else:
            blocks[-1][1][-1].append(words)
    return tuple(
        GuidelineBlock(kind, tuple(" ".join(line) for line in lines)) for kind, lines in blocks
    )
