"""Quality with the embedded models: the example stories, and the pairs of the ranking report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.shared_data import shared_folder
from helpers.stories import ranked_stories
from scipy.stats import spearmanr

import qgauge
from qgauge.core import Example

STORIES = Path(__file__).parent.parent.parent / "examples" / "stories.jsonl"
GOOD = {f"ferry-{number}" for number in (1, 2, 3, 4, 8)}
GOOD |= {f"pumpkin-{number}" for number in (1, 2, 3, 5)}
BAD = {"ferry-5", "ferry-6", "ferry-9", "pumpkin-4", "pumpkin-6", "pumpkin-7"}


METHODS = pytest.mark.parametrize("request_", ["quality", "quality:method=weights"])


def values(examples: list[Example], request: str) -> dict[str, float]:
    result = qgauge.score(examples, [request])[request]
    found = {}
    for example, score in zip(examples, result.scores, strict=True):
        assert isinstance(score.value, float)
        found[example.id] = score.value
    return found


@pytest.mark.slow
@METHODS
def test_good_pairs_score_above_bad_ones(request_: str) -> None:
    rows = [json.loads(line) for line in STORIES.read_text(encoding="utf-8").splitlines()]
    examples = [Example(r["id"], r["question"], (), r["passage"], r["answer"]) for r in rows]
    found = values(examples, request_)
    assert set(found) > GOOD | BAD
    assert min(found[id] for id in GOOD) > max(found[id] for id in BAD)


@pytest.mark.slow
@METHODS
@pytest.mark.parametrize("story", ["The Fat Queen", "Mysterious Stranger"])
def test_scores_correlate_with_the_ranking_report(story: str, request_: str) -> None:
    passage, pairs = ranked_stories(shared_folder() / "seeds")[story]
    assert len(pairs) == 8
    found = list(
        values(
            [
                Example(str(at), question, (), passage, answer)
                for at, (_, question, answer) in enumerate(pairs)
            ],
            request_,
        ).values()
    )
    assert spearmanr([score for score, _, _ in pairs], found).statistic >= 0.7
    same = [(at, one) for at, pair in enumerate(pairs) for one in range(at) if pairs[one] == pair]
    assert same
    assert all(found[at] == found[one] for at, one in same)
