"""QUD parsing: the requests to the model, and the handling of its replies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.hand_made_edges import ScriptedJudge

from qgauge.core import BadInput
from qgauge.qud.documents import Place, edges_of_row
from qgauge.qud.parsing import parse_article

SENTENCES = ("The pool closes.", "", "People swim.", "It leaks.")


def script(ask: Any) -> str:
    """Reply with a question that names the answer's number; anchor every question in sentence 1."""
    if "question" in ask.schema["properties"]:
        answer = ask.messages[-1].text.split("answer]\n")[1].split("\n[")[0]
        return json.dumps({"question": f" Why\n{answer} "})
    return json.dumps({"anchor": 1})


def test_every_sentence_but_the_first_gets_a_question_and_an_anchor() -> None:
    judge = ScriptedJudge(script)
    parsed = parse_article("pool", SENTENCES, judge, system="m")
    assert [(e.question, e.anchor, e.answer_sentence, e.id) for e in parsed.article.edges] == [
        ("Why People swim.", 1, 3, "pool-3"),
        ("Why It leaks.", 1, 4, "pool-4"),
    ]
    assert not parsed.failed
    questions, anchors = judge.asked[:2], judge.asked[2:]
    last = questions[1].messages[-1].text
    assert "The pool closes. People swim." in last, "the prompt has all sentences before the answer"
    assert "(1) The pool closes.\n(3) People swim." in anchors[1].messages[-1].text
    assert anchors[1].schema is not None
    assert anchors[1].schema["properties"]["anchor"]["enum"] == [1, 2, 3], (
        "the answer is never the anchor"
    )
    for asked in judge.asked:
        for message in asked.messages:
            if message.role == "assistant":
                json.loads(message.text)
    row = {
        "sentences": list(SENTENCES),
        "edges": [{"question": e.question, "anchor": e.anchor, "answer_sentence": e.answer_sentence}
                  for e in parsed.article.edges],
    }  # fmt: skip
    assert len(edges_of_row(row, Place(), 1)) == 2, "the output can be read back"


def test_some_sentences_only() -> None:
    parsed = parse_article("pool", SENTENCES, ScriptedJudge(script), answers=[4])
    assert [one.answer_sentence for one in parsed.article.edges] == [4]
    for wrong in (1, 2, 9):
        judge = ScriptedJudge(script)
        with pytest.raises(BadInput, match=f"{wrong} is not a sentence of .* after the first"):
            parse_article("pool", SENTENCES, judge, answers=[4, wrong])
        assert not judge.asked, "bad input is refused before any request"


@pytest.mark.parametrize(
    ("question", "anchor", "why"),
    [
        ("I would rather not.", "", "could not be read"),
        ('{"question": "  "}', "", "empty question"),
        ('{"question": "Why?"}', '{"anchor": 4}', "does not have the requested form"),
        (
            '{"question": "Why?"}',
            '{"anchor": 2}',
            "chose sentence 2 as the anchor, which is missing",
        ),
    ],
)
def test_failed_replies_are_reported(question: str, anchor: str, why: str) -> None:
    def replies(ask: Any) -> str:
        return question if "question" in ask.schema["properties"] else anchor

    parsed = parse_article("pool", SENTENCES, ScriptedJudge(replies), answers=[4])
    assert not parsed.article.edges
    assert why in parsed.failed[4]
