"""Every answer of the Rhine rules, walked, against the rules said a second time in the plainest way."""

from collections.abc import Iterable, Mapping

from core import Question, Result, decode, encode, run
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
        for step in result.steps:
            assert len(step.effects) == len(result.crews)
            totals = [added(total, effect) for total, effect in zip(totals, step.effects, strict=True)]
        assert totals == [dict(crew) for crew in result.crews], encode(result.facts)
        assert (result.kind == "determined") == bool(result.crews)


def test_every_crew_has_a_boatmaster_and_no_negative_number(results: list[Result]) -> None:
    for result in results:
        for crew in result.crews:
            assert crew["boatmaster"] >= 1
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
        added_boatmen = sum(step.effects[0].get("boatman", 0) for step in result.steps if "19.05" in step.provision)
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
        assert set(result.unused) <= {"mode", "school", "charter"}, "only by IMO and STCW do these not matter"


def test_every_question_has_options_that_lead_on(outcomes: list[Question | Result]) -> None:
    for outcome in outcomes:
        if isinstance(outcome, Question):
            assert len(outcome.options) >= 2
            assert outcome.fact.key not in outcome.facts


def _option(result: Result, name: str) -> Option | None:
    found = [option for option in result.options if option.id == name]
    return found[0] if found else None
