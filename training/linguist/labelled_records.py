"""The linguist's labelled records: trees, entities, question classes, well-formedness, BLiMP."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from training.linguist.sources import Record, Sentence, Shared, digest, key, read_conllu

TYPES = ["PER", "LOC", "ORG", "MISC"]
WNUT = {
    "person": "PER",
    "location": "LOC",
    "corporation": "ORG",
    "group": "ORG",
    "product": "MISC",
    "creative-work": "MISC",
}


def parses(shared: Shared) -> dict[tuple[str, str], list[Sentence]]:
    """Return the sentences of both treebanks, by set and split."""
    files = {
        ("ewt", "train"): "train/ud_ewt/en_ewt-ud-train.rebuilt.conllu.gz",
        ("ewt", "dev"): "train/ud_ewt/en_ewt-ud-dev.conllu.gz",
        ("ewt", "test"): "train/ud_ewt/en_ewt-ud-test.conllu.gz",
        ("atis", "train"): "train/ud_atis/en_atis-ud-train.conllu.gz",
        ("atis", "dev"): "train/ud_atis/en_atis-ud-dev.conllu.gz",
        ("atis", "test"): "train/ud_atis/en_atis-ud-test.conllu.gz",
    }
    uses = {"train": "training", "dev": "checkpoints", "test": "measuring"}
    return {
        (name, split): read_conllu(shared.text(file, f"parses, errors, segments ({uses[split]})"))
        for (name, split), file in files.items()
    }


def parse_records(trees: dict[tuple[str, str], list[Sentence]]) -> Iterator[Record]:
    """Yield treebank sentences as records."""
    for (name, split), sentences in trees.items():
        for s in sentences:
            yield {
                "set": name,
                "split": split,
                "words": s.words,
                "upos": s.upos,
                "heads": s.heads,
                "rels": s.rels,
                "spaces": s.spaces,
            }


Tagged = tuple[list[str], list[str]]


def read_tagged(
    text: str, word: int, tag: int, convert: Callable[[str], str], marks: bool = False
) -> list[list[Tagged]]:
    """Read documents of (words, tags); `marks` tells whether the file marks documents."""
    documents: list[list[Tagged]] = [[]]
    words: list[str] = []
    tags: list[str] = []
    for line in [*text.split("\n"), ""]:
        columns = line.rstrip("\r").split("\t") if "\t" in line else line.split()
        if marks and (line.startswith(("-DOCSTART-", "# newdoc"))):
            documents.append([])
        elif len(columns) > max(word, tag) and columns[word] and not (marks and line[0:2] == "# "):
            words.append(columns[word])
            tags.append(convert(columns[tag]))
        elif words and not line.startswith("#"):
            documents[-1].append((words, iob2(tags)))
            words, tags = [], []
            if not marks:
                documents.append([])
    return [document for document in documents if document]


def iob2(tags: list[str]) -> list[str]:
    """Convert IOB1 or IOB2 tags to IOB2."""
    fixed: list[str] = []
    for i, tag in enumerate(tags):
        starts = tag.startswith("I-") and (i == 0 or tags[i - 1][2:] != tag[2:])
        fixed.append("B" + tag[1:] if starts else tag)
    return fixed


def plain_tag(tag: str) -> str:
    """Return the tag if it is one of the four types, else O."""
    return tag if tag[2:] in TYPES else "O"


def wnut_tag(tag: str) -> str:
    """Map WNUT's six types to our four."""
    return f"{tag[:2]}{WNUT[tag[2:]]}" if tag[2:] in WNUT else "O"


def plain_mentions(words: list[str], tags: list[str]) -> Tagged:
    """Join "@ name" into one word and tag it O, as WNUT does (BTC tags it as a person)."""
    out: Tagged = ([], [])
    joins = False
    for i, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if joins:
            out[0][-1] += word
        else:
            joined = word == "@" and i + 1 < len(words) and tags[i + 1] != "O" and tag != "O"
            out[0].append(word)
            out[1].append("O" if joined else tag)
        joins = not joins and word == "@" and out[1][-1] == "O" and tag != "O"
    return out[0], iob2(out[1])


def ner_records(shared: Shared) -> Iterator[Record]:
    """Yield entity records; the last 5 % of the documents of each training file are dev."""
    three = ["PER", "LOC", "ORG"]
    plans: list[tuple[str, str, list[str], int, int, Callable[[str], str], bool]] = [
        ("wnut17", f"train/wnut17/{name}", TYPES, 0, 1, wnut_tag, False)
        for name in ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated")
    ]
    plans += [
        ("btc", f"train/ner_misc/BTC/{part}.conll", three, 0, 1, plain_tag, False)
        for part in "abefgh"
    ]
    wikigold = "train/ner_misc/wikigold/wikigold.conll.txt"
    plans.append(("wikigold", wikigold, TYPES, 0, 1, plain_tag, True))
    uner = "train/uner_ewt/en_ewt-ud-{}.iob2.gz"
    plans.append(("uner", uner.format("dev"), three, 1, 2, plain_tag, True))
    plans.append(("uner-test", uner.format("test"), three, 1, 2, plain_tag, True))
    for source, file, types, word, tag, convert, marks in plans:
        test = source == "uner-test"
        text = shared.text(file, "entities (measuring)" if test else "entities (training)")
        documents = read_tagged(text, word, tag, convert, marks)
        for i, document in enumerate(documents):
            split = "test" if test else "dev" if i >= len(documents) * 0.95 else "train"
            for pair in document:
                words, tags = plain_mentions(*pair)
                yield {
                    "set": "ner",
                    "split": split,
                    "source": source.removesuffix("-test"),
                    "types": types,
                    "words": words,
                    "tags": tags,
                }


def trec_records(shared: Shared) -> list[Record]:
    """Return question classes, without training questions that the test file repeats."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for split in ("train", "test"):
        uses = {
            "train": "question classes, pool (training)",
            "test": "question classes (measuring)",
        }
        text = shared.text(f"train/trec_qc/{split}.txt", uses[split], "latin-1")
        pairs = [line.split(" ", 1) for line in text.splitlines() if line.strip()]
        rows[split] = [(pair[1].strip(), pair[0]) for pair in pairs]
    measured = {key(text) for text, _ in rows["test"]}
    records = [
        {
            "set": "trec",
            "split": "dev" if digest(f"trec/{key(text)}") % 1000 < 50 else "train",
            "text": text,
            "label": label,
        }
        for text, label in rows["train"]
        if key(text) not in measured
    ]
    records += [
        {"set": "trec", "split": "test", "text": text, "label": label}
        for text, label in rows["test"]
    ]
    return records


def wellformed_records(shared: Shared) -> list[Record]:
    """Return well-formedness ratings; 8 % of the training queries are dev, the dev file is test."""
    records: list[Record] = []
    seen: set[str] = set()
    for name, use in (("dev", "measuring"), ("train", "training")):
        file = f"eval/query_wellformedness/{name}.tsv"
        for line in shared.text(file, f"well-formedness ({use})").splitlines():
            text, _, score = line.rpartition("\t")
            if name == "dev":
                split = "test"
                seen.add(key(text))
            elif key(text) in seen:
                continue
            else:
                split = "dev" if digest(f"wellformed/{key(text)}") % 1000 < 80 else "train"
            records.append(
                {"set": "wellformed", "split": split, "text": text, "score": float(score)}
            )
    return records


def blimp_records(shared: Shared) -> list[Record]:
    """Return minimal pairs; one phenomenon each of morphology, syntax and both is test."""
    rows = shared.lines("train/blimp/blimp.jsonl.gz", "minimal pairs (training, held-out: test)")
    fields: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        fields[row["field"].replace("/", "_")].add(row["linguistics_term"])
    held: set[str] = set()
    for name in ("morphology", "syntax", "syntax_semantics"):
        held.add(min(fields[name] - held, key=lambda term: digest(f"blimp/{term}")))
    counts: Counter[str] = Counter()
    records: list[Record] = []
    for row in rows:
        test = row["linguistics_term"] in held
        counts[row["UID"]] += 1
        if counts[row["UID"]] <= (100 if test else 300):
            records.append(
                {
                    "set": "blimp",
                    "split": "test" if test else "train",
                    "good": row["sentence_good"],
                    "bad": row["sentence_bad"],
                    "phenomenon": row["linguistics_term"],
                    "uid": row["UID"],
                }
            )
    return records
