"""``make bench``: print every comparison, and fail if one misses its aim. ``--write FILE`` writes them down as a page."""

import argparse
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from importlib import import_module
from importlib.metadata import version
from os import cpu_count, getloadavg
from pathlib import Path

from bench.engines import ENGINES
from bench.measure import Section

MODULES = ("law", "people", "page", "server", "bot", "space", "memory", "growth", "store")


def main() -> int:
    """Measure what is asked for (default: everything). Returns 1 if an aim is missed."""
    parser = argparse.ArgumentParser(
        "python -m bench", description="Each figure is a ratio against a yardstick in the same run."
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of documentation")
    options = parser.parse_args()
    if strange := set(options.modules) - set(MODULES):
        parser.error(f"unknown: {', '.join(sorted(strange))}; possible: {', '.join(MODULES)}")
    sections = []
    for name in options.modules or MODULES:
        section: Section = import_module(f"bench.{name}").measure()
        sections.append(section)
        print("\n".join(plain(section)), flush=True)
    if options.write:
        options.write.write_text(page(sections), encoding="utf-8")
    missed = [line.what for section in sections for line in section.lines if line.missed]
    print(*(f"aim missed: {what}" for what in missed), sep="\n")
    return int(bool(missed))


def plain(section: Section) -> Iterator[str]:
    """Yield a section as lines for a terminal."""
    yield f"\n{section.title}"
    for line in section.lines:
        aim = f"  (aim: {line.aim})" if line.aim else ""
        yield f"  {line.what:<55} {line.ours:>16}  against {line.yardstick:>16}  {line.ratio}{aim}"


def page(sections: Sequence[Section]) -> str:
    """Return all sections as a page of documentation, with the machine and the day."""
    intro = (
        "Written by `python -m bench --write docs/performance.md`; do not edit it by hand. Figures differ between machines; "
        "the ratios should not."
    )
    engines = ", ".join(f"{name} {version(name)}" for name in ENGINES)
    machine = f"{platform.system()} {platform.machine()}, {cpu_count()} cores, load {getloadavg()[2]:.1f}"
    python = f"Python {platform.python_version()}"
    text = ["# Performance", "", intro, "", f"Measured on {date.today()}: {machine}, {python}; {engines}."]  # noqa: DTZ011
    for section in sections:
        text += ["", f"## {section.title}", "", section.how, ""]
        text += [
            f"| what | {section.columns[0]} | {section.columns[1]} | ratio | aim |",
            "| --- | --- | --- | --- | --- |",
        ]
        text += [
            f"| {line.what} | {line.ours} | {line.yardstick} | {line.ratio} | {line.aim} |" for line in section.lines
        ]
        text += [f"\n{note}" for note in section.notes]
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    sys.exit(main())
