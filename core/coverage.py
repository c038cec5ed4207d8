"""What is collected and what is missing, read off the data: for the pages, the docs and the tests."""

from dataclasses import dataclass
from datetime import date

from core.law import versions
from core.law.dates import DATED_WORDS
from core.law.version import Version
from core.text import Text

COMPLETE = Text("complete")
MISSING = Text("not collected")
_GAPS = ("H6", "text-between")
"""The notices of a version that say that a part of its text was not found."""


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """A regulation, the days in which it was or is in force, whether it answers here, and what of its text was not found.

    ``id`` is the name of its version in the machine interface; ``None`` for what is missing.
    """

    id: str | None
    name: str
    start: date | None
    end: date | None
    state: Text
    gaps: tuple[Text, ...]


def coverage() -> tuple[Coverage, ...]:
    """Return every version that answers, the newest first, then what is missing."""
    collected = sorted(versions(), key=lambda version: version.start, reverse=True)
    answers = [
        Coverage(version.id, version.cited_as, version.start, version.end, COMPLETE, _gaps(version))
        for version in collected
    ]
    missing = [
        Coverage(None, each.what, each.start, each.end, MISSING, ())
        for version in collected
        for each in sorted(version.missing, key=lambda each: each.end, reverse=True)
    ]
    return (*answers, *missing)


def _gaps(version: Version) -> tuple[Text, ...]:
    named = {notice.id for notice in version.dated_notices}
    return tuple(Text(DATED_WORDS[gap]) for gap in _GAPS if gap in named)
