"""Public data sets of human judgements, read from their original files. Downloads nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from qgauge.core.errors import BadInput, BadSetting
from qgauge.core.suggestions import did_you_mean
from qgauge.data.ids import Ids
from qgauge.data.public.answerability import ANSWERABILITY
from qgauge.data.public.dataset import Dataset, Dimension, PublicSet
from qgauge.data.public.qgeval import QGEVAL
from qgauge.data.public.qudeval import QUDEVAL
from qgauge.data.public.simqg import SIMQG
from qgauge.data.public.squad import SQUAD
from qgauge.data.public.trec import TREC
from qgauge.data.public.wellformedness import QUERY_WELLFORMEDNESS
from qgauge.data.text_files import FAULTS, label, unreadable

__all__ = ["DATASETS", "Dataset", "Dimension", "PublicSet", "read_public"]

DATASETS: Mapping[str, PublicSet] = {
    "answerability": ANSWERABILITY,
    "simqg": SIMQG,
    "qgeval": QGEVAL,
    "qudeval": QUDEVAL,
    "query_wellformedness": QUERY_WELLFORMEDNESS,
    "trec": TREC,
    "squad": SQUAD,
}


def read_public(name: str, path: str | os.PathLike[str]) -> Dataset:
    """Read a public data set from its original files.

    Args:
        name: One of `DATASETS`.
        path: The file, or the folder with the files under their published names.

    Returns:
        The questions with their human ratings.

    Raises:
        BadSetting: If there is no such data set.
        BadInput: If a file is missing or a row is malformed; names the file, line and field.

    Examples:
        >>> import pathlib, tempfile
        >>> from qgauge.data.public import read_public
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "dev.tsv"
        >>> _ = file.write_text("who wrote it ?\\t0.8\\n")
        >>> read_public("query_wellformedness", file).examples[0].ratings
        {'wellformedness': (0.8,)}
    """
    known = _known(name)
    files = _files(known, Path(path))
    ids, examples = Ids(), []
    for file in files:
        for place, example in known.read(file):
            if not ids.add(example.system, example.id):
                of = f" of system '{example.system}'" if example.system else ""
                raise place.refused(f"the id '{example.id[:80]}'{of} appears twice", "id")
            examples.append(example)
    if not examples:
        raise BadInput("found no rows", file=label(path))
    rated = {rating for example in examples for rating in example.ratings}
    return Dataset(
        name=name,
        examples=examples,
        dimensions=tuple(one for one in known.dimensions if one.name in rated),
        cluster=known.cluster,
        digest=_digest(files, known.beside),
        notes=known.notes,
    )


def _known(name: str) -> PublicSet:
    if name in DATASETS:
        return DATASETS[name]
    hint = did_you_mean(name, DATASETS)
    raise BadSetting(f"there is no data set '{name}'.{hint} Choose one of: {', '.join(DATASETS)}.")


def _files(known: PublicSet, path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    there = [path / f"{name}{packed}" for name in known.files for packed in ("", ".gz")]
    found = [file for file in there if file.is_file()]
    if not found:
        problem = f"the folder has none of the files {', '.join(known.files)}"
        raise BadInput(f"{problem}; if your file has a different name, give it", file=label(path))
    if len(found) > 1 and not known.together:
        names = ", ".join(file.name for file in found)
        raise BadInput(f"the folder has {names}; give the one to read", file=label(path))
    return found


def _digest(files: list[Path], beside: str) -> str:
    folder = files[0].parent
    every = sorted({*files, *(folder.glob(beside) if beside else ())})
    digests = {}
    for file in every:
        try:
            digests[file] = sha256(file.read_bytes()).hexdigest()
        except FAULTS as fault:
            raise unreadable(fault, label(file)) from None
    if len(every) == 1:
        return digests[every[0]]
    listing = [f"{digests[file]}  {file.relative_to(folder).as_posix()}\n" for file in every]
    return sha256("".join(listing).encode()).hexdigest()
