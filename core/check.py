"""Do these people suffice? The posts of the law, matched with the people aboard.

The verdict has three values. "Unclear" is between the two: it holds only if a fact that was not given, or a gap in the
law, turns out well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from core.crew import Count
from core.facts import MODE, Choice
from core.interview import settle
from core.law.posts import LineUp, Place, Way, doubts, line_ups, standing
from core.law.version import Version, mode_choices
from core.matching import match
from core.people import Person
from core.result import Question, Result
from core.text import Text

Verdict = Literal["sufficient", "unclear", "insufficient"]

# A doubt costs more than any number of substitutions, and a substitution more than none.
_DOUBT = 1_000


@dataclass(frozen=True, slots=True)
class Filled:
    """A post, the rank of the person who fills it, and the provision that allows it."""

    post: str
    by: str
    provision: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A post that is filled only if a doubt turns out well: ``needs`` is the fact not known, or names the gap in the law."""

    post: str
    by: str
    needs: str
    provision: str
    text: Text


@dataclass(frozen=True, slots=True)
class Assignment:
    """The best that these people can do for one crew of the law.

    ``missing`` are the posts that nobody fills, ``doubtful`` is the number of posts with a doubt.
    """

    crew: int
    missing: Count
    filled: tuple[Filled, ...]
    unclear: tuple[Unclear, ...]
    doubtful: int

    @property
    def verdict(self) -> Verdict:
        """Sufficient, insufficient or unclear."""
        if self.missing:
            return "insufficient"
        return "unclear" if self.unclear else "sufficient"


@dataclass(frozen=True, slots=True)
class ModeVerdict:
    """What these people are worth in an operating mode; ``question`` is the key of a fact that the mode needs first."""

    mode: Choice
    hours: int
    verdict: Verdict
    missing: Count
    question: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """The verdict on the people aboard, with the reasons; ``assignment`` is ``None`` where the law names no crew."""

    verdict: Verdict
    assignment: Assignment | None
    modes: tuple[ModeVerdict, ...]


def check(result: Result, people: Sequence[Person], given: Mapping[str, object], today: date) -> Check:
    """Say whether these people suffice for an answer, and in which of the other operating modes they would.

    ``given`` are the facts that led to the answer, ``today`` is the day of the request in Berlin.
    """
    assignment = assign(result, people)
    verdict = assignment.verdict if assignment else "unclear"
    return Check(verdict, assignment, tuple(_modes(result, assignment, people, given, today)))


def assign(result: Result, people: Sequence[Person]) -> Assignment | None:
    """Return the best assignment: fewest missing, then fewest doubts, then the first crew; ``None`` without a crew.

    A line-up that a substitution makes of a crew counts only where it leaves nobody missing, so that what is missing is
    said in the words of the table.
    """
    if result.kind != "determined" or result.version is None:
        return None
    best: Assignment | None = None
    for index, (table, *others) in enumerate(line_ups(result)):
        found = _assign(index, table, people, result.version)
        for other in others:
            if found.verdict == "sufficient":
                break
            candidate = _assign(index, other, people, result.version)
            if not candidate.missing and _rank(candidate) < _rank(found):
                found = candidate
        if best is None or _rank(found) < _rank(best):
            best = found
    return best


def _rank(assignment: Assignment) -> tuple[int, int, int]:
    return sum(assignment.missing.values()), assignment.doubtful, assignment.crew


def _assign(index: int, places: LineUp, people: Sequence[Person], version: Version) -> Assignment:
    counted = [standing(person, version) for person in people]
    judged = {place: [best_way(person, place) for person, _ in counted] for place in dict.fromkeys(places)}
    priced = {place: [choice[0] if choice else None for choice in row] for place, row in judged.items()}
    choices = [judged[place] for place in places]
    costs = [priced[place] for place in places]
    found = match(costs, [person.count for person in people])
    missing: dict[str, int] = {}
    filled, unclear, doubtful = [], [], 0
    for place, row, kind in zip(places, choices, found, strict=True):
        choice = None if kind is None else row[kind]
        if choice is None or kind is None:
            missing[place.rank] = missing.get(place.rank, 0) + 1
            continue
        _, way, open_ = choice
        paper = counted[kind][1]
        by = people[kind].rank
        provision = f"{paper} und {way.provision}" if paper and paper != way.provision else way.provision
        if open_:
            doubtful += 1
            unclear += [Unclear(place.rank, by, needs, provision, text) for needs, text in open_]
        else:
            filled.append(Filled(place.rank, by, provision))
    return Assignment(index, missing, tuple(filled), tuple(unclear), doubtful)


@lru_cache(maxsize=65_536)
def best_way(person: Person, post: Place) -> tuple[int, Way, list[tuple[str, Text]]] | None:
    """Return the cheapest way in which a person may fill a post: its cost, the way and its doubts."""
    best: tuple[int, Way, list[tuple[str, Text]]] | None = None
    for place, way in enumerate(post.ways):
        open_ = doubts(person, way)
        if open_ is not None:
            cost = place + (_DOUBT if open_ else 0)
            if best is None or cost < best[0]:
                best = cost, way, open_
    return best


def _modes(
    result: Result, own: Assignment | None, people: Sequence[Person], given: Mapping[str, object], today: date
) -> list[ModeVerdict]:
    if result.version is None or MODE.key not in result.facts:
        return []
    found = []
    for choice in mode_choices(result.version):
        hours = result.version.operation[choice.value].hours or 0
        assignment = own
        if choice.value != result.mode:
            outcome, _ = settle({**given, MODE.key: choice.value}, today)
            if isinstance(outcome, Question):
                found.append(ModeVerdict(choice, hours, "unclear", {}, outcome.fact.key))
                continue
            assignment = assign(outcome, people)
        verdict = assignment.verdict if assignment else "unclear"
        found.append(ModeVerdict(choice, hours, verdict, assignment.missing if assignment else {}, None))
    return found
