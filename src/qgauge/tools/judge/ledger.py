"""The ledger of a run: calls, tokens and cost over all its processes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from qgauge.tools.judge.store import Store
from qgauge.tools.judge.verdict import Totals, Usage


class Ledger:
    """The row of one run in the tables of an open store."""

    def __init__(self, store: Store, run: str, judge: str) -> None:
        self._store, self._run, self._judge = store, run, judge

    def count_stored(self, times: int) -> None:
        """Count answers found in the store; the first call creates the row of the run."""
        self._change(
            "INSERT INTO runs (run, began, judge, stored) VALUES (:run, :began, :judge, :times)"
            " ON CONFLICT DO UPDATE SET stored = stored + :times",
            began=datetime.now(UTC).isoformat(timespec="seconds"),
            judge=self._judge,
            times=times,
        )

    def reserve(self, cost: float, limit: float, limit_calls: int) -> bool:
        """Reserve the cost of a call; return False if it could take the run above its limits."""
        return self._change(
            "UPDATE runs SET calls = calls + 1, reserved = reserved + :cost WHERE run = :run"
            " AND (:limit = 0 OR spent + reserved + uncertain + :cost <= :limit)"
            " AND (:calls = 0 OR calls < :calls)",
            cost=cost,
            limit=limit,
            calls=limit_calls,
        )

    def settle(
        self,
        reserved: float,
        usage: Usage | None = None,
        *,
        cost: float = 0.0,
        uncertain: float = 0.0,
        failure: str = "",
    ) -> None:
        """Replace the amount reserved for a call by its actual cost."""
        usage = usage or Usage()
        self._change(
            "UPDATE runs SET reserved = reserved - :reserved, spent = spent + :cost,"
            " tokens_in = tokens_in + :tokens_in, tokens_out = tokens_out + :tokens_out,"
            " uncertain = uncertain + :uncertain, answers = answers + :answers WHERE run = :run",
            reserved=reserved,
            cost=cost,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            uncertain=uncertain,
            answers=int(not failure),
        )
        if failure:
            self._change(
                "INSERT INTO failures VALUES (:run, :kind, 1)"
                " ON CONFLICT DO UPDATE SET times = times + 1",
                kind=failure,
            )

    def totals(self) -> Totals:
        """Return the totals of the run so far."""
        rows = self._read(
            "SELECT calls, answers, stored, tokens_in, tokens_out, spent, uncertain FROM runs"
            " WHERE run = ?"
        )
        failures = self._read("SELECT kind, times FROM failures WHERE run = ? ORDER BY kind")
        return replace(Totals(*rows[0]), failures=dict(failures)) if rows else Totals()

    def _read(self, statement: str) -> list[Any]:
        return self._store.read(lambda c: c.execute(statement, (self._run,)).fetchall())

    def _change(self, statement: str, **values: object) -> bool:
        """Run a statement and tell whether it changed anything."""
        values["run"] = self._run
        return self._store.write(lambda c: c.execute(statement, values).rowcount > 0)
