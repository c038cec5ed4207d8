"""zen-engine (GoRules): a decision table in JSON, run by a library in Rust."""

import json

import zen

from bench.decisions import Case, Decide, Row


def decider(rows: list[Row]) -> Decide:
    """Prepare the table and return what decides one case."""
    inputs = [{"id": name, "name": name, "field": name} for name in ("length", "mode", "standard")]
    rules = [
        {
            "_id": str(number),
            "length": _band(row),
            "mode": f'"{row.mode}"',
            "standard": f'"{row.standard}"',
            "crew": f'"{row.crews}"',
        }
        for number, row in enumerate(rows)
    ]
    table = {
        "hitPolicy": "first",
        "inputs": inputs,
        "outputs": [{"id": "crew", "name": "crew", "field": "crew"}],
        "rules": rules,
    }
    nodes = [
        {"id": "in", "name": "in", "type": "inputNode", "position": {"x": 0, "y": 0}},
        {"id": "table", "name": "table", "type": "decisionTableNode", "position": {"x": 0, "y": 0}, "content": table},
        {"id": "out", "name": "out", "type": "outputNode", "position": {"x": 0, "y": 0}},
    ]
    edges = [
        {"id": "1", "sourceId": "in", "targetId": "table", "type": "edge"},
        {"id": "2", "sourceId": "table", "targetId": "out", "type": "edge"},
    ]
    decision = zen.ZenEngine().create_decision(json.dumps({"nodes": nodes, "edges": edges}))

    def decide(case: Case) -> str:
        return str(decision.evaluate(dict(case))["result"]["crew"])

    return decide


def _band(row: Row) -> str:
    if row.above is None:
        return f"<= {row.up_to}"
    return f"> {row.above}" if row.up_to is None else f"({row.above}..{row.up_to}]"
