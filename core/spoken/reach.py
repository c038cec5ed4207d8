"""What the law may still ask of a vessel on a water: read off the law itself, so that no second list must keep in step."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from core.facts import Choice
from core.law import version_of
from core.result import Question
from core.space import walk

FAMILIES = {"rhine": "rhine", "german": "germany"}
"""The family of law of a water, for all that is no ferry."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The facts that may be asked or offered, each with its choices by value (numbers and days: none)."""

    asked: Mapping[str, Mapping[str, Choice]]
    offered: Mapping[str, Mapping[str, Choice]]

    def choices(self, key: str) -> Mapping[str, Choice] | None:
        """Return the choices that a fact may have here; ``None`` for a fact that does not matter."""
        return self.asked.get(key, self.offered.get(key))


@lru_cache(maxsize=128)
def reach(water: str, vessel: str, today: date) -> Reach:
    """Return what may be asked of a vessel on a water: some milliseconds the first time on a day, then at hand."""
    asked: dict[str, dict[str, Choice]] = {"water": {}, "vessel": {}}
    offered: dict[str, dict[str, Choice]] = {}
    for outcome in walk(today, {"water": water, "vessel": vessel}, offers=False):
        if isinstance(outcome, Question):
            _add(asked, outcome)
        else:
            for offer in outcome.offers:
                _add(offered, offer)
    return Reach(asked, offered)


@lru_cache(maxsize=128)
def reach_of(water: str | None, vessel: str, today: date) -> Reach:
    """Return what may be asked of a vessel on a water, or on any of the two kinds of water that have rules."""
    if water is not None:
        return reach(water, vessel, today)
    both = [reach(each, vessel, today) for each in FAMILIES]
    return Reach(_merged([each.asked for each in both]), _merged([each.offered for each in both]))


@lru_cache(maxsize=16)
def modes_of(water: str, today: date) -> Mapping[str, int]:
    """Return the operating modes of the law of a water, each with its hours."""
    version = version_of(FAMILIES[water], today)
    return {mode: operation.hours or 0 for mode, operation in version.operation.items()} if version else {}


def _add(found: dict[str, dict[str, Choice]], question: Question) -> None:
    choices = found.setdefault(question.fact.key, {})
    for option in question.options:
        if isinstance(option, Choice):
            choices.setdefault(option.value, option)


def _merged(parts: list[Mapping[str, Mapping[str, Choice]]]) -> dict[str, Mapping[str, Choice]]:
    merged: dict[str, Mapping[str, Choice]] = {}
    for part in parts:
        for key, choices in part.items():
            merged[key] = {**merged.get(key, {}), **choices}
    return merged
