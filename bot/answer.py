"""The answer in one message: the vessel, the mode, the minimum crew, what is doubtful, and where it stands."""

from collections.abc import Iterable, Mapping, Sequence

from bot.case import Case
from bot.questions import chip_value, cited_in_full
from bot.screen import Button, Rows, Screen, View, bold, esc, in_pairs, italic, link, paragraphs
from bot.tap import Action
from core import Result, aboard, choice, encode, other_day, wording
from core.facts import DATE, RULES, Choice
from core.law.version import Version
from core.result import Condition, Notice
from core.text import Text
from core.then_and_now import Announcement, announced

NEW = Text("New")
PEOPLE = Text("Do my people suffice?")
SHARE = Text("Share")
SAVE = Text("Save")
NOBODY = Text("No crew is needed.")
# What holds for every crew stands under "Good to know"; the certificate's precedence and the higher ranks have their own place.
_GENERAL = frozenset(
    (
        "on-board",
        "papers",
        "drop-out",
        "children",
        "maternity",
        "equivalence",
        "adn",
        "lng",
        "dutch-rules",
        "apprentice-proof",
        "safety-training",
        "old-papers",
        "old-papers-ferry",
        "more-crew",
        "new-technology",
        "free-choice",
        "free-choice-papers",
    )
)
_PLACED = frozenset(("certificate", "higher-rank"))
_CHANGES_THE_ANSWER = frozenset(
    (
        "school-shortfall",
        "past-date",
        "older-certificate",
        "certificate-law",
        "cabin-entries",
        "old-ranks",
        "text-between",
        "engine-limited",
        "towing-relief",
        "no-short-crossing",
    )
)
# What was asked and does not stand in the headline: it follows the mode.
_BESIDE_THE_MODE = frozenset(
    (
        "ship_papers",
        "stretch",
        "power_kw",
        "equipment",
        "s1",
        "mooring_device",
        "remote_ramps",
        "two_engine_rooms",
        "mechanical_aids",
    )
)


def answer_screen(case: Case, result: Result, view: View) -> Screen:
    """Show the answer; everything else is behind its buttons."""
    coming = announced(result, view.today)
    text = paragraphs(
        headline(case, result, view),
        *([crew_text(result, view)] if result.kind == "determined" else [no_crew(result, view)]),
        _conditions(result, view),
        esc(view.say(coming.text)) if coming else "",
        _please_note(result, view),
        _where_it_stands(result, view),
    )
    return Screen(text, _coming(case, coming, view) + _buttons(case, result, view))


def headline(case: Case, result: Result, view: View) -> str:
    """Return water, vessel, measure and group; under it mode with hours and equipment, and what else applies."""
    offered = case.offered()
    if case.facts.get(RULES.key) == "rhine":  # stands in the first line
        offered -= {RULES.key}
    first = wording.headline(result, view.language)
    if result.group:
        first = view.say(Text("{vessel} (group {group})", {"vessel": first, "group": result.group}))
    second = [mode_words(result, view)] if result.mode else []
    second += [chip_value(key, case, view) for key in case.used if key in _BESIDE_THE_MODE]
    third = [chip_value(key, case, view) for key in case.used if key in offered]
    lines = [bold(first), *(esc(" · ".join(words)) for words in (second, third) if words)]
    return "\n".join(lines)


def mode_words(result: Result, view: View) -> str:
    """Return the operating mode with the hours that its rules give it."""
    return view.say(Text("{mode} · up to {hours} hours", {"mode": result.mode, "hours": result.mode_hours}))


# ------------------------------------------------------------------------------------------------ the crew


def distinct_crews(result: Result) -> list[tuple[Mapping[str, int], list[int]]]:
    """Return the alternatives, equal ones once, each with its places in ``result.crews``."""
    found: list[tuple[Mapping[str, int], list[int]]] = []
    for place, crew in enumerate(result.crews):
        for other, places in found:
            if other == crew:
                places.append(place)
                break
        else:
            found.append((crew, [place]))
    return found


def crew_text(result: Result, view: View) -> str:
    """Return the minimum crew with its title."""
    return f"{bold(view.say(Text('Minimum crew')))}\n{crew_lines(result, view)}"


def crew_lines(result: Result, view: View) -> str:
    """Return a line for each rank of the crew, alternatives separated by "or"."""
    return alternatives([crew for crew, _places in distinct_crews(result)], view)


def alternatives(crews: Sequence[Mapping[str, int]], view: View) -> str:
    """Return a line for each rank of each of these crews, with "or" between them."""
    parts = []
    for number, crew in enumerate(crews, 1):
        title = [italic(view.say(Text("Alternative {n}", {"n": number})))] if len(crews) > 1 else []
        lines = [esc(_rank_line(rank, count, view)) for rank, count in crew.items()] or [esc(view.say(NOBODY))]
        parts.append("\n".join(title + lines))
    return f"\n{esc(view.say(Text('or')))}\n".join(parts)


def _rank_line(rank: str, count: int, view: View) -> str:
    name = wording.rank_name(rank, count, view.language)
    if view.language != "de":
        name += f" ({wording.rank_name(rank, count, 'de')})"
    return f"{count} × {name}"


def which_alternatives(result: Result, places: Iterable[int], view: View) -> str:
    """Return "Alternative 2" for places in ``result.crews``; empty where all alternatives are meant."""
    crews = distinct_crews(result)
    meant = [number for number, (_crew, places_of) in enumerate(crews, 1) if set(places_of) & set(places)]
    if len(meant) == len(crews):
        return ""
    return ", ".join(view.say(Text("Alternative {n}", {"n": number})) for number in meant)


def cited(provision: str, version: Version | None, view: View) -> str:
    """Return a provision in the words of the language, linked to the official text."""
    return link(wording.cite(provision, view.language), wording.source_url(provision, version))


def noted(text: Text, provision: str, version: Version | None, view: View) -> str:
    """Return a sentence with its provision."""
    return f"{esc(view.say(text))} ({cited(provision, version, view)})"


def _conditions(result: Result, view: View) -> str:
    if not result.conditions:
        return ""
    lines = [_condition(condition, result, view) for condition in result.conditions]
    return "\n".join((bold(view.say(Text("Conditions"))), *lines))


def _condition(condition: Condition, result: Result, view: View) -> str:
    which = which_alternatives(result, condition.alternatives, view)
    return f"– {esc(which)}{': ' if which else ''}{noted(condition.text, condition.provision, result.version, view)}"


def no_crew(result: Result, view: View) -> str:
    """Say that there is no crew, and who knows it."""
    return bold(view.say(no_crew_words(result.kind)))


def no_crew_words(kind: str) -> Text:
    """Return what is said of an answer of this kind without a crew."""
    if kind == "authority":
        return Text("The authority decides this crew.")
    return Text("Rheincrew has no answer for this case.")


# ------------------------------------------------------------------------------------------------ what is doubtful


def stands_in_answer(notice: Notice, result: Result) -> bool:
    """Say whether a notice stands on the answer itself: readings of the law, and whom to ask where there is no crew."""
    if result.kind == "determined":
        return _is_reading(notice) or notice.id in _CHANGES_THE_ANSWER
    return notice.id not in _GENERAL | _PLACED


def other_notices(result: Result) -> Sequence[Notice]:
    """Return the notices that stand under "Good to know"; those of this case first."""
    rest = [n for n in result.notices if not stands_in_answer(n, result) and n.id not in _PLACED]
    return sorted(rest, key=lambda notice: notice.id in _GENERAL)


def _is_reading(notice: Notice) -> bool:
    return notice.id[:1] in ("R", "B", "H") and notice.id[1:2].isdigit()


def _please_note(result: Result, view: View) -> str:
    notices = [notice for notice in result.notices if stands_in_answer(notice, result)]
    if not notices:
        return ""
    if result.kind != "determined":
        return paragraphs(*(noted(notice.text, notice.provision, result.version, view) for notice in notices))
    lines = [f"– {noted(notice.text, notice.provision, result.version, view)}" for notice in notices]
    return "\n".join((bold(view.say(Text("Please note"))), *lines))


def _where_it_stands(result: Result, view: View) -> str:
    lines = []
    if result.version and result.steps:
        as_of = view.say(Text("text as of {day}", {"day": result.version.text_as_of}))
        lines.append(f"{cited_in_full(result.steps[0].provision, result.version, view)}, {esc(as_of)}")
    lines += [esc(view.say(notice.text)) for notice in result.notices if notice.id == "certificate"]
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ buttons


def _coming(case: Case, coming: Announcement | None, view: View) -> Rows:
    """Return the button that shows both crews where a day to come is announced."""
    if coming is None:
        return ()
    return ((view.button(Text("See both crews"), Action.THEN, case.code, encode({DATE.key: coming.day})),),)


def _buttons(case: Case, result: Result, view: View) -> Rows:
    code = case.code
    determined = result.kind == "determined"
    details = [
        view.button(label, action, code)
        for label, action, there in (
            (Text("Why?"), Action.WHY, bool(result.steps)),
            (Text("Who may replace?"), Action.REPLACE, determined),
            (Text("Rest times"), Action.REST, result.rest is not None),
            (Text("Safety personnel"), Action.SAFETY, result.safety_staff is not None),
            (Text("Does this apply?"), Action.APPLIES, bool(result.offers) or bool(case.offered())),
            (Text("The other crew"), Action.OTHER_CREW, _compares(result, view)),
            (Text("Good to know"), Action.NOTICES, bool(other_notices(result))),
            (Text("On another day"), Action.THEN, other_day.matters(result)),
        )
        if there
    ]
    ways = [view.button(Text("Change"), Action.CHANGE, code), view.button(NEW, Action.CASE)]
    if page := page_address(code, view):
        ways.append(Button(view.say(Text("Open page")), url=page))
    if view.username or view.public_url:
        ways.append(view.button(SHARE, Action.SHARE, code))
    ways.append(view.button(SAVE, Action.SAVE, code))
    chosen = () if determined else _offered_answers(case, result, view)
    people = ((view.button(PEOPLE, Action.PEOPLE, code),),) if aboard.kinds(result) else ()
    return (*chosen, *people, *in_pairs(details), *in_pairs(ways))


def _compares(result: Result, view: View) -> bool:
    """Say whether the crew by other rules is worth a look; where there is no crew, a button leads straight to it."""
    offered = any(offer.fact is RULES for offer in result.offers)
    if result.kind != "determined" and offered:
        return False
    return choice.other_answer(result, view.today) is not None


def _offered_answers(case: Case, result: Result, view: View) -> Rows:
    """Return what may be chosen where there is no crew, such as the crew of the Rhine rules on other waters."""
    return tuple(
        (view.button(option.chip or option.label, Action.CASE, case.with_(offer.fact.key, option.value)),)
        for offer in result.offers
        for option in offer.options
        if isinstance(option, Choice) and option.value != offer.default
    )


def page_address(code: str, view: View) -> str:
    """Return the address of the case on the page; empty if there is no public page."""
    return f"{view.public_url}/{view.language}/r/{code}" if view.public_url else ""
