"""How all benchmarks measure and say what they found: ratios, taken in turns, so that both sides see the same machine."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison: what, its figure, that of the yardstick, their ratio in words, and whether an aim was missed."""

    what: str
    ours: str
    yardstick: str
    ratio: str
    aim: str = ""
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """What one module measured: a heading, how it was measured, the names of both columns, the lines."""

    title: str
    how: str
    lines: Sequence[Line]
    columns: tuple[str, str] = ("Rheincrew", "yardstick")
    notes: Sequence[str] = field(default=())


def in_turns(calls: Sequence[Callable[[], object]], rounds: int = 9, seconds: float = 0.02) -> list[float]:
    """Return seconds for one call of each, the best of rounds in which they take turns."""
    numbers = [_number(call, seconds) for call in calls]
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for place, (call, number) in enumerate(zip(calls, numbers, strict=True)):
            best[place] = min(best[place], _spent(call, number) / number)
    return best


def _number(call: Callable[[], object], seconds: float) -> int:
    """Return how many calls take about this long; the first call, which may load and keep things, is not counted."""
    call()
    number = 1
    while (spent := _spent(call, number)) < seconds / 2:
        number = max(2 * number, int(number * seconds / max(spent, 1e-6) / 2))
    return number


def _spent(call: Callable[[], object], number: int) -> float:
    gc.disable()
    start = perf_counter()
    for _ in range(number):
        call()
    spent = perf_counter() - start
    gc.enable()
    return spent


def micro(seconds: float) -> str:
    """Write seconds as microseconds."""
    return f"{seconds * 1e6:,.0f} µs"
