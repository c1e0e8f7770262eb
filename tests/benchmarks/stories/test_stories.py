"""The tables of the ranked tales: the report's columns, best first."""

from __future__ import annotations

import qgauge
from benchmarks.stories.__main__ import FORMULAS, ranked_table, summary, tales


def test_pairs_are_listed_best_first_with_the_columns_of_the_report() -> None:
    text = tales()["The golden touch"]
    rows = [
        {"question": "Who was the teacher of Dionysus?", "answer": "Phrygia", "passage": text},
        {"question": "Who was the teacher of | Dionysus?", "answer": "Silenus", "passage": text},
        {"question": "What did Midas wish for?", "answer": "twelve | mules", "passage": text},
    ]
    ranked = qgauge.rank(rows, FORMULAS["soft"]).ranked
    lines = list(ranked_table(ranked))
    assert lines[0] == (
        "|  | final_score | answerability_score | inference_score | grammar_score | question "
        "| answer |"
    )
    cells = [line.strip("| ").split(" | ") for line in lines[2:]]
    assert [one[0] for one in cells] == ["1", "2", "3"]
    assert cells[0][-2:] == ["Who was the teacher of \\| Dionysus?", "Silenus"]
    for one in cells:  # the report's formula: .3 answerability + .5 inference + .2 grammar
        final, answering, inference, grammar = map(float, one[1:5])
        assert abs(final - (0.3 * answering + 0.5 * inference + 0.2 * grammar)) < 0.002


def test_the_summary_counts_words_and_questions() -> None:
    rows = [{"question": "Who wept?", "answer": "Ada", "passage": "Ada wept."}]
    ranked = qgauge.rank(rows, FORMULAS["soft"]).ranked
    lines = list(summary({"One": ranked, "Two": []}, {"One": "Ada wept.", "Two": "No."}))
    value = f"{ranked[0].value:.3f}"
    assert lines[2] == f"| One | 2 | 1 | {value} | {value} | {value} |"
    assert lines[3] == "| Two | 1 | 0 | - | - | - |"
    assert lines[4] == f"| all | 3 | 1 | {value} | {value} | {value} |"
