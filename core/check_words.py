"""The words of a verdict, as the ``check`` object of the machine interface."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.check import Assignment, Check, ModeVerdict
from core.people import Person
from core.result import Result
from core.text import Text
from core.wording import rank_name, say

# The conditions that the people themselves are judged by; all others are supposed, and said with the verdict.
JUDGED = frozenset(
    {"experienced-apprentice", "adult-boatman", "over-18", "certificate", "helper", "helper-age", "rhine-engineer"}
)

ENOUGH = Text("By the wording of the law, these people are enough.")
NOT_CERTAIN = Text("It is not certain that these people are enough.")
ENOUGH_WITH = Text("These people would be enough with: {more}.")
MISSING_ANYWAY = Text("Missing in any case: {more}. The rest is not certain.")
ONE_MISSING = Text("One person is missing: {more}.")
SEVERAL_MISSING = Text("Missing: {more}.")
SUPPOSED = Text("This supposes: {condition}")


def check_object(result: Result, people: Sequence[Person], check: Check, language: str) -> dict[str, Any]:
    """Return the ``check`` object of the machine interface, with words in a language."""
    assignment = check.assignment
    return {
        "verdict": check.verdict,
        "crew": assignment.crew if assignment else None,
        "missing": dict(assignment.missing) if assignment else {},
        "filled": [
            {"post": entry.post, "by": entry.by, "provision": entry.provision}
            for entry in (assignment.filled if assignment else ())
        ],
        "unclear": [
            {
                "post": entry.post,
                "by": entry.by,
                "needs": entry.needs,
                "provision": entry.provision,
                "text": say(entry.text, language),
            }
            for entry in (assignment.unclear if assignment else ())
        ],
        "text": " ".join(say(text, language) for text in verdict_texts(result, people, check, language)),
        "modes": [_mode_object(mode) for mode in check.modes],
    }


def verdict_texts(result: Result, people: Sequence[Person], check: Check, language: str) -> list[Text]:
    """Return the verdict in sentences: what it is, why, what would mend it, and what was taken for granted."""
    if check.assignment is None:
        return [
            Text("The law leaves this crew to the authority. So nothing can be said about the people aboard.")
            if result.kind == "authority"
            else Text(
                "This case lies outside the rules collected here. So nothing can be said about the people aboard."
            )
        ]
    return [*_why(result, check.assignment, language), *_supposed(result, check.assignment), *taken_as(people)]


def _supposed(result: Result, assignment: Assignment) -> list[Text]:
    """Return the conditions that this crew has and nobody aboard is asked for: school, charter, short crossing, relief."""
    return [
        SUPPOSED.with_(condition=condition.text)
        for condition in result.conditions
        if condition.id not in JUDGED and assignment.crew in condition.alternatives
    ]


def taken_as(people: Sequence[Person]) -> list[Text]:
    """READINGS section 5: what is taken for granted of a boatmaster and a helmsman."""
    masters = [person for person in people if person.rank == "boatmaster"]
    helmsmen = [person for person in people if person.rank == "helmsman"]
    found = []
    if any(person.stretch for person in (*masters, *(each for each in helmsmen if each.boatmaster_certificate))):
        found.append(
            Text("A boatmaster is taken as entitled for the vessel and the stretch; without that, as a helmsman.")
        )
    elif masters:
        found.append(Text("A boatmaster who is not entitled for the stretch counts as helmsman."))
    if any(not person.boatmaster_certificate for person in helmsmen):
        found.append(
            Text("A helmsman is taken as someone without a boatmaster certificate; with one, as a boatmaster.")
        )
    return found


def people_words(missing: Mapping[str, int], language: str) -> str:
    """Return how many of which rank in words: "1 boatman, 2 apprentices"."""
    return ", ".join(f"{number}\u00a0{rank_name(rank, number, language)}" for rank, number in missing.items())


def missing_text(missing: Mapping[str, int], language: str) -> Text | None:
    """Return the sentence that says who is missing, and whether it is one person only; ``None`` if nobody is."""
    if not missing:
        return None
    text = ONE_MISSING if sum(missing.values()) == 1 else SEVERAL_MISSING
    return text.with_(more=people_words(missing, language))


def _why(result: Result, assignment: Assignment, language: str) -> list[Text]:
    reasons = list(dict.fromkeys(entry.text.msgid for entry in assignment.unclear))
    doubts = [next(entry.text for entry in assignment.unclear if entry.text.msgid == msgid) for msgid in reasons]
    if assignment.missing:
        more = people_words(assignment.missing, language)
        conditions = [
            condition.text
            for condition in result.conditions
            if condition.id in JUDGED
            and condition.rank in assignment.missing
            and assignment.crew in condition.alternatives
        ]
        return [(MISSING_ANYWAY if doubts else ENOUGH_WITH).with_(more=more), *doubts, *conditions]
    return [NOT_CERTAIN, *doubts] if doubts else [ENOUGH]


def _mode_object(mode: ModeVerdict) -> dict[str, Any]:
    words: dict[str, Any] = {
        "mode": mode.mode.value,
        "hours": mode.hours,
        "verdict": mode.verdict,
        "missing": dict(mode.missing),
    }
    if mode.question:
        words["question"] = mode.question
    return words
