"""Makes the reader's training file: QA, NLI, statements and unlabelled pools for distillation.

    python training/reader_data.py SHARED_FOLDER OUT.jsonl.gz

First the tables ({"passage_id", "passage"} and {"text_id", "text"}), then the records. A passage is
always an id; a premise, a hypothesis or a question is a text, or an int: the id of a text.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from statements import statement

SOURCES = {
    "squad_dev/dev-v1.1.clean.json.gz": ("CC BY-SA 4.0", "qa, statement, pools"),
    "squad_dev/dev-v2.0.clean.json.gz": ("CC BY-SA 4.0", "qa, statement, pools"),
    "fairytaleqa/fairytaleqa.jsonl.gz": ("Apache-2.0", "qa, statement, pools"),
    "qamr/qamr_wiki_joined.jsonl.gz": ("MIT", "qa, statement, pools"),
    "nli/nli.jsonl.gz": (
        "MNLI OANC/CC mix, SNLI CC BY-SA 4.0, SciTail Apache-2.0, ConjNLI MIT, MED CC BY-SA 4.0; "
        "RTE rows (no licence stated) left out",
        "nli, pool_nli",
    ),
}
QAMR_TRAIN, QAMR_TEST, QAMR_STATED = 19_500, 500, 4_500
STATED_TEST = {"squad": 700, "fairytaleqa": 400, "qamr": 230}
POOL_NLI, POOL_QA = 120_000, 25_000
NAME = re.compile(r"\b[A-Z][\w'’-]*(?:\s(?:of\s|the\s)?[A-Z][\w'’-]*)*")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
STOP = frozenset(
    re.findall(
        r"\w+",
        "the a an of in on at to for and or is was were are be by with from as that this it its "
        "did do does what who which when where why how many much his her their he she they had "
        "has have",
    )
)
NEGATABLE = re.compile(r"\b(is|was|were|are|can|could|will|would|has been|have been|had been)\b")
Record = dict[str, Any]


def part(text: str, parts: int = 10) -> int:
    """A stable bucket of a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % parts


def words(text: str) -> list[str]:
    """Lower-case content words."""
    return [w for w in re.findall(r"[\w'-]+", text.lower()) if w not in STOP]


@dataclass
class Question:
    """A question about one passage; `group` is its article, story or document."""

    source: str
    split: str
    group: str
    passage: str
    text: str
    answers: list[str]
    start: int = -1
    impossible: bool = False

    @property
    def answer(self) -> str:
        return self.answers[0] if self.answers else ""


@dataclass
class Book:
    """Passages and texts by id, and the records that refer to them."""

    passages: dict[str, int] = field(default_factory=dict)
    texts: Counter[str] = field(default_factory=Counter)
    records: list[Record] = field(default_factory=list)

    def passage(self, text: str) -> int:
        return self.passages.setdefault(text, len(self.passages))

    def add(self, **record: Any) -> None:
        for key in ("premise", "hypothesis", "question"):
            if key in record:
                self.texts[record[key]] += 1
        self.records.append(record)

    def write(self, path: Path) -> None:
        """Tables first; texts used more than once become ids."""
        ids = {t: i for i, t in enumerate(t for t, n in self.texts.items() if n > 1)}
        with gzip.GzipFile(path, "wb", 9, mtime=0) as out:

            def line(record: Record) -> None:
                out.write((json.dumps(record, ensure_ascii=False) + "\n").encode())

            for text, i in self.passages.items():
                line({"passage_id": i, "passage": text})
            for text, i in ids.items():
                line({"text_id": i, "text": text})
            for record in self.records:
                shared = {
                    k: ids[v]
                    for k, v in record.items()
                    if k in ("premise", "hypothesis", "question") and v in ids
                }
                line(record | shared)


def place(passage: str, answer: str, question: str) -> int:
    """The occurrence of an answer whose surroundings share most words with the question."""
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
    """Both clean files as one; an article is on one side in both."""
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
    """Official splits (val is trained on); start is -1 when the answer is no span."""
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
    """Running text from tokens, with the character span of each."""
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


def read_qamr(folder: Path) -> list[Question]:
    """Sentence contexts; answers of adjacent tokens; 500 questions of some test documents kept."""
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
    for side, most in (("train", QAMR_TRAIN), ("test", QAMR_TEST)):
        sides[side].sort(key=lambda q: part(q.passage + q.text, 2**32))
        del sides[side][most:]
    return sides["train"] + sides["test"]


def add_qa(book: Book, questions: list[Question], rng: random.Random) -> None:
    """The QA records, and questions moved to a passage that does not answer them."""
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


def kind_of(answer: str) -> str:
    """date, number, name or other."""
    if re.search(
        r"\b1\d{3}\b|\b20[012]\d\b|centur|\b(?:January|February|March|April|May|June|July|"
        r"August|September|October|November|December)\b",
        answer,
    ):
        return "date"
    if re.search(r"\d", answer) or re.match(
        r"(?i)(two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand)\b", answer
    ):
        return "number"
    caps = [w for w in answer.split() if w.lower() not in STOP]
    return "name" if caps and all(w[:1].isupper() for w in caps) else "other"


def differs(candidate: str, golds: list[str]) -> bool:
    """Whether a candidate is neither in a gold answer, nor holds one, nor shares half its words."""
    mine = set(words(candidate))
    for gold in golds:
        low, cand = gold.lower(), candidate.lower()
        theirs = set(words(gold))
        if low in cand or cand in low or not mine or not theirs or mine <= theirs or theirs <= mine:
            return False
        if 2 * len(mine & theirs) / (len(mine) + len(theirs)) >= 0.4:
            return False
    return True


def changed_number(answer: str, rng: random.Random) -> str:
    """The answer with one number changed by a plausible amount, or nothing."""
    found = [m for m in NUMBER.finditer(answer) if len(m[0].replace(",", "")) < 10]
    if not found:
        return ""
    spot = rng.choice(found)
    digits = spot[0].replace(",", "")
    if "." in digits:
        new = f"{float(digits) * rng.choice((0.5, 0.8, 1.3, 2)):.{len(digits.split('.')[1])}f}"
    elif re.fullmatch(r"1\d{3}|20[012]\d", digits):
        new = str(int(digits) + rng.choice((-40, -12, -7, -3, -2, 2, 3, 5, 9, 14)))
    else:
        value = int(digits)
        new = str(
            max(1, value + rng.choice((-1, 1)) * max(2, round(value * rng.uniform(0.1, 0.6))))
        )
        new = f"{int(new):,}" if "," in spot[0] else new
    return "" if new == spot[0] else answer[: spot.start()] + new + answer[spot.end() :]


def negated(text: str) -> str:
    """The sentence with `not` after its first auxiliary, or nothing where there is none."""
    if '"' in text or len(NEGATABLE.findall(text)) != 1 or " not " in text:
        return ""
    return NEGATABLE.sub(lambda m: m[0].split()[0] + " not" + m[0][len(m[0].split()[0]) :], text)


def wrong_answers(q: Question, mates: list[Question], rng: random.Random) -> list[tuple[str, str]]:
    """(how, answer) of plausible wrong answers, the most tempting first."""
    asked, kind, found = set(words(q.text)), kind_of(q.answer), []
    wh = q.text.lower().split()[0]
    for mate in mates:
        other = set(words(mate.text))
        close = len(asked & other) / max(1, len(asked | other)) > 0.5
        if mate.text == q.text or close or not differs(mate.answer, q.answers):
            continue
        same = kind_of(mate.answer) == kind and (
            kind != "other" or mate.text.lower().startswith(wh)
        )
        far = abs(len(mate.answer) - len(q.answer)) / (5 + len(q.answer))
        here = mate.passage == q.passage
        rank = rng.random() + min(far, 2) + (0 if same else 1.5) + (0 if here else 1.2)
        found.append((rank, "same_type" if same else "other_answer", mate.answer))
    pattern = {
        "name": NAME,
        "date": re.compile(r"\b(?:[A-Z][a-z]+ )?(?:1\d{3}|20[012]\d)\b"),
        "number": NUMBER,
    }.get(kind)
    for m in pattern.finditer(q.passage) if pattern else ():
        text = m[0].strip(" .,'’-")
        start = m.start() == 0 or q.passage[m.start() - 2 : m.start() - 1] in '.!?"'
        if not (kind == "name" and (start or len(text) < 3)) and differs(text, q.answers):
            found.append((rng.random() + 0.3, "same_type", text))
    if (number := changed_number(q.answer, rng)) and differs(number, q.answers):
        found.append((rng.random() + 0.2, "number", number))
    unique: dict[str, tuple[float, str]] = {}
    for rank, how, text in sorted(found):
        if text.lower() not in q.text.lower():
            unique.setdefault(text.strip(), (rank, how))
    return [(how, text) for text, (_, how) in unique.items()]


def swapped_name(q: Question, right: str, rng: random.Random) -> str:
    """The right statement about somebody else named in the passage, or nothing."""
    mine = [m[0] for m in NAME.finditer(q.text[q.text.find(" ") :]) if len(m[0]) > 3]
    names = [
        m[0].strip(" .'’")
        for m in NAME.finditer(q.passage)
        if m.start() and q.passage[m.start() - 2] not in '.!?"'
    ]
    names = [
        n
        for n in names
        if len(n) > 3 and differs(n, [*q.answers, q.text, *mine]) and n not in q.text
    ]
    mine = [n for n in mine if right.count(n) == 1 and n in q.passage and differs(n, q.answers)]
    return right.replace(rng.choice(mine), rng.choice(names)) if mine and names else ""


def shape(text: str) -> str:
    """The frame or the stock phrase that a statement uses, so that wrong ones use the same."""
    found = re.search(r'" is |right reply|what answers|this (?:time|reason|way):', text)
    return found[0] if found else ""


def stated(
    q: Question, mates: list[Question], rng: random.Random
) -> list[tuple[str, bool, str, str]]:
    """One right and two wrong (statement, right, how, answer), or nothing where none are plausible.

    Right and wrong statements hold `not` equally often: some right ones deny a wrong answer.
    """
    right, wrong = statement(q.text, q.answer), wrong_answers(q, mates, rng)
    if not wrong:
        return []
    out: list[tuple[str, bool, str, str]] = []
    sure = [t for how, t in wrong if how != "other_answer" and kind_of(t) != "other"]
    denied = negated(statement(q.text, sure[0])) if sure and rng.random() < 0.25 else ""
    rows: list[tuple[str, bool, str, str]] = (
        [(denied, True, "wrong_denied", sure[0])] if denied else [(right, True, "gold", q.answer)]
    )
    if rng.random() < 0.12 and (text := negated(right)):
        out.append((text, False, "negation", q.answer))
    elif rng.random() < 0.12 and (text := swapped_name(q, right, rng)):
        out.append((text, False, "swapped_name", q.answer))
    out += [
        (text, False, how, a)
        for how, a in wrong
        if shape(text := statement(q.text, a)) == shape(right)
    ]
    return rows + [o for o in out if o[0] not in (right, rows[0][0])][:2]


def add_statements(book: Book, questions: list[Question], rng: random.Random) -> None:
    """The statement records of every answerable question, within the limits."""
    mates: dict[tuple[str, str], list[Question]] = defaultdict(list)
    answered = [q for q in questions if not q.impossible]
    for q in answered:
        mates[q.source, q.passage if q.source != "fairytaleqa" else q.group].append(q)
    left = {(s, "test"): n for s, n in STATED_TEST.items()} | {("qamr", "train"): QAMR_STATED}
    order = sorted(answered, key=lambda q: part(q.text + q.passage, 2**32))
    for q in order:
        key = (q.source, q.split)
        if key in left and left[key] <= 0:
            continue
        rows = stated(q, mates[q.source, q.passage if q.source != "fairytaleqa" else q.group], rng)
        if rows and key in left:
            left[key] -= 1
        for text, right, how, answer in rows:
            book.add(
                task="statement",
                split=q.split,
                source=q.source,
                passage=book.passage(q.passage),
                hypothesis=text,
                right=right,
                how=how,
                question=q.text,
                answer=answer,
            )


def add_nli(book: Book, folder: Path) -> list[Record]:
    """The NLI records; a tenth of the premises of each source is held out."""
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
            book.add(**rows[-1])
    return [r for r in rows if r["split"] == "train"]


def perturbed(text: str, rng: random.Random) -> str:
    """A sentence with a word dropped, two swapped, a denial or another number."""
    tokens = text.split()
    if rng.random() < 0.3 and (new := changed_number(text, rng)):
        return new
    if rng.random() < 0.5 and (new := negated(text)):
        return new
    if len(tokens) < 4:
        return ""
    i, j = rng.sample(range(len(tokens) - 1), 2)
    if rng.random() < 0.5:
        return " ".join(tokens[:i] + tokens[i + 1 :])
    tokens[i], tokens[j] = tokens[j], tokens[i]
    return " ".join(tokens)


def sentences(text: str) -> list[str]:
    """A rough split into sentences."""
    return [s for s in re.split(r"(?<=[.!?])\s+(?=[A-Z\"'“])", text) if 4 <= len(s.split()) <= 60]


def pool_pairs(
    book: Book, rows: list[Record], questions: list[Question], rng: random.Random
) -> list[tuple[str, str]]:
    """Unlabelled pairs of training texts, by kind in turn."""
    by_source: dict[str, list[Record]] = defaultdict(list)
    for row in rows:
        by_source[row["source"]].append(row)
    pairs = [(r["hypothesis"], r["premise"]) for r in rows if r["source"] != "conjnli"]
    for mine in by_source.values():
        mine.sort(key=lambda r: sorted(words(r["premise"]), key=len)[-1:] or [""])
        for step in (1, 2, 3):
            pairs += [
                (a["premise"], b["hypothesis"])
                for a, b in zip(mine, mine[step:], strict=False)
                if a["premise"] != b["premise"] and (step == 1 or a["source"] != "conjnli")
            ]
    pairs += [(r["premise"], perturbed(r["hypothesis"], rng)) for r in rows if rng.random() < 0.6]
    passages = sorted({q.passage for q in questions if q.split == "train"})
    for passage in passages:
        split = sentences(passage)
        pairs += [p for p in pairwise(split) if rng.random() < 0.3]
    texts = {i: t for t, i in book.passages.items()}
    for record in book.records:
        if record["task"] == "statement" and record["split"] == "train" and rng.random() < 0.5:
            split = sentences(texts[record["passage"]])
            asked = set(words(record["hypothesis"]))
            if split:
                pairs.append(
                    (max(split, key=lambda s: len(asked & set(words(s)))), record["hypothesis"])
                )
    return pairs


def add_pools(
    book: Book, rows: list[Record], questions: list[Question], rng: random.Random
) -> None:
    """The unlabelled records; nothing of a held-out article or premise is in them."""
    held = {
        r[k]
        for r in book.records
        if r["split"] == "test"
        for k in ("premise", "hypothesis")
        if k in r
    }
    known = {(r["premise"], r["hypothesis"]) for r in rows}
    pairs = sorted(
        {
            p
            for p in pool_pairs(book, rows, questions, rng)
            if all(p) and p[0] != p[1] and p not in known and not held & set(p)
        }
    )
    rng.shuffle(pairs)
    for premise, hypothesis in pairs[:POOL_NLI]:
        book.add(task="pool_nli", premise=premise, hypothesis=hypothesis)
    near: dict[str, list[str]] = defaultdict(list)
    side = [q for q in questions if q.split == "train"]
    for q in side:
        if q.passage not in near[q.group][-1:]:
            near[q.group].append(q.passage)
    made: set[tuple[str, str]] = set()
    rng.shuffle(side)
    for q in side * 2:
        if len(made) >= POOL_QA:
            break
        choice, passage, text = rng.random(), q.passage, q.text
        if choice < 0.4:
            passage = rng.choice(near[q.group])
        elif choice < 0.6 and len(split := sentences(passage)) > 3:
            cut = rng.randrange(1, len(split) - 1)
            passage = " ".join(split[cut:] if rng.random() < 0.5 else split[: cut + 1])
        else:
            text = swapped_name(Question("", "", "", passage, text, [q.answer or "?"]), text, rng)
        if text and (passage, text) not in made and (passage, text) != (q.passage, q.text):
            made.add((passage, text))
            book.add(task="pool_qa", passage=book.passage(passage), question=text)


def main(shared: Path, out: Path) -> None:
    """Reads the shared folder, writes the training file and the list of its sources."""
    folder = shared / "train" if (shared / "train").is_dir() else shared
    rng, book = random.Random(20240613), Book()
    questions = read_squad(folder) + read_fairy(folder) + read_qamr(folder)
    add_qa(book, questions, rng)
    add_statements(book, questions, rng)
    add_pools(book, add_nli(book, folder), questions, rng)
    book.write(out)
    origin = []
    for name, (licence, use) in SOURCES.items():
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        origin.append({"file": name, "sha256": digest, "licence": licence, "used for": use})
        print(digest, name, file=sys.stderr)
    Path(f"{out}.sources.json").write_text(json.dumps(origin, indent=1) + "\n", encoding="utf-8")
    counts = Counter(
        (r["task"], r.get("source", "-"), r.get("split", "-"), str(r.get("right", "")))
        for r in book.records
    )
    for key, n in sorted(counts.items()):
        print(*key, n, file=sys.stderr)
    print(len(book.passages), "passages,", out.stat().st_size, "bytes", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
