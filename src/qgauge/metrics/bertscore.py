"""BERTScore: words matched by their meaning in context (Zhang et al. 2020)."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from qgauge.core import BadInput, BadSetting, Example, Score, Tools, View, unscored, view
from qgauge.core.damaged_files import fault_text
from qgauge.metrics.reference import ReferenceMetric
from qgauge.tools.asking import ask

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from qgauge.tools.roles import Encoder, Encoding

OFF = "off"
PARTS = ("precision", "recall", "f")
_HEADER = ["LAYER", "P", "R", "F"]


@dataclass(frozen=True, slots=True)
class _Text:
    """What is compared of a text: its pieces, their unit vectors, and how much each counts."""

    pieces: tuple[str, ...]
    unit: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    baseline: tuple[float, ...]
    """What precision, recall and F of unrelated texts are."""

    def __bool__(self) -> bool:
        return bool(self.weights.sum() > 0)


@dataclass(frozen=True)
class Bertscore(ReferenceMetric):
    """F of greedy matching; each piece takes the closest of the other text, signs included.

    `layer` 0 is the one usual for the model. `idf` is a file of references, a line each, by which
    rare pieces count more; `baseline` a file of what unrelated texts score, as bert-score has it.
    """

    name: ClassVar[str] = "bertscore"
    about: ClassVar[str] = "words matched by meaning in context (with --encoder)"
    uses: ClassVar[tuple[str, ...]] = ("encoder",)
    span: ClassVar[tuple[float, float]] = (-math.inf, 1.0)

    layer: int = 0
    idf: str = OFF
    baseline: str = OFF

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.layer < 0:
            raise BadSetting("bertscore: layer is a number from 1 up, or 0 for the usual one.")
        if self.idf != OFF and not _lines(self.idf):
            raise BadInput("it is empty; IDF needs references, one a line.", file=self.idf)
        if self.baseline != OFF:
            _baselines(self.baseline)

    def settings(self) -> dict[str, str]:
        files = {"idf": self.idf, "baseline": self.baseline}
        named = {name: file if file == OFF else _identity(file) for name, file in files.items()}
        return super().settings() | named

    def signature(self, tools: Tools, version: str) -> str:
        """With the layer that was used, whether it was asked for or not."""
        used = replace(self, layer=self._layer(tools["encoder"]))
        return super(Bertscore, used).signature(tools, version)

    def _layer(self, encoder: Encoder) -> int:
        return self.layer or encoder.usual_layer

    def preparation(self, examples: Sequence[Example], tools: Tools) -> Callable[[str], Any]:
        encoder: Any = tools["encoder"]  # an Encoder
        layer = self._layer(encoder)
        baseline: tuple[float, ...] = (0.0, 0.0, 0.0)
        if self.baseline != OFF:
            known = _baselines(self.baseline)
            if layer not in known:
                raise BadInput(f"there is no line for layer {layer}.", file=self.baseline)
            baseline = known[layer]
        encodings = ask(
            "encoder",
            lambda texts: encoder.encode(texts, layer),
            examples,
            lambda one: (one.question, *one.references),
        )
        rarity = None if self.idf == OFF else _rarity(self.idf, encoder)
        return lambda text: _text(encodings[text], rarity, baseline)

    def compare(self, question: _Text, references: Sequence[_Text]) -> Score:
        if not question:
            return unscored("the question has no word that counts")
        reference = references[0]
        precision = _matched(question, reference)[1]
        recall = _matched(reference, question)[1]
        both = precision > 0 and recall > 0
        f = 2 * precision * recall / (precision + recall) if both else 0.0
        values = [
            (value - base) / (1 - base)
            for value, base in zip((precision, recall, f), question.baseline, strict=True)
        ]
        return Score(values[2], dict(zip(PARTS, values, strict=True)))

    def view(self, question: _Text, references: Sequence[_Text], score: Score) -> View:
        reference = references[0]
        rows = [["question", *row] for row in _rows(question, reference)]
        rows += [["reference", *row] for row in _rows(reference, question)]
        columns = ["of the", "piece", "closest piece of the other text", "cosine", "weight"]
        steps = [
            f"precision = {score.parts['precision']:.4f}, the mean over the question's pieces",
            f"recall = {score.parts['recall']:.4f}, the mean over the reference's pieces",
            f"F = 2PR/(P+R) = {score.parts['f']:.4f}",
        ]
        if self.baseline != OFF:
            less = ", ".join(f"{base:.4f}" for base in question.baseline)
            steps.append(f"each less what unrelated texts have ({less}), and 1 stays 1")
        return view(steps, columns=columns, rows=rows)


def _text(
    encoding: Encoding, rarity: Mapping[str, float] | None, baseline: tuple[float, ...]
) -> _Text:
    import numpy as np

    lengths = np.sqrt((encoding.vectors**2).sum(axis=1, keepdims=True))
    weights = [
        0.0 if sign else 1.0 if rarity is None else rarity.get(piece, rarity[""])
        for piece, sign in zip(encoding.pieces, encoding.signs, strict=True)
    ]
    unit = encoding.vectors / np.where(lengths > 0, lengths, 1.0)
    return _Text(encoding.pieces, unit, np.array(weights), baseline)


def _matched(
    text: _Text, other: _Text
) -> tuple[tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]], float]:
    """For each piece its best cosine and where that is; and the mean of these, by weight."""
    import numpy as np

    # a matrix product by plain loops: the same bits whatever the number of threads
    cosines = np.einsum("id,jd->ij", text.unit, other.unit)
    best, place = cosines.max(axis=1), cosines.argmax(axis=1)
    return (best, place), float((best * text.weights).sum() / text.weights.sum())


def _rows(text: _Text, other: _Text) -> list[list[str]]:
    best, place = _matched(text, other)[0]
    found = zip(text.pieces, place.tolist(), best.tolist(), text.weights.tolist(), strict=True)
    return [
        [piece, other.pieces[at], f"{cosine:.4f}", f"{weight:.4f}"]
        for piece, at, cosine, weight in found
        if weight > 0
    ]


# ------------------------------------------------------------------ files


def _lines(file: str) -> list[str]:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"cannot be read ({fault_text(problem)}).", file=file) from None
    except ValueError:
        raise BadInput("is not UTF-8 text.", file=file) from None
    return [line for line in text.split("\n") if line.strip()]


def _identity(file: str) -> str:
    """The file by its name and what is in it."""
    digest = hashlib.sha256("\n".join(_lines(file)).encode()).hexdigest()
    return f"{Path(file).name.replace('|', '_')}@{digest[:8]}"


@lru_cache(maxsize=4)
def _rarity(file: str, encoder: Any) -> dict[str, float]:
    """log((n + 1) / (k + 1)) for a piece in k of n references; "" stands for those in none."""
    references = encoder.pieces(_lines(file))
    counts = Counter(piece for pieces in references for piece in set(pieces))
    n = len(references) + 1
    return {"": math.log(n), **{piece: math.log(n / (k + 1)) for piece, k in counts.items()}}


def _baselines(file: str) -> dict[int, tuple[float, ...]]:
    """By layer, from lines LAYER,P,R,F under a heading, as bert-score has them."""
    heading, *lines = [line.strip().split(",") for line in _lines(file)] or [[""]]
    if heading != _HEADER:
        raise BadInput(f"the first line should be {','.join(_HEADER)}.", file=file, line=1)
    found: dict[int, tuple[float, ...]] = {}
    for number, (layer, *values) in enumerate(lines, start=2):
        try:
            p, r, f = map(float, values)
            found[int(layer)] = (p, r, f)
        except ValueError:
            problem = "a layer and three numbers are expected, with commas between."
            raise BadInput(problem, file=file, line=number) from None
        if not all(-1 <= value < 1 for value in found[int(layer)]):
            raise BadInput("a baseline is from -1 up to below 1.", file=file, line=number)
    return found
