"""The command `qgauge`: one module per verb. The only room that prints."""

from __future__ import annotations


def main() -> None:
    """Entry point of the command."""
    from qgauge.cli.app import app

    app()
