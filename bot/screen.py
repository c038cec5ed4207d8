"""A screen: a text with rows of buttons, as Telegram and a terminal can both show it. It keeps Telegram's limits."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from html import escape, unescape

from bot.tap import CARRYING, LIMIT, Action, Tap
from core import Question, Result, wording
from core.text import Text

MAX_TEXT = 4096
"""The most characters of a message, counted in UTF-16 units and without markup."""
MAX_CAPTION = 1024
"""The most characters beneath a picture."""
PAGE = 1500
"""Where a long screen is cut into pages: about a screen and a half of a phone."""
ROOM = 32
"""About as many characters as a button over the whole width of a phone shows."""
NARROW = 17
"""About as many as one of two buttons side by side shows."""
_MOST_BUTTONS = 100
_AROUND = 3  # in a button: the letters of action and language, and a hyphen
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Button:
    """A button with a tap, an address, or a ``query`` that it writes behind the bot's name in a chat to be chosen."""

    label: str
    tap: Tap | None = None
    url: str = ""
    query: str = ""

    @property
    def data(self) -> str:
        """The callback data; empty for an address."""
        return self.tap.data if self.tap else ""


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """What a message shows. ``text`` is in Telegram's HTML.

    ``placeholder`` is set on a screen that asks for a typed reply; it stands in the empty field. Such a screen has no
    buttons. ``qr`` is an address to be shown as a picture, with the text beneath it. Both are always messages of their
    own, and so is a screen that is ``apart``: it leaves the message of its button as it is. ``outcome`` is the question
    or the answer that it shows, if it shows one. Raises ValueError for a screen that Telegram would refuse.
    """

    text: str
    rows: Rows = ()
    placeholder: str = ""
    qr: str = ""
    apart: bool = False
    outcome: Question | Result | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < length(self.text) <= (MAX_CAPTION if self.qr else MAX_TEXT):
            raise ValueError(f"a screen of {length(self.text)} characters")
        buttons = [button for row in self.rows for button in row]
        if len(buttons) > _MOST_BUTTONS or any(not button.label.strip() for button in buttons):
            raise ValueError("too many buttons, or one without a label")
        if any(bool(button.data) + bool(button.url) + bool(button.query) != 1 for button in buttons):
            raise ValueError("a button has one of a tap, an address and a query")


@dataclass(frozen=True, slots=True)
class View:
    """For whom a screen is drawn: the language, the day in Berlin, and where links lead.

    ``username`` is the bot's name on Telegram, ``public_url`` the address of the page; without them there are no links.
    ``inline`` says whether the bot answers behind its name in other chats, ``people`` is the code of people who were
    counted before the case had an answer: they come along until it has one.
    """

    language: str
    today: date
    username: str = ""
    public_url: str = ""
    inline: bool = False
    people: str = ""

    def say(self, text: Text) -> str:
        """Return a sentence in the language of the view."""
        return wording.say(text, self.language)

    def button(self, label: str | Text, action: Action, code: str = "", extra: str | int = "") -> Button:
        """Return a button that carries the language of the view, and the people of a case that is still a question."""
        words = self.say(label) if isinstance(label, Text) else label
        behind = str(extra)
        if self.people and code:
            with_people = self.people if action is Action.CASE and not behind else ""
            with_people = f"{behind}-{self.people}" if action in CARRYING else with_people
            # In the longest cases there may be no room for them.
            if with_people and len(code) + len(with_people) + _AROUND <= LIMIT:
                behind = with_people
        return Button(words, Tap(action, self.language, code, behind))

    def spoken(self, language: str) -> "View":
        """Return the same view in another language."""
        return replace(self, language=language)

    def with_people(self, people: str) -> "View":
        """Return the same view for a case with people aboard; see ``people``."""
        return replace(self, people=people)


def plain(html: str) -> str:
    """Return a text without its markup."""
    return unescape(_TAG.sub("", html))


def length(html: str) -> int:
    """Return how long Telegram finds a text: in UTF-16 units, without markup."""
    return len(plain(html).encode("utf-16-le")) // 2


def bold(text: str) -> str:
    """Return plain text as bold HTML."""
    return f"<b>{escape(text, quote=False)}</b>"


def italic(text: str) -> str:
    """Return plain text as italic HTML."""
    return f"<i>{escape(text, quote=False)}</i>"


def link(text: str, url: str) -> str:
    """Return plain text as a link."""
    return f'<a href="{escape(url)}">{escape(text, quote=False)}</a>'


def esc(text: str) -> str:
    """Return plain text as HTML."""
    return escape(text, quote=False)


def paragraphs(*blocks: str) -> str:
    """Join blocks with an empty line between them; empty blocks are left out."""
    return "\n\n".join(block for block in blocks if block)


def in_rows(buttons: Iterable[Button]) -> Rows:
    """Return buttons in their order: two short ones that follow each other share a row, a long one has its own."""
    rows: list[tuple[Button, ...]] = []
    for button in buttons:
        last = rows[-1] if rows else ()
        if len(last) == 1 and all(len(other.label) <= NARROW for other in (*last, button)):
            rows[-1] = (*last, button)
        else:
            rows.append((button,))
    return tuple(rows)


def in_pairs(buttons: Iterable[Button]) -> Rows:
    """Return buttons two in a row."""
    row = tuple(buttons)
    return tuple(row[place : place + 2] for place in range(0, len(row), 2))


def pages(blocks: Sequence[str], room: int = PAGE) -> list[list[str]]:
    """Share blocks out over pages that hold about ``room`` characters; no block is cut."""
    shared: list[list[str]] = [[]]
    used = 0
    for block in blocks:
        size = length(block) + 2
        if shared[-1] and used + size > room:
            shared.append([])
            used = 0
        shared[-1].append(block)
        used += size
    return shared
