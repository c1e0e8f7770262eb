"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class AnnotateConfig(AppConfig):
    """Registers the models under the short name `annotate`."""

    name = "qgauge.annotate.web"
    label = "annotate"
    default_auto_field = "django.db.models.BigAutoField"
