"""Do these people suffice: the cases of ``tests/cases/people``, and what must hold for every verdict."""

import itertools
import random
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import Result, answer, step
from core.aboard import KINDS, LIMIT, MOST, decode_counts, encode_counts, kinds, people, split
from core.check import Assignment, assign, check
from core.code import CodeError
from core.law.posts import doubts, line_ups, standing
from core.matching import match
from core.people import Person, parse_people

from ..conftest import TODAY

FOLDER = Path(__file__).parent.parent / "cases" / "people"
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(FOLDER.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
ORDER = ("insufficient", "unclear", "sufficient")


def person(words: str) -> Person:
    """Read "2 apprentice age=17" or "helmsman boatmaster_certificate stretch=no"."""
    parts = words.split()
    number = int(parts.pop(0)) if parts[0].isdigit() else 1
    raw: dict[str, Any] = {"rank": parts.pop(0), "count": number}
    for part in parts:
        key, _, value = part.partition("=")
        raw |= {"paper": "old"} if key == "old" else {key: value or True}
    return parse_people([raw])[0]


def determined(**facts: Any) -> Result:
    result = step(facts, TODAY)
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    result = determined(**case["facts"])
    aboard = [person(words) for words in case["aboard"]]
    found = check(result, aboard, case["facts"], TODAY)
    assert found.verdict == case["verdict"]
    if found.assignment is None:
        return
    assert dict(found.assignment.missing) == case.get("missing", {})
    assert {entry.needs for entry in found.assignment.unclear} >= set(case.get("needs", []))
    assert {entry.provision for entry in found.assignment.filled} >= set(case.get("why", []))
    if "crew" in case:
        assert found.assignment.crew == case["crew"]


def sample(results: Sequence[Result], number: int) -> list[Result]:
    with_crews = [result for result in results if result.crews]
    return random.Random(4).sample(with_crews, number)


def exact(result: Result, index: int) -> list[Person]:
    """The people of an alternative, as its conditions describe them."""
    described = {
        "apprentice": {"age": 30, "training_year": 3, "sailing_days": 2000},
        "boatman": {"age": 30},
        "helmsman": {"boatmaster_certificate": True, "stretch": False},
        "helper": {"age": 30},
    }
    return [
        Person(rank, **described.get(rank, {}))  # type: ignore[arg-type]
        for rank, number in result.crews[index].items()
        for _ in range(number)
    ]


def verdict(result: Result, aboard: Sequence[Person]) -> Assignment:
    found = assign(result, aboard)
    assert found is not None
    return found


def test_the_crew_of_every_answer_suffices(results: list[Result]) -> None:
    for result in results:
        for index in range(len(result.crews)):
            assert verdict(result, exact(result, index)).verdict == "sufficient", (result.facts, index)


def test_without_one_of_them_it_does_not_or_a_written_relief_is_named(results: list[Result]) -> None:
    for result in sample(results, 700):
        smallest = min(range(len(result.crews)), key=lambda index: sum(result.crews[index].values()))
        crew = exact(result, smallest)
        for gone in range(len(crew)):
            left = verdict(result, crew[:gone] + crew[gone + 1 :])
            if left.verdict == "insufficient":
                continue
            written = {entry.provision for entry in (*left.filled, *left.unclear)}
            assert written - {result.steps[0].provision}, result.facts


def test_one_more_person_never_makes_it_worse(results: list[Result]) -> None:
    chance = random.Random(5)
    everyone = [kind.person for kind in KINDS]
    for result in sample(results, 400):
        aboard: list[Person] = []
        before = verdict(result, aboard)
        for _ in range(8):
            aboard.append(chance.choice(everyone))
            after = verdict(result, aboard)
            assert ORDER.index(after.verdict) >= ORDER.index(before.verdict), (result.facts, aboard)
            assert sum(after.missing.values()) <= sum(before.missing.values())
            before = after


def test_the_order_of_people_does_not_matter(results: list[Result]) -> None:
    chance = random.Random(6)
    for result in sample(results, 200):
        aboard = [chance.choice(KINDS).person for _ in range(6)]
        shuffled = chance.sample(aboard, len(aboard))
        grouped = [replace(kind, count=aboard.count(kind)) for kind in dict.fromkeys(aboard)]
        one, two, three = (verdict(result, people) for people in (aboard, shuffled, grouped))
        assert (one.verdict, one.missing, one.doubtful) == (two.verdict, two.missing, two.doubtful)
        assert (one.verdict, one.missing, one.doubtful) == (three.verdict, three.missing, three.doubtful)


def brute_force(result: Result, aboard: Sequence[Person]) -> str:
    """The best verdict over every way to give each post of every line-up to one person or nobody."""
    assert result.version is not None
    counted = [standing(each, result.version)[0] for each in aboard]
    best = "insufficient"
    for line_up in itertools.chain.from_iterable(line_ups(result)):
        if len(line_up) > len(counted):
            continue
        for order in itertools.permutations(counted, len(line_up)):
            worst = "sufficient"
            for place, each in zip(line_up, order, strict=True):
                found = [doubt for way in place.ways if (doubt := doubts(each, way)) is not None]
                this = "insufficient" if not found else "sufficient" if [] in found else "unclear"
                worst = min(worst, this, key=ORDER.index)
            best = max(best, worst, key=ORDER.index)
    return best


def test_the_matching_equals_every_assignment_tried(results: list[Result]) -> None:
    chance = random.Random(7)
    small = [result for result in results if result.crews and max(sum(crew.values()) for crew in result.crews) <= 4]
    for result in chance.sample(small, 250):
        pool = [kind.person for kind in kinds(result)] or [Person("boatmaster")]
        aboard = [chance.choice(pool) for _ in range(chance.randint(1, 5))]
        assert verdict(result, aboard).verdict == brute_force(result, aboard), (result.facts, aboard)


def test_a_match_fills_most_posts_and_costs_least_of_all() -> None:
    """Every way to give each post one person or nobody, for 800 small tables of costs."""
    chance = random.Random(8)
    for _ in range(800):
        kinds_, posts = chance.randint(1, 4), chance.randint(1, 4)
        costs = [[chance.choice((None, 0, 0, 1, 2, 5)) for _ in range(kinds_)] for _ in range(posts)]
        available = [chance.randint(0, 2) for _ in range(kinds_)]
        ways = [
            way
            for way in itertools.product([None, *range(kinds_)], repeat=posts)
            if all(way.count(kind) <= number for kind, number in enumerate(available))
            and all(kind is None or row[kind] is not None for row, kind in zip(costs, way, strict=True))
        ]

        def cost(way: Sequence[int | None], costs: list[list[int | None]] = costs) -> int:
            return sum(row[kind] or 0 for row, kind in zip(costs, way, strict=True) if kind is not None)

        found = match(costs, available)
        assert tuple(found) in ways, (costs, available)
        assert found.count(None) == min(way.count(None) for way in ways), (costs, available)
        filled = [kind is None for kind in found]
        assert cost(found) == min(cost(way) for way in ways if [kind is None for kind in way] == filled), (
            costs,
            available,
        )


def test_posts_that_fewest_people_can_fill_come_first() -> None:
    assert match([[0, 0], [0, 0], [0, None]], [1, 1]) == [1, None, 0]
    assert match([[5, 0], [None, 0]], [1, 1]) == [0, 1]
    assert match([], []) == []


def test_the_other_modes_are_judged_too() -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 60, "mode": "B", "equipment": "S2"}
    found = check(determined(**facts), [Person("boatmaster", 2)], facts, TODAY)
    assert [(mode.mode.value, mode.hours, mode.verdict, dict(mode.missing)) for mode in found.modes] == [
        ("A1", 14, "sufficient", {}),
        ("A2", 18, "sufficient", {}),
        ("B", 24, "insufficient", {"apprentice": 2}),
    ]


def test_a_mode_that_needs_one_more_fact_says_which() -> None:
    facts = {"water": "german", "vessel": "motor-vessel", "deadweight_t": 200, "mode": "A", "equipment": "met"}
    found = check(determined(**facts), [Person("boatmaster")], facts, TODAY)
    assert [(mode.mode.value, mode.question) for mode in found.modes] == [
        ("A", None), ("B", None), ("C", "power_kw"), ("D", "power_kw"),
    ]  # fmt: skip


def test_the_check_object_has_the_keys_of_the_contract() -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}
    for language in ("de", "nl", "fr", "en"):
        words = answer(facts, language, TODAY, [{"rank": "boatmaster"}, {"rank": "boatman", "count": 2}])
        assert set(words) == {"result", "check"}
        found = words["check"]
        assert list(found) == ["verdict", "crew", "missing", "filled", "unclear", "text", "modes"]
        assert found["text"]
        assert "{" not in found["text"]
        assert set(found["unclear"][0]) == {"post", "by", "needs", "provision", "text"}
        assert set(found["modes"][0]) == {"mode", "hours", "verdict", "missing"}
    assert set(answer({"water": "rhine"}, "en", TODAY, [{"rank": "boatmaster"}])) == {"question"}
    assert set(answer(facts, "en", TODAY)) == {"result"}


def test_what_is_missing_stands_first() -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}
    words = answer(facts, "en", TODAY, [{"rank": "boatmaster"}])["check"]["text"]
    assert words.startswith("These people would be enough with: 1\u00a0boatman, 1\u00a0apprentice.")


def text(aboard: list[dict[str, Any]], **facts: Any) -> str:
    found: str = answer(facts, "en", TODAY, aboard)["check"]["text"]
    return found


def test_what_was_taken_for_granted_is_said_and_nothing_else() -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 80, "mode": "A1", "equipment": "S1"}
    assert "taken as entitled" in text([{"rank": "boatmaster"}, {"rank": "helmsman"}], **facts)
    assert "without a boatmaster certificate" in text([{"rank": "boatmaster"}, {"rank": "helmsman"}], **facts)
    assert "counts as helmsman" in text([{"rank": "boatmaster", "stretch": False}], **facts)
    certified = text([{"rank": "helmsman", "boatmaster_certificate": True}, {"rank": "able_boatman"}], **facts)
    assert "without a boatmaster certificate;" not in certified
    assert "taken as entitled" in certified
    assert "taken as" not in text([{"rank": "boatmaster"}], water="rhine", vessel="tug")


def test_of_those_who_are_missing_it_is_said_what_they_must_be() -> None:
    """§ 19.02 footnote: one of two apprentices over 18. That is news where an apprentice is missing only."""
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 60, "mode": "B", "equipment": "S2"}
    apprentices = {"rank": "apprentice", "count": 2, "age": 20}
    assert "over 18" not in text([{"rank": "boatmaster"}, apprentices], **facts)
    assert "over 18" in text([{"rank": "boatmaster", "count": 2}, {**apprentices, "count": 1}], **facts)


@pytest.mark.parametrize(("day", "said"), [("2026-11-30", True), ("2020-06-01", False), ("2015-06-01", False)])
def test_the_german_rules_fill_gaps_of_the_rhine_rules_of_2023_only(day: str, said: bool) -> None:
    """R12: BinSchPersV § 96 Abs. 2 points to yes; before it there was nothing that did."""
    facts = {"water": "rhine", "vessel": "motor-vessel", "length_m": 60, "mode": "B", "equipment": "S2", "date": day}
    aboard = [{"rank": "boatmaster", "count": 2}, {"rank": "boatman", "count": 2}]
    found = answer(facts, "en", TODAY, aboard)["check"]
    assert found["verdict"] == "unclear"
    texts = " ".join(entry["text"] for entry in found["unclear"])
    assert "do not say that this is allowed" in texts
    assert ("point to yes" in texts) is said


def test_what_the_crew_supposes_is_part_of_the_verdict() -> None:
    ferry = {
        "water": "german",
        "vessel": "passenger-ferry",
        "ferry_kind": "free",
        "passengers": 200,
        "equipment": "met",
    }
    assert "This supposes: At most 10 minutes" in text([{"rank": "ferry_master"}], **ferry, short_crossing="yes")
    sea = {"water": "rhine", "vessel": "seagoing", "ship": "cargo", "length_m": 80, "equipment": "S1"}
    seafarers = text([{"rank": "boatmaster"}, {"rank": "seafarer", "count": 3}], **sea, crew_rules="imo-stcw")
    assert "14 hours" in seafarers


def test_counts_have_a_short_code(results: list[Result]) -> None:
    assert len({kind.letter for kind in KINDS}) == len(KINDS)
    for result in results:
        offered = kinds(result)
        counts = dict.fromkeys(offered, 3)
        code = encode_counts(counts)
        assert len(code) <= LIMIT, result.facts
        if code:
            assert split(f"wR{code}") == ("wR", code[1:])
            assert decode_counts(code[1:]) == counts
            assert len(people(counts)) == len(offered)
    many = dict.fromkeys(KINDS[:2], MOST)
    assert decode_counts(encode_counts(many)[1:]) == many
    for strange in ("B", "B1M", "Z1", "B-", "1B", "B1é2"):
        with pytest.raises(CodeError):
            decode_counts(strange)


@pytest.mark.parametrize("day", [{}, {"date": "2020-06-01"}])
def test_an_apprentice_with_two_years_can_be_counted_where_that_decides(day: dict[str, str]) -> None:
    """§ 105 Abs. 3, before 2022 § 3.06 Nr. 1: two years are at least 360 days there (R26)."""
    case = {"water": "german", "vessel": "motor-vessel", "deadweight_t": 320, "mode": "A", "equipment": "met", **day}
    assert ("apprentice", "sailing_days>=720") in [(kind.person.rank, kind.need) for kind in kinds(determined(**case))]


def test_every_rank_of_a_crew_can_be_counted(results: list[Result]) -> None:
    for result in results:
        plain = {kind.person.rank for kind in kinds(result) if kind.need is None}
        assert plain >= {rank for crew in result.crews for rank in crew}, result.facts
