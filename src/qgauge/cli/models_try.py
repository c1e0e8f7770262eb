"""`qgauge models try`: show the output of a language tool for a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Annotated, Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from qgauge.cli import options
from qgauge.cli.options import argument, option
from qgauge.cli.terminal import clean, console, number, print_json, table
from qgauge.core import BadInput, QgaugeError, ToolFailed

if TYPE_CHECKING:
    from qgauge.tools.roles import Answer, Entailment, Grammar, Label, Parse, Verification

WIDEST = 100
"""The maximum line length of a text with marks under it, also in files and pipes."""
BAR = 20
LIKELIEST = 5

SEVERAL = {
    "reader": ("question", "passage"),
    "entailer": ("premise", "hypothesis"),
    "verifier": ("question", "answer", "passage"),
    "embedder": ("first text", "second text"),
    "comparer": ("reference", "text"),
}
"""The tools that take several texts, and what the texts are."""
STATEMENT = "statement"
"""Not a tool but rules over a parse. Its engine is an engine of the parser."""
TOOLS = (
    "parser",
    "classifier",
    "grammarian",
    "reader",
    "entailer",
    "verifier",
    "embedder",
    "comparer",
    STATEMENT,
)


def try_(
    role: Annotated[
        str,
        argument(
            f"The tool: {', '.join(TOOLS[:-1])} or {TOOLS[-1]}.",
            "ROLE",
            autocompletion=lambda: TOOLS,
        ),
    ],
    texts: Annotated[
        list[str],
        argument(
            "Texts, each in quotes; - for stdin. These take several: `reader` (QUESTION PASSAGE), "
            "`entailer` (PREMISE HYPOTHESIS), `verifier` (QUESTION ANSWER PASSAGE), `embedder` "
            "(TEXT TEXT), `comparer` (REFERENCE TEXT), `statement` (QUESTION ANSWER).",
            "TEXT",
        ),
    ],
    engine: Annotated[
        str, option("The engine to use. See `qgauge models list`.", "ENGINE")
    ] = "embedded",
    json: options.Json = False,
) -> None:
    """Show the output of a language tool for a text."""
    from qgauge.tools.registry import ROLES, open_tool
    from qgauge.tools.roles import role_title

    if role == STATEMENT:
        _try_statement(texts, engine, json)
        return
    if role == "judge":
        raise BadInput("the judge needs a rubric; try it with `qgauge explain -m judge`.")
    if role in ROLES and role not in _SHOW:
        raise BadInput(f"the {role} has no output to show; only metrics use it.")
    tool = open_tool(role, engine)
    name = role_title(role)
    inputs = SEVERAL.get(role)
    if inputs and len(texts) != len(inputs):
        *first, last = (f"{'an' if one[0] in 'aeiou' else 'a'} {one}" for one in inputs)
        raise BadInput(f"the {name} takes {', '.join(first)} and {last}, each in quotes.")
    read = _read(texts)
    given = [tuple(read)] if inputs else read
    try:
        more = {"suggest": True} if role == "grammarian" else {}
        said = getattr(tool, ROLES[role].verb)(given, **more)
        identity = tool.identity
    except QgaugeError:
        raise
    except Exception as problem:
        raise ToolFailed(f"The {name} failed: {problem!r}") from problem
    if json:
        names = [name.replace(" ", "_") for name in inputs or ("text",)]
        results = [
            {
                **dict(zip(names, one if inputs else (one,), strict=True)),
                "result": asdict(result) if is_dataclass(result) else result,  # type: ignore[arg-type]
            }
            for one, result in zip(given, said, strict=True)
        ]
        print_json({"role": role, "engine": engine, "identity": identity, "results": results})
        return
    out = console()
    for at, (one, result) in enumerate(zip(given, said, strict=True)):
        if at:
            out.print()
        _SHOW[role](out, one, result)
    out.print(Text(clean(f"\n{role} {identity}")), soft_wrap=True)


def _try_statement(texts: Sequence[str], engine: str, json: bool) -> None:
    """Show the statement made from a question and its answer."""
    from qgauge.statements import statement
    from qgauge.tools.registry import open_tool

    parser = open_tool("parser", engine)
    if len(texts) != 2:
        raise BadInput("the statement takes a question and an answer, each in quotes.")
    question, answer = _read(texts)
    try:
        asked, answered = parser.parse([question, answer])
        identity = parser.identity
    except QgaugeError:
        raise
    except Exception as problem:
        raise ToolFailed(f"The parser failed: {problem!r}") from problem
    found = statement(question, answer, asked, answered)
    if json:
        result = {"question": question, "answer": answer, "result": asdict(found)}
        shown = {"role": STATEMENT, "engine": engine, "identity": identity, "results": [result]}
        print_json(shown)
        return
    out = console()
    out.print(Text(_plain(found.text), style="bold"), soft_wrap=True)
    out.print(Text(f"rule: {found.rule}" + ("" if found.sure else " (not sure)")))
    out.print(Text(clean(f"\nparser {identity}")), soft_wrap=True)


def _read(texts: Sequence[str]) -> list[str]:
    if texts.count("-") > 1:
        raise BadInput("stdin (-) can be read only once.")
    found = [_stdin() if text == "-" else text for text in texts]
    if not all(text.strip() for text in found):
        raise BadInput("a text is empty.")
    return found


def _stdin() -> str:
    from qgauge.data.text_files import open_text

    with open_text("-") as text:
        return text.read().strip()


# ------------------------------------------------------------------ output of each role


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
        out.print(Text(_plain(text[inside[0].start : inside[-1].end]), style="bold"))
        shown = table(["word", "relation", "UPOS", "lemma", "entity"])
        shown.columns[0].no_wrap = True  # wrapping would break the tree
        for root in below.get(-1, ()):
            if words[root].sentence == sentence:
                for guide, at in [("", root), *branches(root, "")]:
                    word = words[at]
                    line = _ascii(out, guide) + _plain(word.text)
                    rest = (word.relation, word.upos, word.lemma, word.entity)
                    shown.add_row(*(Text(cell) for cell in (line, *map(_plain, rest))))
        out.print(shown)


def _show_class(out: Console, text: str, label: Label) -> None:
    from qgauge.tools.question_classes import describe

    out.print(Text(_plain(text), style="bold"))
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
            shown.add_row(*(Text(_plain(cell)) for cell in cells))
        out.print(shown)
    else:
        out.print("no errors found")
    if grammar.wellformed is not None:
        _print_chances(out, {"well-formed": grammar.wellformed})


def _show_answer(out: Console, pair: tuple[str, str], answer: Answer) -> None:
    question, passage = pair
    out.print(Text(_plain(question), style="bold"))
    _print_marked(out, passage, [(answer.start, answer.end)])
    said = f"answer: {answer.text or '-'}"
    if answer.no_answer > answer.confidence:
        said = f"no answer (best guess: {answer.text or '-'})"
    out.print(Text(_plain(said)))
    _print_chances(out, {"this answer": answer.confidence, "no answer": answer.no_answer})


def _show_entailment(out: Console, pair: tuple[str, str], found: Entailment) -> None:
    premise, hypothesis = pair
    out.print(Text(_plain(hypothesis), style="bold"))
    chances = {
        "entailment": found.entailment,
        "neutral": found.neutral,
        "contradiction": found.contradiction,
    }
    _print_chances(out, chances)
    part = premise[found.start : found.end]
    if part.strip() and part.strip() != premise.strip():
        out.print(Text(_plain(f"decided by: {part}")))


def _show_verification(out: Console, triple: tuple[str, str, str], found: Verification) -> None:
    question, answer, passage = triple
    out.print(Text(_plain(question), style="bold"))
    out.print(Text(_plain(answer)))
    _print_chances(out, {"right": found.right, "wrong": 1 - found.right})
    out.print(Text(_plain(f"rests on: {passage[found.start : found.end]}")))


def _show_similarity(out: Console, pair: tuple[str, str], cosine: float | None) -> None:
    for text in pair:
        out.print(Text(_plain(text), style="bold"))
    unknown = "no cosine: one of the texts has no word with a vector"
    out.print(unknown if cosine is None else f"cosine {number(cosine)}")


def _show_rating(out: Console, pair: tuple[str, str], rating: float) -> None:
    for text in pair:
        out.print(Text(_plain(text), style="bold"))
    out.print(f"rating {number(rating)}")


_SHOW: Mapping[str, Callable[[Console, Any, Any], None]] = {
    "parser": _show_parse,
    "classifier": _show_class,
    "grammarian": _show_grammar,
    "reader": _show_answer,
    "entailer": _show_entailment,
    "verifier": _show_verification,
    "embedder": _show_similarity,
    "comparer": _show_rating,
}


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
        letters = [_plain(letter) for letter in word[0]]
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


def _plain(text: str) -> str:
    """Return the text on one line, with control characters escaped."""
    return clean("".join(" " if letter.isspace() else letter for letter in text))


def _ascii(out: Console, drawn: str) -> str:
    """Replace box-drawing characters if the encoding of the output lacks them."""
    if out.encoding.startswith("utf"):
        return drawn
    return drawn.translate(str.maketrans("├└│─█", "|`|-#"))
