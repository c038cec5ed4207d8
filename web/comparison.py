"""The free choice of crew (BinSchPersV § 98 Abs. 2): the other crew beside an answer."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from core import Question, Result, choice, wording
from core.facts import RULES
from web.place import Place
from web.then import distinct


def view(place: Place, result: Result, today: date) -> dict[str, Any] | None:
    """Return what to draw beside an answer: the way to the other crew, and both crews where both are known.

    ``None`` where there is no choice, or where the other rules say nothing about this craft.
    """
    other = choice.other_answer(result, today)
    if other is None or (isinstance(other, Result) and other.kind == "outside"):
        return None
    day = result.facts.get("date", today)
    words: dict[str, Any] = {
        "terms": terms_view(day, place.language) if isinstance(day, date) else None,
        "chosen": "rhine" if _by_rhine_rules(result.facts) else "national",
        "url": place.case(other.facts),
        "authority": isinstance(other, Result) and other.kind == "authority",
        "both": None,
    }
    if not isinstance(other, Question) and result.crews and other.crews:
        words["both"] = _both(place, *((other, result) if _by_rhine_rules(result.facts) else (result, other)))
    return words


def terms_view(day: date, language: str) -> dict[str, str] | None:
    """Return by which provision the crew of the Rhine rules may be chosen on a day, and what comes with it."""
    terms = choice.terms(day)
    return {"provision": terms[0], "text": wording.say(terms[1], language)} if terms else None


def _by_rhine_rules(facts: Mapping[str, object]) -> bool:
    return facts.get("rules") == "rhine"


def _both(place: Place, national: Result, rhine: Result) -> dict[str, Any]:
    return {
        "cards": [_card(place, national, "national"), _card(place, rhine, "rhine")],
        "fewer": wording.say(choice.fewer_people(national, rhine), place.language),
    }


def _card(place: Place, result: Result, rules: str) -> dict[str, Any]:
    """Return one side: whose crew, the mode with its hours, and every alternative once, with its total."""
    return {
        "rules": rules,
        "title": wording.value_label(RULES, rules, place.language),
        "mode": result.mode,
        "hours": result.mode_hours,
        "crews": distinct(result),
    }
