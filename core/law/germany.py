"""Germany's waterways: the rules of the Binnenschiffspersonalverordnung (BinSchPersV), part 3, in their order.

Table, engine power, missing equipment, towing, missing aids, options (READINGS B1). Ferries on the Rhine follow §§ 112, 113
and 118 too (§ 97 Abs. 2 Satz 2). What differs between versions is in the data file.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from core import facts as f
from core.crew import Crew, count
from core.law.answer import Answer, outside_scope
from core.law.dates import add_date_notices, add_dated_notices
from core.law.ferries import ferry
from core.law.german_cargo import by_deadweight, motor_vessel, towed
from core.law.german_convoys import convoy, harbour_tug, tug
from core.law.german_passengers import passenger, passenger_boat
from core.law.german_table import authority
from core.law.notes import GERMAN_REST_NOTES, german_notices, old_rank_notices
from core.law.version import Version
from core.result import Note, Rest
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts

MANY = 6


def answer(facts: Facts, version: Version, vessel: str, day: date, *, on_rhine: bool) -> Answer:
    """Answer for a vessel under the German rules of a day."""
    match vessel:
        case "motor-vessel" | "peniche":
            result = motor_vessel(facts, version)
        case "towed":
            result = towed(facts, version)
        case "convoy":
            result = convoy(facts, version)
        case "tug":
            result = tug(facts, version)
        case "harbour-tug":
            result = harbour_tug(facts, version)
        case "day-trip" | "cabin" | "steam-day-trip":
            result = passenger(facts, version, vessel)
        case "passenger-boat":
            result = passenger_boat(facts, version, on_rhine=on_rhine)
        case "passenger-ferry" | "car-ferry":
            result = ferry(facts, version, vessel)
        case "seagoing":
            result = _seagoing(facts, version)
        case "recreational":
            result = _recreational(facts, version)
        case _:
            result = authority(version)
    if result.kind != "outside":
        if not on_rhine:
            _school(facts, result, version)
        _add_options(result, version, on_rhine=on_rhine)
        # Where the Rhine is left to the authority, the German rest rules do not hold there either.
        result.rest = None if on_rhine and result.kind == "authority" else _rest(version, result.mode)
        _add_common_notices(facts, result, version, vessel, day, on_rhine=on_rhine)
    return result


# -------------------------------------------------------------------------------------------- others


def _seagoing(facts: Facts, version: Version) -> Answer:
    """BinSchUO § 1 Abs. 2 Nr. 2 b: seagoing ships without ES-TRIN chapter 25 are crewed like inland vessels."""
    if "seagoing_papers" not in version.provisions:
        result = Answer("outside", version)
        result.notice(
            "seagoing-missing",
            version.provisions["certificate"],
            N_(
                "Which seagoing ships were under these rules stood in a part that is not collected here. "
                "Ask the Generaldirektion Wasserstraßen und Schifffahrt."
            ),
        )
        return result
    ship = facts.ask(f.SHIP)
    if ship == "cargo":
        return by_deadweight(facts, version, version.tables["motor"])
    if ship == "other":
        return authority(version)
    return passenger(facts, version, ship)


def _recreational(facts: Facts, version: Version) -> Answer:
    """§ 115 with BinSchUO § 1 Abs. 5: recreational craft of 20 m or more; small ones are outside (READINGS B28)."""
    small = version.provisions.get("small_craft")
    if small and facts.ask(f.SMALL_CRAFT) == "yes":
        return outside_scope(version, f"{version.short} {small}")
    return authority(version)


# -------------------------------------------------------------------------------------------- what all have


def _school(facts: Facts, result: Answer, version: Version) -> None:
    """§ 117 Abs. 2: one apprentice less while at school, on a vessel with more than a boatmaster and a boatman."""
    provision = version.provisions["school"]
    if not result.crews or "apprentice" not in count(result.crews[0]) or len(result.crews[0]) <= 2:
        return
    help_ = Text("For at most three months in a row in a calendar year. The school's certificate must be aboard.")
    if facts.offer(f.SCHOOL, help_) != "yes":
        return
    result.change(
        provision,
        Text("One apprentice is away at a boatmen's vocational school: one apprentice less."),
        _without_any_apprentice,
    )
    result.condition(
        "school",
        provision,
        Text("At most three months in a row in a calendar year. The school's certificate is aboard."),
        (0,),
        "apprentice",
        ("attends_school", "months<=3", "school_certificate_aboard"),
    )


def _without_any_apprentice(crew: Crew) -> Crew:
    place = next(index for index, each in enumerate(crew) if each.rank == "apprentice")
    return crew[:place] + crew[place + 1 :]


def _add_options(result: Answer, version: Version, *, on_rhine: bool) -> None:
    """§ 96 Abs. 2 and § 118 Abs. 1: what the rules allow besides."""
    if not result.crews or not result.crews[0]:
        return
    p = version.provisions
    numbers = count(result.crews[0])
    experienced = any(condition.id == "experienced-apprentice" for condition in result.conditions)
    if "apprentice" in numbers and not experienced:
        result.option(
            "deck-crew-for-apprentice",
            p["apprentice_by_deck_crew"],
            N_(
                "An apprentice may be replaced by any member of the deck crew of at least 17 years, such as a deckhand."
            ),
            {numbers["apprentice"]: [0]},
            {"apprentice": 1},
            {"deckhand": 1},
            ("age>=17",),
        )
    if "engine_minder" in numbers:
        result.option(
            "engineer-for-engine-minder",
            p["engineer_as_minder"],
            N_("An engineer under the Rhine rules may serve as engine-minder."),
            {numbers["engine_minder"]: [0]},
            {"engine_minder": 1},
            {"engineer": 1},
        )
    _entry_level_options(result, version)
    if result.mode == "A" and not on_rhine and "boatman" in numbers and sum(numbers.values()) > 2:
        result.notice(
            "one-less",
            p["one_less"],
            N_(
                "If the boatmaster tried and could not complete the crew, the authority may allow one person less for one voyage "
                "in mode A (16 hours), as long as a boatman is aboard besides the boatmaster."
            ),
        )


def _entry_level_options(result: Answer, version: Version) -> None:
    """§ 118 Abs. 1: one boatman for two entry-level members, and the other way round (READINGS B19, B20, B29)."""
    rules = version.rules
    have = count(result.crews[0])
    senior = sum(have.get(rank, 0) for rank in rules["senior"])
    entry = sum(have.get(rank, 0) for rank in rules["entry_level"])
    deckhands = "deckhand" in rules["entry_level_put"]
    if result.mode == "A" and senior >= 2 and have.get("boatman", 0) and entry == 0:
        result.option(
            "two-entry-level-for-boatman",
            version.provisions["split_boatman"],
            N_(
                "One boatman may be replaced by two deckhands or apprentices. Not more than two of these may be in the crew."
            )
            if deckhands
            else N_(
                "One boatman may be replaced by two apprentices. Not more than two apprentices may be in the crew."
            ),
            {1: [0]},
            {"boatman": 1},
            rules["entry_level_put"],
        )
    if entry >= 2 and any(have.get(rank, 0) for rank in rules["merge_beside"]):
        pair = [rank for rank in rules["entry_level"] for _ in range(have.get(rank, 0))][:2]
        result.option(
            "boatman-for-two-entry-level",
            version.provisions["merge_entry_level"],
            N_(
                "Two deckhands or apprentices may be replaced by one boatman, "
                "because a further boatman or able boatman is aboard."
            )
            if deckhands
            else N_(
                "Two apprentices may be replaced by one boatman, because a further boatman or engine boatman is aboard."
            ),
            {1: [0]},
            {rank: pair.count(rank) for rank in pair},
            {"boatman": 1},
        )


@lru_cache(maxsize=16)
def _rest(version: Version, mode: str | None) -> Rest:
    """§§ 101, 103: hours and rest; without a mode, what holds for everybody."""
    operation = version.operation[mode] if mode else version.without_mode
    assert operation is not None  # noqa: S101 - the data file has rules for craft without a mode
    return Rest(operation, tuple(Note(provision, GERMAN_REST_NOTES[name]) for name, provision in operation.notes))


def _add_common_notices(
    facts: Facts, result: Answer, version: Version, vessel: str, day: date, *, on_rhine: bool
) -> None:
    p = version.provisions
    add_date_notices(facts, result, version, vessel, day)
    ended = any(notice.id == "cabin-entries" for notice in result.notices)
    if not ended:
        result.notice(
            "certificate",
            p["certificate"],
            N_("An entry about the crew in the ferry certificate prevails over this answer.")
            if vessel.endswith("ferry")
            else N_("An entry about the crew in the certificate of this craft prevails over this answer."),
        )
    if result.mode == "B":
        result.notice(
            "mode-b-germany",
            p["modes"],
            N_("Mode B means 18 hours here. On the Rhine mode B means 24 hours."),
        )
    if on_rhine:
        result.notice(
            "ferry-on-rhine" if vessel.endswith("ferry") else "passenger-boat-on-rhine",
            p["ferry_on_rhine"],
            RHINE_WORDS[result.kind == "determined", vessel.endswith("ferry")],
        )
    if "kitchen" in p and any(sum(count(crew).values()) > MANY for crew in result.crews):
        result.notice(
            "kitchen",
            p["kitchen"],
            N_("With more than six crew members aboard, none of them may be charged with general kitchen work."),
        )
    add_dated_notices(result, version, day)
    result.notices += old_rank_notices(version, result.crews)
    result.notices += german_notices(version, on_rhine=on_rhine)


RHINE_WORDS = {
    (True, True): N_("On the Rhine, ferries follow the German rules for ferries."),
    (True, False): N_("On the Rhine, passenger boats followed the German rules for passenger boats."),
    (False, True): N_("On the Rhine too the crew of a ferry was fixed case by case."),
}
"""Why the German rules answer on the Rhine, by whether they name a crew and whether it is a ferry."""
