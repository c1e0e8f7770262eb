"""Noise: questions made worse in a known way, to test metrics and to train on.

from qgauge.noise import apply
worse = list(apply("no_names", examples, seed=1))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from random import Random

from qgauge.core import Example
from qgauge.noise.kinds import PUBLISHED, TABLE, Kind, create
from qgauge.noise.places import rewritten

__all__ = ["PUBLISHED", "SEED", "TABLE", "Kind", "apply", "create", "original"]

SEED = 12345


def apply(
    kind: str | Kind,
    examples: Iterable[Example],
    seed: int = SEED,
    *,
    keep_references: bool = False,
) -> Iterator[Example]:
    """The same examples with noised questions, one by one.

    The question as it was becomes the reference, unless `keep_references`. What was done stands
    in `meta["noise"]`; where the kind does not apply, the question stays and `applied` is False.
    An example gets the same noise whatever comes before it.
    """
    chosen = create(kind) if isinstance(kind, str) else kind
    return map(partial(_noised, chosen, seed, keep_references), examples)


def original(example: Example, keep_references: bool = False) -> Example:
    """The example without noise, to stand beside its noised versions with the same reference."""
    return replace(
        example,
        references=example.references if keep_references else (example.question,),
        system=example.system or "original",
        meta=_without_scores(example),
    )


def _noised(kind: Kind, seed: int, keep_references: bool, example: Example) -> Example:
    question = example.question
    # what is between the texts cannot be in them, as the readers refuse it
    key = "\0".join((str(seed), kind.name, example.id, example.system, question))
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    made = kind.changes(question, Random(int.from_bytes(digest, "big")))  # noqa: S311
    meta = _without_scores(example)
    name = "noise"
    while name in meta:  # noise on noise: the older record moves aside, as columns do in output
        name = f"input_{name}"
    if name != "noise":
        meta[name] = meta.pop("noise")
    meta["noise"] = {
        "kind": kind.label,
        "seed": seed,
        "applied": bool(made),
        "changed": [change.as_json() for change in made],
        "original": question,
    }
    return replace(
        example,
        question=rewritten(question, made),
        references=example.references if keep_references else (question,),
        system="+".join(filter(None, (example.system, kind.label))),
        ratings={} if made else example.ratings,  # people rated another question
        meta=meta,
    )


def _without_scores(example: Example) -> dict[str, object]:
    """The user's columns; scores of the question as it was, against other references, are gone."""
    return {name: value for name, value in example.meta.items() if name != "scores"}
