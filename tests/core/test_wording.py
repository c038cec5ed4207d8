"""Answers in words: citations, sources, chips, headlines, days."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from core import InputError, Question, Result, catalogue, step, wording
from core.bands import Band, band_from_name
from core.facts import BY_KEY
from core.law.version import Version
from core.text import Text

from ..conftest import TODAY

DAY_TRIP = {
    "water": "rhine", "vessel": "day-trip", "passengers_aboard": "yes", "passengers": 250, "mode": "A1", "equipment": "S1",
}  # fmt: skip
EMPTY_CABIN = {
    "water": "german", "rules": "rhine", "vessel": "cabin", "passengers_aboard": "no", "length_m": "82,5", "mode": "A1",
    "equipment": "S1",
}  # fmt: skip


def answer(**facts: Any) -> Result:
    result = step(facts, TODAY)
    assert isinstance(result, Result)
    return result


def version_of(result: Result) -> Version:
    assert result.version is not None
    return result.version


@pytest.mark.parametrize(
    ("provision", "language", "cited", "short"),
    [
        ("§ 19.02 Nr. 1", "de", "§ 19.02 Nr. 1", "RheinSchPersV"),
        ("§ 19.02 Nr. 1", "en", "§ 19.02 no. 1", "RheinSchPersV"),
        ("§ 19.02 Nr. 1", "nl", "artikel 19.02 lid 1", "RSP"),
        ("§ 19.02 Nr. 1", "fr", "article 19.02 chiffre 1", "RPN"),
        ("BinSchPersV § 98 Abs. 2", "nl", "BinSchPersV artikel 98 lid 2", "BinSchPersV"),
        ("RheinSchPersEV § 1", "fr", "RheinSchPersEV article 1", "RheinSchPersEV"),
    ],
)
def test_a_provision_is_cited_as_the_language_does(provision: str, language: str, cited: str, short: str) -> None:
    version = version_of(answer(**DAY_TRIP))
    assert wording.cite(provision, language) == cited
    assert wording.regulation(provision, version, language) == short
    assert wording.regulation(provision, None, language) == short


def test_a_source_leads_to_the_section_in_the_right_regulation() -> None:
    version = version_of(answer(**DAY_TRIP))
    rhine = "https://www.gesetze-im-internet.de/rheinschpersv_2023/"
    assert wording.source_url("§ 19.02 Nr. 1", version) == f"{rhine}__19_02.html"
    assert wording.source_url("§ 19.02 Nr. 1") == f"{rhine}__19_02.html"
    assert wording.source_url("BinSchPersV § 98 Abs. 2", version).endswith("/binschpersv/__98.html")


def test_chips_say_what_is_known_in_the_order_of_the_law() -> None:
    asked = step({"beds": 51, "mode": "A1", "vessel": "motor-vessel", "water": "rhine"}, TODAY)
    assert isinstance(asked, Question)
    assert [(chip["key"], chip["name"], chip["value"]) for chip in wording.chips(asked, "en")] == [
        ("water", "Water", "Rhine"),
        ("vessel", "Vessel", "Motor vessel"),
        ("beds", "Permitted beds", "51"),
        ("mode", "Operating mode", "A1 · up to 14 hours"),
    ]


def test_the_headline_names_the_vessel_and_not_how_it_is_run() -> None:
    assert plain_spaces(wording.headline(answer(**DAY_TRIP), "de")) == "Rhein · Tagesausflugsschiff · 250 Fahrgäste"
    assert plain_spaces(wording.headline(answer(**EMPTY_CABIN), "en")) == (
        "German waterway · Cabin vessel · Crew by the Rhine rules · Without passengers · 82.50 m"
    )
    beds = answer(
        **{**EMPTY_CABIN, "passengers_aboard": "yes", "beds": 51, "rules": "national", "mode": "A", "equipment": "S2"}
    )
    assert plain_spaces(wording.headline(beds, "en")) == "German waterway · Cabin vessel · 51 beds"


def plain_spaces(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_a_version_says_since_when_and_how_old_it_is() -> None:
    version = version_of(answer(**DAY_TRIP))
    assert wording.in_force(version, "en") == "in force since 14 April 2023"
    ended = replace(version, end=date(2027, 1, 1))
    assert wording.in_force(ended, "en") == "in force from 14 April 2023 to 1 January 2027"
    as_of = replace(version, text_as_of=date(2026, 1, 6), checked=date(2026, 11, 30))
    assert wording.as_of(as_of, "en") == "text as of 6 January 2026, checked on 30 November 2026"


@pytest.mark.parametrize(
    ("key", "value", "language", "said"),
    [
        ("length_m", Decimal("82.5"), "de", "82,50 m"),
        ("length_m", Decimal(1200), "en", "1200 m"),
        ("length_m", "lt20", "en", "below 20 m"),
        ("length_m", "to70", "en", "up to 70 m"),
        ("length_m", "over86", "en", "over 86 m"),
        ("length_m", "70to86", "en", "over 70 up to 86 m"),
        ("date", TODAY, "fr", "30 novembre 2026"),
        ("vessel", "convoy", "en", "Convoy"),
    ],
)
def test_a_value_in_words(key: str, value: Any, language: str, said: str) -> None:
    value = (isinstance(value, str) and band_from_name(value)) or value
    assert plain_spaces(wording.value_label(BY_KEY[key], value, language)) == said


def test_a_counted_band_begins_with_the_first_whole_number() -> None:
    counted = Band("75to250", Decimal(75), Decimal(250), low_open=True)
    assert wording.band_label(BY_KEY["passengers"], counted, "en") == "76 to 250"
    closed = Band("20to70", Decimal(20), Decimal(70))
    assert plain_spaces(wording.band_label(BY_KEY["length_m"], closed, "en")) == "20 to 70 m"


def test_gaps_are_said_in_the_language() -> None:
    text = Text("{a} {b} {c} {d} {e}", {"a": Text("yes"), "b": Decimal("1.5"), "c": 2, "d": TODAY, "e": (1, "two")})
    assert wording.say(text, "de") == "yes 1,50 2 30. November 2026 1, two"


def test_a_language_needs_its_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        catalogue.catalogue("it")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    catalogue.catalogue.cache_clear()
    try:
        with pytest.raises(catalogue.MissingCatalogueError, match="no compiled catalogue for nl"):
            catalogue.catalogue("nl")
        assert catalogue.catalogue("en").gettext("yes") == "yes"
    finally:
        catalogue.catalogue.cache_clear()


def test_an_answer_without_a_version_has_its_source_too() -> None:
    words = wording.result_object(answer(water="elsewhere"), "en")
    assert [source["provision"] for source in words["sources"]] == ["RheinSchPersV § 1.01"]
    assert words["in_force"] == [None, None]


def test_a_rule_without_groups_names_none() -> None:
    """§ 107 Abs. 3 has one crew, the table of the passenger ferries has groups."""
    tug = answer(water="german", vessel="harbour-tug", equipment="met")
    assert wording.say(tug.steps[0].text, "en") == "The rules prescribe this crew."
    ferry = answer(water="german", vessel="passenger-ferry", ferry_kind="free", passengers=200, equipment="met")
    assert wording.say(ferry.steps[0].text, "en") == f"The rules prescribe this crew for group {ferry.group}."


@pytest.mark.parametrize(
    ("day", "said"),
    [("2026-11-30", "two deckhands or apprentices."), ("2019-01-01", "two apprentices.")],
)
def test_who_may_replace_a_boatman_is_said_by_the_law_of_the_day(day: str, said: str) -> None:
    """§ 118 Abs. 1 Satz 1; Anhang VI § 3.15 Nr. 1 knew no deckhands."""
    cargo = answer(
        water="german", vessel="motor-vessel", deadweight_t=1600, mode="A", power_kw=500, equipment="met", date=day
    )
    (option,) = (option for option in cargo.options if option.id == "two-entry-level-for-boatman")
    assert said in wording.say(option.text, "en")


def test_a_choice_that_does_not_exist_here_is_refused_with_those_that_do() -> None:
    """In short words where there are some."""
    with pytest.raises(InputError) as caught:
        answer(water="rhine", vessel="convoy", formation="motor+2-3")
    message = wording.error_object(caught.value, "en")["message"]
    assert (
        "Possible answers: up to 37 × 15 m, up to 86 × 15 m, pusher + 1 lighter, over 86 m, up to 116.50 × 15 m"
        in message
    )
    with pytest.raises(InputError) as caught:
        answer(water="rhine", vessel="motor-vessel", length_m=60, mode="C")
    assert (
        "A1 · up to 14 hours, A2 · up to 18 hours, B · up to 24 hours."
        in wording.error_object(caught.value, "en")["message"]
    )
