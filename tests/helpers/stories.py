"""The two stories of the ranking report.

The report is *A Reference-free Method Evaluating the Quality of Generated Questions*.
"""

from __future__ import annotations

import re
from pathlib import Path


def ranked_stories(folder: Path) -> dict[str, tuple[str, list[tuple[float, str, str]]]]:
    """Return the stories, and their question-answer pairs with the report's final scores."""
    (file,) = folder.glob("001*")
    text = file.read_text(encoding="utf-8")
    pair = r"'final_score': '([\d.]+)'.*?'question':\s*'(.*?)',\s*'answer':\s*'(.*?)'\}"
    pairs = [
        (float(score), " ".join(question.split()), " ".join(answer.split()))
        for score, question, answer in re.findall(pair, text, flags=re.DOTALL)
    ]
    stories = text.partition("#### **Mysterious Stranger**")[2].partition("## Reference")[0]
    stranger, _, queen = stories.partition("#### The Fat Queen")
    return {
        "The Fat Queen": (" ".join(queen.split()), pairs[:8]),
        "Mysterious Stranger": (" ".join(stranger.split()), pairs[8:]),
    }
