"""`qgauge list` and the command itself."""

from __future__ import annotations

import json
from typing import Any

from qgauge import __version__
from qgauge.metrics import TABLE


def test_lists_every_metric(qgauge: Any) -> None:
    shown = qgauge("list").stdout
    for name in TABLE:
        assert f"\n{name} " in shown
    found = json.loads(qgauge("list", "--json").stdout)["metrics"]
    assert [metric["name"] for metric in found] == list(TABLE)


def test_shows_the_settings_of_one(qgauge: Any) -> None:
    shown = qgauge("list", "q_bleu1").stdout
    assert "renormalise, one, zero" in shown
    found = json.loads(qgauge("list", "nist", "--json").stdout)
    assert found["range"] == [0.0, None]
    assert found["settings"]["level"] == {"takes": ["mean", "corpus"], "default": "mean"}


def test_unknown_metric(qgauge: Any) -> None:
    done = qgauge("list", "rouge-l")
    assert done.returncode == 2
    assert "Did you mean 'rouge_l'" in done.stderr


def test_version_and_help(qgauge: Any) -> None:
    assert qgauge("--version").stdout == f"qgauge {__version__}\n"
    shown = qgauge("--help").stdout
    for verb in ("score", "explain", "compare", "list", "models"):
        assert verb in shown
        assert qgauge(verb, "--help").returncode == 0
