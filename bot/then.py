"""Then and now: a case of today and on another day one under the other, and what changed between them.

The day stands behind the hyphen of a tap as it does in the code of a case; a page number may follow.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from bot.answer import crew_lines, mode_words, no_crew
from bot.case import settle
from bot.questions import BACK, BACK_TO_ANSWER, cited_in_full
from bot.screen import ROOM, Button, Rows, Screen, View, bold, esc, in_pairs, length, link, pages, paragraphs
from bot.tap import DAY, Action, Tap, prompt_link
from core import CodeError, InputError, Question, Result, decode, encode, wording
from core.changes_in_words import by_day
from core.facts import DATE, Value, parse_fact
from core.old_ranks import old_ranks
from core.other_day import Beside, beside, summary, turns, why_none
from core.text import Text
from core.then_and_now import Documented, undated

OTHER_DAY = Text("On another day")
_WHICH = Text("On which day?")
_COUNTING = Text("What changed this answer")
_OTHERS = Text("What else changed: words, or who may serve where")
_ROOM = 2500


def then_screen(tap: Tap, view: View) -> Screen:
    """Show the case of a tap today and on its day; without one, ask for it. Raises CodeError for a strange code."""
    facts = decode(tap.code)
    token, _, number = tap.extra.partition("-")
    day = decode(token).get(DATE.key) if token else facts.get(DATE.key)
    facts = undated(facts)
    if not isinstance(day, date):
        return choose_screen(facts, view)
    return _two_days(facts, day, int(number) if number.isascii() and number.isdigit() else 1, view)


def day_button(label: str | Text, facts: Mapping[str, Value], day: date | None, view: View, page: int = 1) -> Button:
    """Return the button that shows a case beside a day; without a day, the one that asks for it."""
    extra = encode({DATE.key: day}) if day else ""
    return view.button(label, Action.THEN, encode(undated(facts)), f"{extra}-{page}" if page > 1 else extra)


# ------------------------------------------------------------------------------------------------ which day


def choose_screen(facts: Mapping[str, Value], view: View, problem: str = "") -> Screen:
    """Offer the days on which the rules changed, or to type one; ``problem`` says why a day was not taken."""
    offered = turns(facts, view.today)
    lines = []
    for turn in offered:
        gaps = {"day": turn.day, "rules": turn.version.cited_as}
        since = Text("{day}: {rules}, another answer since then") if turn.counts else Text("{day}: {rules}")
        lines.append(f"– {esc(view.say(since.with_(**gaps)))}")
    why = Text("The law of that day decides, for example after an accident or a fine.")
    text = paragraphs(
        esc(problem),
        f"{bold(view.say(_WHICH))}\n{esc(view.say(why))}",
        "\n".join((esc(view.say(Text("The rules changed on these days:"))), *lines)) if lines else "",
    )
    days = [day_button(wording.day(turn.day, view.language), facts, turn.day, view) for turn in offered]
    code = encode(facts)
    typing = view.button(Text("Type a day"), Action.TYPE, code, DAY)
    return Screen(text, (*in_pairs(days), (typing,), (view.button(BACK, Action.CASE, code),)))


def day_prompt_screen(tap: Tap, view: View) -> Screen:
    """Ask for the day to be typed. The case stands in the address behind the first words."""
    name = view.say(OTHER_DAY)
    if view.username:
        name = link(name, prompt_link(view.username, tap))
    how = view.say(Text("Please write the day as 30.11.2026 or 2026-11-30."))
    return Screen(f"<b>{name}</b>\n{esc(how)}", placeholder="01.05.2019")


def typed_day_screen(tap: Tap, typed: str, view: View) -> Screen:
    """Show the case of a tap beside a typed day, or say what is wrong with it. Raises CodeError for a strange code."""
    facts = undated(decode(tap.code))
    try:
        day = parse_fact(DATE.key, typed.strip())
    except InputError as error:
        return choose_screen(facts, view, view.say(error.text))
    if not isinstance(day, date):
        raise CodeError(tap.code)
    return _two_days(facts, day, 1, view)


# ------------------------------------------------------------------------------------------------ both days


def _two_days(facts: Mapping[str, Value], day: date, page: int, view: View) -> Screen:
    if day == view.today:
        return choose_screen(facts, view, view.say(Text("That day is today. Choose another day to compare.")))
    compared = beside(facts, day, view.today)
    if isinstance(compared.here, Question) and isinstance(compared.there, Question):
        return choose_screen(
            facts, view, view.say(Text("The case needs more answers first: {question}", {"question": compared.here.question}))
        )  # fmt: skip
    said = summary(compared)
    later = Text("That day is yet to come. Its law is shown as it is published now; it may still change.")
    first = paragraphs(
        _headline(compared, view),
        _side(compared.here, view.say(Text("Today, {day}", {"day": view.today})), view),
        _side(compared.there, wording.day(day, view.language), view),
        bold(view.say(said)) if said else "",
        esc(view.say(later)) if day > view.today else "",
    )
    blocks = [
        *_changes(_COUNTING, (each for each in compared.changes if each.counts), view),
        *_changes(_OTHERS, (each for each in compared.changes if not each.counts), view),
    ]
    shared = _pages(first, blocks)
    number = min(max(page, 1), len(shared))
    rows = _turning(facts, day, number, len(shared), view) + _ways(facts, day, compared, view)
    return Screen(shared[number - 1], rows)


def _pages(first: str, blocks: list[str]) -> list[str]:
    """Share the changes out over pages; both crews stand on the first one, with as many changes as fit."""
    room = max(_ROOM - length(first), 1)
    beside_it: list[str] = []
    while blocks and length(paragraphs(*beside_it, blocks[0])) <= room:
        beside_it.append(blocks.pop(0))
    return [paragraphs(first, *beside_it), *(paragraphs(*each) for each in pages(blocks) if each)]


def _headline(compared: Beside, view: View) -> str:
    for outcome in (compared.here, compared.there):
        if isinstance(outcome, Result):
            return bold(wording.headline(outcome, view.language))
    return ""


def _side(outcome: Question | Result, title: str, view: View) -> str:
    """Return one day: its law and crews, why there are none, or the question that it needs answered first."""
    if isinstance(outcome, Question):
        missing = Text("This day needs one more answer: {question}", {"question": outcome.question})
        return f"{bold(title)}\n{esc(view.say(missing))}"
    lines = [bold(title)]
    if outcome.version:
        lines.append(
            esc(" · ".join((outcome.version.cited_as, *([mode_words(outcome, view)] if outcome.mode else []))))
        )
    if outcome.kind == "determined":
        lines.append(crew_lines(outcome, view))
        lines += [f"– {esc(view.say(name))}" for name in old_ranks(outcome).values()]
    else:
        lines += [no_crew(outcome, view), *(esc(view.say(notice.text)) for notice in why_none(outcome))]
    if outcome.steps:
        lines.append(cited_in_full(outcome.steps[0].provision, outcome.version, view))
    return "\n".join(lines)


def _changes(title: Text, changes: Iterable[Documented], view: View) -> list[str]:
    """Return a block for each day, the first under a title."""
    blocks = []
    for each in by_day(changes, view.language):
        lines = [f"– {esc(said.text)} ({esc('; '.join(said.places))})" for said in each.sentences]
        blocks.append("\n".join((f"{esc(wording.day(each.day, view.language))}, {esc(each.amendment)}", *lines)))
    if blocks:
        blocks[0] = f"{bold(view.say(title))}\n{blocks[0]}"
    return blocks


def _turning(facts: Mapping[str, Value], day: date, number: int, last: int, view: View) -> Rows:
    turning = []
    if number > 1:
        turning.append(day_button(Text("Previous page"), facts, day, view, number - 1))
    if number < last:
        turning.append(day_button(Text("Next page"), facts, day, view, number + 1))
    return in_pairs(turning)


def _ways(facts: Mapping[str, Value], day: date, compared: Beside, view: View) -> Rows:
    """Return the ways on: the answer of that day or the question that it still asks, another day, back to today."""
    there = settle({**facts, DATE.key: day}, view.today)
    label = view.say(
        Text("Answer of {day}", {"day": day}) if isinstance(compared.there, Result) else Text("Answer what is missing")
    )
    on = label if len(label) <= ROOM else wording.day(day, view.language)
    back = BACK_TO_ANSWER if isinstance(compared.here, Result) else BACK
    return (
        (view.button(on, Action.CASE, there.code),),
        (day_button(Text("Another day"), facts, None, view),),
        (view.button(back, Action.CASE, encode(facts)),),
    )
