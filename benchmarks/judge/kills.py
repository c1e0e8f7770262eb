"""Kill a judge twenty times in 2,000 calls to an unreliable server, and compare with a clean run.

    python -m benchmarks.judge.kills [ROWS] [KILLS]

The server answers one call in ten with 429, one in twenty with 5xx, lets one in fifty hang, and
gives 3 % of the questions an unreadable answer. An answer counts as paid once the server has made
it, even if the client is gone. Prints the figures of docs/judge.md.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers.killed_runs import CONCURRENCY, Outcome, judged, write_rows

DELAY = 0.1
"""Mean delay of an answer in seconds; short for a language model."""
DEADLINE = 3.0
"""Seconds before a hanging call is abandoned; needs an idle machine."""


def shown(name: str, one: Outcome) -> str:
    return (
        f"{name:<12} calls {one.asked:,}  good answers paid {one.paid:,}  "
        f"distinct questions {one.distinct:,}  kills {one.kills}  {one.seconds:.0f} s"
    )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    run = partial(judged, delay=DELAY, deadline=DEADLINE, hang=None)
    with TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.jsonl"
        write_rows(rows, count)
        undisturbed = run(Path(folder) / "undisturbed", rows, 0)
        print(shown("undisturbed", undisturbed), flush=True)
        killed = run(Path(folder) / "killed", rows, kills)
        print(shown("killed", killed), flush=True)
    lines = [json.loads(line)["scores"] for line in killed.output.splitlines()]
    reasons = Counter(score.get("unscored", "scored") for row in lines for score in row.values())
    for reason, times in reasons.most_common():
        print(f"{times:6,}  {reason}")
    same = killed.output == undisturbed.output
    print(f"the two files are {'the same' if same else 'DIFFERENT'}")
    again = killed.paid - killed.distinct
    only_in_flight = killed.twice <= {question for _, question in killed.in_flight}
    print(
        f"paid again {again}; in flight or waiting for another try at the kills "
        f"{len(killed.in_flight)} (at most {kills} x {CONCURRENCY}); "
        f"nothing else was paid again: {only_in_flight}"
    )
    sys.exit(0 if same and only_in_flight and again <= len(killed.in_flight) else 1)


if __name__ == "__main__":
    main()
