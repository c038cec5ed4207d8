"""One full result of the law against one decision of zen-engine on a table of twenty rows."""

import json
from collections.abc import Callable
from datetime import date
from timeit import timeit

import zen

from core import step

TODAY = date(2026, 11, 30)
# The case with the most steps: a convoy of group 5 whose equipment misses one of a, b, c.
FACTS = {"water": "rhine", "vessel": "convoy", "formation": "pusher+3", "mode": "B", "equipment": "no-S1-abc"}


def decision() -> Callable[[], object]:
    """Return one zen-engine decision: nineteen rows by group, mode and standard, and one for the rest."""
    inputs = [{"id": name, "name": name, "field": name} for name in ("group", "mode", "standard")]
    rows = [
        {
            "_id": str(number),
            "group": str(number % 5 + 1),
            "mode": f'"{("A1", "A2", "B", "C")[number // 5]}"',
            "standard": '"S1"',
            "crew": str(number),
        }
        for number in range(19)
    ]
    rows.append({"_id": "rest", "group": "", "mode": "", "standard": "", "crew": "99"})
    content = {
        "nodes": [
            {"id": "in", "name": "in", "type": "inputNode", "position": {"x": 0, "y": 0}},
            {
                "id": "table",
                "name": "table",
                "type": "decisionTableNode",
                "position": {"x": 0, "y": 0},
                "content": {
                    "hitPolicy": "first",
                    "inputs": inputs,
                    "outputs": [{"id": "crew", "name": "crew", "field": "crew"}],
                    "rules": rows,
                },
            },
            {"id": "out", "name": "out", "type": "outputNode", "position": {"x": 0, "y": 0}},
        ],
        "edges": [
            {"id": "1", "sourceId": "in", "targetId": "table", "type": "edge"},
            {"id": "2", "sourceId": "table", "targetId": "out", "type": "edge"},
        ],
    }
    table = zen.ZenEngine().create_decision(json.dumps(content))
    question = {"group": 4, "mode": "B", "standard": "S1"}
    found = table.evaluate(question)
    assert found["result"]["crew"] == 13, found
    return lambda: table.evaluate(question)


def measure() -> tuple[float, float]:
    """Return seconds for one full result and for one decision, each the best of its rounds."""
    return side_by_side(lambda: step(FACTS, TODAY), decision(), 500)


def side_by_side(ours: Callable[[], object], yardstick: Callable[[], object], number: int) -> tuple[float, float]:
    """Return seconds for one call of each, the best of 15 rounds that take turns, so that both see the same machine."""
    rounds = [(timeit(ours, number=number), timeit(yardstick, number=number)) for _ in range(15)]
    return min(first for first, _ in rounds) / number, min(second for _, second in rounds) / number
