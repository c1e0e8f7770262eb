"""Export trained weights, measure the exported file, and fill the table of its card.

    python -m training.export.export_model linguist WEIGHTS.safetensors [MORE ...]
        --data linguist.jsonl.gz --tokenizer FILE [--seeds SEED.json ...] [--shared SHARED_FOLDER]
        [--precision w8] [--out FOLDER]
    python -m training.export.export_model linguist --data linguist.jsonl.gz --tokenizer FILE
        [--shared SHARED_FOLDER]

Several weights are averaged: seeds trained on the same batches end in the same loss basin, and
their mean is better than each of them (https://arxiv.org/abs/2203.05482). Without weights, nothing
is exported and the model in FOLDER is measured again.

Every figure is measured on the ONNX file with the package's runtime, not on the checkpoint, and is
written to the table of the card, FOLDER/MODEL.md, with size and checksum.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from qgauge.models import Pieces, load, manifest
from qgauge.models.files import FOLDER
from qgauge.tools.embedded.linguist import Linguist
from training.export import onnx_graph
from training.export.card_tables import seeds_of, table, write_into
from training.export.manifest import record
from training.linguist import raw_text
from training.linguist import word_pieces as linguist_pieces
from training.linguist.scores import linguist_figures
from training.reader import word_pieces as reader_pieces
from training.reader.scores import reader_figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=["linguist", "reader"])
    parser.add_argument("weights", type=Path, nargs="*")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--precision", choices=onnx_graph.PRECISIONS, default="w8")
    parser.add_argument(
        "--seeds", type=Path, nargs="*", default=[], help="JSON files with the figures of all seeds"
    )
    parser.add_argument("--shared", type=Path, help="for the figures on raw text")
    parser.add_argument("--out", type=Path, default=FOLDER, help="default: the package")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(given.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    seeds = [json.loads(file.read_text(encoding="utf-8"))["figures"] for file in given.seeds]
    if given.weights:
        config = json.loads(given.weights[0].with_suffix(".json").read_text(encoding="utf-8"))
        write_model(given.model, given.weights, config["labels"], given.precision, given.out)
        seeds = seeds or [config["figures"]]
    if not (given.out / "tokenizer.json").exists():
        shutil.copy(given.tokenizer, given.out / "tokenizer.json")
        record("tokenizer.json", "linguist.md", given.out)
    figures = measured(given.model, given.data, tokenizer, given.shared, given.out)
    if given.weights:
        file = given.weights[0].with_suffix(".exported.json")
        file.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    card = given.out / f"{given.model}.md"
    filled = table(given.model, figures, seeds or seeds_of(card))
    print(filled)
    if card.exists():
        entries = manifest(given.out)
        write_into(card, filled, {name: (e.size, e.sha256) for name, e in entries.items()})


def write_model(
    model: str, weights: Sequence[Path], labels: dict[str, Any], precision: str, out: Path
) -> None:
    tensors = mean([load_file(file) for file in weights])
    for part in ("weight", "bias"):
        tensors.pop(f"acceptable.{part}", None)  # this head is used in training only
    built = onnx_graph.build(tensors, {"model": model, "labels": labels}, precision)
    file = out / f"{model}.onnx"
    file.write_bytes(built.SerializeToString(deterministic=True))
    record(file.name, f"{model}.md", out)


def measured(
    model: str, data: Path, tokenizer: Tokenizer, shared: Path | None, folder: Path
) -> dict[str, float]:
    """Measure the model in a folder on the held-out parts of the data."""
    session = load(model, folder)
    if model == "reader":
        pairs = reader_pieces.load(data, tokenizer, ("qa", "nli", "statement", "verify"))
        return dict(reader_figures(reader_run(session), pairs))
    items, names = linguist_pieces.load(data, tokenizer)
    if names != session.labels:
        raise SystemExit("the labels in the data differ from those the model was trained with")
    figures = dict(linguist_figures(linguist_run(session), items, names))
    if shared:
        figures |= raw_text.all_figures(Linguist(folder=folder), shared, "test")
    return figures


def mean(models: Sequence[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    return {
        name: np.mean([model[name].astype(np.float32) for model in models], axis=0)
        for name in models[0]
    }


def linguist_run(session: Any) -> Any:
    def run(items: Sequence[Any], lower: bool) -> list[dict[str, np.ndarray]]:
        made = []
        for item in items:
            shapes = item.shapes
            if lower:
                shapes = [1 if 0 < shape < 5 else shape for shape in shapes]
            made.append(Pieces(item.ids, shapes, item.starts))
        found = session.run(made)
        for out in found:  # heads with one number: drop the axis
            out["ends"] = out["ends"].reshape(-1)
            out["wellformed"] = out["wellformed"].reshape(())
        return found

    return run


def reader_run(session: Any) -> Any:
    return lambda pairs: session.run([Pieces(pair.ids.tolist(), pair.types) for pair in pairs])


if __name__ == "__main__":
    main()
