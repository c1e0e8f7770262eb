"""How `qgauge models try` shows the output of each role."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from qgauge.cli.terminal import clean, number, table

if TYPE_CHECKING:
    from qgauge.tools.roles import (
        Answer,
        Entailment,
        Generated,
        Grammar,
        Label,
        Parse,
        Verification,
    )

WIDEST = 100
"""The maximum line length of a text with marks under it, also in files and pipes."""
BAR = 20
LIKELIEST = 5


def _show_parse(out: Console, text: str, parse: Parse) -> None:
    """Print each sentence as a dependency tree."""
    words = parse.words
    if not words:
        out.print("no words")
    below: dict[int, list[int]] = {}
    for at, word in enumerate(words):
        below.setdefault(word.head, []).append(at)

    def branches(head: int, before: str) -> Iterator[tuple[str, int]]:
        for at in below.get(head, ()):
            last = at == below[head][-1]
            yield before + ("└─ " if last else "├─ "), at
            yield from branches(at, before + ("   " if last else "│  "))

    for sentence in dict.fromkeys(word.sentence for word in words):
        inside = [word for word in words if word.sentence == sentence]
        if sentence:
            out.print()
        out.print(Text(one_line(text[inside[0].start : inside[-1].end]), style="bold"))
        shown = table(["word", "relation", "UPOS", "lemma", "entity"])
        shown.columns[0].no_wrap = True  # wrapping would break the tree
        for root in below.get(-1, ()):
            if words[root].sentence == sentence:
                for guide, at in [("", root), *branches(root, "")]:
                    word = words[at]
                    line = _ascii(out, guide) + one_line(word.text)
                    rest = (word.relation, word.upos, word.lemma, word.entity)
                    shown.add_row(*(Text(cell) for cell in (line, *map(one_line, rest))))
        out.print(shown)


def _show_class(out: Console, text: str, label: Label) -> None:
    from qgauge.tools.question_classes import describe

    out.print(Text(one_line(text), style="bold"))
    out.print(Text(f"asks for {describe(label.name)} ({label.name})"))
    best = sorted(label.probabilities.items(), key=lambda one: -one[1])[:LIKELIEST]
    _print_chances(out, {f"{name:<14}  {describe(name)}": chance for name, chance in best})


def _show_grammar(out: Console, text: str, grammar: Grammar) -> None:
    _print_marked(out, text, [(error.start, error.end) for error in grammar.errors])
    if grammar.errors:
        shown = table(
            ["words", "kind of error", "probability", "suggestion"], right=["probability"]
        )
        for error in grammar.errors:
            words, kind = text[error.start : error.end], error.kind.replace("_", " ")
            better = {None: "-", "": "(delete)"}.get(error.suggestion, error.suggestion)
            cells = (words, kind, number(error.probability), str(better))
            shown.add_row(*(Text(one_line(cell)) for cell in cells))
        out.print(shown)
    else:
        out.print("no errors found")
    if grammar.wellformed is not None:
        _print_chances(out, {"well-formed": grammar.wellformed})


def _show_answer(out: Console, pair: tuple[str, str], answer: Answer) -> None:
    question, passage = pair
    out.print(Text(one_line(question), style="bold"))
    _print_marked(out, passage, [(answer.start, answer.end)])
    said = f"answer: {answer.text or '-'}"
    if answer.no_answer > answer.confidence:
        said = f"no answer (best guess: {answer.text or '-'})"
    out.print(Text(one_line(said)))
    _print_chances(out, {"this answer": answer.confidence, "no answer": answer.no_answer})


def _show_entailment(out: Console, pair: tuple[str, str], found: Entailment) -> None:
    premise, hypothesis = pair
    out.print(Text(one_line(hypothesis), style="bold"))
    chances = {
        "entailment": found.entailment,
        "neutral": found.neutral,
        "contradiction": found.contradiction,
    }
    _print_chances(out, chances)
    part = premise[found.start : found.end]
    if part.strip() and part.strip() != premise.strip():
        out.print(Text(one_line(f"decided by: {part}")))


def _show_verification(out: Console, triple: tuple[str, str, str], found: Verification) -> None:
    question, answer, passage = triple
    out.print(Text(one_line(question), style="bold"))
    out.print(Text(one_line(answer)))
    _print_chances(out, {"right": found.right, "wrong": 1 - found.right})
    out.print(Text(one_line(f"rests on: {passage[found.start : found.end]}")))


def _show_usable(out: Console, triple: tuple[str, str, str], chance: float) -> None:
    question, answer, _ = triple
    out.print(Text(one_line(question), style="bold"))
    out.print(Text(one_line(answer)))
    _print_chances(out, {"usable": chance, "not usable": 1 - chance})


def _show_similarity(out: Console, pair: tuple[str, str], cosine: float | None) -> None:
    for text in pair:
        out.print(Text(one_line(text), style="bold"))
    unknown = "no cosine: one of the texts has no word with a vector"
    out.print(unknown if cosine is None else f"cosine {number(cosine)}")


def _show_rating(out: Console, pair: tuple[str, str], rating: float) -> None:
    for text in pair:
        out.print(Text(one_line(text), style="bold"))
    out.print(f"rating {number(rating)}")


def _show_questions(out: Console, pair: tuple[str, str], found: Sequence[Generated]) -> None:
    passage, answer = pair
    start = passage.find(answer)
    _print_marked(out, passage, [(start, start + len(answer))])
    if not found:
        out.print("no questions")
        return
    shown = table(["score", "question"], right=["score"])
    for one in found:
        shown.add_row(number(one.score), Text(one_line(one.question)))
    out.print(shown)


SHOW: Mapping[str, Callable[[Console, Any, Any], None]] = {
    "parser": _show_parse,
    "classifier": _show_class,
    "grammarian": _show_grammar,
    "reader": _show_answer,
    "entailer": _show_entailment,
    "verifier": _show_verification,
    "rater": _show_usable,
    "embedder": _show_similarity,
    "comparer": _show_rating,
    "generator": _show_questions,
}
"""For each role, the function that prints a result; it gets the input and the output."""


# ------------------------------------------------------------------ drawing


def _print_chances(out: Console, chances: Mapping[str, float]) -> None:
    """Print probabilities with bars, one per line."""
    wide = max(map(cell_len, chances))
    for name, chance in chances.items():
        bar = _ascii(out, "█" * round(chance * BAR))
        out.print(Text(f"  {name:<{wide}}  {number(chance)}  {bar}".rstrip()))


def _print_marked(out: Console, text: str, spans: Sequence[tuple[int, int]]) -> None:
    """Print the text with carets under these spans, which also show without colour."""
    for line, marks in _folded(text, spans, min(out.width, WIDEST)):
        out.print(Text(line.rstrip()))
        if marks.strip():
            out.print(Text(marks.rstrip(), style="red"))


def _folded(text: str, spans: Sequence[tuple[int, int]], width: int) -> Iterator[tuple[str, str]]:
    """Yield the text wrapped to this width, each line with the marks that go under it."""
    line = marks = ""
    for word in re.finditer(r"\S+\s*|\s+", text):
        letters = [one_line(letter) for letter in word[0]]
        if line and cell_len(line + "".join(letters).rstrip()) > width:
            yield line, marks
            line = marks = ""
        line += "".join(letters)
        for at, letter in enumerate(letters, start=word.start()):
            inside = any(start <= at < end for start, end in spans)
            marks += ("^" if inside else " ") * cell_len(letter)
        if "\n" in word[0]:
            yield line, marks
            line = marks = ""
    if line:
        yield line, marks


def one_line(text: str) -> str:
    """Return the text on one line, with control characters escaped."""
    return clean("".join(" " if letter.isspace() else letter for letter in text))


def _ascii(out: Console, drawn: str) -> str:
    """Replace box-drawing characters if the encoding of the output lacks them."""
    if out.encoding.startswith("utf"):
        return drawn
    return drawn.translate(str.maketrans("├└│─█", "|`|-#"))
