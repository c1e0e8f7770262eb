"""BERTScore: word pieces matched by contextual embeddings (Zhang et al. 2020)."""

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
    """An encoded text: its word pieces, their unit vectors and their weights."""

    pieces: tuple[str, ...]
    unit: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    baseline: tuple[float, ...]
    """Precision, recall and F of unrelated texts."""

    def __bool__(self) -> bool:
        return bool(self.weights.sum() > 0)


@dataclass(frozen=True)
class Bertscore(ReferenceMetric):
    """BERTScore (Zhang et al. 2020): F-score of greedily matched contextual embeddings.

    Each word piece is matched with the closest piece of the other text, special tokens included.
    """

    name: ClassVar[str] = "bertscore"
    about: ClassVar[str] = "words matched by contextual embeddings (needs --encoder)"
    uses: ClassVar[tuple[str, ...]] = ("encoder",)
    span: ClassVar[tuple[float, float]] = (-math.inf, 1.0)

    layer: int = 0
    """Layer of the encoder; 0 for the default layer of the model."""
    idf: str = OFF
    """File of references, one per line, from which IDF weights are computed; `off` for none."""
    baseline: str = OFF
    """File of baseline scores of unrelated texts, in the format of bert-score, by which scores are
    rescaled; `off` for none."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.layer < 0:
            raise BadSetting(
                "bertscore: layer must be 1 or more, or 0 for the default layer of the model."
            )
        if self.idf != OFF and not _lines(self.idf):
            raise BadInput(
                "the file is empty; IDF weights need references, one per line.", file=self.idf
            )
        if self.baseline != OFF:
            _baselines(self.baseline)

    def settings(self) -> dict[str, str]:
        files = {"idf": self.idf, "baseline": self.baseline}
        named = {name: file if file == OFF else _identity(file) for name, file in files.items()}
        return super().settings() | named

    def signature(self, tools: Tools, version: str) -> str:
        """Return the signature with the layer in effect, also if `layer` is 0."""
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
                raise BadInput(f"no baseline for layer {layer}.", file=self.baseline)
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
            return unscored("the question has no word with a weight above 0")
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
        columns = ["text", "piece", "closest piece in the other text", "cosine", "weight"]
        steps = [
            f"precision = {score.parts['precision']:.4f} (mean over the question's pieces)",
            f"recall = {score.parts['recall']:.4f} (mean over the reference's pieces)",
            f"F = 2PR/(P+R) = {score.parts['f']:.4f}",
        ]
        if self.baseline != OFF:
            baseline = ", ".join(f"{base:.4f}" for base in question.baseline)
            steps.append(
                f"all three rescaled so that unrelated texts ({baseline}) score 0 and identical "
                "texts score 1"
            )
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
    """Return each piece's best cosine and its position, and the weighted mean of the cosines."""
    import numpy as np

    # einsum does not use BLAS, so results do not depend on the number of threads
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
        raise BadInput(f"the file cannot be read ({fault_text(problem)}).", file=file) from None
    except ValueError:
        raise BadInput("the file is not UTF-8 text.", file=file) from None
    return [line for line in text.split("\n") if line.strip()]


def _identity(file: str) -> str:
    """Identify a file by its name and a hash of its content."""
    digest = hashlib.sha256("\n".join(_lines(file)).encode()).hexdigest()
    return f"{Path(file).name.replace('|', '_')}@{digest[:8]}"


@lru_cache(maxsize=4)
def _rarity(file: str, encoder: Any) -> dict[str, float]:
    """Return the IDF of each piece, log((n + 1) / (k + 1)) for a piece in k of n references.

    The key "" holds the IDF of pieces that are in no reference.
    """
    references = encoder.pieces(_lines(file))
    counts = Counter(piece for pieces in references for piece in set(pieces))
    n = len(references) + 1
    return {"": math.log(n), **{piece: math.log(n / (k + 1)) for piece, k in counts.items()}}


def _baselines(file: str) -> dict[int, tuple[float, ...]]:
    """Read baselines by layer from a file of bert-score: lines LAYER,P,R,F under a header."""
    heading, *lines = [line.strip().split(",") for line in _lines(file)] or [[""]]
    if heading != _HEADER:
        raise BadInput(f"the first line must be {','.join(_HEADER)}.", file=file, line=1)
    found: dict[int, tuple[float, ...]] = {}
    for number, (layer, *values) in enumerate(lines, start=2):
        try:
            p, r, f = map(float, values)
            found[int(layer)] = (p, r, f)
        except ValueError:
            problem = "expected a layer and three numbers, separated by commas."
            raise BadInput(problem, file=file, line=number) from None
        if not all(-1 <= value < 1 for value in found[int(layer)]):
            raise BadInput(
                "a baseline must be at least -1 and less than 1.", file=file, line=number
            )
    return found
