"""Word pieces of the records, and the weights of the shipped reader, in files for the GPU machine.

python -m training.misstated.pairs MISSTATED.jsonl.gz OUT_FOLDER
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from qgauge.models import tokenizer
from qgauge.models.files import FOLDER
from qgauge.tools.embedded.pair_model import CLS, LONGEST, SEP


def weights(file: Path) -> dict[str, np.ndarray]:
    """Return the tensors of the ONNX file; 8-bit ones stay in blocks, with their scales."""
    graph = onnx.load(str(file)).graph
    found = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    return {name: value for name, value in found.items() if not name.startswith(("int_", "index_"))}


def main() -> None:
    records, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    pieces = tokenizer()
    passages: dict[int, list[int]] = {}
    ids: list[int] = []
    rows: dict[str, list] = {name: [] for name in ("first", "length", "label", "kind", "held")}
    kinds: list[str] = []
    with gzip.open(records, "rt", encoding="utf-8") as lines:
        read = [json.loads(line) for line in lines]
    for row in read:
        if "passage_id" in row:
            found = pieces.encode(row["passage"], add_special_tokens=False)
            passages[row["passage_id"]] = found.ids
            continue
        one = pieces.encode(row["question"], add_special_tokens=False).ids[:96]
        two = passages[row["passage"]][: LONGEST - 3 - len(one)]
        made = [CLS, *one, SEP, *two, SEP]
        ids += made
        name = f"{row['source']}:{row['kind']}"
        if name not in kinds:
            kinds.append(name)
        rows["first"].append(len(one) + 2)
        rows["length"].append(len(made))
        rows["label"].append(row["misstated"])
        rows["kind"].append(kinds.index(name))
        rows["held"].append(row["split"] == "held")
    arrays = {name: np.array(values, np.int16) for name, values in rows.items()}
    np.savez_compressed(out / "pairs.npz", ids=np.array(ids, np.uint16), **arrays)
    (out / "kinds.json").write_text(json.dumps(kinds), encoding="utf-8")
    np.savez(out / "reader.npz", **weights(FOLDER / "reader.onnx"))
    for file in sorted(out.iterdir()):
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
