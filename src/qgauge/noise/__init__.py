"""Noise: degrade questions in a controlled way, to test metrics or to make training data."""

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
"""Default seed."""


def apply(
    kind: str | Kind,
    examples: Iterable[Example],
    seed: int = SEED,
    *,
    keep_references: bool = False,
) -> Iterator[Example]:
    """Add noise to the questions of examples, lazily.

    The noise of an example depends on the example and the seed only, not on the other examples.

    Args:
        kind: A kind of noise: a name from `TABLE`, optionally with an amount, such as `spelling`,
            `no_names:most=1` or `spelling:share=0.2`; or a `Kind`.
        examples: The examples to change.
        seed: Seed of the random choices.
        keep_references: Keep the references; by default, the original question becomes the only
            reference.

    Returns:
        An iterator over the changed examples. `meta["noise"]` records the changes. If the noise
        does not apply to a question, the question is unchanged and `applied` is False.

    Raises:
        BadSetting: There is no such kind of noise, or its amount is invalid.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.noise import apply
        >>> (worse,) = apply("inversion", [Example("1", "When was the tower built?")])
        >>> worse.question, worse.references
        ('When the tower was built?', ('When was the tower built?',))
    """
    chosen = create(kind) if isinstance(kind, str) else kind
    return map(partial(_noised, chosen, seed, keep_references), examples)


def original(example: Example, keep_references: bool = False) -> Example:
    """Return the example without noise, with the same reference as its noised versions.

    Args:
        example: The example.
        keep_references: Keep the references; by default, the question becomes the only reference.

    Returns:
        The unchanged question; `system` is "original" unless the example has one.

    Examples:
        >>> from qgauge import Example
        >>> from qgauge.noise import original
        >>> original(Example("1", "When was the tower built?")).system
        'original'
    """
    return replace(
        example,
        references=example.references if keep_references else (example.question,),
        system=example.system or "original",
        meta=_without_scores(example),
    )


def _noised(kind: Kind, seed: int, keep_references: bool, example: Example) -> Example:
    question = example.question
    # "\0" separates the texts unambiguously, because readers reject texts that contain it
    key = "\0".join((str(seed), kind.name, example.id, example.system, question))
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    made = kind.changes(question, Random(int.from_bytes(digest, "big")))  # noqa: S311
    meta = _without_scores(example)
    name = "noise"
    while name in meta:  # repeated noise: rename the older record, as for columns in output files
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
        ratings={} if made else example.ratings,  # ratings are for the original question
        meta=meta,
    )


def _without_scores(example: Example) -> dict[str, object]:
    """Return the extra columns without scores, which are for the original question."""
    return {name: value for name, value in example.meta.items() if name != "scores"}
