"""The day of today: the law's days are those of Berlin."""

from datetime import date, datetime
from zoneinfo import ZoneInfo


def berlin_today() -> date:
    """Return the day of the request."""
    return datetime.now(ZoneInfo("Europe/Berlin")).date()
