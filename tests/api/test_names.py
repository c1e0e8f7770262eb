"""The names of the package `qgauge`, two of which are packages and functions at once."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import qgauge

ROWS = (
    "[{'question': q, 'references': 'Who?', 'ratings': {'fit': n}} "
    "for n, q in enumerate(['Who is it?', 'Who?', 'It?'])]"
)
META = f"qgauge.meta({ROWS}, ['bleu1'], resamples=100).studies[0].blocks[0].dimension == 'fit'"
EDGE = "{'question': 'Why?', 'sentences': ['A.', 'B.'], 'anchor': 1, 'answer_sentence': 2}"
QUD = f"len(qgauge.qud([{EDGE}], ['qud_language:method=rule'], flags=False).edges) == 1"


@pytest.mark.parametrize(
    "code",
    [
        f"assert {META}; from qgauge.meta import MetaReport; assert {META}",
        f"import qgauge.meta; assert {META}; assert qgauge.meta.study",
        f"from qgauge.meta import MetaReport; assert {META}",
        f"from qgauge import meta; assert meta.study; assert {META.replace('qgauge.', '')}",
        f"import qgauge.meta as module; assert module.study; assert {META}",
        f"import qgauge.api; assert {META}",
        f"import qgauge.qud.labelling; assert {QUD}; assert qgauge.qud.labelling.CRITERIA",
        f"assert {QUD}; from qgauge.qud.documents import article_of; assert {QUD}",
        "from qgauge import *; assert callable(meta) and callable(qud) and callable(rank)",
    ],
)
def test_packages_can_be_called_in_any_order_of_imports(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import qgauge; {code}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_packages_show_the_arguments_of_their_functions() -> None:
    assert list(inspect.signature(qgauge.meta).parameters)[:2] == ["examples", "metrics"]
    assert list(inspect.signature(qgauge.qud).parameters)[:2] == ["edges", "metrics"]


def test_all_public_names_exist() -> None:
    assert {"MissingTool", "ToolFailed"} <= set(qgauge.__all__)
    for name in qgauge.__all__:
        assert getattr(qgauge, name) is not None
    with pytest.raises(AttributeError):
        _ = qgauge.no_such_thing  # type: ignore[attr-defined]


def test_completion_sees_the_names_before_their_first_use() -> None:
    code = "import qgauge; print(*(name for name in dir(qgauge) if not name.startswith('_')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == sorted(qgauge.__all__)
