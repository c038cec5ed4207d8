"""One full result of the law against one decision of each rule engine on the table of § 19.02 (18 rows)."""

from bench.decisions import TODAY, cases, rows
from bench.engines import deciders, every_case
from bench.measure import Line, Section, in_turns, micro
from core import step

# The case with the most steps: a convoy of group 5 whose equipment misses one of a, b, c.
FACTS = {"water": "rhine", "vessel": "convoy", "formation": "pusher+3", "mode": "B", "equipment": "no-S1-abc"}
AIM = 1.0


def measure() -> Section:
    """Return the time of a full result and of one decision of each engine."""
    engines = deciders()
    ours, *others = in_turns([lambda: step(FACTS, TODAY), *map(every_case, engines.values())])
    lines = [
        Line(
            f"one full result / one decision of {name}",
            micro(ours),
            micro(theirs),
            f"{theirs / ours:.2f} times as fast",
            "over 1" if name == "zen-engine" else "",
            missed=name == "zen-engine" and theirs < AIM * ours,
        )
        for name, theirs in zip(engines, (each / len(cases()) for each in others), strict=True)
    ]
    return Section(
        "One result",
        f"Ours is the longest answer of the Rhine with all its steps, options, conditions, notices and rest times. Each engine "
        f"decides one cell of § 19.02 from the same {len(rows())} rows, and was first made to agree with us in "
        f"{len(cases())} cases.",
        lines,
    )
