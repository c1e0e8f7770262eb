"""Check that the helpers notice wrong blocks and outputs on a page."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from helpers.blocks import blocks_of, problem_with
from helpers.pages import Reader, Wrong, same, without_install


def page(folder: Path, text: str) -> Path:
    made = folder / "page.md"
    made.write_text(text, encoding="utf-8")
    return made


def wrongs(folder: Path, text: str) -> list[str]:
    inside = folder / "inside"
    inside.mkdir()
    return [wrong for _, wrong in Reader(inside).follow(blocks_of(page(folder, text)))]


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("```\nqgauge list\n```\n", "below its command"),
        ("```text\n$ qgauge list\n```\n", "below its command"),
        ("```console\nqgauge list\n```\n", "starts with"),
        ("```bash\nqgauge list\n```\n", "the language must be one of"),
        ("<!-- run: never -->\n```sh\nqgauge list\n```\n", "unknown comment"),
        ("<!-- not run: too slow -->\n```sh\nqgauge list\n```\n", "not an accepted reason"),
        ("<!-- not run: needs the extra gold -->\n```sh\nqgauge list\n```\n", "no extra 'gold'"),
        ("<!-- not run: a measurement -->\n```sh\npython benchmarks/no.py\n```\n", "no.py"),
        ("<!-- not run: a measurement -->\n```sh\npython -m training.no\n```\n", "training.no"),
        ("<!-- not run: a measurement -->\n```\nfast\n```\n", "a date"),
        ("```sh\nqgauge list\n```\n", None),
        ("<!-- not run: needs the extra hf -->\n```sh\nqgauge list\n```\n", None),
        ("<!-- not run: a measurement -->\n```\n2026-11-15 11:34 UTC, fast\n```\n", None),
    ],
)
def test_comments_are_checked(tmp_path: Path, block: str, problem: str | None) -> None:
    (found,) = (problem_with(block) for block in blocks_of(page(tmp_path, block)))
    assert (found is None) if problem is None else (found and problem in found)


@pytest.mark.parametrize(
    ("block", "wrong"),
    [
        ("```console\n$ qgauge --version\nqgauge 9.9.9\n```\n", "the page shows"),
        ("```console\n$ echo one | cat\ntwo\n```\n", "the page shows"),
        ("```sh\nqgauge score no.jsonl\n```\n", "ends with 2"),
        ("```sh\ncat no.jsonl\n```\n", "ends with 1"),
        ("<!-- exits 1 -->\n```sh\nqgauge score no.jsonl\n```\n", "ends with 2, not 1"),
        ('```json\n{"question": }\n```\n', "not json"),
        ("```csv\na,b\n1\n```\n", "different lengths"),
        (
            "<!-- not run: needs the extra hf -->\n```sh\nqgauge --version\n```\n",
            "name the missing extra",
        ),
        ("```console\n$ echo one\none\n$ echo two | cat\ntwo\n```\n", None),
        ("<!-- exits 2 -->\n```sh\nqgauge score no.jsonl\n```\n", None),
        ("<!-- file a.txt -->\n```csv\na,b\n```\n\n```console\n$ cat a.txt\na,b\n```\n", None),
        ("<!-- with q.jsonl=examples/qud.jsonl -->\n```sh\nhead -1 q.jsonl\n```\n", None),
    ],
)
def test_blocks_are_run_and_compared(tmp_path: Path, block: str, wrong: str | None) -> None:
    found = wrongs(tmp_path, block)
    assert (not found) if wrong is None else (len(found) == 1 and wrong in found[0])


def test_unknown_extras_are_refused() -> None:
    with pytest.raises(Wrong, match="gold"):
        without_install("pip install 'qgauge[gold]'")
    assert without_install("pip install '.[llm]' && qgauge list") == "qgauge list"


@pytest.mark.parametrize(
    ("shown", "said", "bound", "alike"),
    [
        ("q_bleu1  0.6464", "q_bleu1  0.6464", "0", True),
        ("q_bleu1  0.6464", "q_bleu1  0.6465", "0", False),
        ("quality  0.6464", "quality  0.6484", "0.002", True),
        ("quality  0.6464", "quality  0.6485", "0.002", False),
        ("quality  0.64", "quality  0.65", "0.002", True),
        ("quality  0.64", "quality  0.66", "0.002", False),
        ("quality  0.6464", "quality  0.646", "0.002", False),
        ("quality  0.6464", "qualify  0.6464", "0.002", False),
        ("n 12", "n 13", "0.002", False),
        ("one\ntwo", "one", "0.002", False),
    ],
)
def test_decimals_may_differ_by_the_bound(shown: str, said: str, bound: str, alike: bool) -> None:
    assert same(shown, said, Decimal(bound)) is alike


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("```console\n$ echo 'q_bleu1 0.6464'\nq_bleu1 0.6465\n```\n", True),
        ("```console\n$ echo 'quality 0.6464'\nquality 0.6465\n```\n", False),
        ("```console\n$ echo 'quality 0.6464'\nquality 0.6495\n```\n", True),
    ],
)
def test_only_numbers_from_models_may_differ(tmp_path: Path, text: str, wrong: bool) -> None:
    assert bool(wrongs(tmp_path, text)) is wrong
