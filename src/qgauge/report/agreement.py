"""Agreement with people: which metric follows human ratings best, and how surely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from qgauge.meta import Block, Comparison, Line, MetaEvaluation, MetaReport
from qgauge.meta.comparison import SIGNIFICANT
from qgauge.meta.verdicts import VerdictAgreement
from qgauge.report.blocks import Block as PageBlock
from qgauge.report.blocks import Cell, Column, Figure, Page, Prose, Section, Table, Tone, Value
from qgauge.report.drawing import Kind as Colour
from qgauge.report.drawing import Scale, scale_of
from qgauge.report.plots import Plot, bins_of, drawing_of, points_of
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
from qgauge.stats.correlation import Correlation, Kind

MOST_POINTS = 500
"""Dots in a scatter plot of a page."""
MOST_FIGURES = 24
"""Scatter plots on a page."""
MOST_SENTENCES = 8
"""Dimensions that the summary speaks about."""
MOST_SYSTEMS = 100
"""Systems in a table of means."""

READING = (
    "A correlation of 1 is perfect agreement with people, 0 is none. The floors are trivial: "
    "'length' prefers short questions, 'random' draws a number; a metric below them is of no use. "
    "The ceiling is how well one rater agrees with the mean of the others. 'Given length' is the "
    "correlation with the number of words held constant: what is left of the agreement when short "
    "and long questions are compared fairly. Stars mark correlations that are unlikely to be "
    "chance: * p < .05, ** p < .01, *** p < .001, after Holm's correction for the metrics of the "
    "table."
)
READING_ROWS = (
    "Each dot is a question. The line joins the mean ratings of ten groups of questions, from low "
    "to high scores, with 95 % intervals where they can be computed: it rises where the metric "
    "follows people."
)
READING_SYSTEMS = "Each dot is a system, with its mean score and its mean rating."
STARS = {0.001: "***", 0.01: "**", 0.05: "*"}


def meta_page(evaluation: MetaEvaluation, made: Iterable[tuple[str, str]] = ()) -> Page:
    """Return the page of `qgauge meta`.

    Args:
        evaluation: The correlations and the agreement of verdicts.
        made: Names with texts for the section "How it was made", besides the signatures.

    Returns:
        The page.
    """
    figures = _Figures()
    sections = [
        Section(_titled(study, block, evaluation), [*_dimension_blocks(study, block, figures)])
        for study in evaluation.studies
        for block in study.blocks
    ]
    if evaluation.verdicts:
        sections.append(Section("Verdicts of judges", [*_verdict_blocks(evaluation.verdicts)]))
    signatures = [
        ("signature", signature)
        for study in evaluation.studies
        for signature in study.signatures.values()
    ]
    made = [*made]
    listed_with_files = " ".join(text for _, text in made)
    data = [
        (f"sha256 of {study.judged.name}", study.judged.digest or "unknown (read from a pipe)")
        for study in evaluation.studies
        if not study.judged.digest or study.judged.digest not in listed_with_files
    ]
    notes = [*dict.fromkeys(note for study in evaluation.studies for note in study.judged.notes)]
    sections.append(made_section([*made, *data, *signatures], notes))
    return Page("Agreement of metrics with people", agreement_sentences(evaluation), sections)


def agreement_section(evaluation: MetaEvaluation) -> Section:
    """Return all of an evaluation as one section of a larger report.

    Args:
        evaluation: The correlations and the agreement of verdicts.

    Returns:
        The section: sentences, then tables and figures for each dimension.
    """
    figures = _Figures()
    blocks: list[PageBlock] = [Prose(agreement_sentences(evaluation))]
    for study in evaluation.studies:
        for block in study.blocks:
            blocks += _dimension_blocks(study, block, figures)
    blocks += _verdict_blocks(evaluation.verdicts)
    return Section("Agreement with people", blocks)


# ------------------------------------------------------------------ sentences


def agreement_sentences(evaluation: MetaEvaluation) -> list[str]:
    """Return what a reader must know: the best metric of each dimension, and how sure that is."""
    said = [_counts(study) for study in evaluation.studies]
    told = [
        sentences(study, block, several=len(evaluation.studies) > 1)
        for study in evaluation.studies
        for block in study.blocks
    ]
    said += told[:MOST_SENTENCES]
    if len(told) > MOST_SENTENCES:
        said.append(f"{len(told) - MOST_SENTENCES} more rated dimensions follow below.")
    said += [_verdict_sentence(one) for one in evaluation.verdicts[:MOST_SENTENCES]]
    for metric, count in evaluation.unscored.items():
        if count:
            said.append(f"{metric} left {counted(count, 'row')} unscored; no mean contains them.")
    return said


def _counts(study: MetaReport) -> str:
    judged = study.judged
    metrics = counted(len(study.scores), "metric")
    rows = counted(len(judged.examples), "rated question")
    where = f" of {judged.name}" if judged.name else ""
    level = ", compared by the means of systems" if study.level == "systems" else ""
    copies = judged.copies_left_out
    left = f" {counted(copies, 'copy', 'copies')} of a reference are left out." if copies else ""
    return f"{metrics} on {rows}{where}{level}.{left}"


def sentences(study: MetaReport, block: Block, *, several: bool = False) -> str:
    """Return which metric agrees best with people on a dimension, in a few sentences."""
    on = f"On {block.dimension}" + (f" ({study.judged.name})" if several else "")
    if block.reason:
        return f"{on}, there are no correlations: {block.reason}."
    kind = next(iter(block.ceiling))
    ranked = ranking(block, kind)
    if not ranked:
        reasons = dict.fromkeys(line.correlations[kind].reason for line in block.metrics)
        return f"{on}, no metric has a correlation: {'; '.join(reasons)}."
    best = ranked[0]
    found = best.correlations[kind]
    value = f"{_estimate(kind, found)}{_chance(best, kind)}."
    if len(ranked) == 1:
        said = [f"{on}, the agreement of {best.metric} with people is {value}"]
    else:
        said = [f"{on}, {best.metric} agrees best with people: {value}"]
    if len(ranked) > 1:
        said.append(_against_next(block, kind, ranked))
    said.append(_scale(block, kind, best))
    left = best.given_length
    if left.value is not None:
        said.append(f"With question length held constant, {decimal(left.value)} is left.")
    return " ".join(filter(None, said))


def ranking(block: Block, kind: Kind) -> list[Line]:
    """Return the metrics with a correlation, the best one first."""
    known = [line for line in block.metrics if line.correlations[kind].value is not None]
    return sorted(known, key=lambda line: -(line.correlations[kind].value or 0.0))


def _estimate(kind: Kind, found: Correlation) -> str:
    return f"{kind.capitalize()} {with_ends(found.value, found.ci)}"


def _chance(line: Line, kind: Kind) -> str:
    p = line.p_holm.get(kind)
    if p is None:
        return ""
    return f", {p_text(p)}" if p < SIGNIFICANT else f", which may be chance ({p_text(p)})"


def _against_next(block: Block, kind: Kind, ranked: Sequence[Line]) -> str:
    best, second = ranked[0], ranked[1]
    behind = f"The next is {second.metric} with {decimal(second.correlations[kind].value)}"
    for one in block.comparisons:
        if one.kind == kind and {one.first, one.second} == {best.metric, second.metric}:
            return f"{behind}; {_difference(one, best.metric)}."
    return f"{behind}; whether the two differ was not tested (--all-pairs tests it)."


def _difference(one: Comparison, best: str) -> str:
    found = one.found
    if found.value is None or one.p_holm is None:
        return f"the difference cannot be tested: {found.reason}"
    turn = 1 if one.second == best else -1
    value = turn * found.value
    ends = sorted(turn * end for end in found.ci) if found.ci else None
    size = f"{with_ends(value, ends, signed=True)}, {p_text(one.p_holm)}"
    if one.p_holm >= SIGNIFICANT:
        return f"the difference may be chance: {size}"
    return f"the difference is {size}"


def _scale(block: Block, kind: Kind, best: Line) -> str:
    ceiling = block.ceiling[kind].value
    said = [] if ceiling is None else [f"one rater agrees with the others at {decimal(ceiling)}"]
    floors = [line for line in block.floor if line.correlations[kind].value is not None]
    said += [
        f"{'question length alone' if line.metric == 'length' else f'{line.metric} scores'} "
        f"{'reaches' if line.metric == 'length' else 'reach'} "
        f"{decimal(line.correlations[kind].value)}"
        for line in floors
    ]
    if not said:
        return ""
    value = best.correlations[kind].value or 0.0
    highest = max((abs(line.correlations[kind].value or 0.0) for line in floors), default=0.0)
    beaten = "" if value > highest else f" So {best.metric} is no better than the floor."
    return f"For scale: {listed(said)}.{beaten}"


# ------------------------------------------------------------------ tables and figures


def _titled(study: MetaReport, block: Block, evaluation: MetaEvaluation) -> str:
    if len(evaluation.studies) == 1:
        return block.dimension
    return f"{block.dimension} ({study.judged.name})"


class _Figures:
    """Counts the figures of a page."""

    def __init__(self) -> None:
        self.left = MOST_FIGURES


def _dimension_blocks(study: MetaReport, block: Block, figures: _Figures) -> Iterator[PageBlock]:
    about = f"The gold score of {block.dimension} is {block.gold}."
    if block.unrated:
        about += f" {counted(block.unrated, 'row')} without a rating are left out."
    if block.reason:
        yield Prose([about, f"There are no correlations: {block.reason}."])
        return
    yield Prose([about, _raters(block)])
    yield _correlations(study, block)
    if block.comparisons:
        yield _comparisons(study, block)
    if study.level == "systems":
        yield _system_means(study, block)
    unseen, first = 0, True
    for line in block.metrics:
        figure = _figure(study, block, line, explained=first)
        if figure is None:
            continue
        if figures.left:
            figures.left -= 1
            first = False
            yield figure
        else:
            unseen += 1
    if unseen:
        yield Prose(
            [
                f"{counted(unseen, 'more scatter plot')} of {block.dimension} would make this page "
                "too long; --plot FOLDER writes them all."
            ]
        )


def _raters(block: Block) -> str:
    kappa, alpha, full = (block.agreement[name] for name in ("kappa", "alpha", "full"))
    if kappa.value is None and alpha.value is None:
        return f"The agreement between raters is unknown: {alpha.reason}."
    measures = {"kappa": kappa, f"alpha ({block.alpha_level})": alpha}
    known = [
        f"{name} {with_ends(one.value, one.ci)}"
        for name, one in measures.items()
        if one.value is not None
    ]
    f1 = block.agreement.get("pairwise_f1")
    if f1 and f1.value is not None:
        known.append(f"pairwise macro-F1 {decimal(f1.value)}")
    together = f" They agree fully on {100 * (full.value or 0):.0f} % of {full.n:,} rows."
    return f"Agreement between raters: {', '.join(known)}.{together}"


def _correlations(study: MetaReport, block: Block) -> Table:
    kinds = list(block.ceiling)
    two_valued = any(line.auc for line in block.metrics)
    lines = [(line, line.metric) for line in block.metrics]
    lines += [(line, f"floor: {line.metric}") for line in block.floor]
    scale = _shared_scale(block)
    columns = [Column("metric"), *(Column(kind.capitalize(), numeric=True) for kind in kinds)]
    columns += [Column("AUC", numeric=True)] if two_valued else []
    columns += [
        Column(name, numeric=True)
        for name in (
            "Pearson given length",
            "systems" if study.level == "systems" else "n",
            "unscored",
            "ties",
        )
    ]
    rows: list[list[Cell]] = []
    for line, name in lines:
        row: list[Cell] = [name]
        colour: Colour = "one" if line in block.metrics else "four"
        row += [_correlation(line, kind, scale, name, colour) for kind in kinds]
        if two_valued:
            row.append(_auc(line))
        partial = line.given_length
        row.append(interval_cell(partial.value, None, scale, what=f"{name} given length", zero=0.0))
        row += [
            Value(f"{line.n:,}", line.n),
            Value(f"{line.unscored:,}", line.unscored),
            _percent(line.ties),
        ]
        rows.append(row)
    row = ["ceiling: one rater"]
    for kind in kinds:
        one = block.ceiling[kind]
        row.append(
            interval_cell(
                one.value,
                None,
                scale,
                what=f"ceiling, {kind.capitalize()}",
                reason=one.reason,
                zero=0.0,
                kind="three",
            )
        )
    rows.append([*row, *([""] * (len(columns) - len(row)))])
    unscored = [
        f"Unscored by {line.metric}: {count:,} ({reason})."
        for line in block.metrics
        for reason, count in line.reasons.items()
    ]
    return Table(
        f"{block.dimension}: correlation with the ratings of people",
        columns,
        rows,
        [f"{scale_note(scale)} The dashed line is 0. {READING}", *unscored],
    )


def _shared_scale(block: Block) -> Scale:
    numbers = [0.0, 1.0]
    for line in (*block.metrics, *block.floor):
        for one in (*line.correlations.values(), line.given_length):
            numbers += [end for end in (one.value, one.low, one.high) if end is not None]
    return scale_of(numbers)


def _correlation(line: Line, kind: Kind, scale: Scale, name: str, colour: Colour) -> Cell:
    found = line.correlations[kind]
    p = line.p_holm.get(kind, 1.0)
    stars = next((f" {stars}" for limit, stars in STARS.items() if p < limit), "")
    return interval_cell(
        found.value,
        found.ci,
        scale,
        what=f"{name}, {kind.capitalize()}",
        reason=found.reason,
        after=stars,
        zero=0.0,
        kind=colour,
    )


def _auc(line: Line) -> Cell:
    if line.auc is None or line.auc.value is None:
        return "-"
    found = line.auc
    return interval_cell(
        found.value, found.interval, Scale(0, 1), what=f"{line.metric}, AUC", zero=0.5
    )


def _percent(part: float | None) -> Cell:
    return "-" if part is None else Value(f"{100 * part:.1f} %", part)


def _comparisons(study: MetaReport, block: Block) -> Table:
    ends = [
        end
        for one in block.comparisons
        for end in (one.found.value, one.found.low, one.found.high)
        if end is not None
    ]
    scale = scale_of([0.0, *ends])
    rows: list[list[Cell]] = []
    for one in block.comparisons:
        found = one.found
        said = "not significant" if one.verdict == "not shown" else one.verdict or "-"
        tone: Tone = "good" if said == "higher" else "poor" if said == "lower" else ""
        rows.append(
            [
                f"{one.first} → {one.second}",
                one.kind.capitalize(),
                Value(f"{decimal(found.first)} → {decimal(found.second)}", found.second),
                interval_cell(
                    found.value,
                    found.ci,
                    scale,
                    what=f"{one.second} minus {one.first}",
                    reason=found.reason,
                    zero=0.0,
                    signed=True,
                ),
                Value(f"{found.n:,}", found.n),
                *(_p(p) for p in (found.p, found.williams_p, one.p_holm)),
                Value(said, tone=tone),
            ]
        )
    columns = [Column("metrics"), Column("correlation")]
    columns += [
        Column(name, numeric=True)
        for name in (
            "values",
            "difference",
            "systems" if study.level == "systems" else "n",
            "p",
            "p Williams",
            "p Holm",
        )
    ]
    return Table(
        f"{block.dimension}: is one metric better than another?",
        [*columns, Column("verdict")],
        rows,
        [
            f"{scale_note(scale)} The dashed line is no difference. Differences are on the rows "
            "that both metrics scored. The verdict is on the second metric: its correlation is "
            "higher or lower if p Holm is below .05. 'Not significant' does not mean that there is "
            "no difference. Williams' test is too sure where clusters have several rows."
        ],
    )


def _p(p: float | None) -> Cell:
    if p is None:
        return "-"
    return Value(decimal(p, 3) if p >= 0.001 else "< .001", p)


def _system_means(study: MetaReport, block: Block) -> Table:
    means: dict[str, dict[str, float]] = {}
    gold: dict[str, float] = {}
    for line in block.metrics:
        points, names = points_of(study, block, line.metric)
        for (score, rating), name in zip(points, names, strict=True):
            means.setdefault(name, {})[line.metric] = score
            gold[name] = rating
    metrics = [line.metric for line in block.metrics]
    ordered = sorted(means, key=lambda name: (-gold[name], name))
    rows: list[list[Cell]] = [
        [
            name or "(no name)",
            Value(decimal(gold[name]), gold[name]),
            *(
                Value(decimal(means[name][one], 3), means[name][one]) if one in means[name] else "-"
                for one in metrics
            ),
        ]
        for name in ordered[:MOST_SYSTEMS]
    ]
    columns = [Column("system"), Column("people", numeric=True)]
    notes = ["The best system in the eyes of people comes first."]
    if len(ordered) > MOST_SYSTEMS:
        notes.append(f"{len(ordered) - MOST_SYSTEMS} more systems are left out.")
    return Table(
        f"{block.dimension}: means of systems",
        [*columns, *(Column(one, numeric=True) for one in metrics)],
        rows,
        notes,
    )


def _figure(study: MetaReport, block: Block, line: Line, *, explained: bool) -> Figure | None:
    points, labels = points_of(study, block, line.metric)
    if not points:
        return None
    rows = study.level == "items"
    bins = bins_of(study, block, line.metric) if rows else []
    title = f"{block.dimension} and {line.metric}"
    plot = Plot("", title, line.metric, block.dimension, points, labels, bins)
    caption = f"{title}."
    if explained:
        caption += f" {READING_ROWS if rows else READING_SYSTEMS}"
    if len(points) > MOST_POINTS:
        caption += f" {MOST_POINTS} of {len(points):,} questions are drawn, evenly chosen."
    drawing = drawing_of(plot, MOST_POINTS)
    return Figure(caption, drawing, across=line.metric, up=f"{block.dimension}, mean of people")


# ------------------------------------------------------------------ judges


def _verdict_sentence(one: VerdictAgreement) -> str:
    what = f"The verdicts of {one.metric} and people on {one.dimension} ({one.data})"
    if one.overall is None:
        return f"{what} cannot be compared: {_no_agreement(one)}."
    agree = f"{100 * one.overall.agree:.0f} %"
    return (
        f"{what} agree with kappa {with_ends(one.kappa.value, one.kappa.ci)}: they are the same on "
        f"{agree} of {counted(one.overall.n, 'row')}."
    )


def _no_agreement(one: VerdictAgreement) -> str:
    return one.kappa.reason or "no row has both a verdict and a rating"


def _verdict_blocks(found: Iterable[VerdictAgreement]) -> Iterator[PageBlock]:
    for one in found:
        said = [_verdict_sentence(one)]
        if one.weighted is not None and one.weighted.value is not None:
            weighted = with_ends(one.weighted.value, one.weighted.ci)
            said.append(f"Kappa with quadratic weights: {weighted}.")
        length = one.by_length
        if length is not None and length.value is not None:
            said.append(
                "Correlation of the judge's error with question length: "
                f"{with_ends(length.value, length.ci)}."
            )
        yield Prose(said)
        if one.overall is not None:
            yield _confusion(one)
            yield _bias(one)


def _confusion(one: VerdictAgreement) -> Table:
    names = [verdict if isinstance(verdict, str) else f"{verdict:g}" for verdict in one.verdicts]
    rows: list[list[Cell]] = [
        [
            f"people: {name}",
            *(
                Value(f"{count:,}", count, "good" if at == here and count else "")
                for here, count in enumerate(line)
            ),
            Value(f"{sum(line):,}", sum(line)),
        ]
        for at, (name, line) in enumerate(zip(names, one.confusion, strict=True))
    ]
    sums = [sum(column) for column in zip(*one.confusion, strict=True)]
    rows.append(["all", *(Value(f"{count:,}", count) for count in (*sums, sum(sums)))])
    return Table(
        f"{one.metric} and people on {one.dimension}: who said what",
        [
            Column("verdict"),
            *(Column(f"judge: {name}", numeric=True) for name in names),
            Column("all", numeric=True),
        ],
        rows,
        ["Rows on which both agree are on the diagonal."],
    )


def _bias(one: VerdictAgreement) -> Table:
    assert one.overall is not None
    rows: list[list[Cell]] = [
        [
            name,
            Value(f"{bias.n:,}", bias.n),
            Value(f"{100 * bias.agree:.1f} %", bias.agree),
            "-" if bias.error is None else Value(decimal(bias.error, signed=True), bias.error),
        ]
        for name, bias in [
            *((name or "(no name)", bias) for name, bias in one.systems.items()),
            ("all", one.overall),
        ]
    ]
    numbers = ("n", "same verdict", "judge minus people")
    return Table(
        f"{one.metric} on {one.dimension}: kind or strict, by system",
        [Column("system"), *(Column(name, numeric=True) for name in numbers)],
        rows,
        ["Judge minus people, in steps of the scale: above 0, the judge is kinder than people."],
    )
