"""Free text as the description of a case: what was understood is shown, what was not is said, and the interview goes on."""

import re
from dataclasses import replace

from bot.case import Case, settle
from bot.commands import number_screen, other_screen
from bot.screen import MAX_TEXT, Screen, View, bold, esc, length, paragraphs
from bot.screens import case_screen
from core import wording
from core.facts import BY_KEY
from core.spoken import Description, read
from core.text import Text

_NUMBER = re.compile(r"\s*[+-]?\d+([.,]\d+)?\s*m?\s*", re.IGNORECASE)


def text_screen(text: str, view: View) -> Screen:
    """Return what follows a text that answers no prompt: the case that it describes, or what may be done."""
    if _NUMBER.fullmatch(text):
        return number_screen(view)
    description = read(text, view.today)
    said = said_of(description, view)
    if not description.facts:
        shown = other_screen(view)
        return replace(shown, text=paragraphs(*said, shown.text)) if description.doubts else shown
    case = settle(description.facts, view.today)
    shown = case_screen(case, view)
    with_words = paragraphs(_understood(description, case, view), *said, shown.text)
    return replace(shown, text=with_words) if length(with_words) <= MAX_TEXT else shown


def describes(text: str, view: View) -> bool:
    """Say whether anything in a text describes a case."""
    return bool(read(text, view.today).facts)


def said_of(description: Description, view: View) -> list[str]:
    """Return what could not be understood, and where a word may mean several things."""
    said = [esc(view.say(doubt.text)) for doubt in description.doubts]
    if description.rest:
        words = ", ".join(f"“{word}”" for word in description.rest)
        said.append(esc(view.say(Text("Not understood: {words}", {"words": words}))))
    return said


def _understood(description: Description, case: Case, view: View) -> str:
    """Return each fact with the words that it was read from."""
    lines = [bold(view.say(Text("Understood")))]
    for key in case.known:
        if key in description.words:
            name, value = view.say(BY_KEY[key].name), wording.answer_label(case.outcome, key, view.language)
            lines.append(f"– {esc(description.words[key])}: {esc(name)}, {esc(value)}")
    return "\n".join(lines)
