"""The examples in the help of each subcommand. The tests run them in the folder `examples`."""

from __future__ import annotations

import re

_JUDGE = "--judge server:llama3.1@http://localhost:11434/v1"

EXAMPLES: dict[str, tuple[str, ...]] = {
    "rank": (
        "qgauge rank stories.jsonl",
        "qgauge rank stories.jsonl --each-passage --top 2 -o best.jsonl",
        "qgauge rank questions.jsonl -m q_bleu1",
    ),
    "score": (
        "qgauge score questions.jsonl",
        "qgauge score questions.jsonl -m rouge_l -m q_bleu1:names=parser",
        "qgauge score stories.jsonl -m quality -o scores.jsonl",
    ),
    "explain": (
        "qgauge explain questions.jsonl --id q02 --system birch",
        "qgauge explain -m q_bleu1 --question 'Who built it?' --reference 'Who built the tower?'",
    ),
    "compare": (
        "qgauge compare questions.jsonl -m q_bleu1",
        "qgauge compare questions.jsonl --baseline birch --json",
    ),
    "report": (
        "qgauge report questions.jsonl -o report.html",
        "qgauge report questions.jsonl --baseline atlas --title 'Three systems' -o report.html",
    ),
    "meta": (
        "qgauge meta rated.jsonl",
        "qgauge meta rated.jsonl -m q_bleu1 -m bleu1 --baseline bleu1 --dimension answerability",
        "qgauge meta rated.jsonl --level systems --kind kendall",
    ),
    "calibrate": (
        "qgauge calibrate rated.jsonl -m q_bleu1 -m rouge_l -o calibration.json",
        "qgauge calibrate rated.jsonl --dimension answerability --require-kappa .5",
    ),
    "tune": (
        "qgauge tune rated.jsonl --dimension answerability --tuned-on 20 --bag 15",
        "qgauge tune rated.jsonl --dimension answerability -m q_rouge_l --tuned-on 20 --bag 15 "
        "-o weights.json",
    ),
    "noise": (
        "qgauge noise questions.jsonl -o noisy.jsonl",
        "qgauge noise questions.jsonl -k spelling:most=2 -k lower_case --include-original "
        "-o noisy.jsonl",
    ),
    "set": (
        "qgauge set set.jsonl",
        "qgauge set set.jsonl --keep 5 -o best.jsonl",
    ),
    "generate": (
        "qgauge generate lighthouse.txt -n 5",
        "qgauge generate lighthouse.txt -n 3 --kinds who,why -o quiz.jsonl",
    ),
    "items": (
        "qgauge items items/test1.csv items/test2.csv",
        "qgauge items items/test1.csv --questions items/questions.jsonl --by system",
    ),
    "concepts": (
        "qgauge concepts concepts.jsonl",
        "qgauge concepts concepts.jsonl --explain glaciers",
        "qgauge concepts --annotator ann=concepts/ann --annotator ben=concepts/ben "
        "--system atlas=concepts/atlas --texts concepts",
    ),
    "list": (
        "qgauge list",
        "qgauge list q_bleu1",
        "qgauge list datasets",
    ),
    "docs": (
        "qgauge docs",
        "qgauge docs tutorial",
        "qgauge docs q_bleu1",
    ),
    "init": (
        "qgauge init",
        "qgauge init my-questions",
    ),
    "qud eval": (
        "qgauge qud eval qud.jsonl",
        "qgauge qud eval qud.jsonl --criterion givenness --method rule -o labelled.jsonl",
    ),
    "qud meta": ("qgauge qud meta qud.jsonl",),
    "qud parse": (
        "qgauge qud parse concepts/glaciers.txt --split --answers 2 -o edges.jsonl",
        f"qgauge qud parse concepts/glaciers.txt --split {_JUDGE} -o edges.jsonl",
    ),
    "qud show": (
        "qgauge qud show qud.jsonl",
        "qgauge qud show qud.jsonl --article pool --tree",
        "qgauge qud show qud.jsonl --html pool.html",
    ),
    "annotate serve": (
        "qgauge annotate stories.jsonl --scheme qgeval",
        "qgauge annotate qud.jsonl --scheme qud --team --overlap 2",
    ),
    "annotate export": (
        "qgauge annotate export stories.annotate.sqlite3 -o rated.jsonl --data-sheet rated.md",
    ),
    "annotate import": (
        "qgauge annotate import stories.annotate.sqlite3 export.json --from label-studio",
    ),
    "annotate backup": ("qgauge annotate backup stories.annotate.sqlite3 monday.sqlite3",),
    "annotate restore": ("qgauge annotate restore monday.sqlite3 stories.annotate.sqlite3",),
    "judge estimate": (
        f"qgauge judge estimate stories.jsonl --rubric fluency --rubric relevance {_JUDGE}",
    ),
    "judge run": (f"qgauge judge run stories.jsonl --rubric fluency {_JUDGE} -o verdicts.jsonl",),
    "judge cache": (
        "qgauge judge cache",
        "qgauge judge cache --export answers.jsonl",
        "qgauge judge cache --prune --before 2026-01-31",
    ),
    "run status": (
        "qgauge run status scored.parts",
        "qgauge run status scored.parts --shards --verify",
    ),
    "models try": (
        "qgauge models try parser 'Who wrote the letter?'",
        "qgauge models try reader 'Who built it?' 'Marta Holm built the pool in 1931.'",
    ),
    "models list": ("qgauge models list",),
    "models verify": ("qgauge models verify",),
    "models cache": (
        "qgauge models cache",
        "qgauge models cache --clear",
    ),
}


def epilog(verb: str, before: str = "") -> str:
    """Return the end of a subcommand's help: its examples, and where to read more."""
    page = verb.partition(" ")[0]
    examples = "\n".join(["Examples:", *(f"  {_wrapped(one)}" for one in EXAMPLES[verb])])
    more = f"`qgauge docs {page}` explains more and shows outputs."
    # \b keeps the lines of a paragraph as they are
    return "\n\n".join(f"\b\n{part}" for part in (before, examples, more) if part)


def _wrapped(command: str, width: int = 72) -> str:
    """Return the command on lines that fit, as a shell reads them."""
    lines = [""]
    for word in re.findall(r"(?:'[^']*'|\S)+", command):
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return " \\\n    ".join(lines)
