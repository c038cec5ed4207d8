"""What changed, in a sentence for each change of ``core.law.changes``."""

from collections.abc import Mapping

from core.text import Text

CHANGE_WORDS: Mapping[str, Text] = {
    # 1 January 2009, 23 December 2016
    "moved-to-annex-xi": Text("The rules on crews moved into Annex XI; the numbers stayed."),
    "port-tugs-and-seagoing-ships": Text(
        "The relief for tugs in ports no longer holds where they handle seagoing ships in zones 1, 2 and 3."
    ),
    "ferry-tables": Text("Ferries got tables of their own, on the Rhine too. Before, the authority fixed their crew."),
    "ranks-defined": Text(
        "Ranks are defined anew, with deckhand and able boatman among them; 180 days of sailing are one year of navigation time."
    ),
    "kitchen-work": Text("The sentence that crews of more than six do no general kitchen work is gone."),
    # 1 December 2017
    "group-6": Text("Group 6 of the table for convoys is gone: more than four lighters need the crew of group 5."),
    "no-engine-boatman": Text(
        "The Matrosen-Motorwart (engine boatman) is gone: where an engineer or an engine boatman was needed, it is an engineer."
    ),
    "able-boatmen-for-missing-equipment": Text(
        "Where engine control, alarms or engine supply fall short, able boatmen are added in place of engine boatmen."
    ),
    "boatmen-for-missing-equipment": Text(
        "These added able boatmen may be boatmen, if the table already has an able boatman."
    ),
    "engineers-replaced": Text(
        "An engineer may be replaced by an additional able boatman, in some cases by a boatman."
    ),
    "charter": Text("On charter trips with fewer passengers the crew of the next lower group is enough."),
    "school-lists": Text("In more cases the crew may be one apprentice short during school."),
    "boatman-printed": Text(
        "For 76 to 250 passengers in mode B (24 hours) the German text prints a boatman. Before, only the Dutch text did."
    ),
    # 7 October 2018, 1 December 2019
    "passenger-boats": Text("Passenger boats got a crew of their own: a boatmaster and a deckhand."),
    "passenger-boats-on-the-rhine": Text("Passenger boats got a crew of their own on the Rhine too."),
    "misprints-mended": Text("Two misprinted limits (700 t, 1,191 passengers) are mended; the numbers stayed."),
    "rest-under-way": Text("In A1 (14 hours) and A2 (18 hours) the rest may be taken under way, under conditions."),
    # 18 January 2022
    "power-600": Text("The engine power from which one boatman must hold a higher rank is 600 kW in place of 589 kW."),
    "tug-limits": Text("The limits for tugs are 150, 300 and 450 kW in place of 147.2, 294.4 and 441.6 kW."),
    "tidal-waters": Text("The relief for barges and lighters on the lower Elbe, Trave, Eider and Kiel Fjord is gone."),
    "lahn": Text("The relief for passenger vessels on the Lahn is gone."),
    "harbour-tug-engineer": Text(
        "A harbour tug without the equipment of the list no longer needs an engineer, only one boatman more."
    ),
    "new-ranks": Text(
        "The Matrosen-Motorwart (engine boatman) became able boatman, the Maschinist (engineer) became engine-minder."
    ),
    "engineer-as-engine-minder": Text("An engineer under the Rhine rules may serve as engine-minder."),
    "two-deckhands": Text(
        "One boatman may be replaced by two deckhands or apprentices, no longer by two apprentices only."
    ),
    "years-of-navigation-time": Text(
        "How many days two years of navigation time are is no longer said; 720 are enough for certain."
    ),
    "duty-and-rest": Text(
        "New rules on duty and rest: employees are on duty for 14 hours at most and rest for 10 hours."
    ),
    "safety-staff": Text("Safety personnel is prescribed on passenger vessels."),
    "convoy-table": Text("Convoys got a table of their own. Before, the authority fixed their crew."),
    "cabin-table": Text("Cabin vessels got a table of their own, by beds."),
    "empty-vessels": Text(
        "Passenger vessels without passengers aboard are crewed like motor vessels, by displacement."
    ),
    "seagoing-ships": Text("Which seagoing ships are under the rules is collected from this day on."),
    "small-craft": Text("Which small craft are not under the rules is collected from this day on."),
    "boats-by-zone": Text("Where passenger boats may sail, and in which mode, is limited by zones."),
    "boats-on-the-rhine": Text("On the Rhine the inspection body decides for passenger boats again."),
    "lower-posts": Text("A higher rank may serve in every lower function."),
    # since 2023
    "moved-to-chapter-19": Text("The rules moved into chapters 17 to 19; the numbers stayed."),
    "year-not-defined": Text(
        "For an apprentice in a boatman's place, how many days one year of navigation time is, is no longer said; "
        "360 are enough for certain."
    ),
    "letters-g-and-j": Text("The letters i and l of standard S1 are now g and j."),
    "lower-posts-rhine": Text(
        "A helmsman, able boatman or boatman may serve in a lower post too. Before, only the holder of a large patent could."
    ),
    "tables-mended": Text("The printed tables for passenger vessels are mended: headings, and one engineer."),
    "who-replaces-whom": Text("The sentences on one boatman for two others read differently."),
    "lower-functions": Text("The sentences on who may serve in a lower function read differently."),
}
"""By the id of the change. The numbers of provisions and amendments stand in the data."""
