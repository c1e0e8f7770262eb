"""Parser on any spaCy pipeline."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from qgauge.core import BadSetting, MissingTool, ToolFailed
from qgauge.core.progress import worked_on
from qgauge.text.surrogates import without_surrogates
from qgauge.tools.adapters.clear_style import SIGNS_OF_CLEAR, universal
from qgauge.tools.files_checksum import files_checksum
from qgauge.tools.roles import Entity, Parse, Word

INSTALL_SPACY = "pip install 'qgauge[spacy]'"
CLEAR = "clear-as-ud"
"""Marks in the identity that CLEAR-style trees were converted to Universal Dependencies."""

_UNIVERSAL = frozenset({"acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp"})
_UNIVERSAL |= {"clf", "compound", "conj", "cop", "csubj", "dep", "det", "discourse", "dislocated"}
_UNIVERSAL |= {"expl", "fixed", "flat", "goeswith", "iobj", "list", "mark", "nmod", "nsubj"}
_UNIVERSAL |= {"nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root"}
_UNIVERSAL |= {"vocative", "xcomp"}


class SpacyParser:
    """Parses with an installed spaCy pipeline, given as a package name or a folder.

    Trees in the style of spaCy's English pipelines are converted to Universal Dependencies. The
    identity holds the style of the relations. Texts are parsed one at a time, so that no text
    affects the parse of another.
    """

    libraries = ("spacy",)

    def __init__(self, model: str) -> None:
        try:
            import spacy
        except ImportError:
            raise MissingTool("The engine spacy is not installed.", INSTALL_SPACY) from None
        try:
            self._pipeline: Any = spacy.load(model)
            tried = self._pipeline("Ada Lovelace came to London.")
        except Exception as problem:
            if isinstance(problem, OSError) and not Path(model).exists():
                raise MissingTool(
                    f"spaCy has no pipeline '{model}'.", f"python -m spacy download {model}"
                ) from None
            raise MissingTool(f"spaCy cannot load '{model}': {problem}") from problem
        if not (tried.has_annotation("POS") or tried.has_annotation("ENT_IOB")):
            raise BadSetting(
                f"The pipeline '{model}' has neither a part-of-speech tagger nor an entity "
                "recogniser. Choose one that has at least one of them."
            )
        self._model = model
        self._style = _style(self._pipeline)

    def __reduce__(self) -> tuple[Any, ...]:
        # a worker loads the pipeline itself: sending it would be slow and need pickled code
        return SpacyParser, (self._model,)

    @cached_property
    def identity(self) -> str:
        """Name, version, and a checksum of all files, because pipelines can be retrained."""
        about, folder = self._pipeline.meta, self._pipeline.path
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        checksum = files_checksum((path.relative_to(folder).as_posix(), path) for path in paths)
        name = f"{about['lang']}_{about['name']}-{about['version']}"
        return f"spacy-{name}-{checksum[:8]},relations={self._style}"

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        longest = max(map(len, texts), default=0)
        if longest > self._pipeline.max_length:
            raise ToolFailed(
                f"a text has {longest:,} characters, but spaCy accepts at most "
                f"{self._pipeline.max_length:,}."
            )
        documents = self._pipeline.pipe(map(without_surrogates, texts), batch_size=1)
        found = []
        for text, document in zip(texts, documents, strict=True):
            found.append(_parse(text, document, self._style == CLEAR))
            worked_on(text)
        return found


def _style(pipeline: Any) -> str:
    """Return the style of the relations: `clear-as-ud`, `ud`, `own` (any other) or `none`."""
    if "parser" not in pipeline.pipe_names:
        return "none"
    labels = {label for label in pipeline.get_pipe("parser").labels if "||" not in label}
    if labels & SIGNS_OF_CLEAR:
        return CLEAR
    return "ud" if {label.lower().partition(":")[0] for label in labels} <= _UNIVERSAL else "own"


def _parse(text: str, document: Any, clear: bool) -> Parse:
    tokens = [token for token in document if not token.is_space]
    places = [token.i for token in tokens]
    has_trees = document.has_annotation("DEP")
    has_sentences = document.has_annotation("SENT_START")
    words: list[Word] = []
    sentence = -1
    for token in tokens:
        if not words or (has_sentences and token.is_sent_start):
            sentence += 1
        head = -1
        if has_trees and token.head.i != token.i and not token.head.is_space:
            head = bisect_left(places, token.head.i)
        words.append(
            Word(
                text[token.idx : token.idx + len(token.text)],
                token.idx,
                token.idx + len(token.text),
                token.pos_,
                token.ent_type_,
                token.lemma_,
                head,
                "root" if token.dep_ == "ROOT" else token.dep_,
                sentence,
            )
        )
    return Parse(
        universal(words) if clear else tuple(words),
        tuple(
            Entity(bisect_left(places, each.start), bisect_left(places, each.end), each.label_)
            for each in document.ents
        ),
    )
