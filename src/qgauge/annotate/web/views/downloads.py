"""What admins take away: the ratings, and the data sheet. And codes that raters bring."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from qgauge.annotate.data_sheet import data_sheet as describe
from qgauge.annotate.export import export as rows_of
from qgauge.annotate.web.codes import whose_code
from qgauge.annotate.web.models import Item, Project
from qgauge.annotate.web.store import (
    all_answers,
    all_tasks,
    earlier_texts,
    the_project,
    the_scheme,
)
from qgauge.annotate.web.views.access import admins_only
from qgauge.annotate.web.views.task_view import headline


@require_GET
@admins_only
def export(request: HttpRequest) -> HttpResponse:
    """Send the ratings as JSON Lines, with pseudonyms unless names are asked for."""
    project = the_project()
    made = rows_of(
        the_scheme(project),
        all_tasks(),
        all_answers(),
        raters="names" if "names" in request.GET else "pseudonyms",
        final="final" in request.GET,
        salt=project.salt,
        notes="notes" in request.GET,
        gold="gold" in request.GET,
    )
    lines: Iterator[str] = (json.dumps(row, ensure_ascii=False) + "\n" for row in made.rows)
    kind = "final" if "final" in request.GET else "ratings"
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    return _as_file(response, f"{_file_name(project)}-{kind}.jsonl")


@require_GET
@admins_only
def data_sheet(request: HttpRequest) -> HttpResponse:
    """Send a description of the ratings in Markdown."""
    project = the_project()
    text = describe(
        the_scheme(project),
        all_tasks(),
        all_answers(),
        sources=project.files,
        overlap=project.overlap,
        salt=project.salt,
        earlier_texts=earlier_texts(),
    )
    response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    return _as_file(response, f"{_file_name(project)}-data-sheet.md")


@require_GET
@admins_only
def codes(request: HttpRequest) -> HttpResponse:
    """Say who finished which text with a code."""
    code = request.GET.get("code", "")[:100]
    context = {"code": code, "found": None}
    found = whose_code(code) if code.strip() else None
    if found is not None:
        person, cluster = found
        scheme = the_scheme(the_project())
        first = Item.objects.filter(cluster=cluster).order_by("number").first()
        context["found"] = {
            "person": person,
            "cluster": cluster,
            "headline": headline(scheme, first.content, 200) if first else "",
        }
    return render(request, "annotate/codes.html", context)


def _file_name(project: Project) -> str:
    """Return the name of the project as part of a file name."""
    return slugify(project.name) or "annotation"


def _as_file(response: HttpResponse, name: str) -> HttpResponse:
    response.headers["Content-Disposition"] = content_disposition_header(True, name)
    return response
