"""From trained weights to a shipped model: exports, measures the exported file, prints the table.

    python finish.py linguist WEIGHTS.safetensors [MORE ...] --data linguist.jsonl.gz
        --tokenizer FILE [--seeds SEED.json ...] [--shared SHARED_FOLDER] [--precision w8]
        [--out FOLDER]

Of several weights, the mean is taken: seeds that learned from the same batches meet in one valley,
and its middle is better than any of its sides (https://arxiv.org/abs/2203.05482).

Every figure is taken from the ONNX file through the package's own runtime, not from the
checkpoint, and goes into the table of the card, FOLDER/MODEL.md, with size and checksum.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import export
import linguist_input
import numpy as np
import raw_text
import reader_input
from cards import table, write_into
from reader_scores import reader_figures
from safetensors.numpy import load_file
from scores import linguist_figures
from tokenizers import Tokenizer

from qgauge.models import Pieces, load, manifest, record
from qgauge.models.files import FOLDER
from qgauge.tools.linguist import Linguist

SAMPLES = 250
"""Texts on which the ranges for the 8-bit weights are measured; from the training part."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=["linguist", "reader"])
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--precision", choices=export.PRECISIONS, default="w8")
    parser.add_argument("--seeds", type=Path, nargs="*", default=[], help="figures of all seeds")
    parser.add_argument("--shared", type=Path, help="for the figures on raw text")
    parser.add_argument("--out", type=Path, default=FOLDER, help="default: the package")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    config = json.loads(given.weights[0].with_suffix(".json").read_text(encoding="utf-8"))
    tokenizer = Tokenizer.from_file(str(given.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if given.model == "linguist":
        loaded, names = linguist_input.load(given.data, tokenizer)
        if names != config["labels"]:
            raise SystemExit("the data gives other labels than the model was trained with")
        samples = linguist_samples(loaded)
    else:
        loaded = reader_input.load(given.data, tokenizer, ("qa", "nli", "statement"))
        samples = reader_samples(loaded)
    labels = {"model": given.model, "labels": config["labels"]}
    tensors = mean([load_file(file) for file in given.weights])
    for part in ("weight", "bias"):
        tensors.pop(f"acceptable.{part}", None)  # a head for training alone
    model = export.build(tensors, labels, given.precision, samples)
    file = given.out / f"{given.model}.onnx"
    file.write_bytes(model.SerializeToString(deterministic=True))
    record(file.name, f"{given.model}.md", given.out)
    if not (given.out / "tokenizer.json").exists():
        shutil.copy(given.tokenizer, given.out / "tokenizer.json")
        record("tokenizer.json", "linguist.md", given.out)
    session = load(given.model, given.out)
    if given.model == "linguist":
        figures = linguist_figures(linguist_run(session), loaded, config["labels"])
        if given.shared:
            figures |= raw_text.all_figures(Linguist(folder=given.out), given.shared, "test")
    else:
        figures = reader_figures(reader_run(session), loaded)
    measured = given.weights[0].with_suffix(".exported.json")
    measured.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    seeds = [json.loads(file.read_text(encoding="utf-8"))["figures"] for file in given.seeds]
    filled = table(given.model, figures, seeds or [config["figures"]])
    print(filled)
    card = given.out / f"{given.model}.md"
    if card.exists():
        entries = manifest(given.out)
        write_into(card, filled, {name: (e.size, e.sha256) for name, e in entries.items()})


def mean(models: Sequence[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    return {
        name: np.mean([model[name].astype(np.float32) for model in models], axis=0)
        for name in models[0]
    }


def linguist_samples(loaded: dict[tuple[str, str], list[Any]]) -> list[tuple[list[int], list[int]]]:
    chooser = random.Random(0)
    sets = ("ewt", "atis", "trec", "wellformed", "errors", "ner", "segment")
    items = [item for name in sets for item in chooser.sample(loaded[name, "train"], SAMPLES // 7)]
    return [(item.ids, item.shapes) for item in items]


def reader_samples(loaded: dict[tuple[str, str], list[Any]]) -> list[tuple[list[int], list[int]]]:
    chooser = random.Random(0)
    pairs = [
        pair
        for task in ("qa", "nli", "statement")
        for pair in chooser.sample(loaded[task, "train"], SAMPLES // 3)
    ]
    return [(pair.ids.tolist(), pair.types) for pair in pairs]


def linguist_run(session: Any) -> Any:
    def run(items: Sequence[Any], lower: bool) -> list[dict[str, np.ndarray]]:
        made = []
        for item in items:
            shapes = item.shapes
            if lower:
                shapes = [1 if 0 < shape < 5 else shape for shape in shapes]
            made.append(Pieces(item.ids, shapes, item.starts))
        found = session.run(made)
        for out in found:  # heads of one number: drop the axis
            out["ends"] = out["ends"].reshape(-1)
            out["wellformed"] = out["wellformed"].reshape(())
        return found

    return run


def reader_run(session: Any) -> Any:
    return lambda pairs: session.run([Pieces(pair.ids.tolist(), pair.types) for pair in pairs])


if __name__ == "__main__":
    main()
