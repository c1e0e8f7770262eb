"""Test items: which ones to look at, their difficulty and power, options, tasks and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from qgauge.core import Summary
from qgauge.core.clipping import clip, one_line
from qgauge.items import Item, ItemAnalysis, Matrix, mean_rating, reliability
from qgauge.items.option_use import OptionUse
from qgauge.items.power import WEAK
from qgauge.report.blocks import Block, Cell, Column, Figure, Page, Section, Table, Value
from qgauge.report.drawing import Scale, scale_of, scatter
from qgauge.report.provenance import made_section
from qgauge.report.wording import (
    counted,
    decimal,
    interval_cell,
    listed,
    scale_note,
    with_ends,
)
from qgauge.stats.estimate import Estimate

MOST_ITEMS = 300
"""Items in a table of a page."""
MOST_NAMES = 5
LONGEST = 300
"""Characters of a question in a table."""
NAMES = {"point_biserial": "point-biserial correlation", "upper_lower": "upper-lower index"}


def items_page(study: ItemAnalysis, made: Iterable[tuple[str, str]] = ()) -> Page:
    """Return the page of `qgauge items`.

    Args:
        study: The items with their statistics.
        made: Names with texts for the section "How it was made".

    Returns:
        The page.
    """
    sections = []
    if study.tests:
        sections.append(Section("Items", [*_items(study)]))
        if options := [*_options(study)]:
            sections.append(Section("Options", options))
        sections.append(Section("Tests", [_tests(study)]))
    if study.rows and (groups := [*_groups(study)]):
        sections.append(Section(f"Means by {_by(study)}", groups))
    if tasks := [*_tasks(study)]:
        sections.append(Section("Tasks and ratings of questions", tasks))
    return Page("Test items", items_sentences(study), [*sections, made_section(made)])


# ------------------------------------------------------------------ sentences


def items_sentences(study: ItemAnalysis) -> list[str]:
    """Return which items need attention, how good the tests are, and how the groups compare."""
    said = []
    if study.tests:
        people = sum(len(test.scores) for test in study.tests)
        tested = sum(item.tested is not None for item in study.items)
        tests = f" in {counted(len(study.tests), 'test')}" if len(study.tests) > 1 else ""
        said.append(
            f"{counted(tested, 'item')} tried out on {counted(people, 'respondent')}{tests}."
        )
        said.append(_attention(study))
        said += [_reliable(study, test) for test in study.tests[:MOST_NAMES]]
    elif study.rows:
        said.append(f"{counted(len(study.items), 'question')} with ratings, and no test.")
    if study.rows:
        said += _compared(study)
    return said


def _attention(study: ItemAnalysis) -> str:
    tested = [item for item in study.items if item.tested is not None and not item.filtered]
    known = [item for item in tested if item.power.value is not None]
    told = []
    if wrong := [item.id for item in known if (item.power.value or 0.0) < 0]:
        told.append(
            f"check the answer key of {listed(wrong, MOST_NAMES)}: weak respondents do better there"
        )
    if weak := [item.id for item in known if 0 <= (item.power.value or 0.0) < WEAK]:
        told.append(
            f"replace or improve {listed(weak, MOST_NAMES)}, with a power below {decimal(WEAK)}"
        )
    odd = [item.id for item in tested if any(one.note and one.n for one in item.options)]
    if odd:
        told.append(
            f"look at the options of {listed(odd, MOST_NAMES)}, where a wrong one attracts strong "
            "respondents"
        )
    unknown = len(tested) - len(known)
    more = f" {counted(unknown, 'item')} cannot be judged; the table says why." if unknown else ""
    if not told:
        good = f"All {counted(len(known), 'item')} that can be judged separate" if known else ""
        return f"{good} strong from weak respondents.{more}".strip() if good else more.strip()
    return f"What to do first: {'; '.join(told)}.{more}"


def _reliable(study: ItemAnalysis, test: Matrix) -> str:
    found = reliability(test, fewest=study.settings.fewest)
    mean = "" if found.mean is None else f" The mean score is {decimal(found.mean)}."
    if found.alpha.value is None:
        return f"The reliability of {test.test} is unknown: {found.alpha.reason}.{mean}"
    return (
        f"The reliability of {test.test} (Cronbach's alpha) is {decimal(found.alpha.value)}.{mean}"
    )


def _by(study: ItemAnalysis) -> str:
    return study.settings.by.replace("_", " ")


def _compared(study: ItemAnalysis) -> list[str]:
    groups, by = study.groups(), _by(study)
    said = []
    if study.tests:
        said += _ranked(f"Mean power by {by}", {name: one.power for name, one in groups.items()})
    for dimension in _dimensions(study):
        means = {
            name: one.ratings[dimension] for name, one in groups.items() if dimension in one.ratings
        }
        said += _ranked(f"Mean rating of {dimension} by {by}", means)
    return said


def _ranked(what: str, means: dict[str, Summary]) -> list[str]:
    known = {name: one for name, one in means.items() if one.value is not None}
    names = sorted(known, key=lambda name: (-(known[name].value or 0.0), name))
    told = [
        f"{name or '(no name)'} {with_ends(known[name].value, known[name].interval)}"
        for name in names[:MOST_NAMES]
    ]
    return [f"{what}: {listed(told)}."] if told else []


def _dimensions(study: ItemAnalysis) -> list[str]:
    groups = study.groups().values()
    return list(dict.fromkeys(dimension for one in groups for dimension in one.ratings))


# ------------------------------------------------------------------ items


def _items(study: ItemAnalysis) -> Iterator[Block]:
    if figure := _scatter(study):
        yield figure
    tested = [item for item in study.items if item.tested is not None or item.filtered]
    tested.sort(key=_urgency)
    known = [item.power.value for item in tested if item.power.value is not None]
    ends = [end for item in tested for end in item.power.interval or ()]
    scale = scale_of([0.0, 1.0, *known, *ends])
    with_questions = any(item.example is not None for item in tested)
    columns = [Column("item"), *([Column("question")] if with_questions else []), Column("note")]
    columns += [Column(name, numeric=True) for name in ("n", "share right", "power")]
    columns += [Column(name, numeric=True) for name in NAMES.values()]
    rows = [_row(item, scale, with_questions=with_questions) for item in tested[:MOST_ITEMS]]
    notes = [
        f"{scale_note(scale)} The dashed line is 0. Items that need attention come first. The "
        f"power is the {NAMES[study.settings.power]}: how much more often strong respondents get "
        f"the item right than weak ones. Below {decimal(WEAK)} it is weak; below 0, check the "
        "answer key."
    ]
    if len(tested) > MOST_ITEMS:
        notes.append(f"{len(tested) - MOST_ITEMS:,} more items are left out; -o writes them all.")
    yield Table("Items, those that need attention first", columns, rows, notes)


def _urgency(item: Item) -> tuple[int, float]:
    """Return what sorts items by how much they need attention."""
    value = item.power.value
    if item.filtered:
        return 3, 0.0
    if value is None:
        return 2, 0.0
    odd = any(one.note and one.n for one in item.options)
    return (0 if value < WEAK or odd else 4), value


def _row(item: Item, scale: Scale, *, with_questions: bool) -> list[Cell]:
    row: list[Cell] = [item.id]
    if with_questions:
        row.append("" if item.example is None else clip(one_line(item.example.question), LONGEST))
    urgent = _urgency(item)[0] == 0
    note = item.note or ("see its options" if urgent else "")
    row.append(Value(note, tone="poor" if urgent else ""))
    tested = item.tested
    if tested is None:
        return [*row, "-", "-", _estimate(item.power, scale, f"power of {item.id}"), "-", "-"]
    return [
        *row,
        Value(f"{tested.n:,}", tested.n),
        Value(decimal(tested.difficulty.value), tested.difficulty.value),
        _estimate(item.power, scale, f"power of {item.id}"),
        Value(decimal(tested.point_biserial.value), tested.point_biserial.value),
        Value(decimal(tested.upper_lower.value), tested.upper_lower.value),
    ]


def _estimate(power: Estimate, scale: Scale, what: str) -> Cell:
    # the note says why there is no power
    return interval_cell(power.value, power.interval, scale, what=what, zero=0.0)


def _scatter(study: ItemAnalysis) -> Figure | None:
    points = [
        (item.tested.difficulty.value, item.power.value)
        for item in study.items
        if item.tested is not None
        and not item.filtered
        and item.tested.difficulty.value is not None
        and item.power.value is not None
    ]
    if not points:
        return None
    across, up = Scale(0, 1), scale_of([0.0, 1.0, *(y for _, y in points)])
    drawing = scatter(
        points,
        across,
        up,
        line=[(0, WEAK), (1, WEAK)],
        description=f"the share of right answers and the power of {counted(len(points), 'item')}",
    )
    return Figure(
        f"Difficulty and power of {counted(len(points), 'item')}. Good items are high up; items "
        "below the line are weak. Items at the right are easy, items at the left hard; at either "
        "end they tell little about respondents.",
        drawing,
        across="share of right answers",
        up="power",
    )


# ------------------------------------------------------------------ options and tests


def _options(study: ItemAnalysis) -> Iterator[Table]:
    for test in study.tests:
        if test.key is None:
            continue
        uses = {
            item.id: {one.option: one for one in item.options if one.test == test.test}
            for item in study.items
        }
        uses = {item: mine for item, mine in uses.items() if mine}
        found = {option for mine in uses.values() for option in mine}
        options = sorted(found - {""}, key=lambda one: (len(one), one))
        columns = [Column("item"), Column("key"), Column("note")]
        columns += [Column(name, numeric=True) for name in options]
        columns += [Column("omitted", numeric=True)] if "" in found else []
        ordered = sorted(
            uses, key=lambda item: not any(one.note and one.n for one in uses[item].values())
        )
        rows: list[list[Cell]] = []
        for item in ordered[:MOST_ITEMS]:
            mine = uses[item]
            told = [f"{one.option}: {one.note}" for one in mine.values() if one.note and one.option]
            key = "/".join(one.option for one in mine.values() if one.right)
            cells = [_use(mine.get(one)) for one in (*options, *([""] if "" in found else []))]
            rows.append([item, key, "; ".join(told), *cells])
        named = f" of {test.test}" if len(study.tests) > 1 else ""
        notes = [
            "How many respondents chose each option and, in brackets, their mean score on the rest "
            "of the test. A wrong option chosen by stronger respondents than the key may be right."
        ]
        if len(uses) > MOST_ITEMS:
            notes.append(f"{len(uses) - MOST_ITEMS:,} more items are left out.")
        yield Table(f"Options{named}", columns, rows, notes)


def _use(one: OptionUse | None) -> Cell:
    if one is None:
        return ""
    text = f"{one.n:,}" if one.rest is None else f"{one.n:,} ({decimal(one.rest)})"
    return Value(text, one.n, "good" if one.right else "poor" if one.note and one.n else "")


def _tests(study: ItemAnalysis) -> Table:
    rows: list[list[Cell]] = []
    notes = []
    for test in study.tests:
        found = reliability(test, fewest=study.settings.fewest)
        alpha = found.alpha
        rows.append(
            [
                test.test,
                Value(f"{found.respondents:,}", found.respondents),
                Value(f"{found.items:,}", found.items),
                Value(decimal(found.mean), found.mean),
                Value(decimal(alpha.value), alpha.value),
            ]
        )
        if alpha.value is None:
            notes.append(f"No alpha for {test.test}: {alpha.reason}.")
        notes += [
            f"{test.test}: the column '{column}' is left out: {why}."
            for column, why in test.left_out.items()
        ]
    numbers = ("respondents", "items", "mean score", "alpha")
    columns = [Column("test"), *(Column(name, numeric=True) for name in numbers)]
    return Table("Tests and their reliability", columns, rows, notes)


# ------------------------------------------------------------------ groups, tasks and ratings


def _groups(study: ItemAnalysis) -> Iterator[Block]:
    groups, by = study.groups(), _by(study)
    if study.tests:
        scale = Scale(-1, 1)
        rows: list[list[Cell]] = [
            [
                name or "(no name)",
                _mean(group.power, scale, f"power of {name}", zero=0.0),
                _mean(group.kept, scale, f"power of {name} without filtered items", zero=0.0),
                Value(str(group.power.n + group.power.unscored)),
                Value(str(sum(group.filtered.values()))),
                Value(str(group.power.unscored)),
            ]
            for name, group in groups.items()
        ]
        numbers = ("power", "power without filtered", "items", "filtered", "unscored")
        columns = [Column(by), *(Column(name, numeric=True) for name in numbers)]
        notes = [f"{scale_note(scale)} Items that judges filtered out have a power of -1."]
        yield Table(f"Mean power by {by}", columns, rows, notes)
    for dimension in _dimensions(study):
        yield _ratings(study, dimension)


def _ratings(study: ItemAnalysis, dimension: str) -> Table:
    means = {
        name: one.ratings[dimension]
        for name, one in study.groups().items()
        if dimension in one.ratings
    }
    numbers = [end for one in means.values() for end in (one.value, *(one.interval or ()))]
    scale = scale_of([number for number in numbers if number is not None])
    rows: list[list[Cell]] = [
        [
            name or "(no name)",
            _mean(one, scale, f"{dimension} of {name}"),
            Value(f"{one.n:,}", one.n),
            Value(f"{one.unscored:,}", one.unscored),
        ]
        for name, one in means.items()
    ]
    columns = [Column(_by(study))]
    columns += [Column(name, numeric=True) for name in ("mean", "n", "unscored")]
    return Table(f"Mean rating of {dimension}", columns, rows, [scale_note(scale)])


def _mean(one: Summary, scale: Scale, what: str, zero: float | None = None) -> Cell:
    value = one.value if isinstance(one.value, float) else None
    reason = "; ".join(one.reasons)
    return interval_cell(value, one.interval, scale, what=what, reason=reason, zero=zero)


def _tasks(study: ItemAnalysis) -> Iterator[Block]:
    items = [item for item in study.items if item.example is not None]
    tasks = [item for item in items if item.task.as_json()]
    dimensions = list(
        dict.fromkeys(name for item in items if item.example for name in item.example.ratings)
    )
    if not tasks and not dimensions:
        return
    columns = [Column("item"), Column("question")]
    columns += [Column(name) for name in ("type", "track", "snippets")] if tasks else []
    columns += [Column(name, numeric=True) for name in dimensions]
    rows = [_task_row(item, dimensions, with_task=bool(tasks)) for item in items[:MOST_ITEMS]]
    notes = ["Ratings are means over judges."] if dimensions else []
    if len(items) > MOST_ITEMS:
        notes.append(f"{len(items) - MOST_ITEMS:,} more questions are left out.")
    yield Table("Questions with their tasks and mean ratings", columns, rows, notes)


def _task_row(item: Item, dimensions: Sequence[str], *, with_task: bool) -> list[Cell]:
    assert item.example is not None
    row: list[Cell] = [item.id, clip(one_line(item.example.question), LONGEST)]
    if with_task:
        snippets = clip(one_line(" · ".join(item.task.snippets)), LONGEST)
        row += [item.task.question_type, item.task.track, snippets]
    for name in dimensions:
        if name not in item.example.ratings:
            row.append("-")
            continue
        given = [one for one in item.example.ratings[name] if one is not None]
        mean = mean_rating(item.example, name)
        if mean.value is not None:
            row.append(Value(decimal(mean.value), mean.value))
        else:  # words have no mean
            row.append(clip(one_line(" · ".join(map(str, given))), LONGEST) or "-")
    return row
