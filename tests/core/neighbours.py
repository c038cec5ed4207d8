"""Cases on both sides of a day on which the law changed."""

import itertools
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal

from core import Question, Result, run
from core.bands import Band
from core.code import encode
from core.facts import BY_KEY, Value, band_of
from core.law.changes import Changes
from core.space import walk

from ..conftest import TODAY

STARTS = {
    "rhine": ({"water": "rhine"},),
    "germany": ({"water": "german"}, {"water": "rhine", "vessel": "passenger-ferry"}, {"water": "rhine", "vessel": "car-ferry"},
                {"water": "rhine", "vessel": "passenger-boat"}),
}  # fmt: skip


def points(key: str, band: Band) -> tuple[Decimal, ...]:
    """The smallest and the largest of the finest bands inside a band, each by one number."""
    finest = [band_of(BY_KEY[key], name) for name in BY_KEY[key].bands]
    inside = [each for each in finest if band.contains(each)]
    found = dict.fromkeys(
        each.high if each.high and not each.high_open else (each.low or Decimal(9)) + 1 for each in inside
    )
    numbers = tuple(found)
    return (numbers[0], numbers[-1]) if len(numbers) > 1 else numbers


def cases(day: date, family: str, *, offers: bool) -> Iterator[dict[str, Value]]:
    """Every case that the law of a family answers on a day, with numbers at the edges of the finest bands.

    With ``offers``, those with something taken that is only offered too.
    """
    for start in STARTS[family]:
        for outcome in walk(TODAY, {**start, "date": day}, offers=offers):
            if not isinstance(outcome, Result) or (outcome.version and outcome.version.family != family):
                continue
            keys = [key for key, value in outcome.normal.items() if isinstance(value, Band)]
            for numbers in itertools.product(*(points(key, outcome.normal[key]) for key in keys)):  # type: ignore[arg-type]
                yield {
                    **{key: v for key, v in outcome.normal.items() if key != "date"},
                    **dict(zip(keys, numbers, strict=True)),
                }


def translated(facts: Mapping[str, Value], changes: Changes) -> dict[str, Value]:
    """The same case in the words of the new law."""
    return {key: changes.translate.get(key, {}).get(str(value), value) for key, value in facts.items()}


def answered(facts: Mapping[str, Value], day: date) -> Result | None:
    """The answer of a day, if these facts are enough for one."""
    try:
        outcome = run({**facts, "date": day}, TODAY)
    except ValueError:
        return None
    return None if isinstance(outcome, Question) else outcome


def common(changes: Changes, *, offers: bool, every: int = 1) -> Iterator[tuple[dict[str, Value], Result, Result]]:
    """Every case that is answered on both sides of a day, with both answers; facts as on the day before.

    ``every`` takes one of so many cases only.
    """
    before = changes.day - timedelta(days=1)
    seen = set()
    for facts in itertools.chain(
        cases(before, changes.family, offers=offers), cases(changes.day, changes.family, offers=offers)
    ):
        key = encode(facts)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) % every:
            continue
        old, new = answered(facts, before), answered(translated(facts, changes), changes.day)
        if old is not None and new is not None:
            yield facts, old, new
