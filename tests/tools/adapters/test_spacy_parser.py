"""The spaCy engine with a real pipeline that is built here and loaded from disk."""

from __future__ import annotations

import builtins
import json
import pickle
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from helpers import toy_models as toys
from helpers.command import run_in_process
from helpers.hand_made_tools import TOOLS

import qgauge
from qgauge.core import BadSetting, Example, MissingTool, ToolFailed
from qgauge.metrics import create
from qgauge.tools.registry import open_tool
from qgauge.tools.roles import Parse

QUESTION, REFERENCE = "who met ada lovelace in May?", "Who saw ada lovelace in 1843?"


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pipeline that finds one person and one date, and nothing else."""
    spacy = import_module("spacy")
    made = spacy.blank("en")
    ruler = made.add_pipe("entity_ruler")
    ruler.add_patterns(
        [
            {"label": "PERSON", "pattern": [{"LOWER": "ada"}, {"LOWER": "lovelace"}]},
            {"label": "DATE", "pattern": "May"},
        ]
    )
    folder = tmp_path_factory.mktemp("models") / "tiny"
    made.to_disk(folder)
    return str(folder)


def test_words_slice_back_and_carry_entities(pipeline: str) -> None:
    (parse,) = open_tool("parser", f"spacy:{pipeline}").parse([QUESTION])
    assert [QUESTION[word.start : word.end] for word in parse.words] == [
        w.text for w in parse.words
    ]
    assert [word.text for word in parse.words if word.is_name] == ["ada", "lovelace"]


def test_names_come_from_the_parser(pipeline: str) -> None:
    tools = {"parser": open_tool("parser", f"spacy:{pipeline}")}
    example = Example("1", QUESTION, (REFERENCE,))
    (by_parser,) = create("answerability:names=parser").score([example], tools)
    (by_capitals,) = create("answerability").score([example], {})
    # the parser finds ada lovelace on both sides; going by capitals, only "May" is a name
    assert by_parser.parts["name"] == 1
    assert by_capitals.parts["name"] == 0
    # content: met may / saw 1843, function: in / in, question: who / who
    assert by_parser.value == pytest.approx(0.41 + 0.03 + 0.20)
    (released,) = create("answerability:variant=released,names=parser").score([example], tools)
    assert released.parts["name"] == pytest.approx(1, abs=1e-8)


def test_signature_names_the_pipeline(pipeline: str) -> None:
    results = qgauge.score(
        [{"question": QUESTION, "references": REFERENCE}],
        ["q_bleu1:names=parser"],
        tools={"parser": open_tool("parser", f"spacy:{pipeline}")},
    )
    assert "|names:parser|" in results["q_bleu1:names=parser"].signature
    assert "|parser:spacy-en_pipeline-" in results["q_bleu1:names=parser"].signature


def test_pipelines_of_the_same_name_have_different_identities(
    pipeline: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(pipeline, copy)
    identity = open_tool("parser", f"spacy:{pipeline}").identity
    assert open_tool("parser", f"spacy:{copy}").identity == identity
    (patterns,) = copy.rglob("*.jsonl")
    patterns.write_text(patterns.read_text("utf-8").replace("ada", "eve"), encoding="utf-8")
    assert open_tool("parser", f"spacy:{copy}").identity != identity


def test_a_pipeline_that_cannot_find_names_is_refused(tmp_path: Path) -> None:
    spacy = import_module("spacy")
    made = spacy.blank("en")
    made.add_pipe("sentencizer")
    made.to_disk(tmp_path / "bare")
    with pytest.raises(BadSetting, match="neither a part-of-speech tagger nor an entity"):
        open_tool("parser", f"spacy:{tmp_path / 'bare'}")


@pytest.mark.parametrize("content", ["{", '{"lang": 5}', "[]"])
def test_a_broken_pipeline_is_named_in_the_error(
    pipeline: str, tmp_path: Path, content: str
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(pipeline, broken)
    (broken / "meta.json").write_text(content, encoding="utf-8")
    with pytest.raises(MissingTool, match=r"spaCy cannot load '.*broken'"):
        open_tool("parser", f"spacy:{broken}")


def test_the_error_for_a_text_too_long_for_spacy_names_the_example(pipeline: str) -> None:
    tools = {"parser": open_tool("parser", f"spacy:{pipeline}")}
    rows = [
        Example("short", QUESTION, (REFERENCE,)),
        Example("long", "why " * 250_001, (REFERENCE,)),
    ]
    complaint = r"1,000,004 characters, but spaCy accepts at most 1,000,000\. \(examples: long\)"
    with pytest.raises(ToolFailed, match=complaint):
        create("answerability:names=parser").score(rows, tools)


def test_the_error_of_a_failing_parser_names_the_example() -> None:
    class Choosy:
        identity = "choosy"

        def parse(self, texts: list[str]) -> list[Parse]:
            if "What?" in texts:
                raise RuntimeError("no, thanks")
            return [Parse(()) for _ in texts]

    rows = [Example(str(at), text, ("Why?",)) for at, text in enumerate(["Who?", "What?", "How?"])]
    with pytest.raises(ToolFailed) as caught:
        qgauge.score(rows, ["q_bleu1:names=parser"], tools={"parser": Choosy()})
    assert str(caught.value) == "The parser failed: no, thanks (examples: 1)"


def test_parsers_pickle_by_name(pipeline: str) -> None:
    parser = open_tool("parser", f"spacy:{pipeline}")
    again = pickle.loads(pickle.dumps(parser))
    assert again.parse([QUESTION]) == parser.parse([QUESTION])


@pytest.mark.slow
def test_command_line(pipeline: str, tmp_path: Path) -> None:
    rows = [{"id": at, "question": QUESTION, "references": REFERENCE} for at in range(600)]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    words = ["score", "in.jsonl", "-m", "answerability:names=parser", "--json"]
    words += ["--parser", f"spacy:{pipeline}"]
    shown = [run_in_process(*words, *more, cwd=tmp_path) for more in ([], ["--workers", "2"])]
    found = json.loads(shown[0].stdout)["metrics"]["answerability:names=parser"]
    assert found["value"] == pytest.approx(0.64)
    assert shown[1].stdout == shown[0].stdout


def test_tree_metrics_work_with_an_english_pipeline(tmp_path: Path) -> None:
    """Its trees are in CLEAR style, which has facets only after conversion to UD."""
    parser = open_tool("parser", f"spacy:{toys.save_spacy(tmp_path / 'clear')}")
    assert parser.identity.endswith(",relations=clear-as-ud")
    (parse,) = parser.parse(["It was built by Ada ."])
    found = [(word.text, word.relation) for word in parse.words]
    assert found[:2] == [("It", "nsubj:pass"), ("was", "aux:pass")]
    assert ("Ada", "obl:agent") in found and ("by", "case") in found
    rows = [Example("1", "It was built by Ada .", ("Ada is in London .",))]
    (score,) = create("facet_f:probability=lexical").score(rows, {**TOOLS, "parser": parser})
    assert isinstance(score.value, float)


def test_errors_for_missing_engines_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetting, match="spacy:MODEL"):
        open_tool("parser", "stanford:en")
    with pytest.raises(MissingTool, match="python -m spacy download no_such_model"):
        open_tool("parser", "spacy:no_such_model")
    real = builtins.__import__

    def without_spacy(name: str, *rest: Any, **more: Any) -> Any:
        if name == "spacy":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_spacy)
    with pytest.raises(MissingTool, match=r"pip install 'qgauge\[spacy\]'"):
        open_tool("parser", "spacy:anything")
