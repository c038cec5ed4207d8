"""Where two versions meet, the answers differ by what is documented and by nothing else."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from core import Result, run
from core.code import encode
from core.facts import BY_KEY, Value
from core.law.change_words import CHANGE_WORDS
from core.law.changes import Changes, all_changes, apply, sheet, touching

from ..conftest import TODAY
from .neighbours import common


def named(days: Iterable[Changes]) -> list[Any]:
    return [pytest.param(day, id=f"{day.day} {day.family}") for day in days]


WITH_EFFECT = [day for day in all_changes() if sum(bool(change.effect) for change in day.changes) > 1]
"""The days that changed more than one thing: with the others they are all walked in the proof."""


def ordinary(key: str, value: Value) -> bool:
    """Say whether a fact has the value that it has if nobody says anything."""
    return bool(BY_KEY[key].choices) and BY_KEY[key].choices[0].value == value


def compare(day: Changes, *, offers: bool, every: int = 1) -> tuple[list[str], int, set[int]]:
    """Return what differs without being documented, how many cases were compared, and which changes did something.

    Cases that one of the two laws does not know, and those that the new law reads from another place, are left out.
    """

    def ask(facts: Mapping[str, Value]) -> Result:
        outcome = run({**facts, "date": day.day - timedelta(days=1)}, TODAY)
        assert isinstance(outcome, Result)
        return outcome

    problems, compared, effective = [], 0, set()
    for facts, old, new in common(day, offers=offers, every=every):
        changes = touching(day.changes, facts, old)
        if old.kind != new.kind:
            turning = [change for change in changes if change.turns(old.kind, new.kind)]
            effective |= {id(change) for change in turning}
            if not turning:
                problems.append(f"{encode(facts)}: {old.kind} became {new.kind}")
            continue
        unknown = {key for key in (*old.unused, *new.unused) if key in facts and not ordinary(key, facts[key])}
        dropped = {key for change in changes for key in change.effect.get("as_if", {})}
        if unknown - dropped or any(change.elsewhere for change in changes):
            continue
        compared += 1
        expected, did = apply(day, facts, ask)
        effective |= {id(change) for change in did}
        if expected != sheet(new):
            problems.append(f"{encode(facts)}: {expected} is not {sheet(new)}")
    return problems, compared, effective


@pytest.mark.parametrize("day", named(WITH_EFFECT))
def test_the_difference_is_what_is_documented_and_nothing_else(day: Changes) -> None:
    """One of three cases; what is only offered is left as it is. The proof takes them all."""
    problems, compared, _ = compare(day, offers=False, every=3)
    assert not problems, f"{len(problems)} of {compared}:\n" + "\n".join(problems[:5])
    assert compared > 150


@pytest.mark.proof
@pytest.mark.parametrize("day", named(all_changes()))
def test_with_all_that_is_offered_too_and_no_change_is_idle(day: Changes) -> None:
    problems, compared, effective = compare(day, offers=True)
    assert not problems, f"{len(problems)} of {compared}:\n" + "\n".join(problems[:5])
    assert compared > 1000
    idle = [change.id for change in day.changes if change.effect and id(change) not in effective]
    assert not idle, f"documented, but nothing changes: {idle}"


def test_every_change_has_its_words_and_a_provision() -> None:
    named = {change.id for day in all_changes() for change in day.changes}
    assert named == set(CHANGE_WORDS)
    for day in all_changes():
        assert day.amendment
        for change in day.changes:
            assert change.before or change.after, change.id
            assert change.touches, change.id
