"""The timeline of each regulation on the page of sources, drawn from the data."""

from datetime import date
from typing import Any

from core import wording
from core.text import Text
from core.timeline import FAMILIES, Day, Period, periods
from web.then import said_once


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
        "days": [_day(day, language) for day in period.days],
    }


def _day(day: Day, language: str) -> dict[str, Any]:
    return {
        "day": wording.day(day.day, language),
        "amendment": day.amendment,
        "texts": said_once(day.turns, language),
    }
