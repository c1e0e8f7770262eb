"""A data sheet: what was rated, by whom, how, how well raters agree, and how to read the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.annotate.agreement import AgreementReport, agreement, missing
from qgauge.annotate.collected import Collected, collect, exported, is_numeric, raters_in
from qgauge.annotate.export import (
    GOLD,
    GOLD_WHY,
    Export,
    column_of,
    export,
)
from qgauge.annotate.rater_names import Naming, shown_names
from qgauge.annotate.scheme import Choice, Field, Scheme
from qgauge.annotate.tasks import Answer, Task
from qgauge.stats.estimate import Estimate

_MEASURES = {
    "alpha_nominal": "alpha, nominal",
    "alpha_ordinal": "alpha, ordinal",
    "alpha_interval": "alpha, interval",
    "kappa": "kappa",
    "kappa_quadratic": "kappa, quadratic",
    "pairwise_f1": "macro-F1 of two raters",
    "snippet_f": "F of snippets",
    "full": "all agree",
}
_KINDS = {
    "question": ("questions", "question", "questions"),
    "edge": (
        "edges of a discourse (a question, its anchor and its answer sentence)",
        "edge",
        "edges",
    ),
    "document": ("documents", "document", "documents"),
    "pair": ("pairs of questions", "pair", "pairs"),
}
_TASKS_ASIDE = "They are left out of the agreement below, because they were chosen to be clear."
_NOT_IN_FILE = "The file does not have them."
_IN_FILE = f"In the file, they are the rows with `{GOLD}`."


def data_sheet(
    scheme: Scheme,
    tasks: Sequence[Task],
    answers: Sequence[Answer],
    *,
    sources: Sequence[tuple[str, str]],
    overlap: int,
    raters: Naming = "pseudonyms",
    salt: str,
    final: bool = False,
    notes: bool = False,
    keep_earlier: bool = False,
    gold: bool = False,
    earlier_texts: int = 0,
) -> str:
    """Describe an export in Markdown.

    Args:
        scheme: What the raters were asked.
        tasks: The tasks.
        answers: All answers.
        sources: The files that the tasks come from, with their SHA-256. A file that was read again
            after a change is there twice.
        overlap: The number of ratings that every task should have.
        raters: Whether to write pseudonyms or names; as in the export.
        salt: A secret of the project, for the pseudonyms; as in the export.
        final: Whether the export has one final rating per row.
        notes: Whether the export has notes.
        keep_earlier: Whether the export has earlier ratings.
        gold: Whether the export has gold tasks.
        earlier_texts: How many tasks were rated with a text that was replaced later.

    Returns:
        The data sheet.
    """
    collected = collect(tasks, answers)
    names = shown_names(raters_in(collected), raters, salt)
    report = agreement(scheme, tasks, answers)
    exported_rows = export(
        scheme,
        tasks,
        answers,
        raters=raters,
        salt=salt,
        final=final,
        notes=notes,
        keep_earlier=keep_earlier,
        gold=gold,
    )
    sections = [
        _title(scheme, collected, sources),
        _asked(scheme),
        _raters(report, names, collected, gold=gold),
        _overlap(collected, tasks, answers, overlap),
        _skipped(scheme, collected, notes=notes),
        _agreement(report),
        _adjudication(collected),
        _columns(scheme, final=final, notes=notes, keep_earlier=keep_earlier, gold=gold),
        _limits(scheme, report, exported_rows, final=final, earlier_texts=earlier_texts),
    ]
    return "\n\n".join("\n\n".join(section) for section in sections if section) + "\n"


def _title(
    scheme: Scheme, collected: Sequence[Collected], sources: Sequence[tuple[str, str]]
) -> list[str]:
    kind, one, several = _KINDS[scheme.kind]
    saved = sorted(
        answer.saved
        for one in collected
        for answer in (*one.ratings.values(), *one.adjudicated.values())
        if answer.saved
    )
    dates = f"Ratings were saved from {saved[0]} to {saved[-1]}." if saved else ""
    clusters = len({one.cluster for one in collected})
    found_in = f"{_counted(clusters, 'group that shares', 'groups that share')} a text"
    said = f"{_counted(len(collected), one, several)} in {found_in}. {dates}".strip()
    listed = [[_cell(name), f"`{digest}`" if digest else "-"] for name, digest in sources]
    found = [
        f"# Data sheet: {_line(scheme.title)}",
        f"Ratings of {kind}. What was rated: {_line(scheme.about.rstrip('.'))}.",
        said,
    ]
    return [*found, _table(["file", "SHA-256"], listed)] if listed else found


def _asked(scheme: Scheme) -> list[str]:
    digest = f", digest `{scheme.digest}`" if scheme.digest else ""
    found = ["## What raters were asked", f"Scheme `{scheme.name}`{digest}."]
    found += map(_field, scheme.fields)
    quoted = [f"> {_line(line)}".rstrip() for line in scheme.guidelines.strip().splitlines()]
    if quoted:
        found += ["The guidelines that raters saw:", "\n".join(quoted)]
    return found


def _field(field: Field) -> str:
    how = {
        "choice": "one of, from worst to best" if field.ordered else "one of",
        "flags": "any of",
        "text": "free text",
        "spans": "places in the text, each one of" if field.choices else "places in the text",
    }[field.type]
    lines = [f"- **{field.name}** ({how}): {_line(field.ask)}"]
    for name, allowed in (field.only_if or {}).items():
        lines.append(f"    Asked only if {name} is {' or '.join(map(str, allowed))}.")
    for one in field.choices:
        meaning = f": {_line(one.meaning)}" if one.meaning else ""
        lines.append(f"    - {_named(one, one.value)}{meaning}")
    return "\n".join(lines)


def _raters(
    report: AgreementReport,
    names: Mapping[str, str],
    collected: Sequence[Collected],
    *,
    gold: bool,
) -> list[str]:
    found = ["## Raters"]
    if not report.raters:
        return [*found, "Nobody has rated yet."]
    by_name = {one.rater: one for one in report.raters}
    rows = []
    for name, shown in names.items():
        one = by_name[name]
        seconds = "-" if one.seconds is None else f"{one.seconds:.0f}"
        right = "-" if one.gold.value is None else f"{one.gold.value:.0%} of {one.gold.n}"
        rows.append([_cell(shown), f"{one.ratings:,}", f"{one.skipped:,}", seconds, right])
    columns = ["rater", "rated", "skipped", "median seconds", "gold answers right"]
    found.append(_table(columns, rows))
    known = sum(one.task.gold is not None for one in collected)
    if known:
        where = _IN_FILE if gold else _NOT_IN_FILE
        found.append(f"Gold tasks, whose answer is known: {known:,}. {_TASKS_ASIDE} {where}")
    return found


def _overlap(
    collected: Sequence[Collected], tasks: Sequence[Task], answers: Sequence[Answer], overlap: int
) -> list[str]:
    counts = Counter(len(one.rated) for one in collected)
    rows = [[str(count), f"{counts[count]:,}"] for count in sorted(counts)]
    lacking = missing(tasks, answers, overlap)
    said = f"Every task was to be rated by {_counted(overlap, 'rater')}."
    if lacking.ratings:
        are = "is" if lacking.ratings == 1 else "are"
        of = _counted(len(lacking.tasks), "task")
        said += f" {_counted(lacking.ratings, 'rating')} of {of} {are} missing."
    return ["## Overlap", said, _table(["ratings", "tasks"], rows)]


def _skipped(scheme: Scheme, collected: Sequence[Collected], *, notes: bool) -> list[str]:
    reasons: Counter[str] = Counter()
    for one in collected:
        for answer in one.ratings.values():
            if answer.skipped:
                # What a rater typed may say who it was.
                shown = notes or answer.skipped in scheme.skip_reasons
                reasons[answer.skipped if shown else "a reason that the rater typed"] += 1
    if not reasons:
        return ["## Skipped tasks", "No rater skipped a task."]
    rows = [[_cell(reason), f"{count:,}"] for reason, count in reasons.most_common()]
    return ["## Skipped tasks", _table(["reason", "times"], rows)]


def _agreement(report: AgreementReport) -> list[str]:
    found = ["## Agreement between raters"]
    if not report.several:
        return [*found, "No task has two ratings, so agreement is not known."]
    rows = []
    for one in report.fields:
        for name, estimate in one.measures.items():
            rows.append([one.name, _MEASURES[name], *_cells(estimate), str(estimate.n)])
    found.append(
        f"From the {_counted(report.several, 'task')} with at least two ratings. Intervals are "
        "jackknife intervals over groups of tasks that share a text. With more than two raters, "
        "kappa and F1 are means over all pairs of raters. `n` counts tasks; for spans, "
        "content words or texts; for means over pairs, the tasks of all pairs."
    )
    found.append(_table(["field", "measure", "value", "95 % interval", "n"], rows))
    return found


def _cells(one: Estimate) -> list[str]:
    value = "-" if one.value is None else f"{one.value:.3f}"
    interval = one.interval
    return [value, f"{interval[0]:.3f} to {interval[1]:.3f}" if interval else one.reason or "-"]


def _adjudication(collected: Sequence[Collected]) -> list[str]:
    count = sum(bool(one.adjudicated) for one in collected)
    if not count:
        return ["## Adjudication", "No task was adjudicated."]
    people = len({name for one in collected for name in one.adjudicated})
    skipped = sum(bool(one.final and one.final.skipped) for one in collected)
    said = f"Adjudicated tasks: {count:,}, by {_counted(people, 'person', 'people')}."
    if skipped:
        said += f" They left {skipped:,} of these undecided."
    return ["## Adjudication", said]


def _columns(
    scheme: Scheme, *, final: bool, notes: bool, keep_earlier: bool, gold: bool
) -> list[str]:
    rows: list[list[str]] = []
    if scheme.kind == "document":
        if not final:
            rows += [
                ["`annotators`", "by rater, the marked spans: start and end in code points"],
                ["`kinds`", "by rater, what each span was called, in the same order"],
            ]
        rows.append(
            [
                "`adjudicated`",
                _DECIDED if final else "the vital and the optional spans of the adjudicator",
            ]
        )
    else:
        each = "the final rating" if final else "one rating per rater, null where it is missing"
        rows.append(["`ratings`", f"by dimension, {each}"])
        for field in scheme.fields:
            if field.type == "choice":
                rows.append([f"`ratings.{_dimension(scheme, field)}`", _values(scheme, field)])
        if final:
            rows.append(["`decided`", "by field: adjudicated, majority, mean or one rating"])
        else:
            rows.append(["`raters`", "the raters, in the order of the ratings"])
            rows.append(["`adjudicated`", "the ratings of the adjudicator, where there is one"])
    for field in scheme.fields:
        if field.type == "flags":
            rows.append(
                [
                    f"`{column_of(field)}`",
                    "the flags, a list per rater" if not final else "the flags",
                ]
            )
        elif field.type == "text":
            rows.append(
                [
                    f"`{column_of(field)}`",
                    "free text per rater" if not final else "free text of the adjudicator",
                ]
            )
    if notes and not final:
        rows.append(["`notes`, `skipped`", "notes and reasons for skipping, one per rater"])
    if gold:
        rows.append([f"`{GOLD}`, `{GOLD_WHY}`", "of a gold task, the right answer, and why"])
    if scheme.kind == "pair":
        rows.append(["`pair`, `against`", "the pair, and the other question of it"])
    said = ["All other columns are those of the input."]
    if keep_earlier:
        said.append("Ratings that the input already had come first.")
    else:
        said.append("Ratings that the input already had are not in the file.")
    return ["## How to read the columns", _table(["column", "content"], rows), " ".join(said)]


_DECIDED = (
    "the spans of the adjudicator; without one, the concepts that raters marked: vital if more "
    "than half of them marked it as vital, otherwise optional"
)


def _dimension(scheme: Scheme, field: Field) -> str:
    choices = [one for one in scheme.fields if one.type == "choice"]
    return "preferred" if scheme.kind == "pair" and len(choices) == 1 else field.name


def _values(scheme: Scheme, field: Field) -> str:
    if scheme.kind == "pair":
        return "1 if this question was preferred, 0 if the other one was, 0.5 for a tie"
    if is_numeric(field):
        return ", ".join(_named(one, exported(field, one.value)) for one in field.choices)
    return ", ".join(f"`{one.value}`" for one in field.choices)


def _named(choice: Choice, value: Any) -> str:
    shown = f"`{value}`"
    return shown if choice.label == str(value) else f"{shown} {_line(choice.label)}"


def _limits(
    scheme: Scheme,
    report: AgreementReport,
    rows: Export,
    *,
    final: bool,
    earlier_texts: int,
) -> list[str]:
    known = []
    if report.rated < report.tasks:
        unrated = report.tasks - report.rated
        have = "has" if unrated == 1 else "have"
        known.append(f"{unrated:,} of {_counted(report.tasks, 'task')} {have} no rating.")
    if report.several < report.rated:
        alone = _counted(report.rated - report.several, "task has", "tasks have")
        known.append(f"{alone} a single rating, which nothing confirms.")
    if len(report.raters) < 3:
        people = _counted(len(report.raters), "rater")
        known.append(f"{people}: the agreement of other people may be different.")
    few = [
        one.name for one in report.fields if all(e.interval is None for e in one.measures.values())
    ]
    if report.several and few:
        known.append(f"No interval could be computed for: {', '.join(few)}.")
    for reason, count in rows.left_out.items():
        left_out = _counted(count, "task is", "tasks are")
        known.append(f"{left_out} left out of the file: {_line(reason)}.")
    if earlier_texts:
        known.append(
            f"{_counted(earlier_texts, 'task was', 'tasks were')} rated with a text that was "
            "changed later; these ratings are left out."
        )
    if final and rows.unresolved:
        known.append(
            f"{_counted(rows.unresolved, 'final rating is', 'final ratings are')} missing, because "
            "raters were tied or the adjudicator could not decide."
        )
    if scheme.kind == "document" and not final:
        known.append(
            "`qgauge concepts` counts every marked span as one vote for its concept, whether the "
            "rater called it vital or optional. A final export decides by the votes for vital."
        )
    if not known:
        return []
    return ["## Known limits", "\n".join(f"- {one}" for one in known)]


def _counted(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")


def _line(text: str) -> str:
    """Return a text on one line, without Markdown or HTML of its own."""
    plain = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return "".join(f"\\{sign}" if sign in "\\`*_[]#" else sign for sign in plain)
