"""How well the raters agree, for admins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from qgauge.annotate.agreement import FieldAgreement, ItemAgreement, PairAgreement
from qgauge.annotate.scheme import Scheme
from qgauge.annotate.web.live import live_state
from qgauge.annotate.web.models import Item
from qgauge.annotate.web.store import the_project
from qgauge.annotate.web.views.access import admins_only
from qgauge.annotate.web.views.task_view import headline
from qgauge.stats.estimate import Estimate

ITEMS_PER_PAGE = 50
LINE = 90
MOST_PAIRS = 100
_MEASURES = {
    "alpha_nominal": "α nominal",
    "alpha_ordinal": "α ordinal",
    "alpha_interval": "α interval",
    "kappa": "κ",
    "kappa_quadratic": "κ quadratic",
    "pairwise_f1": "pairwise F1",
    "snippet_f": "snippet F",
    "full": "full agreement",
}
_AGAINST = {
    "labels": "κ with the majority of the others",
    "ordered labels": "κ with the majority of the others",
    "flag": "κ with the majority of the others",
    "numbers": "α interval with the mean of the others",
    "spans": "F against the concepts of the others",
}


@dataclass(frozen=True, slots=True)
class _Pair:
    first: str
    second: str
    cells: Sequence[tuple[str, Estimate | None]]
    """By the name of the column."""


@dataclass(frozen=True, slots=True)
class _FieldTable:
    """One field with all its numbers, in the order of their columns."""

    field: FieldAgreement
    measures: Sequence[tuple[str, Estimate]]
    pair_columns: Sequence[str]
    pairs: Sequence[_Pair]
    """The pairs with the most items in common."""
    against: str
    """How a rater is compared with the others."""

    @classmethod
    def of(cls, field: FieldAgreement) -> _FieldTable:
        columns = [name for name in _MEASURES if any(name in one.measures for one in field.pairs)]
        shown = sorted(field.pairs, key=lambda one: -_in_common(one))[:MOST_PAIRS]
        return cls(
            field,
            [
                (_MEASURES[name], field.measures[name])
                for name in _MEASURES
                if name in field.measures
            ],
            [_MEASURES[name] for name in columns],
            [
                _Pair(
                    one.first,
                    one.second,
                    [(_MEASURES[name], one.measures.get(name)) for name in columns],
                )
                for one in shown
            ],
            _AGAINST[field.rated],
        )


def _in_common(pair: PairAgreement) -> int:
    return max(one.n for one in pair.measures.values())


@dataclass(frozen=True, slots=True)
class _ItemRow:
    """One item in the list of disagreements."""

    pk: int
    headline: str
    item: ItemAgreement


@require_GET
@admins_only
def agreement(request: HttpRequest) -> HttpResponse:
    """Show agreement by field, by pair, by rater and by item, and what is still missing."""
    state = live_state(the_project())
    pages = Paginator(state.disputed, ITEMS_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "made_at": state.made_at,
        "report": state.report,
        "missing": state.missing,
        "tables": [_FieldTable.of(field) for field in state.report.fields],
        "page": page,
        "rows": _rows(state.scheme, page.object_list),
        "most_pairs": MOST_PAIRS,
    }
    return render(request, "annotate/agreement.html", context)


def _rows(scheme: Scheme, found: Sequence[ItemAgreement]) -> list[_ItemRow]:
    items = {one.key: one for one in Item.objects.filter(key__in=[one.task for one in found])}
    return [
        _ItemRow(items[one.task].pk, headline(scheme, items[one.task].content, LINE), one)
        for one in found
    ]
