"""What a run in shards is made of: it may be resumed only by one that is made of the same."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from qgauge import __version__
from qgauge.core import BadInput
from qgauge.data import label
from qgauge.data.blocks import BLOCK

FILE = "run.json"
FORMAT = 1
RESTART = "add --restart to start anew, or choose another output"


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The command, settings, models and input of a run."""

    command: str
    """The command, such as `score`."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The options that decide what the rows contain, by name; JSON values."""
    signatures: Mapping[str, str] = field(default_factory=dict)
    """The signature of each metric."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The digest of each input file; "" for stdin."""
    version: str = __version__

    @property
    def digest(self) -> str:
        """The digest of everything but the input, of which every shard has its own digest."""
        made_of = [FORMAT, BLOCK, self.version, self.command, dict(self.settings)]
        # scores are kept in the order of the metrics
        text = json.dumps([*made_of, list(self.signatures.items())], ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def encoded(self) -> bytes:
        """Return the content of the record's file."""
        written = {"format": FORMAT, "rows_per_shard": BLOCK, **asdict(self)}
        return (json.dumps(written, indent=2, ensure_ascii=True) + "\n").encode()

    @classmethod
    def decoded(cls, content: bytes, folder: str) -> Self:
        """Return the record in this content; raise BadInput if it is damaged."""
        try:
            read = json.loads(content)
            if read["format"] != FORMAT or read["rows_per_shard"] != BLOCK:
                problem = f"a run of another version of qgauge is kept here; {RESTART}"
                raise BadInput(problem, file=folder)
            command, version = read["command"], read["version"]
            settings, signatures, files = (read[one] for one in ("settings", "signatures", "files"))
            if not all(isinstance(one, dict) for one in (settings, signatures, files)):
                raise ValueError
            return cls(str(command), settings, signatures, files, str(version))
        except (ValueError, KeyError, TypeError):
            problem = f"the file {FILE} is damaged, so the run cannot be resumed; {RESTART}"
            raise BadInput(problem, file=folder) from None

    def check_same(self, earlier: RunRecord, folder: str) -> None:
        """Raise BadInput if this run cannot resume an earlier one; the message says why."""
        for difference in self._differences(earlier):
            raise BadInput(f"cannot resume the run kept here: {difference}; {RESTART}", file=folder)

    def _differences(self, earlier: RunRecord) -> Iterator[str]:
        if self.command != earlier.command:
            yield f"it was `qgauge {earlier.command}`, not `qgauge {self.command}`"
        for name, was, is_now in _changed(earlier.settings, self.settings):
            yield f"{name} was {_shown(was)}, and is {_shown(is_now)} now"
        if self.version != earlier.version:
            yield f"it was made by qgauge {earlier.version}, and this is {self.version}"
        for name, was, is_now in _changed(earlier.signatures, self.signatures):
            both = was is not None and is_now is not None
            yield f"the metric {name} {f'was {was}, and is {is_now} now' if both else _is(was)}"
        if list(self.signatures) != list(earlier.signatures):
            yield "the metrics are in another order"
        yield from self._differences_of_files(earlier)

    def _differences_of_files(self, earlier: RunRecord) -> Iterator[str]:
        digests = list(self.files.values())
        if len(digests) == 1 and all(digests) and digests == list(earlier.files.values()):
            return  # the same file under another path; several files are named after their systems
        for name, was, is_now in _changed(earlier.files, self.files):
            both = was is not None and is_now is not None
            yield f"the input {name} {'has changed' if both else _is(was)}"
        if list(self.files) != list(earlier.files):
            yield "the inputs are in another order"


def file_digests(files: Sequence[str]) -> dict[str, str]:
    """Return the digest of each file and of the files of each folder; "" for stdin."""
    return {label(file): "" if file == "-" else _digest(file) for file in files}


def _digest(file: str) -> str:
    path = file if os.path.lexists(file) else file.partition("#")[0]  # the sheet of a workbook
    try:
        if not os.path.isdir(path):
            return _of_file(path)
        whole = hashlib.sha256()
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                whole.update(_of_file(os.path.join(folder, name)).encode())
        return whole.hexdigest()
    except OSError:
        return ""  # the reader has a message for it


def _of_file(path: str) -> str:
    if not os.path.isfile(path):
        return ""  # a pipe can be read only once
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in dict.fromkeys([*before, *now]):
        if before.get(name) != now.get(name):
            yield name, before.get(name), now.get(name)


def _is(before: Any) -> str:
    return "is new" if before is None else "is missing"


def _shown(value: Any) -> str:
    if value in (None, [], {}, ""):
        return "not given"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
