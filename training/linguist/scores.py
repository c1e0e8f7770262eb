"""Compute the figures of the card, for training scripts and for exported models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Outputs = dict[str, np.ndarray]
Run = Callable[[Sequence[Any], bool], list[Outputs]]
"""Maps items (and whether to lower-case them) to the outputs of each, cut to its words."""


def spans(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """Return the entities (start, end, type) of BIO tags; as in conlleval, an I may start one."""
    found, start, kind = set(), None, ""
    for at, tag in enumerate([*tags, "O"]):
        mark, _, name = tag.partition("-")
        if start is not None and (mark != "I" or name != kind):
            found.add((start, at, kind))
            start = None
        if mark in ("B", "I") and start is None:
            start, kind = at, name
    return found


def f_score(right: int, found: int, wanted: int, beta: float = 1.0) -> float:
    if not right:
        return 0.0
    precision, recall = right / found, right / wanted
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def error_spans(marks: Sequence[bool]) -> set[tuple[int, int]]:
    found, start = set(), None
    for at, mark in enumerate([*marks, False]):
        if mark and start is None:
            start = at
        elif not mark and start is not None:
            found.add((start, at))
            start = None
    return found


def attachment(
    items: Sequence[Any], outs: Sequence[Outputs], names: dict[str, Any]
) -> dict[str, float]:
    """Return tag accuracy and attachment scores; LAS with full and with universal labels."""
    from qgauge.tools.embedded.best_tree import best_tree

    total = tags = unlabelled = labelled = universal = 0
    for item, out in zip(items, outs, strict=True):
        heads = best_tree(out["arc"])
        rels = out["rel"][np.arange(len(heads)), heads].argmax(-1)
        for at, head in enumerate(heads):
            total += 1
            tags += int(out["pos"][at].argmax() == item.labels["pos"][at])
            if head == item.labels["heads"][at]:
                unlabelled += 1
                found, wanted = names["rel"][rels[at]], item.labels["rel_names"][at]
                labelled += found == wanted
                universal += found.split(":")[0] == wanted.split(":")[0]
    return {
        "upos": tags / total,
        "uas": unlabelled / total,
        "las": universal / total,
        "las_full": labelled / total,
        "words": total,
    }


def entities(items: Sequence[Any], outs: Sequence[Outputs], names: list[str]) -> float:
    right = found = wanted = 0
    for item, out in zip(items, outs, strict=True):
        logits = out["ner"].copy()
        if not item.labels["misc"]:  # this source does not annotate MISC
            logits[:, 7:] = -1e9
        guess = spans([names[at] for at in logits.argmax(-1)])
        gold = spans([names[at] for at in item.labels["ner"]])
        right, found, wanted = right + len(guess & gold), found + len(guess), wanted + len(gold)
    return f_score(right, found, wanted)


def error_probabilities(outs: Sequence[Outputs]) -> list[np.ndarray]:
    made = []
    for out in outs:
        logits = out["errors"] - out["errors"].max(-1, keepdims=True)
        weights = np.exp(logits)
        made.append(1 - weights[:, 0] / weights.sum(-1))
    return made


def without_error(outs: Sequence[Outputs]) -> np.ndarray:
    """Return the log probability that no word of a text is wrong."""
    return np.array([np.log1p(-c.clip(max=1 - 1e-9)).sum() for c in error_probabilities(outs)])


def error_f(items: Sequence[Any], probabilities: Sequence[np.ndarray], threshold: float) -> float:
    right = found = wanted = 0
    for item, chances in zip(items, probabilities, strict=True):
        guess = error_spans(list(chances > threshold))
        gold = error_spans([kind > 0 for kind in item.labels["errors"]])
        right, found, wanted = right + len(guess & gold), found + len(guess), wanted + len(gold)
    return f_score(right, found, wanted, beta=0.5)


def linguist_figures(
    run: Run,
    loaded: dict[tuple[str, str], list[Any]],
    names: dict[str, Any],
    tasks: str = "all",
) -> dict[str, float]:
    """Return every figure of the linguist, or those of a teacher's tasks."""
    figures: dict[str, float] = {}
    if tasks != "texts":
        figures |= tree_figures(run, loaded, names)
        figures |= word_figures(run, loaded, names)
    if tasks != "words":
        figures |= text_figures(run, loaded, names)
    return figures


def tree_figures(
    run: Run, loaded: dict[tuple[str, str], list[Any]], names: dict[str, Any]
) -> dict[str, float]:
    figures: dict[str, float] = {}
    for name, prefix in (("ewt", ""), ("atis", "atis_")):
        for split in ("dev", "test"):
            items = loaded[name, split]
            found = attachment(items, run(items, False), names)
            figures |= {f"{split}_{prefix}{key}": value for key, value in found.items()}
    items = loaded["questions", "test"]
    for lower in (False, True):
        found = attachment(items, run(items, lower), names)
        suffix = "_lower" if lower else ""
        figures |= {f"questions_{key}{suffix}": found[key] for key in ("upos", "uas", "las")}
    figures["questions_words"] = found["words"]
    return figures


def word_figures(
    run: Run, loaded: dict[tuple[str, str], list[Any]], names: dict[str, Any]
) -> dict[str, float]:
    figures: dict[str, float] = {}
    items = [item for item in loaded["ner", "dev"] if item.labels["source"] == "uner"]
    figures["dev_ner"] = entities(items, run(items, False), names["ner"])
    items = loaded["ner", "test"]
    figures["ner"] = entities(items, run(items, False), names["ner"])
    figures["ner_lower"] = entities(items, run(items, True), names["ner"])
    dev, test = loaded["errors", "dev"], loaded["errors", "test"]
    chances = error_probabilities(run(dev, False))
    best = max(np.arange(0.2, 0.95, 0.05), key=lambda threshold: error_f(dev, chances, threshold))
    figures["errors_threshold"] = float(best)
    figures["errors_f05"] = error_f(test, error_probabilities(run(test, False)), best)
    figures["ends_f1"] = ends_f1(run, loaded["segment", "test"])
    items = loaded["blimp", "test"]
    good = without_error(run(items, False))
    bad = without_error(run([item.labels["other"] for item in items], False))
    figures["blimp"] = float(np.mean(good > bad))
    figures["n_blimp"] = len(items)
    return figures


def text_figures(
    run: Run, loaded: dict[tuple[str, str], list[Any]], names: dict[str, Any]
) -> dict[str, float]:
    figures: dict[str, float] = {}
    for split in ("dev", "test"):
        items = loaded["trec", split]
        guesses = [names["trec"][out["trec"].argmax()] for out in run(items, False)]
        pairs = [(guess, item.labels["name"]) for guess, item in zip(guesses, items, strict=True)]
        figures[f"{split}_trec50"] = float(np.mean([g == w for g, w in pairs]))
        figures[f"{split}_trec6"] = float(
            np.mean([g.split(":")[0] == w.split(":")[0] for g, w in pairs])
        )
    return figures | wellformedness(run, loaded)


def wellformedness(run: Run, loaded: dict[tuple[str, str], list[Any]]) -> dict[str, float]:
    def both(split: str) -> tuple[np.ndarray, np.ndarray]:
        items = loaded["wellformed", split]
        found = np.array([float(out["wellformed"]) for out in run(items, False)])
        return 1 / (1 + np.exp(-found)), np.array([item.labels["wellformed"] for item in items])

    chosen_on, rated = both("dev")
    grid = np.arange(0.2, 0.95, 0.01)
    right = [np.mean((chosen_on >= t) == (rated >= 0.79)) for t in grid]
    threshold = float(grid[int(np.argmax(right))])
    found, gold = both("test")
    return {
        "dev_wellformed_r": float(np.corrcoef(chosen_on, rated)[0, 1]),
        "wellformed_r": float(np.corrcoef(found, gold)[0, 1]),
        "wellformed_accuracy": float(np.mean((found >= threshold) == (gold >= 0.79))),
        "wellformed_threshold": threshold,
    }


def ends_f1(run: Run, items: Sequence[Any]) -> float:
    right = found = wanted = 0
    for item, out in zip(items, run(items, False), strict=True):
        guess, gold = out["ends"] > 0, np.array(item.labels["ends"]) > 0.5
        right, found, wanted = (
            right + int((guess & gold).sum()),
            found + int(guess.sum()),
            wanted + int(gold.sum()),
        )
    return f_score(right, found, wanted)


def report_linguist(
    model: Any,
    loaded: dict[tuple[str, str], list[Any]],
    names: dict[str, Any],
    device: str,
    tasks: str = "all",
) -> dict[str, float]:
    """Return the figures of a model that is still a torch module."""
    import torch

    from training.linguist.train import collate

    def run(items: Sequence[Any], lower: bool) -> list[Outputs]:
        made: list[Outputs] = [{} for _ in items]
        order = sorted(range(len(items)), key=lambda at: len(items[at].ids))
        for start in range(0, len(order), 64):
            places = order[start : start + 64]
            batch = collate([items[at] for at in places], device)
            if lower:
                cased = (batch["shapes"] > 0) & (batch["shapes"] < 5)
                batch["shapes"] = batch["shapes"].masked_fill(cased, 1)
            with torch.no_grad():
                out = model(batch)
                rel = torch.einsum(
                    "bwi,rij,bhj->bwhr", out["rel_dep"], model.rel_weight, out["rel_head"]
                )
            arrays = {
                name: out[name].float().cpu().numpy() for name in out if not name.startswith("rel_")
            }
            arrays["rel"] = rel.float().cpu().numpy()
            for row, at in enumerate(places):
                width = len(items[at].starts)
                made[at] = {name: array[row] for name, array in arrays.items()}
                for name in ("pos", "ner", "errors", "ends"):
                    made[at][name] = made[at][name][:width]
                made[at]["arc"] = made[at]["arc"][:width, : width + 1]
                made[at]["rel"] = made[at]["rel"][:width, : width + 1]
        return made

    return linguist_figures(run, loaded, names, tasks)
