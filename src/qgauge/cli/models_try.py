"""`qgauge models try`: show the output of a language tool for a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text

from qgauge.cli import options
from qgauge.cli.models_try_view import SHOW, one_line
from qgauge.cli.options import argument, option
from qgauge.cli.terminal import clean, console, print_json
from qgauge.core import BadInput, QgaugeError, ToolFailed

if TYPE_CHECKING:
    from qgauge.tools.roles import Place


SEVERAL = {
    "reader": ("question", "passage"),
    "entailer": ("premise", "hypothesis"),
    "verifier": ("question", "answer", "passage"),
    "rater": ("question", "answer", "passage"),
    "embedder": ("first text", "second text"),
    "comparer": ("reference", "text"),
    "generator": ("passage", "answer"),
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
    "rater",
    "embedder",
    "comparer",
    "generator",
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
            "`entailer` (PREMISE HYPOTHESIS), `verifier` and `rater` (QUESTION ANSWER PASSAGE), "
            "`embedder` (TEXT TEXT), `comparer` (REFERENCE TEXT), `generator` (PASSAGE ANSWER), "
            "`statement` (QUESTION ANSWER).",
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
    if role in ROLES and role not in SHOW:
        raise BadInput(f"the {role} has no output to show; only metrics use it.")
    tool = open_tool(role, engine)
    name = role_title(role)
    inputs = SEVERAL.get(role)
    if inputs and len(texts) != len(inputs):
        *first, last = (f"{'an' if one[0] in 'aeiou' else 'a'} {one}" for one in inputs)
        raise BadInput(f"the {name} takes {', '.join(first)} and {last}, each in quotes.")
    read = _read(texts)
    given = [tuple(read)] if inputs else read
    asked = [_place(*read)] if role == "generator" else given
    try:
        more = {"suggest": True} if role == "grammarian" else {}
        said = getattr(tool, ROLES[role].verb)(asked, **more)
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
                "result": _as_json(result),
            }
            for one, result in zip(given, said, strict=True)
        ]
        print_json({"role": role, "engine": engine, "identity": identity, "results": results})
        return
    out = console()
    for at, (one, result) in enumerate(zip(given, said, strict=True)):
        if at:
            out.print()
        SHOW[role](out, one, result)
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
    out.print(Text(one_line(found.text), style="bold"), soft_wrap=True)
    out.print(Text(f"rule: {found.rule}" + ("" if found.sure else " (not sure)")))
    out.print(Text(clean(f"\nparser {identity}")), soft_wrap=True)


def _read(texts: Sequence[str]) -> list[str]:
    if texts.count("-") > 1:
        raise BadInput("stdin (-) can be read only once.")
    found = [_stdin() if text == "-" else text for text in texts]
    if not all(text.strip() for text in found):
        raise BadInput("a text is empty.")
    return found


def _place(passage: str, answer: str) -> Place:
    from qgauge.tools.roles import Place

    start = passage.find(answer)
    if start < 0:
        raise BadInput("the answer must be a part of the passage, in the same words.")
    return Place(passage, start, start + len(answer))


def _as_json(result: Any) -> Any:
    if isinstance(result, list):
        return [_as_json(one) for one in result]
    return asdict(result) if is_dataclass(result) else result  # type: ignore[arg-type]


def _stdin() -> str:
    from qgauge.data.text_files import open_text

    with open_text("-") as text:
        return text.read().strip()
