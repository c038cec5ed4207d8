"""The timeline in the documents is that of the data."""

from pathlib import Path

from core.law import law
from core.law.changes import all_changes
from core.timeline import FAMILIES, page, periods

PAGE = Path(__file__).parents[2] / "docs" / "timeline.md"


def test_the_page_is_current() -> None:
    """``python -m core.timeline > docs/timeline.md``"""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_version_and_every_change_stands_in_it() -> None:
    for family in FAMILIES:
        found = periods(family)
        assert [period.version.id for period in found] == [version.id for version in law().family(family)]
        days = [day.day for period in found for day in period.days]
        assert days == [each.day for each in all_changes() if each.family == family]


def test_every_version_after_the_first_and_every_edition_says_what_changed() -> None:
    for family in FAMILIES:
        days = {each.day for each in all_changes() if each.family == family}
        for version in law().family(family)[1:]:
            assert version.start in days, version.id
        for version in law().family(family):
            assert {amendment.start for amendment, _ in version.editions} <= days, version.id
