"""Choose places of unlabelled passages for the teacher to ask about.

    python -m training.generator.places TEXTS.jsonl.gz OUT.jsonl.gz [--processes 2]

Names, noun phrases and clauses of the embedded parser's trees, up to eight per passage, spread over
its sentences. TEXTS is made by `training.generator.texts`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from qgauge.tools import open_tool
from qgauge.tools.roles import Parse

Row = dict[str, Any]
PER_PASSAGE, PER_SENTENCE = 8, 2
LONGEST = 14
"""Words of an answer at most."""

NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
PHRASES = frozenset({"nsubj", "nsubj:pass", "obj", "obl", "nmod", "appos", "root", "iobj", "conj"})
CLAUSES = frozenset({"advcl", "xcomp", "ccomp"})
OUTSIDE = frozenset({"acl:relcl", "punct", "cc", "conj", "parataxis", "appos", "advcl"})
"""Relations of dependents that do not belong to a short answer."""


def spans(parse: Parse) -> list[tuple[int, int, int]]:
    """Return (start, end, sentence) of the candidates."""
    words = parse.words
    children: dict[int, list[int]] = {}
    for at, word in enumerate(words):
        children.setdefault(word.head, []).append(at)
    found = {}
    for entity in parse.entities:
        first, last = words[entity.first], words[entity.last - 1]
        found[first.start, last.end] = first.sentence
    for at, word in enumerate(words):
        if word.upos in NOUNS and word.relation in PHRASES:
            inside = reach(at, children, words, OUTSIDE | {"case", "mark", "nsubj", "cop", "aux"})
        elif word.relation in CLAUSES and word.upos in {"VERB", "NOUN", "ADJ"}:
            inside = reach(at, children, words, {"punct", "conj", "cc"})
        elif word.relation == "obl" and word.upos in NOUNS:
            inside = reach(at, children, words, OUTSIDE)
        else:
            continue
        first, last = min(inside), max(inside)
        if last - first < LONGEST:
            found[words[first].start, words[last].end] = word.sentence
    return [(start, end, sentence) for (start, end), sentence in found.items()]


def reach(at: int, children: dict, words: tuple, without: frozenset | set) -> set[int]:
    """Return the words under a word, without some of its dependents."""
    inside, todo = set(), [at]
    while todo:
        one = todo.pop()
        inside.add(one)
        todo += [
            child
            for child in children.get(one, ())
            if not (one == at and words[child].relation in without)
            and words[child].relation not in {"acl:relcl", "parataxis"}
        ]
    return inside


def places(texts: list[Row]) -> list[Row]:
    """Return the rows of some passages, with the spans of their places."""
    parses = open_tool("parser").parse([row["passage"] for row in texts])
    rows = []
    for row, parse in zip(texts, parses, strict=True):
        text, chance = row["passage"], random.Random(row["passage"])
        candidates = [one for one in spans(parse) if re.search(r"\w\w", text[one[0] : one[1]])]
        chance.shuffle(candidates)
        used: dict[int, int] = {}
        chosen: list[tuple[int, int]] = []
        for start, end, sentence in candidates:
            if used.get(sentence, 0) < PER_SENTENCE and len(chosen) < PER_PASSAGE:
                used[sentence] = used.get(sentence, 0) + 1
                chosen.append((start, end))
        rows.append({**row, "spans": sorted(chosen)})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    with gzip.open(given.texts, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line) for line in lines]
    jobs = [texts[at : at + 20] for at in range(0, len(texts), 20)]
    part = Path(f"{given.out}.part")
    with Pool(given.processes) as pool, gzip.open(part, "wt", encoding="utf-8") as out:
        for number, rows in enumerate(pool.imap(places, jobs)):
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            if number % 50 == 0:
                print(number, "of", len(jobs), flush=True)
    part.replace(given.out)  # the teacher waits for the whole file


if __name__ == "__main__":
    main()
