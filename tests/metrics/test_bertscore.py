"""BERTScore compared with the package bert-score on the same toy model, and by hand."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from helpers import toy_models as toys
from helpers.hand_made_tools import LetterEncoder

import qgauge
from qgauge.core import BadInput, BadSetting, Example, MissingTool
from qgauge.metrics import create
from qgauge.tools.roles import Encoding

WORDS = ["who", "built", "the", "tower", "ada", "it", "is", "was", "a", "xylophone", "1843", "?"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


class Axes:
    """A fake encoder: each letter has a fixed vector; "b" lies between "a" and "c"."""

    identity = "axes"
    usual_layer = 1
    known: ClassVar = {"a": (1, 0), "b": (0.6, 0.8), "c": (0, 1), "<": (-1, 0), ">": (0, -1)}

    def pieces(self, texts: list[str]) -> list[tuple[str, ...]]:
        return [("<", *text.split(), ">") for text in texts]

    def encode(self, texts: list[str], layer: int) -> list[Encoding]:
        return [
            Encoding(
                pieces,
                layer * np.array([self.known[piece] for piece in pieces], dtype=np.float64),
                tuple(piece in "<>" for piece in pieces),
            )
            for pieces in self.pieces(texts)
        ]


def test_by_hand() -> None:
    """a b against c: cosines 0 and .8, so P = .4; c matches b, R = .8; F = 2(.4)(.8)/1.2."""
    (score,) = create("bertscore").score([Example("1", "a b", ("c",))], {"encoder": Axes()})
    assert score.parts == pytest.approx({"precision": 0.4, "recall": 0.8, "f": 0.64 / 1.2})
    assert score.value == score.parts["f"]


def test_idf_by_hand(tmp_path: Path) -> None:
    """Of 3 references, a is in 3 and c in 1: log(4/4) = 0, log(4/2); b is in none: log(4/1).

    a b against c: only b counts for P, .8; R = .8.
    """
    (tmp_path / "refs.txt").write_text("a\na c\na\n")
    metric = create(f"bertscore:idf={tmp_path / 'refs.txt'}")
    (score,) = metric.score([Example("1", "a b", ("c",))], {"encoder": Axes()})
    assert score.parts == pytest.approx({"precision": 0.8, "recall": 0.8, "f": 0.8})
    (none,) = metric.score([Example("1", "a", ("c",))], {"encoder": Axes()})
    assert none.unscored == "the question has no word with a weight above 0"
    assert "|idf:refs.txt@" in metric.signature({"encoder": Axes()}, "1")


def test_baseline_by_hand(tmp_path: Path) -> None:
    """(.4 - .2)/.8 = .25, (.8 - .5)/.5 = .6, (.5333 - .6)/.4 = -.1667: below the baseline."""
    (tmp_path / "base.csv").write_text("LAYER,P,R,F\n0,0,0,0\n1,.2,.5,.6\n")
    metric = create(f"bertscore:baseline={tmp_path / 'base.csv'}")
    (score,) = metric.score([Example("1", "a b", ("c",))], {"encoder": Axes()})
    wanted = {"precision": 0.25, "recall": 0.6, "f": (0.64 / 1.2 - 0.6) / 0.4}
    assert score.parts == pytest.approx(wanted)
    with pytest.raises(BadInput, match=r"base.csv: no baseline for layer 3"):
        other = create(f"bertscore:layer=3,baseline={tmp_path / 'base.csv'}")
        other.score([Example("1", "a b", ("c",))], {"encoder": Axes()})


def test_the_signature_names_the_layer_that_was_used() -> None:
    assert "|layer:1|" in create("bertscore").signature({"encoder": LetterEncoder()}, "1")
    assert "|layer:2|" in create("bertscore:layer=2").signature({"encoder": LetterEncoder()}, "1")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ("layer=-1", "must be 1 or more"),
        ("idf=nowhere.txt", "nowhere.txt: the file cannot be read"),
        ("idf=EMPTY", "IDF weights need references"),
        ("baseline=EMPTY", "line 1: the first line must be LAYER,P,R,F"),
        ("baseline=BROKEN", "line 2: expected a layer and three numbers"),
        ("baseline=HIGH", "line 2: a baseline must be at least -1"),
    ],
)
def test_mistakes_get_a_message(tmp_path: Path, settings: str, complaint: str) -> None:
    for name, content in {
        "EMPTY": "\n",
        "BROKEN": "LAYER,P,R,F\n1,a,b,c\n",
        "HIGH": "LAYER,P,R,F\n1,0,0,1\n",
    }.items():
        (tmp_path / name).write_text(content)
        settings = settings.replace(name, str(tmp_path / name))
    with pytest.raises((BadInput, BadSetting), match=complaint):
        create(f"bertscore:{settings}")


@pytest.mark.parametrize(("metric", "role"), [("bertscore", "encoder"), ("bleurt", "comparer")])
def test_without_a_model_the_error_names_the_option(metric: str, role: str) -> None:
    rows = [{"question": "Who?", "references": ["Who?"]}]
    with pytest.raises(MissingTool, match=rf"qgauge has no embedded {role}.*--{role} hf:MODEL"):
        qgauge.score(rows, [metric])


# ------------------------------------------------------------------ reference implementations


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for package in ("torch", "transformers", "bert_score"):
        pytest.importorskip(package, reason="get it with: pip install '.[test-adapters]'")
    return toys.save_hf("encoder", tmp_path_factory.mktemp("hf") / "encoder", layers=3)


def pairs(number: int) -> list[tuple[str, str]]:
    chance = random.Random(3)
    texts = [" ".join(chance.choices(WORDS, k=chance.randint(1, 30))) for _ in range(2 * number)]
    return list(zip(texts[::2], texts[1::2], strict=True))


@pytest.mark.parametrize("layer", [1, 2, 3])
@pytest.mark.parametrize("idf", [False, True])
def test_equal_to_the_package_bert_score(
    model: Path, tmp_path: Path, layer: int, idf: bool
) -> None:
    from bert_score import score

    rows = pairs(60)
    questions, references = zip(*rows, strict=True)
    (tmp_path / "references.txt").write_text("\n".join(references), encoding="utf-8")
    asked = f"bertscore:layer={layer}" + (f",idf={tmp_path / 'references.txt'}" if idf else "")
    ours = qgauge.load(asked).compute(
        predictions=questions, references=references, tools={"encoder": f"hf:{model}"}
    )
    theirs = score(
        list(questions),
        list(references),
        model_type=str(model),
        num_layers=layer,
        idf=idf,
        batch_size=7,
        device="cpu",
    )
    for part, wanted in zip(("precision", "recall", "f"), theirs, strict=True):
        found = [one.parts[part] for one in ours.scores]
        assert np.abs(np.array(found) - wanted.numpy()).max() < 1e-5
    assert np.std([one.value for one in ours.scores]) > 0.01


def test_equal_to_the_package_for_models_on_bytes(tmp_path: Path) -> None:
    """RoBERTa has other tokens for a word at the start of a text. bert-score asks for the tokens
    used inside a text, which transformers 5 ignores, so the toy tokenizer adds the space itself.
    """
    for package in ("torch", "transformers", "bert_score"):
        pytest.importorskip(package, reason="get it with: pip install '.[test-adapters]'")
    from bert_score import score

    model = toys.save_roberta(tmp_path / "roberta", "RobertaModel", longest=256, prefix_space=True)
    questions, references = zip(*pairs(30), strict=True)
    ours = qgauge.load("bertscore:layer=2").compute(
        predictions=questions, references=references, tools={"encoder": f"hf:{model}"}
    )
    # batch size 1: with padding, a piece with only negative cosines would match the padding (0)
    *_, theirs = score(
        list(questions),
        list(references),
        model_type=str(model),
        num_layers=2,
        batch_size=1,
        device="cpu",
    )
    found = np.array([one.value for one in ours.scores])
    assert np.abs(found - theirs.numpy()).max() < 1e-5


def test_bleurt_is_the_output_of_the_model(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="get it with: pip install '.[test-adapters]'")
    transformers = pytest.importorskip("transformers")
    model = toys.save_hf("comparer", tmp_path / "bleurt")
    rows = pairs(20)
    questions, references = zip(*rows, strict=True)
    ours = qgauge.load("bleurt").compute(
        predictions=questions, references=references, tools={"comparer": f"hf:{model}"}
    )
    net = transformers.AutoModelForSequenceClassification.from_pretrained(model)
    tokens = transformers.AutoTokenizer.from_pretrained(model)
    for (question, reference), found in zip(rows, ours.scores, strict=True):
        given = tokens(reference, question, return_tensors="pt")
        if given["input_ids"].shape[1] > 64:
            continue  # longer than the toy model allows; qgauge truncates
        with torch.no_grad():
            assert found.value == pytest.approx(float(net(**given).logits), abs=1e-5)


def test_output_does_not_depend_on_the_number_of_workers(model: Path, tmp_path: Path) -> None:
    rows = [
        {"id": at, "question": question, "references": [reference]}
        for at, (question, reference) in enumerate(pairs(150))
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    command = [sys.executable, "-c", "from qgauge.cli import main; main()", "score", "in.jsonl"]
    command += ["-m", "bertscore:layer=2", "--encoder", f"hf:{model}"]
    shown = []
    for workers in ("1", "2"):
        done = subprocess.run(
            [*command, "--workers", workers, "-o", f"{workers}.jsonl"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""  # no progress bars or warnings from transformers
        shown.append((done.stdout, (tmp_path / f"{workers}.jsonl").read_bytes()))
    assert shown[0] == shown[1]
    assert "|layer:2|idf:off|baseline:off|encoder:hf:encoder@" in shown[0][0]
