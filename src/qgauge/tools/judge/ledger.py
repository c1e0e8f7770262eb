"""The ledger of a run: what was set aside, asked and paid, in all processes that take part."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any

from qgauge.tools.judge.asking import Totals, Usage
from qgauge.tools.judge.store import Store


class Ledger:
    """One run's page in the ledger of a store, which must be open."""

    def __init__(self, store: Store, run: str) -> None:
        self._store, self._run = store, run

    def begin(self, began: str, judge: str) -> None:
        self._change(
            "INSERT OR IGNORE INTO runs (run, began, judge) VALUES (:run, :began, :judge)",
            began=began,
            judge=judge,
        )

    def reserve(self, cost: float, limit: float, limit_calls: int) -> bool:
        """Set this much aside for a call; False where it could bring the run above its limits."""
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
        """What a call took in the end, in place of what was set aside for it."""
        usage = usage or Usage()
        self._change(
            "UPDATE runs SET reserved = reserved - :reserved, spent = spent + :cost,"
            " tokens_in = tokens_in + :sent, tokens_out = tokens_out + :came,"
            " uncertain = uncertain + :uncertain, answers = answers + :answers WHERE run = :run",
            reserved=reserved,
            cost=cost,
            sent=usage.tokens_in,
            came=usage.tokens_out,
            uncertain=uncertain,
            answers=int(not failure),
        )
        if failure:
            self._change(
                "INSERT INTO failures VALUES (:run, :kind, 1)"
                " ON CONFLICT DO UPDATE SET times = times + 1",
                kind=failure,
            )

    def count_stored(self, times: int) -> None:
        self._change("UPDATE runs SET stored = stored + :times WHERE run = :run", times=times)

    def totals(self) -> Totals:
        rows = self._read(
            "SELECT calls, answers, stored, tokens_in, tokens_out, spent, uncertain FROM runs"
            " WHERE run = ?"
        )
        failures = self._read("SELECT kind, times FROM failures WHERE run = ? ORDER BY kind")
        return replace(Totals(*rows[0]), failures=dict(failures)) if rows else Totals()

    def _read(self, statement: str) -> list[Any]:
        return self._store.read(lambda c: c.execute(statement, (self._run,)).fetchall())

    def _change(self, statement: str, **values: object) -> bool:
        """Whether anything was changed."""

        def work(connection: sqlite3.Connection) -> bool:
            return connection.execute(statement, {"run": self._run, **values}).rowcount > 0

        return self._store.write(work)
