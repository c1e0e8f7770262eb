"""`qgauge concepts`: how well systems find the key concepts that annotators marked."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.compare import print_tests
from qgauge.cli.concepts_view import print_document, print_study
from qgauge.cli.html_page import Html, made_by, page_file
from qgauge.cli.left_out import tell
from qgauge.cli.options import argument, one_of, option
from qgauge.cli.terminal import console, counted, print_json, progress
from qgauge.core import BadInput, BadSetting
from qgauge.data import Output
from qgauge.run.comparison import correct, pairs_of_systems

if TYPE_CHECKING:
    from qgauge.concepts import ConceptReport, ConceptSettings, JudgedDocument
    from qgauge.concepts.agreement import Annotators
    from qgauge.concepts.document_files import DocumentFiles
    from qgauge.concepts.offsets import Unit


def concepts(
    files: Annotated[
        list[str] | None,
        argument(
            "Documents with spans, as offsets or as text: .jsonl or .json, also as .gz; - for "
            "stdin. Rows with the same id are merged, so each system can have its own file. A .csv "
            "or .tsv has one snippet per row: document, snippet, and annotator or system.",
            "FILES",
        ),
    ] = None,
    annotator: Annotated[
        list[str] | None,
        option(
            "Standoff annotations of an annotator: a .ann file next to its .txt, or a folder of "
            "them; may be repeated.",
            "NAME=PATH",
        ),
    ] = None,
    system: Annotated[
        list[str] | None,
        option("Standoff annotations of a system; may be repeated.", "NAME=PATH"),
    ] = None,
    adjudicated: Annotated[
        str | None,
        option("Adjudicated standoff annotations, of the types Vital and Optional.", "PATH"),
    ] = None,
    texts: Annotated[
        str | None,
        option("The folder of the .txt files, of tables or if not next to the .ann.", "FOLDER"),
    ] = None,
    offsets: Annotated[
        str, one_of("The unit of the offsets.", ["characters", "utf-16", "bytes"])
    ] = "characters",
    compare: Annotated[
        str,
        one_of(
            "How content words match: as words, as stems, or at the same place in the text.",
            ["words", "stems", "places"],
        ),
    ] = "words",
    similarity: Annotated[
        str, one_of("The similarity of two snippets.", ["dice", "jaccard", "overlap"])
    ] = "dice",
    threshold: Annotated[
        float, option("The similarity from which two snippets mark the same concept.", "T")
    ] = 0.5,
    vital: Annotated[
        str, option("How many annotators must mark a concept to make it vital.", "N|majority")
    ] = "majority",
    merge: Annotated[
        str, one_of("on: each concept counts once; off: each snippet counts.", ["on", "off"])
    ] = "on",
    explain: Annotated[
        str | None, option("Show this document snippet by snippet instead of the tables.", "ID")
    ] = None,
    baseline: options.BaselineSystem = None,
    all_pairs: Annotated[bool, options.all_pairs("system")] = False,
    resamples: Annotated[int, options.resamples("for each test")] = 10_000,
    seed: options.Seed = 12345,
    output: Annotated[
        str | None, options.written("Write every document and system with its scores and snippets")
    ] = None,
    html: Html = None,
    format: Annotated[str | None, options.read_as("jsonl, json, csv, tsv or xlsx")] = None,
    columns: Annotated[list[str] | None, options.mapped("text=body,id=doc")] = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    max_unscored: options.MaxUnscored = 10,
    json: options.Json = False,
) -> None:
    """Measure how well systems find the key concepts that annotators marked.

    Prints recall of the vital concepts, precision of the system's snippets, and F (Nielsen 2008),
    as means over documents with intervals, for free and for one-to-one alignment. Also tests
    whether systems differ, and measures the agreement between annotators.
    """
    from qgauge.concepts import ConceptReport
    from qgauge.concepts.agreement import Annotators
    from qgauge.concepts.document_files import FIELDS, DocumentFiles, named_paths

    if baseline and all_pairs:
        raise BadInput("give --baseline or --all-pairs, not both.")
    if html is not None and explain is not None:
        raise BadInput("--html cannot be combined with --explain.")
    settings = _settings(compare, similarity, threshold, vital, merge)
    unit = _unit(offsets)
    reading = DocumentFiles(
        files or [],
        [
            *named_paths("--annotator", "annotators", annotator),
            *named_paths("--system", "systems", system),
            *([("adjudicated", "", adjudicated)] if adjudicated is not None else []),  # type: ignore[list-item]
        ],
        texts=texts,
        format=format,
        unit=unit,
        keep_going=keep_going,
        refused_file=refused,
        output=output,
        columns=options.column_map(columns, FIELDS),
    )
    reading.check_page(html)
    study, people = ConceptReport(settings, unit), Annotators(settings)
    chosen = _read(reading, study, people, output, explain)
    if explain is not None and chosen is None:
        raise BadInput(f"there is no document '{explain}'.")
    to_stderr = "-" in (output, html)
    if chosen is not None:
        _explain(chosen, study.signature(__version__), json=json, stderr=to_stderr)
    else:
        tests = _tests(study, baseline, all_pairs, resamples, seed)
        signature = f"{study.signature(__version__)}|test:paired|resamples:{resamples}|seed:{seed}"
        with page_file(html) as page:
            if page:
                from qgauge.report.concepts_page import concepts_page

                made = [*made_by(reading.files), ("signature", signature)]
                page.write(concepts_page(study, people.as_json(), tests, made))
        if json:
            found = _as_json(study, people, tests, signature) | {"refused": reading.refused}
            print_json(found, stderr=to_stderr)
        else:
            out = console(stderr=to_stderr)
            print_study(out, study, people.as_json())
            if tests:
                print_tests(tests, [signature], out)
            else:
                out.print(Text(f"signature {study.signature(__version__)}"), soft_wrap=True)
    _tell_left_out(study, reading, max_unscored)


def _settings(
    compare: str, similarity: str, threshold: float, vital: str, merge: str
) -> ConceptSettings:
    from qgauge.concepts import ConceptSettings

    needed: str | int = int(vital) if vital.isascii() and vital.isdigit() else vital
    return ConceptSettings(compare, similarity, threshold, needed, merge)  # type: ignore[arg-type]


def _unit(offsets: str) -> Unit:
    from qgauge.concepts.offsets import UNITS

    for unit in UNITS:
        if unit == offsets:
            return unit
    raise BadSetting(f"--offsets must be one of {', '.join(UNITS)}, not '{offsets}'.")


def _read(
    reading: DocumentFiles,
    study: ConceptReport,
    people: Annotators,
    output: str | None,
    explain: str | None,
) -> JudgedDocument | None:
    """Judge and write every document; return the one to explain."""
    from qgauge.concepts import judge_document

    chosen = None
    with ExitStack() as open_files:
        open_files.enter_context(reading)
        out = open_files.enter_context(Output(output)) if output is not None else None
        bar = progress("judging", files=reading.files, output=output)
        done = open_files.enter_context(bar)
        for document in counted(reading.documents(), done):
            judged = judge_document(document, study.settings)
            study.add(judged)
            people.add(judged)
            if document.id == explain:
                chosen = judged
            for row in _rows(judged) if out is not None else ():
                out.write(row)  # type: ignore[union-attr]
    return chosen


def _rows(judged: JudgedDocument) -> list[dict[str, Any]]:
    from qgauge.concepts.explanation import rows

    return rows(judged)


def _tests(
    study: ConceptReport, baseline: str | None, all_pairs: bool, resamples: int, seed: int
) -> list[dict[str, Any]]:
    from qgauge.concepts.report import ALIGNMENTS

    if len(study.systems) < 2 and baseline is None and not all_pairs:
        return []
    chosen = pairs_of_systems(study.systems, baseline, all_pairs)
    with progress("testing", 2 * resamples * len(chosen) * len(ALIGNMENTS)) as done:
        tests = study.compare(chosen, resamples=resamples, seed=seed, progress=done)
    correct(tests)
    return tests


def _explain(judged: JudgedDocument, signature: str, *, json: bool, stderr: bool) -> None:
    if json:
        print_json({"document": _rows(judged), "signature": signature}, stderr=stderr)
        return
    out = console(stderr=stderr)
    print_document(out, judged)
    out.print()
    out.print(Text(f"signature {signature}"), soft_wrap=True)


def _as_json(
    study: ConceptReport, people: Annotators, tests: list[dict[str, Any]], signature: str
) -> dict[str, Any]:
    from qgauge.concepts.report import ALIGNMENTS, MEASURES, estimate_json

    systems: dict[str, Any] = {}
    for name, system in study.systems.items():
        reasons = study.unscored(name)
        measures = {
            alignment: {one: estimate_json(system.mean(alignment, one)) for one in MEASURES}
            for alignment in ALIGNMENTS
        }
        systems[name] = {
            **measures,
            "unscored": reasons.total(),
            "reasons": dict(reasons),
            "without_content_words": system.wordless,
            "one_to_one_not_proven": system.inexact,
        }
    found: dict[str, Any] = {
        "documents": study.documents,
        "adjudication": dict(study.counts),
        "systems": systems,
        "agreement": people.as_json(),
        "signature": study.signature(__version__),
    }
    if tests:
        found |= {"comparisons": tests, "comparison_signature": signature}
    return found


def _tell_left_out(study: ConceptReport, reading: DocumentFiles, max_unscored: float) -> None:
    """Report skipped and unscored documents on stderr and through the exit code."""
    problems = [*reading.left_out]
    for name in study.systems:
        share = 100 * study.unscored(name).total() / study.documents
        if share > max_unscored:
            problems.append(
                f"'{name}' is unscored in {share:.1f} % of the documents, more than "
                f"--max-unscored {max_unscored:g}."
            )
    tell(problems)
