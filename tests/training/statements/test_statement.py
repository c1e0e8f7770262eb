"""Questions and answers rewritten as statements."""

from __future__ import annotations

import pytest

from training.statements.statement import statement

PAIRS = [
    ("Who painted the old mill?", "Anna Berg", "Anna Berg painted the old mill."),
    ("Who lives in the tower?", "an owl", "An owl lives in the tower."),
    ("What covers the roof?", "green moss", "Green moss covers the roof."),
    ("What did Maria write?", "a long letter", "Maria wrote a long letter."),
    ("What does the baker sell on Monday?", "rye bread", "The baker sells rye bread on Monday."),
    ("Who did the queen marry?", "a sailor", "The queen married a sailor."),
    ("What did the fox look for?", "a goose", "The fox looked for a goose."),
    ("What did he tell the judge?", "the truth", "He told the judge the truth."),
    ("What did they use to open the box?", "a knife", "They used a knife to open the box."),
    ("What did the boy do when it rained?", "ran home", "The boy ran home when it rained."),
    ("What position does Karl Lund play?", "goalkeeper", "Karl Lund plays goalkeeper."),
    ("When was the bridge built?", "1871", "The bridge was built in 1871."),
    ("When was the bridge opened?", "May 4, 1871", "The bridge was opened on May 4, 1871."),
    ("When did the siege begin?", "after the harvest", "The siege began after the harvest."),
    ("When did the siege end?", "Sunday", "The siege ended on Sunday."),
    ("Where is the museum located?", "Oslo", "The museum is located in Oslo."),
    ("Where did the bird sleep?", "under a leaf", "The bird slept under a leaf."),
    ("Where did Prince Otto ride to?", "the coast", "Prince Otto rode to the coast."),
    ("Why did the king leave?", "he was ill", "The king left because he was ill."),
    ("Why did the king leave?", "to find help", "The king left to find help."),
    ("Why did the king leave?", "the plague", "The king left because of the plague."),
    (
        "Why didn't Per eat the soup?",
        "It was cold.",
        "Per did not eat the soup because it was cold.",
    ),
    ("How did the thief escape?", "by boat", "The thief escaped by boat."),
    ("How did the thief escape?", "climbing a wall", "The thief escaped by climbing a wall."),
    ("How did the girl feel after the dance?", "tired", "The girl felt tired after the dance."),
    ("How many people live in Arvik?", "900", "900 people live in Arvik."),
    ("How many goals did Lund score?", "three", "Lund scored three goals."),
    ("How many ships were lost in the storm?", "12", "12 ships were lost in the storm."),
    ("How long did the war last?", "six years", "The war lasted six years."),
    ("Which team won the cup?", "Brann", "Brann won the cup."),
    ("What year did the mine close?", "1930", "The mine closed in 1930."),
    ("In which year did the mine close?", "1930", "The mine closed in 1930."),
    ("To whom did Ida give the ring?", "her aunt", "Ida gave the ring to her aunt."),
    ("What is the capital of Norway?", "Oslo", "The capital of Norway is Oslo."),
    ("What is Bergen known for?", "rain", "Bergen is known for rain."),
    (
        "What is the edge of the plain called?",
        "the Rim",
        "The edge of the plain is called the Rim.",
    ),
    ("Who was elected in 1920?", "Ole Dahl", "Ole Dahl was elected in 1920."),
    ("What can cause a fire?", "dry grass", "Dry grass can cause a fire."),
    ("What type of housing was built?", "prefabricated", "Prefabricated housing was built."),
    ("Did the train stop in Voss?", "no", "The train did not stop in Voss."),
    ("Did the train stop in Voss?", "Yes.", "The train stopped in Voss."),
    ("Was the bridge built of stone?", "yes", "The bridge was built of stone."),
    ("In 1940, who owned the farm?", "the bank", "In 1940, the bank owned the farm."),
]


@pytest.mark.parametrize(("question", "answer", "expected"), PAIRS)
def test_by_rule(question: str, answer: str, expected: str) -> None:
    assert statement(question, answer) == expected


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("The mill and what other house burned?", "the barn"),
        ("What happened after the feast?", "The guests went home."),
        ("What kind of park?", "national"),
        ("What is data that is sent in small parts over a line by two hosts called by?", "x"),
        ("Whose boat sank?", "Per's"),
    ],
)
def test_uncertain_statements_quote_the_question(question: str, answer: str) -> None:
    text = statement(question, answer)
    assert question in text
    assert answer.rstrip(".").lower() in text.lower()


def test_the_same_question_always_gets_the_same_frame() -> None:
    one = statement("Whose boat sank?", "Per's")
    two = statement("Whose boat sank?", "Ida's")
    assert one.replace("Per", "Ida") == two


def test_not_in_a_later_clause_stays_there() -> None:
    text = statement("What did Ida do when it was not warm?", "ran home")
    assert text == "Ida ran home when it was not warm."
