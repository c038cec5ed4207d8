"""Every answer of the Rhine rules, walked, against the rules said a second time in the plainest way."""

from collections.abc import Iterable, Mapping

from core import Question, Result, decode, encode, run, step, wording
from core.law.version import Table
from core.result import Option

from ..conftest import TODAY

SHORTFALLS = ("no-S1-gj", "no-S1-other", "no-S1-abc")

# The cells from which an apprentice may be missing for school: § 19.02 Nr. 3, § 19.03 Nr. 3, § 19.04 Nr. 6 to 8 (R4).
# "+" behind a cell: only while the second apprentice is aboard.
SCHOOL = {
    "motor": ["1 B S2 +", "2 A1 S2", "3 A1 S1", "3 A2 S2 +"],
    "convoy": [
        "1 B S2 +", "2 A1 S2", "3 A1 S1", "3 A2 S2 +", "4 A1 S2 +", "4 A2 S2 +", "5 A1 S1", "5 A2 S2 +", "5 B S2",
    ],
    "day-trip": [
        "2 A1 S2", "3 A1 S1", "4 A1 S2 +", "5 A1 S1", "5 A2 S2 +", "5 B S2 +", "6 A1 S2 +", "6 B S2 +",
    ],
    "steam-day-trip": ["2 A1 S1", "2 A2 S2 +", "2 B S2 +"],
    "cabin": ["1 A1 S2", "3 A1 S1"],
}  # fmt: skip


def from_tables(results: Iterable[Result]) -> list[tuple[Result, Table]]:
    """The answers that were read from a table, with it."""
    found = []
    for result in results:
        if result.kind != "determined" or result.section in ("19.07", "19.08", "19.09"):
            continue
        assert result.version is not None
        if result.version.family != "rhine":
            continue
        found.append(
            (result, next(t for t in result.version.tables.values() if t.provision == result.steps[0].provision))
        )
    assert len(found) > 1000
    return found


def added(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    total = {rank: first.get(rank, 0) + second.get(rank, 0) for rank in {*first, *second}}
    return {rank: number for rank, number in total.items() if number}


def lower(table: Table, group: str) -> str:
    numbers = [each.number for each in table.groups]
    return numbers[numbers.index(group) - 1]


def cell(table: Table, group: str, result: Result) -> list[dict[str, int]]:
    crews = next(each for each in table.groups if each.number == group).crews[f"{result.mode} {result.standard}"]
    return [
        {rank: number for rank in {post.rank for post in crew} if (number := sum(post.rank == rank for post in crew))}
        for crew in crews
    ]


def test_the_steps_add_up_to_the_crews(results: list[Result]) -> None:
    for result in results:
        totals: list[dict[str, int]] = [{} for _ in result.crews]
        for each in result.steps:
            assert len(each.effects) == len(result.crews)
            totals = [added(total, effect) for total, effect in zip(totals, each.effects, strict=True)]
        assert totals == [dict(crew) for crew in result.crews], encode(result.facts)
        assert (result.kind == "determined") == bool(result.crews)


def test_every_crew_has_a_boatmaster_and_no_negative_number(results: list[Result]) -> None:
    for result in results:
        for crew in result.crews:
            alongside = result.facts.get("shuttle") == "alongside"
            assert alongside or crew.get("boatmaster", 0) + crew.get("ferry_master", 0) >= 1
            assert all(number > 0 for number in crew.values())


def test_the_crew_is_the_table_plus_what_the_rules_change(results: list[Result]) -> None:
    for result, table in from_tables(results):
        facts = result.facts
        assert result.group is not None
        group = lower(table, result.group) if facts.get("charter") == "yes" else result.group
        expected = cell(table, group, result)
        if facts["equipment"] in SHORTFALLS:
            number = 2 if result.mode == "B" and facts["equipment"] != "no-S1-gj" else 1
            rank = "able_boatman" if facts["equipment"] == "no-S1-abc" else "boatman"
            expected = [added(crew, {rank: number}) for crew in expected]
        if facts.get("engineers_waived") == "yes":
            expected = [{rank: n for rank, n in crew.items() if rank != "engineer"} for crew in expected]
        if facts.get("school") == "yes":
            expected = [added(crew, {"apprentice": -1}) if "apprentice" in crew else crew for crew in expected]
        assert [dict(crew) for crew in result.crews] == expected, encode(facts)


def test_the_base_is_the_cell_of_the_vessels_own_group(results: list[Result]) -> None:
    for result, table in from_tables(results):
        assert result.group is not None
        own = cell(table, result.group, result)
        if result.facts.get("charter") == "yes":
            assert all(dict(crew) in own for crew in result.base)
        else:
            assert [dict(crew) for crew in result.base] == own, encode(result.facts)


def test_school_is_offered_exactly_where_it_is_listed(results: list[Result]) -> None:
    for result, table in from_tables(results):
        assert result.group is not None
        group = lower(table, result.group) if result.facts.get("charter") == "yes" else result.group
        name = f"{group} {result.mode} {result.standard}"
        listed = any(entry.removesuffix(" +") == name for entry in SCHOOL[table.name])
        offered = "school" in result.facts or any(offer.fact.key == "school" for offer in result.offers)
        assert offered == listed, encode(result.facts)
        if result.facts.get("school") == "yes":
            conditions = {condition.id for condition in result.conditions}
            assert ("second-apprentice" in conditions) == (f"{name} +" in SCHOOL[table.name])


def test_charter_is_offered_to_day_trip_vessels_above_the_first_group(results: list[Result]) -> None:
    for result, table in from_tables(results):
        offered = "charter" in result.facts or any(offer.fact.key == "charter" for offer in result.offers)
        assert offered == (table.name == "day-trip" and result.group != "1")


def test_options_speak_of_table_posts_only(results: list[Result]) -> None:
    """R11, R15: no substitution for what § 19.05 adds; and no more often than the table has such posts."""
    for result, table in from_tables(results):
        added_boatmen = sum(each.effects[0].get("boatman", 0) for each in result.steps if "19.05" in each.provision)
        for option in result.options:
            for index in option.alternatives:
                crew = result.crews[index]
                for rank, number in option.take.items():
                    have = crew[rank] - (added_boatmen if rank == "boatman" else 0)
                    assert option.times * number <= have, (encode(result.facts), option.id)
        has_boatman = any(crew.get("boatman", 0) > added_boatmen for crew in result.crews)
        offered = any(option.id == "apprentice-for-boatman" for option in result.options)
        assert offered == (has_boatman and table.name != "cabin")


def test_a_deckhand_may_replace_an_apprentice_exactly_where_footnote_1_stands(results: list[Result]) -> None:
    for result, table in from_tables(results):
        if result.facts.get("charter") == "yes":
            continue
        if any(condition.id == "second-apprentice" for condition in result.conditions):
            assert _option(result, "deckhand-for-apprentice") is None
            continue
        crews = next(g for g in table.groups if g.number == result.group).crews[f"{result.mode} {result.standard}"]
        marked = tuple(i for i, crew in enumerate(crews) if any("deckhand" in post.notes for post in crew))
        option = _option(result, "deckhand-for-apprentice")
        assert (option.alternatives if option else ()) == marked
        assert not option or option.times == 1


def test_a_boatman_replaces_an_engineer_only_beside_able_boatmen(results: list[Result]) -> None:
    for result, table in from_tables(results):
        option = _option(result, "boatman-for-engineer")
        if option is None or result.facts.get("charter") == "yes":
            continue
        for index in option.alternatives:
            able = result.base[index].get("able_boatman", 0)
            assert able >= 1
            if table.name == "convoy":
                assert option.take == {"engineer": 1}
            else:
                assert option.take == {"engineer": able}
                assert option.times == 1


def test_added_able_boatmen_may_be_boatmen_where_the_table_has_an_able_boatman(results: list[Result]) -> None:
    for result, _ in from_tables(results):
        option = _option(result, "boatman-for-added-able-boatman")
        if result.facts["equipment"] != "no-S1-abc":
            assert option is None
            continue
        number = 2 if result.mode == "B" else 1
        with_able = tuple(i for i, crew in enumerate(result.crews) if crew["able_boatman"] > number)
        assert (option.alternatives if option else ()) == with_able
        assert not option or option.times == number


def test_seafarers_are_as_many_as_the_24_hour_mode_needs(results: list[Result]) -> None:
    """R24: the head count of mode B, in the ship's own standard, S1 if none is proven."""
    found = 0
    for result in results:
        if result.section != "19.07":
            continue
        found += 1
        facts = {key: value for key, value in result.facts.items() if key not in ("crew_rules", "equipment")}
        table = run({**facts, "mode": "B", "equipment": result.standard}, TODAY)
        assert isinstance(table, Result)
        heads = min(sum(crew.values()) for crew in table.crews)
        assert [dict(crew) for crew in result.crews] == [{"boatmaster": 1, "seafarer": heads - 1}]
    assert found


def test_safety_staff_stands_on_every_vessel_with_passengers_aboard_and_on_no_other(results: list[Result]) -> None:
    for result in results:
        facts = result.facts
        steam = facts.get("vessel") == "steam-day-trip"
        with_passengers = facts.get("passengers_aboard") == "yes" or (steam and result.kind != "outside")
        assert (result.safety_staff is not None) == with_passengers, encode(facts)


def test_every_answer_says_that_the_certificate_prevails(results: list[Result]) -> None:
    for result in results:
        ids = [notice.id for notice in result.notices]
        assert len(ids) == len(set(ids)), (encode(result.facts), ids)
        assert ("certificate" in ids) == (result.kind != "outside")
        assert ids, "every answer has something to say"


def test_facts_of_an_answer_give_the_answer_again(results: list[Result]) -> None:
    for result in results:
        code = encode(result.facts)
        assert len(code) <= 40
        again = run(decode(code), TODAY)
        assert isinstance(again, Result)
        assert again.crews == result.crews
        assert encode(again.facts) == code


def test_every_question_has_options_that_lead_on(outcomes: list[Question | Result]) -> None:
    for outcome in outcomes:
        if isinstance(outcome, Question):
            assert len(outcome.options) >= 2


GERMAN_INCREASE = {
    "towed": ("apprentice apprentice apprentice apprentice boatman", "1 2 3 4 5"),
    "motor": ("apprentice apprentice apprentice boatman boatman", "1 2 3 4 5"),
    "convoy": ("apprentice apprentice apprentice boatman boatman boatman boatman boatman", "1 2 2a 3 3a 4 4a 5"),
    "tug": ("able_boatman able_boatman able_boatman able_boatman", "1 2 3 4"),
    "harbour-tug": ("boatman", "1"),
    "day-trip": ("apprentice apprentice apprentice boatman boatman boatman boatman", "1 2 3 4 5 6 7"),
    "cabin": ("apprentice boatman boatman", "1 2 3"),
}


def test_german_crews_are_the_table_plus_what_the_rules_change(results: list[Result]) -> None:
    """READINGS B1, B6, B7, said a second time in the plainest way."""
    found = 0
    for result in results:
        facts = result.facts
        if result.version is None or result.version.family != "germany" or result.kind != "determined":
            continue
        table = next(t for t in result.version.tables.values() if t.provision == result.steps[0].provision)
        if table.name.endswith("ferry") or table.name == "passenger-boat" or facts.get("shuttle", "no") != "no":
            continue
        found += 1
        crew = dict(result.base[0])
        judged = dict(crew)
        if (
            table.name == "motor"
            and "boatman" in crew
            and getattr(result.normal.get("power_kw"), "value", "") == "over600"
        ):
            crew = added(crew, {"boatman": -1, "able_boatman": 1})
            judged = dict(crew)
        if facts["equipment"] in ("not-met", "none"):
            ranks, groups = GERMAN_INCREASE[table.name]
            rank = dict(zip(groups.split(), ranks.split(), strict=True))[result.group or "1"]
            crew = added(crew, {rank: 1})
        towed = getattr(result.normal.get("towed_vessels"), "value", "to1")
        if towed != "to1" and facts.get("towing_relief") != "yes":
            crew = added(crew, {"apprentice": 1} if towed == "1to3" else {"boatman": 1})
        if facts.get("mechanical_aids") == "no":
            others = set(judged) - {"boatmaster"}
            if result.mode == "A" and "apprentice" in others:
                crew = added(crew, {"apprentice": -1, "boatman": 1})
            else:
                assert others <= {"boatman", "able_boatman"}
                crew = added(crew, {"apprentice": 1} if result.mode == "A" else {"boatman": 1})
        if facts.get("school") == "yes":
            crew = added(crew, {"apprentice": -1})
        assert dict(result.crews[0]) == crew, encode(facts)
    assert found > 1000


def test_ferries_take_the_group_of_the_worse_limit_and_one_more_for_what_is_missing(results: list[Result]) -> None:
    crews = {
        "1": {"ferry_master": 1, "deckhand": 1}, "2": {"ferry_master": 1, "deckhand": 1}, "3": {"ferry_master": 1, "deckhand_180": 1},
        "4": {"ferry_master": 1, "deckhand": 1, "deckhand_180": 1}, "5": {"ferry_master": 1, "deckhand": 1, "deckhand_180": 2},
        "6": {"ferry_master": 1, "deckhand": 1, "deckhand_180": 3},
    }  # fmt: skip
    by_weight = {"to45": 1, "45to135": 2, "135to270": 3, "over270": 4}
    by_people = {"to250": 1, "251to600": 3, "601to1000": 4, "over1000": 5}
    people = {"to35": 1, "36to250": 2, "251to600": 3, "601to1000": 4, "over1000": 5}
    found = 0
    for result in results:
        normal = {key: getattr(value, "value", value) for key, value in result.normal.items()}
        if normal.get("vessel") not in ("passenger-ferry", "car-ferry"):
            continue
        found += 1
        car = normal["vessel"] == "car-ferry"
        number = (
            max(by_weight[normal["deadweight_t"]], by_people[normal["passengers"]])
            if car
            else people[normal["passengers"]]
        )
        assert result.group == str(number)
        items = [normal.get(key, "met") for key in ("s1", "mooring_device", "remote_ramps", "two_engine_rooms")]
        asked = any(key in normal for key in ("s1", "mooring_device", "remote_ramps", "two_engine_rooms"))
        missing = normal.get("equipment") == "not-met" and (not asked or "not-met" in items)
        expected = dict(crews[str(number + missing)])
        if not car and number + missing == 1:
            del expected["deckhand"]
        conditions = (normal.get("radiotelephone"), normal.get("mooring_at_helm"), normal.get("remote_anchor"))
        if normal.get("short_crossing") == "yes" and "not-met" not in conditions:
            assert not missing
            assert number == (1 if car else 2)
            del expected["deckhand"]
        assert dict(result.crews[0]) == expected, encode(result.facts)
    assert found > 200


def test_an_ordinary_interview_is_short() -> None:
    """A motor vessel off the Rhine in at most seven taps, a ferry in at most eight."""
    ordinary = {
        "water": "german", "vessel": "motor-vessel", "deadweight_t": "1000to1350", "mode": "A", "power_kw": "over600", "equipment": "met",
        "mechanical_aids": "yes",
    }  # fmt: skip
    ferry = {
        "water": "german", "vessel": "car-ferry", "ferry_kind": "free", "deadweight_t": "over270", "passengers": "over1000",
        "equipment": "met",
    }  # fmt: skip
    for answers, most in ((ordinary, 7), (ferry, 8)):
        facts: dict[str, object] = {}
        while isinstance(outcome := step(facts, TODAY), Question):
            facts[outcome.fact.key] = answers[outcome.fact.key]
        assert len(facts) <= most


def _option(result: Result, name: str) -> Option | None:
    found = [option for option in result.options if option.id == name]
    return found[0] if found else None


def test_what_a_step_says_of_missing_equipment_is_what_it_does(results: list[Result]) -> None:
    """§ 19.05 Nr. 1 and 2: one or two more, and a higher rank in their place."""
    means = {
        "one boatman more": {"boatman": 1},
        "two boatmen more": {"boatman": 2},
        "an able boatman in place of the added boatman": {"able_boatman": 1, "boatman": -1},
        "able boatmen in place of the added boatmen": {"able_boatman": 2, "boatman": -2},
    }
    met = set()
    for result in results:
        for change in result.steps[1:]:
            said = wording.say(change.text, "en")
            for words in (words for words in means if words in said and "19.05" in change.provision):
                met.add(words)
                assert all(dict(effect) == means[words] for effect in change.effects), (result.facts, said)
    assert met == set(means)
