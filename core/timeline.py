"""The versions of each regulation in their order, with what each day changed: ``python -m core.timeline`` prints them.

The page ``docs/timeline.md`` is what this prints; a test holds that it is current.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from core.law import law
from core.law.change_words import CHANGE_WORDS
from core.law.changes import Changes, all_changes
from core.law.version import Version
from core.text import Text
from core.wording import say

FAMILIES: Mapping[str, Text] = {
    "rhine": Text("The Rhine"),
    "germany": Text("The other German federal waterways, and ferries on the Rhine"),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """One change of a day: the provisions before and after, and what changed."""

    before: str | None
    after: str | None
    text: Text


@dataclass(frozen=True, slots=True, eq=False)
class Day:
    """A day on which the text changed, by which amendment, and how."""

    day: date
    amendment: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Period:
    """A version of a regulation, and the days on which its text changed, its first day included."""

    version: Version
    days: tuple[Day, ...]


def periods(family: str) -> tuple[Period, ...]:
    """Return the versions of a family of law with what changed, the oldest first."""
    changes = [each for each in all_changes() if each.family == family]
    return tuple(
        Period(
            version,
            tuple(
                Day(
                    each.day,
                    each.amendment,
                    _turns(each),
                )
                for each in changes
                if version.in_force(each.day)
            ),
        )
        for version in law().family(family)
    )


def _turns(day: Changes) -> tuple[Turn, ...]:
    """Return the changes of a day, those that say the same of the same provisions once."""
    named = dict.fromkeys((change.before, change.after, change.id) for change in day.changes)
    return tuple(Turn(before, after, CHANGE_WORDS[id_]) for before, after, id_ in named)


def page() -> str:
    """Return the page for the documents, in English."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Timeline"
    yield ""
    yield "Written by `python -m core.timeline` from the data; do not edit."
    for family, name in FAMILIES.items():
        yield from ("", f"## {say(name, 'en')}", "")
        found = periods(family)
        for missing in reversed(found[0].version.missing):
            span = f"{missing.start or ''} – {missing.end}".strip()
            yield f"- {span}: {missing.what}. Not collected."
        for period in found:
            version = period.version
            yield from ("", f"### {version.start} – {version.end or ''}".rstrip() + f": {version.name}", "")
            yield f"{version.published}. Text as of {version.text_as_of}, checked on {version.checked}."
            for day in period.days:
                yield from ("", f"{day.day}, {day.amendment}:", "")
                yield from (f"- {_places(turn)}: {say(turn.text, 'en')}" for turn in day.turns)


def _places(turn: Turn) -> str:
    if turn.before == turn.after:
        return str(turn.after)
    if turn.before is None:
        return f"{turn.after} (new)"
    return f"{turn.before} → {turn.after}" if turn.after else f"{turn.before} (gone)"


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - the command prints the page
