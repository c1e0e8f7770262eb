"""Measure how well `grammar`, `answering`, `inference` and `quality` agree with human ratings.

    python -m benchmarks.agreement.quality DATA [--cache FILE] > docs/quality_agreement.md

DATA has `eval/qgeval`, `eval/simqg` and `seeds/`, with the ranking report and its sixteen pairs
about two stories. Takes about ten minutes on one core, or seconds with a warm cache.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from helpers.stories import ranked_stories
from scipy.stats import rankdata, spearmanr

from benchmarks.reproduce.page import correlation
from qgauge.cli.terminal import progress
from qgauge.core import Example, Score
from qgauge.data.public import read_public
from qgauge.metrics import create
from qgauge.metrics.answering import ALL_SURPRISE, answerable
from qgauge.run import evaluate, requests_for
from qgauge.stats.auc import auc
from qgauge.stats.correlation import correlation_table
from qgauge.tools.cache import Cache, default_cache
from qgauge.tools.registry import open_tool
from qgauge.tune.quality import Plan, fit

Columns = dict[str, list[float]]

DIMENSIONS = tuple(
    "fluency clarity relevance consistency answerability answer_consistency".split()  # noqa: SIM905
)
WEIGHTED = "quality:method=weights"
ASKED = (
    WEIGHTED,
    "quality:formula=document",
    "inference:method=document",
    "grammar:form=all",
    "grammar:form=off",
)
TARGETS = (
    ("grammar", "fluency", 0.30),
    ("answering", "answer_consistency", 0.54),
    ("inference", "answer_consistency", 0.45),
    ("answering.answerable", "answerability", 0.25),
    ("answering.grounded", "consistency", 0.20),
)
BOTH = "answerability + answer_consistency"
WRONG = {5, 6, 7, 8}
"""The ranks of the pairs that the ranking report calls wrong, in both stories."""
ROLES = ("grammarian", "parser", "reader", "verifier", "entailer")
SEED = 12345
"""The default seed of `qgauge meta`, so that the intervals equal those of docs/RESULTS.md."""


def scored(request: str, examples: Sequence[Example], tools: Mapping[str, Any]) -> list[Score]:
    with progress(request, len(examples)) as done:
        (result,) = evaluate(examples, requests_for([request]), tools, progress=done)
    return list(result.scores)


def columns(name: str, scores: Sequence[Score]) -> Columns:
    """Return the value and every part, by name; NaN where a row is unscored."""
    nothing = float("nan")
    parts = dict.fromkeys(part for score in scores for part in score.parts)
    made = {name: [nothing if s.value is None else float(s.value) for s in scores]}
    return made | {part: [score.parts.get(part, nothing) for score in scores] for part in parts}


def qgeval(folder: Path, tools: Mapping[str, Any]) -> Iterator[str]:
    examples = read_public("qgeval", str(folder)).examples
    groups = [str(example.meta["passage_id"]) for example in examples]
    ratings: Columns = {
        name: [float(example.ratings[name][0] or 0) for example in examples] for name in DIMENSIONS
    }
    ratings[BOTH] = list(np.mean([ratings["answerability"], ratings["answer_consistency"]], axis=0))
    scores = {request: scored(request, examples, tools) for request in ASKED}
    found = {request: columns(request, some) for request, some in scores.items()}
    shown = found[WEIGHTED] | {name: found[name][name] for name in ASKED}
    table = correlation_table(shown, ratings, groups=groups, seed=SEED)
    yield f"## QGEval: {len(examples):,} questions on {len(set(groups))} passages\n"
    yield DIMENSIONS_SAY
    yield "| metric or part | " + " | ".join(ratings) + " |"
    yield "|---" * (1 + len(ratings)) + "|"
    for name in shown:
        cells = []
        for rated in ratings:
            one = table[name, rated]
            cells.append(correlation(one))
        yield f"| `{name}` | " + " | ".join(cells) + " |"
    yield "\nCompared with the targets of the project:\n"
    for name, rated, target in TARGETS:
        value = table[name, rated].value or 0.0
        told = "meets" if value >= target else "misses"
        yield (
            f"- `{name}` correlates {value:.3f} with {rated} and {told} the target of {target:.2f}."
        )
    yield from _length(shown, ratings, examples, groups)
    yield from _without_asking(scores[WEIGHTED], ratings, groups)
    yield from _fitted(shown, ratings[BOTH], groups)
    yield from _reasons(scores[WEIGHTED], ratings["answer_consistency"])


def _length(
    shown: Columns, ratings: Columns, examples: Sequence[Example], groups: Sequence[str]
) -> Iterator[str]:
    words = [len(example.question.split()) for example in examples]
    table = correlation_table(shown, ratings, groups=groups, given=words)
    told = [f"`{name}` with {rated} {table[name, rated].value:.3f}" for name, rated, _ in TARGETS]
    yield f"\nPartial correlations given the question's length in words: {'; '.join(told)}."


def _without_asking(
    scores: Sequence[Score], ratings: Columns, groups: Sequence[str]
) -> Iterator[str]:
    """Show the agreement of `answering` without the rule that texts which ask nothing score 0."""
    found: Columns = {"answering": [], "answering.answerable": []}
    for score in scores:
        evidence = score.evidence["answering"]
        value = max(0.0, 1 - evidence["surprise"] / ALL_SURPRISE)
        found["answering"].append(0.0 if evidence["given_away"] else value)
        found["answering.answerable"].append(answerable(evidence["no_answer"]))
    table = correlation_table(found, ratings, groups=groups)
    silent = sum(not score.evidence["answering"]["asks"] for score in scores)
    told = [
        f"`{name}` with {rated} {table[name, rated].value:.3f}"
        for name, rated, _ in TARGETS
        if name in found
    ]
    noted = sum("it does not ask anything" in score.evidence["why"] for score in scores)
    yield f"\nA text that asks nothing gets 0 from `answering` ({silent} rows here) and four errors"
    yield f"from `grammar` ({noted} rows; unlike `answering`, it does not know whether the answer"
    yield "is yes or no). We wrote this rule with these rows in view. Without it, the correlations"
    yield f"are: {'; '.join(told)}. The row `grammar:form=off` is `grammar` without the rule."


def _reasons(scores: Sequence[Score], rated: Sequence[float]) -> Iterator[str]:
    """Show how people rated the rows that have each reason."""
    by_reason: dict[str, list[float]] = {}
    for score, one in zip(scores, rated, strict=True):
        for reason in score.evidence["why"]:
            # reasons quote answers and errors; group them by kind
            kind = reason.partition(":")[0]
            kind = "a grammar error" if kind == "grammar" else kind
            by_reason.setdefault(re.sub("'.*'", "'...'", kind), []).append(one)
    yield "## What the reasons are worth\n"
    yield "`qgauge rank` prints reasons in its column `why`. The table shows how human raters"
    yield "rated the answer consistency (1 to 3) of the rows with each reason. A row may have"
    yield "several reasons. [What each reason means](rank.md#the-reasons).\n"
    yield "| reason | rows | mean rating | share rated above 2.5 |"
    yield "|---|---|---|---|"
    everything = ("(all rows)", list(rated))
    for reason, ones in [everything, *sorted(by_reason.items(), key=lambda one: -np.mean(one[1]))]:
        share = np.mean([one > 2.5 for one in ones])
        yield f"| {reason} | {len(ones)} | {np.mean(ones):.2f} | {share:.2f} |"
    yield ""


def _fitted(shown: Columns, human: Sequence[float], groups: Sequence[str]) -> Iterator[str]:
    parts = np.array([shown[name] for name in ("grammar", "answering", "inference")]).T
    found = fit(parts, np.array(human), groups, Plan())
    gained = found.gained
    weights = "/".join(f"{weight:g}" for weight in found.weights)
    yield f"\nWeights fitted to the mean of the two ratings in the last column: {weights}."
    yield "In cross-validation over passages, the metric with fitted weights correlates"
    yield f"{gained.second:.3f} with it, and with the default weights .2/.3/.5 {gained.first:.3f}."
    yield f"The difference is {gained.value:+.3f} [{gained.low:+.3f}, {gained.high:+.3f}].\n"


def simqg(folder: Path, tools: Mapping[str, Any]) -> Iterator[str]:
    """Measure the reader alone: SimQG has no answers to score."""
    examples = read_public("simqg", str(folder)).examples
    answered = tools["reader"].answer([(one.question, str(one.passage)) for one in examples])
    rated = [float(example.ratings["answerability"][0] or 0) for example in examples]
    groups = [str(example.meta["passage_id"]) for example in examples]
    yield "## SimQG: answerability\n"
    yield "SimQG has no answers, so these figures describe the reader alone, not `answering`."
    yield "AUC is the chance that the reader finds an answerable question more answerable than an"
    yield "unanswerable one (.5 is chance, 1 is perfect). Raters gave 0 to 1, and a question counts"
    yield "as answerable from the rating in the first column.\n"
    yield "| answerable if rated | AUC [95 % interval] | answerable | not answerable | passages |"
    yield "|---|---|---|---|---|"
    for line in (0.5, 1.0):
        found = auc(
            [1 - one.no_answer for one in answered], [r >= line for r in rated], groups=groups
        )
        yield (
            f"| {line:g} or more | {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] | "
            f"{found.positives} | {found.negatives} | {found.clusters} |"
        )
    yield ""


def stories(folder: Path, tools: Mapping[str, Any]) -> Iterator[str]:
    yield "## The two stories of the ranking report\n"
    yield "[The ranking report](references.md#what-qgauge-implements) ranks eight question-answer"
    yield "pairs about each of two stories, and calls the pairs on ranks 5 to 8 wrong. Spearman is"
    yield "the rank correlation of our scores with the report's.\n"
    shows = "report's ranks in our order, with our scores | wrong pairs in the top half"
    yield f"| metric | story | Spearman | {shows} |"
    yield "|---|---|---|---|---|"
    for request in ("quality", *ASKED[:2]):
        for name, (passage, pairs) in ranked_stories(folder).items():
            examples = [
                Example(str(at), question, (), passage, answer)
                for at, (_, question, answer) in enumerate(pairs, start=1)
            ]
            values = [float(score.value or 0) for score in create(request).score(examples, tools)]
            rho = spearmanr([score for score, _, _ in pairs], values).statistic
            ranks = rankdata([-value for value in values], "min")
            high = [at for at in sorted(WRONG) if ranks[at - 1] <= len(pairs) // 2]
            order = sorted(range(len(pairs)), key=lambda at: -values[at])
            shown = " ".join(f"{at + 1} ({values[at]:.2f})" for at in order)
            found = ", ".join(map(str, high)) or "none"
            yield f"| `{request}` | {name} | {rho:.3f} | {shown} | {found} |"
    yield AFTER


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--cache", help="the cache file of the tools")
    given = parser.parse_args()
    cache = Cache(given.cache) if given.cache else default_cache()
    tools = {role: open_tool(role, cache=cache) for role in ROLES}
    day = datetime.now(tz=UTC).date()
    print("# Agreement of `quality:method=weights` with human raters\n")
    print(
        f"This page was generated on {day} by `python -m benchmarks.agreement.quality DATA`, with"
    )
    print(", ".join(f"`{role}={tool.identity}`" for role, tool in tools.items()), end=".\n")
    print(HOW)
    for part in (
        qgeval(given.shared / "eval" / "qgeval", tools),
        simqg(given.shared / "eval" / "simqg", tools),
        stories(given.shared / "seeds", tools),
    ):
        for line in part:
            print(line, flush=True)


HOW = """
This page is about the weighted mean of `grammar`, `answering` and `inference`, and its parts. The
default of `quality` is learned from these ratings: for its agreement with ratings that it was not
fitted to, see [the results](RESULTS.md#learned-dimensions).

How well do [the weighted mean and its parts](metrics/quality.md) agree with human ratings? In
short:
`answering` is good at telling whether the given answer is right, and `inference` adds to it;
`grammar` and the reader's view of answerability are fair, and hardly anything notices a question
that misstates its passage.

The figures are Pearson correlations on [the half of each set that we have](RESULTS.md#data), with
95 % intervals from a bootstrap over passages, as in [the results](RESULTS.md#qgeval). Two models
matter here: the reader, which finds answers in a passage, and the verifier, which estimates whether
an answer is right. `inference:method=document` is the ranking report's formula: an inference model
decides whether question and answer, written as one statement, follow from the passage.

No model was trained on these passages. Only the fitted weights use the ratings, and they are
cross-validated. But we made some design choices with these rows in view:

- We did not tune the constants of `answering` finely: scaling by 20 instead of 25 nats, or a
  penalty factor of 8 to 16 instead of 10 for partial matches, changes the correlation with answer
  consistency by at most .02.
- The form of `inference` was chosen with these rows: the verifier instead of the statement, log
  odds instead of the probability, and a scale of 6 (with the whole passage, 4 to 8 give .445 to
  .465). The window has three sentences: five are no better, and the whole passage gains .01 but
  takes four times as long on passages of 150 words.
- The verifier's weights were chosen among three versions, one of them with these rows in view
  ([its card](../src/qgauge/models/reader.md#limits)).
- The two sentences of `answering.grounded` were chosen among 1 to 5 (correlations .14 to .17).

For comparison, the QGEval paper reports, on all of its rows: RQUGE (with a T5-large model)
correlates .561 with answer consistency and .211 with answerability; UniEval correlates .370 with
fluency.
"""

DIMENSIONS_SAY = """Raters gave 1 to 3 for each of these questions:

- fluency: is it grammatical and easy to read?
- clarity: is it clear what is asked?
- relevance: is it about the passage?
- consistency: does it agree with what the passage says?
- answerability: does the passage answer it?
- answer_consistency: is the given answer the answer to this question?

The last column has the mean of the last two ratings.
"""

AFTER = """
## Limits

Nothing here predicts consistency well. 1,428 of the 1,575 rows have the top rating. Of the 72 rows
rated below 2.4, 48 are about pairs of articles, 12 of them about one pair where passage and answer
use two names for one man. The other rows ask about something that the text says about somebody
else, or presuppose something that it does not say. Often a single word is wrong, such as the name
of a sport. Neither the reader nor the verifier notices.

It helps a little to check whether the words of the question occur close together in the passage.
The part `answering.grounded` does so: it is the share of the question's words in two adjacent
sentences. Correlations with consistency of the variants that we tried:

| variant | correlation |
|---|---|
| share of question words in one sentence | .16 |
| in two sentences | .17 |
| in four sentences | .15 |
| in the whole passage | .10 |
| in two sentences that also contain the answer | .17 |
| rare words weigh more | .16 |
| similar words count (word vectors) | .17 |
| combined with `answering` | .18 |
| words in the same order | .12 |
| word pairs | .04 |
| names and numbers missing from the passage | at most .03 |
| everything combined with the other parts, cross-validated: ridge regression | .09 |
| the same, boosted trees | .11 |
| the same, random forest | .14 |

Questions without content words count as 0 in this table. If they count as 1, the first four figures
are lower by .02."""

if __name__ == "__main__":
    main()
