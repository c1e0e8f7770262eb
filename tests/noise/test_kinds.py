"""Each kind of noise: the changes it can make to a question."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qgauge.core import Example
from qgauge.noise import TABLE, apply, create
from qgauge.noise.places import Amount, changes, rewritten


class Drawn:
    """A fake `random.Random` that always returns the same number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def possible(kind: str, question: str) -> set[str]:
    """Return every question that a kind of noise can make by changing one place."""
    found = set()
    for place in TABLE[kind].places(question):
        for at in range(len(place.choices)):
            drawn = Drawn((at + 0.5) / len(place.choices))
            made = changes(question, [place], Amount(most=1), drawn)  # type: ignore[arg-type]
            found.add(rewritten(question, made))
    return found


def whole(kind: str, question: str) -> str:
    """Return the question with all places changed."""
    strong = create(f"{kind}:share=1")
    return rewritten(question, strong.changes(question, Drawn(0.0)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "question", "want"),
    [
        ("no_names", "When did the U.S. Navy leave Oriel's port?", "When did the leave port?"),
        ("no_names", 'Who sang "Halo" in Rome, Italy?', 'Who sang "" in,?'),
        ("no_names", "Could Ada swim?", "Could swim?"),
        ("no_names", "who was there?", "who was there?"),
        ("no_names", "Oriel?", "Oriel?"),  # a question keeps at least one word
        ("no_content", "Which films did Maya Deren direct ?", "Which films did Maya Deren ?"),
        ("no_content", "Why don't penguins fly?", "Why don't?"),
        ("no_content", "Is it a well-known 5km run?", "Is it a?"),
        ("no_function", "Is the soup on it warm?", "soup warm?"),
        ("no_function", "Why don't the birds fly?", "Why don't birds fly?"),
        ("no_function", "What is the soup?", "What is soup?"),  # "is" belongs to "what"
        ("no_function", "Can we not or cannot we go?", "go?"),
        ("no_question_word", "In which year did he ask who came?", "In did he ask came?"),
        ("lower_case", "Did NASA hire Ada?", "did nasa hire ada?"),
    ],
)
def test_all_words_of_a_kind(kind: str, question: str, want: str) -> None:
    assert whole(kind, question) == want


@pytest.mark.parametrize(
    ("kind", "question", "want"),
    [
        ("agreement", "Where are the keys?", {"Where is the keys?"}),
        ("agreement", "Is it old?", {"Are it old?"}),
        ("agreement", "Who lives here?", {"Who live here?"}),
        # "have" is an infinitive here
        ("agreement", "What does it have?", {"What do it have?"}),
        ("agreement", "Who came?", set()),
        ("tense", "Where did she go?", {"Where did she went?", "Where did she goes?"}),
        (
            "tense",
            "When was the old tower built?",
            {"When was the old tower build?"},  # past tense and participle of build are equal
        ),
        ("tense", "Has it been seen?", {"Has it been see?", "Has it been saw?"}),
        (
            "tense",
            "What did the old man in the green house build?",
            {
                "What did the old man in the green house built?",
                "What did the old man in the green house builds?",
            },
        ),
        ("tense", "Why does copper turn green?", {"Why does copper turned green?",
                                                 "Why does copper turns green?"}),
        ("tense", "Who was Ada?", set()),
        ("article", "Is it a cat?", {"Is it an cat?", "Is it cat?"}),
        ("article", "An hour of what?", {"A hour of what?", "hour of what?"}),
        ("article", "Who wrote the end?", {"Who wrote a end?"}),
        ("article", "Who used the unit?", {"Who used an unit?"}),
        ("article", "Is vitamin A good?", set()),
        ("preposition", "Who lives in it?", {"Who lives of it?", "Who lives to it?",
                                             "Who lives at it?"}),
        ("preposition", "How is it to swim?", set()),
        ("preposition", "From whom?", {"Of whom?", "At whom?", "On whom?"}),
        ("noun_number", "How many books are old?", {"How many book are old?"}),
        ("noun_number", "Is it a child?", {"Is it a children?"}),
        ("noun_number", "Is it a green book of hers?", set()),  # "green" may be the noun
        ("noun_number", "Who took the book?", set()),
        ("inversion", "When was the tower built?", {"When the tower was built?"}),
        ("inversion", "Where does Ada's mother live?", {"Where Ada's mother does live?"}),
        ("inversion", "Is the soup warm?", {"The soup warm is?"}),
        ("inversion", "What is the capital of Peru?", {"What the capital of Peru is?"}),
        ("inversion", "What was built?", set()),
        ("inversion", "Who came?", set()),
        ("inversion", "Why don't they go?", set()),
        ("word_order", "Who met Ada's dog?", {"Met who Ada's dog?"}),
        ("word_order", "Ada, who came in?", {"Ada, came who in?", "Ada, who in came?"}),
        ("doubled_word", "Who came?", {"Who who came?", "Who came came?"}),
        ("dropped_word", "Who came in?", {"came in?", "Who in?", "Who came?"}),
        ("truncated", "Who met the old man ?", {"Who met ?", "Who met the ?", "Who met the old ?"}),
        ("truncated", "Who came?", set()),
        ("spelling", "Who met them?", {
            "Who met tehm?", "Who met tem?", "Who met thhem?", "Who met thme?", "Who met thm?",
            "Who met theem?", "Who met the?", "Who met themm?",
        }),
        ("no_question_mark", "Who ??  ", {"Who  "}),
        ("no_question_mark", "Who came", set()),
        ("no_question_mark", "?", {"?"}),  # a question keeps at least one word
    ],
)  # fmt: skip
def test_changes_of_one_place(kind: str, question: str, want: set[str]) -> None:
    assert possible(kind, question) == want


def test_other_question_word_also_replaces_the_word_that_belongs_to_it() -> None:
    made = possible("other_question_word", "What films did Ada see, and where?")
    others = ("Which", "Why", "Who", "Whom", "Whose", "Where", "When", "How")
    assert made == {f"{word} did Ada see, and where?" for word in others}
    assert possible("other_question_word", "Is it warm?") == set()


def test_the_examples_on_the_noise_page_are_real() -> None:
    project = Path(__file__).parent.parent.parent
    page = (project / "docs" / "noise.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", page, re.MULTILINE))
    assert list(shown) == list(TABLE)
    lines = (project / "examples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    examples = [Example(row["id"], row["question"]) for row in rows if row["system"] == "atlas"]
    for kind, question in shown.items():
        made = (row.question for seed in range(500) for row in apply(kind, examples, seed))
        assert question in made, kind


def test_every_kind_has_a_short_description() -> None:
    assert all(kind.about and len(kind.about) < 70 for kind in TABLE.values())
