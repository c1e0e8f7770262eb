"""Make one measured run in a separate process.

    python -m benchmarks.speed.run_metric RUN PAIRS OUT CORE

The clock starts after the imports; nothing is warm from an earlier run.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

Scores = list[float | None]
Run = Callable[[Sequence[str], Sequence[str]], Scores]
"""Takes hypotheses and references, returns scores."""


def ours(metric: str) -> Run:
    """Return a metric of qgauge, called as users call it."""
    import qgauge

    for module in (
        "scipy.special",
        "snowballstemmer",
    ):  # import now: scoring would import them while the clock runs
        import_module(module)
    loaded = qgauge.load(metric)

    def run(hypotheses: Sequence[str], references: Sequence[str]) -> Scores:
        result = loaded.compute(predictions=hypotheses, references=references)
        values = (score.value for score in result.scores)
        return [value if isinstance(value, float) else None for value in values]

    return run


def released(once: bool = False) -> Run:
    """Return the released pipeline; with `once`, each text is tokenised only once."""
    from benchmarks.speed.released_script import q_bleu1

    return lambda hypotheses, references: [*q_bleu1(hypotheses, references, once)]


def sacrebleu() -> Run:
    """Return sacreBLEU's sentence BLEU, computed pair by pair."""
    from sacrebleu.metrics.bleu import BLEU

    scorer = BLEU(effective_order=True)
    return lambda hypotheses, references: [
        scorer.sentence_score(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def rouge_score() -> Run:
    """Return Google's rouge-score."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rougeL"], use_stemmer=False)
    return lambda hypotheses, references: [
        scorer.score(reference, hypothesis)["rougeL"].fmeasure
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def nltk_nist() -> Run:
    """Return NLTK's sentence NIST, which divides by zero if the hypothesis has under five words."""
    from nltk.translate.nist_score import sentence_nist

    def one(hypothesis: list[str], reference: list[str]) -> float | None:
        try:
            return float(sentence_nist([reference], hypothesis))
        except ZeroDivisionError:
            return None

    return lambda hypotheses, references: [
        one(hypothesis.split(), reference.split())
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def meteor_jar() -> Run:
    """Return METEOR 1.5 with exact and stem matches: one Java process, queried line by line."""
    import pycocoevalcap

    folder = Path(next(iter(pycocoevalcap.__path__))) / "meteor"
    command = ["java", "-Xmx2G", "-jar", str(folder / "meteor-1.5.jar"), "-", "-", "-stdio"]
    command += ["-l", "en", "-norm", "-m", "exact stem"]

    def run(hypotheses: Sequence[str], references: Sequence[str]) -> Scores:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        ) as process:
            to_java, from_java = process.stdin, process.stdout
            assert to_java is not None
            assert from_java is not None
            stats = []
            for hypothesis, reference in zip(hypotheses, references, strict=True):
                to_java.write(f"SCORE ||| {reference} ||| {hypothesis}\n")
                to_java.flush()
                stats.append(from_java.readline().strip())
            to_java.write(" ||| ".join(["EVAL", *stats]) + "\n")
            to_java.flush()
            scores: Scores = [float(from_java.readline()) for _ in stats]
            to_java.close()
            return scores

    return run


def calibration() -> Run:
    """Return a fixed load of plain Python, to measure the current speed of the machine."""

    def run(*_: Sequence[str]) -> Scores:
        counts: dict[str, int] = {}
        total = 0
        for number in range(1_000_000):
            key = str(number * 7919 % 10_007)
            counts[key] = counts.get(key, 0) + 1
            total += len(key)
        return [float(total + len(counts))]

    return run


OTHERS: dict[str, Callable[[], Run]] = {
    "released": released,
    "released-once": lambda: released(once=True),
    "sacrebleu": sacrebleu,
    "rouge-score": rouge_score,
    "nltk": nltk_nist,
    "meteor-1.5.jar": meteor_jar,
    "calibration": calibration,
}
"""Runs that are not qgauge; every other name is that of a metric."""

GIVEN_WORDS = {"nltk", "meteor-1.5.jar"}
"""Runs that get PTB words separated by spaces; their tokenisation is not timed."""


def cpu_seconds() -> float:
    """Return the processor time of this process and of its finished children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def main(name: str, pairs_file: str, out_file: str, core: str) -> None:
    """Pin to the core, import, read the pairs, run once, and write seconds and scores."""
    if core:
        os.sched_setaffinity(0, {int(core)})
    run = OTHERS[name]() if name in OTHERS else ours(name)
    pairs = json.loads(Path(pairs_file).read_text(encoding="utf-8"))
    if name in GIVEN_WORDS:
        from qgauge.text.ptb import tokenize

        pairs = [[" ".join(tokenize(text)) for text in pair] for pair in pairs]
    hypotheses, references = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    cpu, start = cpu_seconds(), time.perf_counter()
    scores = run(hypotheses, references)
    wall, cpu = time.perf_counter() - start, cpu_seconds() - cpu
    written = {"wall": wall, "cpu": cpu, "scores": scores}
    Path(out_file).write_text(json.dumps(written), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:5])
