"""The decisions that everyone makes here: the crew of § 19.02, by length, operating mode and standard, as plain rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import product

from core import Result, step
from core.law import version_of

TODAY = date(2026, 11, 30)
Case = Mapping[str, object]
"""``length`` in metres, ``mode``, ``standard``."""

Decide = Callable[[Case], str]
"""Returns the crews of a case as one text."""


@dataclass(frozen=True, slots=True)
class Row:
    """One cell of the table: over ``above`` up to ``up_to`` metres (``None``: no limit), a mode and a standard."""

    above: int | None
    up_to: int | None
    mode: str
    standard: str
    crews: str


def rows() -> list[Row]:
    """Return the table as it stands in the data of the law, one row for each cell."""
    version = version_of("rhine", TODAY)
    if version is None:
        raise LookupError(TODAY)
    found = []
    for group in version.tables["motor"].groups:
        if group.band is None:
            raise LookupError(group.number)
        low, high = (None if limit is None else int(limit) for limit in (group.band.low, group.band.high))
        for column, crews in group.crews.items():
            mode, standard = column.split(" ")
            text = " / ".join(_text([post.rank for post in crew]) for crew in crews)
            found.append(Row(low, high, mode, standard, text))
    return found


def cases() -> list[Case]:
    """Return every decision of the table, at its limits and between them."""
    lengths, modes, standards = (20, 69.99, 70, 70.01, 80, 86, 86.01, 135), ("A1", "A2", "B"), ("S1", "S2")
    return [
        {"length": length, "mode": mode, "standard": standard}
        for length, mode, standard in product(lengths, modes, standards)
    ]


def ours(case: Case) -> str:
    """Decide by the whole law: the full result with steps, options, conditions, notices, rest; here only the base of it."""
    facts = {
        "water": "rhine", "vessel": "motor-vessel", "length_m": case["length"], "mode": case["mode"],
        "equipment": case["standard"],
    }  # fmt: skip
    result = step(facts, TODAY)
    if not isinstance(result, Result):
        raise TypeError(result)
    return " / ".join(_text([rank for rank, number in crew.items() for _ in range(number)]) for crew in result.base)


def _text(ranks: list[str]) -> str:
    return " ".join(sorted(ranks))


def check(name: str, decide: Decide) -> None:
    """Make sure that an engine really decides the same. Raises ValueError with the first case where it does not."""
    for case in cases():
        if (said := decide(case)) != (expected := ours(case)):
            raise ValueError(f"{name} decides {said!r} for {dict(case)}, not {expected!r}")
