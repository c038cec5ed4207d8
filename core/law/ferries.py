"""Ferries: BinSchPersV §§ 112 and 113, on the Rhine too (§ 97 Abs. 2 Satz 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import facts as f
from core.crew import post, without
from core.facts import BY_KEY, Fact, band_of
from core.law.answer import Answer
from core.law.german_table import authority, from_table
from core.law.version import Group, Table, Version
from core.text import N_, Text

if TYPE_CHECKING:
    from core.interview import Facts


def ferry(facts: Facts, version: Version, vessel: str) -> Answer:
    """§§ 112, 113: ferries by the less favourable limit; missing equipment moves them up a group."""
    table = version.tables.get(vessel)
    if table is None:
        # Before 23.12.2016 ferries had no table: their crew was fixed one by one.
        return authority(version)
    car = vessel == "car-ferry"
    kind = facts.ask(f.FERRY_KIND, ("free", "cable") if car else ("free", "cable", "rowing"))
    group = _car_ferry_group(facts, table) if car else table.group_of_band(facts.measure(f.PASSENGERS, table.bands))
    result = from_table(version, table, group, None)
    if car:
        _less_favourable(facts, result, table)
    missing = _missing_on_ferry(facts, table, group, kind)
    if missing:
        _next_group(result, table, group, missing)
    elif group.number in table.rules["short_crossing"]["groups"]:
        _short_crossing(facts, result, table, car=car)
    old_papers = table.rule("old_papers")
    if old_papers:
        result.notice(
            "old-papers-ferry",
            old_papers,
            N_(
                "Old papers count: a Fährjunge as deckhand, a Fährgehilfe as deckhand with 180 days. "
                "An old Fährführer certificate equals that of a helmsman."
            ),
        )
    return result


def _less_favourable(facts: Facts, result: Answer, table: Table) -> None:
    by_deadweight = _group_of(facts, table, f.DEADWEIGHT, "first_bands")
    by_passengers = _group_of(facts, table, f.PASSENGERS, "second_bands")
    if by_deadweight != by_passengers:
        result.notice(
            "less-favourable",
            table.provision,
            N_(
                "The less favourable limit counts: by deadweight the ferry is in group {by_deadweight}, by passengers in "
                "group {by_passengers}."
            ),
            by_deadweight=by_deadweight,
            by_passengers=by_passengers,
        )


def _car_ferry_group(facts: Facts, table: Table) -> Group:
    """§ 113 Abs. 1 Satz 2: the higher of the groups by deadweight and by passengers (READINGS B17)."""
    first = _group_of(facts, table, f.DEADWEIGHT, "first_bands")
    second = _group_of(facts, table, f.PASSENGERS, "second_bands")
    return table.group(max(first, second))


def _group_of(facts: Facts, table: Table, fact: Fact, rule: str) -> str:
    numbers: dict[str, str] = table.rules[rule]
    band = facts.measure(fact, tuple(band_of(fact, name) for name in numbers))
    return numbers[band.value]


FERRY_WORDS = {
    "s1": N_("standard S1"),
    "mooring_device": N_("mooring without leaving the steering position"),
    "remote_ramps": N_("ramps and barriers worked from the steering position"),
    "two_engine_rooms": N_("two separate engine rooms"),
}


def _missing_on_ferry(facts: Facts, table: Table, group: Group, kind: str) -> tuple[tuple[str, str], ...]:
    """Return what is missing of what this group needs, as (fact key, provision); asked item by item after a no."""
    needed = [
        rule
        for rule in table.rules["requirements"]
        if group.number in rule["groups"] and (kind == "free" or not rule.get("free_only"))
    ]
    if not needed:
        return ()
    listed = tuple(Text(FERRY_WORDS[rule["key"]]) for rule in needed)
    help_ = Text("It needs: {items}.", {"items": listed})
    if (
        facts.ask(f.EQUIPMENT, ("met", "not-met"), Text("Does the ferry have all the equipment that it needs?"), help_)
        == "met"
    ):
        return ()
    if len(needed) == 1 and needed[0]["key"] not in facts.given:
        return ((needed[0]["key"], needed[0]["provision"]),)
    return tuple(
        (rule["key"], rule["provision"])
        for rule in needed
        if facts.ask(BY_KEY[rule["key"]], help=HELP_WORDS.get(rule.get("help"))) == "not-met"
    )


HELP_WORDS = {
    "annex-xi": Text(
        "Look in the ferry certificate. S1 is the standard of equipment of BinSchUO 2008, Annex XI § 2.01."
    ),
}
"""Where a requirement has another help than in the registry of facts."""


def _next_group(result: Answer, table: Table, group: Group, missing: tuple[tuple[str, str], ...]) -> None:
    """§ 112 Abs. 4, § 113 Abs. 5: one group up, however much is missing; in the highest one more (READINGS B16)."""
    items = tuple(Text(FERRY_WORDS[key]) for key, _ in missing)
    higher = table.after(group)
    if higher is None:
        provision = str(table.rule("top_group"))
        result.change(
            provision,
            Text(
                "Missing: {items}. In the highest group that means one deckhand with 180 days more.", {"items": items}
            ),
            lambda crew: (*crew, post("deckhand_180", provision)),
        )
    else:
        result.replace(
            str(table.rule("next_group")),
            Text(
                "Missing: {items}. The crew of the next higher group, group {group}, is needed.",
                {"items": items, "group": higher.number},
            ),
            higher.crews["all"],
        )
    for key, provision in missing:
        result.notice(
            f"missing-{key}",
            provision,
            N_("Missing here: {item}. That is why the crew of group {group} is needed.")
            if higher
            else N_("Missing here: {item}. That is why one deckhand with 180 days more is needed."),
            item=Text(FERRY_WORDS[key]),
            group=higher.number if higher else "",
        )


def _short_crossing(facts: Facts, result: Answer, table: Table, *, car: bool) -> None:
    """§ 112 Abs. 3, § 113 Abs. 3: no deckhand on a short crossing, condition by condition (READINGS B15)."""
    provision = str(table.rules["short_crossing"]["provision"])
    if facts.offer(f.SHORT_CROSSING) != "yes":
        return
    lacking = [fact for fact in (f.RADIOTELEPHONE, f.MOORING_AT_HELM) if facts.offer(fact) == "not-met"]
    if not car and facts.offer(f.FAR_ANCHOR) == "yes" and facts.offer(f.REMOTE_ANCHOR) == "not-met":
        lacking.append(f.REMOTE_ANCHOR)
    if lacking:
        result.notice(
            "no-short-crossing",
            provision,
            N_("The deckhand must stay: a condition of the short crossing is missing ({items})."),
            items=tuple(fact.choice("not-met").chip for fact in lacking),
        )
        return
    result.change(
        provision,
        Text("The crossing takes at most 10 minutes and the other conditions are met: no deckhand is needed."),
        lambda crew: without(crew, "deckhand"),
    )
    text = (
        Text(
            "At most 10 minutes between two landing places; a reliable radiotelephone; mooring without leaving the helm."
        )
        if car
        else Text(
            "At most 10 minutes between two landing places; a reliable radiotelephone; mooring without leaving the helm; "
            "with only one main engine and an anchor out of reach, the anchor drops by remote control."
        )
    )
    result.condition(
        "short-crossing", provision, text, (0,), None, ("crossing_minutes<=10", "radiotelephone", "mooring_at_helm")
    )
