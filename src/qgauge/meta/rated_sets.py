"""Load rated questions: public data sets by name, or the user's files."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from qgauge.core import BadInput, Example
from qgauge.core.example import columns_there
from qgauge.data import label
from qgauge.data.public import read_public
from qgauge.meta.judged import Judged

ALL = "all"
"""Given instead of a part's name: all parts as one set."""


def name_path_part(given: str) -> tuple[str, str, str]:
    """Split NAME=PATH[#PART]; an existing file may have a # in its name."""
    name, found, path = given.partition("=")
    if not found or not name or not path:
        example = "--data answerability=FOLDER, or answerability=FOLDER#squad for one part"
        raise BadInput(f"--data must be NAME=PATH[#PART], not '{given}'; for example {example}.")
    before, mark, part = path.rpartition("#")
    if not mark or not before or Path(path).exists():
        return name, path, ""
    return name, before, part


def public_sets(name: str, path: str, part: str) -> list[Judged]:
    """Return a public data set: one part, all parts as one set, or each part as a set."""
    whole = read_public(name, path)
    if not whole.dimensions:
        raise BadInput(f"these questions of {name} have no ratings", file=label(path))
    if part and part != ALL:
        sets = [whole.part(part)]
    elif part == ALL or not whole.parts:
        sets = [whole]
    else:
        sets = [whole.part(one) for one in whole.parts]
    return [Judged.of_public(one) for one in sets]


def own_set(examples: Sequence[Example], files: Sequence[str], names: str) -> Judged:
    """Return the rated rows of the user's files."""
    judged = Judged.of_rows(examples, names, _digest(files))
    if not judged.scales:
        problem = 'no row has ratings; add a field such as "ratings": {"fluency": [4, 5]}, '
        problem += "or in a table a column such as ratings.fluency; or say which columns hold "
        problem += "ratings: --map ratings.fluency=COLUMN. Fields and columns there: "
        problem += columns_there(examples)
        raise BadInput(problem, file=names, field="ratings")
    return judged


def _digest(files: Sequence[str]) -> str:
    """Return the SHA-256 of the file, of the output of `sha256sum` for several, '' for pipes."""
    if not files or not all(Path(file).is_file() for file in files):
        return ""
    found = [sha256(Path(file).read_bytes()).hexdigest() for file in files]
    if len(files) == 1:
        return found[0]
    lines = [f"{digest}  {file}\n" for digest, file in zip(found, files, strict=True)]
    return sha256("".join(lines).encode()).hexdigest()
