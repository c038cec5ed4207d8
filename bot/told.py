"""The answer that the owner of a saved vessel was last told, in short, and what a new version of the law makes of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from bot.case import Case
from core import Result, law
from core.crew import Count
from core.facts import DATE
from core.law.version import Version

State = Literal["determined", "authority", "outside", "question"]


@dataclass(frozen=True, slots=True)
class Told:
    """An answer in short.

    ``state`` is the kind of the result, or ``question`` if the law asks for one fact more; ``version`` the id of the
    version that answered ("" if none did), ``provision`` where its crew stands; ``crews`` are the alternatives, equal
    ones once; ``laws`` the ids of all versions that were in force on the day.
    """

    state: State
    version: str
    provision: str
    crews: tuple[Count, ...]
    laws: tuple[str, ...]

    @property
    def text(self) -> str:
        """The short form as it is stored."""
        crews = [dict(crew) for crew in self.crews]
        return json.dumps([self.state, self.version, self.provision, crews, self.laws], separators=(",", ":"))

    def same_crew(self, other: "Told") -> bool:
        """Say whether two answers ask the same of the crew."""
        return self.state == other.state and _unordered(self.crews) == _unordered(other.crews)


def _unordered(crews: tuple[Mapping[str, int], ...]) -> set[frozenset[tuple[str, int]]]:
    return {frozenset(crew.items()) for crew in crews}


def told_of(case: Case) -> Told:
    """Return the answer of a case in short."""
    outcome = case.outcome
    day = case.facts.get(DATE.key, case.today)
    laws = tuple(sorted(v.id for v in law.versions() if isinstance(day, date) and v.in_force(day)))
    if not isinstance(outcome, Result):
        return Told("question", "", "", (), laws)
    crews: list[Count] = []
    for crew in outcome.crews:
        if crew not in crews:
            crews.append(crew)
    provision = outcome.steps[0].provision if outcome.steps else ""
    return Told(outcome.kind, outcome.version.id if outcome.version else "", provision, tuple(crews), laws)


def read_told(text: str) -> Told:
    """Return an answer from its stored form. Raises ValueError for a text that is none."""
    try:
        state, version, provision, crews, laws = json.loads(text)
        return Told(state, version, provision, tuple(crews), tuple(laws))
    except TypeError as error:
        raise ValueError(text) from error


def version_of_id(number: str) -> Version | None:
    """Return a version by its id; ``None`` if it is not collected (any more)."""
    return next((version for version in law.versions() if version.id == number), None)


def changed_by(before: Told, after: Told) -> Version | None:
    """Return the new version that made one answer the other; ``None`` if no new version did.

    New is a version that is in force now, and that began later than the one of the same family that was in force then.
    Between two answers it must be the one that answers now, or the successor of the one that answered before.
    """
    if before.same_crew(after):
        return None
    then = [version for version in map(version_of_id, before.laws) if version]
    now = [version for version in map(version_of_id, after.laws) if version]
    new = [v for v in now if any(old.family == v.family and old.start < v.start for old in then)]
    if after.version:
        new = [version for version in new if version.id == after.version]
    elif answered := version_of_id(before.version):
        new = [version for version in new if version.family == answered.family]
    return max(new, key=lambda version: version.start, default=None)
