"""The same case on two days, and what a day that is yet to come will change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from core.crew import RANKS, Count
from core.facts import CERTIFICATE_DATE, DATE, Value
from core.interview import run, settle
from core.law import law
from core.law.change_words import CHANGE_WORDS
from core.law.changes import Change, Changes, all_changes, apply, sheet, touching
from core.law.version import Version
from core.result import Question, Result
from core.text import N_, Counted, Text
from core.wording import RANK_NAMES


@dataclass(frozen=True, slots=True, eq=False)
class Documented:
    """A documented change that touches a case: its day, the amendment, the provisions before and after, and a sentence.

    ``counts``: it changed the answer; the others changed words, or who may serve where.
    """

    day: date
    amendment: str
    before: str | None
    after: str | None
    text: Text
    counts: bool


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A case on two days, the earlier one first, and the documented changes between them in their order.

    ``same`` says that the answers are the same but for provisions and words.
    """

    days: tuple[date, date]
    before: Question | Result
    after: Question | Result
    changes: tuple[Documented, ...]
    same: bool


@dataclass(frozen=True, slots=True, eq=False)
class Announcement:
    """The first day to come on which the law gives another answer: the version of that day, its answer, and a sentence."""

    day: date
    version: Version
    after: Question | Result
    text: Text


def undated(facts: Mapping[str, Value]) -> dict[str, Value]:
    """Return the case without its day: the case of today."""
    return {key: value for key, value in facts.items() if key != DATE.key}


def compare(facts: Mapping[str, Value], one: date, other: date, today: date) -> Comparison:
    """Return what the law of two days says to a case, and which documented changes lie between.

    ``facts`` are those of the case, in the words of either day; a day among them is left out. Facts that one of the days
    cannot take are asked again there.
    """
    first, last = sorted((one, other))
    case = {key: value for key, value in facts.items() if key not in (DATE.key, CERTIFICATE_DATE.key)}
    between = [day for day in all_changes() if first < day.day <= last]
    before, after = _on(_backward(case, between), first, today), _on(_forward(case, between), last, today)
    found: list[Documented] = []
    for place, day in enumerate(between):
        known = _backward(_forward(case, between[:place]), between[place:])
        found += _documented(day, known, today)
    same = isinstance(before, Result) and isinstance(after, Result) and sheet(before) == sheet(after)
    return Comparison((first, last), before, after, tuple(found), same)


def announced(result: Result, today: date) -> Announcement | None:
    """Return what a version that is collected already will change on an answer of today; ``None`` if nothing."""
    asked = result.facts.get(DATE.key, today)
    if result.version is None or not isinstance(asked, date) or asked < today:
        return None
    case = undated(result.facts)
    versions = law().family(result.version.family)
    days = {version.start for version in versions} | {day.start for version in versions for day, _ in version.editions}
    for day in sorted(day for day in days if day > asked):
        version = law().at(result.version.family, day)
        after = _on(case, day, today)
        if version is not None and _differs(result, after):
            return Announcement(day, version, after, _announcement(day, result, after))
    return None


def difference(before: Sequence[Count], after: Sequence[Count]) -> Text:
    """Return in words how the crews differ: "1 boatman more"; "another crew" where the alternatives do not differ alike."""
    deltas = [
        {rank: new.get(rank, 0) - old.get(rank, 0) for rank in RANKS if new.get(rank, 0) != old.get(rank, 0)}
        for old, new in zip(before, after, strict=False)
    ]
    if len(before) != len(after) or not deltas or any(delta != deltas[0] for delta in deltas):
        return Text("another crew")
    return Text("{parts}", {"parts": tuple(_part(rank, number) for rank, number in deltas[0].items())})


def _part(rank: str, number: int) -> Text:
    people = Counted(abs(number), RANK_NAMES[rank])
    return Text(N_("{people} more") if number > 0 else N_("{people} fewer"), {"people": people})


def _on(case: Mapping[str, Value], day: date, today: date) -> Question | Result:
    outcome, _ = settle({**case, DATE.key: day}, today)
    return outcome


def _differs(before: Result, after: Question | Result) -> bool:
    if isinstance(after, Question):
        return True
    one, other = sheet(before), sheet(after)
    return (one.kind, one.base, one.crews) != (other.kind, other.base, other.crews)


def _announcement(day: date, before: Result, after: Question | Result) -> Text:
    if isinstance(after, Question):
        return Text("From {day} new rules hold for this vessel; they ask for more.", {"day": day})
    if before.kind != after.kind:
        return Text("From {day} new rules hold for this vessel, and the answer is another.", {"day": day})
    return Text("From {day}: {difference}.", {"day": day, "difference": difference(before.crews, after.crews)})


def _forward(case: Mapping[str, Value], days: Iterable[Changes]) -> dict[str, Value]:
    """Return a case in the words that hold after these days."""
    known = dict(case)
    for day in days:
        for key, words in day.translate.items():
            value = known.get(key)
            if isinstance(value, str) and value in words:
                known[key] = words[value]
    return known


def _backward(case: Mapping[str, Value], days: Sequence[Changes]) -> dict[str, Value]:
    """Return a case in the words that held before these days, where they can be told from those of today."""
    known = dict(case)
    for day in reversed(days):
        for key, words in day.translate.items():
            former = [old for old, new in words.items() if new == known.get(key)]
            if len(former) == 1:
                known[key] = former[0]
    return known


def _documented(day: Changes, case: Mapping[str, Value], today: date) -> list[Documented]:
    """Return what the changes of one day did to a case."""
    before = _on(case, day.day - timedelta(days=1), today)
    after = _on(_forward(case, [day]), day.day, today)
    families = {
        outcome.version.family for outcome in (before, after) if isinstance(outcome, Result) and outcome.version
    }
    if day.family not in families:
        return []
    result = before if isinstance(before, Result) else None
    facts = {key: value for key, value in case.items() if key not in (result.unused if result else ())}
    counting = _counting(day, facts, before, after, today)
    return [
        Documented(day.day, day.amendment, change.before, change.after, CHANGE_WORDS[change.id], id(change) in counting)
        for change in touching(day.changes, case, result)
        if id(change) in counting or not (change.effect or change.elsewhere)
    ]


def _counting(
    day: Changes, facts: Mapping[str, Value], before: Question | Result, after: Question | Result, today: date
) -> set[int]:
    """Return which changes of a day changed the answer to a case."""
    if not isinstance(before, Result):
        return {id(change) for change in touching(day.changes, facts, None) if _elsewhere(change)}
    touched = touching(day.changes, facts, before)
    if not isinstance(after, Result):
        return {id(change) for change in touched if _elsewhere(change)}
    if before.kind != after.kind:
        return {id(change) for change in touched if change.turns(before.kind, after.kind)}
    if any(change.elsewhere for change in touched):
        return {id(change) for change in touched if change.elsewhere and sheet(before) != sheet(after)}

    def ask(known: Mapping[str, Value]) -> Result:
        outcome = run({**known, DATE.key: day.day - timedelta(days=1)}, today)
        return outcome if isinstance(outcome, Result) else before

    return {id(change) for change in apply(day, facts, ask)[1]}


def _elsewhere(change: Change) -> bool:
    return change.elsewhere or "kind" in change.effect
