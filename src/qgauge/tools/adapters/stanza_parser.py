"""Parser on any Stanza pipeline."""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from qgauge.core import BadSetting, MissingTool
from qgauge.core.progress import worked_on
from qgauge.core.suggestions import no_such
from qgauge.tools.adapters.torch_threads import torch_threads
from qgauge.tools.engine_spec import settings_of
from qgauge.tools.files_checksum import files_checksum
from qgauge.tools.roles import Entity, Parse, Word

INSTALL_STANZA = "pip install 'qgauge[stanza]'"
_WANTED = ("tokenize", "mwt", "pos", "lemma", "depparse", "ner")


class StanzaParser:
    """Parses with an installed Stanza pipeline, given by its language; nothing is downloaded.

    Settings: `package` (default: default), `dir` (default: Stanza's model folder), `device`
    (default: cpu). Texts are parsed one at a time, so that no text affects the parse of another.
    """

    libraries = ("stanza", "torch")

    def __init__(self, spec: str, threads: int = 1) -> None:
        self._spec, self._threads = spec, threads
        if find_spec("stanza") is None:
            raise MissingTool("The engine stanza is not installed.", INSTALL_STANZA)
        defaults = {"package": "default", "dir": "", "device": "cpu"}
        self._language, self._settings = settings_of("stanza", spec, defaults)
        self._pipeline = self._open()

    def __reduce__(self) -> tuple[object, ...]:
        return StanzaParser, (self._spec, self._threads)

    def _open(self) -> Any:
        import stanza
        from stanza.resources.common import DEFAULT_MODEL_DIR

        folder = self._settings["dir"] or DEFAULT_MODEL_DIR
        try:
            return stanza.Pipeline(
                self._language,
                dir=folder,
                package=None,
                processors=self._processors(Path(folder)),
                download_method=None,
                device=self._settings["device"],
                verbose=False,
            )
        except (BadSetting, MissingTool):
            raise
        except OSError:
            raise self._missing() from None
        except Exception as problem:
            first = str(problem).strip().partition("\n")[0] or type(problem).__name__
            raise MissingTool(f"Stanza cannot load '{self._language}': {first}") from problem

    def _processors(self, folder: Path) -> dict[str, str]:
        """Return the models of the package for the processors that qgauge needs."""
        package = self._settings["package"]
        try:
            known = json.loads((folder / "resources.json").read_text(encoding="utf-8"))
        except OSError:
            raise self._missing() from None
        language = known.get(self._language, {})
        packages = known.get(language.get("alias", ""), language).get("packages", {})
        if not packages:
            raise self._missing()
        if package not in packages:
            raise BadSetting(no_such("Stanza has no package", package, packages))
        return {role: packages[package][role] for role in _WANTED if role in packages[package]}

    def _missing(self) -> MissingTool:
        more = f", model_dir={self._settings['dir']!r}" if self._settings["dir"] else ""
        return MissingTool(
            f"Stanza has no models for '{self._language}'.",
            f'python -c "import stanza; stanza.download({self._language!r}{more})"',
        )

    @cached_property
    def identity(self) -> str:
        """Language, package, and a checksum of all files of the pipeline."""
        checksum = files_checksum(sorted(_paths(self._pipeline.config)))
        name = f"stanza-{self._language}_{self._settings['package']}-{checksum[:8]}"
        threads = f",threads={self._threads}" if self._threads > 1 else ""
        return f"{name},device={self._settings['device']}{threads}"

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        found = []
        with torch_threads(self._threads):
            for text in texts:
                found.append(_parse(text, self._pipeline(text)) if text.strip() else Parse(()))
                worked_on(text)
        return found


def _paths(config: dict[str, Any]) -> Iterator[tuple[str, Path]]:
    """Yield all files named in the settings of a pipeline."""
    for name, value in config.items():
        values = value if isinstance(value, list | tuple) else [value]
        for at, each in enumerate(values):
            if isinstance(each, dict):
                yield from ((f"{name} {at} {key}", path) for key, path in _paths(each))
            elif name.endswith("_path") and isinstance(each, str) and os.path.isfile(each):
                yield f"{name} {at}", Path(each)


def _parse(text: str, document: Any) -> Parse:
    words: list[Word] = []
    for number, sentence in enumerate(document.sentences):
        before = len(words)
        for token in sentence.tokens:
            for word, (start, end) in zip(token.words, _places(text, token), strict=True):
                head = before + word.head - 1 if word.head else -1
                words.append(
                    Word(
                        word.text,
                        start,
                        end,
                        upos=word.upos or "",
                        lemma=word.lemma or "",
                        head=head,
                        relation=word.deprel or "",
                        sentence=number,
                    )
                )
    return _with_entities(words, document.ents)


def _places(text: str, token: Any) -> list[tuple[int, int]]:
    """Return the offsets of the words of a token.

    If they are not all in the text (as of a contraction), each has the offsets of the token.
    """
    places, at = [], token.start_char
    for word in token.words:
        start = text.find(word.text, at, token.end_char)
        if start < 0:
            return [(token.start_char, token.end_char)] * len(token.words)
        at = start + len(word.text)
        places.append((start, at))
    return places


def _with_entities(words: list[Word], found: Sequence[Any]) -> Parse:
    starts = [word.start for word in words]
    entities = []
    for each in found:
        first, last = bisect_left(starts, each.start_char), bisect_left(starts, each.end_char)
        entities.append(Entity(first, last, each.type))
        for at in range(first, last):
            words[at] = replace(words[at], entity=each.type)
    return Parse(tuple(words), tuple(entities))
