"""How cost grows with the number of versions of regulations that are collected."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.decisions import TODAY
from bench.law import FACTS
from bench.measure import Line, Section, in_turns, micro
from core import step
from core.law import DATA, Law, read, using

NUMBERS = (10, 50)
_FIRST = date(2050, 1, 1)


def measure() -> Section:
    """Return the time of a full result, and of reading the law, with more and more made-up earlier versions."""
    lines = []
    few_read, collected = _timed(lambda: read.__wrapped__(DATA))
    for number in NUMBERS:
        with TemporaryDirectory() as folder:
            make_up(number, Path(folder))
            many_read, more = _timed(lambda folder=folder: read.__wrapped__(DATA, Path(folder)))
        with using(more):
            (many,) = in_turns([lambda: step(FACTS, TODAY)])
        (few,) = in_turns([lambda: step(FACTS, TODAY)])
        total = len(more.versions)
        lines.append(
            Line(f"one full result, {total} versions", micro(many), micro(few), f"{many / few:.2f} times as long")
        )
        lines.append(
            Line(
                f"reading {total} versions at the start",
                f"{many_read * 1e3:.0f} ms",
                f"{few_read * 1e3:.0f} ms",
                f"{many_read / few_read:.1f} times as long",
            )
        )
    return Section(
        "More regulations",
        "Copies of the Rhine rules, each in force for thirty days from 2050 on, are collected beside the real ones.",
        lines,
        ("with made-up versions", f"as collected ({len(collected.versions)})"),
    )


def _timed(call: Callable[[], Law]) -> tuple[float, Law]:
    start = perf_counter()
    found = call()
    return perf_counter() - start, found


def make_up(number: int, folder: Path) -> None:
    """Write copies of the Rhine rules, one after the other, into a folder."""
    text = (DATA / "rheinschpersv-2023.toml").read_text(encoding="utf-8")
    for place in range(number):
        copy = re.sub(r'^id = ".*"$', f'id = "made-up-{place}"', text, count=1, flags=re.MULTILINE)
        start = _FIRST + timedelta(days=30 * place)
        copy = re.sub(r"^from = .*$", f"from = {start}", copy, count=1, flags=re.MULTILINE)
        (folder / f"made-up-{place}.toml").write_text(copy, encoding="utf-8")
