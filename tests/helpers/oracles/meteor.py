"""The METEOR 1.5 program in pycocoevalcap, run as in coco-caption."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path


def jar() -> Path | None:
    """Return the path of the program, or None if Java or pycocoevalcap is not installed."""
    package = importlib.util.find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations or shutil.which("java") is None:
        return None
    path = Path(package.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar"
    return path if path.is_file() else None


def why_not() -> str | None:
    """Return the reason why the oracle cannot run here, for a skip message."""
    return None if jar() else "needs java and pycocoevalcap (the METEOR 1.5 program)"


def run(lines: Sequence[str], modules: str) -> list[str]:
    """Run one JVM with -stdio; each line sent is answered by at least one line."""
    program = jar()
    if program is None:
        raise RuntimeError(why_not())
    options = ["-", "-", "-stdio", "-l", "en", "-norm", "-m", modules]
    done = subprocess.run(
        ["java", "-Xmx2G", "-jar", str(program), *options],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    return done.stdout.splitlines()


def stats(pairs: Sequence[tuple[str, str]], modules: str = "exact stem") -> list[str]:
    """Return METEOR's statistics line for each (hypothesis, reference)."""
    lines = [f"SCORE ||| {_field(ref)} ||| {_field(hyp)}" for hyp, ref in pairs]
    answers = run(lines, modules)
    if len(answers) != len(pairs):
        raise RuntimeError(f"METEOR answered {len(answers)} lines to {len(pairs)} pairs")
    return answers


def scores(
    pairs: Sequence[tuple[str, str]], modules: str = "exact stem"
) -> tuple[list[float], float]:
    """Return the score of each (hypothesis, reference), and METEOR's corpus score."""
    answers = run(["EVAL ||| " + " ||| ".join(stats(pairs, modules))], modules)
    *sentences, corpus = map(float, answers)
    return sentences, corpus


def _field(text: str) -> str:
    """Return a text on one line without the separator of the protocol, as coco-caption sends it."""
    return " ".join(text.replace("|||", "").splitlines()).replace("  ", " ")
