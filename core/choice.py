"""The free choice of crew on German waters (BinSchPersV § 98 Abs. 2): the other answer beside an answer.

The facts that both rules need are carried over. Modes are compared by hours (READINGS B31).
"""

from collections.abc import Mapping
from datetime import date

from core.facts import RULES, Value
from core.interview import settle
from core.law import law
from core.result import Question, Result
from core.text import Text

# What means the same under both rules.
SAME = frozenset(
    "water vessel ship_papers ship passengers_aboard passengers beds small_craft date certificate_date".split()  # noqa: SIM905
)
_RHINE_MODE = {"A": "A2", "B": "A2", "C": "B", "D": "B"}
_GERMAN_MODE = {"A1": "A", "A2": "B", "B": "D"}
_RHINE_FORMATION = {
    "pusher+1-longer": "pusher+1-over-86",
    "116.5x15": "116.5x15",
    "pusher+2": "pusher+2",
    "motor+1": "motor+1",
    "pusher+3-4": "pusher+3",
    "motor+2-3": "motor+2",
    "pusher+5": "pusher+3",
    "other": "other",
}
_GERMAN_FORMATION = {
    "pusher+1-over-86": "pusher+1-longer",
    "116.5x15": "116.5x15",
    "pusher+2": "pusher+2",
    "motor+1": "motor+1",
}
_WITH_BOTH = ("S1", "S2")
_AS_A_WHOLE = {
    "chapters-17-to-19": Text(
        "On this waterway you may choose the crew of the Rhine rules. Then their chapters 17 to 19 apply as a whole."
    ),
    "part-ii": Text(
        "On this waterway you may choose the crew of the Rhine rules. Then chapters 2 and 3 of their part II apply as a whole."
    ),
}

NATIONAL_NEEDS_FEWER = Text("The national crew needs fewer people: {few} in place of {many}.")
RHINE_NEEDS_FEWER = Text("The crew by the Rhine rules needs fewer people: {few} in place of {many}.")
BOTH_NEED_THE_SAME = Text("Both crews need the same number of people: {n}.")


def other_answer(result: Result, today: date) -> Question | Result | None:
    """Return the answer by the other rules, or the first question that it still needs.

    ``None`` where there is no choice: on the Rhine, for ferries, and for ships that follow the Rhine rules anyway.
    """
    if not has_choice(result):
        return None
    outcome, _ = settle(carry(result.facts), today)
    return outcome


def has_choice(result: Result) -> bool:
    """Say whether another crew may be chosen in place of the one of an answer."""
    if result.facts.get("water") != "german" or result.version is None:
        return False
    return "rules" in result.facts or any(offer.fact is RULES for offer in result.offers)


def terms(day: date) -> tuple[str, Text] | None:
    """Return by which provision the crew of the Rhine rules may be chosen on a day, and what comes with it.

    ``None`` for a day on which one of the two rules is not collected.
    """
    national, rhine = law().at("germany", day), law().at("rhine", day)
    if national is None or rhine is None:
        return None
    return str(national.rules["free_choice"]["provision"]), _AS_A_WHOLE[rhine.rules["free_choice"]]


def fewest(result: Result) -> int:
    """Return how many people the smallest lawful crew of an answer has."""
    return min(sum(crew.values()) for crew in result.crews)


def fewer_people(national: Result, rhine: Result) -> Text:
    """Return the sentence that says which of two crews needs fewer people."""
    here, there = fewest(national), fewest(rhine)
    gaps = {"few": min(here, there), "many": max(here, there)}
    if here < there:
        return NATIONAL_NEEDS_FEWER.with_(**gaps)
    if here > there:
        return RHINE_NEEDS_FEWER.with_(**gaps)
    return BOTH_NEED_THE_SAME.with_(n=here)


def carry(facts: Mapping[str, Value]) -> dict[str, Value]:
    """Return the facts of the case by the other rules: what both need, and what means the same under another name."""
    national = facts.get("rules") != "rhine"
    carried = {key: value for key, value in facts.items() if key in SAME}
    carried["rules"] = "rhine" if national else "national"
    translations = (
        ("mode", _RHINE_MODE if national else _GERMAN_MODE),
        ("formation", _RHINE_FORMATION if national else _GERMAN_FORMATION),
    )
    for key, words in translations:
        if facts.get(key) in words:
            carried[key] = words[str(facts[key])]
    equipment = facts.get("equipment")
    if equipment in _WITH_BOTH:
        cabin = facts.get("vessel") == "cabin" and facts.get("passengers_aboard") == "yes"
        if national or "formation" in facts or (cabin and equipment == "S2"):
            carried["equipment"] = equipment
        elif not cabin and _s1_proves_lists(facts.get("date")):
            # Standard S1 proves the German lists (BinSchPersV § 105 Abs. 2, § 107 Abs. 2, § 108 Abs. 2), and S2 includes it.
            carried["equipment"] = "met"
    return carried


def _s1_proves_lists(day: Value | None) -> bool:
    """Say whether the German rules of a day (of today, if none is given) take standard S1 as proof of their lists."""
    german = law().family("germany")
    version = law().at("germany", day) if isinstance(day, date) else german[-1]
    return version is not None and bool(version.rules["s1_proves_lists"])
