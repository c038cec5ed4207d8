"""Sentences that stand beside the crew: rest, change of mode, safety staff, and what holds for everyone aboard.

The keys are those that the data files use; the provisions stand there or in ``version.provisions``.
"""

from collections.abc import Mapping
from functools import lru_cache

from core.law.version import Version
from core.result import Note, Notice, SafetyStaff
from core.text import N_, Text

MODE_WITH_STOP = N_(
    "{mode}. The voyage stops for {stop} hours in one piece, between {start} and {end}; at other hours only with a tachograph."
)
MODE_WITHOUT_STOP = N_("{mode}. No night stop. Everyone has 24 hours of rest within 48 hours.")

REST_NOTES = {
    "sixteen_hours": Text(
        "Once in a calendar week the voyage may last up to 16 hours, if a working tachograph proves the sailing time and "
        "one more member of the minimum crew, besides the boatmaster, holds a helmsman's certificate."
    ),
    "other_stop": Text(
        "The stop may lie at other hours if a working tachograph proves the sailing time. It must have been on at least "
        "since the last uninterrupted rest of eight or six hours began, and be open to inspectors at any time."
    ),
    "period": Text("The 24 hours begin at the end of each eight-hour rest."),
    "period_six": Text(
        "The 24 hours begin at the end of each six-hour rest. Six of the eight hours are in one piece and outside "
        "sailing time; for those under 18 all eight are in one piece, six of them outside sailing time."
    ),
    "two_pieces": Text("The 24 hours of rest within 48 hours include at least two pieces of six hours."),
    "rest_under_way": Text(
        "The rest may also be taken under way, if enough crew for safety, one of them a boatmaster, is on duty all the "
        "time, and the room is for one person alone, protected from noise and vibration, with at most 60 dB(A) by the "
        "vessel certificate."
    ),
    "no_duty": Text(
        "Nobody works during the minimum rest, not even on watch or standby. The watch that police rules require for "
        "moored vessels does not count as work. Longer rest under labour law or collective agreements stays due."
    ),
    "change_a1_a2": Text(
        "From A1 (14 hours) to A2 (18 hours), only if the whole crew is changed; or the crew for A2 has just had eight hours of "
        "rest, six of them outside sailing time, can prove it, and the reinforcement for A2 is aboard."
    ),
    "change_a2_a1": Text(
        "From A2 (18 hours) to A1 (14 hours), only if the whole crew is changed; or the crew for A1 has just had eight hours of "
        "rest in one piece outside sailing time and can prove it."
    ),
    "change_b_a": Text(
        "From B (24 hours) to A1 (14 hours) or A2 (18 hours), only if the whole crew is changed; or the crew has just had eight "
        "hours (for A1) or six hours (for A2) of rest in one piece and can prove it."
    ),
    "change_a_b": Text(
        "From A1 (14 hours) or A2 (18 hours) to B (24 hours), only if the whole crew is changed; or the crew for B has just had "
        "eight hours (from A1) or six hours (from A2) of rest in one piece, outside sailing time or under the rule for "
        "rest under way, can prove it, and the reinforcement for B is aboard."
    ),
    "repeat": Text(
        "Another voyage in A1 (14 hours) or A2 (18 hours) may follow at once if the whole crew is changed and the new crew "
        "has just had eight or six hours of rest in one piece outside sailing time and can prove it."
    ),
    "proof": Text(
        "The proof of rest is the certificate of rest period (Annex 8) or a copy of the logbook page of the vessel of the "
        "last voyage. If the rest was taken under way, a copy of that vessel's certificate with the sound level belongs to it."
    ),
    "time_elsewhere": Text("Sailing and rest outside these waters count too."),
    "logbook_a": Text("In the logbook, beginning and end of the rest of each crew member are entered every day."),
    "logbook_b": Text("In the logbook, one plan of the rest times for each voyage is enough in B (24 hours)."),
}

GERMAN_REST_NOTES = {
    "duty_employee": Text("Employees are on duty for at most 14 hours in a row."),
    "duty_self_employed": Text("Self-employed crew members are on duty for at most 16 hours in a row."),
    "rest_window_a": Text("The rest should lie between 20:00 and 06:00."),
    "rest_window_b": Text("The rest should include the time from 22:00 to 05:00."),
    "rest_window_c": Text("The rest should include the time from 23:00 to 03:00."),
    "rest_begins": Text("The 24 hours begin at the end of each rest."),
    "loading": Text(
        "Exception for self-employed crew when loading and unloading: 16 hours of rest within 48 hours are enough, "
        "eight of them in one piece."
    ),
    "crew_change": Text(
        "If the crew changes during the voyage, the hours of each crew aboard decide the operating mode, "
        "unless that crew sails on with another vessel."
    ),
    "tachograph": Text("A tachograph may prove the rest times too. Its records stay aboard for six months."),
    "labour_law": Text("For employees the rules on working time and young workers apply too; better agreements stay."),
    "time_elsewhere": Text("Sailing and rest outside these waters count too."),
    "four_modes": Text(
        "Operating modes by hours within 24: A up to 16 hours, B up to 18 hours, C up to 20 hours, D up to 24 hours."
    ),
}

STAFF_NOTES = {
    "crew_or_staff": Text("Safety personnel may belong to the crew or to the shipboard personnel."),
    "hoods": Text(
        "No breathing apparatus wearers are needed on cabin vessels of at most 45 m whose cabins have an escape hood "
        "within reach for every bed."
    ),
    "one_person": Text(
        "Expert and first-aider may be one person if at most 75 persons are permitted aboard. Otherwise they are different "
        "people."
    ),
    "different_people": Text(
        "Expert, first-aider and breathing apparatus wearers are different people while under way."
    ),
    "one_person_berthed": Text("While the vessel lies still, expert and first-aider may be one person."),
    "rounds": Text(
        "As long as passengers are aboard, an inspection round is made every hour at night, so that it can be proved."
    ),
}


GERMAN_STAFF_NOTES = STAFF_NOTES | {
    "rounds": Text(
        "As long as passengers are aboard, an inspection round is made every hour between 23:00 and 06:00. "
        "It must be provable for two years."
    ),
}


@lru_cache(maxsize=16)
def common_notices(version: Version) -> tuple[Notice, ...]:
    """Return what holds for every crew under the Rhine rules."""
    p = version.provisions
    return (
        Notice(
            "on-board",
            p["on_board"],
            Text(
                "The prescribed crew, and on passenger vessels the safety personnel, must be aboard throughout the voyage. "
                "Leaving without them is not allowed."
            ),
        ),
        Notice(
            "papers",
            p["papers"],
            Text(
                "Everyone counts only with the paper for their rank aboard. Each boatmaster must hold the certificate for "
                "this vessel and this stretch; a helmsman is not a boatmaster."
            ),
        ),
        Notice(
            "higher-rank",
            p["higher_rank"],
            Text(
                "A boatmaster may serve as helmsman, able boatman, boatman or deckhand; a helmsman as able boatman, boatman "
                "or deckhand; an able boatman as boatman or deckhand; a boatman as deckhand. Apprentices and engineers are "
                "not on this list. Nobody counts twice."
            ),
        ),
        Notice(
            "drop-out",
            p["drop_out"],
            Text(
                "If one member drops out unexpectedly under way, the voyage may go on to the next suitable berth that can "
                "be reached in the direction of travel (passenger vessels: to the end point of the day's voyage). "
                "A boatmaster for the stretch and one other member of the prescribed crew must still be aboard."
            ),
        ),
        _children(p["children"]),
        Notice(
            "maternity",
            p["maternity"],
            Text(
                "Women do not count as crew for at least 14 weeks around a birth: "
                "at least six weeks before it and at least seven weeks after it."
            ),
        ),
        Notice(
            "equivalence",
            p["equivalence"],
            Text(
                "Other crew rules that were recognised or are on trial for this vessel stand in its certificate and prevail."
            ),
        ),
        Notice("adn", p["adn"], Text("With dangerous goods aboard, one person must be an ADN expert.")),
        Notice(
            "lng",
            p["lng"],
            Text(
                "On a vessel that runs on LNG, the boatmaster must be an LNG expert, and so must crew members who hold a "
                "certificate of qualification and take part in bunkering."
            ),
        ),
    )


@lru_cache(maxsize=16)
def german_notices(version: Version, *, on_rhine: bool) -> tuple[Notice, ...]:
    """Return what holds for every crew under the German rules."""
    p = version.provisions
    higher_authority = (
        ()
        if on_rhine
        else (
            Notice(
                "more-crew",
                p["more_crew"],
                Text("The authority may fix a higher crew for any vessel, if safety needs it."),
            ),
        )
    )
    return (
        Notice(
            "on-board",
            p["on_board"],
            Text("The prescribed crew must be aboard throughout the voyage."),
        ),
        Notice(
            "higher-rank",
            p["higher_rank"],
            Text(
                "Who holds a certificate for the operational level, a Union boatmaster certificate (or an old one that is still "
                "enough) or a ferry certificate may serve in every lower function: helmsman, able boatman, boatman, deckhand. "
                "For apprentices there are rules of their own. Engine personnel are not included. Nobody counts twice."
            ),
        ),
        Notice(
            "drop-out",
            p["drop_out"],
            Text(
                "If one member drops out unexpectedly under way, the voyage may go on to the next place of loading or unloading "
                "(passenger vessels and ferries: to the end point of the day's voyage). A boatmaster for the stretch and one "
                "other member of the crew must still be aboard."
            ),
        ),
        _children(p["children"]),
        Notice(
            "maternity",
            p["maternity"],
            Text(
                "Women do not count as crew for at least 14 weeks around a birth: "
                "at least six weeks before it and at least eight weeks after it."
            ),
        ),
        Notice(
            "apprentice-proof",
            p["apprentice_proof"],
            Text("The proof that an apprentice is in regular training must be aboard."),
        ),
        Notice(
            "safety-training",
            p["safety_training"],
            Text(
                "Everyone who begins work aboard takes part in a basic safety training, except those who were crew before "
                "18 January 2022 or hold a seafarer's certificate."
            ),
        ),
        Notice(
            "old-papers",
            p["old_papers"],
            Text(
                "Old papers count: Schiffsjunge as apprentice, Matrosen-Motorenwart as able boatman, Maschinist as "
                "engine-minder (of the old Rhine rules: as able boatman if gained by navigation time), Fährjunge as deckhand, "
                "Fährgehilfe as deckhand with 180 days, Fährführer as helmsman."
            ),
        ),
        *higher_authority,
        Notice(
            "new-technology",
            p["new_technology"],
            Text("Trial rules for vessels with new technology stand in the certificate and prevail."),
        ),
        Notice(
            "lng",
            "RheinSchPersV § 15.01" if on_rhine else p["lng"],
            Text(
                "On a vessel that runs on LNG, the boatmaster and all crew who take part in bunkering must be LNG experts."
            ),
        ),
    )


def free_choice_notices() -> tuple[Notice, ...]:
    """Return what comes with choosing the Rhine crew on another German waterway."""
    return (
        Notice(
            "free-choice",
            "BinSchPersV § 98 Abs. 2 Satz 1",
            Text(
                "You have chosen the crew of the Rhine rules. Then their chapters 17 to 19 apply as a whole: "
                "presence, operating modes, rest and crew. They cannot be mixed with the national rules."
            ),
        ),
        Notice(
            "free-choice-papers",
            "BinSchPersV § 98 Abs. 2 Satz 2",
            Text(
                "Three reliefs come with it: the national boatmaster certificate for the waterway is enough in place of the "
                "Rhine patent, the national certificates in place of the service record book, and the national logbook in "
                "place of the Rhine logbook."
            ),
        ),
    )


def safety_staff(version: Version, kind: str, sentences: Mapping[str, Text], *, one_person: bool) -> SafetyStaff:
    """Return the safety staff while passengers are aboard, all rows at once (RheinSchPersV § 16.11, BinSchPersV § 110)."""
    p = version.provisions
    names = [
        "crew_or_staff",
        "one_person" if kind == "day-trip" else "different_people",
        "one_person_berthed",
        "rounds",
    ]
    if kind == "cabin":
        names.insert(1, "hoods")
    places = {
        "crew_or_staff": p["safety_staff"],
        "one_person": p["safety_one_person"],
        "different_people": p["safety_one_person"],
        "one_person_berthed": p["safety_one_person"],
        "hoods": p["safety_hoods"],
        "rounds": p["safety_rounds"],
    }
    notes = tuple(Note(places[name], sentences[name]) for name in names)
    return SafetyStaff(version.safety_staff[kind], one_person, notes)


def _children(provision: str) -> Notice:
    return Notice(
        "children",
        provision,
        Text(
            "Whoever looks after children under six living aboard does not count as crew, unless measures are taken so that "
            "the children are safe without constant supervision."
        ),
    )
