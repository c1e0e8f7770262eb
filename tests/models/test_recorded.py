"""The tools say on this machine what they said where the table was recorded, within the bound."""

from __future__ import annotations

from helpers import recorded_values as recorded


def test_every_tool_says_what_was_recorded() -> None:
    table = recorded.read()
    assert {kind: len(rows) for kind, rows in table.items()} == {"texts": 30, "pairs": 30}
    wrong = [
        f"{given}: {name} is {found[name]}, recorded {expected[name]}"
        for given, expected, found in recorded.now(table)
        for name, distance in recorded.differences(expected, found).items()
        # the bound is one step of a decimal grid, which floats hit only nearly
        if distance > recorded.bound(name) * 1.0001
    ]
    assert not wrong, "\n".join(wrong)


def test_a_difference_beyond_the_bound_is_noticed() -> None:
    row = recorded.read()["pairs"][0]["found"]
    assert max(recorded.differences(row, row).values()) == 0
    moved = row | {"confidence": row["confidence"] - 0.0031, "answer": "0 5 other"}
    found = recorded.differences(row, moved)
    assert {name for name in found if found[name] > recorded.bound(name)} == {
        "confidence",
        "answer",
    }
