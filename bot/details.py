"""The screens behind the buttons of an answer: why, who may replace, rest, safety staff, what else applies, good to know."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.answer import (
    NOBODY,
    cited,
    crew_lines,
    crew_text,
    distinct_crews,
    headline,
    mode_words,
    no_crew,
    noted,
    other_notices,
    which_alternatives,
)
from bot.case import Case
from bot.questions import BACK_TO_ANSWER, chip_value, cited_in_full, type_button
from bot.screen import Button, Rows, Screen, View, bold, esc, in_pairs, pages, paragraphs
from bot.tap import Action
from core import Question, Result, choice, wording
from core.bands import Band
from core.facts import BY_KEY, DATE, RULES, Choice
from core.law.version import RestRule, StaffRow, Version
from core.result import Option, Step
from core.text import Text, named

_TYPE_IT = Text("{name}: type it")
_STAFF = ("passenger_expert", "first_aider", "breathing_apparatus")
_WHO: Mapping[str, Text] = {
    "all": Text("Every member of the crew"),
    "under_18": Text("Crew members under 18"),
    "employee": Text("Employees"),
    "self_employed": Text("Self-employed crew members"),
}


def detail_screen(case: Case, result: Result, action: Action, page: int, view: View) -> Screen:
    """Show what stands behind a button of the answer; a long text in pages."""
    match action:
        case Action.WHY:
            return _paged(case, result, action, page, view, Text("Why?"), _why(result, view))
        case Action.REPLACE:
            return _paged(case, result, action, page, view, Text("Who may replace?"), _replace(result, view))
        case Action.REST:
            return _paged(case, result, action, page, view, Text("Rest times"), _rest(result, view))
        case Action.SAFETY:
            return _paged(case, result, action, page, view, Text("Safety personnel"), _safety(result, view))
        case Action.NOTICES:
            blocks = [noted(notice.text, notice.provision, result.version, view) for notice in other_notices(result)]
            return _paged(case, result, action, page, view, Text("Good to know"), blocks)
        case _:
            raise ValueError(action)


def _paged(
    case: Case, result: Result, action: Action, page: int, view: View, title: Text, blocks: Sequence[str]
) -> Screen:
    shared = pages(blocks or [esc(view.say(Text("Nothing for this vessel.")))])
    number = min(max(page, 1), len(shared))
    words = view.say(title)
    if len(shared) > 1:
        of = {"title": words, "number": number, "pages": len(shared)}
        words = view.say(Text("{title} (page {number} of {pages})", of))
    text = paragraphs(headline(case, result, view), bold(words), *shared[number - 1])
    turns = []
    if number > 1:
        turns.append(view.button(Text("Previous page"), action, case.code, number - 1))
    if number < len(shared):
        turns.append(view.button(Text("Next page"), action, case.code, number + 1))
    return Screen(text, (*in_pairs(turns), _back(case, view)))


def _back(case: Case, view: View) -> tuple[Button, ...]:
    return (view.button(BACK_TO_ANSWER, Action.CASE, case.code),)


# ------------------------------------------------------------------------------------------------ why


def _why(result: Result, view: View) -> list[str]:
    steps = [_step(number, step, result, view) for number, step in enumerate(result.steps, 1)]
    return [*steps, crew_text(result, view)]


def _step(number: int, step: Step, result: Result, view: View) -> str:
    lines = [f"{number}. {noted(step.text, step.provision, result.version, view)}"]
    lines += [esc(line) for line in _effects(step, result, view, sign=number > 1)]
    return "\n".join(lines)


def _effects(step: Step, result: Result, view: View, *, sign: bool) -> list[str]:
    """Return what a step does; once if it does the same to every alternative."""
    counts = [_counts(effect, view, sign=sign) for effect in step.effects]
    if len(set(counts)) == 1:
        return counts[:1]
    lines = []
    for place, words in enumerate(counts):
        which = which_alternatives(result, [place], view)
        lines.append(view.say(named(which, words)) if which else words)
    return list(dict.fromkeys(lines))


def _counts(crew: Mapping[str, int], view: View, *, sign: bool = False) -> str:
    if not crew:
        return view.say(Text("no change"))
    words = []
    for rank, count in crew.items():
        mark = "−" if count < 0 else "+" if sign else ""
        words.append(f"{mark}{abs(count)} {wording.rank_name(rank, abs(count), view.language)}")
    return ", ".join(words)


# ------------------------------------------------------------------------------------------------ who may replace


def _replace(result: Result, view: View) -> list[str]:
    blocks = [_option(option, result, view) for option in result.options]
    if not blocks:
        blocks = [esc(view.say(Text("The rules name no replacement for this crew.")))]
    general = [noted(n.text, n.provision, result.version, view) for n in result.notices if n.id == "higher-rank"]
    if general:
        title = Text("Higher ranks")
        general[0] = f"{bold(view.say(title))}\n{general[0]}"
    return blocks + general


def _option(option: Option, result: Result, view: View) -> str:
    gaps = {"take": _counts(option.take, view), "put": _counts(option.put, view)}
    head = view.say(Text("{put} instead of {take}", gaps))
    if option.times > 1:
        head += ", " + view.say(Text("up to {n} times", {"n": option.times}))
    if which := which_alternatives(result, option.alternatives, view):
        head += f" · {which}"
    return f"{bold(head)}\n{noted(option.text, option.provision, result.version, view)}"


# ------------------------------------------------------------------------------------------------ rest times


def _rest(result: Result, view: View) -> list[str]:
    rest = result.rest
    if rest is None:
        return []
    blocks = []
    if rest.operation:
        hours = []
        if rest.operation.hours is not None:
            sailing = Text("Sailing: up to {hours} hours within 24 hours", {"hours": rest.operation.hours})
            hours.append(view.say(sailing))
        if stop := rest.operation.stop:
            gaps = {"hours": stop.hours, "start": stop.start, "end": stop.end}
            hours.append(
                view.say(Text("The vessel stops for {hours} hours without a break, from {start} to {end}", gaps))
            )
        if hours:
            blocks.append("\n".join(esc(line) for line in hours))
        blocks += [_rest_rule(rule, result.version, view) for rule in rest.operation.rest]
    return blocks + [noted(note.text, note.provision, result.version, view) for note in rest.notes]


def _rest_rule(rule: RestRule, version: Version | None, view: View) -> str:
    gaps = {"hours": rule.hours, "period": rule.per_hours}
    words = view.say(Text("{hours} hours of rest within {period} hours", gaps))
    piece = {"hours": rule.in_one_piece}
    if rule.per_hours > 24:
        words += ", " + view.say(Text("in it at least twice {hours} hours in one piece", piece))
    elif rule.in_one_piece == rule.hours:
        words += ", " + view.say(Text("in one piece"))
    else:
        words += ", " + view.say(Text("of it {hours} hours in one piece", piece))
    if rule.outside_sailing:
        words += "; " + view.say(Text("outside sailing time"))
    return f"{bold(view.say(_WHO[rule.who]))}\n{esc(words)} ({cited(rule.provision, version, view)})"


# ------------------------------------------------------------------------------------------------ safety staff


def _safety(result: Result, view: View) -> list[str]:
    staff = result.safety_staff
    if staff is None:
        return []
    blocks = [esc(view.say(Text("While passengers are aboard, the vessel needs this safety personnel:")))]
    blocks += [_staff_row(row, view) for row in staff.rows]
    if staff.one_person:
        blocks.append(esc(view.say(Text("Expert and first-aider may be the same person."))))
    return blocks + [noted(note.text, note.provision, result.version, view) for note in staff.notes]


def _staff_row(row: StaffRow, view: View) -> str:
    title = view.say(Text("Under way") if row.state == "under_way" else Text("Berthed"))
    beds = row.measure == "occupied_beds"
    if row.up_to is not None:
        limit = Text("up to {n} occupied beds") if beds else Text("up to {n} persons aboard")
        title += " · " + view.say(limit.with_(n=row.up_to))
    elif row.above is not None:
        limit = Text("more than {n} occupied beds") if beds else Text("more than {n} persons aboard")
        title += " · " + view.say(limit.with_(n=row.above))
    needed = {role: getattr(row, role) for role in _STAFF}
    lines = [f"{n} × {wording.rank_name(role, n, view.language)}" for role, n in needed.items() if n]
    return "\n".join((bold(title), *(esc(line) for line in lines)))


# ------------------------------------------------------------------------------------------------ does this apply


def applies_screen(case: Case, result: Result, view: View) -> Screen:
    """Show what was assumed, each with a button that says otherwise; what was said has a button that takes it back."""
    said = [key for key in case.used if key in case.offered()]
    blocks = [_offer(offer, view) for offer in result.offers]
    rows: Rows = tuple((_take_back(key, case, view),) for key in said)
    for offer in result.offers:
        rows += tuple((button,) for button in _say_otherwise(offer, case, view))
    text = paragraphs(
        headline(case, result, view),
        _crew_in_short(result, view),
        bold(view.say(Text("Does this apply to you?"))),
        *blocks,
    )
    return Screen(text, (*rows, _back(case, view)))


def _crew_in_short(result: Result, view: View) -> str:
    crews = [_counts(crew, view) if crew else view.say(NOBODY) for crew, _places in distinct_crews(result)]
    return f"\n{esc(view.say(Text('or')))}\n".join(esc(crew) for crew in crews)


def _offer(offer: Question, view: View) -> str:
    lines = [bold(view.say(offer.question)), esc(view.say(offer.help))]
    if isinstance(offer.default, date):
        assumed = wording.day(offer.default, view.language)
    elif isinstance(offer.default, str | Band):
        assumed = wording.value_label(offer.fact, offer.default, view.language)
    else:
        assumed = view.say(Text("not known"))
    lines.append(esc(view.say(Text("Assumed: {answer}", {"answer": assumed}))))
    return "\n".join(lines)


def _say_otherwise(offer: Question, case: Case, view: View) -> list[Button]:
    fact = offer.fact
    if fact.kind == "date":
        return [type_button(_TYPE_IT.with_(name=fact.name), case.code, fact, view)]
    buttons = [
        view.button(f"☐ {_otherwise(offer, option, view)}", Action.APPLIES, case.with_(fact.key, value))
        for option in offer.options
        if (value := option.value if isinstance(option, Choice) else option) != offer.default
    ]
    if fact.kind == "number":
        buttons.append(type_button(_TYPE_IT.with_(name=fact.name), case.code, fact, view))
    return buttons


def _otherwise(offer: Question, option: Choice | Band, view: View) -> str:
    if isinstance(option, Choice):
        return view.say(option.chip or option.label)
    return view.say(named(offer.fact.name, wording.band_label(offer.fact, option, view.language)))


def _take_back(key: str, case: Case, view: View) -> Button:
    fact = BY_KEY[key]
    value = case.facts[key]
    ordinary = fact.kind == "choice" and value == fact.choices[0].value
    mark = "" if ordinary else "☑ "
    return view.button(mark + chip_value(key, case, view), Action.APPLIES, case.without(key))


# ------------------------------------------------------------------------------------------------ the other crew


def other_crew_screen(case: Case, result: Result, view: View) -> Screen | None:
    """Show the crews of the free choice one under the other; ``None`` where there is no choice."""
    other = choice.other_answer(result, view.today)
    if other is None:
        return None
    by_rules: dict[str, Question | Result] = {"national": result, "rhine": other}
    if case.facts.get(RULES.key) == "rhine":
        by_rules = {"national": other, "rhine": result}
    text = paragraphs(
        headline(case, result, view),
        *(_by_rules(rules, outcome, view) for rules, outcome in by_rules.items()),
        *_compared(by_rules["national"], by_rules["rhine"], view),
        *_terms(result, view),
    )
    on = Text("Take the other crew") if isinstance(other, Result) else Text("Answer what is missing")
    return Screen(text, ((view.button(on, Action.CASE, case.by_other_rules()),), _back(case, view)))


def _terms(result: Result, view: View) -> list[str]:
    """Say by which provision the other crew may be chosen on the day of the answer, and what comes with it."""
    day = result.facts.get(DATE.key, view.today)
    terms = choice.terms(day) if isinstance(day, date) else None
    return [noted(terms[1], terms[0], result.version, view)] if terms else []


def _by_rules(rules: str, outcome: Question | Result, view: View) -> str:
    title = bold(wording.value_label(RULES, rules, view.language))
    if isinstance(outcome, Question):
        missing = Text("Not known yet. The next question would be: {question}", {"question": outcome.question})
        return f"{title}\n{esc(view.say(missing))}"
    lines = [esc(mode_words(outcome, view))] if outcome.mode else []
    lines.append(crew_lines(outcome, view) if outcome.kind == "determined" else no_crew(outcome, view))
    if outcome.steps:
        lines.append(cited_in_full(outcome.steps[0].provision, outcome.version, view))
    return "\n".join((title, *lines))


def _compared(national: Question | Result, rhine: Question | Result, view: View) -> list[str]:
    """Say which of two crews has fewer people; nothing if one of them is not known."""
    if not isinstance(national, Result) or not isinstance(rhine, Result) or not (national.crews and rhine.crews):
        return []
    said = [bold(view.say(choice.fewer_people(national, rhine)))]
    if national.mode_hours and rhine.mode_hours and national.mode_hours != rhine.mode_hours:
        hours = Text("The two rules have different operating modes; mind the hours.")
        said.append(esc(view.say(hours)))
    return said
