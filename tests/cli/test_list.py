"""`qgauge list` and the command itself."""

from __future__ import annotations

import json
from typing import Any

from qgauge import __version__
from qgauge.data.public import DATASETS
from qgauge.metrics import TABLE


def test_lists_every_metric(qgauge: Any) -> None:
    shown = qgauge("list").stdout
    for name in TABLE:
        assert f"\n{name} " in shown
    found = json.loads(qgauge("list", "--json").stdout)["metrics"]
    assert [metric["name"] for metric in found] == list(TABLE)


def test_shows_the_settings_of_a_metric(qgauge: Any) -> None:
    shown = qgauge("list", "q_bleu1").stdout
    assert "renormalise, one, zero" in shown
    found = json.loads(qgauge("list", "nist", "--json").stdout)
    assert found["range"] == [0.0, None]
    assert found["settings"]["level"] == {"takes": ["mean", "corpus"], "default": "mean"}


def test_shows_the_labels_of_a_metric(qgauge: Any) -> None:
    shown = qgauge("list", "qud_relevance").stdout
    assert "labels fully_grounded, partially_grounded, not_grounded" in shown
    found = json.loads(qgauge("list", "qud_relevance", "--json").stdout)
    assert found["labels"] == ["not_grounded", "partially_grounded", "fully_grounded"]
    assert "range" not in found


def test_lists_the_public_sets(qgauge: Any) -> None:
    assert "qgauge list datasets" in qgauge("list").stdout
    shown = qgauge("list", "datasets").stdout
    found = json.loads(qgauge("list", "datasets", "--json").stdout)["datasets"]
    assert [known["name"] for known in found] == list(DATASETS)
    for known in found:
        assert f"{known['name']}: {known['title']}\n" in shown
        for fact in ("rated", "size", "paper", "source", "licence", "how_to_get"):
            assert known[fact] and known[fact] in shown
        assert ", ".join(known["files"]) in shown
    rated = {known["name"]: [one["name"] for one in known["dimensions"]] for known in found}
    assert rated["simqg"] == ["fluency", "relevance", "answerability", "similarity"]


def test_the_public_sets_fit_a_narrow_terminal(terminal: Any) -> None:
    shown = terminal(60, "list", "datasets")
    assert max(map(len, shown.splitlines())) <= 60
    # no URL is cut; the longest one is wrapped
    assert "".join(shown.split()).count("https://github.com/lingchensanwen/QUDeval") == 1


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


def test_shows_the_default_in_effect(qgauge: Any) -> None:
    shown = qgauge("list", "q_bleu1").stdout
    assert "0.41/0.36/0.03/0.2/0.66" in shown
    assert "preset (rest)" in shown
    rows = [line.split()[:2] for line in qgauge("list", "quality").stdout.splitlines()]
    # no weights by default: these are for the other method
    assert [row for row in rows if row and row[0] in ("method", "weights", "formula")] == [
        ["method", "learned"],
        ["weights", "none"],
        ["formula", "soft"],
    ]


def test_a_metric_without_settings_says_so(qgauge: Any) -> None:
    shown = qgauge("list", "dimensions")
    assert shown.returncode == 0, shown.stderr
    assert "It has no settings." in shown.stdout
    assert "default" not in shown.stdout
