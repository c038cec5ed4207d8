"""A case of today beside the same case on another day, and the days that are worth a look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from core.crew import Count
from core.facts import DATE, Value
from core.interview import settle
from core.law import versions
from core.law.version import Version
from core.result import Notice, Question, Result
from core.space import walk
from core.text import Text
from core.then_and_now import Documented, compare, difference, undated

_WHY = frozenset(
    ("date-missing", "authority", "inspection-body", "scope", "sea-papers", "seagoing-missing", "no-convoy-table")
)


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A case today (``here``) and on another day (``there``), with the documented changes between them, oldest first.

    ``same``: the answers are the same but for provisions and words.
    """

    day: date
    here: Question | Result
    there: Question | Result
    changes: tuple[Documented, ...]
    same: bool


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A day on which a version began, or the answer to a case became another (``counts``), and the version from then on."""

    day: date
    version: Version
    counts: bool


def matters(result: Result) -> bool:
    """Say whether the day can matter for an answer: outside the collected waters it does not."""
    return DATE.key in result.facts or any(offer.fact is DATE for offer in result.offers)


def beside(facts: Mapping[str, Value], day: date, today: date) -> Beside:
    """Return a case of today beside the same case on another day; a day among the facts is left out."""
    found = compare(facts, day, today, today)
    here, there = (found.after, found.before) if day < today else (found.before, found.after)
    return Beside(day, here, there, found.changes, found.same)


def turns(facts: Mapping[str, Value], today: date) -> tuple[Turn, ...]:
    """Return the days on which the rules for a case changed, the oldest first; none where no rules are collected."""
    starts = {version.start: version for version in versions() if _follows(facts, version, today)}
    if not starts:
        return ()
    found = compare(facts, min(starts), max(*starts, today), today)
    counting = {change.day for change in found.changes if change.counts}
    for day in counting - starts.keys():
        starts[day] = starts[max(start for start in starts if start <= day)]
    return tuple(Turn(day, starts[day], day in counting) for day in sorted(starts) if day != today)


def _follows(facts: Mapping[str, Value], version: Version, today: date) -> bool:
    """Say whether a case followed this version on its first day; where facts are missing, their first answers tell."""
    outcome, _ = settle({**undated(facts), DATE.key: version.start}, today)
    if isinstance(outcome, Question):
        ends = walk(today, outcome.facts, offers=False)
        outcome = next((each for each in ends if isinstance(each, Result) and each.version), outcome)
    return isinstance(outcome, Result) and outcome.version is not None and outcome.version.id == version.id


def summary(compared: Beside) -> Text | None:
    """Return in a sentence how the other day differs from today; ``None`` where one of them has no answer with a crew."""
    here, there = compared.here, compared.there
    if not isinstance(here, Result) or not isinstance(there, Result):
        return None
    if compared.same:
        return Text("The answer is the same on both days.")
    if "determined" not in (here.kind, there.kind) or here.kind != there.kind:
        return None
    if _plain(here.crews) == _plain(there.crews):
        return Text("The crew is the same on both days. Something else is not: see what changed.")
    return Text("Compared with today: {difference}.", {"difference": difference(here.crews, there.crews)})


def why_none(result: Result) -> tuple[Notice, ...]:
    """Return why an answer has no crew, and whom to ask."""
    return tuple(notice for notice in result.notices if notice.id in _WHY) or result.notices[:1]


def _plain(crews: Sequence[Count]) -> list[dict[str, int]]:
    return [dict(crew) for crew in crews]
