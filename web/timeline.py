"""The timeline of each regulation on the page of sources, drawn from the data."""

from datetime import date
from typing import Any

from core import wording
from core.changes_in_words import DayInWords, in_words
from core.text import Text
from core.timeline import FAMILIES, Period, periods
from web.then import changes_view


def view(family: str, language: str) -> dict[str, Any]:
    """Return a family of law: its versions, the newest first, what each day changed, and what is not collected."""
    found = periods(family)
    return {
        "name": wording.say(FAMILIES[family], language),
        "periods": [_period(period, language) for period in reversed(found)],
        "missing": [
            {"name": each.what, "days": span(each.start, each.end, language)} for each in found[0].version.missing
        ],
    }


def span(start: date | None, end: date | None, language: str) -> str:
    """Return from when to when something was or is the law."""
    if start is None:
        return wording.say(Text("until {end}", {"end": end}), language)
    if end is None:
        return wording.say(Text("since {start}", {"start": start}), language)
    return wording.say(Text("{start} to {end}", {"start": start, "end": end}), language)


def _period(period: Period, language: str) -> dict[str, Any]:
    version = period.version
    return {
        "version": version,
        "in_force": wording.in_force(version, language),
        "as_of": wording.as_of(version, language),
        "days": changes_view(
            (DayInWords(day.day, day.amendment, in_words(day.turns, language)) for day in period.days), language
        ),
    }
