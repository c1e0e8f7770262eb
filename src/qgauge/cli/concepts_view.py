"""Tables of `qgauge concepts`: over all documents, or one document snippet by snippet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from qgauge.cli.terminal import clean, number, print_rows
from qgauge.core.clipping import clip, one_line

if TYPE_CHECKING:
    from qgauge.concepts import ConceptReport, JudgedDocument

_LONGEST = 60


def print_document(out: Console, judged: JudgedDocument) -> None:
    """Print the concepts of a document, then the vital and tagged snippets of each system."""
    from qgauge.concepts.explanation import rows

    made = rows(judged)
    of_document = made[0]["adjudication"]
    out.print(Text(clean(f"document {judged.document.id}")))
    out.print()
    if of_document["by"] == "people":
        out.print("concepts (adjudicated)")
    else:
        needed = of_document["annotators_needed"]
        out.print(f"concepts (vital if marked by at least {needed} annotator(s))")
    columns = ["concept", "span", "verdict", "marked by"]
    cells = [
        (
            _text(one),
            _span(one),
            "vital" if one["vital"] else "optional",
            ", ".join(one["annotators"]) or "-",
        )
        for one in of_document["concepts"]
    ]
    print_rows(out, columns, cells, right=["span"])
    for row in made:
        if "system" in row:
            _print_system(out, row)


def _print_system(out: Console, row: dict[str, Any]) -> None:
    out.print()
    out.print(Text(clean(f"system {row['system']}"), style="bold"))
    out.print("vital concepts: recall = share of the concept's content words in one system snippet")
    columns = ("concept", "recall", "found by", "missing")
    _print_snippets(out, row["vital"], columns, "recall", _quoted)
    out.print(
        "system snippets: precision = share of the snippet's content words in one annotated snippet"
    )
    _print_snippets(
        out, row["tagged"], ("snippet", "precision", "covered by", "extra"), "precision", _covered
    )
    for one in row["tagged_without_content_words"]:
        out.print(Text(clean(f"excluded, no content word: {_span(one)} {_text(one)}")))
    for alignment, name in (("free", "free"), ("one_to_one", "one-to-one")):
        found = row["scores"][alignment]
        line = (
            f"{name}: recall {number(found['recall'])}, precision {number(found['precision'])}, "
            f"F = 2PR/(P+R) = {number(found['f'])}"
        )
        if not found.get("proven", True):
            line += f" (may not be optimal; at most {number(found['at_most'])})"
        out.print(line)
    if "reason" in row:
        out.print(row["reason"])


def _print_snippets(
    out: Console,
    snippets: list[dict[str, Any]],
    columns: tuple[str, str, str, str],
    measure: str,
    shown: Callable[[dict[str, Any] | None], str],
) -> None:
    """Print each snippet with its share of matched words, the matching snippet, and the rest."""
    cells = [
        (
            f"{_span(one)} {_text(one)}",
            number(one[measure]),
            shown(one["by"]),
            " ".join(one[columns[3]]) or "-",
            f"{number(one[f'aligned_{measure}'])} {_quoted(one['aligned'])}",
        )
        for one in snippets
    ]
    print_rows(out, [*columns, "one-to-one"], cells, right=[columns[1]])


def _covered(by: dict[str, Any] | None) -> str:
    if by is None:
        return "-"
    source = "" if by["source"] == by["verdict"] else f" ({by['source']})"
    return f"{by['verdict']} {_quoted(by)}{source}"


def _quoted(one: dict[str, Any] | None) -> str:
    return "-" if one is None else f"{_span(one)} {_text(one)}"


def _span(one: dict[str, Any]) -> str:
    parts = one["span"] if isinstance(one["span"][0], list) else [one["span"]]
    return ";".join(f"{start}-{end}" for start, end in parts)


def _text(one: dict[str, Any]) -> str:
    return clip(one_line(one["text"]), _LONGEST)


def print_study(out: Console, study: ConceptReport, agreement: dict[str, Any] | None) -> None:
    """Print the results over all documents: counts, systems, annotators."""
    counts = study.counts
    out.print(
        f"{study.documents} document(s): {counts['concepts']} concepts, {counts['vital']} of them "
        f"vital, {counts['optional']} optional, from {counts['snippets']} annotated snippets"
    )
    for key, note in (
        ("wordless", "annotated snippet(s) excluded: no content word"),
        ("repeated", "span(s) marked twice by the same annotator or system, counted once"),
        ("without_vital", "document(s) without a vital concept: no recall or F"),
    ):
        if counts[key]:
            out.print(f"{counts[key]} {note}")
    if study.systems:
        out.print()
        _print_systems(out, study)
    if agreement is not None:
        out.print()
        _print_agreement(out, agreement)
    out.print()


def _print_systems(out: Console, study: ConceptReport) -> None:
    from qgauge.concepts.report import ALIGNMENTS, MEASURES

    columns = ["system", "alignment", "recall", "95% CI", "precision", "95% CI", "F", "95% CI"]
    columns += ["n", "unscored"]
    cells = []
    for name, system in study.systems.items():
        for alignment in ALIGNMENTS:
            means = [system.mean(alignment, one) for one in MEASURES]
            row = [name, alignment.replace("_", "-")]
            for one in means:
                row += [number(one.value), _interval(one.interval)]
            cells.append([*row, str(means[-1].n), str(study.unscored(name).total())])
    print_rows(out, columns, cells, right=columns[2:])
    for name, system in study.systems.items():
        notes = [f"unscored {count} ({reason})" for reason, count in study.unscored(name).items()]
        silent = system.mean("free", "f").n - system.mean("one_to_one", "precision").n
        if silent:
            notes.append(f"no usable snippets in {silent} document(s): F is 0, no precision")
        if system.wordless:
            notes.append(f"{system.wordless} snippet(s) excluded: no content word")
        if system.inexact:
            notes.append(f"one-to-one F may not be optimal in {system.inexact} document(s)")
        for note in notes:
            out.print(Text(clean(f"{name}: {note}")))


def _print_agreement(out: Console, agreement: dict[str, Any]) -> None:
    out.print(
        f"Agreement between annotators on {agreement['words']} content words in "
        f"{agreement['documents']} document(s)"
    )
    rows = [
        ("Krippendorff's alpha, words", "", agreement["alpha"]),
        ("full agreement, words", "", agreement["full_agreement"]),
    ]
    for measure, key in (("Cohen's kappa, words", "kappa"), ("F of snippets", "snippet_f")):
        rows += [
            (measure, f"{pair['first']}, {pair['second']}", pair[key])
            for pair in agreement["pairs"]
        ]
    rows += [
        ("F against the concepts of the others", name, one["f"])
        for name, one in agreement["against_the_others"].items()
    ]
    columns = ["measure", "annotators", "value", "95% CI", "n"]
    cells = [
        (measure, who, number(one["value"]), _interval(one["ci"]), str(one["n"]))
        for measure, who, one in rows
    ]
    print_rows(out, columns, cells, right=columns[2:])
    for reason in dict.fromkeys(one["reason"] for _, _, one in rows if one.get("reason")):
        out.print(Text(reason.replace("cluster", "document")))


def _interval(interval: Any) -> str:
    return f"{number(interval[0])} .. {number(interval[1])}" if interval else "-"
