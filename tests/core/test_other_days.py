"""The law of another day: its edges, what is missing, what every answer for a past day says, and that it hangs together."""

import ast
import itertools
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from core import LANGUAGES, Question, Result, decode, encode, equipment, run, step, wording
from core.aboard import LIMIT, encode_counts, kinds
from core.check import assign
from core.choice import carry
from core.facts import Value
from core.law import law, versions
from core.people import Person
from core.space import walk

from ..conftest import TODAY
from .neighbours import STARTS

FAMILIES = ("rhine", "germany")
RULES = (
    "rhine",
    "germany",
    "german_cargo",
    "german_convoys",
    "german_passengers",
    "german_table",
    "ferries",
    "posts",
    "notes",
)


def last_days() -> Iterator[tuple[date, str]]:
    """The last day of every past version and of every edition of one, with its family."""
    for version in versions():
        if version.end is not None:
            yield from ((amendment.start - timedelta(days=1), version.family) for amendment, _ in version.editions)
            yield version.end, version.family


LAST_DAYS = sorted(last_days())


def answers(day: date, family: str, *, offers: bool) -> list[Result]:
    """What a family of law answers on a day."""
    outcomes = itertools.chain.from_iterable(
        walk(TODAY, {**start, "date": day}, offers=offers) for start in STARTS[family]
    )
    return [outcome for outcome in outcomes if isinstance(outcome, Result)]


@pytest.fixture(scope="session")
def past() -> dict[date, list[Result]]:
    """Every answer for the last day of each version, with nothing taken that is only offered."""
    return {day: answers(day, family, offers=False) for day, family in LAST_DAYS}


def each(past: dict[date, list[Result]]) -> Iterator[Result]:
    return (result for results in past.values() for result in results)


# ---------------------------------------------------------------------------------------------------------------- edges


@pytest.mark.parametrize("family", FAMILIES)
def test_no_day_is_left_between_the_first_version_and_today(family: str) -> None:
    day, last = law().family(family)[0].start, TODAY
    while day <= last:
        version = law().at(family, day)
        assert version is not None, day
        assert version.in_force(day)
        day += timedelta(days=1)


@pytest.mark.parametrize(
    ("day", "facts", "missing"),
    [
        ("2011-12-23", {"water": "rhine", "vessel": "motor-vessel"}, "BinSchUO 2008 Anhang XI Kapitel 2"),
        ("2009-01-01", {"water": "rhine", "vessel": "convoy"}, "BinSchUO 2008 Anhang XI Kapitel 2"),
        ("2008-12-31", {"water": "rhine", "vessel": "tug"}, "RheinSchUO Kapitel 23"),
        ("1970-01-01", {"water": "rhine", "vessel": "cabin"}, "RheinSchUO Kapitel 23"),
        ("2011-12-23", {"water": "german", "rules": "rhine", "vessel": "convoy"}, "BinSchUO 2008 Anhang XI Kapitel 2"),
        ("1988-03-31", {"water": "german", "vessel": "convoy"}, "Besatzungsvorschriften vor der BinSchUO vom 17.3.1988"),
        ("1988-03-31", {"water": "rhine", "vessel": "car-ferry"}, "Besatzungsvorschriften vor der BinSchUO vom 17.3.1988"),
        ("1970-01-01", {"water": "german", "vessel": "seagoing"}, "Besatzungsvorschriften vor der BinSchUO vom 17.3.1988"),
    ],
)  # fmt: skip
def test_before_the_first_version_the_answer_names_what_is_missing_and_whom_to_ask(
    day: str, facts: dict[str, object], missing: str
) -> None:
    result = step({**facts, "date": day}, TODAY)
    assert isinstance(result, Result)
    assert result.kind == "outside"
    (notice,) = (notice for notice in result.notices if notice.id == "date-missing")
    assert notice.text.params["what"] == missing
    for language in LANGUAGES:
        assert missing in wording.say(notice.text, language)
    assert "Ask" in wording.say(notice.text, "en")


@pytest.mark.parametrize(
    ("day", "kind", "section"),
    [("2008-12-31", "authority", "120"), ("2016-12-22", "authority", "3.09"), ("2016-12-23", "determined", "3.08a"),
     ("2018-10-06", "determined", "3.08a"), ("2018-10-07", "determined", "3.09"), ("2022-01-18", "determined", "112")],
)  # fmt: skip
@pytest.mark.parametrize("water", ["german", "rhine"])
def test_ferries_have_a_table_from_23_december_2016_on(day: str, kind: str, section: str, water: str) -> None:
    facts = {"vessel": "passenger-ferry", "ferry_kind": "free", "passengers": 200, "equipment": "met"}
    result = step({"water": water, "date": day, **facts}, TODAY)
    assert isinstance(result, Result)
    assert (result.kind, result.section) == (kind, section)


# ----------------------------------------------------------------------------------------------- what every answer says


def test_every_answer_for_a_past_day_says_that_a_certificate_outlives_its_law(past: dict[date, list[Result]]) -> None:
    """BinSchPersV § 96 Abs. 1 Satz 3; and asks from when the certificate is."""
    for result in each(past):
        if result.kind != "outside":
            assert any(notice.id == "past-date" for notice in result.notices), encode(result.facts)
            assert any(offer.fact.key == "certificate_date" for offer in result.offers)


def test_an_older_certificate_is_told_by_which_law_it_was_issued() -> None:
    facts = {"water": "german", "vessel": "tug", "power_kw": 100, "mode": "A", "equipment": "met", "date": "2020-05-01"}
    result = step({**facts, "certificate_date": "2007-03-01"}, TODAY)
    assert isinstance(result, Result)
    notices = {notice.id: notice for notice in result.notices}
    assert {"past-date", "older-certificate", "certificate-law"} <= set(notices)
    assert notices["certificate-law"].text.params["regulation"] == "BinSchUO 1988"
    young = step({**facts, "certificate_date": "2019-03-01"}, TODAY)
    assert isinstance(young, Result)
    assert not {"older-certificate", "certificate-law"} & {notice.id for notice in young.notices}


def test_the_ranks_of_the_time_are_named_with_those_of_today(past: dict[date, list[Result]]) -> None:
    """READINGS B25: every crew with a Matrosen-Motorwart, and every German one with a Schiffsjunge."""
    for result in each(past):
        if result.version is None or result.kind != "determined":
            continue
        ranks = {rank for crew in result.crews for rank in crew}
        national = result.version.family == "germany"
        old = "engine_boatman" in ranks or (national and bool(ranks & {"apprentice", "engineer"}))
        named = [notice for notice in result.notices if notice.id == "old-ranks"]
        assert bool(named) or not old, encode(result.facts)
        if "engine_boatman" in ranks:
            assert "Matrosen-Motorwart" in wording.say(named[0].text, "en")


def test_horsepower_stands_beside_kilowatts_before_2022() -> None:
    for day, unit in (("2000-01-01", "PSe"), ("2017-01-01", "PS"), ("2020-01-01", "PS")):
        tug = step({"water": "german", "vessel": "tug", "date": day}, TODAY)
        motor = step(
            {"water": "german", "vessel": "motor-vessel", "deadweight_t": 600, "mode": "A", "date": day}, TODAY
        )
        assert isinstance(tug, Question)
        assert isinstance(motor, Question)
        assert f"147.20 kW = 200 {unit}" in wording.say(tug.help, "en")
        assert f"589 kW = 800 {unit}" in wording.say(motor.help, "en")


# ------------------------------------------------------------------------------------------------- that it hangs together


def hangs_together(result: Result) -> None:
    totals: list[dict[str, int]] = [{} for _ in result.crews]
    for taken in result.steps:
        for total, effect in zip(totals, taken.effects, strict=True):
            for rank, number in effect.items():
                total[rank] = total.get(rank, 0) + number
    about = encode(result.facts)
    assert [{rank: n for rank, n in total.items() if n} for total in totals] == [dict(c) for c in result.crews], about
    assert (result.kind == "determined") == bool(result.crews)
    assert len({tuple(crew.items()) for crew in result.crews}) == len(result.crews), f"{about}: a crew is listed twice"
    ids = [notice.id for notice in result.notices]
    assert len(ids) == len(set(ids)), (about, ids)
    assert ids
    longest = {**result.facts, "certificate_date": date(1999, 12, 31)}
    assert len(encode(longest)) <= 40
    again = run(decode(about), TODAY)
    assert isinstance(again, Result)
    assert again.crews == result.crews
    if result.kind == "determined":
        everybody = [
            Person(rank, number, age=30, sailing_days=1000, training_year=3, boatmaster_certificate=rank == "helmsman")
            for rank, number in result.crews[-1].items()
        ]
        found = assign(result, everybody)
        assert found is not None
        assert not found.missing, about
        assert assign(result, []).verdict == ("insufficient" if any(result.crews) else "sufficient")  # type: ignore[union-attr]
        offered = kinds(result)
        assert {kind.person.rank for kind in offered if kind.need is None} >= {
            rank for crew in result.crews for rank in crew
        }, about
        assert len(encode_counts(dict.fromkeys(offered, 3))) <= LIMIT
    words = wording.result_object(result, "en")
    assert "{" not in str([notice["text"] for notice in words["notices"]])
    assert all(source["url"].startswith("https://") for source in words["sources"])


def test_past_answers_hang_together(past: dict[date, list[Result]]) -> None:
    """Steps add up, no crew and no notice twice, codes short and true, the crew itself suffices."""
    for day, results in past.items():
        assert len(results) > 150, day
        for result in results[::8]:
            hangs_together(result)


@pytest.mark.proof
@pytest.mark.parametrize(("day", "family"), LAST_DAYS)
def test_all_past_answers_hang_together(day: date, family: str) -> None:
    results = answers(day, family, offers=True)
    assert len(results) > 1000
    for result in results:
        hangs_together(result)
        for language in LANGUAGES:
            wording.result_object(result, language)


# ------------------------------------------------------------------------------------------- no version in the rules


def test_no_rule_knows_a_version_or_a_date() -> None:
    """What differs between versions is in the data files."""
    names = {version.id for version in versions()} | {version.cited_as for version in versions() if version.end}
    for name in RULES:
        path = Path(__file__).parents[2] / "core" / "law" / f"{name}.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
            assert called != "date", f"{path.name}, line {getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Constant) and node.value in names), f"{path.name}: {node.value!r}"  # type: ignore[attr-defined]
            assert not (isinstance(node, ast.Attribute) and node.attr == "id" and isinstance(node.value, ast.Name)
                        and node.value.id == "version"), f"{path.name}, line {node.lineno}"  # fmt: skip


# --------------------------------------------------------------------------------------------------------- equipment


def equipment_question(**facts: object) -> Question:
    question = step(facts, TODAY)
    assert isinstance(question, Question)
    assert question.fact.key == "equipment"
    return question


def test_the_letters_of_standard_s1_are_those_of_the_day() -> None:
    """§ 3.14 Nr. 1.1 has no letters g and h; cranks are i and the layout of the controls is l."""
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 80, "mode": "A1"}
    provision, items = equipment.s1_list(equipment_question(**facts, date="2015-06-01"))
    assert provision == "RheinSchPersV 2011 § 3.14 Nr. 1.1"
    assert "".join(items) == "abcdefijklm"
    assert items["i"] is equipment.S1_ITEMS["g"]
    assert items["l"] is equipment.S1_ITEMS["j"]
    assert equipment.s1_list(equipment_question(**facts)) == (equipment.PROVISION, equipment.S1_ITEMS)


def test_the_german_lists_are_those_of_the_day() -> None:
    towed = {"water": "german", "vessel": "towed", "deadweight_t": 1200, "mode": "A"}
    former = equipment.german_list(equipment_question(**towed, date="2015-06-01"))
    today = equipment.german_list(equipment_question(**towed))
    assert former is not None
    assert today is not None
    assert former[0] == "BinSchUO 2008 Anhang XI § 3.05 Nr. 1"
    assert today[0] == "BinSchPersV § 104 Abs. 1"
    assert [wording.say(item, "en") for item in former[1] if item not in today[1]] == [
        "Over 1000 t: hatch beams that swing or slide, or something equal such as sliding hatch covers."
    ]
    cabin = {"water": "german", "vessel": "cabin", "passengers": 100, "mode": "A", "date": "1999-06-01"}
    found = equipment.german_list(equipment_question(**cabin))
    assert found is not None
    assert found[0] == "BinSchUO 1988 § 119 Abs. 1"


def test_standard_s1_is_no_proof_of_the_lists_before_2022() -> None:
    facts: dict[str, Value] = {
        "water": "german", "rules": "rhine", "vessel": "motor-vessel", "mode": "A1", "equipment": "S1",
    }  # fmt: skip
    assert "equipment" not in carry({**facts, "date": date(2020, 6, 1)})
    assert carry({**facts, "date": date(2022, 6, 1)})["equipment"] == "met"
