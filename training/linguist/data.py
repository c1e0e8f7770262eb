"""Convert the public sets of the shared folder into the linguist's training records.

    python -m training.linguist.data SHARED_FOLDER OUT.jsonl.gz

Writes one JSON record per line: `ewt` and `atis` (parses), `ner`, `trec`, `wellformed`, `blimp`,
`errors` (made by `grammar_errors`), `segment` (running text with sentence ends) and `pool`
(unlabelled text for distillation). Splits are by document. The only human-judgement set read is
query_wellformedness: its train file is used for training, its dev file is the test split. The
inputs with their digests and licences go to OUT.sources.json; counts go to stderr. The same inputs
give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from training.grammar_errors.corrupt import KINDS
from training.linguist.labelled_records import (
    blimp_records,
    ner_records,
    parse_records,
    parses,
    trec_records,
    wellformed_records,
)
from training.linguist.made_records import (
    Lexicon,
    error_records,
    pool_records,
    questions,
    segment_records,
)
from training.linguist.sources import Record, Shared


def records(shared: Shared) -> Iterator[Record]:
    """Yield every record, in the order of the file."""
    trees = parses(shared)
    trec, wellformed = trec_records(shared), wellformed_records(shared)
    asked = questions(shared, wellformed)
    lexicon = Lexicon([*trees["ewt", "train"], *trees["atis", "train"]])
    yield from parse_records(trees)
    yield from ner_records(shared)
    yield from trec
    yield from wellformed
    yield from blimp_records(shared)
    yield from error_records(trees, asked, lexicon)
    yield from segment_records(trees, asked)
    yield from pool_records(shared, asked, trec, wellformed)


def main() -> None:
    """Read the shared folder, and write the records and the list of sources."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("shared", type=Path, help="the shared folder")
    parser.add_argument("out", type=Path, help="the file to write, OUT.jsonl.gz")
    options = parser.parse_args()
    shared = Shared(options.shared)
    counts: Counter[tuple[str, str]] = Counter()
    kinds: Counter[str] = Counter()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with (
        options.out.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as file,
    ):
        for record in records(shared):
            counts[record["set"], record.get("split", "-")] += 1
            if record["set"] == "errors":
                kinds.update(set(record["kinds"]) - {"ok"} or {"ok"})
            file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    sources = options.out.with_name(options.out.name.removesuffix(".jsonl.gz") + ".sources.json")
    listed = sorted(shared.sources.values(), key=lambda source: str(source["file"]))
    sources.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for (name, split), n in counts.items():
        print(f"{name:12}{split:8}{n:8,}", file=sys.stderr)
    for kind in KINDS:
        print(f"errors with {kind:14}{kinds[kind]:8,}", file=sys.stderr)
    for source in listed:
        print(f"{source['sha256']}  {source['file']}", file=sys.stderr)
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
