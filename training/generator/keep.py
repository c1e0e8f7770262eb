"""Keep the teacher's questions that the shipped reader and verifier answer as intended.

    python -m training.generator.keep SAMPLED.jsonl READER.npz TOKENIZER.json OUT.jsonl

Of the samples of a place, the best two are kept: those for which the verifier finds the intended
answer right and the reader finds the same words. READER.npz is made by `training.misstated.pairs`.
"""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from training.misstated.train import Reader

CLS, SEP = 101, 102
LONGEST = 384
BATCH = 1024
RIGHT, ALIKE = 0.8, 0.5
"""The least probability of the verifier, and the least F1 of the reader's answer."""
KEPT = 2
FEWEST, MOST = 4, 28
"""Words of a question."""


class Checker:
    """The shipped reader on the GPU."""

    def __init__(self, file: Path, tokenizer: Tokenizer) -> None:
        with np.load(file) as found:
            tensors = {name: found[name] for name in found.files}
        self.reader = Reader(tensors, 7).cuda().eval()
        self.heads = {
            name: tuple(
                torch.from_numpy(tensors[f"{name}.{part}"]).float().cuda()
                for part in ("weight", "bias")
            )
            for name in ("span", "verify")
        }
        self.tokenizer = tokenizer

    def check(self, rows: list[dict[str, Any]]) -> list[tuple[float, float]]:
        """Return, for rows with a question, (right, F1 of the reader's answer) each."""
        passages = self._pieces([row["passage"] for row in rows])
        questions = self._pieces([row["question"] for row in rows])
        answers = self._pieces([row["passage"][row["start"] : row["end"]] for row in rows])
        found: list[tuple[float, float]] = [(0.0, 0.0)] * len(rows)
        order = sorted(range(len(rows)), key=lambda at: len(passages[at].ids))
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            right = self._right([(questions[i].ids, answers[i].ids, passages[i].ids) for i in some])
            alike = self._alike([(questions[i].ids, passages[i], rows[i]) for i in some])
            for at, one, two in zip(some, right, alike):
                found[at] = (one, two)
        return found

    def _pieces(self, texts: list[str]) -> list[Any]:
        return self.tokenizer.encode_batch(texts, add_special_tokens=False)

    @torch.no_grad()
    def _states(self, pairs: list[tuple[list[int], list[int]]]) -> tuple[Tensor, Tensor]:
        made = [[CLS, *one, SEP, *two, SEP][:LONGEST] for one, two in pairs]
        longest = max(map(len, made))
        ids = torch.zeros((len(made), longest), dtype=torch.long)
        types = torch.zeros_like(ids)
        seen = torch.zeros_like(ids)
        for line, (pieces, (one, _)) in enumerate(zip(made, pairs)):
            ids[line, : len(pieces)] = torch.tensor(pieces)
            types[line, len(one) + 2 : len(pieces)] = 1
            seen[line, : len(pieces)] = 1
        bias = ((seen.float() - 1) * 1e9)[:, None, None, :].cuda()
        with torch.autocast("cuda", torch.bfloat16):
            states = self.reader(ids.cuda(), types.cuda(), bias)
        return states.float(), seen.cuda()

    def _right(self, triples: list[tuple[list[int], list[int], list[int]]]) -> list[float]:
        states, _ = self._states([([*q, SEP, *a], p) for q, a, p in triples])
        weight, bias = self.heads["verify"]
        return torch.sigmoid(states[:, 0] @ weight + bias)[:, 0].tolist()

    def _alike(self, pairs: list[tuple[list[int], Any, dict[str, Any]]]) -> list[float]:
        states, seen = self._states([(q, p.ids) for q, p, _ in pairs])
        weight, bias = self.heads["span"]
        masked = (states @ weight + bias).masked_fill(seen[:, :, None] == 0, -1e9)
        logits = masked.cpu().numpy()
        found = []
        for line, (question, passage, row) in enumerate(pairs):
            shift = len(question) + 2
            inside = [
                at
                for at, (start, end) in enumerate(passage.offsets)
                if start < row["end"] and end > row["start"]
            ]
            starts, ends = logits[line, shift:, 0], logits[line, shift:, 1]
            first = int(starts.argmax())
            last = first + int(ends[first : first + 30].argmax())
            if starts[first] + ends[last] < logits[line, 0].sum():
                found.append(0.0)
                continue
            common = len({*inside} & {*range(first, last + 1)})
            found.append(2 * common / (len(inside) + last - first + 1))
        return found


def plausible(question: str, answer: str) -> bool:
    """Return whether a text looks like one question that does not contain its answer."""
    words = re.findall(r"\w+", question.lower())
    content = [word for word in re.findall(r"\w+", answer.lower()) if len(word) > 3]
    return (
        question.endswith("?")
        and question.count("?") == 1
        and FEWEST <= len(words) <= MOST
        and not (content and all(word in words for word in content))
        and not any(word == next_ for word, next_ in pairwise(words))
    )


def main() -> None:
    sampled, reader, tokenizer, out = map(Path, sys.argv[1:5])
    pieces = Tokenizer.from_file(str(tokenizer))
    pieces.no_padding()
    pieces.no_truncation()
    checker = Checker(reader, pieces)
    with sampled.open(encoding="utf-8") as lines:
        places = [json.loads(line) for line in lines]
    rows = []
    for number, place in enumerate(places):
        answer = place["passage"][place["start"] : place["end"]]
        for question in dict.fromkeys(place.pop("questions")):
            if plausible(question, answer):
                rows.append({**place, "question": question, "place": number})
    print(f"{len(rows)} plausible questions about {len(places)} places", flush=True)
    best: dict[int, list[tuple[float, str]]] = {}
    for first in range(0, len(rows), 65536):
        some = rows[first : first + 65536]
        for row, (right, alike) in zip(some, checker.check(some)):
            if right >= RIGHT and alike >= ALIKE:
                best.setdefault(row["place"], []).append((right * alike, row["question"]))
        print(first + len(some), len(best), flush=True)
    kept = 0
    with out.open("w", encoding="utf-8") as file:
        for number, found in best.items():
            for _, question in sorted(found, reverse=True)[:KEPT]:
                file.write(json.dumps({**places[number], "question": question}) + "\n")
                kept += 1
    print(f"kept {kept} questions about {len(best)} places")


if __name__ == "__main__":
    main()
