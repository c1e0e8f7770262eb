"""Results on this machine match those of the machine where the table was recorded."""

from __future__ import annotations

from helpers import recorded_values as recorded


def test_every_tool_matches_the_recorded_results() -> None:
    table = recorded.read()
    assert {kind: len(rows) for kind, rows in table.items()} == {"texts": 30, "pairs": 30}
    wrong = [
        f"{given}: {name} is {found[name]}, recorded {expected[name]}"
        for given, expected, found in recorded.now(table)
        for name, distance in recorded.differences(expected, found).items()
        # the bound is one decimal step, which floats represent only approximately
        if distance > recorded.bound(name) * 1.0001
    ]
    assert not wrong, "\n".join(wrong)


def test_a_difference_above_the_bound_is_detected() -> None:
    row = recorded.read()["pairs"][0]["found"]
    assert max(recorded.differences(row, row).values()) == 0
    moved = row | {"confidence": row["confidence"] - 0.0031, "answer": "0 5 other"}
    found = recorded.differences(row, moved)
    assert {name for name in found if found[name] > recorded.bound(name)} == {
        "confidence",
        "answer",
    }
