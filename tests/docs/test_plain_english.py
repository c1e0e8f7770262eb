"""No page, help text, message, docstring or comment uses wordings that confused readers.

A word list cannot tell good English from bad. It keeps known bad phrases from coming back.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer
from helpers.blocks import PROJECT

from qgauge.cli.app import app

NOUNS = "score|number|label|text|file|setting|question|name|word|answer|metric|string|list"
PHRASES = {
    r"\bmend(s|ed|ing)?\b": "fix",
    rf"(?<!there )\bis no ({NOUNS})\b": "is not a ...",
    r"\bof our own\b": "qgauge's, or the embedded ...",
    r"\bblot(s|ted)? out\b": "removed",
    r"\bslips? of the pen\b": "typo",
    r"\bbroken off\b": "interrupted",
    r"\bgo(es)? on where\b": "resume",
    r"\bfor nothing\b": "free",
    r"\bamong themselves\b": "between raters",
    r"\ba question a row\b": "one question per row",
    r"\bnone of the first 1 rows\b": "the first row does not have it",
    r"\bwhat they share\b": "base class for ...",
    r"\bno numbers? any more\b": "overflow",
    r"\bcan be taken for another\b": "immune to PID reuse",
    r"\bthe document behind\b": "the name of the paper",
    r"\bha(s|ve|d) [−-]?\.\d+ with\b": "correlates ... with",
    r"\bwhat is no\b": "name the thing",
    r"\bwho looks at\b": "name the person or the case",
    r"\bwhat to tell of\b": "say what the function returns",
    r"\bcomes? with a look\b": "computed with",
    r"\ball else is\b": "the rest is",
}
IN_WHAT_USERS_READ = {
    r"\bgrammarians?\b": "grammar checker",
    r"\bentailers?\b": "inference model",
    r"\bnot shown\b": "not significant",
}
"""Names of roles are fine in code; a reader of a page or message needs the common words."""
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/**/*.md", "training/**/*.md", "src/**/*.md")
    for page in PROJECT.glob(pattern)
)
MODULES = sorted(
    path
    for room in ("src", "training", "benchmarks", "docs")
    for path in (PROJECT / room).rglob("*.py")
    if path.parent.name != "scenes"  # their strings are texts to learn from, not messages
)
_QUOTED = re.compile(r"`[^`]*`|'[\w.:-]+'|\"[\w.:-]+\"|--[a-z-]+")


def found(text: str, *lists: dict[str, str]) -> Iterator[str]:
    plain = " ".join(text.split())
    for phrases in lists:
        for pattern, better in phrases.items():
            for match in re.finditer(pattern, plain, re.IGNORECASE):
                around = plain[max(0, match.start() - 30) : match.end() + 30]
                yield f"...{around}...: write {better!r}"


def prose(page: Path) -> str:
    """The text without code, comments and names in the API reference."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^::: \S+$", "", text, flags=re.MULTILINE)
    return _QUOTED.sub("x", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))


def comments_and_strings(module: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield line, text, and whether it is a message: a string of several words, not a docstring."""
    source = module.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, False
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            message = id(node) not in docstrings and len(node.value.split()) > 2
            yield node.lineno, node.value, message


def commands(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    with click.Context(command, info_name="qgauge") as context:
        yield " ".join(words) or "qgauge", command.get_help(context)
        for parameter in command.params:
            yield " ".join(words), getattr(parameter, "help", None) or ""
    for name, each in getattr(command, "commands", {}).items():
        yield from commands(each, (*words, name))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_pages_avoid_the_phrases(page: Path) -> None:
    assert list(found(prose(page), PHRASES, IN_WHAT_USERS_READ)) == []


def test_help_texts_avoid_the_phrases() -> None:
    texts = dict(commands(typer.main.get_command(app)))
    assert len(texts) > 15
    wrong = {
        words: list(found(_QUOTED.sub("x", text), PHRASES, IN_WHAT_USERS_READ))
        for words, text in texts.items()
    }
    assert {words: phrases for words, phrases in wrong.items() if phrases} == {}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_source_avoids_the_phrases(module: Path) -> None:
    wrong = []
    for line, text, message in comments_and_strings(module):
        lists = (PHRASES, IN_WHAT_USERS_READ) if message else (PHRASES,)
        wrong += [f"{module}:{line}: {each}" for each in found(_QUOTED.sub("x", text), *lists)]
    assert wrong == []


def test_the_list_finds_the_old_wordings() -> None:
    old = (
        "Mend the row.",
        "'3' is no score",
        "It is blotted out.",
        "Broken off, it goes on where it was.",
        "`quality` has .376 with answer consistency",
        "none of the first 1 rows has it",
        "people among themselves .61",
    )
    assert [text for text in old if not list(found(text, PHRASES))] == []
    fine = ("There is no score.", "The recommendation is fixed.", "`quality` correlates .376 with")
    assert [text for text in fine if list(found(text, PHRASES))] == []
