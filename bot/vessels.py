"""The screens of saved vessels. They are drawn from what ``bot.kept`` has read; names are escaped everywhere."""

from collections.abc import Sequence

from bot.answer import PEOPLE, SHARE, crew_text, headline, no_crew
from bot.case import Case, open_case
from bot.names import MOST
from bot.questions import BACK, BACK_TO_ANSWER, chips_line
from bot.screen import Button, Rows, Screen, View, bold, esc, in_pairs, italic, link, paragraphs
from bot.share import open_words
from bot.store import MOST_VESSELS, Vessel
from bot.tap import Action, Tap, prompt_link
from core import CodeError, Result, aboard, wording
from core.code import decode
from core.facts import BY_KEY, DATE
from core.text import Text, named

MY_VESSELS = Text("My vessels")
DELETE = Text("Delete")
_ON_ONE_PAGE = 10


# ------------------------------------------------------------------------------------------------ saving


def save_screen(case: Case, people: str, view: View) -> Screen:
    """Ask under which name a case is to be kept: one tap for the name that it suggests, or a typed one."""
    text = paragraphs(
        bold(view.say(Text("Under which name do you want to save this?"))),
        esc(view.say(Text("Tap the name, or type one of your own, such as the name of the vessel."))),
        esc(
            view.say(
                Text(
                    "The bot then keeps the name and this case, for you alone. It tells you when a new law changes the answer."
                )
            )
        ),
    )
    rows = (
        (view.button(suggested_name(case, view), Action.SAVE_NOW, case.code, people),),
        (view.button(Text("Type a name"), Action.NAME, case.code, people),),
        (view.button(BACK if people else BACK_TO_ANSWER, Action.CASE, case.code, people),),
    )
    return Screen(text, rows)


def suggested_name(case: Case, view: View) -> str:
    """Return a name made of the vessel and its measure: "Motor vessel 82.50 m"."""
    parts = [
        wording.answer_label(case.outcome, key, view.language)
        for key in case.used
        if key in ("vessel", "formation")
        or (key != "power_kw" and BY_KEY[key].kind == "number" and not BY_KEY[key].offered)
    ]
    name = " ".join(parts).replace("\u00a0", " ").replace("\u202f", " ") or view.say(Text("My vessel"))
    return name if len(name) <= MOST else name[:MOST].rpartition(" ")[0]


def name_screen(case: Case, people: str, view: View) -> Screen:
    """Ask for the name to be typed. The case stands in the address behind the first words."""
    return _prompt(Tap(Action.NAME, view.language, case.code, people), Text("Name of the vessel"), view)


def rename_screen(number: int, view: View) -> Screen:
    """Ask for another name of a saved vessel."""
    return _prompt(Tap(Action.RENAME, view.language, extra=str(number)), Text("New name of the vessel"), view)


def _prompt(tap: Tap, title: Text, view: View) -> Screen:
    name = view.say(title)
    if view.username:
        name = link(name, prompt_link(view.username, tap))
    how = view.say(Text("Please write a name of 1 to {most} characters.", {"most": MOST}))
    return Screen(f"<b>{name}</b>\n{esc(how)}", placeholder="Vera")


def saved_screen(vessel: Vessel, before: Vessel | None, view: View) -> Screen:
    """Show a vessel that was just saved; if the name was there, say that its case was replaced, and offer the old one."""
    if before is None or (before.code, before.people) == (vessel.code, vessel.people):
        return vessel_screen(vessel, view, Text("Saved as “{name}”.", {"name": vessel.name}))
    told = Text("“{name}” was saved before. It now has this case in place of the earlier one.", {"name": vessel.name})
    earlier = view.button(Text("The earlier case"), Action.CASE, before.code, before.people)
    return vessel_screen(vessel, view, told, ((earlier,),))


def full_screen(view: View) -> Screen:
    """Say that no more vessels can be saved."""
    text = Text(
        "You have saved {most} vessels, and there is no room for more. Please delete one first.", {"most": MOST_VESSELS}
    )
    return Screen(esc(view.say(text)), _list_row(view))


def name_problem_screen(problem: Text, again: Button, view: View) -> Screen:
    """Say why a name is not taken; it can be typed again."""
    return Screen(esc(view.say(problem)), ((again,), *_list_row(view)))


# ------------------------------------------------------------------------------------------------ the list, one vessel


def vessels_screen(vessels: Sequence[Vessel], page: int, view: View, said: Text | None = None) -> Screen:
    """List somebody's vessels, ten on a page; each is a button. ``said`` stands above."""
    head = esc(view.say(said)) if said else ""
    if not vessels:
        text = Text(
            "You have not saved a vessel. Find the crew of one and tap “{save}” below the answer.",
            {"save": Text("Save")},
        )
        return Screen(paragraphs(head, bold(view.say(MY_VESSELS)), esc(view.say(text))), _new_row(view))
    last = (len(vessels) - 1) // _ON_ONE_PAGE + 1
    page = min(max(page, 1), last)
    title = view.say(MY_VESSELS)
    if last > 1:
        title = view.say(Text("{title} (page {number} of {pages})", {"title": title, "number": page, "pages": last}))
    shown = vessels[(page - 1) * _ON_ONE_PAGE : page * _ON_ONE_PAGE]
    lines = "\n".join(f"– {_line(vessel, view)}" for vessel in shown)
    turns = []
    if page > 1:
        turns.append(view.button(Text("Previous page"), Action.VESSELS, extra=page - 1))
    if page < last:
        turns.append(view.button(Text("Next page"), Action.VESSELS, extra=page + 1))
    rows = tuple((view.button(vessel.name, Action.VESSEL, extra=vessel.id),) for vessel in shown)
    return Screen(paragraphs(head, bold(title), lines), (*rows, *in_pairs(turns), *_new_row(view)))


def _line(vessel: Vessel, view: View) -> str:
    case = case_of(vessel, view)
    value = chips_line(case, view) if case else Text("this case cannot be read")
    return esc(view.say(named(vessel.name, value)))


def vessel_screen(vessel: Vessel, view: View, said: Text | None = None, more: Rows = ()) -> Screen:
    """Show a saved vessel with the crew that the law of today asks for. ``said`` stands above, ``more`` buttons on top."""
    head = esc(view.say(said)) if said else ""
    manage = in_pairs(
        (
            view.button(Text("Rename"), Action.RENAME, extra=vessel.id),
            view.button(DELETE, Action.DELETE, extra=vessel.id),
        )
    )
    case = case_of(vessel, view)
    if case is None:
        text = Text("This case cannot be read. Please delete the vessel and save it again.")
        return Screen(paragraphs(head, bold(vessel.name), esc(view.say(text))), (*manage, *_list_row(view)))
    outcome = case.outcome
    code = case.code
    first: list[Rows] = []
    if isinstance(outcome, Result):
        crew = crew_text(outcome, view) if outcome.kind == "determined" else no_crew(outcome, view)
        shown = paragraphs(headline(case, outcome, view), crew)
        first.append(((view.button(Text("The whole answer"), Action.CASE, code),),))
        if aboard.kinds(outcome):
            first.append(((view.button(PEOPLE, Action.PEOPLE, code, vessel.people),),))
    else:
        now = Text("Under today's law one answer more is needed.")
        shown = paragraphs(esc(chips_line(case, view)), esc(view.say(now)), esc(view.say(open_words(outcome))))
        first.append(((view.button(Text("Answer what is missing"), Action.CASE, code, vessel.people),),))
    pass_on = []
    if view.username or view.public_url:
        pass_on.append(view.button(SHARE, Action.SHARE, code, vessel.people))
        pass_on.append(view.button(Text("QR code"), Action.QR, code, vessel.people))
    saved = italic(view.say(Text("Saved on {day}. The crew is that of today's law.", {"day": vessel.created})))
    if DATE.key in case.facts:
        saved = italic(view.say(Text("Saved on {day}.", {"day": vessel.created})))
    rows = [row for group in (more, *first, in_pairs(pass_on), manage, _list_row(view)) for row in group]
    return Screen(paragraphs(head, bold(vessel.name), shown, saved), tuple(rows))


def case_of(vessel: Vessel, view: View) -> Case | None:
    """Return the case of a vessel on the day of the view; ``None`` if its code cannot be read."""
    try:
        decode(vessel.code)
        return open_case(vessel.code, view.today)
    except CodeError:
        return None


def gone_screen(view: View) -> Screen:
    """Answer a tap on a vessel that is not there (any more), or that is another person's."""
    text = Text("This vessel is not among your saved ones. It may have been deleted.")
    return Screen(esc(view.say(text)), _list_row(view))


# ------------------------------------------------------------------------------------------------ deleting


def delete_screen(vessel: Vessel, view: View) -> Screen:
    """Ask once before a vessel is deleted."""
    text = view.say(Text("Delete “{name}”? The name and its case are then gone.", {"name": vessel.name}))
    rows = (
        (
            view.button(DELETE, Action.DELETE_NOW, extra=vessel.id),
            view.button(Text("Keep"), Action.VESSEL, extra=vessel.id),
        ),
    )
    return Screen(esc(text), rows)


def forget_screen(vessels: Sequence[Vessel], view: View) -> Screen:
    """Ask once before all that is stored of somebody is deleted."""
    count = Text("Saved vessels: {n}", {"n": len(vessels)})
    chosen = Text("The language that you chose, and whether you want news")
    text = paragraphs(
        bold(view.say(Text("Delete all that is stored of you?"))),
        f"– {esc(view.say(count))}\n– {esc(view.say(chosen))}",
        esc(view.say(Text("Buttons in this chat stay good: each carries its case itself."))),
    )
    rows = ((view.button(Text("Delete all"), Action.FORGET_NOW), view.button(Text("Keep"), Action.VESSELS)),)
    return Screen(text, rows)


def forgotten_screen(number: int, view: View) -> Screen:
    """Say that all is deleted."""
    text = Text(
        "All is deleted. Saved vessels that are gone: {n}. Nothing about you is stored any more.", {"n": number}
    )
    return Screen(esc(view.say(text)), _new_row(view))


# ------------------------------------------------------------------------------------------------ news, and what cannot be shown


def news_screen(on: bool, view: View, *, apart: bool = False) -> Screen:
    """Say whether somebody is told of new law, with a button for the other way."""
    now = Text("News are on.") if on else Text("News are off.")
    about = Text(
        "When a new law changes the answer for a vessel that you have saved, I tell you once, with before and after."
    )
    switch = (
        view.button(Text("Switch news off"), Action.NEWS, extra="0")
        if on
        else view.button(Text("Switch news on"), Action.NEWS, extra="1")
    )
    return Screen(paragraphs(bold(view.say(now)), esc(view.say(about))), ((switch,), *_list_row(view)), apart=apart)


def unavailable_screen(view: View, again: Tap | None = None) -> Screen:
    """Say that the store cannot be reached; ``again`` is the tap that may be tried again."""
    text = Text(
        "What is saved cannot be reached just now, so nothing can be shown, saved or deleted. "
        "Questions and answers work as always. Please try again in a few minutes."
    )
    rows = ((Button(view.say(Text("Try again")), again),),) if again else _new_row(view)
    return Screen(esc(view.say(text)), rows)


def private_screen(view: View) -> Screen:
    """Say in a group that saved vessels are shown in private only."""
    text = Text("What you have saved is shown in a private chat with me only.")
    words = view.say(Text("Open the private chat"))
    rows: Rows = ((Button(words, url=f"https://t.me/{view.username}?start=vessels"),),) if view.username else ()
    return Screen(esc(view.say(text)), rows)


def _list_row(view: View) -> Rows:
    return ((view.button(MY_VESSELS, Action.VESSELS),),)


def _new_row(view: View) -> Rows:
    return ((view.button(Text("New"), Action.CASE),),)
