"""The collected law: every version of every regulation, and how to ask another collection.

Each version is one data file. ``using`` lets a run ask files from other folders as well, so that a version that is only
planned can be tried; it ends with its ``with`` block and touches nobody else.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

from core.law.version import Version, load

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """Every version that is collected, the oldest first."""

    versions: tuple[Version, ...]

    def family(self, name: str) -> tuple[Version, ...]:
        """Return the versions of a family of law, the oldest first."""
        return tuple(version for version in self.versions if version.family == name)

    def at(self, family: str, day: date) -> Version | None:
        """Return the edition of a family of law that is in force on a day, if it is collected."""
        version = next((each for each in self.versions if each.family == family and each.in_force(day)), None)
        return version.at(day) if version else None


@lru_cache(maxsize=16)
def read(*folders: Path) -> Law:
    """Return the law that the data files of these folders hold; a file of the same name in a later folder takes its place.

    The versions of a family follow each other: one without an end ends where the next one begins. Raises DataError for a
    file that contradicts itself, and for versions that overlap or leave a gap.
    """
    files = {path.name: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    versions = sorted((load(path) for path in files.values()), key=lambda version: version.start)
    followed = []
    for place, version in enumerate(versions):
        later = next((each for each in versions[place + 1 :] if each.family == version.family), None)
        followed.append(version.until(later.start) if later else version)
    return Law(tuple(followed))


_LAW: ContextVar[Law | None] = ContextVar("law", default=None)


def law() -> Law:
    """Return the law that is asked here: what is collected, unless ``using`` says otherwise."""
    return _LAW.get() or read(DATA)


@contextmanager
def using(other: Law) -> Iterator[None]:
    """Let everything inside a ``with`` block ask another collection, such as ``read(DATA, folder)``."""
    token = _LAW.set(other)
    try:
        yield
    finally:
        _LAW.reset(token)
