"""Sentences that stand beside the crew: rest, change of mode, safety staff, and what holds for everyone aboard.

The keys are those that the data files use; the provisions stand there or in ``version.provisions``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from core.crew import Crew
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
    "proof_2011": Text(
        "The proof of rest is the certificate of rest period (Annex A4) or a copy of the logbook page of the vessel of the "
        "last voyage."
    ),
    "proof_2019": Text(
        "The proof of rest is the certificate of rest period (Annex A4) or a copy of the logbook page of the vessel of the "
        "last voyage. If the rest was taken under way, a copy of that vessel's certificate with the sound level belongs to it."
    ),
    "change_a_b_2011": Text(
        "From A1 (14 hours) or A2 (18 hours) to B (24 hours), only if the whole crew is changed; or the crew for B has just had "
        "eight hours (from A1) or six hours (from A2) of rest in one piece, outside sailing time, can prove it, and the "
        "reinforcement for B is aboard."
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
    "duty_all": Text("Nobody of the prescribed crew is on duty under way for more than 16 hours in a row."),
    "rest_supposed": Text(
        "In B (18 hours), C (20 hours) and D (24 hours) the rest counts as kept if the crew for that mode is aboard from the "
        "beginning of the voyage. Then only the boatmasters enter their duty time."
    ),
    "loading_counts": Text(
        "Work at loading and unloading, and waiting for it, shortens the time on duty under way within the same 24 hours."
    ),
    "loading_all": Text(
        "Exception when loading and unloading: 16 hours of rest within 48 hours are enough, eight of them in one piece."
    ),
    "logbook_germany": Text(
        "The logbook (Fahrtenbuch) holds every day the operating mode, the crew and the duty time of each member. It stays "
        "aboard for six months after the last entry."
    ),
    "labour_law_old": Text("Labour law and collective agreements with shorter hours stay."),
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


# What holds for every crew: which provision of a version says it, and the sentence. Where a version says it in another way,
# its data file names the variant. Nothing is said of what a version does not have.
_RHINE_NOTICES = ("on-board", "papers", "higher-rank", "drop-out", "children", "maternity", "equivalence", "adn", "lng")
_GERMAN_NOTICES = (
    "on-board",
    "higher-rank",
    "drop-out",
    "children",
    "maternity",
    "apprentice-proof",
    "safety-training",
    "old-papers",
    "more-crew",
    "new-technology",
    "lng",
)
_CHILDREN = N_(
    "Whoever looks after children under six living aboard does not count as crew, unless measures are taken so that "
    "the children are safe without constant supervision."
)
_RHINE_SENTENCES = {
    "on-board": N_(
        "The prescribed crew, and on passenger vessels the safety personnel, must be aboard throughout the voyage. "
        "Leaving without them is not allowed."
    ),
    "papers": N_(
        "Everyone counts only with the paper for their rank aboard. Each boatmaster must hold the certificate for "
        "this vessel and this stretch; a helmsman is not a boatmaster."
    ),
    "higher-rank": N_(
        "A boatmaster may serve as helmsman, able boatman, boatman or deckhand; a helmsman as able boatman, boatman "
        "or deckhand; an able boatman as boatman or deckhand; a boatman as deckhand. Apprentices and engineers are "
        "not on this list. Nobody counts twice."
    ),
    "higher-rank: holders": N_(
        "Only the holder of a large patent, or of a boatmaster certificate that equals it, may serve in a lower rank: as "
        "helmsman, able boatman, boatman or deckhand. These rules have no such sentence for other ranks. Nobody counts twice."
    ),
    "drop-out": N_(
        "If one member drops out unexpectedly under way, the voyage may go on to the next suitable berth that can "
        "be reached in the direction of travel (passenger vessels: to the end point of the day's voyage). "
        "A boatmaster for the stretch and one other member of the prescribed crew must still be aboard."
    ),
    "children": _CHILDREN,
    "maternity": N_(
        "Women do not count as crew for at least 14 weeks around a birth: "
        "at least six weeks before it and at least seven weeks after it."
    ),
    "equivalence": N_(
        "Other crew rules that were recognised or are on trial for this vessel stand in its certificate and prevail."
    ),
    "adn": N_("With dangerous goods aboard, one person must be an ADN expert."),
    "lng": N_(
        "On a vessel that runs on LNG, the boatmaster must be an LNG expert, and so must crew members who hold a "
        "certificate of qualification and take part in bunkering."
    ),
    "lng: bunkering": N_(
        "On a vessel that runs on LNG, the boatmaster and all crew who take part in bunkering must be LNG experts."
    ),
}
_GERMAN_SENTENCES = {
    "on-board": N_("The prescribed crew must be aboard throughout the voyage."),
    "higher-rank": N_(
        "Who holds a certificate for the operational level, a Union boatmaster certificate (or an old one that is still "
        "enough) or a ferry certificate may serve in every lower function: helmsman, able boatman, boatman, deckhand. "
        "For apprentices there are rules of their own. Engine personnel are not included. Nobody counts twice."
    ),
    "higher-rank: none": N_(
        "These rules have no general sentence that a higher rank may serve in a lower one. Only what is written for a rank "
        "counts. Nobody counts twice."
    ),
    "drop-out": N_(
        "If one member drops out unexpectedly under way, the voyage may go on to the next place of loading or unloading "
        "(passenger vessels and ferries: to the end point of the day's voyage). A boatmaster for the stretch and one "
        "other member of the crew must still be aboard."
    ),
    "drop-out: passengers": N_(
        "If one member drops out unexpectedly under way, the voyage may go on to the next place of loading or unloading "
        "(passenger vessels: to the end point of the day's voyage). A boatmaster for the stretch and one "
        "other member of the crew must still be aboard."
    ),
    "children": _CHILDREN,
    "children: under-ten": N_("Whoever looks after children under ten who always live aboard does not count as crew."),
    "maternity": N_(
        "Women do not count as crew for at least 14 weeks around a birth: "
        "at least six weeks before it and at least eight weeks after it."
    ),
    "apprentice-proof": N_("The proof that an apprentice is in regular training must be aboard."),
    "safety-training": N_(
        "Everyone who begins work aboard takes part in a basic safety training, except those who were crew before "
        "18 January 2022 or hold a seafarer's certificate."
    ),
    "old-papers": N_(
        "Old papers count: Schiffsjunge as apprentice, Matrosen-Motorenwart as able boatman, Maschinist as "
        "engine-minder (of the old Rhine rules: as able boatman if gained by navigation time), Fährjunge as deckhand, "
        "Fährgehilfe as deckhand with 180 days, Fährführer as helmsman."
    ),
    "more-crew": N_("The authority may fix a higher crew for any vessel, if safety needs it."),
    "new-technology": N_("Trial rules for vessels with new technology stand in the certificate and prevail."),
    "lng": N_(
        "On a vessel that runs on LNG, the boatmaster and all crew who take part in bunkering must be LNG experts."
    ),
}


@lru_cache(maxsize=32)
def common_notices(version: Version) -> tuple[Notice, ...]:
    """Return what holds for every crew under the Rhine rules."""
    return tuple(_common(version, _RHINE_NOTICES, _RHINE_SENTENCES))


@lru_cache(maxsize=32)
def german_notices(version: Version, *, on_rhine: bool) -> tuple[Notice, ...]:
    """Return what holds for every crew under the German rules."""
    notices = list(_common(version, _GERMAN_NOTICES, _GERMAN_SENTENCES))
    if not on_rhine:
        return tuple(notices)
    return tuple(
        replace(notice, provision="RheinSchPersV § 15.01") if notice.id == "lng" else notice
        for notice in notices
        if notice.id != "more-crew"
    )


def _common(version: Version, names: Iterable[str], sentences: Mapping[str, str]) -> Iterator[Notice]:
    for name in names:
        provision = version.provisions.get(name.replace("-", "_"))
        if provision:
            variant = version.sentences.get(name)
            yield Notice(name, provision, Text(sentences[f"{name}: {variant}" if variant else name]))


_OLD_RANK_WORDS = {
    "apprentice": Text("Schiffsjunge: today apprentice (Leichtmatrose)"),
    "engine_boatman": Text("Matrosen-Motorwart (engine boatman): today able boatman (Bootsmann)"),
    "engineer": Text("Maschinist (engineer): today engine-minder (Maschinenkundiger)"),
    "deckhand": Text("Fährjunge: today deckhand (Decksmann)"),
    "deckhand_180": Text("Fährgehilfe: today deckhand with 180 days (Decksmann 180)"),
    "ferry_master": Text("Fährführer: today helmsman (Steuermann)"),
}
"""The names that an old version uses for a rank, and what such a paper counts as today (BinSchPersV § 124, READINGS B25)."""
_ONLY_ON_FERRIES = {"deckhand", "deckhand_180"}


@lru_cache(maxsize=512)
def old_rank_notices(version: Version, crews: tuple[Crew, ...]) -> tuple[Notice, ...]:
    """Return what the ranks of these crews were called in a version, where that is not their name of today."""
    ranks = {each.rank for crew in crews for each in crew}
    if "ferry_master" not in ranks:
        ranks -= _ONLY_ON_FERRIES
    names = tuple(_OLD_RANK_WORDS[rank] for rank in version.old_ranks if rank in ranks)
    if not names:
        return ()
    words = Text("Ranks of that time and what they count as today: {names}.", {"names": names})
    return (Notice("old-ranks", "BinSchPersV § 124 Abs. 1", words),)


_FREE_CHOICE = {
    "chapters-17-to-19": N_(
        "You have chosen the crew of the Rhine rules. Then their chapters 17 to 19 apply as a whole: "
        "presence, operating modes, rest and crew. They cannot be mixed with the national rules."
    ),
    "part-ii": N_(
        "You have chosen the crew of the Rhine rules. Then chapters 2 and 3 of their part II apply as a whole: "
        "presence, operating modes, rest and crew. They cannot be mixed with the national rules."
    ),
}
_FREE_CHOICE_PAPERS = {
    "three-reliefs": N_(
        "Three reliefs come with it: the national boatmaster certificate for the waterway is enough in place of the "
        "Rhine patent, the national certificates in place of the service record book, and the national logbook in "
        "place of the Rhine logbook."
    ),
    "classes-a-to-c": N_(
        "Two reliefs come with it: where navigation time on the Rhine is asked, navigation time in inland navigation is "
        "enough; and a licence of the classes A to C, or a patent equal to it, is enough in place of the Rhine patent."
    ),
}


def free_choice_notices(version: Version, national: Version) -> tuple[Notice, ...]:
    """Return what comes with choosing the Rhine crew (``version``) on another German waterway (``national``)."""
    choice = national.rules["free_choice"]
    return (
        Notice("free-choice", choice["provision"], Text(_FREE_CHOICE[version.rules["free_choice"]])),
        Notice("free-choice-papers", choice["reliefs"], Text(_FREE_CHOICE_PAPERS[choice["words"]])),
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
