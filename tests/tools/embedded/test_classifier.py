"""The embedded classifier on questions of every coarse class."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.tools.embedded.classifier import EmbeddedClassifier
from qgauge.tools.roles import Label

CLASSIFIER = EmbeddedClassifier()
CLASSES = {
    "Who wrote the first novel?": "HUM:ind",
    "what city hosted the games": "LOC:city",
    "How many legs does a spider have?": "NUM:count",
    "When was the bridge built?": "NUM:date",
    "What is a quasar?": "DESC:def",
    "What does GPS stand for?": "ABBR:exp",
    "Which colour is the flag?": "ENTY:color",
}


def test_every_coarse_class() -> None:
    labels = CLASSIFIER.classify(list(CLASSES))
    assert [label.name for label in labels] == list(CLASSES.values())
    coarse = {label.name.partition(":")[0] for label in labels}
    assert coarse == {"HUM", "LOC", "NUM", "DESC", "ABBR", "ENTY"}


def test_probabilities() -> None:
    (label,) = CLASSIFIER.classify(["Who wrote the first novel?"])
    assert len(label.probabilities) == 50
    assert sum(label.probabilities.values()) == pytest.approx(1)
    assert label.name == max(label.probabilities, key=label.probabilities.__getitem__)


def test_batch_order_and_process_do_not_matter() -> None:
    texts = [*CLASSES, "", "why"]
    alone = [CLASSIFIER.classify([text])[0] for text in texts]
    assert CLASSIFIER.classify(texts) == alone
    assert CLASSIFIER.classify(texts[::-1]) == alone[::-1]
    assert pickle.loads(pickle.dumps(CLASSIFIER)).classify(texts) == alone


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_a_class(text: str) -> None:
    (label,) = CLASSIFIER.classify([text])
    assert isinstance(label, Label)
    assert label.name in label.probabilities
