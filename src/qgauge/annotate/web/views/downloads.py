"""What admins take away: the ratings, and the data sheet. And codes that raters bring."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from qgauge.annotate.export import export_rows
from qgauge.annotate.web.codes import whose_code
from qgauge.annotate.web.models import Item, Project
from qgauge.annotate.web.store import all_answers, all_tasks, the_project, the_scheme
from qgauge.annotate.web.views.access import admins_only
from qgauge.annotate.web.views.task_view import headline


@require_GET
@admins_only
def export(request: HttpRequest) -> HttpResponse:
    """Send the ratings as JSON Lines, with pseudonyms unless names are asked for."""
    project = the_project()
    rows = export_rows(
        the_scheme(project),
        all_tasks(),
        all_answers(),
        raters="names" if "names" in request.GET else "pseudonyms",
        final="final" in request.GET,
        salt=project.salt,
        notes="notes" in request.GET,
    )
    lines: Iterator[str] = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    kind = "final" if "final" in request.GET else "ratings"
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    return _as_file(response, f"{_file_name(project)}-{kind}.jsonl")
