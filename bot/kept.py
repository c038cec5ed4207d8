"""What one person has saved: from a tap, a typed name or a command to the store and back to a screen.

All of it blocks: run it in a thread. Where the store cannot be reached, StoreError comes out of everything here.
"""

from dataclasses import dataclass, replace

from bot.case import Case, open_case
from bot.names import MOST, BadNameError, clean_name, key_of
from bot.screen import Screen, View, esc, paragraphs
from bot.screens import tap_screen
from bot.store import FullError, NameTakenError, Store, Vessel
from bot.tap import PRIVATE, Action, Tap
from bot.told import told_of
from bot.vessels import (
    delete_screen,
    forget_screen,
    forgotten_screen,
    full_screen,
    gone_screen,
    name_problem_screen,
    news_screen,
    saved_screen,
    suggested_name,
    unavailable_screen,
    vessel_screen,
    vessels_screen,
)
from core import CodeError, Result
from core.aboard import decode_counts
from core.text import Text

_PURE = frozenset((Action.SAVE, Action.NAME))
STORED = (PRIVATE - _PURE) | {Action.SPEAK}
"""The taps that read or change what somebody has saved."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What one person has in the store."""

    store: Store
    person: int

    def vessels(self) -> list[Vessel]:
        """Return the saved vessels."""
        return self.store.vessels(self.person)

    def language(self) -> str | None:
        """Return the chosen language."""
        return self.store.language(self.person)


def kept_screen(tap: Tap, view: View, shelf: Shelf) -> Screen:
    """Carry out a tap of ``STORED`` and return its screen. ``view`` has the language of the person's Telegram."""
    own, view = view, view.spoken(tap.language)
    store, person = shelf.store, shelf.person
    match tap.action:
        case Action.SPEAK:
            return _spoken(tap, own, shelf)
        case Action.SAVE_NOW:
            return _save_now(tap, view, shelf)
        case Action.VESSELS:
            return vessels_screen(shelf.vessels(), tap.page, view)
        case Action.NEWS:
            store.switch_news(person, on=tap.extra == "1")
            return news_screen(tap.extra == "1", view, apart=tap.extra == "q")
        case Action.FORGET:
            return forget_screen(shelf.vessels(), view)
        case Action.FORGET_NOW:
            return forgotten_screen(store.forget(person), view)
    vessel = store.vessel(person, tap.vessel)
    if vessel is None:
        deleted = tap.action is Action.DELETE_NOW  # a double tap
        return vessels_screen(shelf.vessels(), 1, view) if deleted else gone_screen(view)
    match tap.action:
        case Action.DELETE:
            return delete_screen(vessel, view)
        case Action.DELETE_NOW:
            store.delete(person, vessel.id)
            return vessels_screen(shelf.vessels(), 1, view, Text("“{name}” is deleted.", {"name": vessel.name}))
        case Action.RENAME:
            return tap_screen(tap, view)
        case _:
            return vessel_screen(vessel, view)


def named_screen(tap: Tap, typed: str, view: View, shelf: Shelf) -> Screen:
    """Save or rename a vessel by a typed name; ``tap`` is the one that asked for it."""
    view = view.spoken(tap.language)
    again = view.button(Text("Type it again"), tap.action, tap.code, tap.extra)
    try:
        name = clean_name(typed)
    except BadNameError as error:
        return name_problem_screen(error.text, again, view)
    if tap.action is not Action.RENAME:
        return _save(tap, name, view, shelf)
    try:
        vessel = shelf.store.rename(shelf.person, tap.vessel, name)
    except NameTakenError:
        taken = Text("Another of your vessels has the name “{name}”. Please choose a different one.", {"name": name})
        return name_problem_screen(taken, again, view)
    if vessel is None:
        return gone_screen(view)
    return vessel_screen(vessel, view, Text("The name is now “{name}”.", {"name": vessel.name}))


def out_of_reach_screen(tap: Tap, view: View) -> Screen:
    """Return what a tap of ``STORED`` shows while the store cannot be reached."""
    own, view = view, view.spoken(tap.language)
    if tap.action is not Action.SPEAK:
        return unavailable_screen(view, tap)
    shown = tap_screen(tap, own if tap.letter == "0" else view)
    said = Text("The language of this message is changed. It cannot be remembered just now; please try again later.")
    return replace(shown, text=paragraphs(esc((own if tap.letter == "0" else view).say(said)), shown.text))


def _spoken(tap: Tap, own: View, shelf: Shelf) -> Screen:
    """Keep the language that was chosen, as far as it differs from that of the person's Telegram; show the case in it."""
    language = own.language if tap.letter == "0" else tap.language
    shelf.store.choose_language(shelf.person, None if language == own.language else language)
    return tap_screen(
        replace(tap, language=language, extra=f"-{tap.people}" if tap.people else ""), own.spoken(language)
    )


def _save_now(tap: Tap, view: View, shelf: Shelf) -> Screen:
    """Save under the suggested name; if another case has it, under the next free one."""
    case = _answered(tap, view)
    if case is None:
        return tap_screen(replace(tap, action=Action.CASE), view)
    name, there = suggested_name(case, view), {key_of(vessel.name): vessel for vessel in shelf.vessels()}
    number = 1
    free = name
    while (vessel := there.get(key_of(free))) and (vessel.code, vessel.people) != (case.code, tap.people):
        number += 1
        free = f"{name[: MOST - len(str(number)) - 1]} {number}"
    return _save(tap, free, view, shelf)


def _save(tap: Tap, name: str, view: View, shelf: Shelf) -> Screen:
    case = _answered(tap, view)
    if case is None:
        return tap_screen(replace(tap, action=Action.CASE), view)
    told = told_of(case).text
    try:
        vessel, before = shelf.store.save(shelf.person, name, case.code, tap.people, view.language, told, view.today)
    except FullError:
        return full_screen(view)
    return saved_screen(vessel, before, view)


def _answered(tap: Tap, view: View) -> Case | None:
    """Return the case of a tap if it has an answer, and its people can be read: nothing else is saved."""
    try:
        case = open_case(tap.code, view.today)
        decode_counts(tap.people)
    except CodeError:
        return None
    return case if isinstance(case.outcome, Result) else None
