"""`qgauge models`, end to end, with the embedded models."""

from __future__ import annotations

import json
import re
import shutil
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import EXAMPLES
from helpers.fault_server import FaultServer

from qgauge.cli import models
from qgauge.models.files import FOLDER
from qgauge.tools.question_classes import CLASSES, describe
from qgauge.tools.registry import ROLES

PROJECT = Path(__file__).parent.parent.parent
FILES = ["answer_finder.json", "dimensions.json", "generator.onnx", "generator_step.onnx"]
FILES += ["generator_words.bin", "learned_reference.json", "linguist.onnx", "misstated.onnx"]
FILES += ["qud.json", "qud_anchor.json", "reader.onnx", "tokenizer.json", "usable.onnx"]
FILES += ["vectors.bin"]
PASSAGE = "It stands on a rock. The lighthouse was built by Marta Lindqvist in 1874."
TEXTS = {
    "parser": ["Marta Lindqvist built it in 1874. Who knew?"],
    "classifier": ["Who built the lighthouse?"],
    "grammarian": ["How many book did she read?"],
    "reader": ["Who built the lighthouse?", PASSAGE],
    "entailer": [PASSAGE, "The lighthouse was built in 1874."],
    "verifier": ["Who built the lighthouse?", "Marta Lindqvist", PASSAGE],
    "rater": ["Who built the lighthouse?", "Marta Lindqvist", PASSAGE],
    "embedder": ["dog", "cat"],
    "generator": [PASSAGE, "Marta Lindqvist"],
}
OFFLINE = [role for role, about in ROLES.items() if "embedded" in about.engines]
"""The roles with an embedded model."""
UNEASY = "Ê 山の 😀 \u0301 \x1b[31m [red]Who[/red] \t\u2028 \\ \udcff?"


# ------------------------------------------------------------------ list and verify


def test_list_shows_every_role(qgauge: Any) -> None:
    done = qgauge("models", "list")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == [
        "role",
        "engine",
        "file",
        "size",
        "licence",
        "made",
        "quality",
        "state",
    ]
    for role in ROLES:
        (line,) = [line for line in lines if line.startswith(f"{role} ")]
        if role in OFFLINE:
            assert line.split()[1] == "embedded"
            assert " MB " in line and line.rstrip().endswith(" ok")
    tools = json.loads(qgauge("models", "list", "--json").stdout)["tools"]
    embedded = [tool for tool in tools if tool["engine"] == "embedded"]
    assert [tool["role"] for tool in embedded] == [*OFFLINE, *[None] * (len(FILES) - 5)]
    assert sorted({tool["file"] for tool in embedded}) == FILES
    for tool in embedded:
        assert (tool["state"], tool["problem"]) == ("ok", None)
        assert tool["size"] == (FOLDER / tool["file"]).stat().st_size
        assert all(tool[column] for column in ("licence", "made", "quality")) or not tool["role"]


@pytest.mark.parametrize(
    ("installed", "pipelines", "engines", "state", "advice"),
    [
        (False, [], ["spacy:MODEL"], "not installed", "pip install 'qgauge[spacy]'"),
        (True, [], ["spacy:MODEL"], "no model", "python -m spacy download en_core_web_sm"),
        (True, ["xx_b", "en_a"], ["spacy:en_a", "spacy:xx_b"], "ok", None),
    ],
)
def test_list_shows_how_to_install_an_engine(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    installed: bool,
    pipelines: list[str],
    engines: list[str],
    state: str,
    advice: str | None,
) -> None:
    class Point:
        def __init__(self, name: str) -> None:
            self.name = name

    monkeypatch.setattr(models, "find_spec", lambda _: object() if installed else None)
    monkeypatch.setattr(models, "entry_points", lambda group: map(Point, pipelines))
    models.list_models(json=True)
    tools = json.loads(capsys.readouterr().out)["tools"]
    found = [tool for tool in tools if tool["engine"].startswith("spacy")]
    assert [tool["engine"] for tool in found] == engines
    assert {tool["role"] for tool in found} == {"parser"}
    for tool in found:
        assert tool["state"] == state
        assert (advice or "") in (tool["problem"] or "")
    models.list_models()
    assert (advice or "") in capsys.readouterr().out


def test_verify_finds_nothing_wrong(qgauge: Any) -> None:
    done = qgauge("models", "verify")
    assert done.returncode == 0
    assert f"All {len(FILES)} files are intact." in done.stdout
    found = json.loads(qgauge("models", "verify", "--json").stdout)
    assert found["sound"] is True
    assert [file["file"] for file in found["files"]] == FILES


@pytest.fixture
def checkout(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run a copy of the package without weights, and return its folder of models."""
    copy = tmp_path_factory.mktemp("checkout")
    weights = shutil.ignore_patterns("__pycache__", "manifest.json", *FILES)
    shutil.copytree(FOLDER.parent, copy / "qgauge", ignore=weights)
    monkeypatch.setenv("PYTHONPATH", str(copy))
    return copy / "qgauge" / "models"


@pytest.mark.slow
def test_every_verb_reports_missing_weights(qgauge_apart: Any, checkout: Path) -> None:
    advice = "manifest.json is missing. Reinstall it with: pip install"
    shown = qgauge_apart("models", "list")
    assert shown.returncode == 0
    assert len(re.findall(r" missing *$", shown.stdout, re.MULTILINE)) == len(OFFLINE)
    assert shown.stdout.count(advice) == 1
    tools = json.loads(qgauge_apart("models", "list", "--json").stdout)["tools"]
    assert {tool["state"] for tool in tools if tool["engine"] == "embedded"} == {"missing"}
    shown = qgauge_apart("models", "verify")
    assert shown.returncode == 1
    assert advice in shown.stdout and str(checkout) in shown.stdout
    found = json.loads(qgauge_apart("models", "verify", "--json").stdout)
    assert (found["sound"], found["files"][0]["file"]) == (False, "manifest.json")
    for words in (
        ["score", str(EXAMPLES), "-m", "q_bleu1:names=parser"],
        ["explain", str(EXAMPLES), "-m", "q_bleu1:names=parser"],
        *(["models", "try", role, *texts] for role, texts in TEXTS.items()),
    ):
        done = qgauge_apart(*words)
        assert done.returncode == 2, words
        assert done.stderr.count("\n") == 1
        assert advice in done.stderr
    assert qgauge_apart("score", str(EXAMPLES)).returncode == 0


@pytest.mark.slow
def test_damaged_files_are_named(qgauge_apart: Any, checkout: Path) -> None:
    for name in ("manifest.json", "vectors.bin"):
        (checkout / name).symlink_to(FOLDER / name)
    changed = bytearray((FOLDER / "tokenizer.json").read_bytes())
    changed[100] ^= 1
    (checkout / "tokenizer.json").write_bytes(changed)
    (checkout / "linguist.onnx").write_bytes(b"cut")
    wrong = {
        "linguist.onnx": ("corrupted", "is truncated (3 of "),
        "reader.onnx": ("missing", "is missing"),
        "tokenizer.json": ("corrupted", "is corrupted (SHA-256 "),
    }
    done = qgauge_apart("models", "verify")
    assert done.returncode == 1
    assert "All" not in done.stdout
    found = json.loads(qgauge_apart("models", "verify", "--json").stdout)["files"]
    states = {file["file"]: file for file in found}
    assert states["vectors.bin"]["state"] == "ok"
    for name, (state, problem) in wrong.items():
        assert re.search(rf"^{name} .* {state} *$", done.stdout, re.MULTILINE)
        assert f"{name} {problem}" in done.stdout
        assert states[name]["state"] == state
        assert f"{name} {problem}" in states[name]["problem"]
    shown = qgauge_apart("models", "list").stdout
    assert shown.count("linguist.onnx is truncated") == 1  # three roles use it
    (checkout / "cards.json").write_text("[]", encoding="utf-8")
    done = qgauge_apart("models", "list")
    assert done.returncode == 2
    assert "cards.json cannot be read" in done.stderr


# ------------------------------------------------------------------ try


def tried(qgauge: Any, role: str, *texts: str) -> list[Any]:
    done = qgauge("models", "try", role, *texts, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["role"], found["engine"]) == (role, "embedded")
    assert found["identity"].startswith("embedded@")
    results: list[Any] = found["results"]
    return results


def test_try_parser(qgauge: Any) -> None:
    shown = qgauge("models", "try", "parser", *TEXTS["parser"]).stdout
    lines = [line.rstrip() for line in shown.splitlines()]
    assert lines[0] == "Marta Lindqvist built it in 1874."
    assert lines[1].split() == ["word", "relation", "UPOS", "lemma", "entity"]
    assert "Who knew?" in lines
    (result,) = tried(qgauge, "parser", *TEXTS["parser"])
    words = result["result"]["words"]
    for word in words:
        guide = r"[├└│─ ]*[├└]─ " if word["head"] >= 0 else "^"
        cells = [word["text"], word["relation"], word["upos"], word["lemma"], word["entity"]]
        assert re.search(guide + r" +".join(map(re.escape, cells)) + " *$", shown, re.MULTILINE)
    assert result["text"] == TEXTS["parser"][0]


def test_try_classifier(qgauge: Any) -> None:
    shown = qgauge("models", "try", "classifier", *TEXTS["classifier"], "How many?").stdout
    results = tried(qgauge, "classifier", *TEXTS["classifier"], "How many?")
    for result in results:
        label, chances = result["result"]["name"], result["result"]["probabilities"]
        assert set(chances) == set(CLASSES)
        assert sum(chances.values()) == pytest.approx(1)
        assert f"{result['text']}\nasks for {describe(label)} ({label})\n" in shown
    assert len(re.findall(r"^  [A-Z]+:[a-z]+ .* [01]\.\d{4}", shown, re.MULTILINE)) == 10
    assert "█" in shown


def test_try_grammarian(qgauge: Any) -> None:
    (text,) = TEXTS["grammarian"]
    shown = qgauge("models", "try", "grammarian", text).stdout.splitlines()
    (result,) = tried(qgauge, "grammarian", text)
    errors = result["result"]["errors"]
    assert shown[0] == text
    assert set(errors[0]) == {"start", "end", "kind", "probability", "suggestion"}
    assert [text[error["start"] : error["end"]] for error in errors] == ["book"]
    assert shown[1] == " " * len("How many ") + "^^^^"
    assert shown[3].split() == [
        "book",
        "noun",
        "number",
        f"{errors[0]['probability']:.4f}",
        "books",
    ]
    assert qgauge("models", "try", "grammarian", "Who wrote it?").stdout.splitlines()[1] == (
        "no errors found"
    )
    assert any(line.startswith("  well-formed  0.") for line in shown)


def test_try_reader(qgauge: Any) -> None:
    shown = qgauge("models", "try", "reader", *TEXTS["reader"]).stdout.splitlines()
    (result,) = tried(qgauge, "reader", *TEXTS["reader"])
    answer = result["result"]
    assert (result["question"], result["passage"]) == tuple(TEXTS["reader"])
    assert "Marta Lindqvist" in answer["text"]
    assert shown[1] == PASSAGE
    assert PASSAGE[shown[2].index("^") : len(shown[2])] == answer["text"]
    assert f"answer: {answer['text']}" in shown
    assert [line.split("  ")[1] for line in shown[4:6]] == ["this answer", "no answer"]


def test_try_entailer(qgauge: Any) -> None:
    shown = qgauge("models", "try", "entailer", *TEXTS["entailer"]).stdout
    (result,) = tried(qgauge, "entailer", *TEXTS["entailer"])
    kinds = ["entailment", "neutral", "contradiction"]
    assert sum(result["result"][kind] for kind in kinds) == pytest.approx(1)
    assert re.findall(r"^  (\w+) +\d\.\d{4}", shown, re.MULTILINE) == kinds
    assert "decided by" not in shown
    long = f"{'The miller walked along the river that day. ' * 60}{PASSAGE}"
    shown = qgauge("models", "try", "entailer", long, TEXTS["entailer"][1]).stdout
    assert "decided by: " in shown
    (result,) = tried(qgauge, "entailer", long, TEXTS["entailer"][1])
    start, end = result["result"]["start"], result["result"]["end"]
    assert 0 < end - start < len(long)
    assert f"decided by: {long[start:end]}" in shown


def test_try_verifier(qgauge: Any) -> None:
    question, answer, _ = TEXTS["verifier"]
    (result,) = tried(qgauge, "verifier", *TEXTS["verifier"])
    assert (result["question"], result["answer"], result["passage"]) == (question, answer, PASSAGE)
    found = result["result"]
    assert set(found) == {"right", "start", "end"}
    assert found["right"] > 0.5
    rests_on = PASSAGE[found["start"] : found["end"]]
    assert answer in rests_on
    shown = [
        line.rstrip()
        for line in qgauge("models", "try", "verifier", *TEXTS["verifier"]).stdout.splitlines()
    ]
    assert shown[:2] == [question, answer]
    chances = [re.findall(r"^  (right|wrong) +(\d\.\d{4})", line)[0] for line in shown[2:4]]
    assert chances == [("right", f"{found['right']:.4f}"), ("wrong", f"{1 - found['right']:.4f}")]
    assert f"rests on: {rests_on}" in shown


def test_try_embedder(qgauge: Any) -> None:
    (result,) = tried(qgauge, "embedder", "dog", "cat")
    assert (result["first_text"], result["second_text"]) == ("dog", "cat")
    assert 0 < result["result"] < 1
    shown = qgauge("models", "try", "embedder", "dog", "cat").stdout
    assert f"cosine {result['result']:.4f}" in shown
    assert "no word with a vector" in qgauge("models", "try", "embedder", "dog", "xqzzyk").stdout
    (result,) = tried(qgauge, "embedder", "dog", "xqzzyk")
    assert result["result"] is None


def test_try_reads_stdin(qgauge: Any) -> None:
    there = qgauge("models", "try", "reader", *TEXTS["reader"]).stdout
    assert qgauge("models", "try", "reader", TEXTS["reader"][0], "-", stdin=PASSAGE).stdout == there


def test_try_a_generator_on_a_server(qgauge: Any, own_cache: Path) -> None:
    reply = '{"questions": ["Who built the lighthouse?", "Who was [red]the builder?"]}'
    with FaultServer(answer=lambda request: reply) as server:
        words = ["generator", PASSAGE, "Marta Lindqvist", "--engine", f"server:m@{server.url}"]
        done = qgauge("models", "try", *words)
        shown = json.loads(qgauge("models", "try", *words, "--json").stdout)
        assert len(server.requests) == 1  # the second is from the store
    assert done.returncode == 0, done.stderr
    marked, marks, header, *rows = done.stdout.splitlines()
    assert marked[marks.index("^") : marks.rindex("^") + 1] == "Marta Lindqvist"
    assert header.split() == ["score", "question"]
    assert rows[0].split(maxsplit=1) == ["-1.0000", "Who built the lighthouse?"]
    assert rows[1].split(maxsplit=1) == ["-2.0000", "Who was [red]the builder?"]
    (result,) = shown["results"]
    assert (result["passage"], result["answer"]) == (PASSAGE, "Marta Lindqvist")
    assert result["result"][0] == {"question": "Who built the lighthouse?", "score": -1}


def test_try_with_another_engine(qgauge: Any, tmp_path: Path) -> None:
    spacy = import_module("spacy")
    made = spacy.blank("en")
    made.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Ada"}])
    made.to_disk(tmp_path / "tiny")
    done = qgauge("models", "try", "parser", "Who met Ada?", "--engine", "spacy:tiny")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Ada .*PERSON *$", done.stdout, re.MULTILINE)
    assert "parser spacy-en_pipeline-" in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["translator", "Who?"], "no tool 'translator'."),
        (["parser", "Who?", "--engine", "stanza"], "Choose embedded or spacy:MODEL"),
        (["reader", "Who?", "--engine", "spacy:en"], "Choose embedded or hf:MODEL"),
        (["reader", "Who?"], "the reader takes a question and a passage"),
        (["entailer", "a", "b", "c"], "the inference model takes a premise and a hypothesis"),
        (["embedder", "a"], "the embedder takes a first text and a second text"),
        (["verifier", "a", "b"], "the verifier takes a question, an answer and a passage, each in"),
        (
            ["verifier", "a", "b", "c", "d"],
            "the verifier takes a question, an answer and a passage",
        ),
        (["verifier", "-", "b", "-"], "only once"),
        (["verifier", "a", " ", "c"], "a text is empty"),
        (["verifier", "a", "b", "c", "--engine", "hf:x"], "no verifier 'hf:x'"),
        (["reader", "-", "-"], "only once"),
        (["encoder", "a"], "the encoder has no output to show"),
        (["comparer", "a", "b"], "qgauge has no embedded comparer"),
        (
            ["generator", "Ada left.", "--engine", "server:m@http://127.0.0.1:9/v1"],
            "the generator takes a passage and an answer, each in",
        ),
        (
            ["generator", "Ada left.", "Ida", "--engine", "server:m@http://127.0.0.1:9/v1"],
            "the answer must be a part of the passage",
        ),
        (["generator", "Ada left.", "Ada", "--engine", "server:m"], "The generator must be given"),
        (["parser", " "], "a text is empty"),
        (["parser", "-"], "a text is empty"),
        (["parser"], "Missing argument 'TEXT"),
        ([], "ROLE"),
    ],
)
def test_try_mistakes_get_a_message(qgauge: Any, words: list[str], complaint: str) -> None:
    done = qgauge("models", "try", *words)
    assert done.returncode == 2
    assert complaint in done.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("role", TEXTS)
def test_try_handles_any_text(
    qgauge: Any, monkeypatch: pytest.MonkeyPatch, role: str, encoding: str
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    for more in ([], ["--json"]):
        done = qgauge("models", "try", role, *[UNEASY] * len(TEXTS[role]), *more)
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert encoding == "utf-8" or done.stdout.isascii()


def test_carets_stay_below_their_words_in_a_narrow_terminal(terminal: Any) -> None:
    long = f"{'The 山 😀 river was quiet that day. ' * 5}{PASSAGE}"
    lines = terminal(40, "models", "try", "reader", TEXTS["reader"][0], long).split("\r\n")
    found = []
    for above, below in pairwise(lines):
        if set(below.strip()) == {"^"}:
            found.append(above[below.index("^") : len(below)])
    assert "Marta Lindqvist" in " ".join(found)
    assert max(map(len, lines)) <= 40


def test_list_is_complete_in_a_narrow_terminal(terminal: Any) -> None:
    shown = terminal(50, "models", "list")
    assert "…" not in shown
    assert "classifier, embedded, linguist.onnx" in shown


def test_classes_match_the_model() -> None:
    assert len(CLASSES) == len(set(CLASSES.values())) == 50
    assert describe("HUM:ind") == "a person"
    assert describe("NEW:kind") == "NEW:kind"


# ------------------------------------------------------------------ cache


def test_showing_an_empty_cache_does_not_create_it(qgauge: Any, own_cache: Path) -> None:
    shown = qgauge("models", "cache").stdout
    assert f"file   {own_cache}\n" in shown
    assert "The cache is empty." in shown
    assert "Cleared 0 entries and freed 0 bytes" in qgauge("models", "cache", "--clear").stdout
    found = json.loads(qgauge("models", "cache", "--json").stdout)
    assert found == {"path": str(own_cache), "size": 0, "limit": 2**30, "tools": []}
    assert not own_cache.exists()


def test_cache_counts_and_clears(qgauge: Any, own_cache: Path) -> None:
    from qgauge.tools.cache import Cache

    assert qgauge("score", str(EXAMPLES), "-m", "q_bleu1:names=parser").returncode == 0
    with Cache(own_cache) as cache:
        cache.put("other@1|0.0.9", {b"1": "x"})
        cache.put("other@1|0.1.0", {b"2": "x" * 100_000, b"3": "y"})
    found = json.loads(qgauge("models", "cache", "--json").stdout)
    counts = {(each["tool"], each["version"]): each["entries"] for each in found["tools"]}
    assert counts.pop(("other@1", "0.0.9")) == 1
    assert counts.pop(("other@1", "0.1.0")) == 2
    ((identity, _),) = counts
    assert identity.startswith("embedded@")
    shown = qgauge("models", "cache").stdout
    ((_, version), number) = counts.popitem()
    assert re.fullmatch(r"[\d.]+, lemminflect [\d.]+, onnxruntime [\d.]+, .*", version)
    assert re.search(rf"^{identity} +{re.escape(version)} +{number}$", shown, re.MULTILINE)
    done = qgauge("models", "cache", "--clear", "--tool", "other@1")
    assert "Cleared 3 entries of other@1 and freed" in done.stdout
    found = json.loads(qgauge("models", "cache", "--json").stdout)
    assert [each["tool"] for each in found["tools"]] == [identity]
    cleared = json.loads(qgauge("models", "cache", "--clear", "--json").stdout)
    assert cleared["cleared"] == found["tools"][0]["entries"]
    assert cleared["freed"] == found["size"] - cleared["size"] >= 0
    assert json.loads(qgauge("models", "cache", "--json").stdout)["tools"] == []


def test_cache_mistakes_get_a_message(qgauge: Any) -> None:
    done = qgauge("models", "cache", "--tool", "x")
    assert (done.returncode, "--tool can only be used with --clear" in done.stderr) == (2, True)
    done = qgauge("models", "cache", "--clear", "--tool", "x")
    assert done.returncode == 2
    assert "no entries of 'x'. It is empty." in done.stderr
