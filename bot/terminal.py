"""``python -m bot.terminal``: the same screens at a terminal. Needs no Telegram.

Type the number of a button, a command such as /vessels, or a description such as "110 m A2"; where a number, a name or a
water is asked for, what is no button's number is the answer. What is saved ends with the talk, unless --store names a file.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from bot.commands import Command, command_named, command_screen
from bot.day import berlin_today
from bot.described import describes, text_screen
from bot.kept import STORED, Shelf, kept_screen, named_screen, out_of_reach_screen
from bot.qr import drawing
from bot.questions import FOUND_BY_NAME, fact_of_letter
from bot.screen import Button, Screen, View, plain
from bot.screens import screen, typed_screen
from bot.store import IN_MEMORY, Store, StoreError
from bot.tap import Action, Tap, typing
from bot.vessels import unavailable_screen
from core import LANGUAGES
from core.facts import WATER
from core.text import Text

HINT = Text("Type a number, b for back, q to quit. /help lists the commands.")
NO_BUTTON = Text("There is no button “{typed}”.")
_NOBODY_ELSE = 0
"""The person at the terminal: there is one."""
# What must not be done once more when somebody goes back.
_DONE_ONCE = (Action.SAVE_NOW, Action.DELETE_NOW, Action.NEWS, Action.FORGET_NOW, Action.NAME, Action.RENAME)


def main(arguments: list[str] | None = None) -> int:
    """Talk until q or the end of the input."""
    parser = argparse.ArgumentParser(prog="python -m bot.terminal", description="The bot's screens at a terminal.")
    parser.add_argument(
        "--language", choices=LANGUAGES, help="the language to begin in (default: the one chosen, else en)"
    )
    parser.add_argument("--store", default=IN_MEMORY, metavar="ADDRESS", help="where to save, as sqlite:///mine.db")
    chosen = parser.parse_args(arguments)
    try:
        shelf = Shelf(Store(chosen.store), _NOBODY_ELSE)
    except ValueError:
        parser.error("--store must begin with sqlite:/// or postgresql://")
    kept = None if chosen.store == IN_MEMORY else _language(shelf)
    view = View(chosen.language or kept or "en", berlin_today())
    try:
        talk(sys.stdin, sys.stdout, view, shelf)
    except (KeyboardInterrupt, BrokenPipeError):
        return 1
    finally:
        shelf.store.close()
    return 0


def _language(shelf: Shelf) -> str | None:
    try:
        return shelf.language()
    except StoreError:
        return None


@dataclass(frozen=True, slots=True)
class Place:
    """Where the talk is: a button, and what was typed for it, if it asks for that; or a command; or a description."""

    tap: Tap
    typed: str | None = None
    command: Command | None = None
    described: str = ""

    def draw(self, view: View, shelf: Shelf) -> Screen:
        """Return the screen of this place."""
        tap = self.tap
        try:
            if self.command:
                return command_screen(self.command, "", view, shelf)
            if self.described:
                return text_screen(self.described, view)
            if self.typed is not None:
                named = tap.action in (Action.NAME, Action.RENAME)
                return named_screen(tap, self.typed, view, shelf) if named else typed_screen(tap, self.typed, view)
            return kept_screen(tap, view, shelf) if tap.action in STORED else screen(tap.data, view)
        except StoreError:
            return unavailable_screen(view) if self.command or self.typed else out_of_reach_screen(tap, view)


def talk(lines: Iterable[str], output: TextIO, view: View, shelf: Shelf) -> None:
    """Show screens and read lines until q or the end."""
    words, beginning = iter(lines), Place(Tap(Action.CASE, view.language))
    history: list[Place] = []
    place: Place | None = beginning
    while place:
        history.append(place)
        shown = place.draw(view, shelf)
        spoken = view.spoken(next((b.tap.language for b in _buttons(shown) if b.tap), place.tap.language))
        _show(shown, output, spoken)
        if place.tap.action in _DONE_ONCE and (place.typed is not None or place.tap.action in STORED):
            history.pop()
            history.append(Place(Tap(Action.VESSELS, place.tap.language)))
        place = _next(shown, words, output, spoken)
        if place is BACK:
            del history[-1:]
            place = history.pop() if history else beginning


def _next(shown: Screen, words: Iterator[str], output: TextIO, view: View) -> Place | None:
    """Read lines until one of them leads somewhere; ``None`` ends the talk, ``BACK`` goes back."""
    taps = [button.tap for button in _buttons(shown) if button.tap]
    asking = typing(taps)
    here = Tap(Action.CASE, view.language)
    for line in words:
        word = line.strip()
        if word.lower() in ("q", "b"):
            return BACK if word.lower() == "b" else None
        if word.isascii() and word.isdigit() and 0 < int(word) <= len(taps):
            return _after(taps[int(word) - 1], words, output, view)
        if word.startswith("/") and (command := command_named(word[1:].lower())):
            return Place(here, command=command)
        if word.startswith("/"):
            _write(output, view.say(NO_BUTTON.with_(typed=word)))
            continue
        if asking and word and not _is_description(asking, word, view):
            return Place(asking, word)
        if word and describes(word, view):
            return Place(here, described=word)
        if word:
            _write(output, view.say(NO_BUTTON.with_(typed=word)))
    return None


def _is_description(asking: Tap, word: str, view: View) -> bool:
    """Say whether something typed where a water is asked for says more than the name of a water."""
    return fact_of_letter(asking.letter) is WATER and describes(word, view, but=FOUND_BY_NAME)


def _after(tap: Tap, words: Iterator[str], output: TextIO, view: View) -> Place | None:
    """Return where a tap leads; a prompt is shown and its answer read at once."""
    prompt = screen(tap.data, view)
    if not prompt.placeholder:
        return Place(tap)
    _write(output, plain(prompt.text))
    answer = next((line.strip() for line in words if line.strip()), "q")
    if answer.lower() == "b":
        return Place(
            Tap(Action.VESSEL, tap.language, extra=tap.extra) if tap.action is Action.RENAME else _case_of(tap)
        )
    return None if answer.lower() == "q" else Place(tap, answer)


def _case_of(tap: Tap) -> Tap:
    return Tap(Action.CASE, tap.language, tap.code, tap.people)


BACK = Place(Tap(Action.CASE, "en"))
"""Not a place of its own: a sign to go back."""


def _buttons(shown: Screen) -> list[Button]:
    return [button for row in shown.rows for button in row]


def _show(shown: Screen, output: TextIO, view: View) -> None:
    buttons = _buttons(shown)
    numbered = [f"{number:>3}  {button.label}" for number, button in enumerate((b for b in buttons if b.data), 1)]
    addresses = [f"     {button.label}  {button.url}" for button in buttons if button.url]
    picture = (drawing(shown.qr), "") if shown.qr else ()
    _write(output, "\n".join((*picture, plain(shown.text), "", *numbered, *addresses, view.say(HINT))))


def _write(output: TextIO, text: str) -> None:
    output.write(f"{text}\n\n")
    output.flush()


if __name__ == "__main__":
    sys.exit(main())
