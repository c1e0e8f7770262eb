"""Grammar checker on a Hugging Face token classification model."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from qgauge.core import BadSetting
from qgauge.text.ud import Word, ud_words
from qgauge.tools.hf.model import Array, HfTool, softmax
from qgauge.tools.roles import Grammar, GrammarError

_RIGHT = {"o", "c", "ok", "keep", "correct", "right", "none", "noerror"}
"""Names of the class for correct words, in lower case and without punctuation."""


class _Tag(NamedTuple):
    """The model's tag of a word."""

    label: str
    """The class of the error; empty for a correct word."""
    sure: float
    """Probability that the word is wrong."""
    inside: int
    """Tokens between the word and the nearer end of the window."""


class HfGrammarian(HfTool):
    """Finds errors with any token classifier that has one class for correct words.

    All other classes are errors. The first token of a word decides. Adjacent words with the same
    class are one error, unless the tags mark where errors begin (`B-…`) or are GECToR edits
    (`$DELETE`, `$REPLACE_the`, `$APPEND_of`), which also give suggestions. `wellformed` is None.
    Long texts are read in overlapping windows.
    """

    head = "AutoModelForTokenClassification"

    def __init__(self, spec: str, threads: int = 1) -> None:
        super().__init__(spec, threads)
        self._labels = self._model.files.labels()
        right = [at for at, label in enumerate(self._labels) if _plain(label) in _RIGHT]
        if len(right) != 1:
            raise BadSetting(
                f"'{self._model.files.name}' cannot be used as a grammar checker: exactly one of "
                f"its classes ({', '.join(self._labels[:6])}) must be for correct words, "
                "such as O, $KEEP or correct."
            )
        self._right = right[0]

    def check(self, texts: Sequence[str], suggest: bool = False) -> list[Grammar]:
        words = {text: ud_words(text) for text in texts}
        tags: dict[str, dict[int, _Tag]] = {text: {} for text in texts}
        looks = [(text, window) for text in words for window in self._windows(text)]
        found = self._model.logits([window for _, window in looks])
        for (text, window), logits in zip(looks, found, strict=True):
            for at, tag in self._tags(words[text], window, logits):
                if at not in tags[text] or tags[text][at].inside < tag.inside:
                    tags[text][at] = tag  # of two windows, use the one with more context
        return [Grammar(_errors(words[text], tags[text], suggest), None) for text in texts]

    def _windows(self, text: str) -> list[Any]:
        model = self._model
        if not model.tokens(text, signs=False).ids:
            return []
        room = model.longest - model.signs(pair=False)
        return model.windows(text, longest=model.longest, overlap=room // 2)

    def _tags(
        self, words: Sequence[Word], window: Any, logits: Array
    ) -> Iterator[tuple[int, _Tag]]:
        """Yield the index and the tag of each word that begins in this window."""
        starts = [word.start for word in words]
        seen = set()
        for token, (start, end) in enumerate(window.offsets):
            if window.special_tokens_mask[token] or start == end:
                continue
            at = bisect_left(starts, end) - 1  # the word in which this token ends
            if at < 0 or at in seen or start > words[at].start:
                continue
            seen.add(at)
            chances = softmax(logits[token])
            best = chances.index(max(chances))
            label = "" if best == self._right else self._labels[best]
            inside = min(token, len(window.offsets) - token)
            yield at, _Tag(label, 1 - chances[self._right], inside)


def _errors(
    words: Sequence[Word], tags: Mapping[int, _Tag], suggest: bool
) -> tuple[GrammarError, ...]:
    errors: list[GrammarError] = []
    last = -2
    for at in sorted(tags):
        tag = tags[at]
        if not tag.label:
            continue
        word, kind = words[at], tag.label.removeprefix("B-").removeprefix("I-")
        joins = at == last + 1 and not tag.label.startswith(("B-", "$"))
        if joins and errors[-1].kind == kind:
            sure = min(errors[-1].probability, tag.sure)
            errors[-1] = replace(errors[-1], end=word.end, probability=sure)
        else:
            better = _better(word.text, tag.label) if suggest else None
            errors.append(GrammarError(word.start, word.end, kind, tag.sure, better))
        last = at
    return tuple(errors)


def _better(word: str, label: str) -> str | None:
    """Return the correction of a word if its tag is an edit, else None."""
    edit, _, wanted = label.partition("_")
    if edit == "$DELETE":
        return ""
    if edit == "$REPLACE" and wanted:
        return wanted
    if edit == "$APPEND" and wanted:
        return f"{word} {wanted}"
    return {
        "$TRANSFORM_CASE_LOWER": word.lower(),
        "$TRANSFORM_CASE_UPPER": word.upper(),
        "$TRANSFORM_CASE_CAPITAL": word.capitalize(),
        "$TRANSFORM_AGREEMENT_PLURAL": f"{word}s",
        "$TRANSFORM_AGREEMENT_SINGULAR": word.removesuffix("s"),
    }.get(label)


def _plain(label: str) -> str:
    return "".join(filter(str.isalnum, label.lower()))
