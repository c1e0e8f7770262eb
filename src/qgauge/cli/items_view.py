"""Output of `qgauge items`: rows, JSON and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from qgauge import __version__
from qgauge.cli.terminal import clean, number, print_rows
from qgauge.core import Summary

if TYPE_CHECKING:
    from qgauge.items import Item, ItemAnalysis, Matrix, OptionUse
    from qgauge.stats.estimate import Estimate


def item_row(item: Item) -> dict[str, Any]:
    from qgauge.items import estimate_json, mean_rating

    made: dict[str, Any] = {"id": item.id}
    if item.example is not None:
        made |= {"system": item.example.system, "question": item.example.question}
    made |= item.task.as_json()
    if item.filtered:
        made["filtered"] = item.filtered
    made["power"] = estimate_json(item.power)
    if item.tested is not None:
        made["n"] = item.tested.n
        for name in ("difficulty", "point_biserial", "upper_lower"):
            made[name] = estimate_json(getattr(item.tested, name))
    if item.options:
        made["options"] = [one.as_json() for one in item.options]
    if item.example is not None and item.example.ratings:
        made["ratings"] = {
            name: estimate_json(mean_rating(item.example, name)) for name in item.example.ratings
        }
    return made


def as_json(study: ItemAnalysis) -> dict[str, Any]:
    from qgauge.items import estimate_json, reliability

    fewest = study.settings.fewest
    tests = {
        test.test: {
            "respondents": found.respondents,
            "items": found.items,
            "mean": found.mean,
            "alpha": estimate_json(found.alpha),
            "left_out": dict(test.left_out),
        }
        for test in study.tests
        for found in [reliability(test, fewest=fewest)]
    }
    groups = {
        name: {
            "power": group.power.as_json(),
            "without_filtered": group.kept.as_json(),
            "filtered": dict(group.filtered),
            "ratings": {each: mean.as_json() for each, mean in group.ratings.items()},
        }
        for name, group in study.groups().items()
    }
    return {
        "tests": tests,
        "by": study.settings.by,
        "groups": groups,
        "items": [item_row(item) for item in study.items],
        "signature": study.settings.signature(__version__),
    }


# -------------------------------------------------------------------- tables


def print_study(out: Console, study: ItemAnalysis) -> None:
    if study.tests:
        _print_tests(out, study)
        out.print()
        _print_items(out, study)
        out.print()
        for test in study.tests:
            if test.key is not None:
                _print_options(out, study, test)
                out.print()
    if study.rows:
        _print_groups(out, study)
    out.print(Text(f"signature {study.settings.signature(__version__)}"), soft_wrap=True)


def _print_tests(out: Console, study: ItemAnalysis) -> None:
    from qgauge.items import reliability

    columns = ["test", "respondents", "items", "mean score", "alpha"]
    found = [reliability(test, fewest=study.settings.fewest) for test in study.tests]
    rows = [
        (one.test, str(one.respondents), str(one.items), number(one.mean), number(one.alpha.value))
        for one in found
    ]
    print_rows(out, columns, rows, right=columns[1:])
    for one in found:
        if one.alpha.value is None:
            out.print(Text(clean(f"no alpha for {one.test}: {one.alpha.reason}")))


def _print_items(out: Console, study: ItemAnalysis) -> None:
    columns = [
        "item",
        "n",
        "share right",
        "point-biserial",
        "95% CI",
        "upper-lower",
        "power",
        "note",
    ]
    rows = []
    for item in study.items:
        tested = item.tested
        found: list[Estimate | None] = [None, None, None]
        if tested is not None:
            found = [tested.difficulty, tested.point_biserial, tested.upper_lower]
        values = [number(one.value) if one else "-" for one in found]
        interval = found[1].interval if found[1] else None
        shown = f"{interval[0]:.2f} .. {interval[1]:.2f}" if interval else "-"
        rows.append(
            (
                item.id,
                str(tested.n if tested else 0),
                *values[:2],
                shown,
                values[2],
                number(item.power.value),
                item.note,
            )
        )
    print_rows(out, columns, rows, right=columns[1:-1])
    without = [item.id for item in study.items if item.example is None]
    if study.rows and without:
        first = ", ".join(without[:5]) + (", …" if len(without) > 5 else "")
        note = f"{len(without)} item(s) without a question in --questions, in no mean: {first}"
        out.print(Text(clean(note)))


def left_out_columns(study: ItemAnalysis) -> list[str]:
    """Return one sentence per column that was left out without being named by the user."""
    return [
        f"qgauge: {test.test}: left out the column '{column}': {why}."
        for test in study.tests
        for column, why in test.left_out.items()
    ]


def _print_options(out: Console, study: ItemAnalysis, test: Matrix) -> None:
    """Print how many chose each option of each item of a test, with their mean rest score."""
    uses = {
        item.id: {one.option: one for one in item.options if one.test == test.test}
        for item in study.items
    }
    uses = {item: mine for item, mine in uses.items() if mine}
    found = {option for mine in uses.values() for option in mine}
    options = sorted(found - {""}, key=lambda one: (len(one), one))
    columns = ["item", "key", *options, *(["omitted"] if "" in found else []), "note"]
    rows = []
    for item, mine in uses.items():
        cells = [_use(mine[one]) if one in mine else "" for one in columns[2:-1] if one in options]
        if "" in found:
            cells.append(_use(mine[""]) if "" in mine else "0")
        notes = [f"{one.option}: {one.note}" for one in mine.values() if one.note and one.option]
        key = "/".join(one.option for one in mine.values() if one.right)
        rows.append((item, key, *cells, "; ".join(notes)))
    named = f" in {test.test}" if len(study.tests) > 1 else ""
    out.print(Text(clean(f"options{named}: respondents who chose each, and their mean rest score")))
    print_rows(out, columns, rows, right=columns[2:-1])


def _use(one: OptionUse) -> str:
    return str(one.n) if one.rest is None else f"{one.n} ({one.rest:.2f})"


def _print_groups(out: Console, study: ItemAnalysis) -> None:
    by = study.settings.by
    groups = study.groups()
    if study.tests:
        columns = [by, "power", "95% CI", "power without filtered", "items", "filtered", "unscored"]
        rows = [
            (
                name or "(no name)",
                number(group.power.value),
                _interval(group.power),
                number(group.kept.value),
                str(group.power.n + group.power.unscored),
                str(sum(group.filtered.values())),
                str(group.power.unscored),
            )
            for name, group in groups.items()
        ]
        print_rows(out, columns, rows, right=columns[1:])
        out.print()
    ratings = [
        (
            dimension,
            name or "(no name)",
            number(mean.value),
            _interval(mean),
            str(mean.n),
            str(mean.unscored),
        )
        for dimension in dict.fromkeys(each for one in groups.values() for each in one.ratings)
        for name, group in groups.items()
        if (mean := group.ratings.get(dimension)) is not None
    ]
    if ratings:
        columns = ["rating", by, "mean", "95% CI", "n", "unscored"]
        print_rows(out, columns, ratings, right=columns[2:])
        out.print()


def _interval(summary: Summary) -> str:
    if summary.interval is None:
        return "-"
    return f"{number(summary.interval[0])} .. {number(summary.interval[1])}"
