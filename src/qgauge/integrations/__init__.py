"""qgauge inside other evaluation frameworks; docs/integrations.md shows each one.

The frameworks themselves are imported only by the module of each framework.
"""

from __future__ import annotations

from pathlib import Path

from qgauge.integrations.rows import RowScore, score_row

__all__ = ["RowScore", "evaluate_module", "score_row"]


def evaluate_module() -> str:
    """Return the folder that Hugging Face `evaluate.load` loads.

    Returns:
        The path of the folder. `evaluate.load(evaluate_module(), "quality")` needs no network.

    Examples:
        >>> from pathlib import Path
        >>> from qgauge.integrations import evaluate_module
        >>> Path(evaluate_module()).name
        'evaluate_qgauge'
    """
    return str(Path(__file__).parent / "evaluate_qgauge")
