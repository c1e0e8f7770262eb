"""What the shell offers when a user presses Tab. Typer asks these functions, and only then."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def metrics() -> list[str]:
    """Return the names of all metrics, also those of plug-ins."""
    from qgauge import plugins
    from qgauge.metrics import TABLE

    return [*TABLE, *plugins.found("metric")]


def listed() -> list[str]:
    """Return what `qgauge list` can show in detail."""
    return ["datasets", "plugins", *metrics()]


def engines(role: str) -> Callable[[], list[str]]:
    """Return a function that returns the engines of a role, up to the name of a model."""

    def of_role() -> list[str]:
        from qgauge.tools.registry import ROLES

        return [before_placeholder(form) for form in ROLES[role].engines]

    return of_role


def before_placeholder(form: str) -> str:
    """Return the part of an engine's form that does not depend on the user: `hf:` of `hf:MODEL`."""
    name, colon, _ = form.partition(":")
    return name + colon


def rubrics() -> Iterable[str]:
    """Return the rubrics that come with the package."""
    from qgauge.metrics.rubric import shipped

    return shipped()


def noises() -> list[str]:
    """Return the kinds of noise."""
    from qgauge.noise import TABLE

    return list(TABLE)


def datasets() -> list[str]:
    """Return the public data sets, each up to its path."""
    from qgauge.data.public import DATASETS

    return [f"{name}=" for name in DATASETS]
