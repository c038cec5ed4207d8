"""The full enumeration: every question and every answer, against as many decisions of zen-engine."""

from time import perf_counter

from bench.decisions import TODAY, cases
from bench.engines import deciders
from bench.measure import Line, Section
from core.enumeration import cases as every_case
from core.space import walk


def measure() -> Section:
    """Return the time of the walk, of the walk with its digests, and of as many decisions."""
    start = perf_counter()
    number = sum(1 for _ in walk(TODAY))
    walked = perf_counter() - start
    decide, case = deciders()["zen-engine"], cases()[0]
    start = perf_counter()
    for _ in range(number):
        decide(case)
    decided = perf_counter() - start
    start = perf_counter()
    digested = len(every_case(TODAY))
    counted = perf_counter() - start
    lines = [
        Line(
            f"{number:,} cases walked", f"{walked:.2f} s", f"{decided:.2f} s", f"{walked / decided:.2f} times as long"
        ),
        Line(
            f"{digested:,} cases with their digests (`python -m core enumerate`)",
            f"{counted:.2f} s",
            f"{decided * digested / number:.2f} s",
            f"{counted * number / digested / decided:.2f} times as long",
        ),
    ]
    return Section("The whole answer space", "Every case once, against as many decisions of zen-engine.", lines)
