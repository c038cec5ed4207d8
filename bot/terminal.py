"""``python -m bot.terminal``: the same screens at a terminal. Needs no Telegram.

Type the number of a button; where a number or the name of a water is asked for, what is no button's number is the answer.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TextIO
from zoneinfo import ZoneInfo

from bot.screen import Button, Screen, View, plain
from bot.screens import screen, typed_screen
from bot.tap import Action, Tap, typing
from core import LANGUAGES
from core.text import Text

HINT = Text("Type a number, b for back, q to quit.")
NO_BUTTON = Text("There is no button “{typed}”.")


def main(arguments: list[str] | None = None) -> int:
    """Talk until q or the end of the input."""
    parser = argparse.ArgumentParser(prog="python -m bot.terminal", description="The bot's screens at a terminal.")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="the language to begin in (default: en)")
    language = parser.parse_args(arguments).language
    view = View(language, datetime.now(ZoneInfo("Europe/Berlin")).date())
    try:
        talk(sys.stdin, sys.stdout, view)
    except (KeyboardInterrupt, BrokenPipeError):
        return 1
    return 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where the talk is: a button, and what was typed for it, if it asks for that."""

    tap: Tap
    typed: str | None = None

    def draw(self, view: View) -> Screen:
        """Return the screen of this place."""
        return screen(self.tap.data, view) if self.typed is None else typed_screen(self.tap, self.typed, view)


def talk(lines: Iterable[str], output: TextIO, view: View) -> None:
    """Show screens and read lines until q or the end."""
    words, beginning = iter(lines), Place(Tap(Action.CASE, view.language))
    history: list[Place] = []
    place: Place | None = beginning
    while place:
        history.append(place)
        spoken = view.spoken(place.tap.language)
        shown = place.draw(spoken)
        _show(shown, output, spoken)
        place = _next(shown, words, output, spoken)
        if place is BACK:
            del history[-1:]
            place = history.pop() if history else beginning


def _next(shown: Screen, words: Iterator[str], output: TextIO, view: View) -> Place | None:
    """Read lines until one of them leads somewhere; ``None`` ends the talk, ``BACK`` goes back."""
    taps = [button.tap for button in _buttons(shown) if button.tap]
    asking = typing(taps)
    for line in words:
        word = line.strip()
        if word.lower() in ("q", "b"):
            return BACK if word.lower() == "b" else None
        if word.isascii() and word.isdigit() and 0 < int(word) <= len(taps):
            return _after(taps[int(word) - 1], words, output, view)
        if asking and word:
            return Place(asking, word)
        if word:
            _write(output, view.say(NO_BUTTON.with_(typed=word)))
    return None


def _after(tap: Tap, words: Iterator[str], output: TextIO, view: View) -> Place | None:
    """Return where a tap leads; a prompt is shown and its answer read at once."""
    prompt = screen(tap.data, view)
    if not prompt.placeholder:
        return Place(tap)
    _write(output, plain(prompt.text))
    answer = next((line.strip() for line in words if line.strip()), "q")
    if answer.lower() == "b":
        return Place(Tap(Action.CASE, tap.language, tap.code))
    return None if answer.lower() == "q" else Place(tap, answer)


BACK = Place(Tap(Action.CASE, "en"))
"""Not a place of its own: a sign to go back."""


def _buttons(shown: Screen) -> list[Button]:
    return [button for row in shown.rows for button in row]


def _show(shown: Screen, output: TextIO, view: View) -> None:
    buttons = _buttons(shown)
    numbered = [f"{number:>3}  {button.label}" for number, button in enumerate((b for b in buttons if b.data), 1)]
    addresses = [f"     {button.label}: {button.url}" for button in buttons if button.url]
    _write(output, "\n".join((plain(shown.text), "", *numbered, *addresses, view.say(HINT))))


def _write(output: TextIO, text: str) -> None:
    output.write(f"{text}\n\n")
    output.flush()


if __name__ == "__main__":
    sys.exit(main())
