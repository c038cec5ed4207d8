"""The facts of a case: what may be known, in which words it is asked, and how an answer is read.

The registry below is the one table of keys and values of the machine interface; ``short`` is the token of a value in the
code of a case. Keys, values and tokens live for ever in chats and on stickers: new ones are added, none is changed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from core.bands import Band, band_from_name, counted, measured
from core.days import read_day
from core.numbers import AmbiguousNumberError, NotANumberError, OutOfRangeError, WholeNumberError, parse_number
from core.text import N_, Text

Value = str | Decimal | Band | date
"""A fact as the rules see it: a choice, a number, a band of numbers, or a day."""


class InputError(ValueError):
    """What a person or a program said cannot be taken as this fact.

    ``key`` and ``value`` name it, ``text`` says what was wrong and what would be right, ``guess`` is what was probably
    meant (as it would be typed), if there is a guess.
    """

    def __init__(self, key: str | None, value: str, text: Text, guess: str | None = None) -> None:
        super().__init__(f"{key}: {value!r}")
        self.key = key
        self.value = value
        self.text = text
        self.guess = guess


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One value of a fact: its name in the interface, its token in a code, and its words.

    ``chip`` is the short form for places with little room.
    """

    value: str
    short: str
    label: Text
    chip: Text | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """One thing that may be known of a case.

    ``letter`` opens its token in a code; ``name`` is its short name, ``question`` the question, ``help`` what helps to
    answer it. An ``offered`` fact has an ordinary value and never stops the run. Numbers have a ``unit`` ("m" or ""),
    limits, and ``bands``: the names of the finest bands, for codes.
    """

    key: str
    letter: str
    kind: Literal["choice", "number", "date"]
    name: Text
    question: Text
    help: Text
    choices: tuple[Choice, ...] = ()
    unit: str = ""
    low: int = 0
    high: int = 0
    whole: bool = False
    bands: tuple[str, ...] = ()
    offered: bool = False

    def choice(self, value: str) -> Choice:
        """Return the choice of a value. Raises KeyError for a value that this fact does not have."""
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise KeyError(value)


WATER = Fact(
    "water",
    "w",
    "choice",
    Text("Water"),
    Text("Where are you sailing?"),
    Text("The water decides which rules apply."),
    (
        Choice("rhine", "R", Text("The Rhine"), Text("Rhine")),
        Choice("german", "G", Text("Another German federal waterway"), Text("German waterway")),
        Choice("hamburg-port", "H", Text("Only in the port of Hamburg"), Text("Port of Hamburg")),
        Choice("elsewhere", "E", Text("Somewhere else"), Text("Elsewhere")),
    ),
)

RULES = Fact(
    "rules",
    "r",
    "choice",
    Text("Crew rules"),
    Text("Do you want to sail with the crew of the Rhine rules?"),
    Text(
        "On the other German federal waterways you may choose the crew of the Rhine rules. "
        "Then those rules on presence, operating modes, rest and crew apply as a whole."
    ),
    (
        Choice("national", "N", Text("No, with the national crew"), Text("National crew")),
        Choice("rhine", "R", Text("Yes, with the crew of the Rhine rules"), Text("Crew by the Rhine rules")),
    ),
    offered=True,
)

VESSEL = Fact(
    "vessel",
    "v",
    "choice",
    Text("Vessel"),
    Text("What kind of vessel is it?"),
    Text(
        "Take what the vessel does now: a pusher with barges is a convoy. "
        "A bunker vessel for short stretches or floating equipment is “another craft”."
    ),
    (
        Choice("motor-vessel", "M", Text("Motor vessel (cargo or tanker), alone"), Text("Motor vessel")),
        Choice("pusher", "P", Text("Pusher, alone"), Text("Pusher")),
        Choice("convoy", "C", Text("Convoy: pushed or side by side"), Text("Convoy")),
        Choice("day-trip", "D", Text("Day-trip vessel, more than 12 passengers"), Text("Day-trip vessel")),
        Choice("steam-day-trip", "S", Text("Steam day-trip vessel"), Text("Steam day-trip vessel")),
        Choice("cabin", "K", Text("Cabin vessel (overnight passengers)"), Text("Cabin vessel")),
        Choice("towed", "W", Text("Dumb barge or other towed craft"), Text("Towed craft")),
        Choice("tug", "T", Text("Tug"), Text("Tug")),
        Choice("harbour-tug", "H", Text("Harbour tug (Bugsierschleppboot)"), Text("Harbour tug")),
        Choice("passenger-boat", "B", Text("Passenger boat, up to 12 passengers"), Text("Passenger boat")),
        Choice("passenger-ferry", "F", Text("Passenger ferry"), Text("Passenger ferry")),
        Choice("car-ferry", "A", Text("Car ferry"), Text("Car ferry")),
        Choice("seagoing", "X", Text("Seagoing ship"), Text("Seagoing ship")),
        Choice("peniche", "E", Text("Péniche (canal barge)"), Text("Péniche")),
        Choice("recreational", "R", Text("Recreational craft"), Text("Recreational craft")),
        Choice("other", "O", Text("Another craft"), Text("Another craft")),
    ),
)

SMALL_CRAFT = Fact(
    "small_craft",
    "k",
    "choice",
    Text("Small craft"),
    Text("Is it a small craft?"),
    Text(
        "Small means all three: shorter than 20 m; length × breadth × draught below 100 m³; "
        "no ADN certificate of approval for dangerous goods."
    ),
    (
        Choice("no", "N", Text("No, not all three are true"), Text("Not a small craft")),
        Choice("yes", "Y", Text("Yes, all three are true"), Text("Small craft")),
    ),
)

SHIP = Fact(
    "ship",
    "s",
    "choice",
    Text("Kind of ship"),
    Text("What does the seagoing ship carry?"),
    Text("A seagoing ship is crewed like the inland vessel that does the same work."),
    (
        Choice("cargo", "C", Text("Cargo")),
        Choice("day-trip", "D", Text("Passengers, without cabins"), Text("Passengers, no cabins")),
        Choice("cabin", "K", Text("Passengers, with cabins"), Text("Passengers, cabins")),
        Choice("other", "O", Text("Something else, such as towing"), Text("Other work")),
    ),
)

SHIP_PAPERS = Fact(
    "ship_papers",
    "h",
    "choice",
    Text("Ship's papers"),
    Text("Which papers does the seagoing ship sail with on this waterway?"),
    Text(
        "Chapter 25 of ES-TRIN holds the requirements for seagoing ships on inland waterways. "
        "The vessel certificate says whether they are met."
    ),
    (
        Choice("es-trin-25", "E", Text("Certificate that ES-TRIN chapter 25 is met"), Text("ES-TRIN chapter 25 met")),
        Choice("none", "N", Text("Inland certificate without chapter 25"), Text("Chapter 25 not met")),
        Choice("sea", "S", Text("Sea certificates only, here for a short time"), Text("Sea certificates only")),
    ),
)

CREW_RULES = Fact(
    "crew_rules",
    "c",
    "choice",
    Text("Crew of the ship"),
    Text("Is the ship crewed by the rules for seafarers (IMO A.481, STCW)?"),
    Text("Then at least the number of people must be reached, with one boatmaster for the stretch among them."),
    (
        Choice("part-3", "P", Text("No, by the Rhine rules"), Text("Crew by the Rhine rules")),
        Choice("imo-stcw", "I", Text("Yes, by IMO A.481 and STCW"), Text("Crew by IMO and STCW")),
    ),
    offered=True,
)

FORMATION = Fact(
    "formation",
    "f",
    "choice",
    Text("Formation"),
    Text("How is the convoy made up?"),
    Text(
        "Length and breadth are those of the whole assembly. “Lighter” also means a motor vessel without its engine "
        "running and a dumb barge. Several lighters count as one if together they are at most 76.50 m long and 15 m wide."
    ),
    (
        Choice("37x15", "37", Text("Up to 37 m long and 15 m wide"), Text("up to 37 × 15 m")),
        Choice("86x15", "86", Text("Over 37 up to 86 m long, up to 15 m wide"), Text("up to 86 × 15 m")),
        Choice(
            "pusher+1-over-86", "P1", Text("Pusher + 1 lighter, over 86 m long"), Text("pusher + 1 lighter, over 86 m")
        ),
        Choice("116.5x15", "116", Text("Up to 116.50 m long and 15 m wide"), Text("up to 116.50 × 15 m")),
        Choice("pusher+2", "P2", Text("Pusher + 2 lighters"), Text("pusher + 2 lighters")),
        Choice("motor+1", "M1", Text("Motor vessel + 1 lighter"), Text("motor vessel + 1 lighter")),
        Choice("pusher+3", "P3", Text("Pusher + 3 or more lighters"), Text("pusher + 3 or more lighters")),
        Choice("motor+2", "M2", Text("Motor vessel + 2 or more lighters"), Text("motor vessel + 2 or more lighters")),
        Choice(
            "pusher+1-up-to-86",
            "G1",
            Text("Pusher + 1 lighter of at most 86 m"),
            Text("pusher + 1 lighter, up to 86 m"),
        ),
        Choice("pusher+1-longer", "G2", Text("Pusher + 1 longer lighter"), Text("pusher + 1 lighter, over 86 m")),
        Choice("pusher+3-4", "G3", Text("Pusher + 3 or 4 lighters"), Text("pusher + 3 or 4 lighters")),
        Choice("motor+2-3", "G4", Text("Motor vessel + 2 or 3 lighters"), Text("motor vessel + 2 or 3 lighters")),
        Choice("pusher+5", "G5", Text("Pusher + 5 or more lighters"), Text("pusher + 5 or more lighters")),
        Choice("other", "O", Text("None of these"), Text("another formation")),
    ),
)

LENGTH = Fact(
    "length_m",
    "l",
    "number",
    Text("Length"),
    Text("How long is the vessel?"),
    Text("Greatest length of the hull in metres, without rudder and bowsprit. It stands in the vessel certificate."),
    unit="m",
    low=5,
    high=300,
    bands=("lt20", "20to70", "70to86", "over86"),
)

PASSENGERS_ABOARD = Fact(
    "passengers_aboard",
    "a",
    "choice",
    Text("Passengers aboard"),
    Text("Are passengers aboard on this trip?"),
    Text("Without passengers aboard the crew goes by the length of the vessel."),
    (
        Choice("yes", "Y", Text("Yes, with passengers"), Text("With passengers")),
        Choice("no", "N", Text("No, empty"), Text("Without passengers")),
    ),
)

PASSENGERS = Fact(
    "passengers",
    "p",
    "number",
    Text("Permitted passengers"),
    Text("How many passengers may the vessel carry?"),
    Text("The permitted number in the vessel certificate counts, not the number aboard today."),
    low=1,
    high=10000,
    whole=True,
    bands=(
        "to35",
        "36to75",
        "76to250",
        "251to300",
        "301to400",
        "401to500",
        "501to600",
        "601to700",
        "701to1000",
        "1001to1100",
        "1101to1600",
        "1601to2000",
        "over2000",
    ),
)

BEDS = Fact(
    "beds",
    "b",
    "number",
    Text("Permitted beds"),
    Text("How many beds for passengers may the vessel have?"),
    Text("The permitted number in the vessel certificate counts, not the beds taken today."),
    low=1,
    high=2000,
    whole=True,
    bands=("to50", "51to100", "over100"),
)

MODE = Fact(
    "mode",
    "m",
    "choice",
    Text("Operating mode"),
    Text("How long do you sail within 24 hours?"),
    Text("The operating mode is the one entered in the logbook."),
    (
        Choice("A1", "A1", Text("A1 · up to 14 hours")),
        Choice("A2", "A2", Text("A2 · up to 18 hours")),
        Choice("A", "A", Text("A · up to 16 hours")),
        Choice("B", "B", Text("B · up to 24 hours on the Rhine, up to 18 elsewhere")),
        Choice("C", "C", Text("C · up to 20 hours")),
        Choice("D", "D", Text("D · up to 24 hours")),
    ),
)

EQUIPMENT = Fact(
    "equipment",
    "e",
    "choice",
    Text("Equipment standard"),
    Text("Which equipment standard does the vessel meet?"),
    Text("Look first at no. 47 of your vessel certificate: it names S1 or S2. If it does not, go through the list."),
    (
        Choice("S2", "S2", Text("S2: S1 and more, such as a bow thruster"), Text("Standard S2")),
        Choice("S1", "S1", Text("S1: all items of the list"), Text("Standard S1")),
        Choice(
            "no-S1-gj",
            "GJ",
            Text("Not S1: only cranks (g) and/or layout of the controls (j) fall short"),
            Text("Not S1: only g and/or j"),
        ),
        Choice("no-S1-other", "OT", Text("Not S1: other items fall short, a to c are met"), Text("Not S1: a to c met")),
        Choice(
            "no-S1-abc",
            "ABC",
            Text("Not S1: engine control (a), alarms (b) or engine supply (c) fall short"),
            Text("Not S1: a, b or c missing"),
        ),
        Choice("none", "NO", Text("No, the standard is not met"), Text("Standard not met")),
        Choice("met", "M", Text("Yes, everything on the list"), Text("Equipment complete")),
        Choice("not-met", "NM", Text("No, something is missing"), Text("Equipment incomplete")),
    ),
)

CHARTER = Fact(
    "charter",
    "t",
    "choice",
    Text("Charter trip"),
    Text("Is it a charter trip with fewer than {limit} passengers?"),
    Text("The number of passengers is fixed before the trip and does not change during it."),
    (
        Choice("no", "N", Text("No charter trip"), Text("No charter trip")),
        Choice("yes", "Y", Text("Yes, fewer than {limit} passengers"), Text("Charter trip")),
    ),
    offered=True,
)

SCHOOL = Fact(
    "school",
    "n",
    "choice",
    Text("Boatmen's school"),
    Text("Is an apprentice away at a boatmen's vocational school?"),
    Text(
        "For at most three months in a row in a calendar year. At least one month must lie between two absences. "
        "The school's certificate with the dates must be aboard."
    ),
    (
        Choice("no", "N", Text("Nobody is at school"), Text("Nobody at school")),
        Choice("yes", "Y", Text("Yes, one apprentice is at school"), Text("One apprentice at school")),
    ),
    offered=True,
)

ENGINEERS_WAIVED = Fact(
    "engineers_waived",
    "i",
    "choice",
    Text("Engineers"),
    Text("Does no. 52 of the vessel certificate say that no engineers are required?"),
    Text(
        "On steam vessels the inspection body decides whether engineers are needed. Without an entry the table counts."
    ),
    (
        Choice("no", "N", Text("No, engineers are required"), Text("Engineers required")),
        Choice("yes", "Y", Text("Yes, no engineers are required"), Text("No engineers required")),
    ),
    offered=True,
)

DEADWEIGHT = Fact(
    "deadweight_t",
    "g",
    "number",
    Text("Deadweight"),
    Text("What deadweight does the vessel have?"),
    Text("The deadweight in tonnes stands in the vessel certificate."),
    unit="t",
    low=1,
    high=30000,
    bands=(
        "lt15",
        "15to45",
        "45to135",
        "135to150",
        "150to250",
        "250to270",
        "270to300",
        "300to330",
        "330to500",
        "500to750",
        "750to1000",
        "1000to1350",
        "1350to1400",
        "over1400",
    ),
)

DISPLACEMENT = Fact(
    "displacement_t",
    "o",
    "number",
    Text("Displacement"),
    Text("How much water does the vessel displace?"),
    Text(
        "Without passengers aboard the displacement counts in place of the deadweight. It is in the certificate, in m³ or t."
    ),
    unit="t",
    low=1,
    high=30000,
    bands=("lt15", "15to300", "300to500", "500to750", "750to1000", "1000to1350", "over1350"),
)

POWER = Fact(
    "power_kw",
    "q",
    "number",
    Text("Engine power"),
    Text("How powerful are the engines?"),
    Text("The power of all main engines together, in kilowatts."),
    unit="kW",
    low=1,
    high=20000,
    bands=(
        "to147.2",
        "147.2to150",
        "150to294.4",
        "294.4to300",
        "300to441.6",
        "441.6to450",
        "450to589",
        "589to600",
        "over600",
    ),
)

STRETCH = Fact(
    "stretch",
    "j",
    "choice",
    Text("Stretch"),
    Text("On which water does the convoy sail?"),
    Text(
        "Most waterways are the usual ones: all of zone 4, such as the Main, the Moselle, the Neckar, the Weser above Bremen and "
        "the canals; and the Elbe from the Elbe-Seitenkanal to the port of Hamburg."
    ),
    (
        Choice("usual", "U", Text("On a usual waterway: zone 4, or the Elbe in zone 3"), Text("Usual waterway")),
        Choice(
            "other", "O", Text("Elsewhere: the Danube, the Müritz, zones 1 and 2"), Text("Zones 1, 2 or other zone 3")
        ),
    ),
)

ENGINE_LIMITED = Fact(
    "engine_limited",
    "ye",
    "choice",
    Text("Limited engine"),
    Text("Is the engine for small movements only, by an entry in the certificate?"),
    Text(
        "Only for changing place in ports and at loading places, or to steer better in a towed convoy. "
        "The vessel then counts as one without an engine."
    ),
    (
        Choice("no", "N", Text("No, the engine drives the vessel"), Text("Engine drives the vessel")),
        Choice("yes", "Y", Text("Yes, the engine is limited"), Text("Limited engine")),
    ),
    offered=True,
)

TOWED_VESSELS = Fact(
    "towed_vessels",
    "yt",
    "number",
    Text("Towed vessels"),
    Text("How many vessels does the motor vessel tow?"),
    Text("From two on the crew grows."),
    low=0,
    high=20,
    whole=True,
    bands=("to1", "1to3", "over3"),
    offered=True,
)

TOWING_RELIEF = Fact(
    "towing_relief",
    "yr",
    "choice",
    Text("Easy towing"),
    Text("Is it one of the two easy ways of towing?"),
    Text(
        "Downstream with at most two empty vessels without propulsion, coupled side by side; "
        "or as the leading vessel on a single tow line."
    ),
    (
        Choice("no", "N", Text("No"), Text("Ordinary towing")),
        Choice("yes", "Y", Text("Yes, one of the two"), Text("Easy towing")),
    ),
    offered=True,
)

MECHANICAL_AIDS = Fact(
    "mechanical_aids",
    "ya",
    "choice",
    Text("Mechanical aids"),
    Text("Are there mechanical aids for the heavy anchors and tow lines?"),
    Text("Aids for handling heavy anchors and tow lines and for hauling in and casting off, such as powered winches."),
    (
        Choice("yes", "Y", Text("Yes"), Text("Mechanical aids")),
        Choice("no", "N", Text("No"), Text("No mechanical aids")),
    ),
)

SHUTTLE = Fact(
    "shuttle",
    "ys",
    "choice",
    Text("Shuttle traffic"),
    Text("Is the barge in shuttle traffic over at most 20 km?"),
    Text("For cargo barges up to 150 t in mode A (16 hours). It need not be entered in the certificate."),
    (
        Choice("no", "N", Text("No shuttle traffic")),
        Choice("single", "S", Text("Yes, a single barge"), Text("Shuttle: single barge")),
        Choice("pair", "P", Text("Yes, two side by side behind the tug"), Text("Shuttle: pair of barges")),
        Choice("alongside", "A", Text("Yes, alongside the tug"), Text("Shuttle: alongside the tug")),
    ),
    offered=True,
)

TIDAL_LIGHTER = Fact(
    "tidal_lighter",
    "yd",
    "choice",
    Text("Barge on tidal waters"),
    Text("Is it a barge or lighter (not a tank lighter) on the lower Elbe, the Trave, the Eider or the Kiel Fjord?"),
    Text(
        "On the Elbe below the upper limit of the port of Hamburg and its tributaries, on the Trave, on the Eider, and on the "
        "Kiel Fjord as far as Laboe. Until 17 January 2022 the boatmaster alone was enough there up to 330 t."
    ),
    (
        Choice("no", "N", Text("No"), Text("Other waters")),
        Choice("yes", "Y", Text("Yes, there"), Text("Barge on tidal waters")),
    ),
    offered=True,
)

LAHN = Fact(
    "lahn",
    "yl",
    "choice",
    Text("On the Lahn"),
    Text("Does the vessel sail on the Lahn with at most 20 passengers aboard?"),
    Text(
        "The gauge at Kalkofen shows at most 200 cm, and no lock is passed unless no passengers are aboard. Until 17 January "
        "2022 one boatman less was enough there."
    ),
    (
        Choice("no", "N", Text("No"), Text("Not on the Lahn")),
        Choice("yes", "Y", Text("Yes, on the Lahn"), Text("On the Lahn, at most 20 passengers")),
    ),
    offered=True,
)

ZONE = Fact(
    "zone",
    "y",
    "choice",
    Text("Zone"),
    Text("On which water does the boat sail?"),
    Text("Zone 4 is every waterway outside zones 1, 2 and 3."),
    (
        Choice("4", "4", Text("Zone 4: most rivers and canals"), Text("Zone 4")),
        Choice("3", "3", Text("Zone 3: Danube, Elbe at Hamburg, Müritz"), Text("Zone 3")),
        Choice("annex-ix", "9", Text("A water of Annex IX: up to 35 passengers"), Text("Water of Annex IX")),
        Choice("2", "2", Text("Zone 2: lower rivers, bays, Kiel Canal"), Text("Zone 2")),
        Choice("1", "1", Text("Zone 1: the outer Ems"), Text("Zone 1")),
    ),
)

FERRY_KIND = Fact(
    "ferry_kind",
    "x",
    "choice",
    Text("Kind of ferry"),
    Text("How is the ferry guided?"),
    Text("A cable or chain ferry need not meet standard S1."),
    (
        Choice("free", "F", Text("It sails freely"), Text("Free-sailing ferry")),
        Choice("cable", "C", Text("By a cable or a chain"), Text("Cable or chain ferry")),
        Choice("rowing", "R", Text("It is a rowing ferry (Kahnfähre)"), Text("Rowing ferry")),
    ),
)


def _present(there: str, missing: str) -> tuple[Choice, ...]:
    """Return the two answers to "is it there?", with the words of their chips."""
    return (
        Choice("met", "M", Text("Yes"), Text(there)),
        Choice("not-met", "N", Text("No"), Text(missing)),
    )


S1 = Fact(
    "s1",
    "xs",
    "choice",
    Text("Standard S1"),
    Text("Does the ferry meet standard S1?"),
    Text("Look in the ferry certificate. S1 is the standard of equipment of ES-TRIN article 31.02."),
    _present(N_("S1 met"), N_("S1 not met")),
)

MOORING_DEVICE = Fact(
    "mooring_device",
    "xm",
    "choice",
    Text("Mooring device"),
    Text("Can the ferry be moored without leaving the steering position?"),
    Text("The ferry itself must have a device for it."),
    _present(N_("Mooring device"), N_("No mooring device")),
)

REMOTE_RAMPS = Fact(
    "remote_ramps",
    "xr",
    "choice",
    Text("Ramps and barriers"),
    Text("Are ramps and barriers worked from the steering position?"),
    Text("Yes too, if the authority has permitted another place with a voice link to it."),
    _present(N_("Ramps worked remotely"), N_("Ramps not remote")),
)

TWO_ENGINE_ROOMS = Fact(
    "two_engine_rooms",
    "xe",
    "choice",
    Text("Engine rooms"),
    Text("Does the ferry have at least two separate engine rooms?"),
    Text("Ferries of groups 4 and 5 need them."),
    _present(N_("Two engine rooms"), N_("No second engine room")),
)

SHORT_CROSSING = Fact(
    "short_crossing",
    "xc",
    "choice",
    Text("Short crossing"),
    Text("Does the crossing take at most 10 minutes?"),
    Text(
        "Then the deckhand may be left out, if there is a reliable radiotelephone and mooring needs nobody away from the helm."
    ),
    (
        Choice("no", "N", Text("No, longer"), Text("Longer crossing")),
        Choice("yes", "Y", Text("Yes, at most 10 minutes"), Text("Short crossing")),
    ),
    offered=True,
)

RADIOTELEPHONE = Fact(
    "radiotelephone",
    "xf",
    "choice",
    Text("Radiotelephone"),
    Text("Is there a reliable radiotelephone?"),
    Text("It is a condition for leaving out the deckhand."),
    _present(N_("Radiotelephone"), N_("No radiotelephone")),
    offered=True,
)

MOORING_AT_HELM = Fact(
    "mooring_at_helm",
    "xh",
    "choice",
    Text("Mooring at the helm"),
    Text("Can the ferry be moored at the landing place without leaving the helm?"),
    Text("It is a condition for leaving out the deckhand."),
    _present(N_("Moored from the helm"), N_("Not moored from the helm")),
    offered=True,
)

FAR_ANCHOR = Fact(
    "one_engine_far_anchor",
    "xo",
    "choice",
    Text("One engine, far anchor"),
    Text("Does the ferry have only one main engine, and an anchor that is hard to reach?"),
    Text("Then the anchor must drop by remote control from the wheelhouse."),
    (
        Choice("no", "N", Text("No"), Text("No remote anchor needed")),
        Choice("yes", "Y", Text("Yes, both"), Text("One engine, far anchor")),
    ),
    offered=True,
)

REMOTE_ANCHOR = Fact(
    "remote_anchor",
    "xa",
    "choice",
    Text("Remote anchor"),
    Text("Does the anchor drop by remote control from the wheelhouse?"),
    Text("It is a condition for leaving out the deckhand."),
    _present(N_("Anchor dropped remotely"), N_("Anchor not remote")),
    offered=True,
)

DATE = Fact(
    "date",
    "d",
    "date",
    Text("Day of the voyage"),
    Text("For which day?"),
    Text("The law of that day decides."),
    offered=True,
)

CERTIFICATE_DATE = Fact(
    "certificate_date",
    "z",
    "date",
    Text("Date of the certificate"),
    Text("From which day is the vessel certificate?"),
    Text("A crew entered in a certificate stays valid until that certificate ends."),
    offered=True,
)

FACTS: tuple[Fact, ...] = (
    WATER,
    RULES,
    VESSEL,
    SHIP_PAPERS,
    SHIP,
    FERRY_KIND,
    FORMATION,
    STRETCH,
    ZONE,
    PASSENGERS_ABOARD,
    LENGTH,
    DEADWEIGHT,
    DISPLACEMENT,
    SMALL_CRAFT,
    PASSENGERS,
    BEDS,
    MODE,
    POWER,
    EQUIPMENT,
    S1,
    MOORING_DEVICE,
    REMOTE_RAMPS,
    TWO_ENGINE_ROOMS,
    MECHANICAL_AIDS,
    CHARTER,
    SHUTTLE,
    TIDAL_LIGHTER,
    LAHN,
    ENGINE_LIMITED,
    TOWED_VESSELS,
    TOWING_RELIEF,
    SHORT_CROSSING,
    RADIOTELEPHONE,
    MOORING_AT_HELM,
    FAR_ANCHOR,
    REMOTE_ANCHOR,
    SCHOOL,
    ENGINEERS_WAIVED,
    CREW_RULES,
    DATE,
    CERTIFICATE_DATE,
)
BY_KEY: Mapping[str, Fact] = {fact.key: fact for fact in FACTS}


def parse_facts(given: Mapping[str, object]) -> dict[str, Value]:
    """Read facts as a program or a form gives them.

    Raises InputError for the first unknown key, or value that cannot be one of this fact's.
    """
    return {key: parse_fact(key, raw) for key, raw in given.items()}


def parse_fact(key: str, raw: object) -> Value:
    """Read one fact: a choice, a number or a band of numbers, or a day. Raises InputError."""
    fact = BY_KEY.get(key)
    if fact is None:
        raise InputError(str(key), as_typed(raw), Text("“{key}” is not a fact that can be given.", {"key": str(key)}))
    match fact.kind:
        case "choice":
            return _parse_choice(fact, raw)
        case "number":
            return _parse_number(fact, raw)
        case "date":
            return _parse_date(fact, raw)


NO_ANSWER = N_("“{value}” is no answer to “{question}”. Possible answers: {options}.")
NOT_A_NUMBER = N_("{name}: “{value}” is not a number. A number between {low} and {high}{unit} is needed.")
NOT_WHOLE = N_("{name}: a whole number between {low} and {high} is needed; “{value}” is none.")
AMBIGUOUS = N_("{name}: “{value}” may mean {a} or {b}. Please write it without a separator for thousands.")
OUT_OF_RANGE = N_("{name}: the number must lie between {low} and {high}{unit}; “{value}” does not.")
OUT_OF_RANGE_GUESS = N_("{name}: the number must lie between {low} and {high}{unit}. Perhaps {guess}{unit} was meant?")


def as_typed(raw: object) -> str:
    """Return a raw value as text for an error message, cut to a length that can be read."""
    text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else text[:79] + "…"


def question_in_errors(fact: Fact) -> Text:
    """Return the question of a fact, or its short name where the question names a limit that only the case knows."""
    return fact.name if "{" in fact.question.msgid else fact.question


def unfit_choice(fact: Fact, raw: object, choices: tuple[Choice, ...]) -> InputError:
    """Return the error for a value that is none of these choices."""
    options = tuple(choice.chip or choice.label for choice in choices)
    text = Text(NO_ANSWER, {"value": as_typed(raw), "question": question_in_errors(fact), "options": options})
    return InputError(fact.key, as_typed(raw), text)


def _parse_choice(fact: Fact, raw: object) -> str:
    if isinstance(raw, str):
        for choice in fact.choices:
            if choice.value == raw:
                return choice.value
    raise unfit_choice(fact, raw, fact.choices)


def _parse_number(fact: Fact, raw: object) -> Decimal | Band:
    if isinstance(raw, Band):
        return raw
    if isinstance(raw, str) and band_from_name(raw):
        return band_of(fact, raw)
    about = {
        "value": as_typed(raw),
        "name": fact.name,
        "low": Decimal(fact.low),
        "high": Decimal(fact.high),
        "unit": fact.unit and f"\u00a0{fact.unit}",
    }

    def error(text: str, **more: object) -> InputError:
        guess = more.get("guess")
        return InputError(fact.key, as_typed(raw), Text(text, {**about, **more}), str(guess) if guess else None)

    try:
        return parse_number(raw, fact.unit, fact.low, fact.high, whole=fact.whole)
    except AmbiguousNumberError as problem:
        raise error(AMBIGUOUS, a=problem.readings[0], b=problem.readings[1]) from None
    except OutOfRangeError as problem:
        if problem.guess is None:
            raise error(OUT_OF_RANGE) from None
        raise error(OUT_OF_RANGE_GUESS, guess=problem.guess) from None
    except WholeNumberError:
        raise error(NOT_WHOLE) from None
    except NotANumberError:
        raise error(NOT_A_NUMBER) from None


def band_of(fact: Fact, name: str) -> Band:
    """Return the band of a number fact by its name; counted ones, and one that follows "below", begin with their limit.

    Raises ValueError for a name that describes no band.
    """
    named = (counted if fact.whole else measured)((name,))
    if not named:
        raise ValueError(name)
    band = named[0]
    if band.low is not None and f"lt{band.low}" in fact.bands:
        return Band(band.value, band.low, band.high)
    if fact.whole and f"to{band.low}" in fact.bands:
        return Band(band.value, band.low, band.high, low_open=True)
    return band


def _parse_date(fact: Fact, raw: object) -> date:
    if type(raw) is date:
        return raw
    day = read_day(raw) if isinstance(raw, str) else None
    if day is None:
        message = Text(
            "{name}: “{value}” is not a day that can be used. Write it like 2026-11-30 or 30.11.2026, "
            "from 1970 to 2069.",
            {"value": as_typed(raw), "name": fact.name},
        )
        raise InputError(fact.key, as_typed(raw), message)
    return day


def plain(value: Value) -> str | int | float:
    """Return a fact as JSON has it: numbers as numbers, bands and choices by name, days in ISO form."""
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case Band():
            return value.value
        case date():
            return value.isoformat()
        case str():
            return value


def in_registry_order(facts: Mapping[str, Value]) -> Iterator[tuple[Fact, Value]]:
    """Walk over facts in the order of the registry, so that equal cases look equal."""
    return ((fact, facts[fact.key]) for fact in FACTS if fact.key in facts)
