"""`qgauge set`: checks of a whole set of questions about documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

from qgauge import __version__
from qgauge.cli import options
from qgauge.cli.html_page import Html, made_by, page_file
from qgauge.cli.left_out import tell_left_out
from qgauge.cli.options import option
from qgauge.cli.set_shards import KeptSteps
from qgauge.cli.set_view import as_json, print_sets, row
from qgauge.cli.shard_options import Address, EngineName, Restart, Sharding, output_of
from qgauge.cli.shard_source import kept as kept_run
from qgauge.cli.terminal import console, print_json, progress
from qgauge.core import BadInput, Example
from qgauge.data import QuestionFiles
from qgauge.data.blocks import BLOCK
from qgauge.shards.record import RunRecord, file_digests

if TYPE_CHECKING:
    from qgauge.sets import QuestionSet
    from qgauge.sets.steps import Steps

_SAME = "Duplicates: "


@options.with_tools_of("parser", "classifier", "embedder")
def set_(
    files: options.Files = None,
    keep: Annotated[
        int | None,
        option(
            "Select the best N questions of each system, without duplicates and without questions "
            "that give away each other's answers; -o writes only these.",
            "N",
            min=1,
        ),
    ] = None,
    quality: Annotated[
        str | None,
        option(
            "With --keep: a numeric field to rank questions by (higher is better), such as score "
            "or scores.facet_f.value.",
            "FIELD",
        ),
    ] = None,
    concepts: Annotated[
        str | None,
        option(
            "Documents with annotated concepts, in the format of `qgauge concepts`; the questions "
            "should cover the vital ones. The default is all noun phrases that occur at least "
            "twice in a document.",
            "FILE",
        ),
    ] = None,
    words: Annotated[float, option(f"{_SAME}minimum overlap of content words (Dice).", "S")] = 0.65,
    words_same_answer: Annotated[
        float, option(f"{_SAME}minimum overlap if both questions have the same answer.", "S")
    ] = 0.5,
    qsts: Annotated[float, option(f"{_SAME}minimum QSTS, in both directions.", "S")] = 0.5,
    leak: Annotated[
        float, option("Leaks: minimum share of the answer's words that a question contains.", "S")
    ] = 0.8,
    shared: Annotated[
        float,
        option(
            "Leaks between questions: minimum share of the other question's words that it also "
            "contains.",
            "S",
        ),
    ] = 0.6,
    copied: Annotated[
        float, option("Copies: minimum share of the words in one run copied from the text.", "S")
    ] = 0.8,
    show: Annotated[int, option("Findings to print of each kind.", "N", min=0)] = 10,
    output: Annotated[str | None, options.written("Write each row with its findings")] = None,
    html: Html = None,
    format: options.Format = None,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    workers: options.Workers = 1,
    engine: EngineName = "local",
    address: Address = None,
    restart: Restart = False,
    json: options.Json = False,
    *,
    tools: options.ToolChoice,
) -> None:
    """Check a whole set of questions. Each system is one set.

    Finds duplicates, questions that give away an answer, generic questions, questions copied from
    the text, and sentences and concepts that no question covers. Also shows the balance of question
    types and of answer positions.
    """
    from qgauge.run import Request
    from qgauge.sets import SetSettings, best_subset
    from qgauge.sets.choice import qualities
    from qgauge.sets.duplicates import SIMILARITY
    from qgauge.sets.judging import judge_read
    from qgauge.sets.key_concepts import key_concepts
    from qgauge.sets.reading import read, texts_of
    from qgauge.sets.steps import InProcesses

    if quality is not None and keep is None:
        raise BadInput("--quality can only be used with --keep N.")
    settings = SetSettings(words, words_same_answer, qsts, leak, shared, copied)
    sharding = Sharding(output, workers, engine, address, restart)
    questions = QuestionFiles(
        files,
        format=format,
        columns=options.column_map(columns),
        keep_going=keep_going,
        refused_file=refused,
        output=output,
    )
    questions.check_page(html)
    with ExitStack() as open_files:
        open_files.enter_context(questions)
        page = open_files.enter_context(page_file(html))
        examples = list(questions.examples())
        given = None if concepts is None else key_concepts(concepts)
        worth = {} if quality is None else qualities(examples, quality, questions.names)
        opened = tools.opened([Request.of(SIMILARITY)])
        signature = settings.signature(
            opened, "given" if given is not None else "named twice", __version__
        )
        steps: Steps = InProcesses(workers)
        if sharding.place is not None and (len(examples) > BLOCK or sharding.always()):
            inputs = [*questions.files, *([] if concepts is None else [concepts])]
            record = RunRecord("set", {}, {"set": signature}, file_digests(inputs))
            run = open_files.enter_context(kept_run(record, sharding, questions.refused_file))
            steps = KeptSteps(run, sharding.opened_engine())
        texts = texts_of(examples, given or ())
        with progress("reading", len(texts)) as done:
            readings = read(texts, opened, steps, progress=done)
        with progress("comparing", len(examples)) as done:
            found = judge_read(
                examples, readings, opened, steps, settings, concepts=given, progress=done
            )
        kept = {
            system: best_subset(one, keep, worth.get(system))
            for system, one in found.items()
            if keep is not None
        }
        with output_of(sharding) as out:
            for line in _rows(examples, found, kept) if out else ():
                assert out is not None
                out.write(line)
        if page:
            from qgauge.report.set_page import set_page

            made = [*made_by(questions.files), ("signature", signature)]
            page.write(set_page(found, kept, keep, made))
    to_stderr = "-" in (output, html)
    if json:
        print_json(
            as_json(found, kept) | {"signature": signature, "refused": questions.refused},
            stderr=to_stderr,
        )
    else:
        print_sets(console(stderr=to_stderr), found, kept, keep, show, signature)
    tell_left_out(questions, {}, len(examples), 100)


def _rows(
    examples: Sequence[Example], found: Mapping[str, QuestionSet], kept: Mapping[str, Sequence[int]]
) -> Iterable[dict[str, Any]]:
    """Yield the rows in input order; only the selected ones if there is a selection."""
    at = dict.fromkeys(found, 0)
    chosen = {system: set(places) for system, places in kept.items()}
    for example in examples:
        place = at[example.system]
        at[example.system] += 1
        if not kept or place in chosen[example.system]:
            yield row(found[example.system], place)
