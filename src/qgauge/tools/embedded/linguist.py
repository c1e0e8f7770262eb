"""Run the linguist model: split texts into words and sentences, and return the model's outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from qgauge import models
from qgauge.models.session import Outputs
from qgauge.models.shapes import word_shape
from qgauge.text.ud import Word, ud_words
from qgauge.tools.embedded.sentence_ends import Span, blocks, sentences

CLS, SEP, UNKNOWN = 101, 102, 100
WINDOW = 110
"""Window size in words for finding sentence ends; the model was trained on up to this many."""
STRIDE = 70
"""Words between the starts of two windows."""
LONGEST_SENTENCE = 200
"""Longer sentences are split, in words."""
SHORT_BLOCK = 50
"""A block of up to this many words is often one sentence, so the first pass gets all outputs."""
MOST_PIECES = 480
"""Maximum input length in word pieces."""
WORD_PIECES = 24
"""Pieces used per word; the rest of a longer word is dropped as uninformative."""
WORD_LETTERS = 1000
"""Characters of a word that are tokenised."""
SLICE_PAIRS = 1 << 16
"""Piece pairs whose outputs are in memory at a time: about 14 MB of relation logits."""

_KNOWN_WORDS = 100_000
_OF_WHOLE = ("trec", "wellformed")
"""Outputs for a whole text; a text that is parsed or checked usually needs them next."""
_KNOWN_TEXTS = 10_000
_OF_WORDS = ("errors",)
"""Outputs of sentences that are kept when a text is parsed, because its grammar is checked next."""
_KEPT_TEXTS, _KEPT_WORDS = 1_000, WINDOW
"""The number of texts of which they are kept, and the length of the longest: 30 MB at most."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Reading(Generic[Found]):
    """A text split into words and sentences, with the model's outputs."""

    words: tuple[Word, ...]
    sentences: tuple[Span, ...]
    """Word indices of each sentence: the first, and one past the last."""
    outputs: tuple[Found, ...]
    """The decoded outputs of each sentence."""


@dataclass(slots=True)
class _Block(Generic[Found]):
    """A part of a text between blank lines, which no sentence crosses."""

    text: str
    """The whole text."""
    words: Sequence[Word]
    """The words of the block."""
    sentences: Sequence[Span]
    found: dict[int, Found]
    """Decoded outputs by the number of the sentence."""
    is_all: bool
    """Whether the block is the whole text."""


class Linguist:
    """The linguist model, loaded on first use.

    Use `linguist()` to get the instance that the parser, classifier and grammar checker share.
    """

    def __init__(self, threads: int = 1, folder: Path | None = None) -> None:
        self._threads, self._folder = threads, folder
        self._known: dict[str, tuple[int, ...]] = {}
        self._of_whole: dict[str, Outputs] = {}
        self._of_words: dict[str, Reading[Outputs]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return linguist, (self._threads, self._folder) if self._folder else (self._threads,)

    @cached_property
    def _session(self) -> models.Session:
        return models.load("linguist", self._folder, self._threads)

    @property
    def labels(self) -> dict[str, list[str]]:
        return self._session.labels

    @property
    def identity(self) -> str:
        # from the manifest, so that a run with a warm cache never loads the model
        return f"embedded@{models.checksum('linguist.onnx')[:8]}"

    def read(self, texts: Sequence[str], outputs: Sequence[str]) -> list[Reading[Outputs]]:
        """Split texts into sentences, and return the named outputs of each sentence."""
        return self.decoded(texts, outputs, lambda out: out)

    def decoded(
        self, texts: Sequence[str], outputs: Sequence[str], decode: Callable[[Outputs], Found]
    ) -> list[Reading[Found]]:
        """Split texts into sentences, and return the decoded outputs of each sentence.

        The raw outputs are dropped right after decoding, so that long texts take little memory.

        Args:
            texts: The texts.
            outputs: Names of the model outputs.
            decode: Converts the outputs of a sentence.

        Returns:
            One reading per text, in order.
        """
        distinct = dict.fromkeys(texts)
        known = self._of_words if set(outputs) <= set(_OF_WORDS) else {}
        readings = {
            text: Reading(kept.words, kept.sentences, tuple(map(decode, kept.outputs)))
            for text in distinct
            if (kept := known.get(text)) is not None  # another thread may drop it at any time
        }
        left = [text for text in distinct if text not in readings]
        readings.update(zip(left, self._decoded(left, outputs, decode), strict=True))
        return [readings[text] for text in texts]

    def _decoded(
        self, texts: Sequence[str], outputs: Sequence[str], decode: Callable[[Outputs], Found]
    ) -> list[Reading[Found]]:
        """Run the model on distinct texts, and keep the outputs that another tool needs next."""
        kept = [name for name in _OF_WORDS if name in self._session.outputs]
        asked = list(dict.fromkeys((*outputs, *kept)))

        def both(out: Outputs) -> tuple[Found, Outputs]:
            return decode({name: out[name] for name in outputs}), {name: out[name] for name in kept}

        readings = []
        for text, reading in zip(texts, self._readings(texts, asked, both), strict=True):
            words, sentences = reading.words, reading.sentences
            if len(kept) == len(_OF_WORDS) and len(words) <= _KEPT_WORDS:
                of_words = tuple(one for _, one in reading.outputs)
                self._of_words[text] = Reading(words, sentences, of_words)
            readings.append(Reading(words, sentences, tuple(one for one, _ in reading.outputs)))
        while len(self._of_words) > _KEPT_TEXTS:
            self._of_words.pop(next(iter(self._of_words)), None)
        return readings

    def _readings(
        self, texts: Sequence[str], outputs: Sequence[str], decode: Callable[[Outputs], Found]
    ) -> list[Reading[Found]]:
        words = {text: ud_words(text) for text in texts}
        self._learn(word.text for each in words.values() for word in each)
        parts: dict[str, list[_Block[Found]]] = {
            text: [
                _Block(text, each[first:last], (), {}, last - first == len(each))
                for first, last in blocks(text, each)
            ]
            for text, each in words.items()
        }
        self._read_blocks([block for each in parts.values() for block in each], outputs, decode)
        return [_join_blocks(words[text], each) for text, each in parts.items()]

    def whole(self, texts: Sequence[str], outputs: Sequence[str]) -> list[Outputs]:
        """Return the named whole-text outputs of each text; longer texts are truncated."""
        known = self._of_whole if set(outputs) <= set(_OF_WHOLE) else {}
        found = {
            text: {name: known[text][name] for name in outputs} for text in texts if text in known
        }
        left = [text for text in dict.fromkeys(texts) if text not in found]
        words = [ud_words(text) for text in left]
        self._learn(word.text for each in words for word in each)
        inputs = [self._pieces(each[: self._fitting(each, 0, len(each))]) for each in words]
        found.update(zip(left, self._session.run(inputs, outputs), strict=True))
        return [found[text] for text in texts]

    # ------------------------------------------------------------------ sentences

    def _read_blocks(
        self,
        parts: Sequence[_Block[Found]],
        outputs: Sequence[str],
        decode: Callable[[Outputs], Found],
    ) -> None:
        """Find the sentences of all blocks, and decode the outputs of each."""
        short: list[_Block[Found]] = []
        long: list[_Block[Found]] = []
        for block in parts:
            size = len(block.words)
            fits = size <= SHORT_BLOCK and self._fitting(block.words, 0, size) == size
            (short if fits else long).append(block)
        if len(self._of_whole) + len(parts) > _KNOWN_TEXTS:
            self._of_whole.clear()
        first_look = list(dict.fromkeys(("ends", *outputs, *self._whole_outputs)))
        for at, out in self._run([block.words for block in short], first_look):
            block = short[at]
            self._keep_whole(block, out)
            self._split(block, out["ends"].reshape(-1))
            if len(block.sentences) == 1:
                # a second pass would run on exactly the same words
                block.found[0] = decode({name: out[name] for name in outputs})
        for block, chances in zip(long, self._end_chances(long), strict=True):
            self._split(block, chances)
        left = [
            (block, number, block.words[first:last])
            for block in parts
            for number, (first, last) in enumerate(block.sentences)
            if number not in block.found
        ]
        for at, out in self._run([words for _, _, words in left], outputs):
            block, number, _ = left[at]
            block.found[number] = decode(out)

    @cached_property
    def _whole_outputs(self) -> tuple[str, ...]:
        """The outputs for a whole text, which cost nothing where its words are read anyway."""
        return _OF_WHOLE if set(_OF_WHOLE) <= set(self._session.outputs) else ()

    def _keep_whole(self, block: _Block[Found], out: Outputs) -> None:
        """Keep the outputs for the whole text, of an input that was the whole block."""
        if block.is_all and self._whole_outputs:
            self._of_whole[block.text] = {name: out[name] for name in self._whole_outputs}

    def _split(self, block: _Block[Found], chances: npt.NDArray[np.floating]) -> None:
        block.sentences = [
            part
            for first, last in sentences(block.text, block.words, chances)
            for part in self._cut_to_fit(block.words, first, last, chances)
        ]

    def _cut_to_fit(
        self, words: Sequence[Word], first: int, last: int, chances: npt.NDArray[np.floating]
    ) -> Iterator[Span]:
        """Yield the sentence, in parts if it is too long to parse."""
        while (stop := self._fitting(words, first, min(last, first + LONGEST_SENTENCE))) < last:
            # cut at the most probable sentence end in the second half of what fits
            middle = (first + stop) // 2
            stop = middle + 1 + int(chances[middle:stop].argmax())
            yield first, stop
            first = stop
        yield first, last

    def _end_chances(self, parts: Sequence[_Block[Found]]) -> list[npt.NDArray[np.floating]]:
        """Return the logit of a sentence end at each word, for blocks that may need windows."""
        looks = [
            (number, first, last)
            for number, block in enumerate(parts)
            for first, last in self._windows(block.words)
        ]
        shown = [parts[number].words[first:last] for number, first, last in looks]
        ends = {}
        for at, out in self._run(shown, ["ends", *self._whole_outputs]):
            ends[at] = out["ends"].reshape(-1)
            block = parts[looks[at][0]]
            if len(shown[at]) == len(block.words):
                self._keep_whole(block, out)
        chances = [np.full(len(block.words), -np.inf) for block in parts]
        most_room = [np.full(len(block.words), -1) for block in parts]
        for at, (number, first, last) in enumerate(looks):
            # if a word is in two windows, use the one with more context around it
            here, places = slice(first, last), np.arange(last - first)
            room = np.minimum(places, places[::-1])
            better = room > most_room[number][here]
            chances[number][here] = np.where(better, ends[at], chances[number][here])
            most_room[number][here] = np.where(better, room, most_room[number][here])
        return chances

    def _windows(self, words: Sequence[Word]) -> Iterator[Span]:
        first = 0
        while (stop := self._fitting(words, first, first + WINDOW)) < len(words):
            yield first, stop
            first += (stop - first) * STRIDE // WINDOW
        yield first, stop

    def _run(
        self, shown: Sequence[Sequence[Word]], outputs: Sequence[str]
    ) -> Iterator[tuple[int, Outputs]]:
        """Yield the index and the outputs of each word sequence, longest first."""
        inputs = [self._pieces(words) for words in shown]
        # sort by length, so that sequences of the same length can share a batch
        order = sorted(range(len(inputs)), key=lambda at: -len(inputs[at].ids))
        start = 0
        while start < len(order):
            size = max(1, SLICE_PAIRS // len(inputs[order[start]].ids) ** 2)
            rows = order[start : start + size]
            found = self._session.run([inputs[at] for at in rows], outputs)
            yield from zip(rows, found, strict=True)
            start += size

    # ------------------------------------------------------------------ word pieces

    def _learn(self, words: Iterable[str]) -> None:
        """Tokenise the words that are new."""
        wanted = dict.fromkeys(words)
        if len(self._known) > _KNOWN_WORDS:
            self._known = {}
        new = [word for word in wanted if word not in self._known]
        plain = [word[:WORD_LETTERS].encode("utf-8", "replace").decode() for word in new]
        found = models.tokenizer().encode_batch(plain, add_special_tokens=False)
        for word, pieces in zip(new, found, strict=True):
            self._known[word] = tuple(pieces.ids[:WORD_PIECES]) or (UNKNOWN,)

    def _fitting(self, words: Sequence[Word], first: int, last: int) -> int:
        """Return the end of the longest word sequence from `first` that fits into one input."""
        last, room = min(last, len(words)), MOST_PIECES
        for at in range(first, last):
            room -= len(self._known[words[at].text])
            if room < 0:
                return at
        return last

    def _pieces(self, words: Sequence[Word]) -> models.Pieces:
        ids, types, starts = [CLS], [0], []
        for word in words:
            pieces = self._known[word.text]
            starts.append(len(ids))
            ids += pieces
            types += [word_shape(word.text)] * len(pieces)
        return models.Pieces([*ids, SEP], [*types, 0], starts)


@cache
def linguist(threads: int, folder: Path | None = None) -> Linguist:
    """Return the shared linguist of this process, which reuses work across tools."""
    return Linguist(threads, folder)


class LinguistTool:
    """Base class for the tools on the linguist model."""

    def __init__(self, threads: int = 1) -> None:
        self._linguist = linguist(threads)

    @property
    def identity(self) -> str:
        return self._linguist.identity


def _join_blocks(words: Sequence[Word], parts: Sequence[_Block[Found]]) -> Reading[Found]:
    spans: list[Span] = []
    found: list[Found] = []
    before = 0
    for block in parts:
        spans += ((before + first, before + last) for first, last in block.sentences)
        found += (block.found[number] for number in range(len(block.sentences)))
        before += len(block.words)
    return Reading(tuple(words), tuple(spans), tuple(found))
