"""How cost grows with the number of versions of regulations that are collected."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from bench.decisions import TODAY
from bench.law import FACTS
from bench.measure import Line, Section, in_turns, micro
from core import law, step
from core.law.version import Version, load

NUMBERS = (10, 50)
_FIRST = date(1970, 1, 1)


def measure() -> Section:
    """Return the time of a full result, and of reading the law, with more and more made-up earlier versions."""
    collected = law.versions()
    lines = []
    start = perf_counter()
    for path in law.DATA.glob("*.toml"):
        load(path)
    plain_load = perf_counter() - start
    for number in NUMBERS:
        start = perf_counter()
        copies = made_up(number)
        loaded = plain_load + perf_counter() - start
        with instead((*copies, *collected)):
            (many,) = in_turns([lambda: step(FACTS, TODAY)])
        (few,) = in_turns([lambda: step(FACTS, TODAY)])
        total = number + len(collected)
        lines.append(
            Line(f"one full result, {total} versions", micro(many), micro(few), f"{many / few:.2f} times as long")
        )
        lines.append(
            Line(
                f"reading {total} versions at the start",
                f"{loaded * 1e3:.0f} ms",
                f"{plain_load * 1e3:.0f} ms",
                f"{loaded / plain_load:.1f} times as long",
            )
        )
    return Section(
        "More regulations",
        "Copies of the Rhine rules, each in force for thirty days since 1970, are collected beside the real ones.",
        lines,
        (f"with made-up versions ({', '.join(map(str, NUMBERS))})", f"as collected ({len(collected)})"),
    )


def made_up(number: int) -> list[Version]:
    """Return copies of the Rhine rules, one after the other, read from files like any version."""
    text = (law.DATA / "rheinschpersv-2023.toml").read_text(encoding="utf-8")
    copies = []
    with TemporaryDirectory() as folder:
        for place in range(number):
            start = _FIRST + timedelta(days=30 * place)
            copy = re.sub(r'^id = ".*"$', f'id = "made-up-{place}"', text, count=1, flags=re.MULTILINE)
            days = f"from = {start}\nto = {start + timedelta(days=29)}"
            copy = re.sub(r"^from = .*$", days, copy, count=1, flags=re.MULTILINE)
            file = Path(folder) / f"made-up-{place}.toml"
            file.write_text(copy, encoding="utf-8")
            copies.append(load(file))
    return copies


@contextmanager
def instead(versions: tuple[Version, ...]) -> Iterator[None]:
    """Let everything inside a ``with`` block ask these versions. Raises LookupError if it does not."""
    with patch("core.law.versions", lambda: versions):
        if law.version_of("rhine", _FIRST) is not versions[0]:
            raise LookupError("the made-up versions are not asked")
        yield
