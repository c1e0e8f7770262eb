"""Pages on which adjudicators decide where raters disagree. They see no names and no systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from qgauge.annotate.agreement import ItemAgreement, disputed
from qgauge.annotate.answers import InvalidAnswer, check_answer
from qgauge.annotate.scheme import Scheme
from qgauge.annotate.tasks import Task
from qgauge.annotate.web.adjudication import (
    AlreadyDecided,
    NotAThird,
    decide,
    decision_of,
    decisions,
    is_involved,
    letter,
    look,
    ratings_of,
)
from qgauge.annotate.web.live import live_state
from qgauge.annotate.web.models import Assignment, Item, Person, Project
from qgauge.annotate.web.saving import LONGEST_NOTE, LONGEST_REASON, Stale
from qgauge.annotate.web.store import answer_of, task_of, the_project, the_scheme
from qgauge.annotate.web.views.access import adjudicators_only
from qgauge.annotate.web.views.concept_choice import chosen_spans, concept_form
from qgauge.annotate.web.views.sent import (
    new_save_id,
    note_of,
    seconds_of,
    storable,
    version_of,
)
from qgauge.annotate.web.views.task_view import (
    answer_rows,
    form_values,
    headline,
    task_context,
    title_of,
    value_text,
)

ITEMS_PER_PAGE = 50
LINE = 120


@dataclass(frozen=True, slots=True)
class _Row:
    """One item in a list."""

    pk: int
    headline: str
    fields: str
    """In what the raters differ."""
    ratings: int


@require_GET
@adjudicators_only
def disputes(request: HttpRequest) -> HttpResponse:
    """List the items on which raters disagree and nobody has decided, the worst first."""
    state = live_state(the_project())
    decided = set(decisions().values_list("item__key", flat=True))
    own = Assignment.objects.filter(person=request.user)
    rated = set(
        own.exclude(stage=Assignment.Stage.ADJUDICATION).values_list("item__key", flat=True)
    )
    waiting = [one for one in state.disputed if one.task not in decided]
    page = Paginator([one for one in waiting if one.task not in rated], ITEMS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    made = decisions() if request.user.is_admin else decisions().filter(person=request.user)
    context = {
        "page": page,
        "rows": _rows(state.scheme, page.object_list),
        "yours": sum(one.task in rated for one in waiting),
        "decided": [
            (one, headline(state.scheme, one.item.content, LINE))
            for one in made.select_related("item", "person")[:ITEMS_PER_PAGE]
        ],
        "decided_by_all": len(decided),
    }
    return render(request, "annotate/disputes.html", context)


def _rows(scheme: Scheme, found: Sequence[ItemAgreement]) -> list[_Row]:
    items = {one.key: one for one in Item.objects.filter(key__in=[one.task for one in found])}
    return [
        _Row(
            items[one.task].pk,
            headline(scheme, items[one.task].content, LINE),
            ", ".join(one.disagreed),
            one.ratings,
        )
        for one in found
    ]


@require_http_methods(["GET", "POST"])
@adjudicators_only
def dispute(request: HttpRequest, item: int) -> HttpResponse:
    """Show an item with the answers so far, and save what the adjudicator decides."""
    found = get_object_or_404(Item, pk=item, training=False, replaced=False)
    if is_involved(request.user, found):
        return _not_a_third(request)
    page = _Dispute.of(found, request.user)
    try:
        look(found, request.user, page.project)
    except NotAThird:  # given to this person a moment ago
        return _not_a_third(request)
    if request.method == "POST":
        return page.save(request)
    return page.shown(request)


@dataclass(frozen=True, slots=True)
class _Dispute:
    """One item before one adjudicator."""

    project: Project
    scheme: Scheme
    item: Item
    task: Task
    person: Person
    ratings: Sequence[Assignment]
    decision: Assignment | None

    @classmethod
    def of(cls, item: Item, person: Person) -> _Dispute:
        """Look everything up.

        Raises:
            Http404: There is nothing to decide.
        """
        project = the_project()
        scheme, task = the_scheme(project), task_of(item)
        ratings, decision = ratings_of(item, project), decision_of(item)
        if decision is None and not disputed(scheme, [task], list(map(answer_of, ratings))):
            raise Http404
        return cls(project, scheme, item, task, person, ratings, decision)

    @property
    def is_closed(self) -> bool:
        """Whether somebody else has decided."""
        return self.decision is not None and self.decision.person_id != self.person.pk

    def save(self, request: HttpRequest) -> HttpResponse:
        """Save the decision; show the page again if that is impossible."""
        if self.is_closed:
            return self.shown(request, status=409)
        values, problems = self._sent(request.POST)
        note, reason = note_of(request), self._reason(request)
        if len(note) > LONGEST_NOTE:
            problems["note"] = f"has {len(note):,} characters; {LONGEST_NOTE:,} at most"
        checked: Mapping[str, Any] = {}
        if reason is None:
            try:
                checked = check_answer(self.scheme, values, self.task.content)
            except InvalidAnswer as invalid:
                problems = {**invalid.problems, **problems}
        elif not 0 < len(reason) <= LONGEST_REASON:
            problems["reason"] = f"Say why not, in {LONGEST_REASON} characters at most."
        if problems:
            return self.shown(request, values, problems, status=422)
        version, save_id = version_of(request)
        try:
            decide(
                self.item,
                self.person,
                self.project,
                version=version,
                save_id=save_id,
                values=checked,
                note=note,
                skipped=reason or "",
                seconds=seconds_of(request),
            )
        except NotAThird:
            return _not_a_third(request)
        except (AlreadyDecided, Stale):
            return _Dispute.of(self.item, self.person).shown(request, values, status=409)
        return redirect("disputes")

    @staticmethod
    def _reason(request: HttpRequest) -> str | None:
        """Return why it cannot be decided; None if it was decided."""
        if "skip" not in request.POST:
            return None
        return " ".join(storable(request.POST.get("reason", "")).split())

    def _sent(self, sent: QueryDict) -> tuple[dict[str, Any], dict[str, str]]:
        values, problems = form_values(self.scheme, sent, self.task.content)
        for field in self.scheme.fields:
            if field.type == "spans":
                values[field.name] = chosen_spans(field, sent)
                problems.pop(field.name, None)
        return values, problems

    def shown(
        self,
        request: HttpRequest,
        values: Mapping[str, Any] | None = None,
        problems: Mapping[str, str] | None = None,
        status: int = 200,
    ) -> HttpResponse:
        """Return the page, with these values or with those saved before.

        A form with problems keeps its version, so that it cannot hide a save in the meantime. One
        that was refused shows what was saved, and starts from there.
        """
        decision, content = self.decision, self.task.content
        begins = values if values is not None else decision.values if decision else self._agreed()
        view = task_context(self.scheme, content, begins, problems)
        is_chosen = values is not None or (decision is not None and not decision.skipped)
        version, save_id = decision.version if decision else 0, new_save_id()
        if problems:
            version, save_id = version_of(request)
        context = {
            **view,
            "fields": [one for one in view["fields"] if one.field.type != "spans"],
            "concept_forms": self._concept_forms(begins if is_chosen else None),
            "raters": [self._rater(at, one) for at, one in enumerate(self.ratings)],
            "answers": self._answers(),
            "starts": not is_chosen and bool(begins),
            "skips": any(one.skipped for one in self.ratings),
            "notes": any(one.note for one in self.ratings),
            "decision": decision,
            "decided": answer_rows(self.scheme, decision.values if decision else {}, content),
            "closed": self.is_closed,
            "conflict": status == 409,
            "problems": problems or {},
            "item": self.item,
            "version": version,
            "save_id": save_id,
            "note": request.POST.get("note", decision.note if decision else ""),
            "reason": request.POST.get("reason", decision.skipped if decision else ""),
        }
        return render(request, "annotate/dispute.html", context, status=status)

    def _agreed(self) -> dict[str, Any]:
        """Return the choices and flags on which several raters agree, to start with."""
        said = [one.values for one in self.ratings if not one.skipped]
        return {
            field.name: said[0][field.name]
            for field in self.scheme.fields
            if field.type in ("choice", "flags")
            and len(said) > 1
            and field.name in said[0]
            and all(values.get(field.name) == said[0][field.name] for values in said)
        }

    def _rater(self, at: int, one: Assignment) -> dict[str, Any]:
        """Return how a rater is called. Admins see the name when all is decided."""
        known = self.person.is_admin and self.is_closed
        return {
            "letter": letter(at),
            "name": one.person.username if known else "",
            "skipped": one.skipped,
            "note": one.note,
        }

    def _answers(self) -> list[dict[str, Any]]:
        """Return by field what each rater said; spans are shown in the text."""
        rows = []
        for field in self.scheme.fields:
            if field.type == "spans":
                continue
            said = [
                value_text(field, one.values[field.name]) if field.name in one.values else ""
                for one in self.ratings
            ]
            given = {text for text, one in zip(said, self.ratings, strict=True) if not one.skipped}
            if any(said):
                differ = field.type != "text" and len(given) > 1
                rows.append({"title": title_of(field), "said": said, "differ": differ})
        return rows

    def _concept_forms(self, chosen: Mapping[str, Any] | None) -> list[Any]:
        forms = []
        for field in self.scheme.fields:
            if field.type == "spans":
                marked = {
                    letter(at): one.values.get(field.name, [])
                    for at, one in enumerate(self.ratings)
                    if not one.skipped
                }
                before = None if chosen is None else chosen.get(field.name, [])
                forms.append(concept_form(field, self.task, marked, before))
        return forms


def _not_a_third(request: HttpRequest) -> HttpResponse:
    context = {
        "title": "Somebody else has to decide",
        "what": "You are one of the raters of this item. Disagreements are decided by a third.",
    }
    return render(request, "annotate/error.html", context, status=403)
