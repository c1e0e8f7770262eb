"""Tables copied from the model cards and the speed records, and the list of missing tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks import PROJECT
from benchmarks.reproduce.bench import Bench, Missing
from benchmarks.reproduce.page import head, row
from qgauge.models.files import FOLDER, about, manifest

SPEEDS = PROJECT / "benchmarks" / "speed" / "README.md"
FIGURES = re.compile(r"<!-- figures -->\n+(.*?)\n+<!-- end of figures -->", re.DOTALL)
MEASURED = re.compile(r"^## Measured\n(?:[^|\n].*\n|\n)*((?:\|.*\n)+)", re.MULTILINE)
FENCED = re.compile(r"^```\w*\n((?:(?!```).*\n)*)```$", re.MULTILINE)
RATIO = re.compile(
    r"^(?P<ours>\S+) +(?P<rate>[\d,]+) (?P<peer>\S+) +(?P<theirs>[\d,]+) +(?P<ratio>[\d.]+) .*$"
)


def models(_: Bench) -> Iterator[str]:
    """List the model files with their key figures, then the table of each card."""
    entries, short = manifest(), about()
    yield from head("file", "bytes", "SHA-256", "made", "licence", "key figures")
    for name, entry in entries.items():
        one = short[name]
        quality = "; ".join(f"`{role}`: {figures}" for role, figures in one.quality.items())
        digest = f"`{entry.sha256[:12]}`"
        yield row(name, f"{entry.size:,}", digest, one.made, one.licence, quality or "-")
    for card in sorted({entry.card for entry in entries.values()}):
        text = (FOLDER / card).read_text(encoding="utf-8")
        yield f"\n[{card}](../src/qgauge/models/{card}):"
        found = FIGURES.search(text) or MEASURED.search(text)
        if found:
            yield f"\n{found[1].rstrip()}"
        else:
            yield "see the tables in the card."


def speeds(_: Bench) -> Iterator[str]:
    """Copy the recorded ratios; measured ones would differ from run to run."""
    blocks = FENCED.findall(SPEEDS.read_text("utf-8"))
    yield from head(
        "metric",
        "pairs per second",
        "other program",
        "its pairs per second",
        "times as fast",
        "pairs",
        "recorded",
    )
    found = 0
    for block in blocks:
        day = block[:16]
        pairs = next((line for line in block.splitlines() if "distinct pairs" in line), "")
        for match in filter(None, map(RATIO.match, block.splitlines())):
            found += 1
            yield row(
                f"`{match['ours']}`",
                *(match[name] for name in ("rate", "peer", "theirs", "ratio")),
                pairs.partition(":")[0],
                f"{day} UTC",
            )
    if not found:
        raise Missing("benchmarks/speed/README.md has no recorded speeds")
    yield (
        "\nOn one core. `released` is the published Q-BLEU script, with Java; `released-once` is "
        "the same with each text tokenised once. For the method, and the speed of models, tools "
        "and commands, see [speed](../benchmarks/speed/README.md)."
    )


def lacking(_: Bench) -> Iterator[str]:
    """List the results of the papers that are not on this page."""
    yield from head("what", "why")
    for what, why in LACKING:
        yield row(what, why)


LACKING = (
    ("S1, Table 3", "we do not have its three data sets (ComQA, FIRS, Quora pairs)"),
    (
        "S1, Table 2 by system, and QSTS of three systems on SQuAD",
        "the published file does not name the systems",
    ),
    ("S1, BLEURT", "the model is not in the package; `bleurt` runs with your own copy"),
    ("S2, generating the pairs", "qgauge evaluates questions and does not generate them"),
    ("S3, Table 5", "use `qgauge tune` for weights: [tuning](tune.md)"),
    ("S3, Tables 8 and 10", "we do not have the training sets of WikiMovies and VQA"),
    (
        "S4",
        "Nielsen (2008) has no tables; [concepts](concepts.md), [facets](metrics/facet_f.md) and "
        "[items](items.md) implement its proposals",
    ),
    ("S5, Table 2", "the labels of the three raters are not published"),
    (
        "S5, Tables 4 to 6, language models and BERTScore",
        "they need models that are not in the package; for BERTScore with an encoder, see "
        "[these figures](qud.md#how-good-the-methods-are)",
    ),
    (
        "S5, Table 7",
        "the human similarity ratings of generated and written questions are not published",
    ),
    (
        "`judge`, `bertscore`, `bleurt` against human judgement",
        "they need models that are not in the package",
    ),
    (
        "Human ceilings, except for answerability",
        "the files have means or one label, not each rater's ratings",
    ),
)
