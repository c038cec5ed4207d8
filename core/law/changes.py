"""What changed when one version of a regulation followed another, as data that a lawyer can read.

Each file of ``changes`` holds one day: the changes of that day, each with its provisions, the cases that it touches and what
it does to their answer. ``apply`` does to an answer of the day before what the changes say; a test holds that the result is
the answer of the new law, so nothing is left out and nothing is said too much.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.bands import Band
from core.crew import RANKS
from core.facts import Value
from core.law.version import RestRule, StaffRow
from core.result import Result

FOLDER = Path(__file__).parent / "changes"

Crew = tuple[tuple[str, int], ...]
"""How many of which rank, in the order of seniority."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """An option of an answer, without its provision and words."""

    id: str
    alternatives: tuple[int, ...]
    take: Crew
    put: Crew
    times: int
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """A condition of an answer, without its provision and words."""

    id: str
    alternatives: tuple[int, ...]
    rank: str | None
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What an answer says apart from provisions and words: what two versions are compared by.

    ``offers`` are the facts that are offered or were taken; ``rest`` and ``staff`` are the rows of rest and safety staff.
    """

    kind: str
    group: str | None
    mode_hours: int | None
    base: tuple[Crew, ...]
    crews: tuple[Crew, ...]
    options: frozenset[Substitution]
    conditions: frozenset[Demand]
    offers: frozenset[str]
    rest: tuple[RestRule, ...]
    staff: tuple[StaffRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change of a day.

    ``before`` and ``after`` are its provisions (``None`` where there was or is none), ``touches`` the cases, each a pattern of
    facts and of what the answer before says. ``effect`` is what it does to the answer; without an effect it changes words only,
    or who may serve where. ``elsewhere``: the answer is then read from another place, and is not computed from the one before.
    """

    id: str
    before: str | None
    after: str | None
    touches: tuple[Mapping[str, Any], ...]
    effect: Mapping[str, Any]
    elsewhere: bool

    def turns(self, before: str, after: str) -> bool:
        """Say whether this change turns one kind of answer into another, such as "authority" into "determined"."""
        kind = self.effect.get("kind")
        return kind is not None and kind["before"] == before and after in kind["after"]


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """The changes of one day in one family of law; ``translate`` holds the same answer to a question under another name."""

    family: str
    day: date
    amendment: str
    translate: Mapping[str, Mapping[str, str]]
    changes: tuple[Change, ...]


Ask = Callable[[Mapping[str, Value]], Result]
"""Asks the law of the day before."""

OFFERED = ("school", "charter", "tidal_lighter", "lahn", "shuttle", "engine_limited", "towed_vessels", "short_crossing")


@lru_cache(maxsize=1)
def all_changes() -> tuple[Changes, ...]:
    """Return the changes of every day, the oldest first."""
    return tuple(sorted((_load(path) for path in FOLDER.glob("*.toml")), key=lambda day: (day.day, day.family)))


def _load(path: Path) -> Changes:
    with path.open("rb") as stream:
        data = tomllib.load(stream)
    return Changes(
        family=data["family"],
        day=data["day"],
        amendment=data["amendment"],
        translate=data.get("translate", {}),
        changes=tuple(
            Change(
                id=block["id"],
                before=block.get("before"),
                after=block.get("after"),
                touches=tuple(block["touches"]),
                effect=block.get("effect", {}),
                elsewhere=block.get("elsewhere", False),
            )
            for block in data["change"]
        ),
    )


def sheet(result: Result) -> Sheet:
    """Return what an answer is compared by."""
    rest = result.rest.operation.rest if result.rest and result.rest.operation else ()
    return Sheet(
        kind=result.kind,
        group=result.group,
        mode_hours=result.mode_hours,
        base=tuple(_crew(crew) for crew in result.base),
        crews=tuple(_crew(crew) for crew in result.crews),
        options=frozenset(
            Substitution(o.id, o.alternatives, _crew(o.take), _crew(o.put), o.times, o.needs) for o in result.options
        ),
        conditions=frozenset(Demand(c.id, c.alternatives, c.rank, c.needs) for c in result.conditions),
        offers=frozenset(
            key for key in OFFERED if key in result.facts or any(offer.fact.key == key for offer in result.offers)
        ),
        rest=tuple(replace(rule, provision="") for rule in rest),
        staff=result.safety_staff.rows if result.safety_staff else (),
    )


def touching(changes: Iterable[Change], facts: Mapping[str, Value], result: Result | None) -> tuple[Change, ...]:
    """Return the changes that touch a case; ``result`` is its answer by the law of the day before, if it has one."""
    return tuple(change for change in changes if any(_fits(pattern, facts, result) for pattern in change.touches))


def apply(day: Changes, facts: Mapping[str, Value], ask: Ask) -> tuple[Sheet, tuple[Change, ...]]:
    """Return what the answer of the day before becomes by the changes of a day, and the changes that did something to it.

    ``facts`` are those of a case that the law of the day before answers, ``ask`` asks it.
    """
    result = ask(facts)
    known = dict(facts)
    effective = []
    for change in touching(day.changes, facts, result):
        if "as_if" in change.effect:
            before = sheet(ask(known))
            known = _as_if(known, change.effect["as_if"])
            if sheet(ask(known)) != before:
                effective.append(change)
    result = ask(known)
    found = sheet(result)
    for change in touching(day.changes, known, result):
        after = _changed(found, change.effect)
        if after != found:
            effective.append(change)
            found = after
    return found, tuple(effective)


# ------------------------------------------------------------------------------------------------------------- patterns


def _fits(pattern: Mapping[str, Any], facts: Mapping[str, Value], result: Result | None) -> bool:
    return all(_meets(key, wanted, facts, result) for key, wanted in pattern.items())


def _meets(key: str, wanted: object, facts: Mapping[str, Value], result: Result | None) -> bool:
    if key in ("group", "standard", "kind"):
        return result is not None and _one_of(getattr(result, key), wanted)
    if key == "table":
        return result is not None and bool(result.steps) and _one_of(result.steps[0].provision, wanted)
    if key == "table_has":
        return result is not None and any(wanted in tuple(crew) for crew in result.base)
    if key == "option":
        return result is not None and any(option.id == wanted for option in result.options)
    value = facts.get(key)
    if isinstance(wanted, Mapping):
        return _between(value, wanted)
    return _one_of(value, wanted)


def _one_of(value: object, wanted: object) -> bool:
    return value in wanted if isinstance(wanted, list) else value == wanted


def _between(value: Value | None, limits: Mapping[str, Any]) -> bool:
    above = Decimal(str(limits["above"])) if "above" in limits else None
    up_to = Decimal(str(limits["up_to"])) if "up_to" in limits else None
    if isinstance(value, Band):
        low = above is None or (value.low is not None and value.low >= above)
        return low and (up_to is None or (value.high is not None and value.high <= up_to))
    if not isinstance(value, Decimal):
        return False
    return (above is None or value > above) and (up_to is None or value <= up_to)


# -------------------------------------------------------------------------------------------------------------- effects


def _as_if(facts: Mapping[str, Value], wanted: Mapping[str, Any]) -> dict[str, Value]:
    """Return the facts as the effect wants them: another value, or (``false``) not given."""
    known = dict(facts)
    for key, value in wanted.items():
        if value is False:
            known.pop(key, None)
        else:
            known[key] = value if isinstance(value, str) else Decimal(str(value))
    return known


def _changed(found: Sheet, effect: Mapping[str, Any]) -> Sheet:
    for name, how in effect.items():
        if name in _EFFECTS:
            found = _EFFECTS[name](found, how)
    return found


def _drop_alternatives(found: Sheet, rank: str) -> Sheet:
    """Alternatives of the table that have a rank are gone; the others move up."""
    kept = [place for place, crew in enumerate(found.base) if rank not in dict(crew)]
    places = {old: new for new, old in enumerate(kept)}

    def moved(alternatives: Sequence[int]) -> tuple[int, ...]:
        return tuple(places[index] for index in alternatives if index in places)

    return replace(
        found,
        base=tuple(found.base[place] for place in kept),
        crews=tuple(found.crews[place] for place in kept),
        options=frozenset(
            replace(option, alternatives=moved(option.alternatives))
            for option in found.options
            if moved(option.alternatives)
        ),
        conditions=frozenset(
            replace(condition, alternatives=moved(condition.alternatives))
            for condition in found.conditions
            if moved(condition.alternatives)
        ),
    )


def _ranks(found: Sheet, how: Mapping[str, str]) -> Sheet:
    """A rank is called by another name."""

    def renamed(crew: Crew) -> Crew:
        numbers: dict[str, int] = {}
        for rank, number in crew:
            numbers[how.get(rank, rank)] = numbers.get(how.get(rank, rank), 0) + number
        return _crew(numbers)

    return replace(
        found,
        base=tuple(renamed(crew) for crew in found.base),
        crews=tuple(renamed(crew) for crew in found.crews),
        options=frozenset(replace(o, take=renamed(o.take), put=renamed(o.put)) for o in found.options),
        conditions=frozenset(replace(c, rank=how.get(c.rank, c.rank) if c.rank else None) for c in found.conditions),
    )


def _needs(found: Sheet, how: Mapping[str, str]) -> Sheet:
    """A need reads differently."""

    def read(needs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(how.get(need, need) for need in needs)

    return replace(
        found,
        options=frozenset(replace(option, needs=read(option.needs)) for option in found.options),
        conditions=frozenset(replace(condition, needs=read(condition.needs)) for condition in found.conditions),
    )


def _put(found: Sheet, how: Mapping[str, Mapping[str, int]]) -> Sheet:
    """A substitution puts somebody else in."""
    return replace(
        found, options=frozenset(replace(o, put=_crew(how[o.id])) if o.id in how else o for o in found.options)
    )


def _called(found: Sheet, how: Mapping[str, str]) -> Sheet:
    """A substitution has another name."""
    return replace(found, options=frozenset(replace(o, id=how.get(o.id, o.id)) for o in found.options))


def _new_options(found: Sheet, how: Sequence[Mapping[str, Any]]) -> Sheet:
    """New substitutions, in each alternative that has who is taken, and in whose table the ranks ``beside`` stand.

    As often as there are such people, or ``times``; ``as_many``: once, for as many as the table has of that rank.
    """
    added: dict[Substitution, list[int]] = {}
    for option in how:
        taken, put = next(iter(option["take"])), next(iter(option["put"]))
        for place, (base, crew) in enumerate(zip(found.base, found.crews, strict=True)):
            table, have = dict(base), dict(crew).get(taken, 0)
            number, times = 1, option.get("times", have)
            if "as_many" in option:
                number, times = table.get(option["as_many"], 0), 1
            if number and times and have >= number and all(table.get(rank) for rank in option.get("beside", ())):
                new = Substitution(option["id"], (), _crew({taken: number}), _crew({put: number}), times, ())
                added.setdefault(new, []).append(place)
    return replace(found, options=found.options | {replace(o, alternatives=tuple(at)) for o, at in added.items()})


def _crews(found: Sheet, how: Mapping[str, Mapping[str, int]]) -> Sheet:
    """One crew in place of another."""
    before, after = _crew(how["before"]), _crew(how["after"])
    return replace(found, crews=tuple(after if crew == before else crew for crew in found.crews))


def _offers(found: Sheet, how: Mapping[str, Sequence[str]]) -> Sheet:
    return replace(found, offers=(found.offers | set(how.get("new", ()))) - set(how.get("gone", ())))


def _rest(found: Sheet, how: Sequence[Mapping[str, Any]]) -> Sheet:
    """Other rows of rest, where there are any."""
    return replace(found, rest=tuple(RestRule(**row, provision="") for row in how) if found.rest else ())


def _staff(found: Sheet, how: Sequence[Mapping[str, Any]]) -> Sheet:
    """Safety staff, where there was none."""
    return replace(found, staff=tuple(StaffRow(**{"above": None, "up_to": None, **row}) for row in how))


_EFFECTS: Mapping[str, Callable[[Sheet, Any], Sheet]] = {
    "drop_alternatives": _drop_alternatives,
    "ranks": _ranks,
    "needs": _needs,
    "put": _put,
    "called": _called,
    "new_options": _new_options,
    "crews": _crews,
    "offers": _offers,
    "rest": _rest,
    "staff": _staff,
}


def _crew(numbers: Mapping[str, int]) -> Crew:
    return tuple((rank, numbers[rank]) for rank in RANKS if numbers.get(rank))
