"""The pages on which people rate: each sees their own tasks only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from qgauge.annotate.answers import InvalidAnswer, asked, check_answer
from qgauge.annotate.scheme import Field, Scheme
from qgauge.annotate.scheme_files import parse_scheme
from qgauge.annotate.shown import guideline_blocks, shown
from qgauge.annotate.web import dealing, saving
from qgauge.annotate.web.codes import code_of, drafts_tag
from qgauge.annotate.web.models import Assignment, Person, Revision
from qgauge.annotate.web.store import the_project, the_scheme
from qgauge.annotate.web.views.access import members_only
from qgauge.annotate.web.views.sent import (
    new_save_id,
    note_of,
    seconds_of,
    storable,
    version_of,
)
from qgauge.annotate.web.views.task_view import (
    answer_rows,
    example_views,
    form_values,
    headline,
    task_context,
    title_of,
    value_text,
)

PER_PAGE = 50
_OPEN = Assignment.State.OPEN
_TRAINING = Assignment.Stage.TRAINING


# ------------------------------------------------------------------ pages


@require_GET
@members_only
def work(request: HttpRequest) -> HttpResponse:
    """Go to the next task; say so if there is none."""
    project = the_project()
    scheme = the_scheme(project)
    found = dealing.next_assignment(request.user, project, scheme.grouped)
    if found is not None:
        return redirect("task", found.pk)
    context = {
        "progress": dealing.progress(request.user, project),
        **_undo_context(request.user, _last(request.user)),
    }
    return render(request, "annotate/done.html", context)


@require_http_methods(["GET", "POST"])
@members_only
def task(request: HttpRequest, number: int) -> HttpResponse:
    """Show a task with its form; save what the form sends."""
    assignment = _own(request, number)
    if request.method != "POST":
        values, note = _start(assignment)
        return _task_page(request, assignment, values, note=note)
    scheme = the_scheme(the_project())
    values, problems = form_values(scheme, request.POST, assignment.item.content)
    note = note_of(request)
    if len(note) > saving.LONGEST_NOTE:
        problems["note"] = f"has {len(note):,} characters; {saving.LONGEST_NOTE:,} at most"
    try:
        checked = check_answer(scheme, values, assignment.item.content)
    except InvalidAnswer as invalid:
        problems = {**invalid.problems, **problems}
    if problems:
        return _task_page(
            request, assignment, values, note=note, problems=problems, sent=True, status=422
        )
    return _save(request, assignment, values, checked, note)


@require_http_methods(["GET", "POST"])
@members_only
def skip(request: HttpRequest, number: int) -> HttpResponse:
    """Leave a task out, with a reason; what was typed beside it stays in the form on a problem."""
    assignment = _own(request, number)
    if request.method != "POST":
        return redirect("task", number)
    reason = " ".join(
        storable(request.POST.get("other_reason") or request.POST.get("reason") or "").split()
    )
    note = note_of(request)
    if not reason or len(reason) > saving.LONGEST_REASON or len(note) > saving.LONGEST_NOTE:
        values, _ = form_values(the_scheme(the_project()), request.POST, assignment.item.content)
        problems = {"skip": "Say why, in a few words."} if not reason else {"skip": "Too long."}
        return _task_page(
            request, assignment, values, note=note, problems=problems, sent=True, status=422
        )
    return _save(request, assignment, {}, {}, note, reason)


@require_http_methods(["GET", "POST"])
@members_only
def undo(request: HttpRequest, number: int) -> HttpResponse:
    """Take the latest save of a task back, and show the task."""
    assignment = _own(request, number)
    if request.method == "POST":
        version, save_id = version_of(request)
        if version > 0:
            try:
                saving.undo(assignment, version=version, save_id=save_id)
            except saving.Stale as stale:
                return _stale_page(request, stale.current, {}, "")
    return redirect("task", number)


@require_GET
@members_only
def mine(request: HttpRequest) -> HttpResponse:
    """List what the person has answered, to look something up and to change it."""
    scheme = the_scheme(the_project())
    wanted = request.GET.get("q", "")[:200].strip()
    saved = _answered(request.user).select_related("item").order_by("-saved_at", "-pk")
    if wanted:
        found = [one for one in saved if _mentions(scheme, one, wanted)]
        pages = Paginator(found, PER_PAGE)
    else:
        pages = Paginator(saved, PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = [
        {
            "assignment": one,
            "headline": headline(scheme, one.item.content),
            "answer": answer_rows(scheme, one.values, one.item.content),
        }
        for one in page
    ]
    return render(request, "annotate/mine.html", {"rows": rows, "page": page, "q": wanted})


@require_GET
@members_only
def guidelines(request: HttpRequest) -> HttpResponse:
    """Show the guidelines and the worked examples on a page of their own."""
    scheme = the_scheme(the_project())
    context = {"scheme": scheme, **_guidelines(scheme), "all_open": True}
    return render(request, "annotate/guidelines.html", context)


@require_GET
@members_only
def feedback(request: HttpRequest, number: int) -> HttpResponse:
    """After a task of the training round: the right answer. After a text: a table of answers."""
    assignment = _own(request, number)
    if assignment.state == _OPEN:
        return redirect("task", number)
    scheme = the_scheme(the_project())
    if assignment.stage == _TRAINING:
        return _training_page(request, scheme, assignment)
    if not scheme.feedback:
        return redirect("work")
    return _cluster_page(request, scheme, assignment)


# ------------------------------------------------------------------ a task


def _own(request: HttpRequest, number: int) -> Assignment:
    """Return an assignment of this person; adjudication has pages of its own."""
    own = Assignment.objects.select_related("item").exclude(stage=Assignment.Stage.ADJUDICATION)
    found: Assignment = get_object_or_404(own, pk=number, person=request.user)
    return found


def _answered(person: Person) -> QuerySet[Assignment]:
    own = Assignment.objects.filter(person=person).exclude(state=_OPEN)
    return own.exclude(stage=Assignment.Stage.ADJUDICATION)


def _last(person: Person) -> Assignment | None:
    """Return what the person saved last, which they can undo."""
    return _answered(person).defer("values", "note").order_by("-saved_at", "-pk").first()


def _undo_context(person: Person, last: Assignment | None) -> dict[str, Any]:
    return {
        "last": last,
        "undo_id": new_save_id(),
        "drafts": drafts_tag(the_project(), person),
    }


def _start(assignment: Assignment) -> tuple[Mapping[str, Any], str]:
    """Return the values and the note with which the form begins: also those taken back."""
    if assignment.state == _OPEN and assignment.version > 0:
        taken_back = Revision.objects.filter(
            assignment=assignment, version=assignment.version - 1
        ).first()
        if taken_back is not None:
            return taken_back.values, taken_back.note
    return assignment.values, assignment.note


def _task_page(
    request: HttpRequest,
    assignment: Assignment,
    values: Mapping[str, Any],
    *,
    note: str,
    problems: Mapping[str, str] | None = None,
    sent: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Show a task.

    Args:
        request: The request.
        assignment: The task of this person.
        values: What the form begins with.
        note: The note.
        problems: What is wrong, by field.
        sent: Whether the form was sent: its version and the number of the save stay the same.
        status: The HTTP status.
    """
    project = the_project()
    scheme = the_scheme(project)
    version, save_id = version_of(request) if sent else (assignment.version, new_save_id())
    context = {
        **task_context(scheme, assignment.item.content, values, problems),
        "guidelines_html": _guidelines_html(scheme.source),
        "assignment": assignment,
        "version": version,
        "save_id": save_id,
        "note": note,
        "problems": problems or {},
        "reason": request.POST.get("reason", "") if sent else assignment.skipped,
        "other_reason": _other_reason(request, scheme, assignment, sent),
        "taken_back": not sent and assignment.state == _OPEN and bool(values),
        "blocks": _blocks(scheme, assignment) if scheme.grouped else [],
        "progress": dealing.progress(request.user, project),
        **_undo_context(request.user, _last(request.user)),
        "is_folded": request.COOKIES.get("guidelines") == "folded",
    }
    return render(request, "annotate/task.html", context, status=status)


def _other_reason(request: HttpRequest, scheme: Scheme, assignment: Assignment, sent: bool) -> str:
    if sent:
        return request.POST.get("other_reason", "")
    return "" if assignment.skipped in scheme.skip_reasons else assignment.skipped


def _blocks(scheme: Scheme, assignment: Assignment) -> list[dict[str, Any]]:
    """Return the tasks of the same text that the person has."""
    own = Assignment.objects.filter(
        person=assignment.person_id,
        stage=assignment.stage,
        item__cluster=assignment.item.cluster,
        item__replaced=False,
    ).select_related("item")
    return [
        {
            "number": at,
            "assignment": one,
            "headline": headline(scheme, one.item.content),
            "is_current": one.pk == assignment.pk,
            "is_done": one.state != _OPEN,
        }
        for at, one in enumerate(own.order_by("position"), 1)
    ]


def _guidelines(scheme: Scheme) -> dict[str, Any]:
    return {
        "guidelines": guideline_blocks(scheme.guidelines),
        "examples": example_views(scheme),
    }


@lru_cache(maxsize=4)
def _guidelines_html(source: str) -> str:
    """Render the guidelines once: they are on every page, and the same for everybody."""
    return render_to_string("annotate/_guidelines.html", _guidelines(parse_scheme(source)))


# ------------------------------------------------------------------ saving


def _save(
    request: HttpRequest,
    assignment: Assignment,
    typed: Mapping[str, Any],
    checked: Mapping[str, Any],
    note: str,
    skipped: str = "",
) -> HttpResponse:
    version, save_id = version_of(request)
    try:
        saved = saving.save(
            assignment,
            version=version,
            save_id=save_id,
            values=checked,
            note=note,
            skipped=skipped,
            seconds=seconds_of(request),
        )
    except saving.Stale as stale:
        return _stale_page(request, stale.current, typed, note, skipped)
    return redirect(_next_url(request.user, saved))


def _next_url(person: Person, saved: Assignment) -> str:
    project = the_project()
    scheme = the_scheme(project)
    if saved.stage == _TRAINING or (scheme.feedback and not _is_begun(saved)):
        return reverse("feedback", args=[saved.pk])
    following = dealing.next_assignment(person, project, scheme.grouped)
    return reverse("task", args=[following.pk]) if following else reverse("work")


def _is_begun(assignment: Assignment) -> bool:
    """Tell whether tasks of the same text are still open."""
    return Assignment.objects.filter(
        person=assignment.person_id,
        stage=assignment.stage,
        item__cluster=assignment.item.cluster,
        item__replaced=False,
        state=_OPEN,
    ).exists()


def _stale_page(
    request: HttpRequest,
    current: Assignment,
    typed: Mapping[str, Any],
    note: str,
    skipped: str = "",
) -> HttpResponse:
    """Show the saved answer beside the typed one; the person chooses."""
    scheme = the_scheme(the_project())
    content = current.item.content
    context = {
        **task_context(scheme, content, typed),
        "assignment": current,
        "saved": answer_rows(scheme, current.values, content),
        "is_undo": not typed and not skipped,
        "note": note,
        "skipped": skipped,
        "save_id": new_save_id(),
        "seconds": seconds_of(request),
        "drafts": drafts_tag(the_project(), request.user),
    }
    return render(request, "annotate/stale.html", context, status=409)


# ------------------------------------------------------------------ looking back


def _mentions(scheme: Scheme, assignment: Assignment, wanted: str) -> bool:
    texts = shown(scheme, assignment.item.content)
    where = [
        *(one.text for one in texts.texts),
        *(one.text for one in texts.sentences),
        *(text for _, text in answer_rows(scheme, assignment.values, {})),
        assignment.note,
        assignment.skipped,
    ]
    return any(wanted.casefold() in text.casefold() for text in where)


def _training_page(request: HttpRequest, scheme: Scheme, assignment: Assignment) -> HttpResponse:
    own = Assignment.objects.filter(
        person=request.user, stage=_TRAINING, item__replaced=False
    ).select_related("item")
    all_own = list(own.order_by("position"))
    is_over = all(one.state != _OPEN for one in all_own)
    context = {
        **task_context(scheme, assignment.item.content, assignment.values),
        "assignment": assignment,
        "rows": _compared(scheme, assignment),
        "is_right": _is_right(scheme, assignment),
        "why": assignment.item.why,
        "is_over": is_over,
        "total": len(all_own),
        "right_count": sum(_is_right(scheme, one) for one in all_own),
        "summary": [
            {
                "assignment": one,
                "headline": headline(scheme, one.item.content),
                "is_right": _is_right(scheme, one),
            }
            for one in (all_own if is_over else ())
        ],
        **_undo_context(request.user, assignment),
    }
    return render(request, "annotate/training.html", context)


def _is_right(scheme: Scheme, assignment: Assignment) -> bool:
    gold = assignment.item.gold or {}
    return assignment.state == Assignment.State.DONE and all(
        _same(field, assignment.values.get(field.name), gold[field.name])
        for field in scheme.fields
        if field.name in gold and field.type != "text"
    )


def _same(field: Field, given: Any, right: Any) -> bool:
    if field.type == "spans":
        return _places(given) == _places(right)
    if field.type == "flags":
        return set(given or ()) == set(right)
    return bool(given == right)


def _places(spans: Iterable[Mapping[str, Any]] | None) -> set[tuple[Any, ...]]:
    return {(one["start"], one["end"], one["kind"]) for one in spans or ()}


def _compared(scheme: Scheme, assignment: Assignment) -> list[dict[str, Any]]:
    """Return each field with the own answer and the right one."""
    gold, values = assignment.item.gold or {}, assignment.values
    text = str(assignment.item.content.get("text") or "")
    return [
        {
            "title": title_of(field),
            "given": _cell(scheme, field, values, text),
            "right": _cell(scheme, field, gold, text),
            "is_judged": field.name in gold and field.type != "text",
            "is_same": field.name in gold
            and _same(field, values.get(field.name), gold[field.name]),
        }
        for field in scheme.fields
        if field.name in gold or field.name in values
    ]


def _cluster_page(request: HttpRequest, scheme: Scheme, assignment: Assignment) -> HttpResponse:
    """Show the answers for a text in a table, with a code once all are there."""
    blocks = _blocks(scheme, assignment)
    headings = _headings(scheme)
    for block in blocks:
        one = block["assignment"]
        text = str(one.item.content.get("text") or "")
        cells = [_cell(scheme, field, one.values, text) for field in scheme.fields]
        block["cells"] = list(zip(headings, cells, strict=True))
    is_over = all(block["is_done"] for block in blocks)
    context = {
        "scheme": scheme,
        "blocks": blocks,
        "headings": headings,
        "columns": len(scheme.fields),
        "code": code_of(request.user, assignment.item.cluster) if is_over else "",
        **_undo_context(request.user, _last(request.user)),
    }
    return render(request, "annotate/feedback.html", context)


def _headings(scheme: Scheme) -> list[str]:
    """Return the headings of the fields; criteria are numbered."""
    number = 0
    headings = []
    for field in scheme.fields:
        number += field.type == "choice"
        headings.append(
            f"{number}. {title_of(field)}" if field.type == "choice" else title_of(field)
        )
    return headings


def _cell(scheme: Scheme, field: Field, values: Mapping[str, Any], text: str) -> str:
    if field not in asked(scheme, values):
        return "skipped"
    if field.name in values:
        return value_text(field, values[field.name], text)
    if field.type == "flags":
        return "no" if len(field.choices) == 1 else "none"
    return ""
