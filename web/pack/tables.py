"""What is the same for every case, in one language: facts and their words, kinds of people, ranks, waters, sentences."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from core import choice, equipment, wording
from core.aboard import KINDS, MARK, MOST
from core.aboard import LIMIT as PEOPLE_LIMIT
from core.aboard import name as kind_name
from core.bands import Band
from core.check_words import JUDGED, taken_as
from core.code import BAND_LETTERS, LIMIT, LONGEST_NUMBER
from core.facts import BY_KEY, FACTS, RULES, Fact, Value, band_of, question_in_errors
from core.numbers import UNIT_WORDS
from core.waters import MOST as MOST_WATERS
from core.waters import waters
from web import finder, render
from web.pack.words import MESSAGES, WORDS

_SAMPLE = Decimal(7654321)


def tables(language: str, terms: dict[str, Any] | None) -> dict[str, Any]:
    """Return all of it, by the names that the worker knows. ``terms`` is what is said of the free choice of rules today."""
    return {
        "facts": {fact.key: _fact(fact, language) for fact in FACTS},
        "people": _people(language),
        "words": {name: wording.say(text, language) for name, text in WORDS.items()},
        "decimal": wording.number(Decimal("0.5"), language)[1],
        "messages": {
            kind: [wording.say(text, language) for text in texts]
            for kind, texts in (*render.MESSAGES.items(), *MESSAGES.items())
        },
        "ranks": {rank: _rank(rank, language) for rank in wording.RANK_NAMES},
        "ranks_de": {rank: _rank(rank, "de") for rank in wording.RANK_NAMES},
        "other": {**_other(language), "terms": terms},
        "waters": _waters(language),
        "equipment": _equipment(),
        "code": {"limit": LIMIT, "longest": LONGEST_NUMBER},
    }


def bounds(band: Band) -> list[Any]:
    """Return the ends of a band: the lower one and whether it is open, the upper one and whether it is open."""
    low, high = (None if end is None else str(end) for end in (band.low, band.high))
    return [low, band.low_open, high, band.high_open]


def _rank(rank: str, language: str) -> list[str]:
    """Return the name of a rank for nobody, one and several."""
    return [wording.rank_name(rank, count, language) for count in (0, 1, 2)]


def _fact(fact: Fact, language: str) -> dict[str, Any]:
    known: dict[str, Any] = {
        "letter": fact.letter,
        "kind": fact.kind,
        "offered": fact.offered,
        "name": wording.say(fact.name, language),
        "question": wording.say(question_in_errors(fact), language),
        "values": {
            each.value: [
                each.short,
                wording.value_label(fact, each.value, language),
                _headline(fact, each.value, language),
            ]
            for each in fact.choices
        },
    }
    if fact.kind == "number":
        sample = wording.number(_SAMPLE, language)
        bands = {name: band_of(fact, name) for name in BAND_LETTERS[fact.key]}
        part = _headline(fact, _SAMPLE, language)
        known |= {
            "unit": fact.unit,
            "units": sorted(UNIT_WORDS[fact.unit], key=len, reverse=True),
            "low": fact.low,
            "high": fact.high,
            "whole": fact.whole,
            "finest": list(fact.bands),
            "headline": part and part.replace(sample, "{n}"),
            "bands": {
                name: [bounds(band), wording.value_label(fact, band, language), _headline(fact, band, language)]
                for name, band in bands.items()
            },
        }
    return known


def _headline(fact: Fact, value: Value, language: str) -> str | None:
    part = wording.headline_part(fact.key, value, language)
    return part and render.breakable(part)


def _people(language: str) -> dict[str, Any]:
    taken = {kind.letter: [wording.say(text, language) for text in taken_as([kind.person])] for kind in KINDS}
    return {
        "kinds": [
            [kind.letter, kind.person.rank, [kind_name(kind, number, language) for number in (0, 1, 2)]]
            for kind in KINDS
        ],
        "mark": MARK,
        "limit": PEOPLE_LIMIT,
        "most": MOST,
        "judged": sorted(JUDGED),
        "taken": {letter: texts for letter, texts in taken.items() if texts},
        "taken_order": [wording.say(text, language) for text in taken_as([kind.person for kind in KINDS])],
    }


def _other(language: str) -> dict[str, Any]:
    """Return how the facts of a case become those of the other rules: what is the same, and what is translated when."""
    carried: list[list[Any]] = []
    for by_rhine in (False, True):
        rules = {"rules": "rhine"} if by_rhine else {}
        given = ["rules", "rhine", by_rhine]
        carried.append([[given], "rules", choice.carry(rules)["rules"]])
        for key in ("mode", "formation"):
            for value in (each.value for each in BY_KEY[key].choices):
                new = choice.carry({**rules, key: value}).get(key)
                if new is not None:
                    carried.append([[given, [key, value, True]], key, new])
        for conditions, facts in _equipment_cases():
            new = choice.carry({**rules, **facts}).get("equipment")
            if new is not None:
                carried.append([[given, *conditions], "equipment", new])
    titles = {value: wording.value_label(RULES, value, language) for value in ("national", "rhine")}
    return {"same": sorted(choice.SAME), "carried": carried, "titles": titles}


def _equipment_cases() -> Iterable[tuple[list[Any], dict[str, str]]]:
    """Yield what the translation of ``equipment`` may turn on, as conditions and as facts."""
    for standard in (each.value for each in BY_KEY["equipment"].choices):
        for formation in (False, True):
            for cabin in (False, True):
                for aboard in (False, True):
                    conditions: list[Any] = [
                        ["equipment", standard, True],
                        ["formation", None, formation],
                        ["vessel", "cabin", cabin],
                        ["passengers_aboard", "yes", aboard],
                    ]
                    facts = {"equipment": standard}
                    facts |= {"formation": "other"} if formation else {}
                    facts |= {"vessel": "cabin"} if cabin else {}
                    facts |= {"passengers_aboard": "yes"} if aboard else {}
                    yield conditions, facts


def _waters(language: str) -> dict[str, Any]:
    return {
        "most": MOST_WATERS,
        "longest": finder.LONGEST,
        "answers": finder.ANSWERS,
        "list": [
            [
                water.name,
                wording.say(water.part, language) if water.part else None,
                dict(water.facts),
                list(water.names),
            ]
            for water in waters()
        ],
    }


def _equipment() -> dict[str, Any]:
    """Return what a missing item of standard S1 makes of a vessel, and which of these weighs more."""
    short = {item: equipment.from_items({item}, s2=False) for item in equipment.S1_ITEMS}
    weight = {
        value: sum(equipment.from_items({item, other}, s2=False) == value for other in short)
        for item, value in short.items()
    }
    return {
        "none_missing": {"with_s2": equipment.from_items((), s2=True), "without": equipment.from_items((), s2=False)},
        "missing": short,
        "order": sorted(weight, key=weight.__getitem__),
    }
