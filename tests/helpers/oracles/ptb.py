"""Run Stanford's PTBTokenizer, as coco-caption does, over many texts with one JVM start."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

JAR_NAME = "stanford-corenlp-3.4.1.jar"
TOKENIZER_CLASS = "edu.stanford.nlp.process.PTBTokenizer"
# The punctuation that coco-caption drops after lower-casing (hence "-lrb-" stays).
COCO_PUNCTUATION = frozenset(
    [*["''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-"], *".?!,:-;", "--", "..."]
)
# A lower-case word between two texts, so that one text does not affect the tokens of the next.
SEPARATOR = "zqseparator"


def jar_path() -> Path | None:
    """Return the path of the tokeniser's jar in pycocoevalcap, without importing the package."""
    spec = importlib.util.find_spec("pycocoevalcap")
    if spec is None or not spec.submodule_search_locations:
        return None
    for folder in spec.submodule_search_locations:
        jar = Path(folder) / "tokenizer" / JAR_NAME
        if jar.is_file():
            return jar
    return None


def missing_reason() -> str | None:
    """Return the reason why the oracle cannot run here, or None if it can."""
    if shutil.which("java") is None:
        return "java is not installed"
    if jar_path() is None:
        return f"pycocoevalcap (with {JAR_NAME}) is not installed"
    return None


def java_lines(texts: Sequence[str], lower: bool = True, jar: Path | None = None) -> list[str]:
    """Return the tokeniser's raw output line for each one-line text."""
    jar = jar or jar_path()
    if jar is None:
        raise FileNotFoundError(missing_reason())
    command = ["java", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"]
    command += ["-cp", str(jar), TOKENIZER_CLASS, "-preserveLines"]
    if lower:
        command.append("-lowerCase")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "texts.txt")
        with open(source, "w", encoding="utf-8", newline="\n") as stream:
            for text in texts:
                stream.write(text.replace("\n", " ") + f"\n{SEPARATOR}\n")
        done = subprocess.run([*command, source], capture_output=True, check=True)
    lines = done.stdout.decode("utf-8").split("\n")
    if lines[1::2] != [SEPARATOR] * len(texts):
        raise ValueError("the tokenizer's lines do not pair with the texts: a line break inside?")
    return lines[: 2 * len(texts) : 2]


def java_tokens(texts: Sequence[str], jar: Path | None = None) -> list[list[str]]:
    """Return the lower-cased tokens of each text, without coco-caption's punctuation."""
    return [
        [token for token in line.rstrip().split(" ") if token and token not in COCO_PUNCTUATION]
        for line in java_lines(texts, jar=jar)
    ]
