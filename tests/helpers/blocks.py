"""The fenced code blocks of the pages, and the comments that say how to run each.

    console   run each `$ command` and compare its output with the lines below it
    sh        run each line; it must succeed
    python    with >>>, a doctest (the whole page is one); otherwise run it
    json jsonl toml csv yaml   must be well formed

A comment on the line above a block changes how it is run:

    <!-- with mine.jsonl=examples/stories.jsonl -->   copy a file under another name
    <!-- with FOLDER=shared/eval/simqg -->            replace a word with a folder of public data
    <!-- with URL=server -->                          replace a word with the local test server
    <!-- file test_mine.py -->                        save the block as a file for later blocks
    <!-- exits 1 -->                                  expect this exit code instead of 0
    <!-- not run: REASON -->                          skip the block for one of the REASONS
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent
LANGUAGES = ("console", "sh", "python", "json", "jsonl", "toml", "csv", "yaml", "text", "")
REASONS = (
    "needs the extra ",
    "a measurement",
    "the tests themselves",
    "a drawing",
    "a server, which runs until it is stopped",
)
"""Accepted reasons for not running a block. The first is followed by the name of the extra."""

_FENCE = re.compile(
    r"^(?:<!-- (?P<note>[^\n]*) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    text: str
    note: str = ""

    @property
    def place(self) -> str:
        return f"{self.page.name}, line {self.line}"

    @property
    def not_run(self) -> str | None:
        reason = self.note.removeprefix("not run: ")
        return reason if reason != self.note else None

    @property
    def file(self) -> str | None:
        return self.note.removeprefix("file ") if self.note.startswith("file ") else None

    @property
    def code(self) -> int:
        found = re.search(r"\bexits (\d+)$", self.note)
        return int(found[1]) if found else 0

    @property
    def stand_ins(self) -> dict[str, str]:
        """Words to replace before running, with their file, data folder or server."""
        found = re.match(r"with ([^\s;]+=[^\s;]+(?: [^\s;]+=[^\s;]+)*)", self.note)
        return dict(pair.rsplit("=", 1) for pair in found[1].split()) if found else {}

    @property
    def needs_data(self) -> bool:
        return any(stands.startswith("shared/") for stands in self.stand_ins.values())


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, found.start("language")) + 1,
            found["language"],
            found["text"],
            found["note"] or "",
        )
        for found in _FENCE.finditer(text)
    ]


def problem_with(block: Block) -> str | None:
    """Return what is wrong with the language or comment of the block, if anything."""
    known = r"with \S+=\S+( \S+=\S+)*(; exits \d+)?|file \S+|exits \d+|not run: .+|"
    if block.language not in LANGUAGES:
        return f"the language must be one of {', '.join(filter(None, LANGUAGES))}"
    if not re.fullmatch(known, block.note):
        return f"unknown comment <!-- {block.note} --> (see tests/helpers/blocks.py)"
    if block.not_run is not None:
        return _problem_with_reason(block, block.not_run)
    if block.language in ("", "text") and not block.file:
        return "put output below its command in a console block, which is run"
    if block.language == "console" and not block.text.startswith("$ "):
        return "a console block starts with `$ `; use sh for commands without output"
    return None


def _problem_with_reason(block: Block, reason: str) -> str | None:
    if not any(reason == one or (one.endswith(" ") and reason.startswith(one)) for one in REASONS):
        return f"{reason!r} is not an accepted reason for not running a block: {REASONS}"
    if reason.startswith(REASONS[0]) and reason.removeprefix(REASONS[0]) not in extras():
        return f"there is no extra {reason.removeprefix(REASONS[0])!r}"
    if reason == "a measurement":
        scripts = re.findall(r"^python ((?:-m )?\S+)", block.text, re.MULTILINE)
        missing = [script for script in scripts if not _is_there(script)]
        dated = re.match(r"20\d\d-\d\d-\d\d |qgauge (meta|tune)\b.* --data ", block.text)
        if missing or (not scripts and not dated):
            return f"a measurement needs a date, public data or a script that exists: {missing}"
    return None


def _is_there(script: str) -> bool:
    """Return whether a script, or a module of the repository with `-m `, exists."""
    module = PROJECT / script.removeprefix("-m ").replace(".", "/")
    if not script.startswith("-m "):
        return (PROJECT / script).exists()
    return module.with_suffix(".py").is_file() or (module / "__main__.py").is_file()


def extras() -> dict[str, list[str]]:
    with (PROJECT / "pyproject.toml").open("rb") as file:
        return dict(tomllib.load(file)["project"]["optional-dependencies"])


def steps_of(block: Block) -> list[tuple[str, str | None]]:
    """Return the commands of a block, each with the output shown below it in a console block."""
    text = block.text.replace("\\\n", "\0")
    if block.language == "sh":
        lines = [line for line in text.split("\n") if line.strip() and line[0] != "#"]
        whole = any(line.startswith("export ") for line in lines)
        commands = ["\n".join(lines)] if whole else lines
        return [(command.replace("\0", "\\\n"), None) for command in commands]
    parts = re.split(r"^\$ (.+)\n", text, flags=re.MULTILINE)[1:]
    return [
        (command.replace("\0", "\\\n"), shown.rstrip())
        for command, shown in zip(parts[::2], parts[1::2], strict=True)
    ]
