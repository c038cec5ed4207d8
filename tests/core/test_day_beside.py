"""A case beside the same case on another day, in words; old ranks; contradictions of the published texts."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from core import Question, Result, choice, step
from core.changes_in_words import by_day, in_words
from core.errata import errata
from core.facts import Value, parse_facts
from core.old_ranks import old_ranks
from core.other_day import Beside, beside, matters, summary, turns, why_none
from core.text import Text
from core.then_and_now import undated
from core.timeline import Turn
from core.wording import say

from ..conftest import TODAY

TUG = {"water": "german", "vessel": "tug", "power_kw": 450, "mode": "C", "equipment": "met"}
PUSHER = {"water": "rhine", "vessel": "pusher", "length_m": 60, "mode": "A2", "equipment": "S2"}


def facts(**raw: Any) -> dict[str, Value]:
    return parse_facts(raw)


def said(text: Text | None) -> str | None:
    return None if text is None else say(text, "en").replace("\u00a0", " ")


def result(**raw: Any) -> Result:
    outcome = step(raw, TODAY)
    assert isinstance(outcome, Result)
    return outcome


def test_the_difference_in_a_sentence() -> None:
    tug = beside(facts(**TUG), date(2007, 1, 1), TODAY)
    assert said(summary(tug)) == (
        "Compared with today: 1 apprentice fewer, 1 engineer more, 1 engine-minder fewer, 1 engine boatman more."
    )
    assert said(summary(beside(facts(**PUSHER), date(2018, 1, 1), TODAY))) == "The answer is the same on both days."
    open_ = beside(facts(water="rhine", vessel="pusher"), date(2018, 1, 1), TODAY)
    assert summary(open_) is None, "a question has no crew to compare"
    cabin = {"water": "german", "vessel": "cabin", "passengers": 100, "mode": "A", "equipment": "met"}
    half = beside(facts(**cabin), date(2020, 1, 1), TODAY)
    assert (type(half.there), type(half.here)) == (Result, Question)
    assert summary(half) is None, "by passengers then, by beds today: that is asked first"
    assert summary(beside(facts(**TUG), date(1987, 1, 1), TODAY)) is None, "that law is not collected"
    crew = replace(tug, there=replace(result(**TUG), options=()))
    assert said(summary(crew)) == "The crew is the same on both days. Something else is not: see what changed."


def test_today_stays_here_whichever_day_is_the_later() -> None:
    before, after = (beside(facts(**TUG), date(year, 1, 1), TODAY) for year in (2007, 2030))
    for compared in (before, after):
        assert isinstance(compared, Beside)
        assert isinstance(compared.here, Result)
        assert compared.here.version is not None
        assert compared.here.version.id == "binschpersv"
    assert isinstance(before.there, Result)
    assert before.there.version is not None
    assert before.there.version.id == "binschuo-1988"


def test_the_days_that_are_worth_a_look() -> None:
    assert [(str(turn.day), turn.version.id, turn.counts) for turn in turns(facts(**TUG), TODAY)] == [
        ("1988-04-01", "binschuo-1988", False),
        ("2009-01-01", "binschuo-2008-xi", False),
        ("2018-10-07", "binschuo-2018-vi", False),
        ("2022-01-18", "binschpersv", True),
    ]
    ferry = facts(water="german", vessel="car-ferry", ferry_kind="cable", deadweight_t=40, passengers=100)
    assert ("2016-12-23", "binschuo-2008-xi", True) in [
        (str(turn.day), turn.version.id, turn.counts) for turn in turns(ferry, TODAY)
    ], "an amendment within a version"
    assert turns(facts(water="elsewhere"), TODAY) == ()
    assert [turn.version.id for turn in turns(facts(water="rhine", vessel="motor-vessel"), TODAY)] == [
        "rheinschpersv-2011-v1", "rheinschpersv-2011-v2", "rheinschpersv-2023",
    ]  # fmt: skip


def test_where_the_day_can_matter() -> None:
    assert matters(result(**TUG))
    assert matters(result(**TUG, date="2024-01-01"))
    assert not matters(result(water="elsewhere"))
    assert undated(facts(**TUG, date="2024-01-01")) == facts(**TUG)


def test_why_there_is_no_crew() -> None:
    assert [notice.id for notice in why_none(result(water="rhine", vessel="tug"))] == ["inspection-body"]
    assert [notice.id for notice in why_none(result(water="elsewhere"))] == ["elsewhere"]


def test_old_ranks_say_what_they_are_today() -> None:
    old = result(**TUG, date="2007-01-01")
    assert {rank: said(name) for rank, name in old_ranks(old).items()} == {
        "engine_boatman": "Matrosen-Motorwart (engine boatman): today able boatman (Bootsmann)",
        "engineer": "Maschinist (engineer): today engine-minder (Maschinenkundiger)",
    }
    assert old_ranks(result(**TUG)) == {}
    assert old_ranks(result(water="elsewhere")) == {}


def test_changes_under_their_day() -> None:
    days = by_day(beside(facts(**TUG), date(2007, 1, 1), TODAY).changes, "en")
    assert [str(day.day) for day in days][:2] == ["2009-01-01", "2016-12-23"]
    assert days[0].sentences[0].places == ("§§ 112 to 123 → Anhang XI §§ 3.01 to 3.12",)


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ("§ 1 Nr. 2", "§ 2 Abs. 3", "§ 1 no. 2 → § 2 para. 3"),
        ("§ 1", "§ 1", "§ 1"),
        (None, "§ 1", "§ 1 (new)"),
        ("§ 1", None, "§ 1 (gone)"),
    ],
)
def test_where_it_stood_and_stands(before: str | None, after: str | None, place: str) -> None:
    [sentence] = in_words([Turn(before, after, Text("Something changed."))] * 2, "en")
    assert (sentence.text, sentence.places) == ("Something changed.", (place,))


def test_contradictions_are_listed_while_their_regulation_is_collected() -> None:
    listed = [(erratum.id, erratum.provision) for erratum in errata("en")]
    assert listed[:3] == [("R1", "§ 19.03 Nr. 1"), ("R2", "§ 19.04 Nr. 1"), ("R3", "§ 19.04 Nr. 2")]
    assert {"R4", "R5", "R31", "H1", "H2", "H4"} <= {name for name, _ in listed}
    assert all(
        "{" not in erratum.texts + erratum.reading
        for language in ("de", "nl", "fr", "en")
        for erratum in errata(language)
    )
    [first, *_] = errata("en")
    assert first.url.endswith("__19_03.html")
    assert "(in force since 14 April 2023)" in first.regulation


def test_the_free_choice_needs_both_rules() -> None:
    found = choice.terms(TODAY)
    assert found is not None
    assert found[0] == "BinSchPersV § 98 Abs. 2 Satz 1"
    assert choice.terms(date(1980, 1, 1)) is None
    assert choice.terms(date(2000, 1, 1)) is None, "the Rhine of that day is not collected"
