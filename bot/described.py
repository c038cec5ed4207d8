"""Free text as the description of a case: what was understood is shown, what was not is said, and the interview goes on."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from bot.case import Case, settle
from bot.commands import number_screen, other_screen
from bot.screen import MAX_TEXT, ROOM, Button, Screen, View, bold, esc, length, paragraphs
from bot.screens import case_screen
from bot.tap import Action
from core import wording
from core.facts import BY_KEY, Fact, Value
from core.spoken import Description, read
from core.spoken.wording import facts_line
from core.text import Text, named

_MOST_WAYS = 10
_NUMBER = re.compile(r"\s*[+-]?\d+([.,]\d+)?\s*m?\s*", re.IGNORECASE)


def text_screen(text: str, view: View) -> Screen:
    """Return what follows a text that answers no prompt: the case that it describes, or what may be done.

    Where a word may mean several things, each of them is a button.
    """
    if _NUMBER.fullmatch(text):
        return number_screen(view)
    description = read(text, view.today)
    ways = tuple(_way(words, meant, description, view) for words, meant in ways_out(description))
    if description.facts:
        case = settle(description.facts, view.today)
        shown, understood = case_screen(case, view), _understood(description, case, view)
    else:
        shown, understood = other_screen(view), ""
    said = _said(description, view) if description.facts or description.doubts else ()
    words = paragraphs(understood, *said, shown.text)
    return replace(shown, text=words if length(words) <= MAX_TEXT else shown.text, rows=(*ways, *shown.rows))


def describes(text: str, view: View, but: Iterable[Fact] = ()) -> bool:
    """Say whether a text says anything of a case, if only in part, ``but`` these facts; a bare number does not."""
    if _NUMBER.fullmatch(text):
        return False
    description = read(text, view.today)
    about = {*description.facts, *(doubt.key for doubt in description.doubts)}
    return not about <= {fact.key for fact in but}


def ways_out(description: Description) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Yield the words in doubt with the facts that they may mean, as many as can be looked through."""
    ways = ((doubt.words, candidate) for doubt in description.doubts for candidate in doubt.candidates)
    return islice(ways, _MOST_WAYS)


def _way(words: str, meant: Mapping[str, Value], description: Description, view: View) -> tuple[Button, ...]:
    case = settle({**description.facts, **meant}, view.today)
    label = facts_line(meant, view.language)
    if len(words) + len(label) <= ROOM:
        label = view.say(named(words, label))
    return (view.button(label, Action.CASE, case.code),)


def _said(description: Description, view: View) -> Iterator[str]:
    """Yield what must be said with a fact, what is in doubt, and what was not understood."""
    for text in (*description.notes.values(), *(doubt.text for doubt in description.doubts)):
        yield esc(view.say(text))
    if description.rest:
        words = ", ".join(view.say(Text("“{words}”", {"words": word})) for word in description.rest)
        yield esc(view.say(Text("Not understood: {words}", {"words": words})))


def _understood(description: Description, case: Case, view: View) -> str:
    """Return each fact with the words that it was read from."""
    lines = [bold(view.say(Text("Understood")))]
    for key in case.known:
        if key in description.words:
            name, value = view.say(BY_KEY[key].name), wording.answer_label(case.outcome, key, view.language)
            lines.append("– " + esc(view.say(named(" … ".join(description.words[key]), f"{name}, {value}"))))
    return "\n".join(lines)
