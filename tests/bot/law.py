"""A made-up new version of the Rhine rules, for tests of what happens when the law changes."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.case import open_case
from core import law
from core.crew import Post
from core.law.library import Law
from core.law.version import Table, Version

NEW_DAY = date(2031, 1, 1)
NEW_ID = "rheinschpersv-2031"
OLD_ID = "rheinschpersv-2023"


def with_one_boatman_more(table: Table) -> Table:
    """The table with one boatman more in every cell."""
    more = Post("boatman", table.provision, by_table=True)
    groups = [
        replace(group, crews={column: tuple((*crew, more) for crew in crews) for column, crews in group.crews.items()})
        for group in table.groups
    ]
    return replace(table, groups=tuple(groups))


def new_version(**changes: object) -> Version:
    """The Rhine rules from 2031 on; by default each crew has one boatman more."""
    old = next(version for version in law.versions() if version.id == OLD_ID)
    changes = changes or {"tables": {name: with_one_boatman_more(table) for name, table in old.tables.items()}}
    return replace(old, id=NEW_ID, start=NEW_DAY, end=None, **changes)  # type: ignore[arg-type]


def put_in_force(monkeypatch: pytest.MonkeyPatch, version: Version) -> None:
    """Collect a version as if its data file were there; the one before ends the day before."""
    end = version.start - timedelta(days=1)
    others = tuple(replace(old, end=end) if old.id == OLD_ID else old for old in law.versions())
    collect(monkeypatch, (*others, version))


def collect(monkeypatch: pytest.MonkeyPatch, versions: tuple[Version, ...]) -> None:
    """Let these versions be all that is collected."""
    monkeypatch.setattr("core.law.library.read", lambda *_folders: Law(versions))
    open_case.cache_clear()
