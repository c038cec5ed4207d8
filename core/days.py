"""Days as people write them: 2019-05-01, 1.5.2019, 1/5/2019, 1-5-2019, and with the name of the month in four languages."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Literal
from unicodedata import combining, normalize

from babel.dates import get_month_names

from core.text import LANGUAGES

FIRST, LAST = date(1970, 1, 1), date(2069, 12, 31)
"""The days that can be asked for."""


def _months() -> Mapping[str, int]:
    """Return the number of a month by its names: whole and short, as written and without accents, without a full stop."""
    widths: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
    names = {
        name.rstrip(".").casefold(): number
        for language in LANGUAGES
        for width in widths
        for number, name in get_month_names(width, "format", language).items()
    }
    return names | {_bare(name): number for name, number in names.items()}


def _bare(name: str) -> str:
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter))


_MONTHS = _months()
_NAMES = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_DAY = re.compile(
    r"(?:(?P<y>[0-9]{4})-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})"
    r"|(?P<day>[0-9]{1,2})(?P<sign>[./-])(?P<month>[0-9]{1,2})(?P=sign)(?P<year>[0-9]{4})"
    rf"|(?P<first>[0-9]{{1,2}})(?:\.|er|st|nd|rd|th)?\s*(?P<name>{_NAMES})\b\.?\s*(?P<of>[0-9]{{4}}))(?![0-9])",
    re.IGNORECASE,
)


def day_at(text: str, place: int) -> re.Match[str] | None:
    """Return the words of a day that begin at a place of a text; the calendar need not have that day."""
    return _DAY.match(text, place)


def read_day(text: str) -> date | None:
    """Return the day that a text is, or nothing if it is none or lies outside ``FIRST`` to ``LAST``."""
    match = _DAY.fullmatch(text.strip())
    if match is None:
        return None
    year, day = (match["y"] or match["year"] or match["of"]), (match["d"] or match["day"] or match["first"])
    month = match["m"] or match["month"] or _MONTHS[match["name"].casefold()]
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if FIRST <= found <= LAST else None
