"""What a button carries: one letter for what to show, one for the language, the whole case and the people aboard."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

LETTERS = {"de": "d", "nl": "n", "fr": "f", "en": "e"}
"""The letter of each language in a button. Buttons live for ever in chats: letters are only added."""
LIMIT = 64
"""The most bytes that Telegram takes in a button."""

DAY = "dd"
"""What a tap of ``TYPE`` has behind the hyphen for the day beside which a case is to be shown; no fact has these letters."""

_LANGUAGES = {letter: language for language, letter in LETTERS.items()}
_BOT = r"https://t\.me/\w+/?\?start="
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
    POST = "5"
    QR = "z"
    SPEAK = "1"
    SAVE = "m"
    SAVE_NOW = "i"
    NAME = "t"
    VESSELS = "v"
    VESSEL = "u"
    RENAME = "y"
    DELETE = "d"
    DELETE_NOW = "x"
    NEWS = "j"
    FORGET = "f"
    FORGET_NOW = "4"
    THEN = "3"


PRIVATE = frozenset(
    (
        Action.SAVE,
        Action.SAVE_NOW,
        Action.NAME,
        Action.VESSELS,
        Action.VESSEL,
        Action.RENAME,
        Action.DELETE,
        Action.DELETE_NOW,
        Action.NEWS,
        Action.FORGET,
        Action.FORGET_NOW,
    )
)
"""What is shown in a private chat only: what somebody has saved is nobody else's business."""
COUNTED = frozenset(
    (Action.CASE, Action.PEOPLE, Action.SHARE, Action.POST, Action.QR, Action.SAVE, Action.SAVE_NOW, Action.NAME)
)
"""The taps that have nothing behind the hyphen but the people aboard."""
CARRYING = frozenset(
    (Action.TYPE, Action.ITEMS, Action.S2_ITEM, Action.CHANGE, Action.ASK_AGAIN, Action.LANGUAGE, Action.SPEAK)
)
"""The taps of a case that is still a question: people who were counted before come along behind a second hyphen."""


class TapError(ValueError):
    """A text that no button of ours carries."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap: ``code`` is the case, ``extra`` what stands behind a hyphen.

    That is a page number, the letter of a fact, the number of a saved vessel, or the people aboard.
    """

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
    def people(self) -> str:
        """The code of the people aboard, without its mark; "" if the tap carries none."""
        if self.action in COUNTED:
            return self.extra
        return self.extra.partition("-")[2] if self.action in CARRYING else ""

    @property
    def letter(self) -> str:
        """The letter of the fact that is meant; "" if the tap names none."""
        return self.extra.partition("-")[0]

    @property
    def vessel(self) -> int:
        """The number of the saved vessel that is meant; 0, which no vessel has, if the tap names none."""
        return int(self.extra) if self.extra.isascii() and self.extra.isdigit() and len(self.extra) < 19 else 0

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
    prompt, _, people = behind.partition("-")
    if prompt.isalpha() and prompt.islower() and prompt[0] in _LANGUAGES:
        return Tap(Action.CASE, language, match[1], people)
    return Tap(Action.PEOPLE if behind else Action.CASE, language, match[1], behind)


def prompt_link(username: str, tap: Tap) -> str:
    """Return the address hidden in a reply prompt: a deep link, with what the reply is for.

    For a fact that is the case, then language and fact; for the name of a vessel the case with its people, or the
    number of the vessel, in a part that Telegram passes over.
    """
    letter = LETTERS[tap.language]
    if tap.action is Action.NAME:
        return f"{deep_link(username, '-'.join(filter(None, (tap.code, tap.people))))}&name={letter}"
    if tap.action is Action.RENAME:
        return f"{deep_link(username, 'vessels')}&rename={letter}{tap.vessel}"
    return deep_link(username, f"{tap.code}-{letter}{tap.extra}")


def read_prompt_link(address: str) -> Tap | None:
    """Return the tap that a reply prompt was made for, or ``None`` if the address is no such link."""
    for pattern, read in _PROMPTS:
        match = re.fullmatch(_BOT + pattern, address, re.ASCII)
        if match and match["language"] in _LANGUAGES:
            return read(match, _LANGUAGES[match["language"]])
    return None


_PROMPTS: tuple[tuple[str, Callable[[re.Match[str], str], Tap]], ...] = (
    (
        r"(?P<code>\w*)-(?P<language>[a-z])(?P<extra>[a-z]+(?:-\w+)?)",
        lambda match, language: Tap(Action.TYPE, language, match["code"], match["extra"]),
    ),
    (
        r"(?P<code>\w*)(?:-(?P<people>\w+))?&name=(?P<language>[a-z])",
        lambda match, language: Tap(Action.NAME, language, match["code"], match["people"] or ""),
    ),
    (
        r"vessels&rename=(?P<language>[a-z])(?P<number>\d+)",
        lambda match, language: Tap(Action.RENAME, language, extra=match["number"]),
    ),
)
