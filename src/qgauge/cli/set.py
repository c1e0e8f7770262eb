"""`qgauge set`: the quality of many questions together, over the documents they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.inputs import Intake, tell_left_out
from qgauge.cli.set_view import as_json, print_sets, row
from qgauge.cli.terminal import console, print_json, with_progress
from qgauge.core import BadInput, Example
from qgauge.data import Output, label

if TYPE_CHECKING:
    from qgauge.sets import Concept, QuestionSet

_SAME = "Duplicates: "


@options.with_tools
def set_(
    files: options.Files = None,
    keep: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Choose the best N questions of each system, no two of which ask or tell the "
            "same; -o writes these alone.",
            show_default=False,
        ),
    ] = None,
    quality: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD",
            help="With --keep: a number in the row, higher is better, such as score or "
            "scores.facet_f.value.",
            show_default=False,
        ),
    ] = None,
    concepts: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Documents with the concepts that people marked, as `qgauge concepts` takes them; "
            "the vital ones must be asked about. Without, noun phrases that a document has twice.",
            show_default=False,
        ),
    ] = None,
    words: Annotated[
        float, typer.Option(metavar="S", help=f"{_SAME}content words in common (Dice).")
    ] = 0.65,
    words_same_answer: Annotated[
        float, typer.Option(metavar="S", help=f"{_SAME}the same, where the answers are one.")
    ] = 0.5,
    qsts: Annotated[float, typer.Option(metavar="S", help=f"{_SAME}QSTS, in both ways.")] = 0.5,
    leak: Annotated[
        float, typer.Option(metavar="S", help="Given away: share of the answer's words said.")
    ] = 0.8,
    shared: Annotated[
        float,
        typer.Option(
            metavar="S", help="Given away by another: share of the question's words said as well."
        ),
    ] = 0.6,
    copied: Annotated[
        float, typer.Option(metavar="S", help="Copied: share of the words in one run.")
    ] = 0.8,
    show: Annotated[
        int, typer.Option(metavar="N", min=0, help="Findings of each kind that are shown.")
    ] = 10,
    output: Annotated[str | None, options.written("Write each row with what was found")] = None,
    format: options.Format = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Is a whole set of questions any good?

    Questions that ask the same, that give away an answer, that could be asked about any text or are
    copied from it; sentences and concepts nobody asks about; balance. Each system is a set.
    """
    from qgauge.run import Request
    from qgauge.sets import SetSettings, best_subset, judge
    from qgauge.sets.duplicates import SIMILARITY

    if quality is not None and keep is None:
        raise BadInput("--quality goes with --keep N.")
    settings = SetSettings(words, words_same_answer, qsts, leak, shared, copied)
    intake = Intake(
        files, format=format, keep_going=keep_going, refused_file=refused, output=output
    )
    with ExitStack() as open_files:
        open_files.enter_context(intake)
        examples = list(intake.examples())
        if not examples:
            raise intake.nothing()
        given = None if concepts is None else _concepts(concepts)
        worth = {} if quality is None else _qualities(examples, quality, intake.names)
        opened = tools.opened([Request(SIMILARITY.name, SIMILARITY)])
        found = judge(examples, opened, settings, concepts=given, track=_progress)
        kept = {} if keep is None else _kept(found, keep, worth, best_subset)
        if output is not None:
            out = open_files.enter_context(Output(output))
            for line in _rows(examples, found, kept):
                out.write(line)
    signature = settings.signature(
        opened, "given" if given is not None else "named twice", __version__
    )
    if json:
        print_json(
            as_json(found, kept) | {"signature": signature, "refused": intake.refused},
            stderr=output == "-",
        )
    else:
        print_sets(console(stderr=output == "-"), found, kept, keep, show, signature)
    tell_left_out(intake, {}, len(examples), 100)


def _progress(pieces: Iterable[Sequence[Example]], total: int) -> Iterable[Sequence[Example]]:
    return with_progress(pieces, "reading", [], total=total)


def _concepts(file: str) -> dict[str, list[Concept]]:
    """The vital concepts of each document, by its text."""
    from qgauge.cli.spans import Reading
    from qgauge.concepts import ConceptSettings, Lexicon, adjudicate
    from qgauge.sets import Concept
    from qgauge.sets.words import words_of

    reading = Reading(
        [file],
        [],
        texts=None,
        format=None,
        unit="characters",
        keep_going=False,
        refused_file=None,
        output=None,
    )
    settings = ConceptSettings()
    found: dict[str, list[Concept]] = {}
    with reading:
        for document in reading.documents():
            gold = adjudicate(document, Lexicon(document.text, settings.compare), settings)
            faces = [concept.face.text(document.text) for concept in gold.vital]
            found[document.text] = [Concept(text, words_of(text).stems, 0) for text in faces]
    if not found:
        raise reading.nothing()
    return found


def _qualities(examples: Sequence[Example], path: str, names: str) -> dict[int, float]:
    """What the rows say each question is worth, by the row's place in memory."""
    found = {}
    for example in examples:
        value: Any = example.meta
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                value = None
        if type(value) not in (int, float) or value != value:
            problem = f"question '{example.id}' has no number here; --quality needs one in each row"
            raise BadInput(problem, file=label(names), field=path)
        found[id(example)] = float(value)
    return found


def _kept(
    found: Mapping[str, QuestionSet], size: int, worth: Mapping[int, float], choose: Any
) -> dict[str, list[int]]:
    return {
        system: choose(
            one, size, [worth[id(each.asked.example)] for each in one.questions] if worth else None
        )
        for system, one in found.items()
    }


def _rows(
    examples: Sequence[Example],
    found: Mapping[str, QuestionSet],
    kept: Mapping[str, Sequence[int]],
) -> Iterable[dict[str, Any]]:
    """The rows in the order of the input; those chosen, if any were."""
    at = dict.fromkeys(found, 0)
    chosen = {system: set(places) for system, places in kept.items()}
    for example in examples:
        place = at[example.system]
        at[example.system] += 1
        if not kept or place in chosen[example.system]:
            yield row(found[example.system], place)
