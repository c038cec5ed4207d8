"""What a button carries: one letter for what to show, one for the language, the whole case and the people aboard."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

LETTERS = {"de": "d", "nl": "n", "fr": "f", "en": "e"}
"""The letter of each language in a button. Buttons live for ever in chats: letters are only added."""
LIMIT = 64
"""The most bytes that Telegram takes in a button."""

_LANGUAGES = {letter: language for language, letter in LETTERS.items()}
_TAP = re.compile(r"([a-z0-9])([a-z])([A-Za-z0-9_]*)(?:-([A-Za-z0-9_-]*))?", re.ASCII)
_START = re.compile(r"([A-Za-z0-9_]*)(?:-([A-Za-z0-9_-]*))?", re.ASCII)


class Action(StrEnum):
    """What a tap shows. The letters live for ever in chats: they are only added."""

    CASE = "g"
    WHY = "w"
    REPLACE = "o"
    REST = "r"
    SAFETY = "s"
    APPLIES = "a"
    NOTICES = "k"
    CHANGE = "c"
    ASK_AGAIN = "q"
    TYPE = "n"
    ITEMS = "e"
    S2_ITEM = "2"
    SHARE = "h"
    LANGUAGE = "l"
    OTHER_CREW = "b"
    PEOPLE = "p"


class TapError(ValueError):
    """A text that no button of ours carries."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap: ``code`` is the case, ``extra`` a page number, the letter of a fact or the people aboard, behind a hyphen."""

    action: Action
    language: str
    code: str = ""
    extra: str = ""

    @property
    def data(self) -> str:
        """The callback data of the button. Raises ValueError if it is longer than Telegram takes."""
        text = f"{self.action}{LETTERS[self.language]}{self.code}" + (f"-{self.extra}" if self.extra else "")
        if len(text.encode()) > LIMIT:
            raise ValueError(f"callback data of {len(text)} bytes: {text}")
        return text

    @property
    def page(self) -> int:
        """The page that a long screen is opened at, the first if none is named."""
        return int(self.extra) if self.extra.isascii() and self.extra.isdigit() else 1


def read_tap(data: str) -> Tap:
    """Read callback data. Raises TapError for anything that ``Tap.data`` never wrote."""
    match = _TAP.fullmatch(data) if len(data) <= LIMIT else None
    if match is None or match[1] not in set(Action) or match[2] not in _LANGUAGES:
        raise TapError(data[:LIMIT])
    return Tap(Action(match[1]), _LANGUAGES[match[2]], match[3], match[4] or "")


def typing(taps: Iterable[Tap]) -> Tap | None:
    """Return the tap that asks for a typed answer; ``None`` if there is none, or if several ask for different ones."""
    asking = {tap.extra: tap for tap in taps if tap.action is Action.TYPE}
    return next(iter(asking.values())) if len(asking) == 1 else None


def deep_link(username: str, code: str) -> str:
    """Return the address that opens a case in the bot, with the people aboard if their code follows."""
    return f"https://t.me/{username}?start={code}"


def read_start(argument: str, language: str) -> Tap:
    """Return the tap for the argument of /start: a case, or with a code behind a hyphen the people aboard.

    What a reply prompt puts behind the hyphen opens the case; a code of people is nothing but small letters only if it
    counts ten and more of each kind.
    """
    match = _START.fullmatch(argument)
    if match is None:
        return Tap(Action.CASE, language, argument)
    behind = match[2] or ""
    if not behind or (behind.isalpha() and behind.islower() and behind[0] in _LANGUAGES):
        return Tap(Action.CASE, language, match[1])
    return Tap(Action.PEOPLE, language, match[1], behind)


def prompt_link(username: str, tap: Tap) -> str:
    """Return the address hidden in a reply prompt: the deep link of the case, then language and fact."""
    return deep_link(username, f"{tap.code}-{LETTERS[tap.language]}{tap.extra}")


def read_prompt_link(address: str) -> Tap | None:
    """Return the tap that a reply prompt was made for, or ``None`` if the address is no such link."""
    match = re.fullmatch(r"https://t\.me/\w+/?\?start=([A-Za-z0-9_]*)-([a-z])([a-z]+)", address, re.ASCII)
    if match is None or match[2] not in _LANGUAGES:
        return None
    return Tap(Action.TYPE, _LANGUAGES[match[2]], match[1], match[3])
