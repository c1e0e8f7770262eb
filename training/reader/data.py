"""Make the reader's training file: QA, NLI, statements and unlabelled pools for distillation.

    python -m training.reader.data SHARED_FOLDER TEMPTING.jsonl.gz OUT.jsonl.gz

The file has the tables first ({"passage_id", "passage"} and {"text_id", "text"}), then the records.
A passage is always an id; a premise, a hypothesis or a question is a text, or the integer id of a
text.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from training.reader.made_scenes import add_scenes
from training.reader.more_sources import (
    BOOLQ,
    BREAKING_NLI,
    NLI_MORE,
    SQUAD_TRAIN,
    read_boolq,
    read_more_nli,
    read_squad_train,
)
from training.reader.plain_inference import add_plain_inference
from training.reader.records import Book, Question, Record, part, words
from training.reader.verification import add_verification
from training.reader.wrong_answers import add_elsewhere, add_statements
from training.unlabelled_pairs.pool import Texts, add_pools
from training.unlabelled_pairs.tagger import Tagger, ewt
from training.unlabelled_pairs.thesaurus import Thesaurus

SOURCES = {
    "squad_dev/dev-v1.1.clean.json.gz": ("CC BY-SA 4.0", "qa, statement, pools"),
    "squad_dev/dev-v2.0.clean.json.gz": ("CC BY-SA 4.0", "qa, statement, pools"),
    "fairytaleqa/fairytaleqa.jsonl.gz": ("Apache-2.0", "qa, statement, pools"),
    "qamr/qamr_wiki_joined.jsonl.gz": ("MIT", "qa, statement, pools"),
    "ud_ewt/en_ewt-ud-train.rebuilt.conllu.gz": ("CC BY-SA 4.0", "tags for the rules, pools"),
    "nli/nli.jsonl.gz": (
        "MNLI OANC/CC mix, SNLI CC BY-SA 4.0, SciTail Apache-2.0, ConjNLI MIT, MED CC BY-SA 4.0; "
        "RTE rows (no licence stated) left out",
        "nli, pool_nli",
    ),
    SQUAD_TRAIN: ("CC BY-SA 4.0", "qa, statement, verify, pools"),
    BOOLQ: ("CC BY-SA 3.0", "verify"),
    NLI_MORE: (
        "MNLI OANC/CC mix, SNLI CC BY-SA 4.0, counterfactual revisions Apache-2.0",
        "nli",
    ),
    BREAKING_NLI: ("CC BY-SA 4.0", "nli"),
}


QAMR_TRAIN, QAMR_TEST = 19_500, 500
SCITAIL_TIMES = 4
"""How often each SciTail pair is in the file: the other sources have many more pairs."""
AROUND = 500
"""Passages of fewer characters may stand around a scene."""


def place(passage: str, answer: str, question: str) -> int:
    """Return the occurrence of an answer whose context shares most words with the question."""
    asked = set(words(question))
    spots = [m.start() for m in re.finditer(re.escape(answer), passage)]
    whole = [
        s
        for s in spots
        if not passage[s - 1 : s].isalnum()
        and not passage[s + len(answer) : s + len(answer) + 1].isalnum()
    ] or spots
    return max(
        whole,
        default=-1,
        key=lambda s: len(asked & set(words(passage[max(0, s - 120) : s + len(answer) + 120]))),
    )


def read_squad(folder: Path) -> list[Question]:
    """Read both clean files as one; an article is in the same split in both."""
    found: dict[tuple[str, str], Question] = {}
    for version in ("1.1", "2.0"):
        with gzip.open(folder / f"squad_dev/dev-v{version}.clean.json.gz", "rt") as file:
            articles = json.load(file)["data"]
        for article in articles:
            split = "test" if part("squad " + article["title"]) == 0 else "train"
            for paragraph in article["paragraphs"]:
                passage = paragraph["context"]
                for qa in paragraph["qas"]:
                    text = qa["question"].strip()
                    golds = [a["text"] for a in qa["answers"] if a["text"] in passage]
                    golds = [g for g, _ in Counter(golds).most_common()]
                    if not golds and not qa.get("is_impossible"):
                        continue
                    source = "squad" if golds else "squad2"
                    start = place(passage, golds[0], text) if golds else -1
                    found.setdefault(
                        (passage, text),
                        Question(
                            source, split, article["title"], passage, text, golds, start, not golds
                        ),
                    )
    return list(found.values())


def read_fairy(folder: Path) -> list[Question]:
    """Read the official splits (val is used in training); start is -1 if there is no span."""
    found = []
    with gzip.open(folder / "fairytaleqa/fairytaleqa.jsonl.gz", "rt") as file:
        for row in map(json.loads, file):
            passage = " ".join(row["context"].split())
            golds = [" ".join(a.split()).rstrip(" .") for a in row["answers"]]
            golds = list(dict.fromkeys(g for g in golds if g))
            if not golds:
                continue
            low, start = passage.lower(), -1
            spans = [g for g in golds if g.lower() in low] if len(low) == len(passage) else []
            if spans:
                start = place(low, spans[0].lower(), row["question"])
                golds.remove(spans[0])
                golds.insert(0, passage[start : start + len(spans[0])])
            split = "test" if row["split"] == "test" else "train"
            found.append(
                Question(
                    "fairytaleqa",
                    split,
                    row["story"],
                    passage,
                    row["question"].strip(),
                    golds,
                    start,
                )
            )
    return found


def untokenised(tokens: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """Join tokens into running text, with the character span of each."""
    text, spans, quoted, glue = "", [], False, True
    brackets = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}
    for raw in tokens:
        piece = brackets.get(raw, raw)
        closing = piece == '"' and quoted
        if piece == '"':
            quoted = not quoted
        tight = closing or re.fullmatch(r"[,.;:?!%)\]}]+|'s|'|n't|'re|'ve|'ll|'d|'m|’s", piece)
        if not glue and not tight:
            text += " "
        spans.append((len(text), len(text) + len(piece)))
        text += piece
        glue = piece in "([{$£€#" or (piece == '"' and not closing)
    return text, spans


def read_qamr(folder: Path) -> tuple[list[Question], list[Question]]:
    """Read sentence contexts and answers of adjacent tokens; hold out 500 test questions.

    The second list has the training questions beyond the limit, for the pools.
    """
    grouped: dict[tuple[str, str], list[Record]] = defaultdict(list)
    with gzip.open(folder / "qamr/qamr_wiki_joined.jsonl.gz", "rt") as file:
        for row in map(json.loads, file):
            idx = row["answer_idx"]
            if idx and idx == list(range(idx[0], idx[-1] + 1)):
                grouped[row["sent_id"], row["question"].strip().lower()].append(row)
    sides: dict[str, list[Question]] = {"train": [], "test": []}
    for rows in grouped.values():
        row = rows[0]
        passage, spans = untokenised(row["tokens"])
        ends = [(r["answer_idx"][0], r["answer_idx"][-1]) for r in rows]
        golds = [(spans[first][0], spans[last][1]) for first, last in ends]
        document = ":".join(row["sent_id"].split(":")[:3])
        held = row["split"] == "test" and part(document) == 0
        (start, _), answers = golds[0], [passage[s:e] for s, e in golds]
        side = "test" if held else "train"
        text = re.sub(r"\s+(?=[?,.])|\s+(?='s)", "", row["question"].strip())
        sides[side].append(
            Question("qamr", side, document, passage, text, list(dict.fromkeys(answers)), start)
        )
    spare: dict[str, list[Question]] = {}
    for side, most in (("train", QAMR_TRAIN), ("test", QAMR_TEST)):
        sides[side].sort(key=lambda q: part(q.passage + q.text, 2**32))
        spare[side] = sides[side][most:]
        del sides[side][most:]
    return sides["train"] + sides["test"], spare["train"]


def add_qa(book: Book, questions: list[Question], rng: random.Random) -> None:
    """Add the QA records, and questions paired with a passage that does not answer them."""
    near: dict[tuple[str, str], list[str]] = defaultdict(list)
    for q in questions:
        if q.passage not in near[q.source[:5], q.group]:
            near[q.source[:5], q.group].append(q.passage)
    spans = [q for q in questions if q.impossible or q.start >= 0]
    for q in spans:
        book.add(
            task="qa",
            split=q.split,
            source=q.source,
            passage=book.passage(q.passage),
            question=q.text,
            start=q.start,
            answer=q.answer,
            answers=q.answers,
        )
    for split in ("train", "test"):
        side = [q for q in spans if q.split == split]
        want = int(0.18 * len(side)) if split == "train" else 600
        movable = [q for q in side if q.source in ("squad", "fairytaleqa")]
        rng.shuffle(movable)
        for q in movable:
            asked = set(words(q.text))
            others = [
                p
                for p in near[q.source[:5], q.group]
                if p != q.passage and not any(a.lower() in p.lower() for a in q.answers)
            ]
            if want <= 0 or not others:
                continue
            tried = rng.sample(others, min(4, len(others)))
            other = max(tried, key=lambda p: len(asked & set(words(p))))
            book.add(
                task="qa",
                split=split,
                source="swapped",
                of=q.source,
                passage=book.passage(other),
                question=q.text,
                start=-1,
                answer="",
                answers=[],
            )
            want -= 1


def add_nli(book: Book, folder: Path) -> list[Record]:
    """Add the NLI records; a tenth of the premises of each source is held out."""
    names = {"mnli_dev": "mnli", "snli_dev": "snli", "scitail_test": "scitail", "MED": "med"}
    seen, rows = set(), []
    with gzip.open(folder / "nli/nli.jsonl.gz", "rt") as file:
        for row in map(json.loads, file):
            if row["source"].startswith("rte"):
                continue
            pair = (row["premise"].strip(), row["hypothesis"].strip())
            if pair in seen or not all(pair):
                continue
            seen.add(pair)
            split = "test" if part(pair[0].lower()) == 0 else "train"
            source = names.get(row["source"], "conjnli")
            rows.append(
                {
                    "task": "nli",
                    "split": split,
                    "source": source,
                    "premise": pair[0],
                    "hypothesis": pair[1],
                    "label": row["label"],
                }
            )
            times = SCITAIL_TIMES if source == "scitail" and split == "train" else 1
            for _ in range(times):
                book.add(**rows[-1])
    known = {row["premise"].lower() for row in rows}
    more = list(read_more_nli(folder, known))
    for row in more:
        if (row["premise"], row["hypothesis"]) not in seen:
            seen.add((row["premise"], row["hypothesis"]))
            book.add(**row)
    return [r for r in rows if r["split"] == "train"]


def read_tempting(path: Path) -> dict[tuple[str, str], str]:
    """Return the answers that `tempting_answers` wrote, by question and start of the passage."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = map(json.loads, file)
        return {(row["question"], row["passage"]): row["answer"] for row in rows}


def main(shared: Path, tempting: Path, out: Path) -> None:
    """Read the shared folder, and write the training file and the list of its sources."""
    folder = shared / "train"
    rng, book = random.Random(20240613), Book()
    qamr, spare = read_qamr(folder)
    questions = read_squad(folder) + read_squad_train(folder) + read_fairy(folder) + qamr
    add_qa(book, questions, rng)
    add_statements(book, questions, rng)
    add_elsewhere(book, questions)
    rows = add_nli(book, folder)
    tagged, documents = ewt(folder)
    thesaurus = Thesaurus()
    texts = Texts(questions, spare, rows, documents, Tagger(tagged), thesaurus)
    add_verification(
        book, questions + read_boolq(folder), read_tempting(tempting), texts, random.Random(7)
    )
    add_plain_inference(book, texts, random.Random(8))
    around = [p for q in questions if q.split == "train" and len(p := q.passage) < AROUND]
    add_scenes(book, list(dict.fromkeys(around)), random.Random(9))
    add_pools(book, texts, rng)
    book.write(out)
    origin = [
        {
            "file": "WordNet",
            "sha256": thesaurus.digest,
            "licence": "WordNet 3.0",
            "used for": "pools",
        }
    ]
    for name, (licence, use) in SOURCES.items():
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        listed = {"file": f"train/{name}", "sha256": digest, "licence": licence, "used for": use}
        origin.append(listed)
        print(digest, name, file=sys.stderr)
    sources = out.with_name(out.name.removesuffix(".jsonl.gz") + ".sources.json")
    sources.write_text(json.dumps(origin, indent=1) + "\n", encoding="utf-8")
    counts = Counter(
        (
            r["task"],
            r.get("source", r.get("kind", "-")),
            r.get("split", "-"),
            str(r.get("right", "")),
        )
        for r in book.records
    )
    for key, n in sorted(counts.items()):
        print(*key, n, file=sys.stderr)
    print(len(book.passages), "passages,", out.stat().st_size, "bytes", file=sys.stderr)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
