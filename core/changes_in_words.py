"""Documented changes in a language: what reads the same for several provisions once, with all of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from core.text import Text
from core.then_and_now import Documented
from core.timeline import Turn
from core.wording import cite, say


@dataclass(frozen=True, slots=True)
class Sentence:
    """What changed, and the provisions before and after."""

    text: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DayInWords:
    """What an amendment changed on a day."""

    day: date
    amendment: str
    sentences: tuple[Sentence, ...]


def by_day(changes: Iterable[Documented], language: str) -> list[DayInWords]:
    """Return changes under their day and amendment, in their order."""
    return [
        DayInWords(day, amendment, in_words(tuple(same_day), language))
        for (day, amendment), same_day in groupby(changes, key=lambda each: (each.day, each.amendment))
    ]


def in_words(changes: Sequence[Documented | Turn], language: str) -> tuple[Sentence, ...]:
    """Return the sentences of changes with their provisions."""
    said: dict[str, dict[str, None]] = {}
    for each in changes:
        said.setdefault(say(each.text, language), {})[_place(each.before, each.after, language)] = None
    return tuple(Sentence(text, tuple(places)) for text, places in said.items())


def _place(before: str | None, after: str | None, language: str) -> str:
    """Return "§ 3.07 no. 1 → § 107 para. 1", "§ 3.16 no. 4 (new)"."""
    old, new = (cite(each, language) if each else "" for each in (before, after))
    if old == new:
        return new
    if not old:
        return say(Text("{place} (new)", {"place": new}), language)
    return f"{old} → {new}" if new else say(Text("{place} (gone)", {"place": old}), language)
