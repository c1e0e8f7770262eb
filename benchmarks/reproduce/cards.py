"""What is recorded elsewhere: the models' cards, the speeds; and what nobody here can measure."""

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
    """File, size, checksum and figures in short; then each card's own table."""
    entries, short = manifest(), about()
    yield from head("file", "bytes", "SHA-256", "made", "licence", "in short")
    for name, entry in entries.items():
        one = short[name]
        quality = "; ".join(f"{role}: {figures}" for role, figures in one.quality.items())
        digest = f"`{entry.sha256[:12]}`"
        yield row(name, f"{entry.size:,}", digest, one.made, one.licence, quality or "-")
    for card in sorted({entry.card for entry in entries.values()}):
        text = (FOLDER / card).read_text(encoding="utf-8")
        yield f"\n[{card}](../src/qgauge/models/{card}):"
        found = FIGURES.search(text) or MEASURED.search(text)
        if found:
            yield f"\n{found[1].rstrip()}"
        else:
            yield "its tables are in the card."


def speeds(_: Bench) -> Iterator[str]:
    """Ratios differ from run to run, so they are those recorded, not measured here."""
    blocks = FENCED.findall(SPEEDS.read_text("utf-8"))
    yield from head(
        "metric", "pairs/s", "peer", "its pairs/s", "times as fast", "pairs", "recorded"
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
        raise Missing("no speeds are recorded in benchmarks/speed/README.md")
    yield (
        "\nOne core; how it is measured, and the speeds of models, tools and everything else: "
        "[speed](../benchmarks/speed/README.md)."
    )


def lacking(_: Bench) -> Iterator[str]:
    """What the papers have and this page does not."""
    yield from head("what", "why")
    for what, why in LACKING:
        yield row(what, why)


LACKING = (
    ("S1, Table 3", "ComQA, FIRS and the Quora pairs are not among our data"),
    (
        "S1, Table 2 by system, and QSTS of three systems on SQuAD",
        "the published file names no system",
    ),
    ("S1, BLEURT", "the model is not in the package; `bleurt` takes one of your own"),
    ("S2, generating the pairs", "qgauge measures questions and does not write them"),
    ("S3, Table 5", "weights are tuned with `qgauge tune`: [tuning](tune.md)"),
    ("S3, Tables 8 and 10", "the training sets of WikiMovies and VQA are not among our data"),
    (
        "S4",
        "the document has no tables; [concepts](concepts.md), [facets](metrics/facet_f.md) and "
        "[items](items.md) are what it asks for",
    ),
    ("S5, Table 2", "the three raters' own labels are not published"),
    (
        "S5, Tables 4 to 6, language models and BERTScore",
        "they need models that are not in the package; BERTScore with one: "
        "[figures](qud.md#how-good-the-methods-are)",
    ),
    ("S5, Table 7", "people's similarity of generated and written questions is not published"),
    ("`judge`, `bertscore`, `bleurt` beside people", "they need models of the user's own"),
    ("Ceilings but for answerability", "the files have means or one label, not each rater's own"),
)
