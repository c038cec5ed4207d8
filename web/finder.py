"""Finding a water by its name: people know the name, the law asks for the kind of water, the stretch or the zone."""

from dataclasses import dataclass
from typing import Any

from core import Question, waters, wording
from core.facts import BY_KEY, Value
from web.place import Place

# What a name answers, for each question under which it can be looked up.
ANSWERS = {
    "water": ("water", "stretch", "zone"),
    "stretch": ("water", "stretch"),
    "zone": ("water", "zone"),
}
LONGEST = 60
"""The most letters of a name that are read."""


@dataclass(frozen=True, slots=True)
class Match:
    """A water that was meant, the case with it, and whether only this question is answered by it."""

    water: waters.Water
    facts: dict[str, Value]
    plain: bool


def can_find(question: Question) -> bool:
    """Say whether the name of a water answers a question."""
    return question.fact.key in ANSWERS


def matches(question: Question, name: str) -> tuple[Match, ...]:
    """Return the waters that a name means, each with the case that it makes."""
    return tuple(_match(question, water) for water in waters.search(name[:LONGEST]))


def _match(question: Question, water: waters.Water) -> Match:
    keys = ANSWERS[question.fact.key]
    kept = {key: value for key, value in question.facts.items() if key not in keys}
    told: dict[str, Value] = {key: water.facts[key] for key in keys if key in water.facts}
    same_water = question.facts.get("water") in (None, told["water"])
    return Match(water, kept | told, same_water)


def form(place: Place, question: Question, name: str = "") -> dict[str, Any] | None:
    """Return the form to draw under a question, or ``None``."""
    if not can_find(question):
        return None
    return {
        "action": f"/{place.language}/water",
        "fields": [("code", place.code(question.facts))],
        "name": name,
        "names": sorted({name for water in waters.waters() for name in water.names}),
    }


def found(place: Place, question: Question, name: str) -> list[dict[str, Any]]:
    """Return the matches to draw: name, part, what it means, and the address of the case."""
    language = place.language
    return [
        {
            "name": match.water.name,
            "part": wording.say(match.water.part, language) if match.water.part else None,
            "means": _meaning(question, match.water, language),
            "url": place.case(match.facts),
        }
        for match in matches(question, name)
    ]


def _meaning(question: Question, water: waters.Water, language: str) -> str:
    wanted = "zone" if question.fact.key == "water" else question.fact.key
    key = wanted if wanted in water.facts else "water"
    return wording.value_label(BY_KEY[key], water.facts[key], language)
