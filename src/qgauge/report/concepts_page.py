"""Key concepts: how well systems find those that annotators marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from qgauge.concepts import ConceptReport
from qgauge.concepts.report import ALIGNMENTS, MEASURES
from qgauge.report.blocks import Block, Cell, Column, Page, Section, Table, Tone, Value
from qgauge.report.drawing import Scale, scale_of
from qgauge.report.provenance import made_section
from qgauge.report.wording import (
    counted,
    decimal,
    interval_cell,
    listed,
    p_text,
    scale_note,
    with_ends,
)

SHARES = Scale(0, 1)
MOST_DOCUMENTS = 20
"""Documents in the table of the hardest ones."""
MOST_NAMES = 5
SIGNIFICANT = 0.05


def concepts_page(
    study: ConceptReport,
    agreement: Mapping[str, Any] | None,
    tests: Sequence[Mapping[str, Any]] = (),
    made: Iterable[tuple[str, str]] = (),
) -> Page:
    """Return the page of `qgauge concepts`.

    Args:
        study: The scores of all systems.
        agreement: The agreement of annotators, as `Annotators.as_json` returns it.
        tests: The tests of differences between systems.
        made: Names with texts for the section "How it was made".

    Returns:
        The page.
    """
    sections = []
    if study.systems:
        blocks: list[Block] = [_systems(study)]
        blocks += [_tests(tests)] if tests else []
        blocks += _documents(study)
        sections.append(Section("Systems", blocks))
    if agreement is not None:
        sections.append(Section("Agreement of annotators", [_agreement(agreement)]))
    sections.append(made_section(made))
    return Page("Key concepts", concepts_sentences(study, agreement, tests), sections)


# ------------------------------------------------------------------ sentences


def concepts_sentences(
    study: ConceptReport,
    agreement: Mapping[str, Any] | None,
    tests: Sequence[Mapping[str, Any]] = (),
) -> list[str]:
    """Return which system finds the concepts best, how sure that is, and how annotators agree."""
    counts = study.counts
    said = [
        f"{counted(study.documents, 'document')} with {counted(counts['concepts'], 'concept')}, "
        f"{counts['vital']:,} of them vital, from "
        f"{counted(counts['snippets'], 'annotated snippet')}."
    ]
    means = {name: study.systems[name].mean("free", "f") for name in study.systems}
    ranked = sorted(
        (name for name in means if means[name].value is not None),
        key=lambda name: (-(means[name].value or 0.0), name),
    )
    if ranked:
        told = [
            f"{name} {with_ends(means[name].value, means[name].ci)}" for name in ranked[:MOST_NAMES]
        ]
        if len(ranked) == 1:
            said.append(f"F of {told[0]}.")
        else:
            every = listed(told, MOST_NAMES)
            said.append(f"{ranked[0]} has the highest F: {every}.")
        best = study.systems[ranked[0]]
        recall, precision = (best.mean("free", one).value for one in ("recall", "precision"))
        said[-1] += (
            f" {ranked[0]} finds {decimal(recall)} of the vital concepts (recall), and "
            f"{decimal(precision)} of what it marks is right (precision)."
        )
    said += filter(None, map(_tested, tests))
    for name in study.systems:
        if missing := study.unscored(name).total():
            said.append(f"{name} is unscored in {counted(missing, 'document')}.")
    if agreement is not None:
        said.append(_agreed(agreement))
    return said


def _tested(one: Mapping[str, Any]) -> str:
    """Return the result of a test with free alignment in a sentence."""
    if not one["metric"].endswith("free") or "difference" not in one:
        return ""
    first, second = (one[name] or "(no name)" for name in ("first", "second"))
    size = f"{with_ends(one['difference'], one['ci'], signed=True)}, {p_text(one['p_holm'])}"
    if one["p_holm"] >= SIGNIFICANT:
        return f"{second} against {first}: {size}, not significant."
    return f"{second} is {one['verdict']} than {first}: {size}."


def _agreed(agreement: Mapping[str, Any]) -> str:
    alpha = agreement["alpha"]
    where = (
        f"{counted(agreement['words'], 'content word')} in "
        f"{counted(agreement['documents'], 'document')}"
    )
    if alpha["value"] is None:
        return f"The agreement of annotators on {where} is unknown: {alpha['reason']}."
    value = with_ends(alpha["value"], alpha["ci"])
    return f"Annotators agree with Krippendorff's alpha {value} on {where}."


# ------------------------------------------------------------------ tables


def _systems(study: ConceptReport) -> Table:
    rows: list[list[Cell]] = []
    for name, system in study.systems.items():
        for alignment in ALIGNMENTS:
            means = [system.mean(alignment, one) for one in MEASURES]
            row: list[Cell] = [name, alignment.replace("_", "-")]
            row += [
                interval_cell(one.value, one.ci, SHARES, what=f"{name}, {measure}")
                for measure, one in zip(MEASURES, means, strict=True)
            ]
            unscored = study.unscored(name).total()
            rows.append(
                [*row, Value(f"{means[-1].n:,}", means[-1].n), Value(f"{unscored:,}", unscored)]
            )
    columns = [Column("system"), Column("alignment")]
    columns += [
        Column(name, numeric=True) for name in ("recall", "precision", "F", "n", "unscored")
    ]
    return Table(
        "How well systems find the concepts",
        columns,
        rows,
        [
            f"{scale_note(SHARES)} Means over documents. Free: a snippet may match several "
            "concepts; one-to-one: each matches one at most, by the best alignment.",
            *_notes(study),
        ],
    )


def _notes(study: ConceptReport) -> Iterator[str]:
    for key, note in (
        ("wordless", "annotated snippet(s) excluded: no content word"),
        ("repeated", "span(s) marked twice by the same annotator or system, counted once"),
        ("without_vital", "document(s) without a vital concept: no recall or F"),
    ):
        if study.counts[key]:
            yield f"{study.counts[key]:,} {note}."
    for name, system in study.systems.items():
        for reason, count in study.unscored(name).items():
            yield f"{name}: unscored {count:,} ({reason})."
        silent = system.mean("free", "f").n - system.mean("one_to_one", "precision").n
        if silent:
            yield f"{name}: no usable snippets in {silent:,} document(s): F is 0, no precision."
        if system.wordless:
            yield f"{name}: {system.wordless:,} snippet(s) excluded: no content word."
        if system.inexact:
            yield f"{name}: one-to-one F may not be optimal in {system.inexact:,} document(s)."


def _tests(tests: Sequence[Mapping[str, Any]]) -> Table:
    known = [one for one in tests if "difference" in one]
    scale = scale_of([0.0, *(end for one in known for end in (one["difference"], *one["ci"]))])
    rows: list[list[Cell]] = []
    for one in tests:
        row: list[Cell] = [
            f"{one['first'] or '(no name)'} → {one['second'] or '(no name)'}",
            one["metric"],
        ]
        if "difference" not in one:
            rows.append([*row, "-", f"- ({one['reason']})", str(one["n"]), "-", "-"])
            continue
        said = "not significant" if one["verdict"] == "not shown" else one["verdict"]
        tone: Tone = "good" if said == "better" else "poor" if said == "worse" else ""
        rows.append(
            [
                *row,
                Value(f"{decimal(one['first_value'])} → {decimal(one['second_value'])}"),
                interval_cell(
                    one["difference"],
                    one["ci"],
                    scale,
                    what=f"{one['second']} minus {one['first']}",
                    zero=0.0,
                    signed=True,
                ),
                Value(f"{one['n']:,}", one["n"]),
                Value(p_text(one["p_holm"]).removeprefix("p "), one["p_holm"]),
                Value(said, tone=tone),
            ]
        )
    columns = [Column("systems"), Column("measure")]
    columns += [Column(name, numeric=True) for name in ("values", "difference", "n", "p Holm")]
    return Table(
        "Is one system better than another?",
        [*columns, Column("verdict")],
        rows,
        [
            f"{scale_note(scale)} The dashed line is no difference. The verdict is on the second "
            "system: better or worse if p Holm is below .05 (the randomisation test, corrected for "
            "all tests in this table). 'Not significant' does not mean that there is no difference."
        ],
    )


def _documents(study: ConceptReport) -> Iterator[Table]:
    """Yield the documents with the lowest F, over all systems."""
    scored = {name: system.scored("free") for name, system in study.systems.items()}
    means: dict[str, float] = {}
    for name in dict.fromkeys(name for found in scored.values() for name in found):
        values = [found[name] for found in scored.values() if name in found]
        means[name] = sum(values) / len(values)
    hardest = sorted(means, key=lambda name: (means[name], name))[:MOST_DOCUMENTS]
    if not hardest:
        return
    rows: list[list[Cell]] = [
        [
            name,
            *(
                interval_cell(found.get(name), None, SHARES, what=f"{system} on {name}")
                for system, found in scored.items()
            ),
        ]
        for name in hardest
    ]
    of = "" if len(hardest) == len(means) else f": {len(hardest)} of {len(means):,}"
    yield Table(
        f"Documents, the hardest first{of}",
        [Column("document"), *(Column(f"F of {name}", numeric=True) for name in scored)],
        rows,
        ["Free alignment. --explain ID shows a document snippet by snippet."],
    )


def _agreement(agreement: Mapping[str, Any]) -> Table:
    found = [
        ("Krippendorff's alpha, words", "", agreement["alpha"]),
        ("full agreement, words", "", agreement["full_agreement"]),
    ]
    for measure, key in (("Cohen's kappa, words", "kappa"), ("F of snippets", "snippet_f")):
        found += [
            (measure, f"{pair['first']}, {pair['second']}", pair[key])
            for pair in agreement["pairs"]
        ]
    found += [
        ("F against the concepts of the others", name, one["f"])
        for name, one in agreement["against_the_others"].items()
    ]
    ends = [end for _, _, one in found for end in (one["value"], *(one["ci"] or ()))]
    scale = scale_of([0.0, 1.0, *(end for end in ends if end is not None)])
    rows: list[list[Cell]] = [
        [
            measure,
            who,
            interval_cell(
                one["value"],
                one["ci"],
                scale,
                what=f"{measure} {who}",
                reason=one.get("reason", "").replace("cluster", "document"),
            ),
            Value(f"{one['n']:,}", one["n"]),
        ]
        for measure, who, one in found
    ]
    columns = [Column("measure"), Column("annotators")]
    columns += [Column(name, numeric=True) for name in ("value", "n")]
    return Table(
        "How well annotators agree",
        columns,
        rows,
        [f"{scale_note(scale)} 1 is perfect agreement; alpha and kappa are 0 for chance."],
    )
