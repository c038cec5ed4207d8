"""Free text: the lines of ``tests/cases/spoken``, and what holds for any text."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import LANGUAGES, Result, settle, wording
from core.bands import Band
from core.facts import BY_KEY, FACTS, Value, parse_facts, plain
from core.space import walk
from core.spoken import EXAMPLES, LONGEST, Description, Doubt, read
from core.spoken.lexicon import lexicon
from core.spoken.tokens import clean
from core.spoken.wording import facts_line, understood
from core.waters import waters

from ..conftest import TODAY

FILES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent.parent / "cases/spoken").glob("*.toml"))
}
LINES = [
    pytest.param(line, id=f"{language}: {line['say']}") for language, data in FILES.items() for line in data["line"]
]


def ways_out(doubt: Doubt) -> str:
    """Return a doubt as the case files write it."""
    ways = [
        ", ".join(
            str(plain(value)) if len(candidate) == 1 and key == doubt.key else f"{key}={plain(value)}"
            for key, value in candidate.items()
        )
        for candidate in doubt.candidates
    ]
    if doubt.key and not ways:
        return f"{doubt.key}: –"
    return f"{doubt.key or 'words'}: {' | '.join(ways) or doubt.words}"


@pytest.mark.parametrize("line", LINES)
def test_line(line: dict[str, Any]) -> None:
    said = read(line["say"], TODAY)
    assert {key: plain(value) for key, value in said.facts.items()} == line["facts"]
    assert list(said.rest) == line.get("rest", [])
    assert [ways_out(doubt) for doubt in said.doubts] == line.get("doubts", [])


def test_every_language_has_its_lines() -> None:
    assert set(FILES) == set(LANGUAGES)
    assert all(data["language"] == language and len(data["line"]) >= 40 for language, data in FILES.items())


# ------------------------------------------------------------------------------------------------ what holds for any text


def holds(said: Description, text: str) -> None:
    """Check what holds for every description: the law takes its facts, and each of them is shown with its words."""
    outcome, errors = settle(said.facts, TODAY)
    assert not errors
    assert not isinstance(outcome, Result) or not outcome.unused
    assert list(said.facts) == [fact.key for fact in FACTS if fact.key in said.facts]
    assert list(said.words) == list(said.facts)
    shown = [*said.rest, *(words for each in said.words.values() for words in each)]
    assert all(words and words in text for words in shown)
    for doubt in said.doubts:
        assert doubt.words
        for candidate in doubt.candidates:
            assert parse_facts(candidate) == candidate
            assert candidate.items() - said.facts.items()


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    holds(read(text, TODAY), clean(text))


VOCABULARY = sorted(
    {word for data in FILES.values() for line in data["line"] for word in line["say"].split()}
    | {name for water in waters() for name in water.names}
    | {"-", "x", "+", "à", "/", ",", "1.500", "0", "9" * 30, "m³", "’", "30.2.2024", "bis", "more", "S1", "A2"}
)


@settings(deadline=None, max_examples=400)
@given(st.lists(st.sampled_from(VOCABULARY), max_size=14), st.sampled_from((" ", "  ", "", "-", ", ")))
def test_words_in_any_order_are_read(words: list[str], between: str) -> None:
    text = between.join(words)[:LONGEST]
    holds(read(text, TODAY), clean(text))


@pytest.mark.parametrize("text", ["", "   ", "?", "\x00\x01", "qwertz asdf", "🙂", "—", "wie viele leute brauche ich?"])
def test_nothing_understood_has_no_facts(text: str) -> None:
    said = read(text, TODAY)
    assert not said.facts
    assert not said.doubts


def test_long_text_is_cut_and_control_characters_do_not_matter() -> None:
    assert read("Schubboot " + "." * LONGEST + " Rhein", TODAY).facts == {"vessel": "pusher"}
    assert read("Schubboot\x00\t22\u200bm\nRhein", TODAY).facts == read("Schubboot 22 m Rhein", TODAY).facts


def test_words_are_given_as_typed() -> None:
    said = read("Péniche, 38,5 M lang — RHEIN!", TODAY)
    assert said.words == {"water": ("RHEIN",), "vessel": ("Péniche",)}


def test_a_slip_is_understood_only_where_one_meaning_is_near() -> None:
    assert read("Schubbot 22 m", TODAY).words["vessel"] == ("Schubbot",)
    assert read("Schlubbot 22 m", TODAY).rest == ("Schlubbot",)  # two letters
    assert read("Fahrre", TODAY).facts == {}  # "Fähre", or "fahre"?
    assert read("tanken", TODAY).facts == {}  # an everyday word
    assert read("MS Merlin aus Bingen", TODAY).rest == ("Merlin", "aus", "Bingen")  # names, not Berlin or "binnen"


def test_horsepower_is_converted_and_said() -> None:
    said = read("Schlepper 800 PS Weser", TODAY)
    assert said.facts["power_kw"] == Decimal("588.4")
    assert "588.40 kW" in wording.say(said.notes["power_kw"], "en")


# ------------------------------------------------------------------------------------------------ the labels of each language


def number_in(band: Band) -> Decimal:
    """Return a whole number that lies in a band."""
    if band.high is not None:
        return band.high - 1 if band.high_open else band.high
    assert band.low is not None
    return band.low + 1


SAID = (
    "water",
    "vessel",
    "formation",
    "ferry_kind",
    "passengers_aboard",
    "length_m",
    "deadweight_t",
    "power_kw",
    "passengers",
    "beds",
)


def spoken(case: Mapping[str, Value], language: str) -> str:
    """Return a case as its own labels put it: "Rhein Motorschiff 82 m A1 Standard S2"."""
    parts = []
    for key, value in case.items():
        if key == "mode":
            parts.append(str(value))
        elif key in SAID or (key == "equipment" and value in ("S1", "S2")):
            parts.append(facts_line({key: value}, language))
        elif key == "displacement_t":
            parts.append(f"{wording.say(BY_KEY[key].name, language)} {facts_line({key: value}, language)}")
    return " ".join(parts)


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Value]]:
    """Every answer that can be reached without offers, its bands as numbers, each once."""
    found: dict[str, dict[str, Value]] = {}
    for outcome in walk(TODAY, offers=False):
        if isinstance(outcome, Result):
            facts = {
                key: number_in(value) if isinstance(value, Band) else value for key, value in outcome.facts.items()
            }
            found.setdefault(spoken(facts, "en"), facts)
    return list(found.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_never_misread(cases: list[dict[str, Value]], language: str) -> None:
    wrong, complete = [], 0
    for case in cases:
        line = spoken(case, language)
        facts = read(line, TODAY).facts
        wrong += [(line, key, facts[key], case.get(key)) for key in facts if facts[key] != case.get(key)]
        complete += facts.get("vessel") == case.get("vessel")
    assert not wrong
    assert complete > len(cases) * 0.8


# ------------------------------------------------------------------------------------------------ word lists and words


def test_every_meaning_is_a_fact() -> None:
    meanings = [meaning for phrase in lexicon().phrases.values() for meaning in phrase.meanings]
    assert len(meanings) > 500
    for meaning in meanings:
        assert parse_facts(meaning.gives) == meaning.gives
        assert parse_facts(meaning.where) == meaning.where


def test_limits_and_wholes_name_vessels() -> None:
    named = {vessel for limit in lexicon().limits for vessel in (limit.vessel, limit.instead)}
    named |= lexicon().whole.keys() | {part for parts in lexicon().whole.values() for part in parts}
    assert named <= {choice.value for choice in BY_KEY["vessel"].choices}


def test_units_and_labels_of_facts_name_facts() -> None:
    others = {
        "horsepower",
        "imperial_horsepower",
        "cabins",
        "hours",
        "volume",
        "other",
        "breadth",
        "draught",
        "mode",
        "zone",
        "reference",
    }
    assert {*lexicon().units.values(), *lexicon().labels.values()} <= BY_KEY.keys() | others


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_vessel_is_understood(language: str) -> None:
    for choice in BY_KEY["vessel"].choices:
        said = read(wording.say(choice.chip or choice.label, language), TODAY)
        meant = {said.facts.get("vessel"), *(each.get("vessel") for doubt in said.doubts for each in doubt.candidates)}
        assert choice.value in meant, choice.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_understood_as_a_whole(language: str) -> None:
    for example in EXAMPLES:
        said = read(wording.say(example, language), TODAY)
        assert len(said.facts) >= 3
        assert (said.rest, said.doubts) == ((), ())


def test_what_was_understood_is_said_with_its_words() -> None:
    said = read("82m Schubboot 900 PS Waal", TODAY)
    assert understood(said, "de")[:2] == [
        {"key": "vessel", "words": "Schubboot", "name": "Fahrzeug", "value": "Schubboot", "note": ""},
        {"key": "length_m", "words": "82m", "name": "Länge", "value": "82\xa0m", "note": ""},
    ]
    (way, other) = next(doubt.candidates for doubt in said.doubts if doubt.key == "water")
    assert (facts_line(way, "de"), facts_line(other, "en")) == ("Rhein", "Elsewhere")
    assert (
        facts_line(parse_facts({"mode": "A1", "passengers": 250, "date": "2024-05-12"}), "en")
        == "A1 · up to 14 hours · 250 passengers · Day of the voyage: 12 May 2024"
    )
