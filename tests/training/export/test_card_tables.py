"""Writing the tables of the model cards, and reading the seeds' figures back."""

from __future__ import annotations

from pathlib import Path

from training.export.card_tables import BEGIN, END, seeds_of, table, write_into

EXPORTED = {"f1_squad": 0.8136, "n_squad": 846, "nli_mnli": 0.7441, "n_nli_mnli": 958}
SEEDS = [{"f1_squad": 0.794, "nli_mnli": 0.736}, {"f1_squad": 0.801, "nli_mnli": 0.745}]


def test_a_new_table_keeps_the_figures_of_the_seeds(tmp_path: Path) -> None:
    card = tmp_path / "reader.md"
    card.write_text(
        f"# reader\n\n`reader.onnx`, 1 bytes, SHA-256 `0`\n\n{BEGIN}\n{END}\n\nLimits.\n"
    )
    write_into(card, table("reader", EXPORTED, SEEDS), {"reader.onnx": (1234, "abc")})
    text = card.read_text()
    assert "| answer F1, held-out SQuAD articles | 846 | .814 | .794 .801 | .860, missed |" in text
    assert "`reader.onnx`, 1,234 bytes, SHA-256 `abc`" in text
    assert text.endswith(f"{END}\n\nLimits.\n")
    assert seeds_of(card) == SEEDS
    write_into(card, table("reader", EXPORTED, seeds_of(card)), {})
    assert card.read_text() == text


def test_a_missing_card_has_no_seeds(tmp_path: Path) -> None:
    assert seeds_of(tmp_path / "none.md") == []
